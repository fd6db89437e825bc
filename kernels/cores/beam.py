"""The beam of a level, and the best so far of the level below."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from kernels import counters as at
from kernels.jit import inlined, shared
from kernels.structures import bounded_heap
from kernels.structures import hash_table as table
from kernels.structures import nodes as store
from kernels.structures.hash_table_removal import remove

NONE, LEVEL, ALL = range(3)
DETECTIONS = ("none", "level", "all")
WIDTH, DETECTION, WIDEN, LIMIT = range(4)  # fields of ``settings``

STORED = np.uint64(at.LEVEL_VISITED)
PLACE = at.CURSOR  # the next of ``beam`` to be expanded
IN_BEAM = at.SCRATCH  # nodes of the beam under way
DEPTH = at.SCRATCH + 1  # of the beam under way
KEPT = at.SCRATCH + 2  # nodes of the level below so far
DROPPED = at.SCRATCH + 3  # 1: a child was dropped for want of width in this iteration
WIDEST = at.SCRATCH + 4  # most nodes of a level
MOST = at.SCRATCH + 5  # most nodes of an earlier iteration


class Search(NamedTuple):
    """Nodes of all beams; the beam under way, best first; the best so far of the level below."""

    counters: np.ndarray
    levels: np.ndarray
    iterations: np.ndarray
    settings: np.ndarray
    state: np.ndarray
    key: np.ndarray
    operators: np.ndarray
    nodes: np.ndarray
    slots: np.ndarray
    beam: np.ndarray
    heap: np.ndarray


@inlined
def restart(counters, search):
    """The start, which is node 0, is the beam; nothing else is stored."""
    for depth in range(counters[at.LEVELS]):
        search.levels[np.uint64(depth), STORED] = 0
    search.levels[np.uint64(0), STORED] = 1
    known = 1 if search.settings[DETECTION] == ALL else 0
    table.rebuild(search.slots, counters[at.SLOTS], search.nodes, 0, known)
    search.beam[np.uint64(0)] = np.uint64(0)
    counters[MOST] = max(counters[MOST], counters[at.VISITED])
    counters[at.VISITED], counters[IN_BEAM], counters[PLACE] = 1, 1, 0
    counters[DEPTH], counters[KEPT], counters[DROPPED] = 0, 0, 0


@inlined
def go_down(counters, search):
    """The best of the level below are the beam."""
    count = counters[KEPT]
    for place in range(count - 1, -1, -1):
        search.beam[np.uint64(place)] = bounded_heap.drop_worst(search.heap, place + 1)
    counters[IN_BEAM], counters[PLACE], counters[KEPT] = count, 0, 0
    counters[DEPTH] += 1
    if search.settings[DETECTION] == LEVEL:
        table.rebuild(search.slots, counters[at.SLOTS], search.nodes, 0, 0)


@shared
def store_child(search, counters, parent, depth, h, op):
    """Store the child in ``key`` as a new node, and give its number (uint64)."""
    node = np.uint64(counters[at.VISITED])
    counters[at.VISITED] += 1
    search.levels[np.uint64(depth), STORED] += 1
    store.write(search.nodes, node, search.key, parent, depth, 0, h, op)
    return node


@inlined
def keep(search, counters, parent, depth, h, op, slot, hashed):
    """Store the child in ``key`` if it is among the best of its level; the worst one leaves."""
    detects = search.settings[DETECTION] != NONE
    arrival = counters[at.EVALUATED]
    if counters[KEPT] < counters[at.BOUND]:
        node = store_child(search, counters, parent, depth, h, op)
        counters[KEPT] += 1
        counters[WIDEST] = max(counters[WIDEST], counters[KEPT])
        bounded_heap.push(search.heap, counters[KEPT], h, arrival, node)
    else:
        counters[DROPPED] = 1
        if h >= bounded_heap.worst_value(search.heap):
            return
        node = bounded_heap.worst(search.heap)
        if detects:
            n_slots = counters[at.SLOTS]
            remove(search.slots, n_slots, search.nodes, node)
            _, slot = table.find(search.slots, n_slots, search.nodes, search.key, hashed)
        store.write(search.nodes, node, search.key, parent, depth, 0, h, op)
        bounded_heap.replace_worst(search.heap, counters[KEPT], h, arrival, node)
    if detects:
        table.put(search.slots, slot, node, hashed)


@inlined
def in_table(counters, detection):
    """How many nodes are in the table."""
    if detection == ALL:
        return counters[at.VISITED]
    return counters[KEPT] if detection == LEVEL else 0

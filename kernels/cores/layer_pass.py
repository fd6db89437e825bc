"""One pass over the layers of a breadth-first search, for a goal or for a piece of its path."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from kernels import counters as at
from kernels.contract import domain
from kernels.jit import inlined
from kernels.structures import hash_table as table
from kernels.structures import layers, pieces
from kernels.structures import nodes as store

STORED = np.uint64(at.LEVEL_VISITED)
DEPTH = at.CURSOR  # of the present layer, from the first start
RELAY = at.SCRATCH  # depth of the relay layer, from the first start
CUT_AT = at.SCRATCH + 1  # greatest f of a node
NEXT_BOUND = at.SCRATCH + 2
WAITING = at.SCRATCH + 3  # pieces still to be found
MOST_ROWS = at.SCRATCH + 4  # rows and slots in use, at most, before this pass
MOST_SLOTS = at.SCRATCH + 5


class Search(NamedTuple):
    """Nodes of the layers; the piece of the path that is looked for, and those still to be."""

    counters: np.ndarray
    levels: np.ndarray
    iterations: np.ndarray
    settings: np.ndarray
    state: np.ndarray
    key: np.ndarray
    operators: np.ndarray
    nodes: np.ndarray
    slots: np.ndarray
    lists: np.ndarray
    piece: np.ndarray
    waiting: np.ndarray
    solution: np.ndarray


@inlined
def begin(search, counters, length):
    """The first node of the piece is the only layer; the relay layer lies at half the length."""
    lists, nodes, slots = search.lists, search.nodes, search.slots
    counters[MOST_ROWS] = max(counters[MOST_ROWS], np.int64(lists[layers.FRESH]))
    counters[MOST_SLOTS] = max(counters[MOST_SLOTS], counters[at.SLOTS])
    counters[at.SLOTS] = table.SMALLEST
    depth, h = pieces.depth_of(search.piece), pieces.h_of(search.piece)
    layers.reset(lists, slots, table.SMALLEST, nodes)
    node = layers.take_row(lists, nodes)
    relay = node if length // 2 == 0 else store.NONE
    store.write(nodes, node, search.piece, relay, depth, depth + h, h, domain.NO_OPERATOR)
    hashed = table.hash_of(search.piece)
    _, slot = table.find(slots, table.SMALLEST, nodes, search.piece, hashed)
    table.put(slots, slot, node, hashed)
    layers.append(lists, nodes, node)
    layers.go_down(lists, slots, table.SMALLEST, nodes, True)
    counters[DEPTH], counters[RELAY] = depth, depth + length // 2


@inlined
def divide(search, counters, parent, op):
    """The child in ``key`` is the piece's target: divide the piece, and search for the next one."""
    nodes, piece, waiting = search.nodes, search.piece, search.waiting
    first, h = pieces.depth_of(piece), pieces.h_of(piece)
    length, relay_depth = counters[DEPTH] + 1 - first, counters[RELAY]
    if length == 1:
        search.solution[np.uint64(first)] = op
    elif counters[DEPTH] < relay_depth:
        counters[WAITING] = pieces.push(
            waiting, counters[WAITING], piece, search.key, h, first, length
        )
    else:
        relay = store.parent_of(nodes, parent)
        before = relay_depth - first
        counters[WAITING] = pieces.push(
            waiting,
            counters[WAITING],
            nodes[relay],
            search.key,
            store.h_of(nodes, relay),
            relay_depth,
            length - before,
        )
        counters[WAITING] = pieces.push(
            waiting, counters[WAITING], piece, nodes[relay], h, first, before
        )
    if counters[WAITING] == 0:
        return at.SOLVED
    counters[WAITING] = pieces.pop(waiting, counters[WAITING], piece)
    begin(search, counters, pieces.length_of(piece))
    return at.RUNNING


@inlined
def store_child(search, counters, parent, h, f, op, slot, hashed):
    """Store the child in ``key`` in the layer below."""
    nodes, lists, depth = search.nodes, search.lists, counters[DEPTH] + 1
    node = layers.take_row(lists, nodes)
    relay = node if depth == counters[RELAY] else store.parent_of(nodes, parent)
    greatest = max(f, store.g_of(nodes, parent))
    store.write(nodes, node, search.key, relay, depth, greatest, h, op)
    table.put(search.slots, slot, node, hashed)
    layers.append(lists, nodes, node)
    if pieces.length_of(search.piece) == pieces.TO_THE_GOAL:
        search.levels[np.uint64(depth), STORED] += 1
        counters[at.VISITED] += 1

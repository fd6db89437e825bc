"""Open list for any priority and every tie-break: a binary heap that knows where each node is.

Williams 1964, "Algorithm 232: heapsort", with places kept in the nodes so that any node can leave.
An entry is (f, tie, node); ``tie`` makes every tie-break of ``kernels.tie_breaks`` a comparison of
uint64. Where the first words of two states are equal, the lexicographic order reads the others.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kernels.contract import constants
from kernels.jit import inlined, shared
from kernels.structures import nodes as store
from kernels.tie_breaks import FIFO, HIGH_H, LEXICOGRAPHIC, LIFO, LOW_H, RANDOM

TIE_BREAK = constants.TIE_BREAK
IS_LEXICOGRAPHIC = TIE_BREAK == LEXICOGRAPHIC
BYTES = 24

SIZE, ARRIVALS, RANDOM_STATE = np.uint64(0), np.uint64(1), np.uint64(2)  # fields of ``extent``
F, TIE, NODE = np.uint64(0), np.uint64(1), np.uint64(2)  # columns of ``entries``

_ONE, _TWO = np.uint64(1), np.uint64(2)
_24, _40 = np.uint64(24), np.uint64(40)
_LAST_ARRIVAL = np.uint64((1 << 40) - 1)
_GREATEST_H = np.uint64((1 << 24) - 1)


class Queue(NamedTuple):
    """entries: uint64[capacity, 3]; extent: uint64[3]."""

    entries: np.ndarray
    extent: np.ndarray


def allocate(workspace: Any, capacity: int) -> Queue:
    """Room for every node at once."""
    return Queue(
        entries=workspace.array("heap_entries", (capacity, 3), np.uint64),
        extent=workspace.array("heap_extent", 3, np.uint64),
    )


@inlined
def reset(queue, seed):
    """Empty it; ``seed`` starts the random tie-break (SplitMix64)."""
    queue.extent[SIZE], queue.extent[ARRIVALS] = np.uint64(0), np.uint64(0)
    queue.extent[RANDOM_STATE] = np.uint64(seed)


def bytes_used(queue: Queue, peak_open: int) -> int:
    """Bytes of the entries that were ever in use."""
    return peak_open * BYTES


@inlined
def _next_random(queue):
    """As ``kernels.random.SplitMix64.next``."""
    queue.extent[RANDOM_STATE] += np.uint64(0x9E3779B97F4A7C15)
    z = queue.extent[RANDOM_STATE]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@inlined
def _fifo(queue, nodes, node, h):
    return queue.extent[ARRIVALS]


@inlined
def _lifo(queue, nodes, node, h):
    return _LAST_ARRIVAL - queue.extent[ARRIVALS]


@inlined
def _low_h(queue, nodes, node, h):
    return np.uint64(h) << _40 | (_LAST_ARRIVAL - queue.extent[ARRIVALS])


@inlined
def _high_h(queue, nodes, node, h):
    return (_GREATEST_H - np.uint64(h)) << _40 | (_LAST_ARRIVAL - queue.extent[ARRIVALS])


@inlined
def _lexicographic(queue, nodes, node, h):
    return nodes[node, np.uint64(0)]


@inlined
def _random(queue, nodes, node, h):
    return _next_random(queue)


_tie_of = {
    FIFO: _fifo,
    LIFO: _lifo,
    LOW_H: _low_h,
    HIGH_H: _high_h,
    LEXICOGRAPHIC: _lexicographic,
    RANDOM: _random,
}.get(TIE_BREAK, _fifo)


@inlined
def _before(nodes, f, tie, node, other):
    """Whether (f, tie, node) comes before the entry ``other``."""
    if f != other[F]:
        return f < other[F]
    if tie != other[TIE]:
        return tie < other[TIE]
    if IS_LEXICOGRAPHIC:
        for word in range(1, store.WORDS):
            mine, its = nodes[node, np.uint64(word)], nodes[other[NODE], np.uint64(word)]
            if mine != its:
                return mine < its
    return node < other[NODE]


@inlined
def _place(queue, nodes, hole, f, tie, node):
    entry = queue.entries[hole]
    entry[F], entry[TIE], entry[NODE] = f, tie, node
    store.set_previous(nodes, node, hole)


@shared
def _rise(queue, nodes, hole, f, tie, node):
    """Put an entry into a hole or above it."""
    entries = queue.entries
    while hole > np.uint64(0):
        parent = (hole - _ONE) // _TWO
        above = entries[parent]
        if not _before(nodes, f, tie, node, above):
            break
        _place(queue, nodes, hole, above[F], above[TIE], above[NODE])
        hole = parent
    _place(queue, nodes, hole, f, tie, node)


@shared
def _fill(queue, nodes, hole):
    """Close a hole: lesser children move up, then the last entry takes the free leaf or rises."""
    entries = queue.entries
    queue.extent[SIZE] -= _ONE
    size = queue.extent[SIZE]
    if hole == size:
        return
    last = entries[size]
    f, tie, node = last[F], last[TIE], last[NODE]
    while True:
        child = _TWO * hole + _ONE
        if child >= size:
            break
        if child + _ONE < size:
            right = entries[child + _ONE]
            if _before(nodes, right[F], right[TIE], right[NODE], entries[child]):
                child += _ONE
        below = entries[child]
        _place(queue, nodes, hole, below[F], below[TIE], below[NODE])
        hole = child
    _rise(queue, nodes, hole, f, tie, node)


@inlined
def push(queue, nodes, node, f, h):
    """Put a node on open; always True."""
    tie = _tie_of(queue, nodes, node, h)
    queue.extent[ARRIVALS] += _ONE
    hole = queue.extent[SIZE]
    queue.extent[SIZE] += _ONE
    _rise(queue, nodes, hole, np.uint64(f), tie, node)
    return True


@inlined
def remove(queue, nodes, node, f, h):
    """Take a node off open, wherever it is."""
    _fill(queue, nodes, store.previous_of(nodes, node))


@inlined
def best(queue):
    """The best node on open (uint64), which must not be empty."""
    return queue.entries[np.uint64(0), NODE]


@inlined
def drop_best(queue, nodes, node):
    """Take the node that ``best`` just gave off open."""
    _fill(queue, nodes, np.uint64(0))

"""The best so far of a stream: a binary heap with the worst entry on top (Williams 1964).

An entry is (value, arrival, node); of equal values the later arrival is worse. The caller knows how
many entries there are. Values are below 2^24, arrivals below 2^39.
"""

from __future__ import annotations

import numpy as np

from kernels.jit import inlined, shared

BYTES = 16
RANK, NODE = np.uint64(0), np.uint64(1)  # columns: value and arrival in one; node
_ZERO, _ONE, _TWO, _ARRIVAL_BITS = np.uint64(0), np.uint64(1), np.uint64(2), np.uint64(39)


@inlined
def _rank(value, arrival):
    return np.uint64(value) << _ARRIVAL_BITS | np.uint64(arrival)


@inlined
def worst(entries):
    """Node of the worst entry (uint64)."""
    return entries[_ZERO, NODE]


@inlined
def worst_value(entries):
    """Value of the worst entry (int64)."""
    return np.int64(entries[_ZERO, RANK] >> _ARRIVAL_BITS)


@shared
def push(entries, count, value, arrival, node):
    """Put an entry in, which makes ``count`` of them."""
    rank = _rank(value, arrival)
    hole = np.uint64(count) - _ONE
    while hole > _ZERO:
        parent = (hole - _ONE) // _TWO
        if entries[parent, RANK] >= rank:
            break
        entries[hole, RANK], entries[hole, NODE] = entries[parent, RANK], entries[parent, NODE]
        hole = parent
    entries[hole, RANK], entries[hole, NODE] = rank, node


@shared
def _sink(entries, count, rank, node):
    """Put an entry in place of the worst one, among ``count``."""
    size, hole = np.uint64(count), _ZERO
    while True:
        child = _TWO * hole + _ONE
        if child >= size:
            break
        if child + _ONE < size and entries[child + _ONE, RANK] > entries[child, RANK]:
            child += _ONE
        if entries[child, RANK] <= rank:
            break
        entries[hole, RANK], entries[hole, NODE] = entries[child, RANK], entries[child, NODE]
        hole = child
    entries[hole, RANK], entries[hole, NODE] = rank, node


@inlined
def replace_worst(entries, count, value, arrival, node):
    """Put an entry in place of the worst of ``count``."""
    _sink(entries, count, _rank(value, arrival), node)


@inlined
def drop_worst(entries, count):
    """Take the worst of ``count`` entries out; its node."""
    node = entries[_ZERO, NODE]
    last = np.uint64(count - 1)
    _sink(entries, count - 1, entries[last, RANK], entries[last, NODE])
    return node

"""Transposition table: a fixed number of entries, in buckets of four that a state's hash chooses.

An entry is a packed state with the least g at which an iteration entered it, the number of that
iteration, and its depth then. A state that is not in its bucket takes an empty entry, else the
first one of an earlier iteration, else the one with the greatest g (the first of several).

Nothing is cleared between searches: iterations are numbered on from search to search, and an entry
from before the first iteration of this search counts as empty.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kernels.contract import constants
from kernels.jit import inlined
from kernels.structures.hash_table import hash_of

WORDS = constants.WORDS
WAYS = 4
BYTES = 8 * (WORDS + 2)
_PAGE = 1 << 12
_EMPTY, _EARLIER = 1 << 62, 1 << 61  # worth more, as a place to write, than any g

_G, _ITERATION_AND_DEPTH = np.uint64(WORDS), np.uint64(WORDS + 1)
_DEPTH_BITS = np.uint64(24)
_LOW_BITS = np.uint64((1 << 24) - 1)
_TWO, _32 = np.uint64(2), np.uint64(32)


class Transpositions(NamedTuple):
    """entries: uint64[n, WORDS + 2], packed state, g, iteration and depth; iterations: int64[2],
    number of the first and of the present iteration of this search.
    """

    entries: np.ndarray
    iterations: np.ndarray


def allocate(workspace: Any, entries: int) -> Transpositions:
    """So many entries, a multiple of four. What other states' tables left is not touched."""
    return Transpositions(
        entries=workspace.array(f"transpositions_{WORDS}", (entries, WORDS + 2), np.uint64),
        iterations=workspace.array(f"transpositions_{WORDS}_iterations", 2, np.int64),
    )


def bytes_used(table: Transpositions, used: int) -> int:
    """Bytes of the pages that so many entries lie in, at most: they lie anywhere in the table."""
    return min(len(table.entries) * BYTES, used * _PAGE)


@inlined
def start(table):
    """Empty it, and begin with the first iteration of a search."""
    table.iterations[1] += 1
    table.iterations[0] = table.iterations[1]


@inlined
def next_iteration(table):
    """Begin with the next iteration."""
    table.iterations[1] += 1


@inlined
def _iteration(table, place):
    return np.int64(table.entries[place, _ITERATION_AND_DEPTH] >> _DEPTH_BITS)


@inlined
def is_used(table, place):
    """Whether this search has written the entry."""
    return _iteration(table, place) >= table.iterations[0]


@inlined
def depth_of(table, place):
    """Depth at which the entry's state was entered."""
    return np.int64(table.entries[place, _ITERATION_AND_DEPTH] & _LOW_BITS)


@inlined
def find(table, key):
    """The state's entry, or the one that it would be written to (uint64); and whether it is its."""
    entries = table.entries
    buckets = np.uint64(len(entries)) >> _TWO
    first = ((hash_of(key) * buckets) >> _32) << _TWO
    chosen, most = first, np.int64(-1)
    for way in range(WAYS):
        place = first + np.uint64(way)
        if not is_used(table, place):
            worth = np.int64(_EMPTY)
        else:
            same = True
            for word in range(WORDS):
                same &= entries[place, np.uint64(word)] == key[np.uint64(word)]
            if same:
                return place, True
            earlier = _iteration(table, place) < table.iterations[1]
            worth = np.int64(_EARLIER) if earlier else np.int64(entries[place, _G])
        if worth > most:
            chosen, most = place, worth
    return chosen, False


@inlined
def was_entered(table, place, g):
    """Whether this iteration entered the entry's state with a g at most as great."""
    entered = _iteration(table, place) == table.iterations[1]
    return entered and np.int64(table.entries[place, _G]) <= g


@inlined
def write(table, place, key, g, depth):
    """Record that this iteration enters a state."""
    entries = table.entries
    for word in range(WORDS):
        entries[place, np.uint64(word)] = key[np.uint64(word)]
    entries[place, _G] = np.uint64(g)
    iteration = np.uint64(table.iterations[1]) << _DEPTH_BITS
    entries[place, _ITERATION_AND_DEPTH] = iteration | np.uint64(depth)

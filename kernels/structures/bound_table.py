"""Transposition table of a game-tree search: values of positions, and what they bound.

Greenblatt, Eastlake & Crocker 1967, "The Greenblatt chess program", AFIPS Fall Joint Computer
Conference 31, 801-810. An entry holds the key of a position in full, a value from the side of its
player to move, how many plies were left to search (*remaining*), what the value is, the best move,
and the number of the iteration that wrote it. The value is EXACT; or a LOWER bound, at or above the
beta that the node had; or an UPPER bound, at or below its alpha.

There are 2^bits entries. The place of a key is the upper ``bits`` bits of ``mixed(key)``; for
``two_tier`` the upper ``bits`` - 1 bits choose a pair. Which entry gives way, where *stale* is one
of an earlier iteration, and unused ones count as stale:

always
    One entry a place; what is new replaces what is there.
deeper
    One entry a place; it is replaced if it is stale, or its remaining depth is at most the new one.
two_tier
    Breuker, Uiterwijk & van den Herik 1994, "Replacement schemes for transposition tables". Two
    entries a place. If the first is stale, or its remaining depth is at most the new one, then the
    new one takes its place, and the old one, unless it is unused or of the same position, moves
    into the second. Else the new one takes the second.

A position may stand in both entries of a pair. ``find`` prefers one with the remaining depth asked
for, then the first.

Nothing is cleared between searches: iterations are numbered on from search to search, and an entry
from before the first iteration of this search counts as unused.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kernels.game_contract import MAX_VALUE
from kernels.jit import inlined

ALWAYS, DEEPER, TWO_TIER = 0, 1, 2
REPLACEMENTS = {"always": ALWAYS, "deeper": DEEPER, "two_tier": TWO_TIER}
EXACT, LOWER, UPPER = 0, 1, 2

WORDS = 3
BYTES = 8 * WORDS
_PAGE = 1 << 12

NOWHERE = np.uint64(0xFFFFFFFFFFFFFFFF)
_KEY, _FOUND, _WHEN = np.uint64(0), np.uint64(1), np.uint64(2)
_ONE, _64 = np.uint64(1), np.uint64(64)
_BIAS = 2 * MAX_VALUE  # makes a value positive
_VALUE_SHIFT, _MOVE_SHIFT = np.uint64(22), np.uint64(2)
_MOVE_BITS, _BOUND_BITS = np.uint64((1 << 20) - 1), np.uint64(3)
_ITERATION_SHIFT, _REMAINING_BITS = np.uint64(16), np.uint64((1 << 16) - 1)
_30, _27, _31 = np.uint64(30), np.uint64(27), np.uint64(31)
_MIX_1, _MIX_2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)


class BoundTable(NamedTuple):
    """entries: uint64[n, WORDS], key; value, move and bound; iteration and remaining. iterations:
    int64[2], number of the first and of the present iteration of this search.
    """

    entries: np.ndarray
    iterations: np.ndarray


def allocate(workspace: Any, bits: int) -> BoundTable:
    """2^bits entries, or none if ``bits`` is 0."""
    entries = 1 << bits if bits else 0
    return BoundTable(
        entries=workspace.array("bound_table", (entries, WORDS), np.uint64),
        iterations=workspace.array("bound_table_iterations", 2, np.int64),
    )


def bytes_used(table: BoundTable, used: int) -> int:
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
def mixed(key):
    """A key whose bits all depend on one another (the finaliser of SplitMix64)."""
    key = (key ^ (key >> _30)) * _MIX_1
    key = (key ^ (key >> _27)) * _MIX_2
    return key ^ (key >> _31)


@inlined
def _first_place(key, bits, replacement):
    """Place of a key (uint64), or the first one of its pair."""
    place = mixed(key) >> (_64 - np.uint64(bits))
    return place & ~_ONE if replacement == TWO_TIER else place


@inlined
def iteration_of(table, place):
    """Number of the iteration that wrote the entry."""
    return np.int64(table.entries[place, _WHEN] >> _ITERATION_SHIFT)


@inlined
def remaining_of(table, place):
    """How many plies were left to search."""
    return np.int64(table.entries[place, _WHEN] & _REMAINING_BITS)


@inlined
def value_of(table, place):
    """From the side of the position's player to move."""
    return np.int64(table.entries[place, _FOUND] >> _VALUE_SHIFT) - _BIAS


@inlined
def move_of(table, place):
    """The best move that was found."""
    return np.int64((table.entries[place, _FOUND] >> _MOVE_SHIFT) & _MOVE_BITS)


@inlined
def bound_of(table, place):
    """EXACT, LOWER or UPPER."""
    return np.int64(table.entries[place, _FOUND] & _BOUND_BITS)


@inlined
def is_used(table, place):
    """Whether this search has written the entry."""
    return iteration_of(table, place) >= table.iterations[0]


@inlined
def is_stale(table, place):
    """Whether the entry is unused, or an earlier iteration wrote it."""
    return iteration_of(table, place) < table.iterations[1]


@inlined
def _holds(table, place, key):
    return table.entries[place, _KEY] == key and is_used(table, place)


@inlined
def find(table, key, remaining, bits, replacement):
    """The position's entry (uint64), or NOWHERE."""
    first = _first_place(key, bits, replacement)
    found = first if _holds(table, first, key) else NOWHERE
    if replacement != TWO_TIER or (found == first and remaining_of(table, first) == remaining):
        return found
    second = first | _ONE
    if not _holds(table, second, key):
        return found
    return second if found == NOWHERE or remaining_of(table, second) == remaining else found


@inlined
def _gives_way(table, place, remaining):
    return is_stale(table, place) or remaining_of(table, place) <= remaining


@inlined
def _put(table, place, key, value, remaining, bound, move):
    """Write an entry; 1 if it was unused, else 0."""
    fresh = 0 if is_used(table, place) else 1
    entries = table.entries
    entries[place, _KEY] = key
    found = np.uint64(value + _BIAS) << _VALUE_SHIFT
    entries[place, _FOUND] = found | np.uint64(move) << _MOVE_SHIFT | np.uint64(bound)
    when = np.uint64(table.iterations[1]) << _ITERATION_SHIFT
    entries[place, _WHEN] = when | np.uint64(remaining)
    return fresh


@inlined
def store(table, key, value, remaining, bound, move, bits, replacement):
    """Write what a node has come to, if something gives way to it; how many entries more are used.

    ``key`` is uint64; ``move`` is less than 2^20, ``remaining`` less than 2^16.
    """
    place = _first_place(key, bits, replacement)
    fresh = 0
    if replacement != ALWAYS and not _gives_way(table, place, remaining):
        if replacement == DEEPER:
            return fresh
        place |= _ONE
    elif replacement == TWO_TIER and is_used(table, place) and not _holds(table, place, key):
        second = place | _ONE
        fresh = 0 if is_used(table, second) else 1
        for word in range(WORDS):
            table.entries[second, np.uint64(word)] = table.entries[place, np.uint64(word)]
    return fresh + _put(table, place, key, value, remaining, bound, move)

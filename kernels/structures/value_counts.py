"""How many open nodes have each value of f or g, with the least value that any has.

A count for each value, and above the counts a tree of 64-bit words that mark which of the 64 places
below them are in use, so that the least value is found in one step a level, however values rise and
fall. All of it is zero when the last value is taken out; ``reset`` takes out what a search left.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kernels import counters as at
from kernels.jit import inlined, shared

VALUES = 2 * (at.MAX_VALUE + 1)  # f = g + h, of which each is at most MAX_VALUE
SIZES = (VALUES >> 6, VALUES >> 12, VALUES >> 18, 2, 1)  # words of each level
OFFSETS = tuple(np.uint64(sum(SIZES[:level])) for level in range(len(SIZES)))
DOWNWARD = OFFSETS[::-1]
HALVES = tuple(np.uint64(bits) for bits in (32, 16, 8, 4, 2, 1))

TOP = np.uint64(0)  # the only field of ``extent``: values ever in use
_ZERO, _ONE, _6, _63 = np.uint64(0), np.uint64(1), np.uint64(6), np.uint64(63)


class ValueCounts(NamedTuple):
    """counts: int32[VALUES]; marks: uint64[n], the levels one behind the other; extent: int64[1].

    The single word of the highest level is zero if nothing is counted.
    """

    counts: np.ndarray
    marks: np.ndarray
    extent: np.ndarray


def allocate(workspace: Any, name: str) -> ValueCounts:
    """Room for every value. The arrays are zero, or as the last search left them."""
    return ValueCounts(
        counts=workspace.array(f"{name}_counts", VALUES, np.int32),
        marks=workspace.array(f"{name}_marks", sum(SIZES), np.uint64),
        extent=workspace.array(f"{name}_extent", 1, np.int64),
    )


def bytes_used(values: ValueCounts) -> int:
    """Bytes of counts and marks for the values that were in use."""
    return int(values.extent[0]) * 4 + int(values.extent[0]) // 8


@inlined
def is_empty(values):
    """Whether nothing is counted."""
    return values.marks[DOWNWARD[0]] == _ZERO


@inlined
def add(values, value):
    """Count one more."""
    place = np.uint64(value)
    values.counts[place] += 1
    if values.counts[place] == 1:
        _mark(values, place)


@inlined
def take(values, value):
    """Count one less."""
    place = np.uint64(value)
    values.counts[place] -= 1
    if values.counts[place] == 0:
        _unmark(values, place)


@shared
def _mark(values, place):
    marks = values.marks
    values.extent[TOP] = max(values.extent[TOP], np.int64(place) + 1)
    for offset in OFFSETS:
        word = offset + (place >> _6)
        before = marks[word]
        marks[word] = before | _ONE << (place & _63)
        if before != _ZERO:
            return
        place >>= _6


@shared
def _unmark(values, place):
    marks = values.marks
    for offset in OFFSETS:
        word = offset + (place >> _6)
        marks[word] &= ~(_ONE << (place & _63))
        if marks[word] != _ZERO:
            return
        place >>= _6


@inlined
def _lowest(word):
    """Place of the lowest bit that is set; there is one."""
    place = _ZERO
    for half in HALVES:
        if word & ((_ONE << half) - _ONE) == _ZERO:
            word >>= half
            place += half
    return place


@shared
def least(values):
    """The least value that is counted (int64); there is one."""
    place = _ZERO
    for offset in DOWNWARD:
        place = place << _6 | _lowest(values.marks[offset + place])
    return np.int64(place)


@shared
def reset(values):
    """Take out whatever is counted."""
    while not is_empty(values):
        place = np.uint64(least(values))
        values.counts[place] = 0
        _unmark(values, place)
    values.extent[TOP] = 0

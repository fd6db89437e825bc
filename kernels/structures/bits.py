"""Sets of small numbers as 64-bit words: number n is bit n % 64 of word n // 64."""

from __future__ import annotations

import numpy as np

from kernels.jit import inlined

ONE, SIX, ALL = np.uint64(1), np.uint64(6), np.uint64(0xFFFFFFFFFFFFFFFF)
ZERO, LOW_SIX = np.uint64(0), np.uint64(63)

_DE_BRUIJN = 0x03F79D71B4CB0A89
_SEQUENCE, _58 = np.uint64(_DE_BRUIJN), np.uint64(58)
_PLACES = np.zeros(64, dtype=np.int64)
for _place in range(64):
    _PLACES[(_DE_BRUIJN << _place & (1 << 64) - 1) >> 58] = _place


@inlined
def lowest(word):
    """Place (int64) of the lowest bit of a word that is not zero.

    Leiserson, Prokop & Randall 1998, "Using de Bruijn sequences to index a 1 in a computer word":
    the top six bits differ for each shift of the sequence.
    """
    return _PLACES[((word & (~word + ONE)) * _SEQUENCE) >> _58]


@inlined
def bit_of(number):
    """The bit of a number (uint64) in its word."""
    return ONE << (number & LOW_SIX)


@inlined
def has(words, number):
    """Whether a set (uint64[n]) holds a number (uint64)."""
    return words[number >> SIX] & bit_of(number) != ZERO

"""Numbers for the states of a board of at most 13 cells, of which half can be reached.

The tiles, read row by row without the blank, are a permutation; its digits (how many lesser tiles
stand behind each, the Lehmer code; Knuth, "The Art of Computer Programming", vol. 3, 5.1.1) add up
to the number of inversions, whose parity the blank's cell decides. So the digits before the last
two tell these as well. They are the digits of a number in mixed radix, the first tile's the least;
times the cells plus the blank's cell, that is the number of the state. A move sideways changes the
blank's cell alone.

A word holds four bits for each tile: how many lesser tiles stand behind it, as far as is known; or
which tile is so many places up among those that are left.
"""

from __future__ import annotations

import math

import numpy as np

from kernels.contract import constants
from kernels.jit import shared

CELLS = constants.CELLS
TILES = CELLS - 1
DIGITS = TILES - 2  # those that are free

_35 = np.uint64(35)
_RECIPROCALS = np.array([-(-(1 << 35) // (TILES - i)) for i in range(DIGITS)] + [0], np.uint64)
"""A product with one, shifted by 35, is a quotient: exact below 2^31, and tiles have 12!/2 < 2^28
orders. A loop with divisions is not unrolled."""
_ASCENDING = np.uint64(0xFEDCBA9876543210)
_ABOVE = np.uint64(0x1111111111111110)
_MASK, _TWO, _FOUR, _ONE = np.uint64(15), np.uint64(2), np.uint64(4), np.uint64(1)


def count(cells: int) -> int:
    """Half of the permutations of the cells."""
    return math.factorial(cells) // 2


def parities(goal: list[int], width: int, blank: int) -> np.ndarray:
    """int64[cells], by the blank's cell: whether the tiles' inversions are odd."""
    tiles = [number for number in goal if number != blank]
    inversions = sum(a > b for place, a in enumerate(tiles) for b in tiles[place + 1 :])
    row = goal.index(blank) // width
    passed = [abs(cell // width - row) * (width - 1) for cell in range(len(goal))]
    return np.array([(inversions + n) % 2 for n in passed], dtype=np.int64)


@shared
def rank(state, blank):
    """Number of a state that can be reached; ``blank`` is the number that stands for the blank."""
    cell, lowest = state[CELLS], 1 if blank == 0 else 0
    lesser = _ASCENDING
    number, weight = np.int64(0), 1
    for i in range(DIGITS):
        shift = np.uint64(state[np.uint64(i + (1 if i >= cell else 0))] - lowest) << _TWO
        number += weight * np.int64((lesser >> shift) & _MASK)
        lesser -= _ABOVE << shift
        weight *= TILES - i
    return number * CELLS + cell


@shared
def unrank(number, blank, parity_of, state):
    """The state of a number; ``parity_of`` as from ``parities``."""
    cell, lowest = number % CELLS, 1 if blank == 0 else 0
    rest, left = np.uint64(number // CELLS), _ASCENDING
    parity = np.uint64(parity_of[np.uint64(cell)])
    for i in range(DIGITS):
        quotient = (rest * _RECIPROCALS[np.uint64(i)]) >> _35
        digit = rest - quotient * np.uint64(TILES - i)
        rest = quotient
        parity ^= digit
        shift = digit << _TWO
        state[np.uint64(i + (1 if i >= cell else 0))] = np.int64((left >> shift) & _MASK) + lowest
        below = (_ONE << shift) - _ONE
        left = (left & below) | ((left >> _FOUR) & ~below)
    shift = (parity & _ONE) << _TWO
    for i in range(DIGITS, TILES):
        state[np.uint64(i + (1 if i >= cell else 0))] = np.int64((left >> shift) & _MASK) + lowest
        shift ^= _FOUR
    state[np.uint64(cell)] = blank
    state[CELLS] = cell

"""Windows: the lines of four cells that only one player has stones in, weighted by their number.

A window is four cells in a row, column or diagonal. One with one, two or three stones of the first
player and none of the second one counts ``weight_one``, ``weight_two`` or ``weight_three``; the
second player's count as much against it; others count nothing. Four stones end the game, which has
a value of its own.

A move changes the windows through its cell alone, at most 16 of them, so that ``update`` costs far
less than to look at all (69 on 7 x 6).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kernels.contract import Parameter, constants
from kernels.jit import inlined, shared

FITS = "connect_four"
LENGTH = 4
LARGEST = 1_000_000
WIN = 10**11
"""More than all windows count: there are less than four for each of at most 4096 cells."""

PARAMETERS = {
    "weight_one": Parameter("integer", 1, "of a window with one stone", minimum=0, maximum=LARGEST),
    "weight_two": Parameter("integer", 4, "of one with two stones", minimum=0, maximum=LARGEST),
    "weight_three": Parameter("integer", 16, "of one with three", minimum=0, maximum=LARGEST),
}

M1, M2, M4 = (np.uint64(n) for n in (0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F))
SUMS = np.uint64(0x0101010101010101)
ONE, TWO, FOUR, TOP_BYTE = np.uint64(1), np.uint64(2), np.uint64(4), np.uint64(56)


Window = tuple[int, ...]
"""Bits of its cells: c * (height + 1) + r for column c and row r from the bottom."""


class Windows(NamedTuple):
    """What is looked up.

    weights
        int64[5], by the number of stones.
    first
        int64[bits + 1]: the windows through the cell of bit b are those of numbers from
        ``first[b]`` to ``first[b + 1]`` - 1.
    masks
        int64[words * windows], window by window: its cells as a board.
    all
        int64[words * n]: each window once.
    """

    weights: np.ndarray
    first: np.ndarray
    masks: np.ndarray
    all: np.ndarray


def symmetric(params: dict[str, Any]) -> bool:
    """The mirror image has the images of the windows."""
    return True


def prepare(T: Any, params: dict[str, Any]) -> Windows:
    """Weights, and the windows of the board."""
    weights = [0, params["weight_one"], params["weight_two"], params["weight_three"], 0]
    bits = T.width * (T.height + 1)
    words = -(-bits // 64)
    windows = _windows(T.width, T.height)
    through: list[list[Window]] = [[] for _ in range(bits)]
    for window in windows:
        for place in window:
            through[place].append(window)
    first = np.cumsum([0, *map(len, through)], dtype=np.int64)
    near = [window for of_cell in through for window in of_cell]
    return Windows(
        np.array(weights, dtype=np.int64), first, _as_words(near, words), _as_words(windows, words)
    )


def _windows(width: int, height: int) -> list[Window]:
    """All windows of a board."""
    return [
        tuple((c + i * right) * (height + 1) + r + i * up for i in range(LENGTH))
        for right, up in ((0, 1), (1, -1), (1, 0), (1, 1))
        for c in range(width - (LENGTH - 1) * right)
        for r in range(height)
        if 0 <= r + (LENGTH - 1) * up < height
    ]


def _as_words(windows: list[Window], words: int) -> np.ndarray:
    """int64[words * n]: the bits of each window, 64 a word, lowest first."""
    masks = np.zeros((len(windows), words), dtype=np.uint64)
    for mask, window in zip(masks, windows, strict=True):
        for place in window:
            mask[place >> 6] |= ONE << np.uint64(place & 63)
    return masks.ravel().view(np.int64)


@inlined
def _ones(word):
    """Bits that are set in a word (int64): by pairs, fours, bytes, and the sum of the bytes."""
    w = np.uint64(word)
    w -= w >> ONE & M1
    w = (w & M2) + (w >> TWO & M2)
    w = w + (w >> FOUR) & M4
    return np.int64(w * SUMS >> TOP_BYTE)


@inlined
def _stones(state, board, masks, window):
    """A player's stones in a window; ``board``: index of the first of the player's words."""
    count = 0
    for k in range(constants.WORDS):
        mask = masks[np.uint64(window * constants.WORDS + k)]
        count += _ones(state[np.uint64(board + k)] & mask)
    return count


@shared
def evaluate(T, E, state):
    """The windows of the first player, less those of the second."""
    total = 0
    for window in range(len(E.all) // constants.WORDS):
        first = _stones(state, 0, E.all, window)
        second = _stones(state, constants.WORDS, E.all, window)
        if second == 0:
            total += E.weights[np.uint64(first)]
        elif first == 0:
            total -= E.weights[np.uint64(second)]
    return total


@inlined
def update(T, E, state, value, move):
    """The mover's windows through the cell count more from then on, the other's nothing."""
    place = state[np.uint64(constants.TOPS + move)]
    own = state[np.uint64(constants.STONES)] & 1
    gain = 0
    for window in range(E.first[np.uint64(place)], E.first[np.uint64(place + 1)]):
        mine = _stones(state, own * constants.WORDS, E.masks, window)
        theirs = _stones(state, (1 - own) * constants.WORDS, E.masks, window)
        if theirs == 0:
            gain += E.weights[np.uint64(mine + 1)] - E.weights[np.uint64(mine)]
        elif mine == 0:
            gain += E.weights[np.uint64(theirs)]
    return value + gain if own == 0 else value - gain

"""Gapped runs: five cells in a line with stones of one player only count by how many there are.

An evaluator of our own. Any five neighbouring cells of a row, a column or a diagonal are a window.
One that holds stones of both players can no longer become a five, and counts nothing; nor does an
empty one. Any other counts 1, 8, 64 or 512 for one to four stones, wherever in it they stand, so
that a broken four (``XX.XX``) and a split three (``XX.X``) count as much in it as unbroken ones. An
open run lies in more windows than a blocked one, and so counts more. A window of five stones counts
nothing: in a game that goes on it is part of a run that is too long to win.

The value is the sum of the first player's windows less that of the second's. A move changes only
the windows that it lies in, five in each direction at most.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kernels.contract import constants
from kernels.cores.line_boards import STONES
from kernels.cores.line_sides import LINES, REACH, beside, places
from kernels.jit import inlined

FITS = "gomoku"
FIVE = 5
WEIGHTS = (0, 1, 8, 64, 512, 0)
"""By the stones in a window."""

WIN = 1_000_000_000
"""More than the windows of any board that can be searched: four for each cell, 512 each at most."""

WINDOW = (1 << FIVE) - 1  # all cells of a window
WINDOWS = 1 << 2 * FIVE
CELLS = constants.CELLS


class Tables(NamedTuple):
    """places: see ``line_sides``; values: int64[WINDOWS], of a window by the bits of the first
    player, then of the second, a cell beyond the edge being both; changes: int64[2 * WINDOWS], by
    mover: what a stone of his on an empty cell of the window changes in its value.
    """

    places: np.ndarray
    values: np.ndarray
    changes: np.ndarray


def value_of(first: int, second: int) -> int:
    """Value of a window with so many stones of either player."""
    if first and second:
        return 0
    return WEIGHTS[min(first, FIVE)] - WEIGHTS[min(second, FIVE)]


def symmetric(params: dict[str, Any]) -> bool:
    """Images have images of the windows."""
    return True


def prepare(T: Any, params: dict[str, Any]) -> Tables:
    """Tables for the board."""
    counts = [((word & WINDOW).bit_count(), (word >> FIVE).bit_count()) for word in range(WINDOWS)]
    values = [value_of(first, second) for first, second in counts]
    by_first = [value_of(first + 1, second) for first, second in counts]
    by_second = [value_of(first, second + 1) for first, second in counts]
    return Tables(
        places(int(T.width), int(T.height)),
        np.array(values, dtype=np.int64),
        np.array([by_first, by_second], dtype=np.int64).ravel() - np.tile(values, 2),
    )


@inlined
def evaluate(T, E, state):
    """Every window, from its first cell."""
    value = 0
    for cell in range(CELLS):
        stone = state[np.uint64(cell)]
        for line in range(LINES):
            first, second = beside(E.places, state, cell, line)
            first = (first >> REACH << 1 | stone & 1) & WINDOW
            second = (second >> REACH << 1 | stone >> 1) & WINDOW
            value += E.values[np.uint64(first | second << FIVE)]
    return value


@inlined
def update(T, E, state, value, move):
    """The windows that the move lies in, from the one that it is the last cell of."""
    at = (state[STONES] & 1) * WINDOWS
    for line in range(LINES):
        first, second = beside(E.places, state, move, line)
        first, second = _nine(first), _nine(second)
        for start in range(FIVE):
            window = first >> start & WINDOW | (second >> start & WINDOW) << FIVE
            value += E.changes[np.uint64(at + window)]
    return value


@inlined
def _nine(word):
    """Bits of the four nearest cells on both sides of a cell, and of the cell, which is empty."""
    return word >> 1 & WINDOW >> 1 | word & WINDOW >> 1 << REACH

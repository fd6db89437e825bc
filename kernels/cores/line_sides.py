"""What lies beside a cell in its four lines, on the board of ``kernels.cores.line_boards``.

A *word* has a bit for each of the ten cells nearest to a cell in one line. Bits 0 to 4 are the five
on its lower side, of which bit 4 is the neighbour; bits 5 to 9 are those on its upper side, of
which bit 5 is the neighbour. There is a word for either player, with his stones in it; cells beyond
the edge of the board have their bits in both.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from kernels.cores.line_board_tables import layout
from kernels.cores.line_boards import FIRST_ROWS, SECOND_ROWS
from kernels.jit import inlined

REACH = 5
LINES = 4  # of a cell
SIDE, WORD = (1 << REACH) - 1, (1 << 2 * REACH) - 1  # all bits of one side, of both
_WALLS, _LINE = 6, 6 + 2 * REACH  # where these parts of ``places`` begin


def places(width: int, height: int) -> np.ndarray:
    """int64[cells * LINES]: where each of a cell's lines is found.

    The cell's bit in the line (six bits), which of the cells beside it lie beyond the edge (a word
    of ten bits), and how far the line stands behind the rows of a player.
    """
    known = [
        bit | _beyond(lower, upper) << _WALLS | line << _LINE
        for row in range(height)
        for column in range(width)
        for line, bit, lower, upper in _lines(row, column, width, height)
    ]
    return np.array(known, dtype=np.int64)


def _lines(row: int, column: int, width: int, height: int) -> Iterator[tuple[int, int, int, int]]:
    """Place of each line, the cell's bit in it, and how many cells lie below and above the bit."""
    at = layout(width, height, 1)
    below, right = height - 1 - row, width - 1 - column
    yield row, column, column, right
    yield at.columns + column, row, row, below
    yield at.falling + row + right, column, min(row, column), min(below, right)
    yield at.rising + row + column, column, min(below, column), min(row, right)


def _beyond(lower: int, upper: int) -> int:
    """Word of the edge, for so many cells on either side."""
    return SIDE >> min(lower, REACH) | (SIDE << min(upper, REACH) & SIDE) << REACH


@inlined
def beside(places, state, cell, line):
    """Words (int64) of the first and of the second player."""
    place = places[np.uint64(cell * LINES + line)]
    bit, walls = place & 63, place >> _WALLS & WORD
    at = np.uint64(place >> _LINE)
    first, second = state[FIRST_ROWS + at], state[SECOND_ROWS + at]
    return _word(first, bit) | walls, _word(second, bit) | walls


@inlined
def _word(line, bit):
    """The ten bits around one bit of a line.

    The lower side is shifted up before it is shifted down, since it may have less than five bits;
    lines have 60 bits at most, so that none that is needed is lost.
    """
    return line << REACH >> bit & SIDE | (line >> bit + 1 & SIDE) << REACH

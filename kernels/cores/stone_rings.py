"""Empty cells near stones, on the board of ``kernels.cores.line_boards``.

Rows are words with a bit for each column, so that the neighbours of all stones of a row are found
at once, by shifts. Distances are Chebyshev's: the greater of the distances in rows and in columns.
"""

from __future__ import annotations

import numpy as np

from kernels.contract import constants
from kernels.cores.line_boards import FIRST_ROWS, SECOND_ROWS, STONES
from kernels.jit import inlined
from kernels.structures.bits import ONE, ZERO, lowest

WIDTH, HEIGHT = constants.WIDTH, constants.HEIGHT
CENTRE = HEIGHT // 2 * WIDTH + WIDTH // 2
_FULL_ROW = np.uint64((1 << WIDTH) - 1)
_TWO = np.uint64(2)  # columns


@inlined
def one_ring(state, into, at):
    """Write the empty cells at distance 1 from a stone, row by row; how many they are.

    On an empty board that is the cell in the middle: where there is none, the one below it and to
    its right.
    """
    if state[STONES] == 0:
        into[np.uint64(at)] = CENTRE
        return 1
    end = at
    above, here = ZERO, _stones(state, 0)
    for row in range(HEIGHT):
        below = _stones(state, row + 1)
        end = _write(_beside(above | here | below) & ~here & _FULL_ROW, row, into, end)
        above, here = here, below
    return end - at


@inlined
def second_ring(state, into, at):
    """Write the empty cells with no stone at distance 1 and two or more at distance 2, row by row.

    How many they are. Of the five rows around a row, ``one`` holds the columns with a stone, and
    ``more`` those with more than one; then the same of the five columns around a column.
    """
    end = at
    above_2, above, here, below = ZERO, ZERO, _stones(state, 0), _stones(state, 1)
    for row in range(HEIGHT):
        below_2 = _stones(state, row + 2)
        one, more = _add(above_2, ZERO, above, ZERO)
        one, more = _add(one, more, here, ZERO)
        one, more = _add(one, more, below, ZERO)
        one, more = _add(one, more, below_2, ZERO)
        wide, wider = _add(one, more, one << ONE, more << ONE)
        wide, wider = _add(wide, wider, one << _TWO, more << _TWO)
        wide, wider = _add(wide, wider, one >> ONE, more >> ONE)
        wide, wider = _add(wide, wider, one >> _TWO, more >> _TWO)
        near = _beside(above | here | below)
        end = _write(wider & ~near & _FULL_ROW, row, into, end)
        above_2, above, here, below = above, here, below, below_2
    return end - at


@inlined
def _add(one, more, other_one, other_more):
    """Where two sets together have at least one, and more than one, of what they count."""
    return one | other_one, more | other_more | one & other_one


@inlined
def _stones(state, row):
    """Stones of both players in a row; none below the board."""
    if row >= HEIGHT:
        return ZERO
    at = np.uint64(row)
    return np.uint64(state[FIRST_ROWS + at] | state[SECOND_ROWS + at])


@inlined
def _beside(row):
    """A row's stones and their neighbours in it; one of these may lie over the edge."""
    return row | row << ONE | row >> ONE


@inlined
def _write(cells, row, into, end):
    """Write the cells of a row, and tell where the next one goes."""
    while cells != ZERO:
        into[np.uint64(end)] = row * WIDTH + lowest(cells)
        cells &= cells - ONE
        end += 1
    return end

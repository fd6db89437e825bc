"""Linear conflict: Manhattan distance, plus two for each tile that must leave its line.

Hansson, O., Mayer, A. & Yung, M. 1992, "Criticizing solutions to relaxed models yields powerful
admissible heuristics", Information Sciences 63, 207-227. Tiles in the line (row or column) of their
goals stand in each other's way where their order is not that of their goals. The least number of
them that have to leave the line is their number less the longest increasing subsequence of goal
places, and each costs two moves that Manhattan distance does not count. That number is looked up by
the line's content, for every row and column.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from kernels.contract import constants
from kernels.cores import tile_sums
from kernels.heuristics.sliding_tiles import manhattan
from kernels.jit import inlined

FITS = "sliding_tiles"
WIDTH, HEIGHT, CELLS = constants.WIDTH, constants.HEIGHT, constants.CELLS
LEFT = 2  # directions from here on are sideways
_CELLS = np.uint64(CELLS)


class Tables(NamedTuple):
    """Manhattan's tables; row_code, column_code: int64[cells * cells], by number and cell: what a
    number adds to the code of that cell's line, 0 unless its goal lies in the line;
    row_leavers, column_leavers: int8, by code: tiles that have to leave a line.
    """

    values: np.ndarray
    delta: np.ndarray
    row_code: np.ndarray
    column_code: np.ndarray
    row_leavers: np.ndarray
    column_leavers: np.ndarray


def admissible(params: dict[str, Any]) -> bool:
    """Hansson et al. 1992."""
    return True


def consistent(params: dict[str, Any]) -> bool:
    """Hansson et al. 1992."""
    return True


def leavers(length: int) -> np.ndarray:
    """int8[(length + 1) ** length]: least number of tiles to take out of a line, by its content.

    The content's digits to base length + 1, last place first: 0 for a cell without a tile of this
    line, else the goal place of its tile plus one. Contents with a digit twice do not occur.
    """
    table = np.zeros((length + 1) ** length, dtype=np.int8)
    for code, digits in enumerate(product(range(length + 1), repeat=length)):
        tails: list[int] = []
        tiles = [digit for digit in reversed(digits) if digit]
        for digit in tiles:
            place = bisect_left(tails, digit)
            tails[place : place + 1] = [digit]
        table[code] = len(tiles) - len(tails)
    return table


def prepare(T: Any, params: dict[str, Any]) -> Tables:
    """Codes and counts for all lines of the board."""
    cell = np.arange(T.width * T.height)
    home = np.argsort(T.goal[: len(cell)])[:, None]
    row, column = cell // T.width, cell % T.width
    in_row, in_column = home // T.width == row, home % T.width == column
    row_code = np.where(in_row, (home % T.width + 1) * (T.width + 1) ** column, 0)
    column_code = np.where(in_column, (home // T.width + 1) * (T.height + 1) ** row, 0)
    row_code[T.blank], column_code[T.blank] = 0, 0
    base = manhattan.prepare(T, {"count_blank": False})
    return Tables(
        base.values,
        base.delta,
        row_code.ravel(),
        column_code.ravel(),
        leavers(T.width),
        leavers(T.height),
    )


@inlined
def _row_of(H, state, row):
    """Code of a row (uint64)."""
    code = 0
    for column in range(WIDTH):
        cell = np.uint64(row * WIDTH + column)
        code += H.row_code[np.uint64(state[cell]) * _CELLS + cell]
    return code


@inlined
def _column_of(H, state, column):
    """Code of a column (uint64)."""
    code = 0
    for row in range(HEIGHT):
        cell = np.uint64(row * WIDTH + column)
        code += H.column_code[np.uint64(state[cell]) * _CELLS + cell]
    return code


@inlined
def evaluate(T, H, state):
    """Manhattan distance plus twice the tiles that have to leave their lines."""
    leaving = np.int64(0)
    for row in range(HEIGHT):
        leaving += np.int64(H.row_leavers[np.uint64(_row_of(H, state, row))])
    for column in range(WIDTH):
        leaving += np.int64(H.column_leavers[np.uint64(_column_of(H, state, column))])
    return tile_sums.total(T, H, state) + 2 * leaving


@inlined
def update(T, H, state, h, op):
    """Only the two lines that the tile leaves and enters change, and only if it belongs there."""
    leaves, enters = (op >> 3) & 63, (op >> 9) & 63
    tile = np.uint64(state[np.uint64(leaves)]) * _CELLS
    sideways = (op & 7) >= LEFT
    codes = H.column_code if sideways else H.row_code
    less, more = codes[tile + np.uint64(leaves)], codes[tile + np.uint64(enters)]
    change = 0
    if less != 0 and sideways:
        line = _column_of(H, state, leaves % WIDTH)
        change += _difference(H.column_leavers, line - less, line)
    elif less != 0:
        line = _row_of(H, state, leaves // WIDTH)
        change += _difference(H.row_leavers, line - less, line)
    if more != 0 and sideways:
        line = _column_of(H, state, enters % WIDTH)
        change += _difference(H.column_leavers, line + more, line)
    elif more != 0:
        line = _row_of(H, state, enters // WIDTH)
        change += _difference(H.row_leavers, line + more, line)
    return tile_sums.total_after(T, H, state, h, op) + 2 * change


@inlined
def _difference(table, after, before):
    return np.int64(table[np.uint64(after)]) - np.int64(table[np.uint64(before)])

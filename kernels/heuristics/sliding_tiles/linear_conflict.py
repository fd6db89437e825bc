"""Linear conflict: Manhattan distance, plus two for each tile that must leave its line.

Hansson, O., Mayer, A. & Yung, M. 1992, "Criticizing solutions to relaxed models yields powerful
admissible heuristics", Information Sciences 63, 207-227. Tiles in the line (row or column) of their
goals stand in each other's way where their order is not that of their goals. The least number of
them that have to leave the line is their number less the longest increasing subsequence of goal
places, and each costs two moves that Manhattan distance does not count. Where moves do not all cost
1, it is the subsequence of the greatest cost that stays. What the others cost is looked up by the
line's content, for every row and column.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from kernels.contract import constants
from kernels.cores import tile_sums
from kernels.heuristics.sliding_tiles import manhattan
from kernels.jit import inlined

FITS = "sliding_tiles"
WIDTH, HEIGHT, CELLS = constants.WIDTH, constants.HEIGHT, constants.CELLS
ROW_CODES, COLUMN_CODES = (WIDTH + 1) ** WIDTH, (HEIGHT + 1) ** HEIGHT
LEFT = 2  # directions from here on are sideways
_CELLS = np.uint64(CELLS)


class Tables(NamedTuple):
    """Manhattan's tables; row_code, column_code: int64[cells * cells], by number and cell: what a
    number adds to the code of that cell's line, 0 unless its goal lies in the line;
    row_extra, column_extra: int32[lines * codes], by line and code: what the tiles that have to
    leave the line cost beyond Manhattan distance.
    """

    values: np.ndarray
    delta: np.ndarray
    row_code: np.ndarray
    column_code: np.ndarray
    row_extra: np.ndarray
    column_extra: np.ndarray


def admissible(params: dict[str, Any]) -> bool:
    """Hansson et al. 1992."""
    return True


def consistent(params: dict[str, Any]) -> bool:
    """Hansson et al. 1992."""
    return True


def contents(length: int) -> Iterator[tuple[int, ...]]:
    """What may stand in a line: at each place 0, or a goal place plus one, none of these twice."""
    for digits in product(range(length + 1), repeat=length):
        tiles = [digit for digit in digits if digit]
        if len(set(tiles)) == len(tiles):
            yield digits


def extra(costs: tuple[int, ...]) -> np.ndarray:
    """int32[(n + 1) ** n]: twice the least cost of tiles to take out of a line, by its content.

    costs: of a move of each tile whose goal lies in the line, by goal place (any number for the
    blank). A content's code has its digits to base n + 1, the first place lowest.
    """
    length = len(costs)
    table = np.zeros((length + 1) ** length, dtype=np.int32)
    for digits in contents(length):
        kept = [0] * length  # greatest cost of an increasing sequence that ends with each tile
        tiles = [digit - 1 for digit in digits if digit]
        for place in tiles:
            kept[place] = costs[place] + max(kept[:place], default=0)
        code = sum(digit * (length + 1) ** at for at, digit in enumerate(digits))
        table[code] = 2 * (sum(costs[place] for place in tiles) - max(kept))
    return table


@lru_cache(maxsize=64)
def _extras(lines: tuple[tuple[int, ...], ...]) -> np.ndarray:
    """``extra`` of each line, one behind the other; made once for lines of the same costs."""
    tables = {costs: extra(costs) for costs in set(lines)}
    return np.concatenate([tables[costs] for costs in lines])


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
    costs = T.costs[T.goal[: len(cell)]].reshape(T.height, T.width)
    return Tables(
        base.values,
        base.delta,
        row_code.ravel(),
        column_code.ravel(),
        _extras(tuple(map(tuple, costs.tolist()))),
        _extras(tuple(map(tuple, costs.T.tolist()))),
    )


@inlined
def _row_of(H, state, row):
    """Place of a row's content in ``row_extra``."""
    code = row * ROW_CODES
    for column in range(WIDTH):
        cell = np.uint64(row * WIDTH + column)
        code += H.row_code[np.uint64(state[cell]) * _CELLS + cell]
    return code


@inlined
def _column_of(H, state, column):
    """Place of a column's content in ``column_extra``."""
    code = column * COLUMN_CODES
    for row in range(HEIGHT):
        cell = np.uint64(row * WIDTH + column)
        code += H.column_code[np.uint64(state[cell]) * _CELLS + cell]
    return code


@inlined
def evaluate(T, H, state):
    """Manhattan distance plus what the tiles that have to leave their lines cost."""
    leaving = np.int64(0)
    for row in range(HEIGHT):
        leaving += np.int64(H.row_extra[np.uint64(_row_of(H, state, row))])
    for column in range(WIDTH):
        leaving += np.int64(H.column_extra[np.uint64(_column_of(H, state, column))])
    return tile_sums.total(T, H, state) + leaving


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
        change += _difference(H.column_extra, line - less, line)
    elif less != 0:
        line = _row_of(H, state, leaves // WIDTH)
        change += _difference(H.row_extra, line - less, line)
    if more != 0 and sideways:
        line = _column_of(H, state, enters % WIDTH)
        change += _difference(H.column_extra, line + more, line)
    elif more != 0:
        line = _row_of(H, state, enters // WIDTH)
        change += _difference(H.row_extra, line + more, line)
    return tile_sums.total_after(T, H, state, h, op) + change


@inlined
def _difference(table, after, before):
    return np.int64(table[np.uint64(after)]) - np.int64(table[np.uint64(before)])

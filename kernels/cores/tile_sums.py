"""Heuristics of sliding tiles that are sums over the board: of a number for each tile and cell."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kernels.contract import constants
from kernels.jit import inlined

CELLS = constants.CELLS
_CELLS = np.uint64(CELLS)
_ROW = np.uint64(8 * CELLS)


class Tables(NamedTuple):
    """values: int64[cells * cells], by number and cell; delta: int32[cells * 8 * cells], by number
    and the low nine bits of an operator: the change of the sum when that tile so moves.
    """

    values: np.ndarray
    delta: np.ndarray


def tables_of(T: Any, values: np.ndarray) -> Tables:
    """Tables for ``values`` (int64[cells, cells], by number and cell; the blank's row counts too).

    T is what the domain prepared.
    """
    cells = len(values)
    delta = np.zeros((cells, 8 * cells), dtype=np.int32)
    for cell in range(cells):
        row = T.moves[64 * cell + 32 : 64 * cell + 40]
        for code in row[: row[-1]]:
            left = (code >> 3) & 63
            blank = values[T.blank, left] - values[T.blank, cell]
            delta[:, code & 511] = values[:, cell] - values[:, left] + blank
    return Tables(values.ravel(), delta.ravel())


def by_cost(T: Any, values: np.ndarray, count_blank: bool) -> np.ndarray:
    """Moves times what one costs, by number and cell; none for the blank unless it counts."""
    values = values * T.costs[:, None]
    if not count_blank:
        values[T.blank] = 0
    return values


@inlined
def total(T, H, state):
    """Sum over the board, int64."""
    value = 0
    for cell in range(CELLS):
        value += H.values[np.uint64(state[cell]) * _CELLS + np.uint64(cell)]
    return value


@inlined
def total_after(T, H, state, h, op):
    """The sum after ``op``, by one look-up: the tile is still on the cell that the blank enters."""
    tile = np.uint64(state[np.uint64((op >> 3) & 63)])
    return h + np.int64(H.delta[tile * _ROW + np.uint64(op & 511)])

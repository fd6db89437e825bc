"""Centre first: every legal move, columns from the centre outward, left before right.

Stones in the middle lie in most lines of four, so that good moves come early.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kernels.contract import constants, game
from kernels.jit import inlined

FITS = "connect_four"
BY_REMAINING = False


class Order(NamedTuple):
    """``columns``: int64[width], the columns in the order in which they are tried."""

    columns: np.ndarray


def symmetric(params: dict[str, Any]) -> bool:
    """All moves are all moves."""
    return True


def prepare(T: Any, params: dict[str, Any]) -> Order:
    """Sorted by distance from the middle, then from left to right."""
    columns = sorted(range(T.width), key=lambda column: abs(2 * column - (T.width - 1)))
    return Order(np.array(columns, dtype=np.int64))


@inlined
def generate(T, C, state, remaining, into, at):
    """The columns that are not full."""
    count = 0
    for i in range(constants.WIDTH):
        column = C.columns[np.uint64(i)]
        if game.is_open(state, column):
            into[np.uint64(at + count)] = column
            count += 1
    return count

"""Misplaced tiles: how many are not on their goal cells (Doran & Michie 1966).

Where moves do not all cost 1, each such tile counts what one move of it costs.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kernels.contract import Parameter
from kernels.cores.tile_sums import Tables, by_cost, tables_of, total, total_after

FITS = "sliding_tiles"
PARAMETERS = {
    "count_blank": Parameter("boolean", False, "count the blank like a tile (not admissible)")
}


def admissible(params: dict[str, Any]) -> bool:
    """A move puts at most one tile right; with the blank counted, two things."""
    return not params["count_blank"]


def consistent(params: dict[str, Any]) -> bool:
    """A move changes it by at most one; with the blank counted, by up to two."""
    return not params["count_blank"]


def prepare(T: Any, params: dict[str, Any]) -> Tables:
    """What a move costs, for each number on a cell that is not its own."""
    numbers = np.arange(T.width * T.height)
    wrong = (numbers[:, None] != T.goal[: len(numbers)]).astype(np.int64)
    return tables_of(T, by_cost(T, wrong, params["count_blank"]))


evaluate = total
update = total_after

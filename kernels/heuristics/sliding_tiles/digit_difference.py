"""Digit difference: sum over the cells of |number there - number wanted there|. Not admissible.

Numbers are as the board is written, so the blank counts as 0 or as the highest number; without
``count_blank`` the cell that holds the blank is left out. Where moves do not all cost 1, each
difference counts that many moves of the tile that stands there.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kernels.contract import Parameter
from kernels.cores.tile_sums import Tables, by_cost, tables_of, total, total_after

FITS = "sliding_tiles"
PARAMETERS = {"count_blank": Parameter("boolean", False, "count the blank's cell too")}


def admissible(params: dict[str, Any]) -> bool:
    """A single move can change it by more than one."""
    return False


def consistent(params: dict[str, Any]) -> bool:
    """A single move can change it by more than one."""
    return False


def prepare(T: Any, params: dict[str, Any]) -> Tables:
    """Differences by number and cell."""
    numbers = np.arange(T.width * T.height)
    differences = np.abs(numbers[:, None] - T.goal[: len(numbers)])
    return tables_of(T, by_cost(T, differences, params["count_blank"]))


evaluate = total
update = total_after

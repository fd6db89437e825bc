"""Manhattan distance: moves that each tile needs if no other were there (Doran & Michie 1966).

Where moves do not all cost 1, it is what these moves cost.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kernels.contract import Parameter
from kernels.cores.tile_sums import Tables, by_cost, tables_of, total, total_after

FITS = "sliding_tiles"
PARAMETERS = {
    "count_blank": Parameter("boolean", False, "add the blank's own distance (not admissible)")
}


def admissible(params: dict[str, Any]) -> bool:
    """A move brings one tile one step; with the blank counted, two things."""
    return not params["count_blank"]


def consistent(params: dict[str, Any]) -> bool:
    """A move changes it by one; with the blank counted, by up to two."""
    return not params["count_blank"]


def distances(T: Any) -> np.ndarray:
    """int64[cells, cells], by number and cell: moves from the cell to the number's goal cell."""
    cell = np.arange(T.width * T.height)
    home = np.argsort(T.goal[: len(cell)])[:, None]
    rows = np.abs(cell // T.width - home // T.width)
    return rows + np.abs(cell % T.width - home % T.width)


def prepare(T: Any, params: dict[str, Any]) -> Tables:
    """Distances, and their change by each move."""
    return tables_of(T, by_cost(T, distances(T), params["count_blank"]))


evaluate = total
update = total_after

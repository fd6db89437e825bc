"""A*: best-first search by f = g + h (Hart, Nilsson & Raphael 1968).

Hart, P. E., Nilsson, N. J. & Raphael, B. 1968, "A formal basis for the heuristic determination of
minimum cost paths", IEEE Transactions on Systems Science and Cybernetics 4, 100-107. Optimal with
an admissible heuristic if closed nodes are reopened, or if it is consistent. Memory: every state
generated. The search itself and what it counts: ``kernels.cores.best_first``.
"""

from __future__ import annotations

from typing import Any

from kernels.cores import best_first
from kernels.cores.best_first import (
    Search,
    advance,
    allocate,
    begin,
    bytes_used,
    fallback,
    make_space,
    path,
    specialise,
)

__all__ = [
    "Search",
    "advance",
    "allocate",
    "begin",
    "bytes_used",
    "fallback",
    "make_space",
    "path",
    "specialise",
]

PARAMETERS = best_first.PARAMETERS
USES_HEURISTIC = True
COMPLETE = True
MEMORY = "states generated"


def optimal(params: dict[str, Any]) -> str:
    """With ``reopening: never`` only for a consistent heuristic."""
    return "cost" if params["reopening"] == "always" else "no"


def settings(params: dict[str, Any], seed: int | None) -> list[int]:
    """Weights 1 and 1."""
    return best_first.settings_of(params, weight_g=1, weight_h=1, seed=seed)

"""Uniform-cost search: best-first search by f = g (Dijkstra 1959; for one goal, Felner 2011).

Dijkstra, E. W. 1959, "A note on two problems in connexion with graphs", Numerische Mathematik 1,
269-271; Felner, A. 2011, "Position paper: Dijkstra's algorithm versus uniform cost search", SoCS.
Optimal. No heuristic: h is 0 throughout and nothing is evaluated. The search itself and what it
counts: ``kernels.cores.best_first``.
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
USES_HEURISTIC = False
OPTIMAL = "cost"
COMPLETE = True
MEMORY = "states generated"


def settings(params: dict[str, Any], seed: int | None) -> list[int]:
    """Weights 1 and 0."""
    return best_first.settings_of(params, weight_g=1, weight_h=0, seed=seed)

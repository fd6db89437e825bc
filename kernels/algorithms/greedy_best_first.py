"""Greedy best-first search: the open node with the least h goes first (Doran & Michie 1966).

Doran, J. E. & Michie, D. 1966, "Experiments with the graph traverser program", Proceedings of the
Royal Society A 294, 235-259; the name is Pearl's (1984, "Heuristics"). Not optimal. With
``reopening: never`` every state keeps the path by which it was first reached, open or closed. The
search itself and what it counts: ``kernels.cores.best_first``.
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

PARAMETERS = best_first.parameters(tie_break="fifo", reopening="never")
USES_HEURISTIC = True
OPTIMAL = "no"
COMPLETE = True
MEMORY = "states generated"


def settings(params: dict[str, Any], seed: int | None) -> list[int]:
    """Weights 0 and 1."""
    return best_first.settings_of(params, weight_g=0, weight_h=1, seed=seed, keep_first=True)

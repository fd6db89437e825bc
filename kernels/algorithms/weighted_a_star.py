"""Weighted A*: best-first search by f = g + w * h (Pohl 1970).

Pohl, I. 1970, "Heuristic search viewed as path finding in a graph", Artificial Intelligence 1,
193-204. With an admissible heuristic a solution costs at most w times the least (w >= 1, closed
nodes reopened). The weight is the decimal fraction that the config writes, p / q in lowest terms,
and f is the integer q * g + p * h, so that no rounding decides an order. The search itself and what
it counts: ``kernels.cores.best_first``.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from kernels.contract import Parameter
from kernels.cores import best_first
from kernels.cores.best_first import (
    HEAP,
    MOST_BUCKET_WEIGHT,
    Search,
    advance,
    allocate,
    begin,
    bytes_used,
    fallback,
    make_space,
    path,
)

__all__ = ["Search", "advance", "allocate", "begin", "bytes_used", "fallback", "make_space", "path"]

PARAMETERS = {
    "weight": Parameter("number", 2, "w, with at most six decimals", minimum=0, maximum=1000),
    **best_first.PARAMETERS,
}
USES_HEURISTIC = True
COMPLETE = True
MEMORY = "states generated"


def _weights(params: dict[str, Any]) -> tuple[int, int]:
    weight = Fraction(str(params["weight"]))
    return weight.denominator, weight.numerator


def fault(params: dict[str, Any]) -> str | None:
    """A weight that would need more than six decimals."""
    if _weights(params)[0] > 10**6:
        return f"weight: {params['weight']} has more than six decimals"
    return None


def optimal(params: dict[str, Any]) -> str:
    """Only as A* or as uniform-cost search."""
    return "cost" if params["weight"] <= 1 and params["reopening"] == "always" else "no"


def specialise(params: dict[str, Any]) -> dict[str, int]:
    """A heap where the weights would spread f over too many lists."""
    bound = best_first.specialise(params)
    return bound if max(_weights(params)) <= MOST_BUCKET_WEIGHT else {**bound, "OPEN_LIST": HEAP}


def settings(params: dict[str, Any], seed: int | None) -> list[int]:
    """Weights q and p."""
    weight_g, weight_h = _weights(params)
    return best_first.settings_of(params, weight_g=weight_g, weight_h=weight_h, seed=seed)

"""Alpha-beta (Knuth & Moore 1975), fail-soft (Fishburn 1983) or fail-hard, with or without a table.

Knuth, D. E. & Moore, R. W. 1975, "An analysis of alpha-beta pruning", Artificial Intelligence 6,
293-326. Fishburn, J. P. 1983, "Another optimization of alpha-beta search", SIGART Newsletter 84,
37-38. With no window given the value is that of minimax; with one, a value at a bound of it or
beyond is a bound of the true value. Cuts beyond the bound leave a node only when its value is more
than beta, as some programs do: the value is the same, and more nodes are searched.

The search itself, the table and what is counted: ``kernels.cores.game_tree``. Memory: the table and
the path.
"""

from __future__ import annotations

from typing import Any

from kernels.contract import Parameter
from kernels.cores.game_parameters import (
    DEPTH_PARAMETER,
    EVALUATE,
    ORDERING_PARAMETER,
    REPLACEMENT_PARAMETER,
    TABLE_BITS_PARAMETER,
    WINDOW_PARAMETER,
    settings_of,
    specialised,
)
from kernels.cores.game_tree import Search, advance, allocate, begin, bytes_used, path

__all__ = ["Search", "advance", "allocate", "begin", "bytes_used", "path"]

PLAYS = True
PARAMETERS = {
    "depth": DEPTH_PARAMETER,
    "evaluate": EVALUATE,
    "failing": Parameter(
        "choice",
        "soft",
        "values that nodes give: as they are, or brought into the window",
        ("soft", "hard"),
    ),
    "cut": Parameter(
        "choice",
        "at_bound",
        "what makes a cutoff: a value of at least beta, or only one of more",
        ("at_bound", "beyond_bound"),
    ),
    "window": WINDOW_PARAMETER,
    "table_bits": TABLE_BITS_PARAMETER,
    "replacement": REPLACEMENT_PARAMETER,
    "ordering": ORDERING_PARAMETER,
}
USES_HEURISTIC = True
EXACT = "minimax value at the depth, within the window"
MEMORY = "path, and a table of fixed size if there is one"


def fault(params: dict[str, Any]) -> str | None:
    """Cuts beyond the bound, where values are never beyond it."""
    if params["failing"] == "hard" and params["cut"] == "beyond_bound":
        return (
            "cut: with failing hard no value is beyond its bound; choose at_bound, or failing soft"
        )
    return None


def specialise(params: dict[str, Any]) -> dict[str, int]:
    """Whether there is a table."""
    return specialised(table=params["table_bits"] is not None)


def settings(params: dict[str, Any], seed: int | None) -> list[int]:
    """All others."""
    return settings_of(params)

"""Principal variation search (Marsland & Campbell 1982; as NegaScout: Reinefeld 1983).

Marsland, T. A. & Campbell, M. 1982, "Parallel search of strongly ordered game trees", ACM Computing
Surveys 14, 533-551. Reinefeld, A. 1983, "An improvement to the Scout tree search algorithm", ICCA
Journal 6, 4-14. The first child of a node is searched with its whole window, the others only to see
whether they are better; one that is, by a value that is not exact, is searched again from that
value on, and its nodes count again. Fail-soft.

The search itself, the table and what is counted: ``kernels.cores.game_tree``. Memory: the table and
the path.
"""

from __future__ import annotations

from typing import Any

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
    "window": WINDOW_PARAMETER,
    "table_bits": TABLE_BITS_PARAMETER,
    "replacement": REPLACEMENT_PARAMETER,
    "ordering": ORDERING_PARAMETER,
}
USES_HEURISTIC = True
EXACT = "minimax value at the depth, within the window"
MEMORY = "path, and a table of fixed size if there is one"


def specialise(params: dict[str, Any]) -> dict[str, int]:
    """Whether there is a table."""
    return specialised(scouts=True, table=params["table_bits"] is not None)


def settings(params: dict[str, Any], seed: int | None) -> list[int]:
    """All others."""
    return settings_of(params)

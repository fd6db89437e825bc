"""Iterative deepening over a search of game trees (Slate & Atkin 1977; Korf 1985).

Slate, D. J. & Atkin, L. R. 1977, "Chess 4.5: the Northwestern University chess program", in Frey,
P. W. (ed.), Chess Skill in Man and Machine, 82-118. Korf, R. E. 1985, "Depth-first
iterative-deepening: an optimal admissible tree search", Artificial Intelligence 27, 97-109. The
position is searched to depth 1, 2 and so on to the depth asked for; the table's moves, history and
killers of one iteration order the moves of the next. The searches are alpha-beta (fail-soft, cuts
at the bound), principal variation search, or MTD(f), whose first guess is the value of the
iteration before (at first 0).

An iteration in whose leaves all games were over ends the search: its value is that of every greater
depth. (Only if the candidate generator says that ``BY_REMAINING`` is False: else a deeper search
may look at other moves. What an earlier iteration has stored, for as many plies as are left, may
answer; then the
iteration counts as one that met other leaves.) The value and best line of an iteration stay while
the next one goes on. An iteration's bound is its depth.

The search itself, the table and what is counted: ``kernels.cores.game_tree``,
``kernels.cores.game_passes``. Memory: the table and the path.
"""

from __future__ import annotations

from typing import Any

from kernels.contract import Parameter
from kernels.cores.game_parameters import (
    DEPTH_PARAMETER,
    ORDERING_PARAMETER,
    REPLACEMENT_PARAMETER,
    TABLE_BITS_PARAMETER,
    settings_of,
    specialised,
)
from kernels.cores.game_tree import Search, advance, allocate, begin, bytes_used, path

__all__ = ["Search", "advance", "allocate", "begin", "bytes_used", "path"]

SEARCHES = {
    "alpha_beta": specialised(),
    "principal_variation": specialised(scouts=True),
    "mtd_f": specialised(tests=True),
}

PLAYS = True
PARAMETERS = {
    "depth": DEPTH_PARAMETER,
    "search": Parameter("choice", "alpha_beta", "what searches to each depth", tuple(SEARCHES)),
    "table_bits": TABLE_BITS_PARAMETER,
    "replacement": REPLACEMENT_PARAMETER,
    "ordering": ORDERING_PARAMETER,
}
USES_HEURISTIC = True
EXACT = "minimax value at the depth"
MEMORY = "path, and a table of fixed size if there is one"
ITERATIVE = True


def specialise(params: dict[str, Any]) -> dict[str, int]:
    """The search, and whether there is a table."""
    has_table = int(params["table_bits"] is not None)
    return {**SEARCHES[params["search"]], "DEEPENS": 1, "HAS_TABLE": has_table}


def settings(params: dict[str, Any], seed: int | None) -> list[int]:
    """Depth, table and order."""
    return settings_of(params)

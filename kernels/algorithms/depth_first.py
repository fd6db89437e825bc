"""Depth-first search (Tarry 1895; Tarjan 1972), with or without a depth limit.

Tarjan, R. E. 1972, "Depth-first search and linear graph algorithms", SIAM Journal on Computing 1,
146-160. A child is generated and, unless it is a duplicate, entered at once, its operators tried in
order. What a duplicate is, ``duplicate_detection`` says:

* ``explored``: a state generated before. Memory: every state generated, and the path.
* ``path``: a state on the path from the start. Memory: the path.
* ``none``: nothing. Memory: the path. Where there are cycles it may go down for ever.

With ``depth_limit`` a node at that depth is not expanded. A graph search then enters a known state
again where it is reached by fewer operators than before (it counts as reopened), so that every
solution within the limit remains in reach. A search that ends without a solution after the limit
kept a node from being expanded has no proof that there is none.

Not optimal. Complete in a finite space, without a limit, if duplicates are detected.

Counted: a child is generated when its operator is chosen; a node is expanded each time its
operators are asked for; ``visited`` is the states stored, at the level where each was first stored,
and 0 without the explored set. The goal is tested on generation.
"""

from __future__ import annotations

from typing import Any

from kernels.contract import Parameter, constants
from kernels.cores import depth_first_graph, depth_first_tree

PARAMETERS = {
    "depth_limit": Parameter(
        "integer", None, "operators on the longest path; none: no limit", minimum=0
    ),
    "duplicate_detection": Parameter(
        "choice",
        "explored",
        "states that are not entered again: all generated so far, those on the path, or none",
        ("explored", "path", "none"),
    ),
}
USES_HEURISTIC = False
OPTIMAL = "no"
MEMORY = "path; with the explored set also the states generated"
GIVES_UP = "no solution within the depth limit"

_core: Any = depth_first_graph if constants.EXPLORED == 1 else depth_first_tree
Search = _core.Search
allocate = _core.allocate
path = _core.path
bytes_used = _core.bytes_used
begin = _core.begin
advance = _core.advance
make_space = _core.make_space


def complete(params: dict[str, Any]) -> bool:
    """Without a limit, and without running round a cycle for ever."""
    return params["depth_limit"] is None and params["duplicate_detection"] != "none"


def specialise(params: dict[str, Any]) -> dict[str, int]:
    """The duplicate detection."""
    chosen = params["duplicate_detection"]
    return {"EXPLORED": int(chosen == "explored"), "CYCLE_CHECK": int(chosen == "path")}


def settings(params: dict[str, Any], seed: int | None) -> list[int]:
    """The depth limit."""
    limit = params["depth_limit"]
    return [depth_first_graph.NO_LIMIT if limit is None else limit]

"""MM: bidirectional heuristic search that meets in the middle (Holte and others 2016).

Holte, R. C., Felner, A., Sharon, G. & Sturtevant, N. R. 2016, "Bidirectional search that is
guaranteed to meet in the middle", AAAI, 3411-3417; with Chen 2017, "MM: a bidirectional search
algorithm that is guaranteed to meet in the middle", Artificial Intelligence 252, 232-266.

Expands the open node of least priority max(f, 2 g + epsilon) on either side; epsilon is a cost that
no operator is below (with 0 this is MM, else MMe). Ends when the cheapest solution found costs no
more than max(C, least f forward, least f backward, least g forward + least g backward + epsilon),
each taken over open, C the least priority: none can be cheaper. So no node is expanded of which
2 g + epsilon exceeds the optimal cost, and a solution is found wherever both sides know a state,
when a child is generated. Ties: between the sides the forward one; between nodes of a side the
least g, as in the paper (or the greatest), then the latest put on open.

Optimal with an admissible heuristic, consistent or not, and an epsilon that is no more than the
least operator cost. Complete: it ends without a solution when a side has nothing left on open and
none was found. Memory: every state generated. What it counts: ``kernels.cores.bidirectional``.
"""

from __future__ import annotations

from typing import Any

from kernels import counters as at
from kernels.contract import Parameter
from kernels.cores import bidirectional as core
from kernels.cores import priority_frontier as frontier
from kernels.cores import side_open
from kernels.cores.bidirectional import Search, allocate, begin, bytes_used, make_space, path
from kernels.cores.side_open import fallback
from kernels.jit import compiled, inlined
from kernels.structures import nodes as store
from kernels.structures.value_counts import least
from kernels.tie_breaks import HIGH_H, LOW_H

__all__ = ["Search", "allocate", "begin", "bytes_used", "fallback", "make_space", "path"]

TIE_BREAKS = {"low_g": LOW_H, "high_g": HIGH_H}  # the open list is given g in place of h
PARAMETERS = {
    "epsilon": side_open.EPSILON,
    "tie_break": Parameter(
        "choice",
        "low_g",
        "which of several nodes with the least priority goes first",
        tuple(TIE_BREAKS),
    ),
    "open_list": side_open.OPEN_LIST,
}
USES_HEURISTIC = True
OPTIMAL = "cost"
COMPLETE = True
MEMORY = "states generated"
BIDIRECTIONAL = True
NEEDS = ("reverse", "reverse_operator")


def specialise(params: dict[str, Any]) -> dict[str, int]:
    """Tie-break, and how open is kept."""
    return {
        "FRONTIER": core.BY_PRIORITY,
        "OPEN_LIST": side_open.code_of(params),
        "TIE_BREAK": TIE_BREAKS[params["tie_break"]],
    }


def settings(params: dict[str, Any], seed: int | None) -> list[int]:
    """Epsilon."""
    return core.settings_of(params)


@inlined
def _is_proved(search, least_priority):
    """Whether no solution is cheaper than the one that was found."""
    cost = search.counters[core.COST]
    if cost <= least_priority:
        return True
    forward, backward = search.open[0], search.open[1]
    if cost <= max(least(forward.by_f), least(backward.by_f)):
        return True
    return cost <= least(forward.by_g) + least(backward.by_g) + search.settings[core.EPSILON]


@inlined
def _priority_of(search, node):
    nodes, epsilon = search.nodes, search.settings[core.EPSILON]
    return frontier.priority(store.g_of(nodes, node), store.h_of(nodes, node), epsilon)


@compiled
def advance(search, T, H, expansions, generations):
    """Expand the node of least priority."""
    counters, nodes = search.counters, search.nodes
    forward, backward = search.open[0], search.open[1]
    status = core.fault(search)
    while status == at.RUNNING:
        found = counters[core.COST] < core.INFINITE
        if frontier.size(forward) == 0 or frontier.size(backward) == 0:
            status = at.SOLVED if found else at.EXHAUSTED
            break
        here, there = frontier.best(forward), frontier.best(backward)
        priority_here, priority_there = _priority_of(search, here), _priority_of(search, there)
        if found and _is_proved(search, min(priority_here, priority_there)):
            status = at.SOLVED
            break
        status = core.room(search)
        if status != at.RUNNING or expansions == 0 or generations <= 0:
            break
        if priority_here <= priority_there:
            frontier.take_best(forward, nodes, here)
            status, count = core.expand(search, T[0], H[0], forward, 0, here)
        else:
            frontier.take_best(backward, nodes, there)
            status, count = core.expand(search, T[1], H[1], backward, 1, there)
        expansions -= 1
        generations -= count
    return status

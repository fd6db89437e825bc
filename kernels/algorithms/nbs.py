"""NBS: bidirectional heuristic search that expands pairs of nodes (Chen and others 2017).

Chen, J., Holte, R. C., Zilles, S. & Sturtevant, N. R. 2017, "Front-to-end bidirectional heuristic
search with near-optimal node expansions", IJCAI, 489-495: at most twice as many expansions as any
admissible algorithm of its kind needs, with a consistent heuristic.

A solution through u, open forward, and v, open backward, costs at least lb(u, v) = max(f(u), f(v),
g(u) + g(v) + epsilon); epsilon is a cost that no operator is below. A pair of least lb is chosen by
the paper's lists: nodes wait in order of f, and become ready, in order of g, when their f is less
than the bound; where the first ready nodes are no pair within the bound, the first waiting node of
each side (forward first) becomes ready if its f equals the bound; where there is none, the bound
rises. It never falls. Both nodes of the pair are expanded, the forward one first. The search ends
when the cheapest solution found costs no more than the bound, between the two nodes of a pair too.
A solution is found wherever both sides know a state, when a child is generated. Ties between
waiting nodes of equal f, and between ready ones of equal g, go to the least h, then to the latest.

Optimal with an admissible heuristic, consistent or not, and an epsilon that is no more than the
least operator cost. Complete: it ends without a solution when a side has nothing left on open and
none was found. Memory: every state generated. What it counts: ``kernels.cores.bidirectional``.
"""

from __future__ import annotations

from typing import Any

from kernels import counters as at
from kernels.cores import bidirectional as core
from kernels.cores import side_open
from kernels.cores import waiting_frontier as frontier
from kernels.cores.bidirectional import Search, allocate, begin, bytes_used, make_space, path
from kernels.cores.side_open import fallback
from kernels.jit import compiled, inlined
from kernels.structures import nodes as store
from kernels.tie_breaks import LOW_H

__all__ = ["Search", "allocate", "begin", "bytes_used", "fallback", "make_space", "path"]

PARAMETERS = {"epsilon": side_open.EPSILON, "open_list": side_open.OPEN_LIST}
USES_HEURISTIC = True
OPTIMAL = "cost"
COMPLETE = True
MEMORY = "states generated"
BIDIRECTIONAL = True
NEEDS = ("reverse", "reverse_operator")

BOUND = core.OWN  # no solution that is yet to be found costs less
HALF_DONE = core.OWN + 1  # the forward node of a pair was expanded, the backward one is next


def specialise(params: dict[str, Any]) -> dict[str, int]:
    """How open is kept."""
    return {
        "FRONTIER": core.BY_PAIRS,
        "OPEN_LIST": side_open.code_of(params),
        "TIE_BREAK": LOW_H,
    }


def settings(params: dict[str, Any], seed: int | None) -> list[int]:
    """Epsilon."""
    return core.settings_of(params)


@inlined
def _has_waiting(side, nodes, bound):
    """Whether a waiting node has an f of no more than ``bound``."""
    return side.extent[frontier.WAITING] > 0 and frontier.least_f(side, nodes) <= bound


@inlined
def _least_sum(search):
    """Least g(u) + g(v) + epsilon of ready nodes u and v, INFINITE if a side has none."""
    forward, backward, nodes = search.open[0], search.open[1], search.nodes
    if forward.extent[frontier.READY] == 0 or backward.extent[frontier.READY] == 0:
        return core.INFINITE
    g = store.g_of(nodes, frontier.best(forward)) + store.g_of(nodes, frontier.best(backward))
    return g + search.settings[core.EPSILON]


@inlined
def _prepare(search):
    """Have the best pair stand first among the ready nodes: RUNNING, or why there is none.

    EXHAUSTED: a side has nothing on open. Done again at once, it changes nothing.
    """
    counters, nodes = search.counters, search.nodes
    forward, backward = search.open[0], search.open[1]
    fits = True
    while fits and _has_waiting(forward, nodes, counters[BOUND] - 1):
        fits = frontier.make_ready(forward, nodes)
    while fits and _has_waiting(backward, nodes, counters[BOUND] - 1):
        fits = frontier.make_ready(backward, nodes)
    while fits:
        if frontier.size(forward) == 0 or frontier.size(backward) == 0:
            return at.EXHAUSTED
        bound = _least_sum(search)
        if bound <= counters[BOUND]:
            return at.RUNNING
        moves_forward = _has_waiting(forward, nodes, counters[BOUND])
        moves_backward = _has_waiting(backward, nodes, counters[BOUND])
        if moves_forward:
            fits = frontier.make_ready(forward, nodes)
        if moves_backward:
            fits = frontier.make_ready(backward, nodes) and fits
        if not moves_forward and not moves_backward:
            if forward.extent[frontier.WAITING] > 0:
                bound = min(bound, frontier.least_f(forward, nodes))
            if backward.extent[frontier.WAITING] > 0:
                bound = min(bound, frontier.least_f(backward, nodes))
            counters[BOUND] = bound
    return at.OUT_OF_RANGE


@compiled
def advance(search, T, H, expansions, generations):
    """Expand pairs, node by node."""
    counters, nodes = search.counters, search.nodes
    forward, backward = search.open[0], search.open[1]
    status = core.fault(search)
    while status == at.RUNNING:
        if counters[HALF_DONE] == 0:
            status = _prepare(search)
        if counters[core.COST] <= counters[BOUND] or (
            status == at.EXHAUSTED and counters[core.COST] < core.INFINITE
        ):
            status = at.SOLVED
        if status != at.RUNNING:
            break
        status = core.room(search)
        if status != at.RUNNING or expansions == 0 or generations <= 0:
            break
        if counters[HALF_DONE] == 0:
            node = frontier.best(forward)
            frontier.take_best(forward, nodes, node)
            status, count = core.expand(search, T[0], H[0], forward, 0, node)
        else:
            node = frontier.best(backward)
            frontier.take_best(backward, nodes, node)
            status, count = core.expand(search, T[1], H[1], backward, 1, node)
        counters[HALF_DONE] = 1 - counters[HALF_DONE]
        expansions -= 1
        generations -= count
    return status

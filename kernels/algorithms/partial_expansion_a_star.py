"""Partial-expansion A* (PEA*), and enhanced partial-expansion A* (EPEA*): fewer nodes on open.

Yoshizumi, T., Miura, T. & Ishida, T. 2000, "A* with partial expansion for large branching factor
problems", AAAI, 923-929; Goldenberg, M., Felner, A., Stern, R., Sharon, G., Sturtevant, N.,
Holte, R. & Schaeffer, J. 2014, "Enhanced partial expansion A*", Journal of Artificial Intelligence
Research 50, 141-187.

Each node on open has a value F, at first its f = g + h. The node with the least F is selected and
puts its children with f = F on open (the first time those with f < F too, which an inconsistent
heuristic makes), and itself goes back on open with the least f of a child above F, or is closed if
there is none. A child that is known by a path at most as long is dropped; a longer path is replaced
as by A*, and the node starts anew with F = f.

Counted: a node is expanded each time it is selected and no goal. EPEA* finds f of a child before it
makes it, so that only the children with the right f are generated; PEA* makes all of them each
time, and all are generated. ``selection: auto`` is EPEA* where the heuristic has ``update``, and
else PEA*; ``children`` is always PEA*. Evaluations are the start's, and one for each operator at
each expansion. Reopened are closed nodes alone, which have had all their children. The goal is
tested when a node is selected. Optimal with an admissible heuristic if closed nodes are reopened,
or if it is consistent; complete. Memory: the states put on open, which are ``visited``.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kernels import counters as at
from kernels.contract import Parameter, constants, domain, heuristic
from kernels.cores import best_first
from kernels.cores.best_first import (
    EXPANDED,
    GENERATED,
    NODES,
    STORED,
    fallback,
    make_space,
    open_list,
    path,
    specialise,
)
from kernels.cores.child import EVALUATES, child_key, child_value, is_dead, is_kept
from kernels.jit import compiled, inlined
from kernels.structures import hash_table as table
from kernels.structures import nodes as store

__all__ = ["fallback", "make_space", "path", "specialise"]

PARAMETERS = {
    "selection": Parameter(
        "choice",
        "auto",
        "children: all are made at each expansion (PEA*); auto: only those wanted, where the "
        "heuristic has update (EPEA*)",
        ("auto", "children"),
    ),
    **{name: best_first.PARAMETERS[name] for name in ("tie_break", "reopening", "open_list")},
}
USES_HEURISTIC = True
COMPLETE = True
MEMORY = "states put on open"

REOPEN = best_first.REOPEN  # settings are those of best-first search, and one more
MAKES_ALL = best_first.SEED + 1
FORESEES = hasattr(heuristic, "update")
NO_VALUE = 1 << 62


class Search(NamedTuple):
    """Arrays of a best-first search, and by node how far F lies above f (uint32)."""

    counters: np.ndarray
    levels: np.ndarray
    iterations: np.ndarray
    settings: np.ndarray
    state: np.ndarray
    key: np.ndarray
    operators: np.ndarray
    nodes: np.ndarray
    slots: np.ndarray
    open: Any
    above: np.ndarray
    values: np.ndarray


def optimal(params: dict[str, Any]) -> str:
    """With ``reopening: never`` only for a consistent heuristic."""
    return "cost" if params["reopening"] == "always" else "no"


def settings(params: dict[str, Any], seed: int | None) -> list[int]:
    """Weights 1 and 1, and whether all children are made."""
    common = {**params, "store_start": True}
    chosen = best_first.settings_of(common, weight_g=1, weight_h=1, seed=seed)
    return [*chosen, params["selection"] == "children"]


def allocate(workspace: Any, settings: np.ndarray) -> Search:
    """As many nodes as best-first search has; those on open are fewer."""
    common = best_first.allocate(workspace, settings)
    return Search(
        *common,
        above=workspace.array("above", len(common.nodes), np.uint32),
        values=workspace.array("values", constants.MAX_OPERATORS + 4, np.int64),
    )


def bytes_used(search: Search) -> int:
    """Bytes of all arrays in use."""
    return best_first.bytes_used(search) + 4 * int(search.counters[NODES])  # type: ignore[arg-type]


@compiled
def begin(search, T, H, start):
    """Put the start on open."""
    best_first.begin(search, T, H, start)
    search.above[0] = np.uint32(0)


@inlined
def _weigh(search, T, H, g, h, count):
    """Write f of the first ``count`` operators' children into ``values``; False if an h is bad.

    A dead end has NO_VALUE, which no expansion ever comes to.
    """
    for i in range(count):
        op = search.operators[np.uint64(i)]
        child_h = child_value(T, H, search.state, h, op)
        value = g + domain.cost(T, search.state, op) + child_h
        if not is_kept(child_h):
            if not is_dead(child_h):
                search.counters[at.BAD_VALUE] = child_h
                return False
            value = NO_VALUE
        search.values[np.uint64(i)] = value
    return True


@inlined
def _least_above(values, count, bound):
    """The least of the values over a bound, or NO_VALUE."""
    least = NO_VALUE
    for i in range(count):
        if values[np.uint64(i)] > bound:
            least = min(least, values[np.uint64(i)])
    return least


@compiled
def advance(search, T, H, expansions, generations):
    """Select, test and expand nodes."""
    counters, levels, settings, above = (
        search.counters,
        search.levels,
        search.settings,
        search.above,
    )
    state, key, operators, values = search.state, search.key, search.operators, search.values
    nodes, slots, queue, above = search.nodes, search.slots, search.open, search.above
    reopen, makes_all = settings[REOPEN] != 0, settings[MAKES_ALL] != 0 or not FORESEES
    n_slots, n_open = counters[at.SLOTS], counters[at.OPEN]
    n_nodes, deepest = counters[NODES], counters[at.LEVELS]
    status = at.RUNNING
    if counters[at.BAD_VALUE] != 0:
        return at.BAD_HEURISTIC
    if n_open < 0:
        return at.OUT_OF_RANGE
    while True:
        if n_open == 0:
            status = at.EXHAUSTED
            break
        if table.is_crowded(n_slots, n_nodes + constants.MAX_OPERATORS):
            status = at.NEEDS_SPACE
            break
        if n_nodes + constants.MAX_OPERATORS > len(nodes) or deepest + 1 >= len(levels):
            status = at.OUT_OF_MEMORY
            break
        node = open_list.best(queue)
        domain.unpack(T, nodes[node], state)
        g, h = store.g_of(nodes, node), store.h_of(nodes, node)
        depth, waited = store.depth_of(nodes, node), np.int64(above[node])
        if h == 0 and domain.is_goal(T, state):
            counters[at.GOAL] = np.int64(node)
            status = at.SOLVED
            break
        if expansions == 0 or generations <= 0:
            break
        open_list.drop_best(queue, nodes, node)
        n_open -= 1
        store.close(nodes, node)
        expansions -= 1
        levels[np.uint64(depth), EXPANDED] += 1
        deepest = max(deepest, depth + 2)
        via = store.operator_of(nodes, node)
        count = domain.generate(T, state, via, operators, 0)
        counters[at.EVALUATED] += EVALUATES * count
        if not _weigh(search, T, H, g, h, count):
            status = at.BAD_HEURISTIC
            break
        bound, made = g + h + waited, 0
        for i in range(count):
            op, child_f = operators[np.uint64(i)], values[np.uint64(i)]
            wanted = child_f == bound or (child_f < bound and waited == 0)
            made += 1 if wanted or makes_all else 0
            if not wanted:
                continue
            child_g = g + domain.cost(T, state, op)
            child_key(T, state, nodes[node], op, key)
            hashed = table.hash_of(key)
            child, slot = table.find(slots, n_slots, nodes, key, hashed)
            child_h = child_f - child_g
            if child == table.ABSENT:
                child = np.uint64(n_nodes)
                store.write(nodes, child, key, node, depth + 1, child_g, child_h, op)
                table.put(slots, slot, child, hashed)
                levels[np.uint64(depth + 1), STORED] += 1
                n_nodes += 1
            else:
                old_g = store.g_of(nodes, child)
                if child_g >= old_g:
                    continue
                if store.is_closed(nodes, child):
                    if not reopen:
                        continue
                    counters[at.REOPENED] += 1
                else:
                    old_bound = old_g + child_h + np.int64(above[child])
                    open_list.remove(queue, nodes, child, old_bound, child_h)
                    n_open -= 1
                store.lead(nodes, child, node, depth + 1, child_g, op)
            above[child] = np.uint32(0)
            n_open += 1
            if child_g > at.MAX_VALUE or not open_list.push(queue, nodes, child, child_f, child_h):
                status = at.OUT_OF_RANGE
                break
        generations -= made
        levels[np.uint64(depth + 1), GENERATED] += made
        later = _least_above(values, count, bound)
        if status == at.RUNNING and later != NO_VALUE:
            store.lead(nodes, node, store.parent_of(nodes, node), depth, g, via)
            above[node] = np.uint32(later - g - h)
            n_open += 1
            if not open_list.push(queue, nodes, node, later, h):
                status = at.OUT_OF_RANGE
        counters[at.PEAK_OPEN] = max(counters[at.PEAK_OPEN], n_open)
        if status != at.RUNNING:
            break
    counters[at.OPEN], counters[NODES], counters[at.LEVELS] = n_open, n_nodes, deepest
    counters[at.VISITED] = n_nodes
    return status

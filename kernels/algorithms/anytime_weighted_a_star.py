"""Anytime weighted A*: weighted A* that goes on to better solutions, the last of them optimal.

Hansen, E. A. & Zhou, R. 2007, "Anytime heuristic search", Journal of Artificial Intelligence
Research 28, 267-297. Nodes are selected by g + w * h. A child that is a goal becomes the incumbent
if its path is cheaper than that of the last one; a node or a child with g + h at least the
incumbent's cost is cut. The search ends when open is empty: with an admissible heuristic and closed
nodes reopened, the incumbent is then optimal.

The incumbent is the path over the parents as they are when it is found, and costs what that path
costs: less than the g of the goal where an ancestor has found a cheaper path meanwhile. It is kept,
so that a limit leaves the best solution so far. ``solutions`` has a row for each.

Counted: a child is generated when its parent is expanded; a node is expanded when it is selected
and not cut. Cut nodes are closed without being expanded; cut children are not stored, nor are
goals. Evaluations are the start's, and one for each child whose state is not stored then.
``visited`` is the states stored. The goal is tested when a child is generated. Complete. Memory:
the states stored.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kernels import counters as at
from kernels.algorithms import weighted_a_star
from kernels.algorithms.weighted_a_star import fault, specialise
from kernels.contract import constants, domain
from kernels.cores import best_first
from kernels.cores.best_first import (
    EXPANDED,
    GENERATED,
    NODES,
    STORED,
    fallback,
    make_space,
    open_list,
)
from kernels.cores.child import EVALUATES, child_key, child_value, is_dead, is_kept
from kernels.cores.look_ahead import is_goal_after
from kernels.jit import compiled, shared
from kernels.structures import hash_table as table
from kernels.structures import nodes as store

__all__ = ["fallback", "fault", "make_space", "specialise"]

PARAMETERS = {
    name: parameter
    for name, parameter in weighted_a_star.PARAMETERS.items()
    if name != "store_start"
}
USES_HEURISTIC = True
COMPLETE = True
MEMORY = "states stored"

WEIGHT_G, WEIGHT_H, REOPEN = best_first.WEIGHT_G, best_first.WEIGHT_H, best_first.REOPEN
MOST_SOLUTIONS = 1 << 20
NO_COST = 1 << 62
INCUMBENT = at.SCRATCH  # cost of the best solution so far, if there is one
STEPS = at.SCRATCH + 1  # operators of its path


class Search(NamedTuple):
    """Arrays of a best-first search; ``path`` (int64) of the best solution, backward."""

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
    solutions: np.ndarray
    path: np.ndarray


def optimal(params: dict[str, Any]) -> str:
    """With ``reopening: never`` a cheaper path may be passed over."""
    return "cost" if params["reopening"] == "always" else "no"


def settings(params: dict[str, Any], seed: int | None) -> list[int]:
    """As of weighted A*."""
    return weighted_a_star.settings({**params, "store_start": True}, seed)


def allocate(workspace: Any, settings: np.ndarray) -> Search:
    """As many nodes as best-first search has, and a path through all of them."""
    common = best_first.allocate(workspace, settings)
    return Search(
        *common,
        solutions=workspace.array("solutions", (MOST_SOLUTIONS + 2, 4), np.int64),
        path=workspace.array("path_operators", len(common.nodes) + 1, np.int64),
    )


def path(search: Search) -> list[int]:
    """Operators from the start to the goal, of the best solution."""
    operators: list[int] = search.path[: search.counters[STEPS]].tolist()
    return operators[::-1]


def bytes_used(search: Search) -> int:
    """Bytes of all arrays in use."""
    own = 8 * int(search.counters[STEPS]) + 32 * int(search.counters[at.SOLUTIONS])
    return best_first.bytes_used(search) + own  # type: ignore[arg-type]


@compiled
def begin(search, T, H, start):
    """Put the start on open; a start that is a goal is the incumbent, which cuts it."""
    best_first.begin(search, T, H, start)
    counters = search.counters
    if (
        counters[at.BAD_VALUE] == 0
        and counters[at.H_START] == 0
        and domain.is_goal(T, search.state)
    ):
        counters[at.SOLUTIONS] = 1
        for column in range(4):
            search.solutions[0, column] = 0


@shared
def _cost_of_path(search, T, node, op):
    """Copy the path that ``op`` ends at ``node`` into ``path``, backward; what it costs.

    ``state`` is the node's, and is so again afterwards.
    """
    nodes, state, steps = search.nodes, search.state, 0
    total, last = 0, node
    while True:
        total += domain.cost(T, state, op)
        search.path[np.uint64(steps)] = op
        steps += 1
        parent = store.parent_of(nodes, node)
        if parent == store.NONE:
            break
        op = store.operator_of(nodes, node)
        node = parent
        domain.unpack(T, nodes[node], state)
    domain.unpack(T, nodes[last], state)
    search.counters[STEPS] = steps
    return total


@shared
def _note_solution(search, cost, deepest):
    """Make a row of the solution in ``path``, with what was expanded and generated so far."""
    counters = search.counters
    row = search.solutions[np.uint64(counters[at.SOLUTIONS])]
    row[at.SOLUTION_COST], row[at.SOLUTION_DEPTH] = cost, counters[STEPS]
    row[at.SOLUTION_EXPANDED], row[at.SOLUTION_GENERATED] = 0, 0
    for level in range(deepest):
        row[at.SOLUTION_EXPANDED] += search.levels[np.uint64(level), EXPANDED]
        row[at.SOLUTION_GENERATED] += search.levels[np.uint64(level), GENERATED]
    counters[INCUMBENT] = cost
    counters[at.SOLUTIONS] += 1


@compiled
def advance(search, T, H, expansions, generations):
    """Select and expand nodes, until none is left."""
    counters, levels, settings = search.counters, search.levels, search.settings
    state, key, operators = search.state, search.key, search.operators
    nodes, slots, queue = search.nodes, search.slots, search.open
    weight_g, weight_h = settings[WEIGHT_G], settings[WEIGHT_H]
    reopen = settings[REOPEN] != 0
    n_slots, n_open = counters[at.SLOTS], counters[at.OPEN]
    n_nodes, deepest = counters[NODES], counters[at.LEVELS]
    incumbent = counters[INCUMBENT] if counters[at.SOLUTIONS] > 0 else NO_COST
    status = at.RUNNING
    if counters[at.BAD_VALUE] != 0:
        return at.BAD_HEURISTIC
    if n_open < 0:
        return at.OUT_OF_RANGE
    while True:
        if n_open == 0:
            status = at.EXHAUSTED if incumbent == NO_COST else at.SOLVED
            break
        if table.is_crowded(n_slots, n_nodes + constants.MAX_OPERATORS):
            status = at.NEEDS_SPACE
            break
        if n_nodes + constants.MAX_OPERATORS > len(nodes) or deepest + 1 >= len(levels):
            status = at.OUT_OF_MEMORY
            break
        if counters[at.SOLUTIONS] + constants.MAX_OPERATORS > MOST_SOLUTIONS:
            status = at.OUT_OF_MEMORY
            break
        node = open_list.best(queue)
        g, h = store.g_of(nodes, node), store.h_of(nodes, node)
        is_cut = g + h >= incumbent
        if not is_cut and (expansions == 0 or generations <= 0):
            break
        open_list.drop_best(queue, nodes, node)
        n_open -= 1
        store.close(nodes, node)
        if is_cut:
            continue
        domain.unpack(T, nodes[node], state)
        depth, via = store.depth_of(nodes, node), store.operator_of(nodes, node)
        expansions -= 1
        levels[np.uint64(depth), EXPANDED] += 1
        deepest = max(deepest, depth + 2)
        count = domain.generate(T, state, via, operators, 0)
        generations -= count
        for i in range(count):
            op = operators[np.uint64(i)]
            levels[np.uint64(depth + 1), GENERATED] += 1
            child_g = g + domain.cost(T, state, op)
            child_key(T, state, nodes[node], op, key)
            hashed = table.hash_of(key)
            child, slot = table.find(slots, n_slots, nodes, key, hashed)
            if child == table.ABSENT:
                child = np.uint64(n_nodes)
                child_h = child_value(T, H, state, h, op)
                counters[at.EVALUATED] += EVALUATES
                if not is_kept(child_h):
                    if is_dead(child_h):
                        continue
                    counters[at.BAD_VALUE] = child_h
                    status = at.BAD_HEURISTIC
                    break
                if child_g + child_h >= incumbent:
                    continue
                if child_h == 0 and is_goal_after(T, state, op):
                    incumbent = _cost_of_path(search, T, node, op)
                    _note_solution(search, incumbent, deepest)
                    continue
                store.write(nodes, child, key, node, depth + 1, child_g, child_h, op)
                table.put(slots, slot, child, hashed)
                levels[np.uint64(depth + 1), STORED] += 1
                n_nodes += 1
            else:
                old_g, child_h = store.g_of(nodes, child), store.h_of(nodes, child)
                if child_g >= old_g or child_g + child_h >= incumbent:
                    continue
                if store.is_closed(nodes, child):
                    if not reopen:
                        continue
                    counters[at.REOPENED] += 1
                else:
                    old_f = weight_g * old_g + weight_h * child_h
                    open_list.remove(queue, nodes, child, old_f, child_h)
                    n_open -= 1
                store.lead(nodes, child, node, depth + 1, child_g, op)
            f = weight_g * child_g + weight_h * child_h
            n_open += 1
            if child_g > at.MAX_VALUE or not open_list.push(queue, nodes, child, f, child_h):
                status = at.OUT_OF_RANGE
                break
        counters[at.PEAK_OPEN] = max(counters[at.PEAK_OPEN], n_open)
        if status != at.RUNNING:
            break
    counters[at.OPEN], counters[NODES], counters[at.LEVELS] = n_open, n_nodes, deepest
    counters[at.VISITED] = n_nodes
    return status

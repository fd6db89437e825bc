"""Iterative deepening: depth-first tree searches to depth 0, 1, 2, ... (Slate & Atkin 1977).

Slate, D. J. & Atkin, L. R. 1977, "Chess 4.5"; Korf, R. E. 1985, "Depth-first iterative-deepening:
an optimal admissible tree search", Artificial Intelligence 27, 97-109. Finds a solution with the
fewest operators. No heuristic. With ``duplicate_detection: path`` no state on the path is entered
again; else there is no duplicate detection but the domain's parent pruning. Memory is linear in the
depth.

Counted: a child is generated when its operator is chosen; a node above the limit is expanded when
its operators are asked for (again in each iteration). The start is tested before the first
iteration, any other node when it is generated. The bound of an iteration is its depth limit. No
states are stored: visited is 0. Ends without a solution after an iteration that met no node at its
limit: in a finite space always if the path is checked, and else only where there is no cycle.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kernels import counters as at
from kernels.contract import Parameter, constants, domain
from kernels.cores import cycle_check
from kernels.cores.deepest import DEEPEST
from kernels.cores.iterations import close_iteration
from kernels.jit import compiled
from kernels.structures.path_set import PathSet

PARAMETERS = {
    "duplicate_detection": Parameter(
        "choice",
        "none",
        "states that are not entered again: none, or those on the path",
        ("none", "path"),
    )
}
USES_HEURISTIC = False
OPTIMAL = "operators"
MEMORY = "path"
ITERATIVE = True

MAX_OPERATORS = constants.MAX_OPERATORS
ROW_BYTES = 8 * (3 + MAX_OPERATORS) + cycle_check.BYTES

# Columns of ``path``, by depth.
NEXT = np.uint64(0)  # place in ``operators`` of the next child
END = np.uint64(1)  # place behind the last child
VIA = np.uint64(2)  # the operator that led here

EXPANDED = np.uint64(at.LEVEL_EXPANDED)
GENERATED = np.uint64(at.LEVEL_GENERATED)
DEPTH = at.CURSOR
WAS_CUT = at.SCRATCH  # 1: this iteration met a node at its limit


class Search(NamedTuple):
    """The path from the start to the current node, and the operators still to try on it."""

    counters: np.ndarray
    levels: np.ndarray
    iterations: np.ndarray
    settings: np.ndarray
    state: np.ndarray
    key: np.ndarray
    path: np.ndarray
    operators: np.ndarray
    known: PathSet


def complete(params: dict[str, Any]) -> bool:
    """Only if the path is checked: else limits may rise without end where there is no solution."""
    return bool(params["duplicate_detection"] == "path")


def specialise(params: dict[str, Any]) -> dict[str, int]:
    """The duplicate detection."""
    return {"CYCLE_CHECK": int(params["duplicate_detection"] == "path")}


def settings(params: dict[str, Any], seed: int | None) -> list[int]:
    """None."""
    return []


def allocate(workspace: Any, settings: np.ndarray) -> Search:
    """Stacks for paths of ``DEEPEST`` operators."""
    return Search(
        counters=workspace.array("counters", at.SIZE, np.int64),
        levels=workspace.array("levels", (DEEPEST + 2, 3), np.int64),
        iterations=workspace.array("iterations", (DEEPEST, 3), np.int64),
        settings=settings,
        state=workspace.array("state", constants.STATE_SIZE, np.int64),
        key=workspace.array("key", constants.WORDS, np.uint64),
        path=workspace.array("deep_path", (DEEPEST + 2, 3), np.int64),
        operators=workspace.array("operators", (DEEPEST + 3) * MAX_OPERATORS, np.int64),
        known=cycle_check.allocate(workspace, DEEPEST),
    )


def path(search: Search) -> list[int]:
    """Operators from the start to the goal."""
    return [int(op) for op in search.path[1 : search.counters[DEPTH] + 1, VIA]]


def bytes_used(search: Search) -> int:
    """Bytes of the stacks in use."""
    return int(search.counters[at.LEVELS]) * ROW_BYTES


@compiled
def begin(search, T, H, start):
    """Close the iteration with limit 0, which meets the start at its limit."""
    counters = search.counters
    for i in range(constants.STATE_SIZE):
        search.state[i] = start[i]
    cycle_check.start(search.known, T, search.state, search.key)
    search.path[0, VIA] = domain.NO_OPERATOR
    counters[at.LEVELS] = 1
    if not domain.is_goal(T, search.state):
        close_iteration(counters, search.levels, search.iterations)
        counters[at.BOUND] = 1


@compiled
def advance(search, T, H, expansions, generations):
    """Go on. Between calls, ``state`` is a node above the limit that is still to be expanded."""
    counters, levels, state, key = search.counters, search.levels, search.state, search.key
    stack, operators, known = search.path, search.operators, search.known
    limit, depth, deepest = counters[at.BOUND], counters[DEPTH], counters[at.LEVELS]
    was_cut = counters[WAS_CUT]
    status = at.RUNNING if limit > 0 else at.SOLVED
    while status == at.RUNNING and expansions > 0 and generations > 0:
        if limit == DEEPEST:
            status = at.OUT_OF_MEMORY
            break
        expansions -= 1
        levels[np.uint64(depth), EXPANDED] += 1
        deepest = max(deepest, depth + 2)
        place = depth * MAX_OPERATORS
        via = stack[np.uint64(depth), VIA]
        end = place + domain.generate(T, state, via, operators, place)
        entered = False
        while not entered:
            if place == end:
                if depth == 0:
                    break
                cycle_check.leave(known, depth)
                domain.undo(T, state, via)
                depth -= 1
                row = stack[np.uint64(depth)]
                place, end, via = row[NEXT], row[END], row[VIA]
                continue
            op = operators[np.uint64(place)]
            place += 1
            levels[np.uint64(depth + 1), GENERATED] += 1
            generations -= 1
            domain.apply(T, state, op)
            at_goal = domain.is_goal(T, state)
            if not at_goal:
                if cycle_check.knows(known, T, state, key):
                    domain.undo(T, state, op)
                    continue
                if depth + 1 == limit:
                    was_cut = 1
                    domain.undo(T, state, op)
                    continue
                cycle_check.enter(known, key, depth + 1)
            row = stack[np.uint64(depth)]
            row[NEXT], row[END] = place, end
            depth += 1
            via = op
            stack[np.uint64(depth), VIA] = op
            entered = True
            if at_goal:
                status = at.SOLVED
        if not entered:
            if was_cut == 0:
                status = at.EXHAUSTED
            else:
                counters[at.LEVELS] = deepest
                close_iteration(counters, levels, search.iterations)
                limit += 1
                was_cut = 0
                counters[at.BOUND] = limit
    counters[DEPTH], counters[at.LEVELS], counters[WAS_CUT] = depth, deepest, was_cut
    return status

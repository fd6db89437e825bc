"""IDA*: depth-first searches bounded by f = g + h, with a bound that rises (Korf 1985).

Korf, R. E. 1985, "Depth-first iterative-deepening: an optimal admissible tree search", Artificial
Intelligence 27, 97-109. The first bound is h of the start; each next one is the least f that went
over the last. Children come in operator order and are generated one at a time; one over the bound
is cut, a goal within it ends the search at once. No duplicate detection but the domain's parent
pruning; or, with ``duplicate_detection: path``, a child within the bound whose state is on the path
is dropped. Then every path is simple, so that in a finite space each iteration ends, whatever
operators cost, and so do the iterations.

Counted: a child is generated when its operator is chosen, within the bound or not; a node is
expanded when its operators are asked for (the start once in each iteration); evaluations are the
start's and one for each child generated, since the bound is looked at before the path: a state on
the path that is over the bound counts for the next bound. No states are stored: visited is 0.
Memory is linear in the depth.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kernels import counters as at
from kernels.contract import Parameter, constants, domain
from kernels.cores import cost_path, cycle_check
from kernels.cores.child import EVALUATES, begin_with, child_value, is_dead, is_kept, start_value
from kernels.cores.cost_path import COST, END, MAX_OPERATORS, NEXT, VALUE, VIA
from kernels.cores.deepest import DEEPEST
from kernels.cores.iterations import close_iteration
from kernels.jit import compiled, inlined
from kernels.structures.path_set import PathSet

PARAMETERS = {
    "duplicate_detection": Parameter(
        "choice",
        "none",
        "states that are not entered again: none, or those on the path",
        ("none", "path"),
    )
}
USES_HEURISTIC = True
OPTIMAL = "cost"
MEMORY = "path"
ITERATIVE = True

NO_BOUND = 1 << 62
EXPANDED = np.uint64(at.LEVEL_EXPANDED)
GENERATED = np.uint64(at.LEVEL_GENERATED)
NEXT_BOUND = at.SCRATCH
DEPTH = at.CURSOR


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
    """Only if the path is checked: else bounds may rise without end where there is no solution."""
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
        path=cost_path.rows(workspace),
        operators=cost_path.operators(workspace),
        known=cycle_check.allocate(workspace, DEEPEST),
    )


def path(search: Search) -> list[int]:
    """Operators from the start to the goal."""
    return cost_path.leading_to(search.path, int(search.counters[DEPTH]))


def bytes_used(search: Search) -> int:
    """Bytes of the stacks in use."""
    return int(search.counters[at.LEVELS]) * cost_path.ROW_BYTES


@compiled
def begin(search, T, H, start):
    """Set the bound to h of the start."""
    counters, state = search.counters, search.state
    for i in range(constants.STATE_SIZE):
        state[i] = start[i]
    cycle_check.start(search.known, T, state, search.key)
    h = start_value(T, H, state)
    begin_with(counters, h)
    counters[at.BOUND] = h
    counters[at.LEVELS] = 1
    counters[NEXT_BOUND] = NO_BOUND
    cost_path.put(search.path, 0, h, 0, domain.NO_OPERATOR)


@inlined
def _is_on_path(known, T, state, key, op):
    """Whether the child is; ``key`` becomes its packed state."""
    domain.apply(T, state, op)
    found = cycle_check.knows(known, T, state, key)
    domain.undo(T, state, op)
    return found


@compiled
def advance(search, T, H, expansions, generations):
    """Go on. Between calls, ``state`` is a node within the bound that is still to be expanded."""
    counters, levels, state, key = search.counters, search.levels, search.state, search.key
    stack, operators, known = search.path, search.operators, search.known
    bound, next_bound = counters[at.BOUND], counters[NEXT_BOUND]
    deepest, depth = counters[at.LEVELS], counters[DEPTH]
    row = stack[np.uint64(depth)]
    h, g, via = row[VALUE], row[COST], row[VIA]
    allowed = generations
    status = at.RUNNING
    if counters[at.BAD_VALUE] != 0:
        status = at.BAD_HEURISTIC
    elif depth == 0 and h == 0 and domain.is_goal(T, state):
        status = at.SOLVED
    while status == at.RUNNING and expansions > 0 and generations > 0:
        if depth == DEEPEST:
            status = at.OUT_OF_MEMORY
            break
        expansions -= 1
        levels[np.uint64(depth), EXPANDED] += 1
        deepest = max(deepest, depth + 2)
        place = depth * MAX_OPERATORS
        end = place + domain.generate(T, state, via, operators, place)
        within = False
        while not within:
            if place == end:
                if depth == 0:
                    break
                cycle_check.leave(known, depth)
                domain.undo(T, state, via)
                depth -= 1
                row = stack[np.uint64(depth)]
                place, end, h, g, via = row[NEXT], row[END], row[VALUE], row[COST], row[VIA]
                continue
            op = operators[np.uint64(place)]
            place += 1
            levels[np.uint64(depth + 1), GENERATED] += 1
            generations -= 1
            child_h = child_value(T, H, state, h, op)
            child_g = g + domain.cost(T, state, op)
            if child_g + child_h > bound and child_h <= at.MAX_VALUE:
                next_bound = min(next_bound, child_g + child_h)
                continue
            if not is_kept(child_h):
                if is_dead(child_h):
                    continue
                counters[at.BAD_VALUE] = child_h
                status = at.BAD_HEURISTIC
                break
            if cycle_check.CHECKS and _is_on_path(known, T, state, key, op):
                continue
            within = True
            row = stack[np.uint64(depth)]
            row[NEXT], row[END] = place, end
            domain.apply(T, state, op)
            depth += 1
            cycle_check.enter(known, key, depth)
            h, g, via = child_h, child_g, op
            row = stack[np.uint64(depth)]
            row[VALUE], row[COST], row[VIA] = h, g, via
            if h == 0 and domain.is_goal(T, state):
                status = at.SOLVED
        if not within and status == at.RUNNING:
            if next_bound == NO_BOUND:
                status = at.EXHAUSTED
            elif counters[at.ITERATIONS] + 2 > len(search.iterations):
                status = at.OUT_OF_MEMORY
            else:
                counters[at.LEVELS] = deepest
                close_iteration(counters, levels, search.iterations)
                bound, next_bound = next_bound, NO_BOUND
                counters[at.BOUND] = bound
    counters[NEXT_BOUND], counters[at.LEVELS], counters[DEPTH] = next_bound, deepest, depth
    counters[at.EVALUATED] += EVALUATES * (allowed - generations)
    return status

"""IDA*: depth-first searches bounded by f = g + h, with a bound that rises (Korf 1985).

Korf, R. E. 1985, "Depth-first iterative-deepening: an optimal admissible tree search", Artificial
Intelligence 27, 97-109. The first bound is h of the start; each next one is the least f that went
over the last. Children come in operator order and are generated one at a time; one over the bound
is cut, a goal within it ends the search at once. No duplicate detection but the domain's parent
pruning.

Counted: a child is generated when its operator is chosen, within the bound or not; a node is
expanded when its operators are asked for (the start once in each iteration); evaluations are the
start's and one for each child generated. No states are stored: visited is 0. Memory is linear in
the depth.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kernels import counters as at
from kernels.contract import constants, domain
from kernels.cores.child import EVALUATES, child_value, start_value
from kernels.cores.iterations import close_iteration
from kernels.jit import compiled

PARAMETERS: dict[str, Any] = {}
USES_HEURISTIC = True
OPTIMAL = True
ITERATIVE = True

MAX_OPERATORS = constants.MAX_OPERATORS
NO_BOUND = 1 << 62
DEEPEST = 1 << 20  # operators on the path; reserved, not filled

ROW_BYTES = 8 * (5 + MAX_OPERATORS)

# Columns of ``path``, by depth.
NEXT = np.uint64(0)  # place in ``operators`` of the next child
END = np.uint64(1)  # place behind the last child
VALUE = np.uint64(2)  # h
COST = np.uint64(3)  # g
VIA = np.uint64(4)  # the operator that led here

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
    path: np.ndarray
    operators: np.ndarray


def specialise(params: dict[str, Any]) -> dict[str, int]:
    """Nothing beside the domain's constants."""
    return {}


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
        path=workspace.array("path", (DEEPEST + 2, 5), np.int64),
        operators=workspace.array("operators", (DEEPEST + 3) * MAX_OPERATORS, np.int64),
    )


def path(search: Search) -> list[int]:
    """Operators from the start to the goal."""
    return [int(op) for op in search.path[1 : search.counters[DEPTH] + 1, VIA]]


def bytes_used(search: Search) -> int:
    """Bytes of the stacks in use."""
    return int(search.counters[at.LEVELS]) * ROW_BYTES


@compiled
def begin(search, T, H, start):
    """Set the bound to h of the start."""
    counters, state = search.counters, search.state
    for i in range(constants.STATE_SIZE):
        state[i] = start[i]
    h = start_value(T, H, state)
    counters[at.H_START] = h
    counters[at.BAD_VALUE] = h if h < 0 or h > at.MAX_VALUE else 0
    counters[at.BOUND] = h
    counters[at.EVALUATED] = EVALUATES
    counters[at.LEVELS] = 1
    counters[NEXT_BOUND] = NO_BOUND
    search.path[0, VALUE] = h
    search.path[0, COST] = 0
    search.path[0, VIA] = domain.NO_OPERATOR


@compiled
def advance(search, T, H, expansions, generations):
    """Go on. Between calls, ``state`` is a node within the bound that is still to be expanded."""
    counters, levels, state = search.counters, search.levels, search.state
    stack, operators = search.path, search.operators
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
            if child_g + child_h > bound:
                if child_h > at.MAX_VALUE:
                    counters[at.BAD_VALUE] = child_h
                    status = at.BAD_HEURISTIC
                    break
                next_bound = min(next_bound, child_g + child_h)
                continue
            within = True
            row = stack[np.uint64(depth)]
            row[NEXT], row[END] = place, end
            domain.apply(T, state, op)
            depth += 1
            h, g, via = child_h, child_g, op
            row = stack[np.uint64(depth)]
            row[VALUE], row[COST], row[VIA] = h, g, via
            if h < 0 or h > at.MAX_VALUE:
                counters[at.BAD_VALUE] = h
                status = at.BAD_HEURISTIC
            elif h == 0 and domain.is_goal(T, state):
                status = at.SOLVED
        if not within and status == at.RUNNING:
            if next_bound == NO_BOUND:
                status = at.EXHAUSTED
            else:
                counters[at.LEVELS] = deepest
                close_iteration(counters, levels, search.iterations)
                bound, next_bound = next_bound, NO_BOUND
                counters[at.BOUND] = bound
    counters[NEXT_BOUND], counters[at.LEVELS], counters[DEPTH] = next_bound, deepest, depth
    counters[at.EVALUATED] += EVALUATES * (allowed - generations)
    return status

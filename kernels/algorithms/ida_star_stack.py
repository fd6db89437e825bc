"""IDA* over a stack of nodes: a node's children are all generated before any is looked at.

Iterative deepening A* (Korf 1985, "Depth-first iterative-deepening: an optimal admissible tree
search", Artificial Intelligence 27, 97-109) as programs without recursion often have it. A node is
popped: if it is a goal, the search ends; if its f = g + h is over the bound, it is dropped; else
all of its children are put on the stack, the last one on top. So children are entered in the
opposite of operator order, a goal is seen later than when it is generated, and children over the
bound take room and are counted. No duplicate detection.

The bound begins at h of the start. With ``next_bound: plus_one`` it rises by one; with
``least_excess`` to the least f that was over it. A goal is accepted although it is over the bound,
so that a solution may cost more than the least by as much as the last operator's cost; where all
solutions of a problem are alike modulo 2, as the pushes of a Sokoban level are, and operators cost
1, it is optimal nevertheless.

Counted: all children of an expanded node are generated, and evaluated; a child whose h is DEAD_END
is not put on the stack; a node is expanded when its children are made (the start once in each
iteration). No states are stored: visited is 0.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kernels import counters as at
from kernels.contract import Parameter, constants, domain
from kernels.cores import cost_path
from kernels.cores.child import EVALUATES, begin_with, child_value, is_dead, is_kept, start_value
from kernels.cores.cost_path import COST, END, MAX_OPERATORS, NEXT, VALUE, VIA
from kernels.cores.deepest import DEEPEST
from kernels.cores.iterations import close_iteration
from kernels.jit import compiled

PARAMETERS = {
    "next_bound": Parameter(
        "choice",
        "plus_one",
        "how the bound rises: by one, or to the least f that was over it",
        ("plus_one", "least_excess"),
    )
}
USES_HEURISTIC = True
OPTIMAL = "no"
COMPLETE = False
MEMORY = "path, and its nodes' children"
ITERATIVE = True

NO_BOUND = 1 << 62
PLUS_ONE = 0  # field of ``settings``

EXPANDED = np.uint64(at.LEVEL_EXPANDED)
GENERATED = np.uint64(at.LEVEL_GENERATED)
NEXT_BOUND = at.SCRATCH
DEPTH = at.CURSOR


class Search(NamedTuple):
    """The path from the start to the current node, and the children on the stack.

    ``operators`` and ``values`` hold, for each node on the path, its children that are still on the
    stack: their operators and their h.
    """

    counters: np.ndarray
    levels: np.ndarray
    iterations: np.ndarray
    settings: np.ndarray
    state: np.ndarray
    path: np.ndarray
    operators: np.ndarray
    values: np.ndarray


def specialise(params: dict[str, Any]) -> dict[str, int]:
    """No duplicate detection."""
    return {"CYCLE_CHECK": 0}


def settings(params: dict[str, Any], seed: int | None) -> list[int]:
    """Whether the bound rises by one."""
    return [int(params["next_bound"] == "plus_one")]


def allocate(workspace: Any, settings: np.ndarray) -> Search:
    """Stacks for paths of ``DEEPEST`` operators."""
    return Search(
        counters=workspace.array("counters", at.SIZE, np.int64),
        levels=workspace.array("levels", (DEEPEST + 2, 3), np.int64),
        iterations=workspace.array("iterations", (DEEPEST, 3), np.int64),
        settings=settings,
        state=workspace.array("state", constants.STATE_SIZE, np.int64),
        path=cost_path.rows(workspace),
        operators=cost_path.operators(workspace),
        values=workspace.array("values", (DEEPEST + 3) * MAX_OPERATORS, np.int64),
    )


def path(search: Search) -> list[int]:
    """Operators from the start to the goal."""
    return cost_path.leading_to(search.path, int(search.counters[DEPTH]))


def bytes_used(search: Search) -> int:
    """Bytes of the stacks in use."""
    return int(search.counters[at.LEVELS]) * (cost_path.ROW_BYTES + 8 * MAX_OPERATORS)


@compiled
def begin(search, T, H, start):
    """Set the bound to h of the start."""
    counters, state = search.counters, search.state
    for i in range(constants.STATE_SIZE):
        state[i] = start[i]
    h = start_value(T, H, state)
    begin_with(counters, h)
    counters[at.BOUND] = h
    counters[at.LEVELS] = 1
    counters[NEXT_BOUND] = NO_BOUND
    cost_path.put(search.path, 0, h, 0, domain.NO_OPERATOR)


@compiled
def advance(search, T, H, expansions, generations):
    """Go on. Between calls, ``state`` is a node within the bound that is still to be expanded."""
    counters, levels, state = search.counters, search.levels, search.state
    stack, operators, values = search.path, search.operators, search.values
    plus_one = search.settings[PLUS_ONE] != 0
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
        first = depth * MAX_OPERATORS
        count = domain.generate(T, state, via, operators, first)
        levels[np.uint64(depth + 1), GENERATED] += count
        generations -= count
        last = first
        for place in range(first, first + count):
            op = operators[np.uint64(place)]
            child_h = child_value(T, H, state, h, op)
            if is_kept(child_h):
                operators[np.uint64(last)], values[np.uint64(last)] = op, child_h
                last += 1
            elif not is_dead(child_h):
                counters[at.BAD_VALUE] = child_h
                status = at.BAD_HEURISTIC
        row = stack[np.uint64(depth)]
        row[NEXT], row[END] = last, first
        within = False
        while not within and status == at.RUNNING:
            row = stack[np.uint64(depth)]
            if row[NEXT] == row[END]:
                if depth == 0:
                    break
                domain.undo(T, state, row[VIA])
                depth -= 1
                continue
            row[NEXT] -= 1
            op, h = operators[np.uint64(row[NEXT])], values[np.uint64(row[NEXT])]
            g, via = row[COST] + domain.cost(T, state, op), op
            if h > 0 and g + h > bound:
                next_bound = min(next_bound, g + h)
                continue
            domain.apply(T, state, op)
            if g + h > bound and not domain.is_goal(T, state):
                next_bound = min(next_bound, g + h)
                domain.undo(T, state, op)
                continue
            within = True
            depth += 1
            cost_path.put(stack, depth, h, g, via)
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
                bound, next_bound = bound + 1 if plus_one else next_bound, NO_BOUND
                counters[at.BOUND] = bound
                row = stack[np.uint64(0)]
                h, g, via = row[VALUE], row[COST], row[VIA]
    counters[NEXT_BOUND], counters[at.LEVELS], counters[DEPTH] = next_bound, deepest, depth
    counters[at.EVALUATED] += EVALUATES * (allowed - generations)
    return status

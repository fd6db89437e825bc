"""Depth-first branch and bound: goes on to better solutions until none is left.

Lawler, E. L. & Wood, D. E. 1966, "Branch-and-bound methods: a survey", Operations Research 14,
699-719; Zhang, W. & Korf, R. E. 1995, "Performance of linear-space search algorithms", Artificial
Intelligence 79, 241-292. A child is cut if f = g + h is not below the cost of the best solution so
far (at first not below ``upper_bound`` + 1); a goal that is not cut is a better solution; any other
child is entered, unless it is a duplicate. What a duplicate is, ``duplicate_detection`` says:

* ``path``: a state on the path. ``none``: no state is.
* ``table``: a state entered before with g no greater (and, with a depth limit, by no more
  operators). One that is entered again counts as reopened.

Counted: a node's children are generated and evaluated all at once when it is expanded, whether they
are cut or not; evaluations are the start's and these. A goal is never expanded, nor is a node at
the depth limit. The goal is tested when a child's turn comes. ``visited`` is the states in the
table, which are those entered, and 0 without it.

Optimal with an admissible heuristic, without a depth limit. Complete in a finite space if neither a
bound nor a limit is given and duplicates are detected. Memory: the path; with a table also the
states entered. Without an upper bound the first way down may be as long as the space has states.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kernels import counters as at
from kernels.contract import Parameter, constants, domain
from kernels.cores import entered_states, ordered_children
from kernels.cores.child import EVALUATES, begin_with, start_value
from kernels.cores.deepest import DEEPEST
from kernels.cores.entered_states import Entered
from kernels.cores.ordered_children import Children
from kernels.cores.solutions import add_solution
from kernels.jit import compiled, shared

PARAMETERS = {
    "order": Parameter(
        "choice", "f", "order of a node's children: by f, or as they come", ("f", "operator")
    ),
    "upper_bound": Parameter(
        "integer", None, "most that a solution may cost; none: anything", minimum=0
    ),
    "depth_limit": Parameter(
        "integer", None, "operators on the longest path; none: no limit", minimum=0
    ),
    "duplicate_detection": Parameter(
        "choice",
        "path",
        "states that are not entered again: those on the path, none, or those entered as cheaply",
        ("path", "none", "table"),
    ),
}
USES_HEURISTIC = True
MEMORY = "path; with a table also the states entered"
GIVES_UP = "no solution within the upper bound and the depth limit"

MAX_OPERATORS = constants.MAX_OPERATORS
NO_BOUND = NO_LIMIT = 1 << 62
MOST_SOLUTIONS = 1 << 20
ROW_BYTES = 8 * 6 + ordered_children.BYTES

BY_F, UPPER_BOUND, LIMIT = range(3)  # fields of ``settings``

# Columns of ``path``, by depth.
NEXT = np.uint64(0)  # place of the next child
END = np.uint64(1)  # place behind the last child
VALUE = np.uint64(2)  # h
COST = np.uint64(3)  # g
VIA = np.uint64(4)  # the operator that led here

EXPANDED = np.uint64(at.LEVEL_EXPANDED)
GENERATED = np.uint64(at.LEVEL_GENERATED)
DEPTH = at.CURSOR
ENTERING = at.SCRATCH  # 1: the node at DEPTH is still to be expanded
WAS_CUT = at.SCRATCH + 1  # 1: bound or limit cut something before there was a solution


class Search(NamedTuple):
    """The path to the current node, the children of the nodes on it, and the best solution."""

    counters: np.ndarray
    levels: np.ndarray
    iterations: np.ndarray
    solutions: np.ndarray
    settings: np.ndarray
    state: np.ndarray
    path: np.ndarray
    children: Children
    entered: Entered
    best: np.ndarray


def optimal(params: dict[str, Any]) -> str:
    """Within a depth limit a cheaper solution may be out of reach."""
    return "cost" if params["depth_limit"] is None else "no"


def complete(params: dict[str, Any]) -> bool:
    """Without bound and limit, and without running round a cycle for ever."""
    bounds = (params["upper_bound"], params["depth_limit"])
    return bounds == (None, None) and params["duplicate_detection"] != "none"


def specialise(params: dict[str, Any]) -> dict[str, int]:
    """The duplicate detection."""
    chosen = params["duplicate_detection"]
    return {"TABLE": int(chosen == "table"), "CYCLE_CHECK": int(chosen == "path")}


def settings(params: dict[str, Any], seed: int | None) -> list[int]:
    """Order, first bound (which no f may reach) and depth limit."""
    upper_bound, limit = params["upper_bound"], params["depth_limit"]
    return [
        params["order"] == "f",
        NO_BOUND if upper_bound is None else upper_bound + 1,
        NO_LIMIT if limit is None else limit,
    ]


def allocate(workspace: Any, settings: np.ndarray) -> Search:
    """Stacks for paths of ``DEEPEST`` operators; with a table, as many states as memory holds."""
    return Search(
        counters=workspace.array("counters", at.SIZE, np.int64),
        levels=workspace.array("levels", (DEEPEST + 2, 3), np.int64),
        iterations=workspace.array("iterations", (1, 3), np.int64),
        solutions=workspace.array("solutions", (MOST_SOLUTIONS + 1, 4), np.int64),
        settings=settings,
        state=workspace.array("state", constants.STATE_SIZE, np.int64),
        path=workspace.array("path", (DEEPEST + 2, 5), np.int64),
        children=ordered_children.allocate(workspace, DEEPEST),
        entered=entered_states.allocate(workspace, DEEPEST),
        best=workspace.array("best_path", DEEPEST + 2, np.int64),
    )


def path(search: Search) -> list[int]:
    """Operators of the best solution, from the start to the goal."""
    last = search.solutions[search.counters[at.SOLUTIONS] - 1]
    return [int(op) for op in search.best[: last[at.SOLUTION_DEPTH]]]


def bytes_used(search: Search) -> int:
    """Bytes of the stacks in use, and of the states kept."""
    counts = search.counters
    found = int(counts[at.SOLUTIONS]) * 32
    return int(counts[at.LEVELS]) * ROW_BYTES + found + entered_states.bytes_used(counts)


@compiled
def begin(search, T, H, start):
    """Enter the start, if it is neither a goal nor cut."""
    counters, state = search.counters, search.state
    for i in range(constants.STATE_SIZE):
        state[i] = start[i]
    h = start_value(T, H, state)
    counters[at.LEVELS] = 1
    counters[at.BOUND] = search.settings[UPPER_BOUND]
    entered_states.reset(search.entered, counters)
    row = search.path[0]
    row[NEXT], row[END], row[VALUE], row[COST], row[VIA] = 0, 0, h, 0, domain.NO_OPERATOR
    if not begin_with(counters, h):
        return
    if h >= counters[at.BOUND]:
        counters[WAS_CUT] = 1
    elif h == 0 and domain.is_goal(T, state):
        add_solution(counters, search.levels, search.solutions, 0, 0)
    elif search.settings[LIMIT] == 0:
        counters[WAS_CUT] = 1
    else:
        entered_states.enter(search.entered, counters, search.levels, T, state, 0, 0, False)
        counters[ENTERING] = 1


@compiled
def make_space(search):
    """Make the table half as large again."""
    entered_states.make_space(search.entered, search.counters)


@shared
def _keep(search, op, cost, depth):
    """Keep a better solution: the operators of the path, then ``op``."""
    counters = search.counters
    for i in range(1, depth):
        search.best[np.uint64(i - 1)] = search.path[np.uint64(i), VIA]
    search.best[np.uint64(depth - 1)] = op
    add_solution(counters, search.levels, search.solutions, cost, depth)


@compiled
def advance(search, T, H, expansions, generations):
    """Go on. Between calls, ``state`` is a node that is still to be expanded."""
    counters, levels, state = search.counters, search.levels, search.state
    stack, children, entered = search.path, search.children, search.entered
    by_f, limit = search.settings[BY_F] != 0, search.settings[LIMIT]
    depth, entering, bound = counters[DEPTH], counters[ENTERING] != 0, counters[at.BOUND]
    status = at.RUNNING if counters[at.BAD_VALUE] == 0 else at.BAD_HEURISTIC
    while status == at.RUNNING:
        row = stack[np.uint64(depth)]
        if entering:
            if expansions == 0 or generations <= 0:
                break
            status = entered_states.room(entered, counters)
            if depth == DEEPEST or counters[at.SOLUTIONS] == MOST_SOLUTIONS:
                status = at.OUT_OF_MEMORY
            if status != at.RUNNING:
                break
            expansions -= 1
            levels[np.uint64(depth), EXPANDED] += 1
            counters[at.LEVELS] = max(counters[at.LEVELS], depth + 2)
            place = depth * MAX_OPERATORS
            end = ordered_children.generate(
                children, T, H, state, row[VALUE], row[COST], row[VIA], place
            )
            generations -= end - place
            levels[np.uint64(depth + 1), GENERATED] += end - place
            counters[at.EVALUATED] += EVALUATES * (end - place)
            counters[at.BAD_VALUE] = ordered_children.bad_value(children, place, end)
            if counters[at.BAD_VALUE] != 0:
                status = at.BAD_HEURISTIC
                break
            end = ordered_children.drop_dead_ends(children, place, end)
            row[NEXT], row[END] = place, end
            if by_f:
                ordered_children.sort(children, place, end, 1)
            entering = False
        if row[NEXT] == row[END]:
            if depth == 0:
                status = at.EXHAUSTED if counters[WAS_CUT] == 0 else at.CUT_OFF
                status = at.SOLVED if counters[at.SOLUTIONS] > 0 else status
                break
            entered_states.leave(entered, depth)
            domain.undo(T, state, row[VIA])
            depth -= 1
            continue
        child = np.uint64(row[NEXT])
        row[NEXT] += 1
        op, h, g = children.operators[child], children.h[child], children.g[child]
        if g + h >= bound:
            counters[WAS_CUT] = 1
            continue
        domain.apply(T, state, op)
        if h == 0 and domain.is_goal(T, state):
            _keep(search, op, g, depth + 1)
            bound = g
        elif depth + 1 == limit:
            counters[WAS_CUT] = 1
        elif g > entered_states.GREATEST_G:
            status = at.OUT_OF_RANGE
        elif entered_states.enter(
            entered, counters, levels, T, state, g, depth + 1, limit != NO_LIMIT
        ):
            depth += 1
            row = stack[np.uint64(depth)]
            row[VALUE], row[COST], row[VIA] = h, g, op
            entering = True
            continue
        domain.undo(T, state, op)
    counters[DEPTH], counters[ENTERING], counters[at.BOUND] = depth, int(entering), bound
    return status

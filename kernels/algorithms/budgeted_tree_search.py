"""Budgeted tree search: IDA* whose limits grow with the work that they make (Helmert et al. 2019).

Helmert, M., Lattimore, T., Lelis, L. H. S., Orseau, L. & Sturtevant, N. R. 2019, "Iterative
budgeted exponential search", IJCAI, 1249-1257. IDA* expands of the order of N^2 nodes where each
iteration adds few to the last one, which is what operators of many costs do. Here an iteration that
grew by less than ``c1`` is followed by depth-first searches with larger cost limits and a budget of
``c2`` times its expansions, by doubling steps and then by halving, until one falls between the two
factors: of the order of N log C in all, for solutions of cost C. ``kernels.cores.budget_control``
says which limit is tried when.

A node is cut where its f is over the limit, or at least the cost of the best solution known. That
solution is proven cheapest when no f that is left is below it: optimal in cost with an admissible
heuristic. No duplicate detection but the domain's parent pruning; or, with ``duplicate_detection:
path``, a child within the limit whose state is on the path is dropped, and the search is complete
in finite spaces.

Counted: a child is generated when its operator is chosen, within the limit or not; a node is
expanded when its operators are asked for; evaluations are the start's and one for each child
generated. The goal is tested on generation, within the limit. Each search with a limit is an
iteration; bounds also fall. Each better solution is recorded when it is found. No states are
stored: visited is 0. Memory is linear in the depth.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kernels import counters as at
from kernels.contract import Parameter, constants, domain
from kernels.cores import budget_control as control
from kernels.cores import cost_path, cycle_check
from kernels.cores.budget_control import ABOVE, ALLOWED, BELOW, BEST, LOWER, USED
from kernels.cores.child import EVALUATES, begin_with, child_value, is_dead, is_kept, start_value
from kernels.cores.cost_path import COST, END, MAX_OPERATORS, NEXT, VALUE, VIA
from kernels.cores.deepest import DEEPEST
from kernels.cores.solutions import add_solution
from kernels.jit import compiled, inlined
from kernels.structures.path_set import PathSet

PARAMETERS = {
    "c1": Parameter(
        "integer", 2, "least factor by which an iteration shall grow", minimum=1, maximum=1 << 20
    ),
    "c2": Parameter(
        "integer", 8, "greatest factor by which it may grow", minimum=2, maximum=1 << 20
    ),
    "duplicate_detection": Parameter(
        "choice",
        "none",
        "states that are not entered again: none, or those on the path",
        ("none", "path"),
    ),
}
USES_HEURISTIC = True
OPTIMAL = "cost"
MEMORY = "path"
ITERATIVE = True

EXPANDED = np.uint64(at.LEVEL_EXPANDED)
GENERATED = np.uint64(at.LEVEL_GENERATED)
DEPTH = at.CURSOR


class Search(NamedTuple):
    """The path from the start to the current node, operators still to try, and the best path."""

    counters: np.ndarray
    levels: np.ndarray
    iterations: np.ndarray
    solutions: np.ndarray
    settings: np.ndarray
    state: np.ndarray
    key: np.ndarray
    path: np.ndarray
    operators: np.ndarray
    best: np.ndarray
    known: PathSet


def fault(params: dict[str, Any]) -> str | None:
    """Something has to lie between the factors."""
    if params["c1"] < params["c2"]:
        return None
    return f"c1 = {params['c1']} has to be less than c2 = {params['c2']}"


def complete(params: dict[str, Any]) -> bool:
    """Only if the path is checked: else limits may rise without end where there is no solution."""
    return bool(params["duplicate_detection"] == "path")


def specialise(params: dict[str, Any]) -> dict[str, int]:
    """The duplicate detection."""
    return {"CYCLE_CHECK": int(params["duplicate_detection"] == "path")}


def settings(params: dict[str, Any], seed: int | None) -> list[int]:
    """The two factors."""
    return [params["c1"], params["c2"]]


def allocate(workspace: Any, settings: np.ndarray) -> Search:
    """Stacks for paths of ``DEEPEST`` operators."""
    return Search(
        counters=workspace.array("counters", at.SIZE, np.int64),
        levels=workspace.array("levels", (DEEPEST + 2, 3), np.int64),
        iterations=workspace.array("iterations", (DEEPEST, 3), np.int64),
        solutions=workspace.array("solutions", (DEEPEST, 4), np.int64),
        settings=settings,
        state=workspace.array("state", constants.STATE_SIZE, np.int64),
        key=workspace.array("key", constants.WORDS, np.uint64),
        path=cost_path.rows(workspace),
        operators=cost_path.operators(workspace),
        best=workspace.array("best_path", DEEPEST + 2, np.int64),
        known=cycle_check.allocate(workspace, DEEPEST),
    )


def path(search: Search) -> list[int]:
    """Operators from the start to the goal of the best solution."""
    depth = search.solutions[search.counters[at.SOLUTIONS] - 1, at.SOLUTION_DEPTH]
    return [int(op) for op in search.best[1 : depth + 1]]


def bytes_used(search: Search) -> int:
    """Bytes of the stacks in use."""
    return int(search.counters[at.LEVELS]) * (cost_path.ROW_BYTES + 8)


@compiled
def begin(search, T, H, start):
    """Set the limit to h of the start, which is the first solution if it is a goal."""
    counters, state = search.counters, search.state
    for i in range(constants.STATE_SIZE):
        state[i] = start[i]
    cycle_check.start(search.known, T, state, search.key)
    h = start_value(T, H, state)
    begin_with(counters, h)
    counters[at.LEVELS] = 1
    control.begin(counters, h)
    cost_path.put(search.path, 0, h, 0, domain.NO_OPERATOR)
    if h == 0 and domain.is_goal(T, state):
        _record(search, 0, 0)


@inlined
def _record(search, cost, depth):
    """Keep a better solution: the path down to this depth."""
    for i in range(depth + 1):
        level = np.uint64(i)
        search.best[level] = search.path[level, VIA]
    add_solution(search.counters, search.levels, search.solutions, cost, depth)
    search.counters[BEST] = cost


@inlined
def _return_to_start(search, T, depth):
    """Leave the path, up to the start."""
    while depth > 0:
        cycle_check.leave(search.known, depth)
        domain.undo(T, search.state, search.path[np.uint64(depth), VIA])
        depth -= 1


@compiled
def advance(search, T, H, expansions, generations):
    """Go on. Between calls, ``state`` is a node within the limit that is still to be expanded."""
    counters, levels, state, key = search.counters, search.levels, search.state, search.key
    stack, operators, known = search.path, search.operators, search.known
    limit, best, lower = counters[at.BOUND], counters[BEST], counters[LOWER]
    below, above, unused = counters[BELOW], counters[ABOVE], counters[ALLOWED] - counters[USED]
    deepest, depth = counters[at.LEVELS], counters[DEPTH]
    row = stack[np.uint64(depth)]
    h, g, via = row[VALUE], row[COST], row[VIA]
    allowed = generations
    status = at.RUNNING
    if counters[at.BAD_VALUE] != 0:
        status = at.BAD_HEURISTIC
    elif best <= lower:
        status = at.SOLVED
    while status == at.RUNNING:
        within = False
        was_stopped = unused == 0
        if not was_stopped:
            if expansions <= 0 or generations <= 0:
                break
            if depth == DEEPEST or counters[at.SOLUTIONS] == len(search.solutions):
                status = at.OUT_OF_MEMORY
                break
            expansions -= 1
            unused -= 1
            levels[np.uint64(depth), EXPANDED] += 1
            deepest = max(deepest, depth + 2)
            place = depth * MAX_OPERATORS
            end = place + domain.generate(T, state, via, operators, place)
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
                if not is_kept(child_h):
                    if is_dead(child_h):
                        continue
                    counters[at.BAD_VALUE] = child_h
                    status = at.BAD_HEURISTIC
                    break
                child_g = g + domain.cost(T, state, op)
                f = child_g + child_h
                if f > limit:
                    above = min(above, f)
                    continue
                if f >= best:
                    below = max(below, best)
                    continue
                domain.apply(T, state, op)
                if cycle_check.knows(known, T, state, key):
                    domain.undo(T, state, op)
                    continue
                below = max(below, f)
                cost_path.put(stack, depth + 1, child_h, child_g, op)
                if child_h == 0 and domain.is_goal(T, state):
                    counters[at.LEVELS] = deepest
                    _record(search, child_g, depth + 1)
                    best = child_g
                    domain.undo(T, state, op)
                    if best <= lower or counters[at.SOLUTIONS] == len(search.solutions):
                        status = at.SOLVED if best <= lower else at.OUT_OF_MEMORY
                        break
                    continue
                within = True
                row = stack[np.uint64(depth)]
                row[NEXT], row[END] = place, end
                depth += 1
                h, g, via = child_h, child_g, op
                cycle_check.enter(known, key, depth)
        if not within and status == at.RUNNING:
            _return_to_start(search, T, depth)
            depth, via, g, h = 0, stack[0, VIA], 0, counters[at.H_START]
            counters[at.LEVELS], counters[BELOW], counters[ABOVE] = deepest, below, above
            counters[USED] = counters[ALLOWED] - unused
            status = control.next_search(
                counters, levels, search.iterations, search.settings, h, was_stopped
            )
            limit, lower, unused = counters[at.BOUND], counters[LOWER], counters[ALLOWED]
            below, above = counters[BELOW], counters[ABOVE]
    counters[USED], counters[BELOW], counters[ABOVE] = counters[ALLOWED] - unused, below, above
    counters[at.LEVELS], counters[DEPTH] = deepest, depth
    counters[at.EVALUATED] += EVALUATES * (allowed - generations)
    return status

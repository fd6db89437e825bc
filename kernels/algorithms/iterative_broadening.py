"""Iterative broadening: depth-limited depth-first searches that keep 1, 2, 3, ... children a node.

Ginsberg, M. L. & Harvey, W. D. 1992, "Iterative broadening", Artificial Intelligence 55, 367-383.
Iteration b looks at the first b children of each node and drops the others. Dead ends are left out
before; the other children are sorted by h, equal ones in operator order; with the heuristic
``zero`` that is operator order alone. With ``duplicate_detection: path`` a child that is on the
path is not entered; it takes up a place among the b all the same.

Counted: a child is generated when its turn comes, so those dropped are not; a node is expanded when
its operators are asked for (again in each iteration); evaluations are the start's and one for each
applicable operator of a node expanded, dropped children included, since all are needed to sort
them. The start is tested before the first iteration, any other node when it is generated. The bound
of an iteration is b. No states are stored: visited is 0.

Ends without a solution after an iteration in which no node had more than b such children. That is a
proof that there is none if no node was left at the depth limit either. Not optimal. Memory is
linear in the depth.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kernels import counters as at
from kernels.contract import REQUIRED, Parameter, constants, domain
from kernels.cores import cycle_check, ordered_children
from kernels.cores.child import EVALUATES, begin_with, start_value
from kernels.cores.deepest import DEEPEST, LONGEST
from kernels.cores.iterations import close_iteration
from kernels.cores.ordered_children import Children
from kernels.jit import compiled
from kernels.structures.path_set import PathSet

PARAMETERS = {
    "depth_limit": Parameter(
        "integer", REQUIRED, "operators on the longest path", minimum=0, maximum=LONGEST
    ),
    "duplicate_detection": Parameter(
        "choice",
        "path",
        "states that are not entered again: those on the path, or none",
        ("path", "none"),
    ),
}
USES_HEURISTIC = True
OPTIMAL = "no"
COMPLETE = False  # nothing beyond the depth limit is found
MEMORY = "path"
GIVES_UP = "no solution within the depth limit"
ITERATIVE = True

MAX_OPERATORS = constants.MAX_OPERATORS
LIMIT = 0  # field of ``settings``
ROW_BYTES = 8 * 4 + ordered_children.BYTES + cycle_check.BYTES

# Columns of ``path``, by depth.
NEXT = np.uint64(0)  # place of the next child
END = np.uint64(1)  # place behind the last child that is kept
VALUE = np.uint64(2)  # h
VIA = np.uint64(3)  # the operator that led here

EXPANDED = np.uint64(at.LEVEL_EXPANDED)
GENERATED = np.uint64(at.LEVEL_GENERATED)
DEPTH = at.CURSOR
DROPPED = at.SCRATCH  # 1: this iteration dropped children
WAS_CUT = at.SCRATCH + 1  # 1: this iteration left a node at the depth limit


class Search(NamedTuple):
    """The path from the start to the current node, and the children of the nodes on it."""

    counters: np.ndarray
    levels: np.ndarray
    iterations: np.ndarray
    settings: np.ndarray
    state: np.ndarray
    key: np.ndarray
    path: np.ndarray
    children: Children
    known: PathSet


def specialise(params: dict[str, Any]) -> dict[str, int]:
    """The duplicate detection."""
    return {"CYCLE_CHECK": int(params["duplicate_detection"] == "path")}


def settings(params: dict[str, Any], seed: int | None) -> list[int]:
    """The depth limit."""
    return [params["depth_limit"]]


def allocate(workspace: Any, settings: np.ndarray) -> Search:
    """Stacks for paths of ``DEEPEST`` operators."""
    return Search(
        counters=workspace.array("counters", at.SIZE, np.int64),
        levels=workspace.array("levels", (DEEPEST + 2, 3), np.int64),
        iterations=workspace.array("iterations", (MAX_OPERATORS + 2, 3), np.int64),
        settings=settings,
        state=workspace.array("state", constants.STATE_SIZE, np.int64),
        key=workspace.array("key", constants.WORDS, np.uint64),
        path=workspace.array("deep_path", (DEEPEST + 2, 4), np.int64),
        children=ordered_children.allocate(workspace, DEEPEST),
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
    """Enter the start; one child is kept."""
    counters, state = search.counters, search.state
    for i in range(constants.STATE_SIZE):
        state[i] = start[i]
    h = start_value(T, H, state)
    begin_with(counters, h)
    counters[at.LEVELS], counters[at.BOUND] = 1, 1
    cycle_check.start(search.known, T, state, search.key)
    search.path[0, VALUE], search.path[0, VIA] = h, domain.NO_OPERATOR


@compiled
def advance(search, T, H, expansions, generations):
    """Go on. Between calls, ``state`` is a node above the limit that is still to be expanded."""
    counters, levels, state, key = search.counters, search.levels, search.state, search.key
    stack, children, known = search.path, search.children, search.known
    limit, breadth = search.settings[LIMIT], counters[at.BOUND]
    depth, deepest = counters[DEPTH], counters[at.LEVELS]
    status = at.RUNNING
    if counters[at.BAD_VALUE] != 0:
        status = at.BAD_HEURISTIC
    elif depth == 0 and stack[0, VALUE] == 0 and domain.is_goal(T, state):
        status = at.SOLVED
    elif limit == 0:
        status = at.CUT_OFF
    while status == at.RUNNING and expansions > 0 and generations > 0:
        if depth == DEEPEST:
            status = at.OUT_OF_MEMORY
            break
        row = stack[np.uint64(depth)]
        via, place = row[VIA], depth * MAX_OPERATORS
        expansions -= 1
        levels[np.uint64(depth), EXPANDED] += 1
        deepest = max(deepest, depth + 2)
        end = ordered_children.generate(children, T, H, state, row[VALUE], 0, via, place)
        counters[at.EVALUATED] += EVALUATES * (end - place)
        counters[at.BAD_VALUE] = ordered_children.bad_value(children, place, end)
        if counters[at.BAD_VALUE] != 0:
            status = at.BAD_HEURISTIC
            break
        end = ordered_children.drop_dead_ends(children, place, end)
        ordered_children.sort(children, place, end, 0)
        if end - place > breadth:
            counters[DROPPED] = 1
            end = place + breadth
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
            child = np.uint64(place)
            op, h = children.operators[child], children.h[child]
            place += 1
            levels[np.uint64(depth + 1), GENERATED] += 1
            generations -= 1
            domain.apply(T, state, op)
            at_goal = h == 0 and domain.is_goal(T, state)
            if not at_goal:
                if cycle_check.knows(known, T, state, key):
                    domain.undo(T, state, op)
                    continue
                if depth + 1 == limit:
                    counters[WAS_CUT] = 1
                    domain.undo(T, state, op)
                    continue
                cycle_check.enter(known, key, depth + 1)
            row = stack[np.uint64(depth)]
            row[NEXT], row[END] = place, end
            depth += 1
            via = op
            row = stack[np.uint64(depth)]
            row[VALUE], row[VIA] = h, op
            entered = True
            if at_goal:
                status = at.SOLVED
        if not entered and counters[DROPPED] != 0:
            counters[at.LEVELS] = deepest
            close_iteration(counters, levels, search.iterations)
            breadth += 1
            counters[at.BOUND], counters[DROPPED], counters[WAS_CUT] = breadth, 0, 0
        elif not entered:
            status = at.EXHAUSTED if counters[WAS_CUT] == 0 else at.CUT_OFF
    counters[DEPTH], counters[at.LEVELS] = depth, deepest
    return status

"""Depth-first tree search: nothing is stored but the path, which may be kept free of cycles."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kernels import counters as at
from kernels.contract import constants, domain
from kernels.cores import cycle_check
from kernels.cores.deepest import DEEPEST
from kernels.jit import compiled
from kernels.structures.path_set import PathSet

MAX_OPERATORS = constants.MAX_OPERATORS
LIMIT = 0  # field of ``settings``
ROW_BYTES = 8 * (3 + MAX_OPERATORS) + cycle_check.BYTES

# Columns of ``path``, by depth.
NEXT = np.uint64(0)  # place in ``operators`` of the next child
END = np.uint64(1)  # place behind the last child
VIA = np.uint64(2)  # the operator that led here

EXPANDED = np.uint64(at.LEVEL_EXPANDED)
GENERATED = np.uint64(at.LEVEL_GENERATED)
DEPTH = at.CURSOR
WAS_CUT = at.SCRATCH  # 1: the limit kept a node from being expanded


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


def allocate(workspace: Any, settings: np.ndarray) -> Search:
    """Stacks for paths of ``DEEPEST`` operators."""
    return Search(
        counters=workspace.array("counters", at.SIZE, np.int64),
        levels=workspace.array("levels", (DEEPEST + 2, 3), np.int64),
        iterations=workspace.array("iterations", (1, 3), np.int64),
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
    """Enter the start."""
    for i in range(constants.STATE_SIZE):
        search.state[i] = start[i]
    cycle_check.start(search.known, T, search.state, search.key)
    search.path[0, VIA] = domain.NO_OPERATOR
    search.counters[at.LEVELS] = 1


@compiled
def make_space(search):
    """Nothing: a tree search does not ask for it."""


@compiled
def advance(search, T, H, expansions, generations):
    """Go on. Between calls, ``state`` is a node above the limit that is still to be expanded."""
    counters, levels, state, key = search.counters, search.levels, search.state, search.key
    stack, operators, known = search.path, search.operators, search.known
    limit = search.settings[LIMIT]
    depth, deepest = counters[DEPTH], counters[at.LEVELS]
    status = at.RUNNING
    if depth == 0 and domain.is_goal(T, state):
        status = at.SOLVED
    elif limit == 0:
        status = at.CUT_OFF
    while status == at.RUNNING and expansions > 0 and generations > 0:
        if depth == DEEPEST:
            status = at.OUT_OF_MEMORY
            break
        expansions -= 1
        levels[np.uint64(depth), EXPANDED] += 1
        deepest = max(deepest, depth + 2)
        row = stack[np.uint64(depth)]
        place = depth * MAX_OPERATORS
        via = row[VIA]
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
                    counters[WAS_CUT] = 1
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
            status = at.EXHAUSTED if counters[WAS_CUT] == 0 else at.CUT_OFF
    counters[DEPTH], counters[at.LEVELS] = depth, deepest
    return status

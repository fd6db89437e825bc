"""Recursive best-first search: best-first order in linear memory (Korf 1993).

Korf, R. E. 1993, "Linear-space best-first search", Artificial Intelligence 62, 41-78. Beside its
f = g + h every node has a stored value F, at first f, later the least F of its children when it was
last left. The child with the least F is searched until all F below it exceed the least F of its
siblings or of its ancestors' siblings. A node whose F exceeds its f was expanded before: its
children then start with an F of at least that. Of several children with the least F the first in
operator order is searched; the search is written with its own stack.

With ``duplicate_detection: path`` a child whose state is on the path is dropped, as if it had no
successors. Then every path is simple and, in a finite space, the search ends. Without it, as in the
paper, a cycle that costs nothing is walked for ever, and any cycle where there is no solution.

Counted: a node is expanded each time that its children are generated, all at once; each of them is
evaluated, and so is the start. The goal is tested when a node is selected. Optimal in cost with an
admissible heuristic: F of a node is at most the cost of a cheapest solution through it. No states
are stored: visited is 0. Memory: the path and the siblings of its nodes.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kernels import counters as at
from kernels.contract import Parameter, constants, domain
from kernels.cores import cycle_check, ordered_children
from kernels.cores.child import EVALUATES, begin_with, start_value
from kernels.cores.deepest import DEEPEST
from kernels.cores.ordered_children import MAX_OPERATORS, Children
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
MEMORY = "path and the siblings of its nodes"

NEVER = 1 << 62  # F of a node below which there is nothing
ROW_BYTES = 8 * (6 + MAX_OPERATORS) + ordered_children.BYTES + cycle_check.BYTES

# Columns of ``path``, by depth.
CHOSEN = np.uint64(0)  # place of the child that is searched
VALUE = np.uint64(1)  # h
COST = np.uint64(2)  # g
VIA = np.uint64(3)  # the operator that led here
RAISED = np.uint64(4)  # F when it was entered
LIMIT = np.uint64(5)  # it is left when the least F of its children is over this

EXPANDED = np.uint64(at.LEVEL_EXPANDED)
GENERATED = np.uint64(at.LEVEL_GENERATED)
DEPTH = at.CURSOR


class Search(NamedTuple):
    """The path from the start to the current node, the children on it, and F of each by place.

    ``stored`` is NEVER for places that hold no child.
    """

    counters: np.ndarray
    levels: np.ndarray
    iterations: np.ndarray
    settings: np.ndarray
    state: np.ndarray
    key: np.ndarray
    path: np.ndarray
    children: Children
    stored: np.ndarray
    known: PathSet


def complete(params: dict[str, Any]) -> bool:
    """Only if the path is checked: else it walks cycles for ever where there is no solution."""
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
        iterations=workspace.array("iterations", (1, 3), np.int64),
        settings=settings,
        state=workspace.array("state", constants.STATE_SIZE, np.int64),
        key=workspace.array("key", constants.WORDS, np.uint64),
        path=workspace.array("wide_path", (DEEPEST + 2, 6), np.int64),
        children=ordered_children.allocate(workspace, DEEPEST),
        stored=workspace.array("children_f", (DEEPEST + 2) * MAX_OPERATORS, np.int64),
        known=cycle_check.allocate(workspace, DEEPEST),
    )


def path(search: Search) -> list[int]:
    """Operators from the start to the goal."""
    return [int(op) for op in search.path[1 : search.counters[DEPTH] + 1, VIA]]


def bytes_used(search: Search) -> int:
    """Bytes of the stacks in use."""
    return int(search.counters[at.LEVELS]) * ROW_BYTES


@inlined
def _put(path, depth, h, g, via, raised, limit):
    row = path[np.uint64(depth)]
    row[VALUE], row[COST], row[VIA], row[RAISED], row[LIMIT] = h, g, via, raised, limit


@compiled
def begin(search, T, H, start):
    """Put the start on the path; only what is over every F makes the search leave it."""
    counters, state = search.counters, search.state
    for i in range(constants.STATE_SIZE):
        state[i] = start[i]
    cycle_check.start(search.known, T, state, search.key)
    h = start_value(T, H, state)
    begin_with(counters, h)
    counters[at.LEVELS] = 1
    _put(search.path, 0, h, 0, domain.NO_OPERATOR, h, NEVER - 1)


@inlined
def _store_values(search, T, place, end, f, raised):
    """Set F of the children of ``state``, a node with this f and F."""
    state, children, stored = search.state, search.children, search.stored
    least = raised if f < raised else 0
    for i in range(place, place + MAX_OPERATORS):
        child = np.uint64(i)
        stored[child] = max(least, children.g[child] + children.h[child]) if i < end else NEVER
        if cycle_check.CHECKS and i < end:
            op = children.operators[child]
            domain.apply(T, state, op)
            if cycle_check.knows(search.known, T, state, search.key):
                stored[child] = NEVER
            domain.undo(T, state, op)


@inlined
def _two_least(stored, place):
    """Place of the child with the least F, that F, and the least F of the others."""
    best, least, second = place, NEVER, NEVER
    for i in range(place, place + MAX_OPERATORS):
        value = stored[np.uint64(i)]
        if value < least:
            best, least, second = i, value, least
        elif value < second:
            second = value
    return best, least, second


@compiled
def advance(search, T, H, expansions, generations):
    """Go on. Between calls, ``state`` is a node selected, no goal, that is to be expanded."""
    counters, levels, state, key = search.counters, search.levels, search.state, search.key
    stack, children, stored, known = search.path, search.children, search.stored, search.known
    deepest, depth = counters[at.LEVELS], counters[DEPTH]
    allowed = generations
    row = stack[np.uint64(depth)]
    status = at.RUNNING
    if counters[at.BAD_VALUE] != 0:
        status = at.BAD_HEURISTIC
    elif depth == 0 and row[VALUE] == 0 and domain.is_goal(T, state):
        status = at.SOLVED
    while status == at.RUNNING and expansions > 0 and generations > 0:
        if depth == DEEPEST:
            status = at.OUT_OF_MEMORY
            break
        expansions -= 1
        levels[np.uint64(depth), EXPANDED] += 1
        deepest = max(deepest, depth + 2)
        row = stack[np.uint64(depth)]
        h, g = row[VALUE], row[COST]
        place = depth * MAX_OPERATORS
        end = ordered_children.generate(children, T, H, state, h, g, row[VIA], place)
        levels[np.uint64(depth + 1), GENERATED] += end - place
        generations -= end - place
        counters[at.BAD_VALUE] = ordered_children.bad_value(children, place, end)
        if counters[at.BAD_VALUE] != 0:
            status = at.BAD_HEURISTIC
            break
        end = ordered_children.drop_dead_ends(children, place, end)
        _store_values(search, T, place, end, g + h, row[RAISED])
        best, least, second = _two_least(stored, place)
        while least > row[LIMIT] and depth > 0:
            cycle_check.leave(known, depth)
            domain.undo(T, state, row[VIA])
            depth -= 1
            row = stack[np.uint64(depth)]
            stored[np.uint64(row[CHOSEN])] = least
            best, least, second = _two_least(stored, depth * MAX_OPERATORS)
        if least == NEVER:
            status = at.EXHAUSTED
            break
        row[CHOSEN] = best
        child = np.uint64(best)
        h, op = children.h[child], children.operators[child]
        domain.apply(T, state, op)
        depth += 1
        _put(stack, depth, h, children.g[child], op, least, min(row[LIMIT], second))
        cycle_check.knows(known, T, state, key)
        cycle_check.enter(known, key, depth)
        if h == 0 and domain.is_goal(T, state):
            status = at.SOLVED
    counters[at.LEVELS], counters[DEPTH] = deepest, depth
    counters[at.EVALUATED] += EVALUATES * (allowed - generations)
    return status

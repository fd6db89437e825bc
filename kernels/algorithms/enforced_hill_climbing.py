"""Enforced hill-climbing: breadth-first searches, each for a state of smaller h (Hoffmann & Nebel).

Hoffmann, J. & Nebel, B. 2001, "The FF planning system: fast plan generation through heuristic
search", Journal of Artificial Intelligence Research 14, 253-302. From the start a breadth-first
search looks for a state of smaller h than the start's; from the first one found, another looks for
a state of smaller h than that; and so on to the goal. Each of these local searches has its own
duplicate detection; the domain's parent pruning holds from one to the next. A local search that
finds nothing ends the search, since no step is ever taken back; only if it is the first one does
that prove that there is no solution. Not optimal, not complete.

Counted: a child is generated when its operator is applied; a node is expanded when its turn comes.
Goal and h are tested on generation: a goal ends the search, a state of smaller h the local search.
Evaluations are the start's, and one for each child whose state is not stored then, which it is
thereupon unless it is a dead end. ``visited`` is the states that the last local search stored,
where it began included. A node's level is the number of operators from the start of the whole
search. Memory: the states of one local search, and the path.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kernels import counters as at
from kernels.contract import constants, domain
from kernels.cores.child import (
    EVALUATES,
    begin_with,
    child_key,
    child_value,
    is_dead,
    is_kept,
    start_value,
)
from kernels.cores.stored_path import trace
from kernels.jit import compiled, inlined
from kernels.structures import hash_table as table
from kernels.structures import nodes as store

PARAMETERS: dict[str, Any] = {}
USES_HEURISTIC = True
OPTIMAL = "no"
COMPLETE = False
MEMORY = "states of one local search, and the path"
GIVES_UP = "the breadth-first search from a state found no state of smaller h"

EXPANDED = np.uint64(at.LEVEL_EXPANDED)
GENERATED = np.uint64(at.LEVEL_GENERATED)
STORED = np.uint64(at.LEVEL_VISITED)
NEXT = at.CURSOR  # the node whose turn it is; nodes are stored in order of generation
LOCAL_DEPTH = at.SCRATCH  # operators before the local search
LEAST = at.SCRATCH + 1  # h where the local search began
MOST = at.SCRATCH + 2  # most states of an earlier local search


class Search(NamedTuple):
    """Nodes of the local search in order of generation; operators that led to its start."""

    counters: np.ndarray
    levels: np.ndarray
    iterations: np.ndarray
    settings: np.ndarray
    state: np.ndarray
    key: np.ndarray
    operators: np.ndarray
    nodes: np.ndarray
    slots: np.ndarray
    trail: np.ndarray


def specialise(params: dict[str, Any]) -> dict[str, int]:
    """Nothing beside the domain's constants."""
    return {}


def settings(params: dict[str, Any], seed: int | None) -> list[int]:
    """None."""
    return []


def allocate(workspace: Any, settings: np.ndarray) -> Search:
    """As many nodes as the memory holds, and a path as long."""
    capacity = min(workspace.memory // (store.BYTES + 24) + table.SMALLEST, (1 << 32) - 2)
    deepest = min(capacity, 1 << 24) + 2
    return Search(
        counters=workspace.array("counters", at.SIZE, np.int64),
        levels=workspace.array("levels", (deepest, 3), np.int64),
        iterations=workspace.array("iterations", (1, 3), np.int64),
        settings=settings,
        state=workspace.array("state", constants.STATE_SIZE, np.int64),
        key=workspace.array("key", constants.WORDS, np.uint64),
        operators=workspace.array("operators", constants.MAX_OPERATORS + 4, np.int64),
        nodes=workspace.array("nodes", (capacity, store.COLUMNS), np.uint64),
        slots=workspace.array("slots", table.slots_for(capacity), np.uint64),
        trail=workspace.array("trail", deepest, np.int64),
    )


def path(search: Search) -> list[int]:
    """Operators from the start to the goal."""
    before = [int(op) for op in search.trail[: search.counters[LOCAL_DEPTH]]]
    return before + trace(search.nodes, int(search.counters[at.GOAL]))


def bytes_used(search: Search) -> int:
    """Bytes of nodes, table and path."""
    counts = search.counters
    stored = max(int(counts[at.VISITED]), int(counts[MOST])) * store.BYTES
    return stored + int(counts[at.SLOTS]) * 8 + int(counts[LOCAL_DEPTH]) * 8


@compiled
def begin(search, T, H, start):
    """Begin the first local search at the start."""
    counters, state = search.counters, search.state
    for i in range(constants.STATE_SIZE):
        state[i] = start[i]
    h = start_value(T, H, state)
    counters[at.SLOTS] = table.SMALLEST
    counters[at.LEVELS] = 1
    if not begin_with(counters, h):
        return
    domain.pack(T, state, search.key)
    _begin_locally(search, counters, 0, h, domain.NO_OPERATOR)


@inlined
def _begin_locally(search, counters, depth, h, via):
    """The state in ``key`` is all that is stored."""
    for level in range(counters[LOCAL_DEPTH], counters[at.LEVELS]):
        search.levels[np.uint64(level), STORED] = 0
    search.levels[np.uint64(depth), STORED] = 1
    store.write(search.nodes, np.uint64(0), search.key, store.NONE, depth, 0, h, via)
    table.rebuild(search.slots, counters[at.SLOTS], search.nodes, 0, 1)
    counters[MOST] = max(counters[MOST], counters[at.VISITED])
    counters[at.VISITED], counters[NEXT] = 1, 0
    counters[LOCAL_DEPTH], counters[LEAST] = depth, h


@inlined
def _move(search, counters, node):
    """Write the path to ``node`` behind the trail, and begin a local search there."""
    nodes = search.nodes
    depth, h = store.depth_of(nodes, node), store.h_of(nodes, node)
    via = store.operator_of(nodes, node)
    for place in range(depth - 1, counters[LOCAL_DEPTH] - 1, -1):
        search.trail[np.uint64(place)] = store.operator_of(nodes, node)
        node = store.parent_of(nodes, node)
    _begin_locally(search, counters, depth, h, via)


@compiled
def make_space(search):
    """Make the table half as large again."""
    counters = search.counters
    counters[at.SLOTS] = min(counters[at.SLOTS] * 3 // 2, len(search.slots))
    table.rebuild(search.slots, counters[at.SLOTS], search.nodes, 0, counters[at.VISITED])


@compiled
def advance(search, T, H, expansions, generations):
    """Go on with the node whose turn it is."""
    counters, levels, nodes = search.counters, search.levels, search.nodes
    state, key, operators = search.state, search.key, search.operators
    if counters[at.BAD_VALUE] != 0:
        return at.BAD_HEURISTIC
    if counters[at.LEVELS] == 1 and counters[at.H_START] == 0 and domain.is_goal(T, state):
        return at.SOLVED
    while True:
        if counters[NEXT] == counters[at.VISITED]:
            return at.EXHAUSTED if counters[LOCAL_DEPTH] == 0 else at.CUT_OFF
        if table.is_crowded(counters[at.SLOTS], counters[at.VISITED] + constants.MAX_OPERATORS):
            return at.NEEDS_SPACE
        if counters[at.VISITED] + constants.MAX_OPERATORS > len(nodes):
            return at.OUT_OF_MEMORY
        parent = np.uint64(counters[NEXT])
        depth, h = store.depth_of(nodes, parent), store.h_of(nodes, parent)
        if depth + 2 >= len(levels):
            return at.OUT_OF_MEMORY
        if expansions == 0 or generations <= 0:
            return at.RUNNING
        counters[NEXT] += 1
        expansions -= 1
        levels[np.uint64(depth), EXPANDED] += 1
        counters[at.LEVELS] = max(counters[at.LEVELS], depth + 2)
        domain.unpack(T, nodes[parent], state)
        count = domain.generate(T, state, store.operator_of(nodes, parent), operators, 0)
        for i in range(count):
            op = operators[np.uint64(i)]
            levels[np.uint64(depth + 1), GENERATED] += 1
            generations -= 1
            child_key(T, state, nodes[parent], op, key)
            hashed = table.hash_of(key)
            child, slot = table.find(search.slots, counters[at.SLOTS], nodes, key, hashed)
            if child != table.ABSENT:
                continue
            child_h = child_value(T, H, state, h, op)
            counters[at.EVALUATED] += EVALUATES
            if not is_kept(child_h):
                if is_dead(child_h):
                    continue
                counters[at.BAD_VALUE] = child_h
                return at.BAD_HEURISTIC
            child = np.uint64(counters[at.VISITED])
            store.write(nodes, child, key, parent, depth + 1, 0, child_h, op)
            table.put(search.slots, slot, child, hashed)
            levels[np.uint64(depth + 1), STORED] += 1
            counters[at.VISITED] += 1
            if child_h == 0:
                domain.apply(T, state, op)
                if domain.is_goal(T, state):
                    counters[at.GOAL] = np.int64(child)
                    return at.SOLVED
                domain.undo(T, state, op)
            if child_h < counters[LEAST]:
                _move(search, counters, child)
                break

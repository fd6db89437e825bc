"""Breadth-first search, level by level (Moore 1959).

Moore, E. F. 1959, "The shortest path through a maze", Proceedings of the International Symposium on
the Theory of Switching, 285-292. Finds a solution with the fewest operators; no heuristic. Memory:
every state generated.

Where the goal is looked for is a parameter: on *generation* (a new state is tested when it is
stored, and ends the search at once), on *expansion* (a state is tested when its turn comes),
*between_levels* (a level is expanded to its end, then the new states are tested) or *never* (the
whole space is visited; the first goal met is reported all the same).

Counted: a child is generated when its operator is applied; a node is expanded when its turn comes
and it is no goal that ends the search; ``visited`` is the states stored. With ``store_start`` off
the start is not known until it is generated again, and is then a new state like any other.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kernels import counters as at
from kernels.contract import Parameter, constants, domain
from kernels.cores.child import child_key
from kernels.cores.stored_path import trace
from kernels.jit import compiled
from kernels.structures import hash_table as table
from kernels.structures import nodes as store

GENERATION, EXPANSION, BETWEEN_LEVELS, NEVER = range(4)
TESTS = ("generation", "expansion", "between_levels", "never")

PARAMETERS = {
    "goal_test": Parameter("choice", "generation", "when a state is tested for the goal", TESTS),
    "store_start": Parameter(
        "boolean", True, "false: the start is not known until it is generated again"
    ),
}
USES_HEURISTIC = False
OPTIMAL = "operators"
COMPLETE = True
MEMORY = "states generated"

GOAL_TEST, STORE_START = range(2)  # fields of ``settings``
EXPANDED = np.uint64(at.LEVEL_EXPANDED)
GENERATED = np.uint64(at.LEVEL_GENERATED)
STORED = np.uint64(at.LEVEL_VISITED)
NEXT = at.CURSOR  # the node whose turn it is; nodes are stored in order of generation
NODES = at.SCRATCH  # rows of the node store in use
LEVEL_END = at.SCRATCH + 1  # the first node of the next level
FOUND = at.SCRATCH + 2  # number of the first goal met, plus one
NO_GOAL = 0


class Search(NamedTuple):
    """Nodes in order of generation, which are the queue; ``key``, ``operators``: scratch."""

    counters: np.ndarray
    levels: np.ndarray
    iterations: np.ndarray
    settings: np.ndarray
    state: np.ndarray
    key: np.ndarray
    operators: np.ndarray
    nodes: np.ndarray
    slots: np.ndarray


def specialise(params: dict[str, Any]) -> dict[str, int]:
    """Nothing beside the domain's constants."""
    return {}


def settings(params: dict[str, Any], seed: int | None) -> list[int]:
    """Where the goal is looked for, and whether the start is stored."""
    return [TESTS.index(params["goal_test"]), params["store_start"]]


def allocate(workspace: Any, settings: np.ndarray) -> Search:
    """As many nodes as the memory holds."""
    capacity = min(workspace.memory // (store.BYTES + 16) + table.SMALLEST, (1 << 32) - 2)
    levels = min(capacity, 1 << 24) + 2
    return Search(
        counters=workspace.array("counters", at.SIZE, np.int64),
        levels=workspace.array("levels", (levels, 3), np.int64),
        iterations=workspace.array("iterations", (1, 3), np.int64),
        settings=settings,
        state=workspace.array("state", constants.STATE_SIZE, np.int64),
        key=workspace.array("key", constants.WORDS, np.uint64),
        operators=workspace.array("operators", constants.MAX_OPERATORS + 4, np.int64),
        nodes=workspace.array("nodes", (capacity, store.COLUMNS), np.uint64),
        slots=workspace.array("slots", table.slots_for(capacity), np.uint64),
    )


def path(search: Search) -> list[int]:
    """Operators from the start to the goal."""
    return trace(search.nodes, int(search.counters[at.GOAL]))


def bytes_used(search: Search) -> int:
    """Bytes of nodes and table."""
    return int(search.counters[NODES]) * store.BYTES + int(search.counters[at.SLOTS]) * 8


@compiled
def begin(search, T, H, start):
    """Store the start, the only node of level 0."""
    counters = search.counters
    for i in range(constants.STATE_SIZE):
        search.state[i] = start[i]
    domain.pack(T, search.state, search.key)
    store.write(search.nodes, np.uint64(0), search.key, store.NONE, 0, 0, 0, domain.NO_OPERATOR)
    known = search.settings[STORE_START]
    counters[at.SLOTS] = table.SMALLEST
    table.rebuild(search.slots, table.SMALLEST, search.nodes, 0, known)
    search.levels[0, STORED] = known
    counters[at.VISITED] = known
    counters[NODES], counters[LEVEL_END], counters[at.LEVELS] = 1, 1, 1
    counters[FOUND] = 1 if domain.is_goal(T, search.state) else NO_GOAL


@compiled
def make_space(search):
    """Make the table half as large again."""
    counters = search.counters
    counters[at.SLOTS] = min(counters[at.SLOTS] * 3 // 2, len(search.slots))
    first = 1 - search.settings[STORE_START]
    table.rebuild(search.slots, counters[at.SLOTS], search.nodes, first, counters[NODES])


@compiled
def advance(search, T, H, expansions, generations):
    """Go on with the node whose turn it is."""
    counters, levels, nodes, slots = search.counters, search.levels, search.nodes, search.slots
    state, key, operators = search.state, search.key, search.operators
    goal_test = search.settings[GOAL_TEST]
    node, n_nodes, level_end = counters[NEXT], counters[NODES], counters[LEVEL_END]
    found, n_slots = counters[FOUND], counters[at.SLOTS]
    status = at.RUNNING
    if found != NO_GOAL and (goal_test == GENERATION or (goal_test != NEVER and node == 0)):
        counters[at.GOAL] = found - 1
        return at.SOLVED
    while True:
        if node == level_end:
            if found != NO_GOAL and goal_test == BETWEEN_LEVELS:
                status = at.SOLVED
                break
            if n_nodes == level_end:
                status = at.EXHAUSTED if found == NO_GOAL else at.SOLVED
                break
            level_end = n_nodes
        if table.is_crowded(n_slots, n_nodes + constants.MAX_OPERATORS):
            status = at.NEEDS_SPACE
            break
        if n_nodes + constants.MAX_OPERATORS > len(nodes):
            status = at.OUT_OF_MEMORY
            break
        if goal_test == EXPANSION and node == found - 1:
            status = at.SOLVED
            break
        if expansions == 0 or generations <= 0:
            break
        parent = np.uint64(node)
        node += 1
        expansions -= 1
        domain.unpack(T, nodes[parent], state)
        depth = store.depth_of(nodes, parent)
        levels[np.uint64(depth), EXPANDED] += 1
        counters[at.LEVELS] = depth + 2
        count = domain.generate(T, state, store.operator_of(nodes, parent), operators, 0)
        for i in range(count):
            op = operators[np.uint64(i)]
            levels[np.uint64(depth + 1), GENERATED] += 1
            generations -= 1
            child_key(T, state, nodes[parent], op, key)
            hashed = table.hash_of(key)
            child, slot = table.find(slots, n_slots, nodes, key, hashed)
            if child != table.ABSENT:
                continue
            child = np.uint64(n_nodes)
            store.write(nodes, child, key, parent, depth + 1, 0, 0, op)
            table.put(slots, slot, child, hashed)
            levels[np.uint64(depth + 1), STORED] += 1
            n_nodes += 1
            if found == NO_GOAL:
                domain.apply(T, state, op)
                if domain.is_goal(T, state):
                    found = n_nodes
                domain.undo(T, state, op)
                if found != NO_GOAL and goal_test == GENERATION:
                    status = at.SOLVED
                    break
        if status != at.RUNNING:
            break
    counters[NEXT], counters[NODES], counters[LEVEL_END] = node, n_nodes, level_end
    counters[FOUND], counters[at.GOAL] = found, found - 1
    counters[at.VISITED] = n_nodes - (1 - search.settings[STORE_START])
    return status

"""Depth-first graph search: every new state is stored, and entered at once.

With a depth limit a state at that depth is stored and not expanded, and a known state reached by
fewer operators than before is entered again (it counts as reopened), since more lies within the
limit from there: so every solution within the limit remains in reach.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kernels import counters as at
from kernels.contract import constants, domain
from kernels.jit import compiled
from kernels.structures import hash_table as table
from kernels.structures import nodes as store

MAX_OPERATORS = constants.MAX_OPERATORS
NO_LIMIT = 1 << 62
LIMIT = 0  # field of ``settings``
PATH_BYTES = 8 * (3 + MAX_OPERATORS)

# Columns of ``path``, by depth.
NEXT = np.uint64(0)  # place in ``operators`` of the next child
END = np.uint64(1)  # place behind the last child
VIA = np.uint64(2)  # the operator that led here

EXPANDED = np.uint64(at.LEVEL_EXPANDED)
GENERATED = np.uint64(at.LEVEL_GENERATED)
STORED = np.uint64(at.LEVEL_VISITED)
DEPTH = at.CURSOR
ENTERING = at.SCRATCH  # 1: the node at DEPTH is still to be expanded
WAS_CUT = at.SCRATCH + 1  # 1: the limit kept a node from being expanded


class Search(NamedTuple):
    """States known, the path to the current node, and the operators still to try on it."""

    counters: np.ndarray
    levels: np.ndarray
    iterations: np.ndarray
    settings: np.ndarray
    state: np.ndarray
    key: np.ndarray
    path: np.ndarray
    operators: np.ndarray
    nodes: np.ndarray
    slots: np.ndarray


def allocate(workspace: Any, settings: np.ndarray) -> Search:
    """As many nodes as the memory holds, all of which may lie on one path."""
    row = store.BYTES + 16 + PATH_BYTES
    capacity = min(workspace.memory // row + table.SMALLEST, 1 << 24)
    return Search(
        counters=workspace.array("counters", at.SIZE, np.int64),
        levels=workspace.array("levels", (capacity + 2, 3), np.int64),
        iterations=workspace.array("iterations", (1, 3), np.int64),
        settings=settings,
        state=workspace.array("state", constants.STATE_SIZE, np.int64),
        key=workspace.array("key", constants.WORDS, np.uint64),
        path=workspace.array("deep_path", (capacity + 2, 3), np.int64),
        operators=workspace.array("operators", (capacity + 3) * MAX_OPERATORS, np.int64),
        nodes=workspace.array("nodes", (capacity, store.COLUMNS), np.uint64),
        slots=workspace.array("slots", table.slots_for(capacity), np.uint64),
    )


def path(search: Search) -> list[int]:
    """Operators from the start to the goal."""
    return [int(op) for op in search.path[1 : search.counters[DEPTH] + 1, VIA]]


def bytes_used(search: Search) -> int:
    """Bytes of nodes, table and the deepest path."""
    counts = search.counters
    stored = int(counts[at.VISITED]) * store.BYTES + int(counts[at.SLOTS]) * 8
    return stored + int(counts[at.LEVELS]) * PATH_BYTES


@compiled
def begin(search, T, H, start):
    """Store and enter the start."""
    counters = search.counters
    for i in range(constants.STATE_SIZE):
        search.state[i] = start[i]
    domain.pack(T, search.state, search.key)
    store.write(search.nodes, np.uint64(0), search.key, store.NONE, 0, 0, 0, domain.NO_OPERATOR)
    counters[at.SLOTS] = table.SMALLEST
    table.rebuild(search.slots, table.SMALLEST, search.nodes, 0, 1)
    search.levels[0, STORED] = 1
    search.path[0, VIA] = domain.NO_OPERATOR
    counters[at.VISITED], counters[at.LEVELS], counters[ENTERING] = 1, 1, 1


@compiled
def make_space(search):
    """Make the table half as large again."""
    counters = search.counters
    counters[at.SLOTS] = min(counters[at.SLOTS] * 3 // 2, len(search.slots))
    table.rebuild(search.slots, counters[at.SLOTS], search.nodes, 0, counters[at.VISITED])


@compiled
def advance(search, T, H, expansions, generations):
    """Go on. Between calls, ``state`` is a node that is still to be expanded."""
    counters, levels, nodes, slots = search.counters, search.levels, search.nodes, search.slots
    state, key, stack, operators = search.state, search.key, search.path, search.operators
    limit = search.settings[LIMIT]
    n_nodes, n_slots = counters[at.VISITED], counters[at.SLOTS]
    depth, deepest, entering = counters[DEPTH], counters[at.LEVELS], counters[ENTERING] == 1
    status = at.RUNNING
    if depth == 0 and entering and domain.is_goal(T, state):
        status = at.SOLVED
    while status == at.RUNNING:
        if entering:
            row = stack[np.uint64(depth)]
            if depth == limit:
                counters[WAS_CUT] = 1
                row[NEXT], row[END] = 0, 0
            else:
                if expansions == 0 or generations <= 0:
                    break
                if table.is_crowded(n_slots, n_nodes + MAX_OPERATORS):
                    status = at.NEEDS_SPACE
                    break
                if n_nodes + MAX_OPERATORS > len(nodes) or depth + 2 > len(levels):
                    status = at.OUT_OF_MEMORY
                    break
                expansions -= 1
                levels[np.uint64(depth), EXPANDED] += 1
                deepest = max(deepest, depth + 2)
                place = depth * MAX_OPERATORS
                row[NEXT] = place
                row[END] = place + domain.generate(T, state, row[VIA], operators, place)
            entering = False
        row = stack[np.uint64(depth)]
        if row[NEXT] == row[END]:
            if depth == 0:
                status = at.EXHAUSTED if counters[WAS_CUT] == 0 else at.CUT_OFF
                break
            domain.undo(T, state, row[VIA])
            depth -= 1
            continue
        op = operators[np.uint64(row[NEXT])]
        row[NEXT] += 1
        levels[np.uint64(depth + 1), GENERATED] += 1
        generations -= 1
        domain.apply(T, state, op)
        domain.pack(T, state, key)
        hashed = table.hash_of(key)
        child, slot = table.find(slots, n_slots, nodes, key, hashed)
        if child == table.ABSENT:
            child = np.uint64(n_nodes)
            store.write(nodes, child, key, store.NONE, depth + 1, 0, 0, op)
            table.put(slots, slot, child, hashed)
            levels[np.uint64(depth + 1), STORED] += 1
            n_nodes += 1
            if domain.is_goal(T, state):
                status = at.SOLVED
        elif limit != NO_LIMIT and depth + 1 < store.depth_of(nodes, child):
            store.lead(nodes, child, store.NONE, depth + 1, 0, op)
            counters[at.REOPENED] += 1
        else:
            domain.undo(T, state, op)
            continue
        depth += 1
        stack[np.uint64(depth), VIA] = op
        entering = True
    counters[at.VISITED], counters[at.LEVELS] = n_nodes, deepest
    counters[DEPTH], counters[ENTERING] = depth, 1 if entering else 0
    return status

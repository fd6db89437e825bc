"""Breadth-first heuristic search and breadth-first iterative-deepening A* (Zhou & Hansen 2006).

Zhou, R. & Hansen, E. A. 2006, "Breadth-first heuristic search", Artificial Intelligence 170,
385-408. Breadth-first search in which nodes of f = g + h over a bound are cut, and which keeps
three layers only: a child is looked for in its own layer, in its parent's and in the one before;
older layers are forgotten and their memory used again. With ``upper_bound`` it is searched once
within that bound; without, the bound starts at h of the start and rises to the least f that was
over it (BFIDA*).

Forgotten layers hold no path, so the solution is found by divide and conquer. One layer, the relay
layer, is kept: the one at half the bound. Each node behind it carries its ancestor there. When the
goal is met, the start and that ancestor, and that ancestor and the goal, are the ends of two
problems of known length, searched the same way with their own relay layers at half their length,
down to single operators. In them nodes are cut whose f, from the first start to the first goal, is
over the greatest f on the path to be found; the target is known by its packed state.

Counted: a child is generated when its operator is applied, and evaluated then; a node is expanded
when its turn comes; both counts hold the reconstruction too (as part of the last iteration), at
levels from the first start. The goal is tested on generation. ``visited`` is the states stored by
the last search for the goal, those of forgotten layers included, the goal and the reconstruction
not. Optimal in operators and, as each costs 1, in cost. Where operators cannot be undone, a
forgotten state may be met and searched again, so that where there is no solution the bounds may
rise without end. Memory: three layers and the relay layer.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kernels import counters as at
from kernels.contract import Parameter, constants, domain
from kernels.cores import layer_pass
from kernels.cores.child import (
    EVALUATES,
    begin_with,
    child_key,
    child_value,
    is_dead,
    is_kept,
    start_value,
)
from kernels.cores.deepest import DEEPEST
from kernels.cores.iterations import close_iteration
from kernels.cores.layer_pass import (
    CUT_AT,
    DEPTH,
    MOST_ROWS,
    MOST_SLOTS,
    NEXT_BOUND,
    RELAY,
    STORED,
    Search,
)
from kernels.jit import compiled, inlined
from kernels.structures import hash_table as table
from kernels.structures import layers, pieces
from kernels.structures import nodes as store

PARAMETERS = {
    "upper_bound": Parameter(
        "integer",
        None,
        "greatest f of a node; none: the bound rises from h of the start",
        minimum=0,
        maximum=at.MAX_VALUE,
    )
}
USES_HEURISTIC = True
OPTIMAL = "cost"
COMPLETE = False
MEMORY = "states of four layers"
GIVES_UP = "no solution within the upper bound"
NEEDS_UNIT_COST = True
ITERATIVE = True

UPPER_BOUND = 0  # field of ``settings``
NO_BOUND = 1 << 62

EXPANDED = np.uint64(at.LEVEL_EXPANDED)
GENERATED = np.uint64(at.LEVEL_GENERATED)


def specialise(params: dict[str, Any]) -> dict[str, int]:
    """Nothing beside the domain's constants."""
    return {}


def settings(params: dict[str, Any], seed: int | None) -> list[int]:
    """The upper bound."""
    bound = params["upper_bound"]
    return [NO_BOUND if bound is None else bound]


def allocate(workspace: Any, settings: np.ndarray) -> Search:
    """As many nodes as the memory holds."""
    capacity = min(workspace.memory // (store.BYTES + 16) + table.SMALLEST, (1 << 32) - 2)
    return Search(
        counters=workspace.array("counters", at.SIZE, np.int64),
        levels=workspace.array("levels", (DEEPEST + 2, 3), np.int64),
        iterations=workspace.array("iterations", (DEEPEST, 3), np.int64),
        settings=settings,
        state=workspace.array("state", constants.STATE_SIZE, np.int64),
        key=workspace.array("key", constants.WORDS, np.uint64),
        operators=workspace.array("operators", constants.MAX_OPERATORS + 4, np.int64),
        nodes=workspace.array("nodes", (capacity, store.COLUMNS), np.uint64),
        slots=workspace.array("slots", table.slots_for(capacity), np.uint64),
        lists=layers.allocate(workspace),
        piece=workspace.array("piece", pieces.FIELDS, np.uint64),
        waiting=workspace.array("pieces", (pieces.MOST, pieces.FIELDS), np.uint64),
        solution=workspace.array("solution", DEEPEST, np.int64),
    )


def path(search: Search) -> list[int]:
    """Operators from the start to the goal."""
    return [int(op) for op in search.solution[: search.counters[at.GOAL]]]


def bytes_used(search: Search) -> int:
    """Bytes of nodes and table, at the time when they were most."""
    counts = search.counters
    rows = max(int(counts[MOST_ROWS]), int(search.lists[layers.FRESH]))
    return rows * store.BYTES + max(int(counts[MOST_SLOTS]), int(counts[at.SLOTS])) * 8


@compiled
def begin(search, T, H, start):
    """Begin the first search for the goal."""
    counters, state = search.counters, search.state
    for i in range(constants.STATE_SIZE):
        state[i] = start[i]
    h = start_value(T, H, state)
    counters[at.LEVELS] = 1
    search.lists[layers.FRESH] = np.uint64(0)
    if not begin_with(counters, h):
        return
    domain.pack(T, state, search.key)
    pieces.write(search.piece, search.key, search.key, h, 0, pieces.TO_THE_GOAL)
    bound = search.settings[UPPER_BOUND]
    _begin_iteration(search, counters, h if bound == NO_BOUND else bound)


@inlined
def _begin_iteration(search, counters, bound):
    """Search for the goal within ``bound``."""
    for depth in range(counters[at.LEVELS]):
        search.levels[np.uint64(depth), STORED] = 0
    search.levels[np.uint64(0), STORED] = 1
    counters[at.VISITED] = 1
    counters[at.BOUND], counters[CUT_AT], counters[NEXT_BOUND] = bound, bound, NO_BOUND
    layer_pass.begin(search, counters, bound)


@compiled
def make_space(search):
    """Make the table half as large again."""
    counters = search.counters
    counters[at.SLOTS] = min(counters[at.SLOTS] * 3 // 2, len(search.slots))
    layers.rebuild(search.lists, search.slots, counters[at.SLOTS], search.nodes)


@inlined
def _go_down(search, counters):
    """Go on to the next layer; what it means where there is none, or RUNNING."""
    frees = counters[DEPTH] - 1 != counters[RELAY]
    layers.go_down(search.lists, search.slots, counters[at.SLOTS], search.nodes, frees)
    counters[DEPTH] += 1
    if search.lists[layers.TURN] != store.NONE:
        return at.RUNNING
    searches_goal = pieces.length_of(search.piece) == pieces.TO_THE_GOAL
    if searches_goal and counters[NEXT_BOUND] == NO_BOUND:
        return at.EXHAUSTED
    if not searches_goal or search.settings[UPPER_BOUND] != NO_BOUND:
        return at.CUT_OFF
    if counters[NEXT_BOUND] > at.MAX_VALUE:
        return at.OUT_OF_RANGE
    if counters[at.ITERATIONS] + 2 > len(search.iterations):
        return at.OUT_OF_MEMORY
    close_iteration(counters, search.levels, search.iterations)
    _begin_iteration(search, counters, counters[NEXT_BOUND])
    return at.RUNNING


@compiled
def advance(search, T, H, expansions, generations):
    """Go on with the node of the present layer whose turn it is."""
    counters, levels, nodes, lists = search.counters, search.levels, search.nodes, search.lists
    state, key, operators = search.state, search.key, search.operators
    if counters[at.BAD_VALUE] != 0:
        return at.BAD_HEURISTIC
    if counters[at.LEVELS] == 1 and counters[at.H_START] == 0 and domain.is_goal(T, state):
        return at.SOLVED
    if counters[at.H_START] > counters[at.BOUND]:
        return at.CUT_OFF
    status = at.RUNNING
    while status == at.RUNNING:
        if lists[layers.TURN] == store.NONE:
            status = _go_down(search, counters)
            continue
        rows, depth = np.int64(lists[layers.ROWS]) + constants.MAX_OPERATORS, counters[DEPTH]
        if table.is_crowded(counters[at.SLOTS], rows):
            return at.NEEDS_SPACE
        if rows > len(nodes) or depth == DEEPEST:
            return at.OUT_OF_MEMORY
        if expansions == 0 or generations <= 0:
            return at.RUNNING
        parent = lists[layers.TURN]
        lists[layers.TURN] = store.next_of(nodes, parent)
        expansions -= 1
        levels[np.uint64(depth), EXPANDED] += 1
        counters[at.LEVELS] = max(counters[at.LEVELS], depth + 2)
        domain.unpack(T, nodes[parent], state)
        h = store.h_of(nodes, parent)
        length = pieces.length_of(search.piece)
        last = pieces.depth_of(search.piece) + length - 1
        searches_goal = length == pieces.TO_THE_GOAL
        count = domain.generate(T, state, store.operator_of(nodes, parent), operators, 0)
        for i in range(count):
            op = operators[np.uint64(i)]
            levels[np.uint64(depth + 1), GENERATED] += 1
            generations -= 1
            child_h = child_value(T, H, state, h, op)
            counters[at.EVALUATED] += EVALUATES
            if not is_kept(child_h):
                if is_dead(child_h):
                    continue
                counters[at.BAD_VALUE] = child_h
                return at.BAD_HEURISTIC
            f = depth + 1 + child_h
            if f > counters[CUT_AT]:
                counters[NEXT_BOUND] = min(counters[NEXT_BOUND], f)
                continue
            child_key(T, state, nodes[parent], op, key)
            if depth == last:
                if pieces.ends_with(search.piece, key):
                    status = layer_pass.divide(search, counters, parent, op)
                    break
                continue
            if searches_goal and child_h == 0:
                domain.apply(T, state, op)
                if domain.is_goal(T, state):
                    counters[at.GOAL] = depth + 1
                    counters[CUT_AT] = max(f, store.g_of(nodes, parent))
                    status = layer_pass.divide(search, counters, parent, op)
                    break
                domain.undo(T, state, op)
            hashed = table.hash_of(key)
            child, slot = table.find(search.slots, counters[at.SLOTS], nodes, key, hashed)
            if child == table.ABSENT:
                layer_pass.store_child(search, counters, parent, child_h, f, op, slot, hashed)
    return status

"""Best-first search with f = weight_g * g + weight_h * h: A*, weighted A*, greedy, uniform cost.

Pohl 1970, "Heuristic search viewed as path finding in a graph"; Hart, Nilsson & Raphael 1968 for
the case of equal weights. The algorithm files say which weights; all else is the same: the best
open node is selected, is the goal or is closed and expanded, and each of its children is new (it is
stored and put on open), or known by a path at most as long (dropped), or known by a longer path. A
longer path is replaced where the node is open; where it is closed, the node goes back on open if
reopening is on, and else keeps its path.

Counted: a child is generated when its operator is applied; a node is expanded when it is selected
and no goal; evaluations are the start's, and one for each child whose state is not stored then,
which it is thereupon unless it is a dead end; ``visited`` is the states stored. A node's level is
the number of operators of its present path.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from kernels import counters as at
from kernels.contract import Parameter, constants, domain
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
from kernels.jit import compiled
from kernels.structures import bucket_queue, heap
from kernels.structures import hash_table as table
from kernels.structures import nodes as store
from kernels.tie_breaks import CODES

BUCKETS, HEAP = 1, 2
MOST_BUCKET_WEIGHT = 16
open_list: Any = heap if constants.OPEN_LIST == HEAP else bucket_queue

# Fields of ``settings``.
WEIGHT_G, WEIGHT_H, REOPEN, KEEP_FIRST, STORE_START, SEED = range(6)

EXPANDED = np.uint64(at.LEVEL_EXPANDED)
GENERATED = np.uint64(at.LEVEL_GENERATED)
STORED = np.uint64(at.LEVEL_VISITED)
NODES = at.CURSOR  # rows of the node store in use; one more than visited if the start is not stored

PARAMETERS = {
    "tie_break": Parameter(
        "choice", "low_h", "which of several nodes with the least f goes first", tuple(CODES)
    ),
    "reopening": Parameter(
        "choice",
        "always",
        "whether a closed node reached more cheaply is opened again",
        ("always", "never"),
    ),
    "open_list": Parameter(
        "choice",
        "auto",
        "how open is kept: the order is the same, the speed is not",
        ("auto", "buckets", "heap"),
    ),
    "store_start": Parameter(
        "boolean", True, "false: the start is not known until it is generated again"
    ),
}


def parameters(tie_break: str, reopening: str) -> dict[str, Parameter]:
    """PARAMETERS with other defaults."""
    changed = {"tie_break": tie_break, "reopening": reopening}
    return {
        name: replace(parameter, default=changed.get(name, parameter.default))
        for name, parameter in PARAMETERS.items()
    }


class Search(NamedTuple):
    """Arrays of a best-first search; ``key`` and ``operators`` are scratch."""

    counters: np.ndarray
    levels: np.ndarray
    iterations: np.ndarray
    settings: np.ndarray
    state: np.ndarray
    key: np.ndarray
    operators: np.ndarray
    nodes: np.ndarray
    slots: np.ndarray
    open: Any


def specialise(params: dict[str, Any]) -> dict[str, int]:
    """Tie-break, and the open list that it needs."""
    heaped = params["tie_break"] in ("lexicographic", "random") or params["open_list"] == "heap"
    return {"TIE_BREAK": CODES[params["tie_break"]], "OPEN_LIST": HEAP if heaped else BUCKETS}


def fallback(params: dict[str, Any]) -> dict[str, Any]:
    """The same search over a heap, for priorities that no list stands for."""
    return {**params, "open_list": "heap"}


def settings_of(
    params: dict[str, Any], weight_g: int, weight_h: int, seed: int | None, keep_first: bool = False
) -> list[int]:
    """Run-time numbers. keep_first: open nodes keep their first path, however cheap a later one."""
    reopen = params["reopening"] == "always"
    return [weight_g, weight_h, reopen, keep_first and not reopen, params["store_start"], seed or 0]


def allocate(workspace: Any, settings: np.ndarray) -> Search:
    """As many nodes as the memory holds."""
    entry = heap.BYTES if open_list is heap else 0
    capacity = min(workspace.memory // (store.BYTES + 16 + entry) + table.SMALLEST, (1 << 32) - 2)
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
        open=open_list.allocate(workspace, capacity),
    )


def path(search: Search) -> list[int]:
    """Operators from the start to the goal."""
    return trace(search.nodes, int(search.counters[at.GOAL]))


def bytes_used(search: Search) -> int:
    """Bytes of all arrays in use."""
    counts = search.counters
    stored = int(counts[NODES]) * store.BYTES + int(counts[at.SLOTS]) * 8
    return stored + open_list.bytes_used(search.open, int(counts[at.PEAK_OPEN]))


@compiled
def begin(search, T, H, start):
    """Put the start on open."""
    counters, settings = search.counters, search.settings
    for i in range(constants.STATE_SIZE):
        search.state[i] = start[i]
    h = start_value(T, H, search.state)
    counters[at.LEVELS] = 1
    counters[at.SLOTS] = table.SMALLEST
    open_list.reset(search.open, settings[SEED])
    table.rebuild(search.slots, table.SMALLEST, search.nodes, 0, 0)
    if not begin_with(counters, h):
        return
    domain.pack(T, search.state, search.key)
    first = np.uint64(0)
    store.write(search.nodes, first, search.key, store.NONE, 0, 0, h, domain.NO_OPERATOR)
    counters[NODES] = 1
    if settings[STORE_START] != 0:
        table.rebuild(search.slots, table.SMALLEST, search.nodes, 0, 1)
        counters[at.VISITED] = 1
        search.levels[0, STORED] = 1
    fits = open_list.push(search.open, search.nodes, first, settings[WEIGHT_H] * h, h)
    counters[at.OPEN] = 1 if fits else -1
    counters[at.PEAK_OPEN] = 1


@compiled
def make_space(search):
    """Make the table half as large again."""
    counters = search.counters
    counters[at.SLOTS] = min(counters[at.SLOTS] * 3 // 2, len(search.slots))
    first = 1 - search.settings[STORE_START]
    table.rebuild(search.slots, counters[at.SLOTS], search.nodes, first, counters[NODES])


@compiled
def advance(search, T, H, expansions, generations):
    """Select, test and expand nodes."""
    counters, levels, settings = search.counters, search.levels, search.settings
    state, key, operators = search.state, search.key, search.operators
    nodes, slots, queue = search.nodes, search.slots, search.open
    weight_g, weight_h = settings[WEIGHT_G], settings[WEIGHT_H]
    reopen, keep_first = settings[REOPEN] != 0, settings[KEEP_FIRST] != 0
    n_slots, n_open = counters[at.SLOTS], counters[at.OPEN]
    n_nodes, deepest = counters[NODES], counters[at.LEVELS]
    status = at.RUNNING
    if counters[at.BAD_VALUE] != 0:
        return at.BAD_HEURISTIC
    if n_open < 0:
        return at.OUT_OF_RANGE
    while True:
        if n_open == 0:
            status = at.EXHAUSTED
            break
        if table.is_crowded(n_slots, n_nodes + constants.MAX_OPERATORS):
            status = at.NEEDS_SPACE
            break
        if n_nodes + constants.MAX_OPERATORS > len(nodes) or deepest + 1 >= len(levels):
            status = at.OUT_OF_MEMORY
            break
        node = open_list.best(queue)
        domain.unpack(T, nodes[node], state)
        g, h = store.g_of(nodes, node), store.h_of(nodes, node)
        depth = store.depth_of(nodes, node)
        if h == 0 and domain.is_goal(T, state):
            counters[at.GOAL] = np.int64(node)
            status = at.SOLVED
            break
        if expansions == 0 or generations <= 0:
            break
        open_list.drop_best(queue, nodes, node)
        n_open -= 1
        store.close(nodes, node)
        expansions -= 1
        levels[np.uint64(depth), EXPANDED] += 1
        deepest = max(deepest, depth + 2)
        via = store.operator_of(nodes, node)
        count = domain.generate(T, state, via, operators, 0)
        generations -= count
        levels[np.uint64(depth + 1), GENERATED] += count
        for i in range(count):
            op = operators[np.uint64(i)]
            child_g = g + domain.cost(T, state, op)
            child_key(T, state, nodes[node], op, key)
            hashed = table.hash_of(key)
            child, slot = table.find(slots, n_slots, nodes, key, hashed)
            if child == table.ABSENT:
                child = np.uint64(n_nodes)
                child_h = child_value(T, H, state, h, op)
                counters[at.EVALUATED] += EVALUATES
                if not is_kept(child_h):
                    if is_dead(child_h):
                        continue
                    counters[at.BAD_VALUE] = child_h
                    status = at.BAD_HEURISTIC
                    break
                store.write(nodes, child, key, node, depth + 1, child_g, child_h, op)
                table.put(slots, slot, child, hashed)
                levels[np.uint64(depth + 1), STORED] += 1
                n_nodes += 1
            else:
                old_g, child_h = store.g_of(nodes, child), store.h_of(nodes, child)
                if child_g >= old_g or keep_first:
                    continue
                if store.is_closed(nodes, child):
                    if not reopen:
                        continue
                    counters[at.REOPENED] += 1
                else:
                    old_f = weight_g * old_g + weight_h * child_h
                    open_list.remove(queue, nodes, child, old_f, child_h)
                    n_open -= 1
                store.lead(nodes, child, node, depth + 1, child_g, op)
            f = weight_g * child_g + weight_h * child_h
            n_open += 1
            if child_g > at.MAX_VALUE or not open_list.push(queue, nodes, child, f, child_h):
                status = at.OUT_OF_RANGE
                break
        counters[at.PEAK_OPEN] = max(counters[at.PEAK_OPEN], n_open)
        if status != at.RUNNING:
            break
    counters[at.OPEN], counters[NODES], counters[at.LEVELS] = n_open, n_nodes, deepest
    counters[at.VISITED] = n_nodes - (1 - settings[STORE_START])
    return status

"""Beam search: level by level, and of each level only the children of least h (Lowerre 1976).

Lowerre, B. T. 1976, "The HARPY speech recognition system", PhD thesis, Carnegie Mellon University;
Bisiani, R. 1987, "Beam search", Encyclopedia of Artificial Intelligence, 56-58; Zhou, R. & Hansen,
E. A. 2005, "Beam-stack search: integrating backtracking with beam search", ICAPS 2005, 90-98. The
``width`` best children of a level are its beam; of several with the same h the ones generated first
are kept. A beam is expanded from the least h on, equal ones in the order in which they were
generated.

``duplicate_detection``: *all*: a child is dropped if its state is stored at this level or any level
before; *level*: if it is among the best so far of its own level; *none*: never. A state that was
not kept may be kept when it is generated again.

A beam that runs empty after children were dropped for want of width, or that comes to
``depth_limit`` after that, ends the search, or with ``widen`` the iteration: then all is forgotten
and the search starts again with a beam ``widen`` times as wide. Where nothing was dropped for want
of width and nothing cut by the depth limit, an empty beam proves that there is no solution. The
bound of an iteration is its width.

Counted: a child is generated when its operator is applied; a node is expanded when its turn comes.
The goal is tested on generation, and ends the search at once. Evaluations are the start's and one
for each child generated that is no duplicate. ``visited`` is the states stored when the search
ends: those of all beams of the last iteration, the best so far of the level under way, and the
goal; without full duplicate detection a state is counted as often as it is stored. Not optimal.
Complete with ``widen``, full duplicate detection and no depth limit. Memory: the states of all
beams.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kernels import counters as at
from kernels.contract import Parameter, constants, domain
from kernels.cores import beam
from kernels.cores.child import (
    EVALUATES,
    begin_with,
    child_key,
    child_value,
    is_dead,
    is_kept,
    start_value,
)
from kernels.cores.iterations import close_iteration
from kernels.cores.stored_path import trace
from kernels.jit import compiled, inlined
from kernels.structures import bounded_heap
from kernels.structures import hash_table as table
from kernels.structures import nodes as store

PARAMETERS = {
    "width": Parameter(
        "integer", 100, "states kept of each level", minimum=1, maximum=(1 << 32) - 1
    ),
    "duplicate_detection": Parameter(
        "choice", "all", "among which states a child's own is looked for", beam.DETECTIONS
    ),
    "widen": Parameter(
        "integer",
        None,
        "how many times as wide the beam is when the search starts again; none: it does not",
        minimum=2,
        maximum=1 << 16,
    ),
    "depth_limit": Parameter(
        "integer", None, "operators on the longest path; none: no limit", minimum=0
    ),
}
USES_HEURISTIC = True
OPTIMAL = "no"
MEMORY = "states of all beams"
GIVES_UP = "no solution among the states that the beam kept within the depth limit"
ITERATIVE = True

NO_LIMIT = 1 << 62
ITERATIONS = 64  # the beam at least doubles, and is never wider than the memory

EXPANDED = np.uint64(at.LEVEL_EXPANDED)
GENERATED = np.uint64(at.LEVEL_GENERATED)


def complete(params: dict[str, Any]) -> bool:
    """Where the beam gets wide enough for everything."""
    endless = params["duplicate_detection"] != "all" or params["depth_limit"] is not None
    return params["widen"] is not None and not endless


def fault(params: dict[str, Any]) -> str | None:
    """A beam that may go round for ever is never widened."""
    if params["widen"] is None or params["depth_limit"] is not None:
        return None
    if params["duplicate_detection"] == "all":
        return None
    return (
        f"widen with duplicate_detection {params['duplicate_detection']} needs a depth_limit: "
        "a beam that meets old states again need never run empty"
    )


def specialise(params: dict[str, Any]) -> dict[str, int]:
    """Nothing beside the domain's constants."""
    return {}


def settings(params: dict[str, Any], seed: int | None) -> list[int]:
    """The parameters."""
    limit = params["depth_limit"]
    detection = beam.DETECTIONS.index(params["duplicate_detection"])
    return [params["width"], detection, params["widen"] or 0, NO_LIMIT if limit is None else limit]


def allocate(workspace: Any, settings: np.ndarray) -> beam.Search:
    """As many nodes as the memory holds, all of which may be one beam."""
    row = store.BYTES + 16 + bounded_heap.BYTES + 8
    capacity = min(workspace.memory // row + table.SMALLEST, (1 << 32) - 2)
    return beam.Search(
        counters=workspace.array("counters", at.SIZE, np.int64),
        levels=workspace.array("levels", (min(capacity, 1 << 24) + 2, 3), np.int64),
        iterations=workspace.array("iterations", (ITERATIONS, 3), np.int64),
        settings=settings,
        state=workspace.array("state", constants.STATE_SIZE, np.int64),
        key=workspace.array("key", constants.WORDS, np.uint64),
        operators=workspace.array("operators", constants.MAX_OPERATORS + 4, np.int64),
        nodes=workspace.array("nodes", (capacity, store.COLUMNS), np.uint64),
        slots=workspace.array("slots", table.slots_for(capacity), np.uint64),
        beam=workspace.array("beam", capacity, np.uint64),
        heap=workspace.array("bounded_heap", (capacity, 2), np.uint64),
    )


def path(search: beam.Search) -> list[int]:
    """Operators from the start to the goal."""
    return trace(search.nodes, int(search.counters[at.GOAL]))


def bytes_used(search: beam.Search) -> int:
    """Bytes of nodes, table, beam and heap."""
    counts = search.counters
    stored = max(int(counts[at.VISITED]), int(counts[beam.MOST])) * store.BYTES
    levels = int(counts[beam.WIDEST]) * (bounded_heap.BYTES + 8)
    return stored + int(counts[at.SLOTS]) * 8 + levels


@compiled
def begin(search, T, H, start):
    """Put the start into the first beam."""
    counters, state = search.counters, search.state
    for i in range(constants.STATE_SIZE):
        state[i] = start[i]
    h = start_value(T, H, state)
    counters[at.LEVELS] = 1
    counters[at.BOUND] = search.settings[beam.WIDTH]
    counters[at.SLOTS] = table.SMALLEST
    if not begin_with(counters, h):
        return
    domain.pack(T, state, search.key)
    store.write(search.nodes, np.uint64(0), search.key, store.NONE, 0, 0, h, domain.NO_OPERATOR)
    beam.restart(counters, search)


@compiled
def make_space(search):
    """Make the table half as large again."""
    counters = search.counters
    counters[at.SLOTS] = min(counters[at.SLOTS] * 3 // 2, len(search.slots))
    end = counters[at.VISITED]
    first = end - beam.in_table(counters, search.settings[beam.DETECTION])
    table.rebuild(search.slots, counters[at.SLOTS], search.nodes, first, end)


@inlined
def _end_iteration(counters, search, cut):
    """What an empty beam, or one ``cut`` at the depth limit, means; RUNNING after a restart."""
    if counters[beam.DROPPED] == 0 and not cut:
        return at.EXHAUSTED
    if counters[beam.DROPPED] == 0 or search.settings[beam.WIDEN] == 0:
        return at.CUT_OFF
    close_iteration(counters, search.levels, search.iterations)
    counters[at.BOUND] *= search.settings[beam.WIDEN]
    beam.restart(counters, search)
    return at.RUNNING


@compiled
def advance(search, T, H, expansions, generations):
    """Go on with the next node of the beam."""
    counters, levels, nodes = search.counters, search.levels, search.nodes
    state, key, operators = search.state, search.key, search.operators
    detection, limit = search.settings[beam.DETECTION], search.settings[beam.LIMIT]
    slot, hashed = np.uint64(0), np.uint64(0)
    if counters[at.BAD_VALUE] != 0:
        return at.BAD_HEURISTIC
    if counters[at.LEVELS] == 1 and counters[at.H_START] == 0 and domain.is_goal(T, state):
        return at.SOLVED
    status = at.RUNNING
    while status == at.RUNNING:
        if counters[beam.PLACE] == counters[beam.IN_BEAM]:
            beam.go_down(counters, search)
        depth = counters[beam.DEPTH]
        if counters[beam.IN_BEAM] == 0 or depth == limit:
            status = _end_iteration(counters, search, counters[beam.IN_BEAM] > 0)
            continue
        most = beam.in_table(counters, detection) + constants.MAX_OPERATORS
        if table.is_crowded(counters[at.SLOTS], most):
            return at.NEEDS_SPACE
        if counters[at.VISITED] + constants.MAX_OPERATORS > len(nodes) or depth + 2 > len(levels):
            return at.OUT_OF_MEMORY
        if expansions == 0 or generations <= 0:
            return at.RUNNING
        parent = search.beam[np.uint64(counters[beam.PLACE])]
        counters[beam.PLACE] += 1
        expansions -= 1
        levels[np.uint64(depth), EXPANDED] += 1
        counters[at.LEVELS] = max(counters[at.LEVELS], depth + 2)
        domain.unpack(T, nodes[parent], state)
        h = store.h_of(nodes, parent)
        count = domain.generate(T, state, store.operator_of(nodes, parent), operators, 0)
        for i in range(count):
            op = operators[np.uint64(i)]
            levels[np.uint64(depth + 1), GENERATED] += 1
            generations -= 1
            child_key(T, state, nodes[parent], op, key)
            if detection != beam.NONE:
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
                status = at.BAD_HEURISTIC
                break
            if child_h == 0:
                domain.apply(T, state, op)
                if domain.is_goal(T, state):
                    goal = beam.store_child(search, counters, parent, depth + 1, 0, op)
                    counters[at.GOAL] = np.int64(goal)
                    status = at.SOLVED
                    break
                domain.undo(T, state, op)
            beam.keep(search, counters, parent, depth + 1, child_h, op, slot, hashed)
    return status

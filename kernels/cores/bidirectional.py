"""What bidirectional searches share: nodes of both sides, meetings, expansion of a node.

Side 0 searches forward from the start; side 1 searches the reversed problem from the goal, with the
domain's ordinary functions. The nodes of both lie in one store and one table, so that the look-up
of a child also tells whether the other side knows it: then a solution is found, and the cheapest
one so far is kept, as the two nodes where it meets. Nothing is pruned: neither nodes whose f is no
less than the cost of that solution, nor those that the other side has expanded.

A node reached by a cheaper path is led by it, and goes back on open if it was closed (it is
reopened), so that inconsistent heuristics do no harm.

Counted: a child is generated when its operator is applied; a node is expanded when it is selected;
evaluations are those of the two roots, and one for each child whose state its side does not store
then, which it does thereupon unless it is a dead end; ``visited`` is the states stored, each side
for itself. A node's level is the number of operators of its present
path, from the root of its own side; levels add up both sides.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kernels import counters as at
from kernels.contract import constants, domain
from kernels.cores import priority_frontier, side_open, waiting_frontier
from kernels.cores.child import EVALUATES, child_key, child_value, is_dead, is_kept, start_value
from kernels.cores.stored_path import trace
from kernels.jit import compiled, inlined
from kernels.structures import nodes as store
from kernels.structures import pair_table as pairs
from kernels.structures.hash_table import ABSENT, SMALLEST, hash_of, is_crowded, put, slots_for
from kernels.workspace import Workspace

BY_PRIORITY, BY_PAIRS = 1, 2
frontier: Any = waiting_frontier if constants.FRONTIER == BY_PAIRS else priority_frontier

EXPANDED = np.uint64(at.LEVEL_EXPANDED)
GENERATED = np.uint64(at.LEVEL_GENERATED)
STORED = np.uint64(at.LEVEL_VISITED)

EPSILON = 0  # field of ``settings``: no operator costs less

NODES = at.CURSOR  # rows of the node store in use
COST = at.SCRATCH  # of the cheapest solution so far, or INFINITE
MEETING = at.SCRATCH + 1  # nodes where it meets, of side 0 and of side 1
OWN = at.SCRATCH + 3  # the algorithm's own, and on to the end
INFINITE = 1 << 40
REFUSED = -1  # in at.OPEN: a root's priority is beyond the lists


class Search(NamedTuple):
    """Arrays of a bidirectional search; ``key`` and ``operators`` are scratch.

    ``open`` is the pair of what the sides have on open.
    """

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


def settings_of(params: dict[str, Any]) -> list[int]:
    """Epsilon: as the config gives it, or what is known of the domain."""
    given = params["epsilon"]
    return [constants.UNIT_COST if given is None else given]


def allocate(workspace: Workspace, settings: np.ndarray) -> Search:
    """As many nodes as the memory holds, whichever side they belong to."""
    entry = side_open.ENTRY_BYTES * frontier.LISTS
    capacity = min(workspace.memory // (store.BYTES + 16 + entry) + SMALLEST, (1 << 32) - 2)
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
        slots=workspace.array("slots", slots_for(capacity), np.uint64),
        open=tuple(frontier.allocate(workspace, side, capacity) for side in ("f", "b")),
    )


def path(search: Search) -> tuple[list[int], list[int]]:
    """Operators from the start to the meeting state, and from the goal to it in the reverse."""
    forward, backward = search.counters[MEETING : MEETING + 2]
    return trace(search.nodes, int(forward)), trace(search.nodes, int(backward))


def bytes_used(search: Search) -> int:
    """Bytes of all arrays in use."""
    counts = search.counters
    stored = int(counts[NODES]) * store.BYTES + int(counts[at.SLOTS]) * 8
    return stored + sum(frontier.bytes_used(side) for side in search.open)


@compiled
def begin(search, T, H, start):
    """Put start and goal on open."""
    counters = search.counters
    counters[at.SLOTS] = SMALLEST
    counters[at.LEVELS] = 1
    counters[COST] = INFINITE
    pairs.rebuild(search.slots, SMALLEST, search.nodes, 0)
    frontier.reset(search.open[0])
    frontier.reset(search.open[1])
    counters[at.H_START] = start_value(T[0], H[0], start[0])
    _plant(search, T[0], search.open[0], 0, start[0], counters[at.H_START])
    _plant(search, T[1], search.open[1], 1, start[1], start_value(T[1], H[1], start[1]))
    counters[at.PEAK_OPEN] = counters[NODES]


@inlined
def _plant(search, T, queue, side, root, h):
    """Store the root of a side, and meet the other root if it is the same state.

    A root that is a dead end is not stored, which leaves its side with nothing on open.
    """
    counters, nodes = search.counters, search.nodes
    counters[at.EVALUATED] += EVALUATES
    if is_dead(h):
        return
    if not is_kept(h):
        counters[at.BAD_VALUE] = h
        return
    domain.pack(T, root, search.key)
    hashed = hash_of(search.key)
    n_slots = counters[at.SLOTS]
    _, other, slot = pairs.find(search.slots, n_slots, nodes, search.key, hashed, side)
    node = np.uint64(counters[NODES])
    store.write(nodes, node, search.key, store.NONE, 0, 0, h, domain.NO_OPERATOR)
    pairs.set_side(nodes, node, side)
    put(search.slots, slot, node, hashed)
    counters[NODES] += 1
    counters[at.VISITED] += 1
    search.levels[0, STORED] += 1
    if not frontier.put(queue, nodes, node, 0, h, search.settings[EPSILON]):
        counters[at.OPEN] = REFUSED
    if other != ABSENT:
        meet(search, side, node, other, 0)


@compiled
def make_space(search):
    """Make the table half as large again."""
    counters = search.counters
    counters[at.SLOTS] = min(counters[at.SLOTS] * 3 // 2, len(search.slots))
    pairs.rebuild(search.slots, counters[at.SLOTS], search.nodes, counters[NODES])


@inlined
def fault(search):
    """What keeps a search from going on from where ``begin`` left it, or RUNNING."""
    if search.counters[at.BAD_VALUE] != 0:
        return at.BAD_HEURISTIC
    return at.OUT_OF_RANGE if search.counters[at.OPEN] == REFUSED else at.RUNNING


@inlined
def room(search):
    """RUNNING if there is room for the children of a node, else what to do."""
    counters = search.counters
    wanted = counters[NODES] + constants.MAX_OPERATORS
    if is_crowded(counters[at.SLOTS], wanted):
        return at.NEEDS_SPACE
    if wanted > len(search.nodes) or counters[at.LEVELS] + 1 >= len(search.levels):
        return at.OUT_OF_MEMORY
    return at.RUNNING


@inlined
def meet(search, side, node, other, cost):
    """Keep the solution through two nodes of the same state, if it is the cheapest so far."""
    counters = search.counters
    if cost < counters[COST]:
        counters[COST] = cost
        counters[MEETING + side] = np.int64(node)
        counters[MEETING + 1 - side] = np.int64(other)


@inlined
def expand(search, T, H, queue, side, node):
    """Expand a node of a side that was just taken off its ``queue``: status, nodes generated."""
    counters, levels, settings = search.counters, search.levels, search.settings
    state, key, operators = search.state, search.key, search.operators
    nodes, slots, n_slots = search.nodes, search.slots, counters[at.SLOTS]
    n_nodes = counters[NODES]
    store.close(nodes, node)
    domain.unpack(T, nodes[node], state)
    g, h, depth = store.g_of(nodes, node), store.h_of(nodes, node), store.depth_of(nodes, node)
    levels[np.uint64(depth), EXPANDED] += 1
    counters[at.LEVELS] = max(counters[at.LEVELS], depth + 2)
    count = domain.generate(T, state, store.operator_of(nodes, node), operators, 0)
    levels[np.uint64(depth + 1), GENERATED] += count
    status = at.RUNNING
    for i in range(count):
        op = operators[np.uint64(i)]
        child_g = g + domain.cost(T, state, op)
        child_key(T, state, nodes[node], op, key)
        hashed = hash_of(key)
        child, other, slot = pairs.find(slots, n_slots, nodes, key, hashed, side)
        if child == ABSENT:
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
            put(slots, slot, child, hashed)
            levels[np.uint64(depth + 1), STORED] += 1
            n_nodes += 1
        else:
            old_g, child_h = store.g_of(nodes, child), store.h_of(nodes, child)
            if child_g >= old_g:
                continue
            if store.is_closed(nodes, child):
                counters[at.REOPENED] += 1
            else:
                frontier.withdraw(queue, nodes, child, old_g, child_h, settings[EPSILON])
            store.lead(nodes, child, node, depth + 1, child_g, op)
        pairs.set_side(nodes, child, side)
        if child_g > at.MAX_VALUE or not frontier.put(
            queue, nodes, child, child_g, child_h, settings[EPSILON]
        ):
            status = at.OUT_OF_RANGE
            break
        if other != ABSENT:
            meet(search, side, child, other, child_g + store.g_of(nodes, other))
    n_open = frontier.size(search.open[0]) + frontier.size(search.open[1])
    counters[at.PEAK_OPEN] = max(counters[at.PEAK_OPEN], n_open)
    counters[NODES], counters[at.VISITED] = n_nodes, n_nodes
    return status, count

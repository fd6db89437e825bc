"""Breadth-first search from the start and from the goal, level by level (Pohl 1971).

Pohl, I. 1971, "Bi-directional search", Machine Intelligence 6, 127-140; breadth-first, as by
Nicholson, T. A. J. 1966, "Finding the shortest route between two points in a network", The Computer
Journal 9, 275-280. No heuristic; operators are counted, not their costs.

Whole levels are expanded, one at a time: that of the side whose newest level has fewer nodes (the
forward one if both have as many), or of either side in turn, the forward one first. A state is
looked for on the other side when it is generated and stored, and the first that is known there ends
the search, in the midst of its level. That solution has the fewest operators. Let the levels 0 .. f
of the start and 0 .. b of the goal be complete, without a state in both: then none has f + b
operators or fewer, since its state number f (or its last, if it is shorter) would have been stored
by both. A meeting while level f + 1 is made is at most b from the goal, so that it has f + b + 1.
With a level that is not whole this fails: the first meeting may be a longer one.

Counted: a child is generated when its operator is applied; a node is expanded when its turn comes;
``visited`` is the states stored, each side for itself, both roots included. A node's level is its
depth below the root of its own side. Complete: it ends without a solution when the newest level of
a side is empty. Memory: every state generated.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kernels import counters as at
from kernels.contract import Parameter, constants, domain
from kernels.cores.child import child_key
from kernels.cores.stored_path import trace
from kernels.jit import compiled, inlined
from kernels.structures import nodes as store
from kernels.structures import pair_table as pairs
from kernels.structures.hash_table import ABSENT, SMALLEST, hash_of, is_crowded, put, slots_for
from kernels.workspace import Workspace

SMALLER, ALTERNATE = range(2)
SIDES = ("smaller", "alternate")

PARAMETERS = {
    "side": Parameter(
        "choice", "smaller", "whose level is next: the one with fewer nodes, or in turn", SIDES
    ),
}
USES_HEURISTIC = False
OPTIMAL = "operators"
COMPLETE = True
MEMORY = "states generated"
BIDIRECTIONAL = True
NEEDS = ("reverse", "reverse_operator")

SIDE = 0  # field of ``settings``
EXPANDED = np.uint64(at.LEVEL_EXPANDED)
GENERATED = np.uint64(at.LEVEL_GENERATED)
STORED = np.uint64(at.LEVEL_VISITED)
NEXT = at.CURSOR  # the node whose turn it is; nodes are stored in order of generation
NODES = at.SCRATCH  # rows of the node store in use
LEVEL_END = at.SCRATCH + 1  # one past the last node of the level that is being expanded
NOW = at.SCRATCH + 2  # the side to which it belongs
NEWEST = at.SCRATCH + 3  # the first node of the newest level of side 0, of side 1
NEWEST_END = at.SCRATCH + 5  # one past its last node, once the level is complete
MEETING = at.SCRATCH + 7  # the nodes where the solution meets, of side 0 and of side 1
MET = at.SCRATCH + 9  # whether there is one


class Search(NamedTuple):
    """Nodes of both sides in order of generation: each level lies in one piece.

    ``key`` and ``operators`` are scratch.
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


def specialise(params: dict[str, Any]) -> dict[str, int]:
    """Nothing beside the domain's constants."""
    return {}


def settings(params: dict[str, Any], seed: int | None) -> list[int]:
    """Whose level is next."""
    return [SIDES.index(params["side"])]


def allocate(workspace: Workspace, settings: np.ndarray) -> Search:
    """As many nodes as the memory holds, whichever side they belong to."""
    capacity = min(workspace.memory // (store.BYTES + 16) + SMALLEST, (1 << 32) - 2)
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
    )


def path(search: Search) -> tuple[list[int], list[int]]:
    """Operators from the start to the meeting state, and from the goal to it in the reverse."""
    forward, backward = search.counters[MEETING : MEETING + 2]
    return trace(search.nodes, int(forward)), trace(search.nodes, int(backward))


def bytes_used(search: Search) -> int:
    """Bytes of nodes and table."""
    return int(search.counters[NODES]) * store.BYTES + int(search.counters[at.SLOTS]) * 8


@compiled
def begin(search, T, H, start):
    """Store both roots, each the only node of its level 0."""
    counters = search.counters
    counters[at.SLOTS] = SMALLEST
    pairs.rebuild(search.slots, SMALLEST, search.nodes, 0)
    for side in range(2):
        counters[NEWEST + side], counters[NEWEST_END + side] = side, side + 1
    domain.pack(T[0], start[0], search.key)
    _store(search, 0, store.NONE, 0, domain.NO_OPERATOR)
    domain.pack(T[1], start[1], search.key)
    _store(search, 1, store.NONE, 0, domain.NO_OPERATOR)
    counters[NOW], counters[NEXT], counters[LEVEL_END] = 1, 2, 2
    counters[at.VISITED], counters[at.LEVELS] = 2, 1


@compiled
def make_space(search):
    """Make the table half as large again."""
    counters = search.counters
    counters[at.SLOTS] = min(counters[at.SLOTS] * 3 // 2, len(search.slots))
    pairs.rebuild(search.slots, counters[at.SLOTS], search.nodes, counters[NODES])


@inlined
def _store(search, side, parent, depth, op):
    """Store the state of ``search.key`` unless its side knows it; does the other side know it?"""
    counters, nodes, key = search.counters, search.nodes, search.key
    hashed = hash_of(key)
    n_slots = counters[at.SLOTS]
    known, other, slot = pairs.find(search.slots, n_slots, nodes, key, hashed, side)
    if known != ABSENT:
        return
    node = np.uint64(counters[NODES])
    counters[NODES] += 1
    store.write(nodes, node, key, parent, depth, 0, 0, op)
    pairs.set_side(nodes, node, side)
    put(search.slots, slot, node, hashed)
    search.levels[np.uint64(depth), STORED] += 1
    if other != ABSENT:
        counters[MET] = 1
        counters[MEETING + side] = np.int64(node)
        counters[MEETING + 1 - side] = np.int64(other)


@inlined
def _choose_level(search):
    """The level that was being made is complete: take one to expand. False if a side has none."""
    counters = search.counters
    counters[NEWEST_END + counters[NOW]] = counters[NODES]
    forward = counters[NEWEST_END] - counters[NEWEST]
    backward = counters[NEWEST_END + 1] - counters[NEWEST + 1]
    if forward == 0 or backward == 0:
        return False
    side = 1 - counters[NOW]
    if search.settings[SIDE] == SMALLER:
        side = 0 if forward <= backward else 1
    counters[NOW] = side
    counters[NEXT], counters[LEVEL_END] = counters[NEWEST + side], counters[NEWEST_END + side]
    counters[NEWEST + side] = counters[NODES]
    return True


@inlined
def _expand(search, T, side):
    """Expand the node whose turn it is, until the sides meet: nodes generated."""
    counters, levels, nodes = search.counters, search.levels, search.nodes
    state, operators = search.state, search.operators
    parent = np.uint64(counters[NEXT])
    counters[NEXT] += 1
    domain.unpack(T, nodes[parent], state)
    depth = store.depth_of(nodes, parent)
    levels[np.uint64(depth), EXPANDED] += 1
    counters[at.LEVELS] = max(counters[at.LEVELS], depth + 2)
    count = domain.generate(T, state, store.operator_of(nodes, parent), operators, 0)
    made = 0
    while made < count and counters[MET] == 0:
        op = operators[np.uint64(made)]
        made += 1
        child_key(T, state, nodes[parent], op, search.key)
        _store(search, side, parent, depth + 1, op)
    levels[np.uint64(depth + 1), GENERATED] += made
    counters[at.VISITED] = counters[NODES]
    return made


@compiled
def advance(search, T, H, expansions, generations):
    """Go on with the node whose turn it is."""
    counters = search.counters
    while True:
        if counters[MET] != 0:
            return at.SOLVED
        if counters[NEXT] == counters[LEVEL_END] and not _choose_level(search):
            return at.EXHAUSTED
        wanted = counters[NODES] + constants.MAX_OPERATORS
        if is_crowded(counters[at.SLOTS], wanted):
            return at.NEEDS_SPACE
        if wanted > len(search.nodes) or counters[at.LEVELS] + 1 >= len(search.levels):
            return at.OUT_OF_MEMORY
        if expansions == 0 or generations <= 0:
            return at.RUNNING
        expansions -= 1
        if counters[NOW] == 0:
            generations -= _expand(search, T[0], 0)
        else:
            generations -= _expand(search, T[1], 1)

"""The states that a branch and bound search keeps, so as not to enter them again in vain.

With the constant ``TABLE`` these are all states entered, each with the g and the depth of the last
time; else those on the path with ``CYCLE_CHECK``, and none without.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kernels import counters as at
from kernels.contract import constants, domain
from kernels.cores import cycle_check
from kernels.jit import inlined, shared
from kernels.structures import hash_table as table
from kernels.structures import nodes as store
from kernels.structures.path_set import PathSet

HAS_TABLE = constants.TABLE == 1
GREATEST_G = at.MAX_VALUE if HAS_TABLE else 1 << 62
STORED = np.uint64(at.LEVEL_VISITED)


class Entered(NamedTuple):
    """Node store and hash table; the set of the path; ``key`` is scratch."""

    nodes: np.ndarray
    slots: np.ndarray
    known: PathSet
    key: np.ndarray


def allocate(workspace: Any, deepest: int) -> Entered:
    """As many states as the memory holds, or paths of ``deepest`` operators."""
    capacity = min(workspace.memory // (store.BYTES + 16) + table.SMALLEST, (1 << 32) - 2)
    capacity = capacity if HAS_TABLE else 1
    return Entered(
        nodes=workspace.array("nodes", (capacity, store.COLUMNS), np.uint64),
        slots=workspace.array("slots", table.slots_for(capacity), np.uint64),
        known=cycle_check.allocate(workspace, deepest),
        key=workspace.array("key", constants.WORDS, np.uint64),
    )


def bytes_used(counters: np.ndarray) -> int:
    """Bytes of the states kept."""
    stored = int(counters[at.VISITED]) * store.BYTES + int(counters[at.SLOTS]) * 8
    return stored + int(counters[at.LEVELS]) * cycle_check.BYTES


@inlined
def reset(entered, counters):
    """Empty it."""
    if HAS_TABLE:
        counters[at.SLOTS] = table.SMALLEST
        table.rebuild(entered.slots, table.SMALLEST, entered.nodes, 0, 0)
    cycle_check.reset(entered.known)


@shared
def make_space(entered, counters):
    """Make the table half as large again."""
    if HAS_TABLE:
        counters[at.SLOTS] = min(counters[at.SLOTS] * 3 // 2, len(entered.slots))
        table.rebuild(entered.slots, counters[at.SLOTS], entered.nodes, 0, counters[at.VISITED])


@inlined
def room(entered, counters):
    """RUNNING if one more state can be kept, or what is wanting."""
    status = at.RUNNING
    if HAS_TABLE:
        if table.is_crowded(counters[at.SLOTS], counters[at.VISITED] + 1):
            status = at.NEEDS_SPACE
        if counters[at.VISITED] + 1 > len(entered.nodes):
            status = at.OUT_OF_MEMORY
    return status


@inlined
def _enter_path(entered, counters, levels, T, state, g, depth, has_limit):
    if cycle_check.knows(entered.known, T, state, entered.key):
        return False
    cycle_check.enter(entered.known, entered.key, depth)
    return True


@inlined
def _enter_table(entered, counters, levels, T, state, g, depth, has_limit):
    nodes, key = entered.nodes, entered.key
    domain.pack(T, state, key)
    hashed = table.hash_of(key)
    node, slot = table.find(entered.slots, counters[at.SLOTS], nodes, key, hashed)
    if node == table.ABSENT:
        node = np.uint64(counters[at.VISITED])
        store.write(nodes, node, key, store.NONE, depth, g, 0, domain.NO_OPERATOR)
        table.put(entered.slots, slot, node, hashed)
        levels[np.uint64(depth), STORED] += 1
        counters[at.VISITED] += 1
        return True
    if g >= store.g_of(nodes, node) and (not has_limit or depth >= store.depth_of(nodes, node)):
        return False
    store.lead(nodes, node, store.NONE, depth, g, domain.NO_OPERATOR)
    counters[at.REOPENED] += 1
    return True


enter = _enter_table if HAS_TABLE else _enter_path
"""``enter(entered, counters, levels, T, state, g, depth, has_limit)``: False for a duplicate."""


@inlined
def leave(entered, depth):
    """Go back from the state at ``depth``."""
    cycle_check.leave(entered.known, depth)

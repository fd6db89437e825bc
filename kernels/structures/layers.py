"""Layers of a breadth-first search: rows of the node store in three lists, and used again.

The lists run through the nodes' own links. Rows of a layer that is forgotten are handed out again
before rows that were never used, so that no more memory is filled than the layers kept at the same
time need. The states of all three layers are in the hash table.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kernels.jit import inlined, shared
from kernels.structures import hash_table as table
from kernels.structures import nodes as store
from kernels.structures.hash_table_removal import remove

# Fields of ``lists``. Nodes, or NONE: first of a layer, last of one, whose turn it is, first free.
BEFORE, PRESENT, AFTER, LAST_AFTER, TURN, FREE = (np.uint64(i) for i in range(6))
FRESH, ROWS = np.uint64(6), np.uint64(7)  # rows ever in use; rows in use now
FIELDS = 8
_ZERO, _ONE = np.uint64(0), np.uint64(1)


def allocate(workspace: Any) -> np.ndarray:
    """uint64[FIELDS]."""
    lists: np.ndarray = workspace.array("layers", FIELDS, np.uint64)
    return lists


@inlined
def reset(lists, slots, n_slots, nodes):
    """No layers, no rows in use, an empty table."""
    for field in (BEFORE, PRESENT, AFTER, LAST_AFTER, TURN, FREE):
        lists[field] = store.NONE
    lists[FRESH], lists[ROWS] = _ZERO, _ZERO
    table.rebuild(slots, n_slots, nodes, 0, 0)


@inlined
def take_row(lists, nodes):
    """The number of a row that is not in use (uint64)."""
    lists[ROWS] += _ONE
    node = lists[FREE]
    if node == store.NONE:
        node = lists[FRESH]
        lists[FRESH] += _ONE
    else:
        lists[FREE] = store.next_of(nodes, node)
    return node


@inlined
def append(lists, nodes, node):
    """Put an unlinked node at the end of the layer after the present one."""
    if lists[AFTER] == store.NONE:
        lists[AFTER] = node
    else:
        store.set_next(nodes, lists[LAST_AFTER], node)
    lists[LAST_AFTER] = node


@shared
def go_down(lists, slots, n_slots, nodes, frees):
    """Forget the layer before the present one, and make the one after it the present one.

    frees
        False: the rows that are forgotten stay in use; they are only taken out of the table.
    """
    node = lists[BEFORE]
    while node != store.NONE:
        following = store.next_of(nodes, node)
        remove(slots, n_slots, nodes, node)
        if frees:
            store.set_next(nodes, node, lists[FREE])
            lists[FREE] = node
            lists[ROWS] -= _ONE
        node = following
    lists[BEFORE] = lists[PRESENT]
    lists[PRESENT], lists[TURN] = lists[AFTER], lists[AFTER]
    lists[AFTER] = store.NONE


@shared
def _enter(slots, n_slots, nodes, node):
    while node != store.NONE:
        hashed = table.hash_of(nodes[node])
        _, slot = table.find(slots, n_slots, nodes, nodes[node], hashed)
        table.put(slots, slot, node, hashed)
        node = store.next_of(nodes, node)


@inlined
def rebuild(lists, slots, n_slots, nodes):
    """Enter the nodes of all three layers into an empty table of another size."""
    table.rebuild(slots, n_slots, nodes, 0, 0)
    for field in (BEFORE, PRESENT, AFTER):
        _enter(slots, n_slots, nodes, lists[field])

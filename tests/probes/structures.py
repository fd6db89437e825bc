"""Entry points to the hash table and the node store."""

from __future__ import annotations

import numpy as np

from kernels.jit import compiled
from kernels.structures import hash_table as table
from kernels.structures import nodes as store


@compiled
def enter(slots, n_slots, nodes, n_nodes, keys, found):
    """Look keys up; one that is absent (``found``: -1) becomes the next node. Nodes there are."""
    for i in range(len(keys)):
        hashed = table.hash_of(keys[i])
        node, slot = table.find(slots, n_slots, nodes, keys[i], hashed)
        if node == table.ABSENT:
            found[i] = -1
            node = np.uint64(n_nodes)
            store.write(nodes, node, keys[i], store.NONE, 0, 0, 0, 0)
            table.put(slots, slot, node, hashed)
            n_nodes += 1
        else:
            found[i] = np.int64(node)
    return n_nodes


@compiled
def rebuild(slots, n_slots, nodes, first, end):
    table.rebuild(slots, n_slots, nodes, first, end)


@compiled
def hashes(keys, hashed):
    for i in range(len(keys)):
        hashed[i] = table.hash_of(keys[i])


@compiled
def is_crowded(n_slots, n_nodes):
    return table.is_crowded(n_slots, n_nodes)


@compiled
def write(nodes, node, key, parent, depth, g, h, op):
    store.write(nodes, np.uint64(node), key, np.uint64(parent), depth, g, h, op)


@compiled
def lead(nodes, node, parent, depth, g, op):
    store.lead(nodes, np.uint64(node), np.uint64(parent), depth, g, op)


@compiled
def link(nodes, node, previous, next):
    store.set_previous(nodes, np.uint64(node), np.uint64(previous))
    store.set_next(nodes, np.uint64(node), np.uint64(next))


@compiled
def close(nodes, node):
    store.close(nodes, np.uint64(node))


@compiled
def fields(nodes, node, values):
    """parent, depth, g, h, operator, previous, next, closed."""
    at = np.uint64(node)
    values[0] = np.int64(store.parent_of(nodes, at))
    values[1] = store.depth_of(nodes, at)
    values[2] = store.g_of(nodes, at)
    values[3] = store.h_of(nodes, at)
    values[4] = store.operator_of(nodes, at)
    values[5] = np.int64(store.previous_of(nodes, at))
    values[6] = np.int64(store.next_of(nodes, at))
    values[7] = 1 if store.is_closed(nodes, at) else 0

"""Hash table from packed states to nodes: open addressing, linear probing, no deletion.

A slot (uint64) holds the upper half of the key's hash beside the node's number plus one; zero is
empty. The upper half also decides the slot, by multiplication (Lemire 2019, "Fast random integer
generation in an interval"), so that a table may have any size and a lookup seldom reads a node in
vain. At most four of five slots are used; growth is by half, which leaves at least 53 % used.
"""

from __future__ import annotations

import numpy as np

from kernels.contract import constants
from kernels.jit import inlined, shared

WORDS = constants.WORDS
SMALLEST = 1 << 12
ABSENT = np.uint64(0xFFFFFFFFFFFFFFFF)

_ONE, _32 = np.uint64(1), np.uint64(32)
_29, _LOW_32 = np.uint64(29), np.uint64(0xFFFFFFFF)
_MIX_1, _MIX_2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)


def slots_for(nodes: int) -> int:
    """Slots to reserve for so many nodes."""
    return max(SMALLEST, 2 * nodes)


@inlined
def hash_of(key):
    """Upper 32 bits of a hash of uint64[WORDS]."""
    mixed = np.uint64(0)
    for word in range(WORDS):
        mixed = (mixed ^ key[np.uint64(word)]) * _MIX_1
        mixed = (mixed ^ (mixed >> _29)) * _MIX_2
        mixed ^= mixed >> _32
    return (mixed * _MIX_1) >> _32


@inlined
def find(slots, n_slots, nodes, key, hashed):
    """Node of a key, or ABSENT; and the slot where it is or would go (both uint64)."""
    size = np.uint64(n_slots)
    slot = (hashed * size) >> _32
    while True:
        content = slots[slot]
        if content == np.uint64(0):
            return ABSENT, slot
        if content >> _32 == hashed:
            node = (content & _LOW_32) - _ONE
            same = True
            for word in range(WORDS):
                same &= nodes[node, np.uint64(word)] == key[np.uint64(word)]
            if same:
                return node, slot
        slot += _ONE
        if slot == size:
            slot = np.uint64(0)


@inlined
def put(slots, slot, node, hashed):
    """Fill the empty slot that ``find`` gave."""
    slots[slot] = hashed << _32 | (node + _ONE)


@inlined
def is_crowded(n_slots, n_nodes):
    """Whether more than four of five slots would be used."""
    return 5 * n_nodes > 4 * n_slots


@shared
def rebuild(slots, n_slots, nodes, first, end):
    """Empty the first ``n_slots`` slots, and enter nodes ``first`` .. ``end``-1."""
    for slot in range(n_slots):
        slots[np.uint64(slot)] = np.uint64(0)
    for number in range(first, end):
        node = np.uint64(number)
        hashed = hash_of(nodes[node])
        _, slot = find(slots, n_slots, nodes, nodes[node], hashed)
        put(slots, slot, node, hashed)

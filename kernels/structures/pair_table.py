"""Hash table of a bidirectional search: one node store and one table for the nodes of both sides.

A state that both sides reached is two nodes with the same key, one of which carries the flag
BACKWARD. They lie in one run of slots, so that a single look-up finds whether a side knows a state
and whether the other does. Slots, hashes and growth are as in ``hash_table``.
"""

from __future__ import annotations

import numpy as np

from kernels.contract import constants
from kernels.jit import inlined, shared
from kernels.structures import nodes as store
from kernels.structures.hash_table import ABSENT, hash_of, put

BACKWARD = np.uint64(2)  # flag of a node of side 1; side 0 searches forward

_ZERO, _ONE, _32 = np.uint64(0), np.uint64(1), np.uint64(32)
_LOW_32 = np.uint64(0xFFFFFFFF)


@inlined
def set_side(nodes, node, side):
    """Mark a node, just written or led elsewhere, as one of side 0 or 1."""
    nodes[node, store.STATUS] |= BACKWARD * np.uint64(side)


@inlined
def find(slots, n_slots, nodes, key, hashed, side):
    """A key's node of ``side``, that of the other side, each may be ABSENT; and the slot.

    The slot is the empty one behind them, where the next node of this key would go. All uint64.
    """
    size = np.uint64(n_slots)
    flag = BACKWARD * np.uint64(side)
    slot = (hashed * size) >> _32
    own, other = ABSENT, ABSENT
    while True:
        content = slots[slot]
        if content == _ZERO:
            return own, other, slot
        if content >> _32 == hashed:
            node = (content & _LOW_32) - _ONE
            same = True
            for word in range(constants.WORDS):
                same &= nodes[node, np.uint64(word)] == key[np.uint64(word)]
            if same:
                if nodes[node, store.STATUS] & BACKWARD == flag:
                    own = node
                else:
                    other = node
        slot += _ONE
        if slot == size:
            slot = _ZERO


@shared
def rebuild(slots, n_slots, nodes, end):
    """Empty the first ``n_slots`` slots, and enter nodes 0 .. ``end``-1."""
    size = np.uint64(n_slots)
    for place in range(n_slots):
        slots[np.uint64(place)] = _ZERO
    for number in range(end):
        node = np.uint64(number)
        hashed = hash_of(nodes[node])
        slot = (hashed * size) >> _32
        while slots[slot] != _ZERO:
            slot += _ONE
            if slot == size:
                slot = _ZERO
        put(slots, slot, node, hashed)

"""Removal from the hash table: the run behind the slot that is emptied moves up (Knuth 1973).

Knuth, D. E. 1973, "The art of computer programming, volume 3: sorting and searching", section 6.4,
algorithm R. No slot is left marked as deleted, so that a table from which as many states leave as
come in stays as fast as it was.
"""

from __future__ import annotations

import numpy as np

from kernels.jit import inlined, shared
from kernels.structures import hash_table as table

_ZERO, _ONE, _32 = np.uint64(0), np.uint64(1), np.uint64(32)
_LOW_32 = np.uint64(0xFFFFFFFF)


@inlined
def _steps(size, origin, slot):
    """How far ``slot`` is behind ``origin``, round the end of the table."""
    return slot - origin if slot >= origin else slot + size - origin


@shared
def remove(slots, n_slots, nodes, node):
    """Take a node that is in the table out of it."""
    size = np.uint64(n_slots)
    hole = (table.hash_of(nodes[node]) * size) >> _32
    while (slots[hole] & _LOW_32) != node + _ONE:
        hole = hole + _ONE if hole + _ONE < size else _ZERO
    slot = hole
    while True:
        slot = slot + _ONE if slot + _ONE < size else _ZERO
        content = slots[slot]
        if content == _ZERO:
            break
        home = ((content >> _32) * size) >> _32
        if _steps(size, home, slot) >= _steps(size, hole, slot):
            slots[hole] = content
            hole = slot
    slots[hole] = _ZERO

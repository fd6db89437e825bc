"""Node store: one row a node, uint64[capacity, WORDS + 3], so that a node is one cache line.

Columns 0 .. WORDS-1 hold the packed state. Behind them:

========== =============================== ===================================
LINKS      parent (32 bits)                next node of its open list (32)
STATUS     previous node, or heap place    depth (24), flags (8)
VALUES     g (24), h (24)                  operator that led here (16)
========== =============================== ===================================

Depth counts the operators of the node's present path. Node numbers and links are stored plus one,
so that zero means none.
"""

from __future__ import annotations

import numpy as np

from kernels.contract import constants
from kernels.jit import inlined

WORDS = constants.WORDS
COLUMNS = WORDS + 3
LINKS = np.uint64(WORDS)
STATUS = np.uint64(WORDS + 1)
VALUES = np.uint64(WORDS + 2)
BYTES = 8 * COLUMNS

NONE = np.uint64(0xFFFFFFFF)
CLOSED = np.uint64(1)

_16, _32, _40, _8 = np.uint64(16), np.uint64(32), np.uint64(40), np.uint64(8)
_LOW_8, _LOW_16 = np.uint64(0xFF), np.uint64(0xFFFF)
_LOW_24, _LOW_32 = np.uint64(0xFFFFFF), np.uint64(0xFFFFFFFF)
_HIGH_32 = np.uint64(0xFFFFFFFF00000000)
_ONE = np.uint64(1)


@inlined
def write(nodes, node, key, parent, depth, g, h, op):
    """Make a row: open, linked to nothing. ``parent`` may be NONE."""
    for word in range(WORDS):
        nodes[node, np.uint64(word)] = key[np.uint64(word)]
    nodes[node, LINKS] = ((parent + _ONE) & _LOW_32) << _32
    nodes[node, STATUS] = np.uint64(depth) << _8
    nodes[node, VALUES] = np.uint64(g) << _40 | np.uint64(h) << _16 | np.uint64(op)


@inlined
def lead(nodes, node, parent, depth, g, op):
    """Give an unlinked node another path; it is open again."""
    h = (nodes[node, VALUES] >> _16) & _LOW_24
    nodes[node, LINKS] = ((parent + _ONE) & _LOW_32) << _32
    nodes[node, STATUS] = np.uint64(depth) << _8
    nodes[node, VALUES] = np.uint64(g) << _40 | h << _16 | np.uint64(op)


@inlined
def g_of(nodes, node):
    """Cost of the present path, int64."""
    return np.int64(nodes[node, VALUES] >> _40)


@inlined
def h_of(nodes, node):
    """Heuristic value, int64."""
    return np.int64((nodes[node, VALUES] >> _16) & _LOW_24)


@inlined
def operator_of(nodes, node):
    """The operator that led here, int64."""
    return np.int64(nodes[node, VALUES] & _LOW_16)


@inlined
def depth_of(nodes, node):
    """Operators on the present path, int64."""
    return np.int64((nodes[node, STATUS] >> _8) & _LOW_24)


@inlined
def parent_of(nodes, node):
    """Parent, or NONE."""
    return ((nodes[node, LINKS] >> _32) - _ONE) & _LOW_32


@inlined
def is_closed(nodes, node):
    """Whether the node was expanded on its present path."""
    return (nodes[node, STATUS] & CLOSED) != np.uint64(0)


@inlined
def close(nodes, node):
    """Mark as expanded."""
    nodes[node, STATUS] |= CLOSED


@inlined
def next_of(nodes, node):
    """The next node of the same list, or NONE."""
    return ((nodes[node, LINKS] & _LOW_32) - _ONE) & _LOW_32


@inlined
def previous_of(nodes, node):
    """The previous node of the same list, or NONE."""
    return ((nodes[node, STATUS] >> _32) - _ONE) & _LOW_32


@inlined
def set_next(nodes, node, other):
    """``other`` may be NONE."""
    nodes[node, LINKS] = (nodes[node, LINKS] & _HIGH_32) | ((other + _ONE) & _LOW_32)


@inlined
def set_previous(nodes, node, other):
    """``other`` may be NONE."""
    nodes[node, STATUS] = (nodes[node, STATUS] & _LOW_32) | ((other + _ONE) & _LOW_32) << _32

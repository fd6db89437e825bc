"""Pieces of a solution path that are still to be found: a stack of pairs of states.

A piece is a row of uint64: the packed states of its two ends; h of the first; how many operators
lie before it, and in it.
"""

from __future__ import annotations

import numpy as np

from kernels.contract import constants
from kernels.jit import inlined

WORDS = constants.WORDS
TARGET = np.uint64(WORDS)
VALUE, DEPTH, LENGTH = (np.uint64(2 * WORDS + i) for i in range(3))
FIELDS = 2 * WORDS + 3
MOST = 64  # each piece is half as long as the one before, at most 2^20
TO_THE_GOAL = 0  # length of the whole path, which is not known; its target is any goal


@inlined
def write(piece, key, target, h, depth, length):
    """Fill a row."""
    for word in range(WORDS):
        piece[np.uint64(word)] = key[np.uint64(word)]
        piece[TARGET + np.uint64(word)] = target[np.uint64(word)]
    piece[VALUE], piece[DEPTH], piece[LENGTH] = np.uint64(h), np.uint64(depth), np.uint64(length)


@inlined
def push(stack, count, key, target, h, depth, length):
    """Put a piece on top of ``count`` others; how many there are then."""
    write(stack[np.uint64(count)], key, target, h, depth, length)
    return count + 1


@inlined
def pop(stack, count, piece):
    """Copy the top of ``count`` pieces into ``piece``; how many are left."""
    top = stack[np.uint64(count - 1)]
    for field in range(FIELDS):
        piece[np.uint64(field)] = top[np.uint64(field)]
    return count - 1


@inlined
def h_of(piece):
    """h of the first end, int64."""
    return np.int64(piece[VALUE])


@inlined
def depth_of(piece):
    """Operators before it, int64."""
    return np.int64(piece[DEPTH])


@inlined
def length_of(piece):
    """Operators in it, int64; or TO_THE_GOAL."""
    return np.int64(piece[LENGTH])


@inlined
def ends_with(piece, key):
    """Whether the state with this key is the target."""
    same = True
    for word in range(WORDS):
        same &= piece[TARGET + np.uint64(word)] == key[np.uint64(word)]
    return same

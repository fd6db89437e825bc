"""Sets of Sokoban squares as words of bits, in which the wall counts as a square.

The floor's squares are numbered row by row. ``WALL`` is the number of every wall: its bit is always
set among the boxes of a state, so that one look tells whether a square is free.
"""

from __future__ import annotations

import numpy as np

from kernels.contract import constants
from kernels.jit import inlined
from kernels.structures.bits import ONE

WORDS = constants.WORDS
WALL = 64 * WORDS - 1
WALL_BIT = ONE << np.uint64(63)
LAST_WORD = np.uint64(max(0, WORDS - 1))


@inlined
def boxes_of(words, word):
    """The boxes in one word (uint64) of a state vector, or of a set that holds the wall."""
    boxes = np.uint64(words[word])
    return boxes & ~WALL_BIT if word == LAST_WORD else boxes

"""The squares of a Sokoban level: what is known of each, and sets of them as words of bits.

The floor's squares are numbered row by row. ``WALL`` is the number of every wall: its bit is always
set among the boxes of a state, so that one look tells whether a square is free.

What kernels look up lies in few arrays, ``squares`` and ``sets``: each array that is handed on is
seven values to the compiler, and two dozen of them doubled the time that a kernel takes to compile.
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

# Columns of ``squares``, by number of the square. First the next squares up, down, left and right.
CODE = np.uint64(4)  # of a push, without its direction
KIND = np.uint64(5)  # equal for squares from which the same goals can be reached
RING = np.uint64(8)  # eight columns: the squares around, see ``kernels.cores.sokoban_man``
COLUMNS = 16

# Rows of ``sets``.
GOALS, DEAD = np.uint64(0), np.uint64(1)  # squares from which no goal can be reached are dead
AREA = np.uint64(2)  # of the man, in the state whose pushes were generated last
KNOWN = np.uint64(3)  # that state, packed
AROUND, FROZEN = np.uint64(4), np.uint64(5)  # scratch
SETS = 6


@inlined
def boxes_of(words, word):
    """The boxes in one word (uint64) of a state vector, or of a set that holds the wall."""
    boxes = np.uint64(words[word])
    return boxes & ~WALL_BIT if word == LAST_WORD else boxes

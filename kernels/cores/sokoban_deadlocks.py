"""States of Sokoban that no pushes can solve, seen from where the boxes stand.

Junghanns, A. & Schaeffer, J. 2001, "Sokoban: enhancing general single-agent search methods using
domain knowledge", Artificial Intelligence 129, 219-251, has both ideas: boxes that hold each other
fast, and more boxes than the goals that they can come to.

Frozen boxes: the greatest set F in which every box is blocked across and up-and-down. An axis is
blocked if one of its two neighbouring squares is a wall or holds a box of F, or if no goal can be
reached from either. The first box of F that moves in a solution would have to go along an axis on
which both neighbours are free and one of them leads to a goal; there is none. So no box of F ever
moves, and if one stands on no goal, there is no solution. Only a pushed box can make F larger: if
it is not in F, then F was there before.
"""

from __future__ import annotations

import numpy as np

from kernels.cores import assignment
from kernels.cores.assignment import FAR
from kernels.cores.sokoban_squares import DEAD, FROZEN, GOALS, WORDS, boxes_of
from kernels.jit import inlined, shared
from kernels.structures.bits import ONE, SIX, ZERO, bit_of, has, lowest


@inlined
def _is_blocked(squares, dead, holding, square):
    """Whether both axes of a square are blocked by walls and the boxes of ``holding``."""
    for axis in range(2):
        one = np.uint64(squares[square, np.uint64(2 * axis)])
        other = np.uint64(squares[square, np.uint64(2 * axis + 1)])
        if has(holding, one) or has(holding, other):
            continue
        if not (has(dead, one) and has(dead, other)):
            return False
    return True


@shared
def freezes(squares, sets, state, pushed):
    """Whether the box just pushed to ``pushed`` is frozen, and a frozen box stands on no goal.

    Afterwards the row ``FROZEN`` of ``sets`` holds the frozen boxes, and the wall's bit.
    """
    _take_all(sets, state)
    if not _is_blocked(squares, sets[DEAD], sets[FROZEN], pushed):
        return False
    return _has_loose_ends(squares, sets) and has(sets[FROZEN], pushed)


@shared
def is_frozen(squares, sets, state):
    """Whether any frozen box stands on no goal."""
    _take_all(sets, state)
    return _has_loose_ends(squares, sets)


@inlined
def _take_all(sets, state):
    """All boxes for frozen, until shown otherwise."""
    for w in range(WORDS):
        sets[FROZEN, np.uint64(w)] = np.uint64(state[np.uint64(w)])


@inlined
def _has_loose_ends(squares, sets):
    """Leave the boxes out that can move; whether one that is left is on no goal."""
    frozen, dead = sets[FROZEN], sets[DEAD]
    changed = True
    while changed:
        changed = False
        for w in range(WORDS):
            word = np.uint64(w)
            boxes = boxes_of(frozen, word)
            while boxes != ZERO:
                square = word << SIX | np.uint64(lowest(boxes))
                boxes &= boxes - ONE
                if not _is_blocked(squares, dead, frozen, square):
                    frozen[word] ^= bit_of(square)
                    changed = True
    off_goals = ZERO
    for w in range(WORDS):
        word = np.uint64(w)
        off_goals |= boxes_of(frozen, word) & ~sets[GOALS, word]
    return off_goals != ZERO


@shared
def leaves_a_box_over(fitting, state, a, b):
    """Whether, after a push from ``a`` to ``b``, not every box can come to a goal of its own.

    fitting
        an ``Assignment`` of boxes to goals that costs 0 where the goal can be reached, else FAR.
    """
    assignment.follow(fitting, state)
    return assignment.total_after(fitting, a, b) >= FAR


@shared
def has_a_box_over(fitting, state):
    """Whether not every box can come to a goal of its own."""
    assignment.follow(fitting, state)
    return assignment.total(fitting) >= FAR

"""Nearest goal: the sum over the boxes of the pushes to the nearest goal.

Other boxes and the man's ways are left out of account, and several boxes may have the same goal,
so that no solution has fewer pushes. A dead end if some box can come to no goal.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kernels.cores import sokoban_pulls
from kernels.cores.sokoban_pulls import UNREACHABLE
from kernels.cores.sokoban_squares import WORDS, boxes_of
from kernels.counters import DEAD_END
from kernels.domains import sokoban
from kernels.jit import inlined
from kernels.structures.bits import ONE, SIX, ZERO, lowest

FITS = "sokoban"


class Tables(NamedTuple):
    """pushes: int64[squares], to the nearest goal, ``UNREACHABLE`` where there is none."""

    pushes: np.ndarray


def admissible(params: dict[str, Any]) -> bool:
    """A push brings one box nearer to its nearest goal by one at most."""
    return True


def consistent(params: dict[str, Any]) -> bool:
    """For the same reason."""
    return True


def prepare(T: Any, params: dict[str, Any]) -> Tables:
    """Distances by pulls from the goals."""
    return Tables(sokoban_pulls.table(T).min(axis=1, initial=UNREACHABLE))


@inlined
def evaluate(T, H, state):
    """Sum over the boxes."""
    total, dead = 0, False
    for w in range(WORDS):
        word = np.uint64(w)
        boxes = boxes_of(state, word)
        while boxes != ZERO:
            pushes = H.pushes[word << SIX | np.uint64(lowest(boxes))]
            boxes &= boxes - ONE
            dead |= pushes == UNREACHABLE
            total += pushes
    return DEAD_END if dead else total


@inlined
def update(T, H, state, h, op):
    """Only the pushed box has another distance."""
    pushes = H.pushes[sokoban.square_to(T, op)]
    if pushes == UNREACHABLE:
        return DEAD_END
    return h + pushes - H.pushes[sokoban.square_from(T, op)]

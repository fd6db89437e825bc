"""How far boxes are from goals where nothing else is in the way, found by pulling them from goals.

Other boxes are left out, and so is where the man can walk: a box comes from a square to the next
one by a push if the square behind it is no wall. So all distances are at most the true ones.
"""

from __future__ import annotations

from collections import deque
from typing import Any

import numpy as np

from kernels.counters import DEAD_END

UNREACHABLE = DEAD_END


def pushes_to(T: Any, goal: int) -> np.ndarray:
    """Pushes from each square to one goal, ``UNREACHABLE`` where no pushes lead there.

    T
        tables of the domain ``sokoban``.
    goal
        number of the goal's square.

    Returns int64[squares].
    """
    squares = len(T.squares)
    neighbours = T.squares[:, :4].tolist()
    found = [UNREACHABLE] * squares
    found[goal] = 0
    waiting = deque([goal])
    while waiting:
        square = waiting.popleft()
        for direction, pulled_to in enumerate(neighbours[square]):
            if pulled_to >= squares or found[pulled_to] != UNREACHABLE:
                continue
            if neighbours[pulled_to][direction] < squares:  # where the man steps back to
                found[pulled_to] = found[square] + 1
                waiting.append(pulled_to)
    return np.array(found, dtype=np.int64)


def table(T: Any) -> np.ndarray:
    """Pushes from each square to each goal: int64[squares, goals]."""
    columns = [pushes_to(T, int(goal)) for goal in T.goal_squares]
    return np.array(columns, dtype=np.int64).reshape(-1, len(T.squares)).T

"""Many searches of a game tree in one call: to hand one to compiled code takes a millisecond."""

from __future__ import annotations

from typing import Any

from kernels import counters as at
from kernels.cores.game_frames import KEPT, KEPT_LENGTH
from kernels.cores.game_parameters import settings_of as settings
from kernels.cores.game_tree import advance, allocate, begin
from kernels.game_contract import HAS_VALUE, VALUE
from kernels.jit import compiled

__all__ = ["advance", "allocate", "begin", "settings", "solve_all"]

USES_HEURISTIC = True

NO_MOVE = -1
UNLIMITED = 1 << 62


def specialise(params: dict[str, Any]) -> dict[str, int]:
    """As the algorithm whose search it is: that is set from outside."""
    return {}


@compiled
def solve_all(search, T, E, C, starts, numbers, found):
    """``found[i]``: status, whether there is a value, value and best move of ``starts[i]``."""
    for i in range(len(starts)):
        search.levels[:] = 0
        search.counters[:] = 0
        for k in range(numbers.shape[1]):
            search.settings[k] = numbers[i, k]
        begin(search, T, E, C, starts[i])
        found[i, 0] = advance(search, T, E, C, UNLIMITED, UNLIMITED)
        found[i, 1], found[i, 2] = search.counters[HAS_VALUE], search.counters[VALUE]
        has_line = search.counters[KEPT_LENGTH] > 0
        found[i, 3] = search.lines[KEPT, 0] if has_line else NO_MOVE
    search.levels[:] = 0
    search.iterations[: search.counters[at.ITERATIONS] + 1] = 0
    search.counters[:] = 0

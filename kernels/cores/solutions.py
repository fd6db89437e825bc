"""Solutions of algorithms that go on to better ones: one row of ``search.solutions`` for each."""

from __future__ import annotations

from kernels import counters as at
from kernels.jit import shared


@shared
def add_solution(counters, levels, solutions, cost, depth):
    """Record a solution found now; there has to be a free row.

    ``counters[LEVELS]`` and ``levels`` have to be up to date: what was counted is read from them.
    """
    expanded, generated = 0, 0
    for level in range(counters[at.LEVELS]):
        expanded += levels[level, at.LEVEL_EXPANDED]
        generated += levels[level, at.LEVEL_GENERATED]
    row = counters[at.SOLUTIONS]
    solutions[row, at.SOLUTION_COST] = cost
    solutions[row, at.SOLUTION_DEPTH] = depth
    solutions[row, at.SOLUTION_EXPANDED] = expanded
    solutions[row, at.SOLUTION_GENERATED] = generated
    counters[at.SOLUTIONS] = row + 1

"""Records of iterative algorithms: one row of ``search.iterations`` for each finished iteration."""

from __future__ import annotations

from kernels import counters as at
from kernels.jit import shared


@shared
def close_iteration(counters, levels, iterations):
    """Record the iteration under way: its bound, and what ``levels`` holds beyond earlier rows.

    The last iteration of a search is never closed: it is the remainder, whatever ended it.
    """
    expanded, generated = 0, 0
    for depth in range(counters[at.LEVELS]):
        expanded += levels[depth, at.LEVEL_EXPANDED]
        generated += levels[depth, at.LEVEL_GENERATED]
    row = counters[at.ITERATIONS]
    for earlier in range(row):
        expanded -= iterations[earlier, at.ITERATION_EXPANDED]
        generated -= iterations[earlier, at.ITERATION_GENERATED]
    iterations[row, at.ITERATION_BOUND] = counters[at.BOUND]
    iterations[row, at.ITERATION_EXPANDED] = expanded
    iterations[row, at.ITERATION_GENERATED] = generated
    counters[at.ITERATIONS] = row + 1

"""Slow, obvious twins of everything compiled: the place to import them from.

They share no code with what they check. ``test_naive.py`` holds them against published figures.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from naive_blind import breadth_first, depth_first, iterative_deepening
from naive_counts import Result, replay
from naive_domains import (
    HEURISTICS,
    Problem,
    depth_counts,
    graph,
    is_solvable,
    neighbours,
    reachable,
    removals,
    sliding_tiles,
)
from naive_informed import best_first, ida_star, splitmix64

ALGORITHMS: dict[str, Callable[..., Result]] = {
    "breadth_first": breadth_first,
    "depth_first": depth_first,
    "iterative_deepening": iterative_deepening,
    "ida_star": ida_star,
    "uniform_cost": partial(best_first, kind="uniform_cost"),
    "greedy_best_first": partial(best_first, kind="greedy"),
    "a_star": partial(best_first, kind="a_star"),
    "weighted_a_star": partial(best_first, kind="weighted_a_star"),
}
"""The twin of each algorithm: called with a Problem and the algorithm's parameters."""

__all__ = [
    "ALGORITHMS",
    "HEURISTICS",
    "Problem",
    "Result",
    "best_first",
    "breadth_first",
    "depth_counts",
    "depth_first",
    "graph",
    "ida_star",
    "is_solvable",
    "iterative_deepening",
    "neighbours",
    "reachable",
    "removals",
    "replay",
    "sliding_tiles",
    "splitmix64",
]

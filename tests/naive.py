"""Slow, obvious twins of everything compiled: the place to import them from.

They share no code with what they check. ``test_naive.py`` holds them against published figures.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps
from typing import Any

from naive_blind import breadth_first, depth_first, iterative_deepening
from naive_counts import Counts, Result, replay
from naive_deep import depth_first_branch_and_bound, iterative_broadening, random_walk
from naive_domains import (
    DEAD_END,
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
from naive_layers import (
    beam_search,
    breadth_first_heuristic_search,
    enforced_hill_climbing,
)
from naive_linear import budgeted_tree_search, ida_star_transposition, rbfs
from naive_partial import (
    anytime_weighted_a_star,
    breadth_first_bit_table,
    partial_expansion_a_star,
)
from naive_stack import ida_star_stack


def informed(search: Callable[..., Result]) -> Callable[..., Result]:
    """The search, and what all do alike where the start is a dead end: value it, and end."""

    @wraps(search)
    def from_any_start(problem: Problem, **parameters: Any) -> Result:
        if problem.h(problem.start) == DEAD_END:
            return Counts(evaluated=1).result(problem, None)
        return search(problem, **parameters)

    return from_any_start


ALGORITHMS: dict[str, Callable[..., Result]] = {
    "breadth_first": breadth_first,
    "breadth_first_bit_table": breadth_first_bit_table,
    "depth_first": depth_first,
    "iterative_deepening": iterative_deepening,
    "iterative_broadening": informed(iterative_broadening),
    "depth_first_branch_and_bound": informed(depth_first_branch_and_bound),
    "random_walk": random_walk,
    "ida_star": informed(ida_star),
    "ida_star_stack": ida_star_stack,
    "ida_star_transposition": informed(ida_star_transposition),
    "rbfs": informed(rbfs),
    "budgeted_tree_search": informed(budgeted_tree_search),
    "uniform_cost": partial(best_first, kind="uniform_cost"),
    "greedy_best_first": informed(partial(best_first, kind="greedy")),
    "a_star": informed(partial(best_first, kind="a_star")),
    "weighted_a_star": informed(partial(best_first, kind="weighted_a_star")),
    "partial_expansion_a_star": informed(partial_expansion_a_star),
    "anytime_weighted_a_star": informed(anytime_weighted_a_star),
    "beam_search": informed(beam_search),
    "enforced_hill_climbing": informed(enforced_hill_climbing),
    "breadth_first_heuristic_search": informed(breadth_first_heuristic_search),
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

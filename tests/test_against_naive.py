"""Every compiled search against its naive twin: all counts, by level and iteration; the path."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from naive import ALGORITHMS
from naive import sliding_tiles as naive_tiles
from oracles import optimal_cost
from searching import choice, solve, tiles_run

from kernels.domains import sliding_tiles
from kernels.random import SplitMix64

TIE_BREAKS = ("fifo", "lifo", "low_h", "high_h", "lexicographic", "random")
HEURISTICS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("zero", {}),
    ("misplaced", {"count_blank": False}),
    ("misplaced", {"count_blank": True}),
    ("digit_difference", {"count_blank": False}),
    ("digit_difference", {"count_blank": True}),
    ("manhattan", {"count_blank": False}),
    ("manhattan", {"count_blank": True}),
    ("linear_conflict", {}),
)
BOARDS: tuple[dict[str, Any], ...] = (
    {"width": 2, "height": 2},
    {"width": 3, "height": 2, "goal": "blank_last", "operator_order": "UDLR"},
    {"width": 2, "height": 3, "goal": [3, 1, 0, 5, 4, 2], "operator_order": "RDUL"},
    {"width": 2, "height": 3, "blank": "highest", "goal": "blank_last", "parent_pruning": False},
    {"width": 3, "height": 2, "cost": "heavy"},
    {"width": 2, "height": 3, "blank": "highest", "cost": "inverse"},
)


def board_and_starts(
    board: dict[str, Any], count: int, seed: int, moves: int | None = None
) -> tuple[dict[str, Any], list[tuple[int, ...]]]:
    """All parameters of a board, and solvable starts: the goal, and random or scrambled ones."""
    params = choice("domains", "sliding_tiles", **board).parameters
    rng = SplitMix64(seed)
    if moves is None:
        texts = [sliding_tiles.random_instance(params, rng) for _ in range(count)]
    else:
        texts = [sliding_tiles.scrambled_instance(params, rng, moves) for _ in range(count)]
    goal = tuple(sliding_tiles.goal_vector(params))
    return params, [goal, *(tuple(map(int, text.split())) for text in texts)]


def compare(
    start: tuple[int, ...],
    params: dict[str, Any],
    algorithm: str,
    compiled: dict[str, Any],
    naive: dict[str, Any],
    heuristic: tuple[str, dict[str, Any]] | None,
    seed: int | None = None,
) -> None:
    """Assert that both give the same, to the last count."""
    name, options = heuristic or ("zero", {})
    problem = naive_tiles(
        start,
        tuple(sliding_tiles.goal_vector(params)),
        params["width"],
        params["height"],
        order=params["operator_order"],
        blank=sliding_tiles.blank_number(params),
        parent_pruning=params["parent_pruning"],
        heuristic=name,
        cost=params["cost"],
        **options,
    )
    want = ALGORITHMS[algorithm](problem, **naive)
    record = solve(tiles_run(start, params, algorithm, compiled, heuristic, seed=seed))
    row = record.row
    for column in ("cost", "depth", "expanded", "generated", "evaluated", "reopened", "visited"):
        if column == "evaluated" and heuristic is None:
            assert row[column] == 0
        else:
            assert row[column] == getattr(want, column), (column, start, algorithm, compiled)
    if want.peak_open is not None:
        assert row["peak_open"] == want.peak_open
    levels = [tuple(level) for level in record.levels[:, 1:].tolist()]
    assert levels == [tuple(level) for level in want.levels]
    iterations = [tuple(line) for line in record.iterations[:, 1:].tolist()]
    assert iterations == [tuple(line) for line in want.iterations]
    assert (record.path or []) == list(want.path or [])


@pytest.mark.parametrize("tie_break", TIE_BREAKS)
@pytest.mark.parametrize(
    ("algorithm", "extra"),
    [
        ("a_star", {}),
        ("greedy_best_first", {}),
        ("weighted_a_star", {"weight": 1.5}),
        ("uniform_cost", {}),
    ],
)
def test_best_first(algorithm: str, extra: dict[str, Any], tie_break: str) -> None:
    seed = 7 if tie_break == "random" else None
    params, starts = board_and_starts(BOARDS[2], 40, seed=11)
    for number, start in enumerate(starts):
        reopening = ("always", "never")[number % 2]
        store_start = number % 3 != 0
        common = {"tie_break": tie_break, "reopening": reopening, "store_start": store_start}
        heuristic = ("manhattan", {"count_blank": number % 5 > 1})
        compare(
            start,
            params,
            algorithm,
            {**common, **extra},
            {**common, **extra, "seed": seed or 0},
            None if algorithm == "uniform_cost" else heuristic,
            seed,
        )


@pytest.mark.parametrize("heuristic", HEURISTICS)
@pytest.mark.parametrize(
    ("algorithm", "boards"),
    [("a_star", BOARDS), ("ida_star", BOARDS[2:]), ("greedy_best_first", BOARDS[2:])],
)
def test_every_heuristic(
    algorithm: str, boards: tuple[dict[str, Any], ...], heuristic: tuple[str, dict[str, Any]]
) -> None:
    for board in boards:
        tree = algorithm == "ida_star"  # without duplicate detection, so only near the goal
        params, starts = board_and_starts(board, 10, seed=5, moves=14 if tree else None)
        for start in starts:
            chosen = {} if algorithm == "ida_star" else {"tie_break": "low_h"}
            if algorithm == "greedy_best_first":
                chosen["reopening"] = "never"
            compare(start, params, algorithm, chosen, chosen, heuristic)


@pytest.mark.parametrize("goal_test", ["generation", "expansion", "between_levels", "never"])
@pytest.mark.parametrize("store_start", [True, False])
def test_breadth_first(goal_test: str, store_start: bool) -> None:
    chosen = {"goal_test": goal_test, "store_start": store_start}
    for board in BOARDS:
        params, starts = board_and_starts(board, 15, seed=3)
        for start in starts:
            compare(start, params, "breadth_first", chosen, chosen, None)


@pytest.mark.parametrize("limit", [None, 0, 1, 5, 14, 40])
def test_depth_first(limit: int | None) -> None:
    for board in BOARDS:
        params, starts = board_and_starts(board, 15, seed=3)
        for start in starts:
            compare(start, params, "depth_first", {"depth_limit": limit}, {"limit": limit}, None)


def test_iterative_deepening() -> None:
    for board in BOARDS:
        params, starts = board_and_starts(board, 8, seed=9, moves=12)
        for start in starts:
            compare(start, params, "iterative_deepening", {}, {}, None)


def test_eight_puzzle_agrees_with_dijkstra() -> None:
    params = choice("domains", "sliding_tiles", width=3, height=3).parameters
    rng = SplitMix64(21)
    for _ in range(3):
        text = sliding_tiles.scrambled_instance(params, rng, 40)
        start = tuple(map(int, text.split()))
        goal = tuple(sliding_tiles.goal_vector(params))
        best = optimal_cost(naive_tiles(start, goal, 3, 3))
        for algorithm in ("a_star", "ida_star", "uniform_cost", "breadth_first"):
            heuristic = ("linear_conflict", {}) if algorithm.endswith("a_star") else None
            record = solve(tiles_run(start, params, algorithm, {}, heuristic))
            assert record.row["cost"] == best


def test_levels_and_iterations_sum_to_the_totals() -> None:
    params, starts = board_and_starts({"width": 3, "height": 3}, 5, seed=2, moves=40)
    for start in starts:
        record = solve(tiles_run(start, params, "ida_star"))
        assert record.levels[:, 1:3].sum(axis=0).tolist() == [
            record.row["expanded"],
            record.row["generated"],
        ]
        sums = record.iterations[:, 2:].sum(axis=0, dtype=np.int64).tolist()
        assert sums == [record.row["expanded"], record.row["generated"]]

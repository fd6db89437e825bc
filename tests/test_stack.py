"""IDA* over a stack against its twin, on graphs and boards."""

from __future__ import annotations

from typing import Any

import pytest
from naive import ALGORITHMS, Problem
from oracles import check_conservation, check_record, optimal_cost
from random_graphs import graph_case, graph_run
from searching import solve, tiles_run
from test_against_naive import BOARDS, board_and_starts
from test_layers import naive_board

from harness.model import Run

STACK = "ida_star_stack"
NEXT_BOUNDS = ("plus_one", "least_excess")
COLUMNS = ("status", "cost", "depth", "expanded", "generated", "evaluated", "reopened", "visited")


def compare(run: Run, problem: Problem, parameters: dict[str, Any]) -> dict[str, Any]:
    """Assert that search and twin give the same, to the last count; the row."""
    want = ALGORITHMS[STACK](problem, **parameters)
    check_conservation(want, problem)
    record = solve(run)
    check_record(record, problem)
    assert {c: record.row[c] for c in COLUMNS} == {c: getattr(want, c) for c in COLUMNS}
    assert [tuple(level) for level in record.levels[:, 1:].tolist()] == want.levels
    assert [tuple(line) for line in record.iterations[:, 1:].tolist()] == want.iterations
    assert record.path == want.path
    return record.row


@pytest.mark.parametrize("next_bound", NEXT_BOUNDS)
@pytest.mark.parametrize("dead_ends", [0, 0.7])
def test_graphs(next_bound: str, dead_ends: float) -> None:
    """A goal beyond the bound is taken, so that solutions may be dearer than the cheapest."""
    parameters = {"next_bound": next_bound}
    dearer = 0
    for seed in range(100):
        case = graph_case(
            seed,
            edges=14,
            zero_costs=False,
            solvable=True,
            goals=1 + seed % 2,
            admissible=seed % 4 != 3 or dead_ends > 0,
            dead_ends=dead_ends,
        )
        row = compare(graph_run(case, STACK, parameters), case.problem, parameters)
        best = optimal_cost(case.problem)
        assert best is not None
        assert row["cost"] >= best
        dearer += row["cost"] > best
    assert dearer > 0


@pytest.mark.parametrize("next_bound", NEXT_BOUNDS)
@pytest.mark.parametrize("board", BOARDS[1:5])
def test_boards(board: dict[str, Any], next_bound: str) -> None:
    """Only the goal has h = 0, so that solutions are shortest where every move costs 1."""
    parameters = {"next_bound": next_bound}
    params, starts = board_and_starts(board, 10, seed=5, moves=12)
    for start in starts:
        problem = naive_board(start, params)
        row = compare(tiles_run(start, params, STACK, parameters), problem, parameters)
        assert params["cost"] != "unit" or row["cost"] == optimal_cost(problem)

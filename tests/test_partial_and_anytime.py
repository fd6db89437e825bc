"""Partial-expansion A* and anytime weighted A* against their twins, and against exact costs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import naive
import pytest
from naive_partial import partial_expansion_a_star
from oracles import check_conservation, check_record, optimal_cost
from random_graphs import edge_problem, graph_case, graph_run
from searching import essence, solve, tiles_run
from test_against_naive import BOARDS, board_and_starts

from harness import search as driver
from harness.model import Choice, Limits, Record
from kernels.domains import sliding_tiles as tiles

TIE_BREAKS = ("low_h", "random")
ALGORITHMS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("partial_expansion_a_star", {"selection": "auto"}),
    ("partial_expansion_a_star", {"selection": "children"}),
    ("anytime_weighted_a_star", {"weight": 2}),
    ("anytime_weighted_a_star", {"weight": 1.5}),
)
HEAVY = BOARDS[4]


def problem_of(start: tuple[int, ...], params: dict[str, Any], heuristic: str) -> naive.Problem:
    return naive.sliding_tiles(
        start,
        tuple(tiles.goal_vector(params)),
        params["width"],
        params["height"],
        order=params["operator_order"],
        blank=tiles.blank_number(params),
        parent_pruning=params["parent_pruning"],
        heuristic=heuristic,
        cost=params["cost"],
    )


def assert_same(record: Record, want: naive.Result) -> None:
    row = record.row
    for column in ("status", "cost", "depth", "expanded", "generated", "evaluated", "reopened"):
        assert row[column] == getattr(want, column), column
    assert (row["visited"], row["peak_open"]) == (want.visited, want.peak_open)
    assert [tuple(level) for level in record.levels[:, 1:].tolist()] == want.levels
    assert [tuple(line) for line in record.solutions[:, 1:].tolist()] == want.solutions
    assert (record.path or []) == (want.path or [])


@pytest.mark.parametrize(("algorithm", "extra"), ALGORITHMS[:3])
def test_tiles(algorithm: str, extra: dict[str, Any]) -> None:
    params, starts = board_and_starts(HEAVY, 30, seed=13)
    for number, start in enumerate(starts):
        chosen = {**extra, "reopening": ("always", "never")[number % 4 == 3]}
        problem = problem_of(start, params, "manhattan")
        want = naive.ALGORITHMS[algorithm](problem, **chosen)
        check_conservation(want, problem, optimal_cost(problem))
        record = solve(tiles_run(start, params, algorithm, chosen))
        assert_same(record, want)
        check_record(record, problem)


WITHOUT_UPDATE = """
from kernels.contract import constants
from kernels.jit import inlined

FITS = "sliding_tiles"


def prepare(T, params):
    return ()


@inlined
def evaluate(T, H, state):
    wrong = 0
    for cell in range(constants.CELLS):
        if state[cell] != T.goal[cell] and state[cell] != T.blank:
            wrong += 1
    return wrong
"""


def test_partial_expansion_makes_children_whose_value_it_cannot_foresee(tmp_path: Path) -> None:
    file = tmp_path / "wrong_tiles.py"
    file.write_text(WITHOUT_UPDATE, encoding="utf-8")
    params, starts = board_and_starts(BOARDS[2], 20, seed=13)
    for start in starts:
        problem = problem_of(start, params, "misplaced")
        want = partial_expansion_a_star(problem, foresees=False)
        run = tiles_run(start, params, "partial_expansion_a_star", {})
        own = replace(run, heuristic=Choice("wrong_tiles", {}, str(file)))
        assert_same(solve(own), want)
        assert want.generated == partial_expansion_a_star(problem, "children").generated


@pytest.mark.parametrize("tie_break", TIE_BREAKS)
@pytest.mark.parametrize(("algorithm", "extra"), ALGORITHMS)
def test_graphs(algorithm: str, extra: dict[str, Any], tie_break: str) -> None:
    seed = 7 if tie_break == "random" else None
    seen = {"reopened": 0, "unsolvable": 0, "start is goal": 0, "several solutions": 0}
    for number in range(200):
        case = graph_case(
            number,
            vertices=(8, 20)[number % 2],
            edges=(16, 36)[number % 2],
            goals=1 + number % 3,
            admissible=number % 4 != 3,
        )
        chosen = {
            "tie_break": tie_break,
            "reopening": ("always", "never")[number % 5 == 4],
            **extra,
        }
        want = naive.ALGORITHMS[algorithm](case.problem, **chosen, seed=seed or 0)
        check_conservation(want, case.problem)
        record = solve(graph_run(case, algorithm, chosen, seed=seed))
        assert_same(record, want)
        check_record(record, case.problem)
        if number % 4 != 3 and chosen["reopening"] == "always":
            assert want.cost == optimal_cost(case.problem)
        seen["reopened"] += want.reopened
        seen["unsolvable"] += want.status == "unsolvable"
        seen["start is goal"] += want.depth == 0
        seen["several solutions"] += len(want.solutions) > 1
    assert algorithm.startswith("partial") or seen["several solutions"] > 0
    assert all(seen[name] for name in ("reopened", "unsolvable", "start is goal"))


@pytest.mark.parametrize(("algorithm", "extra"), ALGORITHMS[:3])
def test_slices(algorithm: str, extra: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    runs = [graph_run(graph_case(n, vertices=14, edges=40), algorithm, extra) for n in range(40)]
    whole = [essence(solve(run)) for run in runs]
    monkeypatch.setattr(driver, "FIRST_SLICE", 1)
    monkeypatch.setattr(driver, "LONGEST_SLICE", 1)
    assert [essence(solve(run)) for run in runs] == whole


@pytest.mark.parametrize(("algorithm", "extra"), ALGORITHMS[:3])
def test_limits_are_exact(algorithm: str, extra: dict[str, Any]) -> None:
    for number in range(30):
        case = graph_case(number, vertices=14, edges=40, solvable=True)
        needed = solve(graph_run(case, algorithm, extra)).row["expanded"]
        for nodes in {1, needed - 1, needed} - {0, -1}:
            row = solve(graph_run(case, algorithm, extra, limits=Limits(nodes=nodes))).row
            ends = "solved" if nodes >= needed else "node_limit"
            assert (row["status"], row["expanded"]) == (ends, min(nodes, needed))


def test_epea_star_generates_no_child_that_a_star_would_never_select() -> None:
    """With a consistent heuristic both select states up to the least cost only."""
    params, starts = board_and_starts(HEAVY, 30, seed=3)
    for start in starts:
        a_star = solve(tiles_run(start, params, "a_star")).row
        made = {
            selection: solve(
                tiles_run(start, params, "partial_expansion_a_star", {"selection": selection})
            ).row
            for selection in ("auto", "children")
        }
        assert {row["cost"] for row in made.values()} == {a_star["cost"]}
        assert made["auto"]["visited"] <= a_star["visited"]
        assert made["auto"]["expanded"] == made["children"]["expanded"] >= a_star["expanded"]
        assert made["auto"]["generated"] <= made["children"]["generated"]
        assert made["auto"]["visited"] <= made["auto"]["generated"] + 1


def test_a_limit_leaves_the_best_solution_so_far() -> None:
    params, starts = board_and_starts(HEAVY, 30, seed=3)
    improved = 0
    for start in starts[1:]:
        chosen = {"weight": 5}
        whole = solve(tiles_run(start, params, "anytime_weighted_a_star", chosen))
        rows = whole.solutions[:, 1:].tolist()
        best = optimal_cost(problem_of(start, params, "zero"))
        assert rows[-1][:2] == [best, whole.row["depth"]]
        costs = [row[0] for row in rows]
        assert costs == sorted(set(costs), reverse=True)
        improved += len(rows) > 1
        for _, _, nodes, _ in rows:
            found = [row for row in rows if row[2] <= nodes]
            limits = Limits(nodes=nodes)
            cut = solve(tiles_run(start, params, "anytime_weighted_a_star", chosen, limits=limits))
            assert cut.solutions[:, 1:].tolist() == found
            assert [cut.row["cost"], cut.row["depth"]] == found[-1][:2]
            assert len(cut.path or []) == cut.row["depth"]
            assert cut.row["status"] in ("node_limit", "solved")
    assert improved


def test_large_costs_fall_back_on_the_heap() -> None:
    """Priorities beyond the lists of the bucket queue."""
    for number in range(20):
        case = graph_case(number, vertices=6, edges=14, solvable=True)
        lines = [line.rsplit(",", 1) for line in case.edges.splitlines()]
        numbers = [(*ends.split(","), 20_000 * int(cost)) for ends, cost in lines]
        order = {name: n for n, name in enumerate(dict.fromkeys(v for e in numbers for v in e[:2]))}
        dear = replace(
            case,
            edges="\n".join(",".join(map(str, edge)) for edge in numbers),
            problem=edge_problem(
                [(order[a], order[b], cost) for a, b, cost in numbers],
                order[case.start],
                [order[goal] for goal in case.goals],
                {n: case.problem.h(n) for n in order.values()},
            ),
        )
        for algorithm, extra in ALGORITHMS[:3]:
            want = naive.ALGORITHMS[algorithm](dear.problem, **extra)
            assert_same(solve(graph_run(dear, algorithm, extra)), want)

"""Heuristic searches in linear memory against their twins, and what each of them promises."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from naive import ALGORITHMS, Problem, Result
from naive import sliding_tiles as naive_tiles
from oracles import check_conservation, check_record, optimal_cost
from random_graphs import GraphCase, graph_case, graph_run
from searching import choice, essence, solve, tiles_run

from harness import search
from harness.model import Limits, Record
from kernels.domains import sliding_tiles
from kernels.random import SplitMix64

MASK = 2**64 - 1
COLUMNS = ("cost", "depth", "expanded", "generated", "evaluated", "reopened", "visited")
PATH = {"duplicate_detection": "path"}

COMPLETE: tuple[tuple[str, dict[str, Any]], ...] = (
    ("ida_star", PATH),
    ("ida_star_transposition", {"table_bits": 12}),
    ("rbfs", PATH),
    ("budgeted_tree_search", PATH),
    ("budgeted_tree_search", {**PATH, "c1": 3, "c2": 4}),
)
"""Searches that end in every finite space."""

TREES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("ida_star", {}),
    ("rbfs", {}),
    ("budgeted_tree_search", {}),
    ("budgeted_tree_search", {"c1": 2, "c2": 3}),
)
"""Searches that end where there is a solution and every operator costs something."""

BOARDS: tuple[dict[str, Any], ...] = (
    {"width": 3, "height": 2, "cost": "heavy"},
    {"width": 2, "height": 3, "goal": [3, 1, 0, 5, 4, 2], "operator_order": "RDUL"},
    {"width": 2, "height": 3, "blank": "highest", "cost": "inverse", "parent_pruning": False},
)


def twin(problem: Problem, algorithm: str, parameters: dict[str, Any], **more: Any) -> Result:
    """What the naive search makes of it; it keeps the laws, and its solution is a cheapest one."""
    result = ALGORITHMS[algorithm](problem, **parameters, **more)
    best = optimal_cost(problem)
    check_conservation(result, problem, best, rising=algorithm != "budgeted_tree_search")
    assert result.cost == best
    return result


def agree(record: Record, want: Result) -> None:
    """Assert that both give the same, to the last count."""
    assert {c: record.row[c] for c in COLUMNS} == {c: getattr(want, c) for c in COLUMNS}
    assert [tuple(row) for row in record.levels[:, 1:].tolist()] == want.levels
    assert [tuple(row) for row in record.iterations[:, 1:].tolist()] == want.iterations
    assert [tuple(row) for row in record.solutions[:, 1:].tolist()] == want.solutions
    assert record.path == want.path
    assert record.row["status"] == want.status
    assert record.row["peak_open"] is None


def board(
    parameters: dict[str, Any], count: int, moves: int
) -> tuple[dict[str, Any], list[tuple[int, ...]]]:
    """All parameters of a board; the goal, and starts that are so many random moves away."""
    params = choice("domains", "sliding_tiles", **parameters).parameters
    rng = SplitMix64(17)
    texts = [sliding_tiles.scrambled_instance(params, rng, moves) for _ in range(count)]
    goal = tuple(sliding_tiles.goal_vector(params))
    return params, [goal, *(tuple(map(int, text.split())) for text in texts)]


def naive_board(start: tuple[int, ...], params: dict[str, Any]) -> Problem:
    """The same, with Manhattan distance, for the naive searches."""
    return naive_tiles(
        start,
        tuple(sliding_tiles.goal_vector(params)),
        params["width"],
        params["height"],
        order=params["operator_order"],
        blank=sliding_tiles.blank_number(params),
        parent_pruning=params["parent_pruning"],
        heuristic="manhattan",
        cost=params["cost"],
    )


@pytest.mark.parametrize(("algorithm", "parameters"), COMPLETE)
def test_graphs(algorithm: str, parameters: dict[str, Any]) -> None:
    """Cycles that cost nothing, goals out of reach, h that is not consistent."""
    for seed in range(120):
        size = {"vertices": 4 + seed % 6, "edges": 6 + seed % 13}
        case = graph_case(seed, goals=1 + seed % 2, zero_costs=seed % 4 > 0, **size)
        record = solve(graph_run(case, algorithm, parameters))
        agree(record, twin(case.problem, algorithm, parameters))
        check_record(record, case.problem)


@pytest.mark.parametrize(("algorithm", "parameters"), TREES)
def test_graphs_without_duplicate_detection(algorithm: str, parameters: dict[str, Any]) -> None:
    for seed in range(80):
        case = graph_case(seed, vertices=7, edges=12, zero_costs=False, solvable=True)
        record = solve(graph_run(case, algorithm, parameters))
        agree(record, twin(case.problem, algorithm, parameters))


@pytest.mark.parametrize(("algorithm", "parameters"), [*COMPLETE, *TREES])
def test_boards(algorithm: str, parameters: dict[str, Any]) -> None:
    for own in BOARDS:
        params, starts = board(own, 8, moves=13)
        for start in starts:
            record = solve(tiles_run(start, params, algorithm, parameters))
            agree(record, twin(naive_board(start, params), algorithm, parameters))


def test_inadmissible_values_give_some_solution() -> None:
    for seed in range(40):
        case = graph_case(seed, vertices=8, edges=16, admissible=False, goals=2)
        best = optimal_cost(case.problem)
        for algorithm, parameters in COMPLETE:
            record = solve(graph_run(case, algorithm, parameters))
            agree(record, ALGORITHMS[algorithm](case.problem, **parameters))
            assert (record.row["cost"] is None) == (best is None)


def bucket_of(vertex: int, buckets: int) -> int:
    """The bucket of a vertex, which is packed into one word as its number."""
    mixed = vertex * 0xBF58476D1CE4E5B9 & MASK
    mixed = (mixed ^ mixed >> 29) * 0x94D049BB133111EB & MASK
    mixed ^= mixed >> 32
    upper = (mixed * 0xBF58476D1CE4E5B9 & MASK) >> 32
    return upper * buckets >> 32


def test_a_table_that_forgets() -> None:
    """What is replaced is decided by the rule, and costs time alone."""
    forgot = 0
    for seed in range(100):
        bits = 4 + seed % 2
        case = graph_case(seed, vertices=70, edges=150, solvable=True)
        record = solve(graph_run(case, "ida_star_transposition", {"table_bits": bits}))
        want = twin(
            case.problem, "ida_star_transposition", {"table_bits": bits}, bucket_of=bucket_of
        )
        agree(record, want)
        assert record.row["visited"] <= 1 << bits
        forgot += want.expanded > ALGORITHMS["ida_star_transposition"](case.problem).expanded
    assert forgot > 0


def test_the_table_saves_work() -> None:
    params, starts = board({"width": 3, "height": 3}, 10, moves=60)
    for start in starts:
        runs = [tiles_run(start, params, name) for name in ("ida_star", "ida_star_transposition")]
        plain, table = (solve(run).row for run in runs)
        assert plain["cost"] == table["cost"]
        assert table["expanded"] <= plain["expanded"]


def test_growth_by_less_than_nothing_is_never_asked_for() -> None:
    """With c1 = 1 every iteration grew enough: the search is IDA*, iteration by iteration."""
    params, starts = board({"width": 3, "height": 2, "cost": "heavy"}, 20, moves=16)
    for start in starts:
        plain = solve(tiles_run(start, params, "ida_star"))
        budgeted = solve(tiles_run(start, params, "budgeted_tree_search", {"c1": 1, "c2": 2}))
        same = ("cost", "expanded", "generated", "evaluated")
        assert {c: plain.row[c] for c in same} == {c: budgeted.row[c] for c in same}
        assert plain.iterations.tolist() == budgeted.iterations.tolist()
        assert plain.path == budgeted.path


def chain(length: int) -> GraphCase:
    """A path whose every edge adds a new f: h is 0, and each iteration of IDA* adds one node."""
    edges = [(number, number + 1, 1) for number in range(length)]
    case = graph_case(0)
    return replace(
        case,
        edges="\n".join(f"v{a},v{b},{cost}" for a, b, cost in edges),
        values="\n".join(f"v{number} 0" for number in range(length + 1)),
        start="v0",
        goals=(f"v{length}",),
    )


def test_budgets_keep_the_work_far_from_quadratic() -> None:
    length = 2000
    plain = solve(graph_run(chain(length), "ida_star")).row
    budgeted = solve(graph_run(chain(length), "budgeted_tree_search")).row
    assert plain["cost"] == budgeted["cost"] == length
    assert plain["expanded"] == length * (length + 1) // 2 + length
    assert budgeted["expanded"] < 40 * length


@pytest.mark.parametrize(("algorithm", "parameters"), COMPLETE[:4])
def test_the_result_does_not_depend_on_slices(
    algorithm: str, parameters: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    params, starts = board(BOARDS[0], 3, moves=30)
    runs = [tiles_run(start, params, algorithm, parameters) for start in starts]
    runs += [graph_run(graph_case(seed), algorithm, parameters) for seed in range(20)]
    whole = [essence(solve(run)) for run in runs]
    monkeypatch.setattr(search, "_next_slice", lambda size, seconds: 1)
    monkeypatch.setattr(search, "FIRST_SLICE", 1)
    for run, record in zip(runs, whole, strict=True):
        sliced = essence(solve(run))
        assert {**sliced, "peak_bytes": 0} == {**record, "peak_bytes": 0}


@pytest.mark.parametrize(("algorithm", "parameters"), COMPLETE[:4])
def test_limits_are_met_exactly(algorithm: str, parameters: dict[str, Any]) -> None:
    params, starts = board(BOARDS[0], 3, moves=30)
    for start in starts[1:]:
        run = tiles_run(start, params, algorithm, parameters)
        row = solve(run).row
        needed = row["expanded"]
        for nodes in sorted({1, needed // 2, needed - 1, needed}):
            limits = Limits(nodes=nodes, memory=1 << 28)
            cut = solve(replace(run, limits=limits)).row
            assert cut["expanded"] == nodes
            assert cut["status"] == ("solved" if nodes == needed else "node_limit")


def test_a_search_cut_short_keeps_its_best_solution() -> None:
    """A solution found over the lower bound, and the limit met before it is proven or bettered."""
    parameters = {**PATH, "c1": 8, "c2": 64}
    kept = 0
    for seed in range(40):
        case = graph_case(seed, vertices=30, edges=60, solvable=True, zero_costs=False)
        run = graph_run(case, "budgeted_tree_search", parameters)
        record = solve(run)
        costs = record.solutions[:, 1].tolist()
        assert costs == sorted(set(costs), reverse=True)
        assert costs[-1] == record.row["cost"]
        if len(costs) > 1:
            limit = int(record.solutions[0, 3])
            cut = solve(replace(run, limits=Limits(nodes=limit, memory=1 << 28)))
            best = costs[np.count_nonzero(record.solutions[:, 3] <= limit) - 1]
            status = "solved" if record.row["expanded"] <= limit else "node_limit"
            assert (cut.row["status"], cut.row["cost"]) == (status, best)
            kept += status == "node_limit"
    assert kept > 0

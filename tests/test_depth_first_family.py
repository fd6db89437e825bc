"""Depth-first searches and the random walk against their twins, and what each of them promises."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from naive import ALGORITHMS, Problem, Result
from naive import sliding_tiles as naive_tiles
from oracles import check_conservation, optimal_cost
from random_graphs import GraphCase, graph_case, graph_run
from searching import choice, essence, solve, tiles_run

from harness import search
from harness.model import Limits, Record
from kernels.domains import sliding_tiles
from kernels.random import SplitMix64

LIMIT = Limits(nodes=200_000, memory=1 << 28)
COLUMNS = ("cost", "depth", "expanded", "generated", "evaluated", "reopened", "visited")

TREES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("depth_first", {"duplicate_detection": "path"}),
    ("iterative_deepening", {"duplicate_detection": "path"}),
    ("depth_first_branch_and_bound", {"duplicate_detection": "path"}),
    ("depth_first_branch_and_bound", {"duplicate_detection": "table"}),
    ("depth_first_branch_and_bound", {"duplicate_detection": "path", "order": "operator"}),
    ("depth_first_branch_and_bound", {"duplicate_detection": "table", "order": "operator"}),
    ("depth_first_branch_and_bound", {"duplicate_detection": "table", "upper_bound": 4}),
    ("depth_first_branch_and_bound", {"duplicate_detection": "path", "upper_bound": 5}),
)
"""Searches that end in every finite space."""

LIMITED: tuple[tuple[str, dict[str, Any]], ...] = (
    ("depth_first", {"duplicate_detection": "explored"}),
    ("depth_first", {"duplicate_detection": "path"}),
    ("depth_first", {"duplicate_detection": "none"}),
    ("iterative_broadening", {"duplicate_detection": "path"}),
    ("iterative_broadening", {"duplicate_detection": "none"}),
    ("depth_first_branch_and_bound", {"duplicate_detection": "path"}),
    ("depth_first_branch_and_bound", {"duplicate_detection": "table"}),
    ("depth_first_branch_and_bound", {"duplicate_detection": "table", "upper_bound": 6}),
    ("depth_first_branch_and_bound", {"duplicate_detection": "none", "order": "operator"}),
)
"""Searches that take a depth limit."""

BLIND = ("depth_first", "iterative_deepening", "random_walk")
WALKS = {"steps": 12, "restarts": 5}


def twin(problem: Problem, algorithm: str, parameters: dict[str, Any], **more: Any) -> Result:
    """What the naive search makes of it."""
    own = {**parameters, **more}
    if algorithm == "depth_first":
        own["limit"] = own.pop("depth_limit", None)
    result = ALGORITHMS[algorithm](problem, **own)
    check_conservation(result, problem)
    return result


def agree(record: Record, want: Result) -> None:
    """Assert that both give the same, to the last count."""
    assert {c: record.row[c] for c in COLUMNS} == {c: getattr(want, c) for c in COLUMNS}
    assert [tuple(row) for row in record.levels[:, 1:].tolist()] == want.levels
    assert [tuple(row) for row in record.iterations[:, 1:].tolist()] == want.iterations
    assert [tuple(row) for row in record.solutions[:, 1:].tolist()] == want.solutions
    assert record.path == want.path
    assert (record.row["status"] == "solved") == (want.status == "solved")


def on_graph(
    case: GraphCase, algorithm: str, parameters: dict[str, Any], seed: int | None = None
) -> Record:
    run = graph_run(case, algorithm, parameters, algorithm not in BLIND, LIMIT, seed)
    return solve(run)


@cache
def small_graphs(
    count: int, vertices: int = 8, edges: int = 16, admissible: bool = False
) -> list[GraphCase]:
    """Random graphs, a quarter of them with h beyond the cost unless all have to be ``admissible``.

    They are parts of one graph, which is one to the harness, and so takes one kernel.
    """
    cases = [
        graph_case(
            seed,
            vertices=vertices,
            edges=edges,
            admissible=admissible or seed % 4 != 3,
            goals=1 + seed % 2,
        )
        for seed in range(count)
    ]
    texts, values = [], []
    for part, case in enumerate(cases):
        texts.append(case.edges.replace("v", f"part{part}v"))
        values.append(case.values.replace("v", f"part{part}v"))
    return [
        GraphCase(
            "\n".join(texts),
            "\n".join(values),
            f"part{part}{case.start}",
            tuple(f"part{part}{goal}" for goal in case.goals),
            renumbered(case.problem, part * edges),
        )
        for part, case in enumerate(cases)
    ]


def renumbered(problem: Problem, first: int) -> Problem:
    """The same with its edges numbered from behind ``first`` on."""

    def operators(state: Any, last: Any) -> list[Any]:
        steps = problem.operators(state, last)
        return [(f"edge {int(name[5:]) + first}", child, cost) for name, child, cost in steps]

    return replace(problem, operators=operators)


@pytest.mark.parametrize(("algorithm", "parameters"), TREES)
def test_on_graphs(algorithm: str, parameters: dict[str, Any]) -> None:
    ends = set()
    for case in small_graphs(120):
        record = on_graph(case, algorithm, parameters)
        agree(record, twin(case.problem, algorithm, parameters))
        ends.add(record.row["status"])
        assert record.row["status"] == expected_end(case, parameters, record)
    assert {"solved", "unsolvable"} <= ends


def expected_end(case: GraphCase, parameters: dict[str, Any], record: Record) -> str:
    """solved, or unsolvable if that is proved; both as Dijkstra's algorithm says."""
    if record.row["cost"] is not None:
        return "solved"
    if optimal_cost(case.problem) is None and "upper_bound" not in parameters:
        return "unsolvable"
    assert "upper_bound" in parameters
    return record.row["status"]


@pytest.mark.parametrize("limit", [0, 1, 3, 6])
@pytest.mark.parametrize(("algorithm", "parameters"), LIMITED)
def test_depth_limits_on_graphs(algorithm: str, parameters: dict[str, Any], limit: int) -> None:
    for case in small_graphs(60):
        chosen = {**parameters, "depth_limit": limit}
        record = on_graph(case, algorithm, chosen)
        agree(record, twin(case.problem, algorithm, chosen))
        fewest = ALGORITHMS["breadth_first"](case.problem).depth
        if "upper_bound" not in parameters:
            within = fewest is not None and fewest <= limit
            assert (record.row["status"] == "solved") == within
        if record.row["status"] == "unsolvable":
            assert fewest is None
        if record.row["status"] == "node_limit":
            assert record.row["detail"].startswith("no solution within")


@pytest.mark.parametrize("order", ["f", "operator"])
@pytest.mark.parametrize("duplicates", ["path", "table"])
@pytest.mark.parametrize("upper_bound", [None, 0, 3, 6])
def test_branch_and_bound_is_optimal(duplicates: str, order: str, upper_bound: int | None) -> None:
    parameters = {"duplicate_detection": duplicates, "order": order, "upper_bound": upper_bound}
    for case in small_graphs(80, vertices=10, edges=20, admissible=True):
        record = on_graph(case, "depth_first_branch_and_bound", parameters)
        agree(record, twin(case.problem, "depth_first_branch_and_bound", parameters))
        best = optimal_cost(case.problem)
        within = best is not None and (upper_bound is None or best <= upper_bound)
        assert record.row["cost"] == (best if within else None)
        costs = record.solutions[:, 1].tolist()
        assert costs == sorted(set(costs), reverse=True)


def test_iterative_deepening_finds_the_fewest_operators() -> None:
    for case in small_graphs(80, vertices=10):
        record = on_graph(case, "iterative_deepening", {"duplicate_detection": "path"})
        assert record.row["depth"] == ALGORITHMS["breadth_first"](case.problem).depth


def test_random_walks() -> None:
    ends = set()
    for number, case in enumerate(small_graphs(150)):
        record = on_graph(case, "random_walk", WALKS, seed=number)
        agree(record, twin(case.problem, "random_walk", WALKS, seed=number))
        ends.add(record.row["status"])
        assert record.row["visited"] == 0
        assert record.row["status"] != "solved" or optimal_cost(case.problem) is not None
        assert record.row["status"] != "unsolvable" or record.row["expanded"] == 1
    assert ends == {"solved", "unsolvable", "node_limit"}


def test_random_walks_go_on_until_a_limit() -> None:
    case = next(
        case
        for case in small_graphs(80)
        if on_graph(case, "random_walk", WALKS).row["status"] == "node_limit"
        and optimal_cost(case.problem) is None
    )
    limits = Limits(nodes=5000, memory=1 << 26)
    record = solve(graph_run(case, "random_walk", {"steps": 12}, False, limits, 3))
    assert (record.row["status"], record.row["expanded"]) == ("node_limit", 5000)
    assert len(record.levels) <= 13


BOARDS: tuple[dict[str, Any], ...] = (
    {"width": 2, "height": 3, "goal": "blank_last", "operator_order": "RDUL"},
    {"width": 3, "height": 2, "parent_pruning": False, "cost": "heavy"},
)


def tiles(board: dict[str, Any], count: int, moves: int) -> list[tuple[tuple[int, ...], Problem]]:
    """Starts on a board, some moves from the goal, with the problem that each makes."""
    params = choice("domains", "sliding_tiles", **board).parameters
    goal = tuple(sliding_tiles.goal_vector(params))
    rng = SplitMix64(5)
    found = []
    for _ in range(count):
        text = sliding_tiles.scrambled_instance(params, rng, moves)
        start = tuple(map(int, text.split()))
        problem = naive_tiles(
            start,
            goal,
            params["width"],
            params["height"],
            order=params["operator_order"],
            parent_pruning=params["parent_pruning"],
            heuristic="manhattan",
            cost=params["cost"],
        )
        found.append((start, problem))
    return found


@pytest.mark.parametrize(
    ("algorithm", "parameters"),
    [
        ("depth_first", {"duplicate_detection": "path", "depth_limit": 12}),
        ("depth_first", {"duplicate_detection": "none", "depth_limit": 9}),
        ("iterative_deepening", {"duplicate_detection": "path"}),
        ("iterative_broadening", {"duplicate_detection": "path", "depth_limit": 12}),
        ("iterative_broadening", {"duplicate_detection": "none", "depth_limit": 9}),
        ("depth_first_branch_and_bound", {"duplicate_detection": "table"}),
        ("depth_first_branch_and_bound", {"duplicate_detection": "path", "upper_bound": 20}),
        ("random_walk", {"steps": 40, "restarts": 30}),
    ],
)
def test_on_tiles(algorithm: str, parameters: dict[str, Any]) -> None:
    seed = 11 if algorithm == "random_walk" else None
    more = {} if seed is None else {"seed": seed}
    heuristic = None if algorithm in BLIND else ("manhattan", {})
    for board in BOARDS:
        for start, problem in tiles(board, 12, moves=10):
            run = tiles_run(start, board, algorithm, parameters, heuristic, LIMIT, seed)
            agree(solve(run), twin(problem, algorithm, parameters, **more))


def test_the_same_however_it_is_sliced(monkeypatch: pytest.MonkeyPatch) -> None:
    """One node a slice, against many."""
    cases = [
        *((name, chosen, case) for name, chosen in TREES for case in small_graphs(20)),
        *(
            (name, {**chosen, "depth_limit": 4}, case)
            for name, chosen in LIMITED
            for case in small_graphs(20)
        ),
        *(("random_walk", WALKS, case) for case in small_graphs(20)),
    ]
    monkeypatch.setattr(search, "_next_slice", lambda size, seconds: 1)
    monkeypatch.setattr(search, "FIRST_SLICE", 1)
    for algorithm, parameters, case in cases:
        more = {"seed": 0} if algorithm == "random_walk" else {}
        record = on_graph(case, algorithm, parameters, seed=more.get("seed"))
        agree(record, twin(case.problem, algorithm, parameters, **more))


@pytest.mark.parametrize(
    ("algorithm", "parameters"), [*TREES, ("random_walk", WALKS), *LIMITED[3:4]]
)
def test_a_node_limit_stops_exactly(algorithm: str, parameters: dict[str, Any]) -> None:
    if algorithm == "iterative_broadening":
        parameters = {**parameters, "depth_limit": 6}
    informed = algorithm not in BLIND
    for case in small_graphs(25):
        whole = on_graph(case, algorithm, parameters, seed=0)
        needed = whole.row["expanded"]
        for nodes in sorted({1, needed // 2, needed - 1, needed} - {0, -1}):
            limits = Limits(nodes=nodes, memory=1 << 28)
            record = solve(graph_run(case, algorithm, parameters, informed, limits, 0))
            assert record.row["expanded"] == min(nodes, needed)
            if nodes >= needed:
                assert essence(record) == essence(whole)

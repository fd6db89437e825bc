"""Beam search, enforced hill-climbing and breadth-first heuristic search, against their twins."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from naive import ALGORITHMS, Problem
from naive import sliding_tiles as naive_tiles
from naive_counts import Result
from oracles import check_conservation, optimal_cost
from random_graphs import GraphCase, edge_problem, graph_case, graph_run
from searching import choice, essence, solve, tiles_run
from test_against_naive import BOARDS, board_and_starts

from harness import search
from harness.model import Run
from kernels import catalogue
from kernels.domains import sliding_tiles

BEAM, HILL, LAYERS = "beam_search", "enforced_hill_climbing", "breadth_first_heuristic_search"
BEAMS: tuple[dict[str, Any], ...] = (
    {"width": 1},
    {"width": 3},
    {"width": 7, "widen": 2},
    {"width": 1, "widen": 3},
    {"width": 5, "depth_limit": 9},
    {"width": 2, "widen": 4, "depth_limit": 12},
    {"width": 1000},
    {"width": 4, "duplicate_detection": "level", "depth_limit": 14},
    {"width": 3, "duplicate_detection": "none", "depth_limit": 6, "widen": 2},
    {"width": 2, "duplicate_detection": "level", "depth_limit": 10, "widen": 2},
    {"width": 9, "depth_limit": 0},
)
UNIT = tuple({**board, "cost": "unit"} for board in BOARDS[1:])


def check(run: Run, problem: Problem, algorithm: str, parameters: dict[str, Any]) -> Result:
    """Assert that compiled and naive search give the same, to the last count; the naive result."""
    want = ALGORITHMS[algorithm](problem, **parameters)
    check_conservation(want, problem)
    record = solve(run)
    row = record.row
    columns = ("status", "cost", "depth", "expanded", "generated", "evaluated", "visited")
    assert {column: row[column] for column in (*columns, "reopened")} == {
        column: getattr(want, column) for column in (*columns, "reopened")
    }
    assert record.levels[:, 1:].tolist() == [list(level) for level in want.levels]
    assert record.iterations[:, 1:].tolist() == [list(line) for line in want.iterations]
    assert (record.path or []) == list(want.path or [])
    return want


def naive_board(start: tuple[int, ...], params: dict[str, Any]) -> Problem:
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


def board_problems(
    board: dict[str, Any], count: int, moves: int | None = None
) -> list[tuple[tuple[int, ...], dict[str, Any], Problem]]:
    """Start, parameters and naive problem of the goal and of random or scrambled boards."""
    params, starts = board_and_starts(board, count, seed=23, moves=moves)
    return [(start, params, naive_board(start, params)) for start in starts]


def check_board(algorithm: str, parameters: dict[str, Any], board: dict[str, Any]) -> None:
    for start, params, problem in board_problems(board, 20):
        check(tiles_run(start, params, algorithm, parameters), problem, algorithm, parameters)


def unit_case(seed: int, vertices: int, edges: int, admissible: bool = True) -> GraphCase:
    """A random directed graph whose edges cost 1; from 0 to the exact distance or a bit over."""
    random = Random(seed)
    case = graph_case(seed, vertices=vertices, edges=edges, solvable=True)
    pairs = [line.split(",")[:2] for line in case.edges.splitlines()]
    numbers = {name: n for n, name in enumerate(dict.fromkeys(v for pair in pairs for v in pair))}
    table = [(numbers[a], numbers[b], 1) for a, b in pairs]
    goals = [numbers[goal] for goal in case.goals]
    h = {}
    for vertex in numbers.values():
        exact = optimal_cost(edge_problem(table, vertex, goals, {}))
        over = 0 if admissible or vertex in goals else 3
        h[vertex] = random.randint(0, (9 if exact is None else exact) + over)
    return replace(
        case,
        edges="\n".join(f"{a} {b} 1" for a, b in pairs),
        values="\n".join(f"{name} {h[number]}" for name, number in numbers.items()),
        problem=edge_problem(table, case.problem.start, goals, h),
    )


@pytest.mark.parametrize("parameters", BEAMS)
def test_beams_on_boards(parameters: dict[str, Any]) -> None:
    for board in BOARDS:
        check_board(BEAM, parameters, board)


@pytest.mark.parametrize("parameters", BEAMS)
def test_beams_on_graphs(parameters: dict[str, Any]) -> None:
    detects = parameters.get("duplicate_detection", "all") == "all"
    seen = set()
    for seed in range(90):
        vertices, edges = ((8, 14), (14, 26), (25, 60))[seed % 3]
        if not detects and parameters.get("depth_limit") is None:
            continue
        case = graph_case(seed, vertices=vertices, edges=edges, goals=1 + seed % 2)
        found = check(graph_run(case, BEAM, parameters), case.problem, BEAM, parameters)
        seen.add(found.status)
        best = optimal_cost(case.problem)
        assert best is None or found.status != "unsolvable"
        if detects and "widen" in parameters and "depth_limit" not in parameters:
            assert found.status == ("unsolvable" if best is None else "solved")
    assert "solved" in seen or parameters.get("depth_limit") == 0


def test_a_beam_that_drops_many_states() -> None:
    """Of a wide level, most children come and go: they leave the table and may come again."""
    board = {"width": 3, "height": 3}
    for start, params, problem in board_problems(board, 4, moves=80):
        for width in (40, 300):
            parameters = {"width": width}
            check(tiles_run(start, params, BEAM, parameters), problem, BEAM, parameters)


def test_hills_on_boards() -> None:
    for board in BOARDS:
        check_board(HILL, {}, board)


def test_hills_on_graphs() -> None:
    seen = set()
    for seed in range(180):
        vertices, edges = ((8, 14), (14, 26), (25, 60))[seed % 3]
        case = graph_case(
            seed, vertices=vertices, edges=edges, goals=1 + seed % 2, admissible=seed % 5 > 0
        )
        found = check(graph_run(case, HILL), case.problem, HILL, {})
        assert found.status != "unsolvable" or optimal_cost(case.problem) is None
        seen.add(found.status)
    assert seen == {"solved", "unsolvable", "node_limit"}


@pytest.mark.parametrize("parameters", [{}, {"upper_bound": 12}, {"upper_bound": 60}])
def test_layers_on_boards(parameters: dict[str, Any]) -> None:
    for board in UNIT:
        for start, params, problem in board_problems(board, 20):
            run = tiles_run(start, params, LAYERS, parameters)
            found = check(run, problem, LAYERS, parameters)
            best = optimal_cost(problem)
            within = best is not None and best <= parameters.get("upper_bound", best)
            assert (found.cost == best) if within else (found.status == "node_limit")


@pytest.mark.parametrize("admissible", [True, False])
def test_layers_on_graphs(admissible: bool) -> None:
    for seed in range(90):
        case = unit_case(seed, *((8, 14), (20, 32), (40, 60))[seed % 3], admissible)
        best = optimal_cost(case.problem)
        for parameters in ({}, {"upper_bound": 6}, {"upper_bound": 30}):
            run = graph_run(case, LAYERS, parameters)
            found = check(run, case.problem, LAYERS, parameters)
            if admissible and best <= parameters.get("upper_bound", best):
                assert found.cost == best


def test_layers_where_there_is_no_solution() -> None:
    """Round a cycle for as long as the bound allows; down a tree until it ends."""
    cycle = [(0, 1, 1), (1, 2, 1), (2, 3, 1), (3, 4, 1), (4, 0, 1), (9, 8, 1)]
    tree = [(0, 1, 1), (0, 2, 1), (1, 3, 1), (9, 8, 1)]
    for edges, status in ((cycle, "node_limit"), (tree, "unsolvable")):
        names = dict.fromkeys(v for edge in edges for v in edge[:2])
        order = {vertex: number for number, vertex in enumerate(names)}
        numbered = [(order[a], order[b], 1) for a, b, _ in edges]
        case = GraphCase(
            "\n".join(f"v{a} v{b}" for a, b, _ in edges),
            "\n".join(f"v{vertex} 0" for vertex in names),
            "v0",
            ("v8",),
            edge_problem(numbered, 0, [order[8]], {}),
        )
        parameters = {"upper_bound": 17}
        found = check(graph_run(case, LAYERS, parameters), case.problem, LAYERS, parameters)
        assert found.status == status
        assert found.expanded == (18 if status == "node_limit" else 4)  # depths 0 to 17


def test_layers_that_fill_and_empty_the_table() -> None:
    """On a larger board; the memory is that of some layers and not of all states."""
    board = {"width": 3, "height": 3}
    for start, params, problem in board_problems(board, 3, moves=60):
        check(tiles_run(start, params, LAYERS), problem, LAYERS, {})
    far = (8, 6, 7, 2, 5, 4, 3, 0, 1)
    blind = ("zero", {})
    everything = solve(tiles_run(far, board, "breadth_first", {}, None))
    bound = {"upper_bound": everything.row["cost"]}
    found = solve(tiles_run(far, board, LAYERS, bound, blind))
    assert found.row["cost"] == everything.row["cost"]
    assert found.row["visited"] == everything.row["visited"] - 1  # the goal is not stored
    assert 0 < found.row["peak_bytes"] < 0.7 * everything.row["peak_bytes"]


@pytest.mark.parametrize("algorithm", [BEAM, HILL, LAYERS])
def test_slices_do_not_matter(algorithm: str, monkeypatch: pytest.MonkeyPatch) -> None:
    params, starts = board_and_starts(UNIT[0], 6, seed=4)
    parameters = {"width": 5, "widen": 2} if algorithm == BEAM else {}
    runs = [tiles_run(start, params, algorithm, parameters) for start in starts]
    whole = [essence(solve(run)) for run in runs]
    monkeypatch.setattr(search, "FIRST_SLICE", 1)
    monkeypatch.setattr(search, "LONGEST_SLICE", 1)
    assert [essence(solve(run)) for run in runs] == whole


def test_beams_that_cannot_widen_are_refused() -> None:
    module = catalogue.load(catalogue.path_of("algorithms", BEAM))
    endless = choice("algorithms", BEAM, widen=2, duplicate_detection="level").parameters
    assert "depth_limit" in module.fault(endless)
    assert module.fault({**endless, "depth_limit": 5}) is None
    assert module.fault({**endless, "duplicate_detection": "all"}) is None
    assert not module.complete({**endless, "duplicate_detection": "all", "depth_limit": 5})
    assert module.complete({**endless, "duplicate_detection": "all"})

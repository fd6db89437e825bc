"""Bidirectional searches against their twins, and against Dijkstra's algorithm."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import pytest
from naive import Problem, Result
from naive import sliding_tiles as naive_tiles
from naive_bidirectional import BIDIRECTIONAL
from naive_domains import INVERSE
from oracles import check_conservation, dijkstra, least_operators, optimal_cost
from random_graphs import GraphCase, edge_problem, graph_case, graph_run
from searching import essence, solve, tiles_run
from test_against_naive import board_and_starts

from harness import search
from harness.model import Instance, KernelFault, Limits, Record, Run
from kernels.domains import sliding_tiles

BLIND = "bidirectional_breadth_first"
BOARD = {"width": 2, "height": 3, "goal": [3, 1, 0, 5, 4, 2], "operator_order": "RDUL"}
PLAIN = {"width": 2, "height": 3, "blank": "highest", "parent_pruning": False}
HEAVY = {"width": 2, "height": 3, "cost": "heavy"}
INVERSE_COSTS = {"width": 2, "height": 3, "cost": "inverse", "goal": "blank_last"}


@dataclass(frozen=True)
class Case:
    """A run, and the same for the twin: the problem, its reverse.

    inverses, names
        of the twin's operators: the one that leads back, and the name in the record, each where
        it is another.
    """

    run: Run
    problem: Problem
    reverse: Problem
    inverses: dict[str, str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)


def check(case: Case, **parameters: Any) -> Result:
    """Assert that compiled and naive search give the same, to the last count; the naive result."""
    twin = BIDIRECTIONAL[case.run.algorithm.name]
    want = twin(
        case.problem, case.reverse, lambda name: case.inverses.get(name, name), **parameters
    )
    check_conservation(want, case.problem)
    record = solve(case.run)
    columns = ("status", "cost", "depth", "expanded", "generated", "visited", "reopened")
    found = {column: record.row[column] for column in (*columns, "evaluated", "peak_open")}
    expected = {column: getattr(want, column) for column in (*columns, "evaluated", "peak_open")}
    assert found == expected
    assert record.levels[:, 1:].tolist() == [list(level) for level in want.levels]
    assert record.iterations.tolist() == []
    path = None if want.path is None else [case.names.get(name, name) for name in want.path]
    assert record.path == path
    return want


def tiles_case(
    start: tuple[int, ...],
    params: dict[str, Any],
    algorithm: str,
    parameters: dict[str, Any] | None = None,
    heuristic: str = "manhattan",
) -> Case:
    goal = tuple(sliding_tiles.goal_vector(params))
    options = {
        "width": params["width"],
        "height": params["height"],
        "order": params["operator_order"],
        "blank": sliding_tiles.blank_number(params),
        "parent_pruning": params["parent_pruning"],
        "heuristic": heuristic,
        "cost": params["cost"],
    }
    chosen = None if algorithm == BLIND else (heuristic, {})
    return Case(
        tiles_run(start, params, algorithm, parameters, chosen),
        naive_tiles(start, goal, **options),
        naive_tiles(goal, start, **options),
        INVERSE,
    )


def two_sided(seed: int, jagged: bool = False, **options: Any) -> tuple[GraphCase, Problem]:
    """A random graph with values for both directions, and its reverse.

    A vertex's value backward is at most the least cost to it from the start. ``jagged``: each
    value, forward too, is either the exact cost or 0, so that many nodes are reopened.
    """
    case = graph_case(seed, **options)
    edges = [line.split(",") for line in case.edges.split("\n")]
    names = list(dict.fromkeys(name for edge in edges for name in edge[:2]))
    numbered = [(names.index(a), names.index(b), int(cost)) for a, b, cost in edges]
    turned = [(b, a, cost) for a, b, cost in numbered]
    start, goal = case.problem.start, names.index(case.goals[0])
    random = Random(seed)

    def below(costs: dict[int, int]) -> dict[int, int]:
        ends = (start, goal)
        exact = [costs.get(n, 0 if n in ends else 20) for n in range(len(names))]
        chosen = [random.choice((0, n)) if jagged else random.randint(0, n) for n in exact]
        return dict(enumerate(chosen))

    forward = {vertex: case.problem.h(vertex) for vertex in range(len(names))}
    if jagged:
        forward = below(dijkstra(edge_problem(turned, goal, [], {})))
    backward = below(dijkstra(case.problem))
    rows = [f"{name} {forward[n]} {backward[n]}" for n, name in enumerate(names)]
    return (
        replace(
            case,
            values="\n".join(rows),
            problem=edge_problem(numbered, start, [goal], forward),
        ),
        edge_problem(turned, goal, [start], backward),
    )


def graph_cases(
    algorithm: str, parameters: dict[str, Any], seeds: range, **options: Any
) -> Iterator[Case]:
    """Random graphs, all of them pieces of one that is loaded once."""
    sizes = (8, 14, 22) if "edges" not in options else (options.pop("edges"),)
    made = [two_sided(seed, edges=sizes[seed % len(sizes)], **options) for seed in seeds]
    edges = [apart(case.edges, n, (0, 1)) for n, (case, _) in enumerate(made)]
    values = [apart(case.values, n, (0,)) for n, (case, _) in enumerate(made)]
    whole = replace(made[0][0], edges="\n".join(edges), values="\n".join(values))
    run = graph_run(whole, algorithm, parameters, algorithm != BLIND)
    before = 0
    for n, (case, reverse) in enumerate(made):
        text = f"{n}{case.start} -> {n}{case.goals[0]}"
        count = case.edges.count("\n") + 1
        names = {f"edge {edge}": f"edge {before + edge}" for edge in range(1, count + 1)}
        before += count
        problem = case.problem
        if algorithm == BLIND:
            problem, reverse = without_h(problem), without_h(reverse)
        yield Case(replace(run, instance=Instance(text, text)), problem, reverse, names=names)


def apart(lines: str, piece: int, named: tuple[int, ...]) -> str:
    """Lines of edges or values whose vertices have the number of a piece before their names."""
    rows = [line.replace(",", " ").split() for line in lines.split("\n")]
    return "\n".join(
        " ".join(f"{piece}{word}" if place in named else word for place, word in enumerate(row))
        for row in rows
    )


def without_h(problem: Problem) -> Problem:
    return replace(problem, h=lambda state: 0)


def walked_freely(problem: Problem) -> Problem:
    """Without parent pruning, so that all states are reached whatever way leads to them."""
    return replace(problem, operators=lambda state, last: problem.operators(state, None))


@pytest.mark.parametrize("side", ["smaller", "alternate"])
def test_breadth_first_on_boards(side: str) -> None:
    for board in (BOARD, PLAIN):
        params, starts = board_and_starts(board, 60, seed=3)
        for start in starts:
            case = tiles_case(start, params, BLIND, {"side": side}, "zero")
            assert_blind(case, side)


@pytest.mark.parametrize("side", ["smaller", "alternate"])
def test_breadth_first_on_graphs(side: str) -> None:
    statuses = set()
    for case in graph_cases(BLIND, {"side": side}, range(400)):
        statuses.add(assert_blind(case, side).status)
    assert statuses == {"solved", "unsolvable"}


def assert_blind(case: Case, side: str) -> Result:
    want = check(case, side=side)
    assert want.depth == least_operators(walked_freely(case.problem))
    return want


SEARCHES = [
    ("mm", {}),
    ("mm", {"tie_break": "high_g"}),
    ("nbs", {}),
    ("mm", {"epsilon": 0}),
    ("nbs", {"epsilon": 0}),
]


def assert_optimal(case: Case, parameters: dict[str, Any], epsilon: int) -> Result:
    """As the twin, as Dijkstra's algorithm, and MM met in the middle."""
    own = {"epsilon": epsilon, **parameters}
    want = check(case, **own)
    best = optimal_cost(walked_freely(case.problem))
    assert want.cost == best
    return want


WITH_HEURISTICS = [
    (algorithm, parameters, heuristic)
    for algorithm, parameters in SEARCHES
    for heuristic in ("manhattan", "zero", "linear_conflict")
    if heuristic == "manhattan" or "tie_break" not in parameters
]


@pytest.mark.parametrize(("algorithm", "parameters", "heuristic"), WITH_HEURISTICS)
def test_boards(algorithm: str, parameters: dict[str, Any], heuristic: str) -> None:
    for board in (BOARD, PLAIN):
        params, starts = board_and_starts(board, 25, seed=13)
        for start in starts:
            case = tiles_case(start, params, algorithm, parameters, heuristic)
            want = assert_optimal(case, parameters, parameters.get("epsilon", 1))
            if algorithm == "mm" and want.cost is not None:
                expanded = [depth for depth, level in enumerate(want.levels) if level[0]]
                epsilon = parameters.get("epsilon", 1)
                assert all(2 * depth + epsilon <= want.cost for depth in expanded)


@pytest.mark.parametrize("board", [HEAVY, INVERSE_COSTS], ids=["heavy", "inverse"])
@pytest.mark.parametrize(("algorithm", "epsilon"), [("mm", None), ("nbs", None), ("mm", 1)])
def test_boards_with_costs(algorithm: str, epsilon: int | None, board: dict[str, Any]) -> None:
    """Priorities of inverse costs are beyond the buckets: the search starts again over heaps."""
    params, starts = board_and_starts(board, 20, seed=17)
    for start in starts:
        case = tiles_case(start, params, algorithm, {"epsilon": epsilon})
        assert_optimal(case, {}, epsilon or 0)


@pytest.mark.parametrize("open_list", ["buckets", "heap"])
@pytest.mark.parametrize("algorithm", ["mm", "nbs"])
def test_graphs(algorithm: str, open_list: str) -> None:
    """With zero costs, loops, parallel edges, and heuristics that are not consistent."""
    statuses, starts_at_goal = set(), 0
    for case in graph_cases(algorithm, {"open_list": open_list}, range(600)):
        want = assert_optimal(case, {}, 0)
        statuses.add(want.status)
        starts_at_goal += case.problem.start == case.reverse.start
    assert statuses == {"solved", "unsolvable"}
    assert starts_at_goal > 10


@pytest.mark.parametrize("algorithm", ["mm", "nbs"])
def test_graphs_whose_edges_cost_at_least_one(algorithm: str) -> None:
    for case in graph_cases(algorithm, {"epsilon": 1}, range(200), zero_costs=False):
        assert_optimal(case, {}, 1)


@pytest.mark.parametrize("algorithm", ["mm", "nbs"])
def test_more_edges_and_less_regular_ones(algorithm: str) -> None:
    cases = graph_cases(algorithm, {}, range(1000, 1300), vertices=60, edges=100, jagged=True)
    assert sum(assert_optimal(case, {}, 0).reopened for case in cases) > 0


@pytest.mark.parametrize("algorithm", ["mm", "nbs", BLIND])
def test_eight_puzzle(algorithm: str) -> None:
    """Far enough for the table to grow, and for slices; A* knows the cost."""
    params, starts = board_and_starts({"width": 3, "height": 3}, 12, seed=29)
    visited = []
    for start in starts:
        record = solve(tiles_run(start, params, algorithm, {}, chosen_heuristic(algorithm)))
        known = solve(tiles_run(start, params, "a_star", {}, ("manhattan", {})))
        assert record.row["cost"] == known.row["cost"]
        visited.append(record.row["visited"])
    if algorithm == BLIND:
        assert max(visited) > 4096


def chosen_heuristic(algorithm: str) -> tuple[str, dict[str, Any]] | None:
    return None if algorithm == BLIND else ("manhattan", {})


@pytest.mark.parametrize("algorithm", ["mm", "nbs", BLIND])
def test_slices_and_limits_do_not_matter(algorithm: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A limit of N stops at N expansions, between the nodes of a pair too."""
    params, starts = board_and_starts(BOARD, 6, seed=31)
    runs = [
        tiles_run(start, params, algorithm, {}, chosen_heuristic(algorithm)) for start in starts
    ]
    whole = [essence(solve(run)) for run in runs]
    for expansions in (1, 2, 5):
        monkeypatch.setattr(search, "FIRST_SLICE", expansions)
        monkeypatch.setattr(search, "LONGEST_SLICE", expansions)
        assert [essence(solve(run)) for run in runs] == whole
    needed = whole[-1]["expanded"]
    for nodes in range(1, needed + 1):
        cut = solve(with_limit(runs[-1], nodes))
        assert cut.row["expanded"] == nodes
        assert cut.row["status"] == ("solved" if nodes == needed else "node_limit")


def with_limit(run: Run, nodes: int) -> Run:
    return replace(run, limits=Limits(nodes=nodes, memory=1 << 28))


def test_the_largest_values_on_either_side() -> None:
    edges = "a,b,1\nb,c,1"
    largest = (1 << 24) - 1
    for values in (f"a {largest}\nb {largest}", f"c 0 {largest}\nb 0 {largest}"):
        for algorithm in ("mm", "nbs"):
            assert of_graph(edges, values, "a -> c", algorithm).row["cost"] == 2


def test_several_goals_are_refused() -> None:
    with pytest.raises(KernelFault, match="not one state"):
        of_graph("a,b,1\nb,c,1", "a 0", "a -> b, c", "nbs")


def of_graph(edges: str, values: str, instance: str, algorithm: str) -> Record:
    case = replace(graph_case(1), edges=edges, values=values)
    run = graph_run(case, algorithm)
    return solve(replace(run, instance=replace(run.instance, name=instance, text=instance)))

"""What every algorithm in its folder says of itself, held against Dijkstra's algorithm.

Random directed graphs with zero costs, loops, parallel edges and inconsistent heuristics that know
of some dead ends, goals that are the start and goals out of reach; and boards whose moves cost
different amounts.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from types import ModuleType
from typing import Any

import pytest
from naive import sliding_tiles as naive_tiles
from naive_domains import Problem
from oracles import check_record, least_operators, optimal_cost
from random_graphs import GraphCase, graph_case, graph_run
from searching import ALGORITHMS, algorithms, choice, solve, tiles_run

from harness.expected_rows import files_with_rows
from harness.kernel_of import details_of
from harness.model import Limits, Record, Run
from harness.runner import DETAILS
from kernels import catalogue
from kernels.domains import sliding_tiles
from kernels.random import SplitMix64

LIMITS = Limits(nodes=3000, memory=1 << 26)
GRAPHS = 150
BOARDS: tuple[dict[str, Any], ...] = (
    {"width": 2, "height": 3, "cost": "heavy"},
    {"width": 2, "height": 3, "cost": "inverse", "goal": "blank_last"},
)


@cache
def module_of(name: str) -> ModuleType:
    return catalogue.load(catalogue.path_of("algorithms", name))


def forms(name: str) -> list[dict[str, Any]]:
    """The usual parameters, and the same with each other kind of duplicate detection."""
    usual = ALGORITHMS[name]
    parameter = module_of(name).PARAMETERS.get("duplicate_detection")
    if parameter is None:
        return [usual]
    first = usual.get("duplicate_detection", parameter.default)
    others = [{"duplicate_detection": kind} for kind in parameter.choices if kind != first]
    return [usual, *({**usual, **other} for other in others)]


def takes_costs(name: str) -> bool:
    return not getattr(module_of(name), "NEEDS_UNIT_COST", False)


def takes_one_way(name: str) -> bool:
    """Whether it can do without taking operators back."""
    return "inverse" not in getattr(module_of(name), "NEEDS", ())


def every(names: Iterable[str]) -> list[Any]:
    """All forms of these algorithms."""
    return [
        pytest.param(name, form, id=f"{name}-{number}")
        for name in names
        for number, form in enumerate(forms(name))
    ]


ON_BOARDS = every(filter(takes_costs, ALGORITHMS))
ON_GRAPHS = every(filter(takes_one_way, filter(takes_costs, ALGORITHMS)))


def claim(module: ModuleType, name: str, parameters: dict[str, Any]) -> Any:
    """What a module says: a constant, or a function of all parameters."""
    if hasattr(module, name.upper()):
        return getattr(module, name.upper())
    return getattr(module, name)(parameters)


def check(record: Record, run: Run, problem: Problem) -> None:
    """Rules of all runs, and the claims of this one's algorithm."""
    check_record(record, problem)
    module, row = module_of(run.algorithm.name), record.row
    check_details(record, run)
    best = optimal_cost(problem)
    if row["status"] == "unsolvable":
        assert best is None, "a solution was missed"
    if best is None:
        assert row["cost"] is None
    if claim(module, "complete", run.algorithm.parameters):
        assert row["status"] == ("unsolvable" if best is None else "solved")
    if row["status"] == "solved":
        optimal = claim(module, "optimal", run.algorithm.parameters)
        if optimal == "cost":
            assert row["cost"] == best, "not a cheapest solution"
        if optimal == "operators":
            assert row["depth"] == least_operators(problem), "not a shortest solution"


def check_details(record: Record, run: Run) -> None:
    """Rows stand where their loss would be noticed, and nowhere else."""
    expanded, depth = record.row["expanded"], record.row["depth"]
    files = {name for name in DETAILS if len(getattr(record, name))}
    assert files >= files_with_rows(details_of(run), expanded, depth)
    assert files <= details_of(run)


def test_all_algorithms_say_what_they_are() -> None:
    assert set(ALGORITHMS) == algorithms()
    for name in ALGORITHMS:
        module, parameters = module_of(name), choice("algorithms", name, **ALGORITHMS[name])
        assert claim(module, "optimal", parameters.parameters) in ("cost", "operators", "no")
        assert claim(module, "complete", parameters.parameters) in (True, False)
        assert isinstance(module.MEMORY, str)


def cases(name: str) -> list[GraphCase]:
    """Small graphs, one of three with few edges, so that many goals are out of reach."""
    chosen = []
    for seed in range(GRAPHS):
        edges = (8, 14, 22)[seed % 3]
        dead_ends = (0, 0.5, 1)[seed % 11 % 3]
        case = graph_case(seed, edges=edges, goals=1 + (seed % 7 == 0), dead_ends=dead_ends)
        if not (getattr(module_of(name), "BIDIRECTIONAL", False) and len(case.goals) > 1):
            chosen.append(case)
    return chosen


@pytest.mark.parametrize(("name", "form"), ON_GRAPHS)
def test_on_graphs(name: str, form: dict[str, Any]) -> None:
    module = module_of(name)
    for case in cases(name):
        run = graph_run(case, name, form, module.USES_HEURISTIC, LIMITS, seed=5)
        problem = case.problem
        if not module.USES_HEURISTIC:
            problem = replace(problem, h=lambda state: 0)
        check(solve(run), run, problem)


@pytest.mark.parametrize(("name", "form"), ON_BOARDS)
@pytest.mark.parametrize("board", BOARDS, ids=["heavy", "inverse"])
def test_on_boards_with_costs(name: str, form: dict[str, Any], board: dict[str, Any]) -> None:
    module = module_of(name)
    params = choice("domains", "sliding_tiles", **board).parameters
    rng = SplitMix64(19)
    goal = tuple(sliding_tiles.goal_vector(params))
    for moves in (0, 1, 2, 5, 8, 11, 14, 60):
        text = sliding_tiles.scrambled_instance(params, rng, moves)
        start = tuple(map(int, text.split()))
        heuristic = ("linear_conflict", {}) if module.USES_HEURISTIC else None
        run = tiles_run(start, params, name, form, heuristic, LIMITS, seed=5)
        problem = naive_tiles(
            start,
            goal,
            params["width"],
            params["height"],
            cost=params["cost"],
        )
        check(solve(run), run, problem)

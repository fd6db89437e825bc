"""Heuristics that say where no goal can be reached, with every algorithm that asks one.

What a dead end is, ``kernels/contract.py`` says. All algorithm files are taken, so that one which
knows nothing of dead ends fails here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from inspect import signature
from random import Random
from typing import Any

import naive
import pytest
from naive_bidirectional import BIDIRECTIONAL
from naive_counts import Result
from naive_domains import DEAD_END, Problem
from oracles import check_conservation, dijkstra
from random_graphs import (
    GraphCase,
    as_given,
    edge_problem,
    graph_case,
    graph_run,
    renumbered,
    side_by_side,
)
from searching import ALGORITHMS, solve
from test_claims import check, claim, every, module_of

from harness.model import Instance, Limits, Record, Run
from kernels import counters

LIMITS = Limits(nodes=20_000, memory=1 << 26)
COUNTS = ("cost", "depth", "expanded", "generated", "evaluated", "reopened", "visited")
CASES = 60

INFORMED = [
    *every(name for name in ALGORITHMS if module_of(name).USES_HEURISTIC),
    pytest.param("partial_expansion_a_star", {"selection": "auto"}, id="epea_star"),
]
LARGE_TABLE = {"table_bits": 12}
"""For searches with a table of fixed size: their twin forgets nothing."""

FORESEES = ("partial_expansion_a_star", "iterative_broadening")
"""They value children before they make them, and need not make those that are dead ends."""


def is_bidirectional(name: str) -> bool:
    return getattr(module_of(name), "BIDIRECTIONAL", False)


ONE_WAY = [one for one in INFORMED if not is_bidirectional(one.values[0])]


def own_run(case: GraphCase, name: str, form: dict[str, Any]) -> Run:
    chosen = {**form, **LARGE_TABLE} if "table_bits" in form else form
    return graph_run(case, name, chosen, limits=LIMITS)


def test_the_tests_mean_the_same_as_the_kernels() -> None:
    assert DEAD_END == counters.DEAD_END == counters.MAX_VALUE + 1


# Random graphs


def cases_for(name: str, form: dict[str, Any], admissible: bool) -> list[GraphCase]:
    """Graphs in which the algorithm ends: without cycles unless it promises to end with them."""
    module = module_of(name)
    parameters = own_run(graph_case(0), name, form).algorithm.parameters
    return _cases(
        acyclic=not claim(module, "complete", parameters),
        unit_costs=getattr(module, "NEEDS_UNIT_COST", False),
        most_goals=1 if is_bidirectional(name) else 2,
        admissible=admissible,
    )


@cache
def _cases(acyclic: bool, unit_costs: bool, most_goals: int, admissible: bool) -> list[GraphCase]:
    return [
        graph_case(
            seed,
            edges=(10, 16, 24)[seed % 3],
            goals=1 + seed % most_goals,
            dead_ends=(1, 0.5)[seed % 2] if admissible else 0.2,
            admissible=admissible,
            acyclic=acyclic,
            unit_costs=unit_costs,
        )
        for seed in range(CASES)
    ]


def two_sided(case: GraphCase, seed: int) -> tuple[GraphCase, Problem]:
    """The case with values for both directions, and its reverse.

    Backward h is 0, or DEAD_END at none, half or all of the vertices that cannot be reached.
    """
    edges = [line.split(",") for line in case.edges.split("\n")]
    names = list(dict.fromkeys(name for edge in edges for name in edge[:2]))
    turned = [(names.index(b), names.index(a), int(cost)) for a, b, cost in edges]
    reached, random = dijkstra(case.problem), Random(seed)
    lost = [vertex for vertex in range(len(names)) if vertex not in reached]
    backward = {vertex: DEAD_END for vertex in lost if random.random() < (0, 0.5, 1)[seed % 3]}
    lines = [
        f"{line} {as_given(backward.get(vertex, 0))}"
        for vertex, line in enumerate(case.values.split("\n"))
    ]
    goal = names.index(case.goals[0])
    reverse = edge_problem(turned, goal, [case.problem.start], backward)
    return replace(case, values="\n".join(lines)), reverse


def runs(
    name: str, form: dict[str, Any], admissible: bool
) -> Iterator[tuple[Run, GraphCase, Result]]:
    """Runs on the parts of one graph, and what the twin makes of each."""
    cases = cases_for(name, form, admissible)
    reverses: list[Problem] = []
    if is_bidirectional(name):
        pairs = [two_sided(case, seed) for seed, case in enumerate(cases)]
        cases, reverses = [case for case, _ in pairs], [reverse for _, reverse in pairs]
    first = 0
    for number, part in enumerate(side_by_side(cases)):
        run = own_run(part, name, form)
        problems = [part.problem, *(renumbered(one, first) for one in reverses[number:][:1])]
        first += cases[number].edges.count("\n") + 1
        want = twin(run, problems)
        check_conservation(want, part.problem, rising=name != "budgeted_tree_search")
        yield run, part, want


def twin(run: Run, problems: list[Problem]) -> Result:
    """What the naive search makes of the problem, or of it and its reverse."""
    name, chosen = run.algorithm.name, run.algorithm.parameters
    search = {**naive.ALGORITHMS, **BIDIRECTIONAL}[name]
    known = {key: chosen[key] for key in chosen.keys() & signature(search).parameters.keys()}
    if len(problems) == 1:
        return search(problems[0], **known)
    return search(*problems, lambda edge: edge, **{**known, "epsilon": 0})


def agree(record: Record, want: Result) -> None:
    """Assert that both give the same, to the last count."""
    assert {c: record.row[c] for c in COUNTS} == {c: getattr(want, c) for c in COUNTS}
    assert record.row["peak_open"] == (want.peak_open or None)
    assert [tuple(row) for row in record.levels[:, 1:].tolist()] == want.levels
    assert [tuple(row) for row in record.iterations[:, 1:].tolist()] == want.iterations
    assert [tuple(row) for row in record.solutions[:, 1:].tolist()] == want.solutions
    assert (record.path or []) == (want.path or [])
    assert (record.row["status"] == "solved") == (want.status == "solved")


@pytest.mark.parametrize(("name", "form"), INFORMED)
def test_where_no_goal_can_be_reached(name: str, form: dict[str, Any]) -> None:
    """Some or all of these vertices are dead ends: the twin's counts, and all that is promised."""
    seen: Counter[str] = Counter()
    for run, part, want in runs(name, form, admissible=True):
        record = solve(run)
        agree(record, want)
        check(record, run, part.problem)
        seen[record.row["status"]] += 1
        seen["dead start"] += record.row["h_start"] is None
    assert all(seen[ending] > 5 for ending in ("solved", "unsolvable", "dead start"))


@pytest.mark.parametrize(("name", "form"), INFORMED)
def test_where_it_is_not_true(name: str, form: dict[str, Any]) -> None:
    """Any vertices are dead ends, solutions are missed, and the counts are the twin's."""
    solved = 0
    for run, _, want in runs(name, form, admissible=False):
        agree(solve(run), want)
        solved += want.status == "solved"
    assert solved > 5


# Graphs made for the purpose

UNLIMITED = (
    "ida_star",
    "ida_star_transposition",
    "rbfs",
    "budgeted_tree_search",
    "depth_first_branch_and_bound",
    "iterative_broadening",
)
"""They store no g, so that paths may cost anything."""

WAY = "S A 1; A B 1; B G 1"
WAY_VALUES = "S 3; A 2; B 1"
DEAD_BRANCHES = "S D 1; A D 1; A E 1; B E 1; D E 1; E D 1; E F 1; F D 1; B F 1"
DEAD_VALUES = "D dead; E dead; F dead"


def of_graph(
    name: str,
    form: dict[str, Any],
    edges: str,
    values: str,
    instance: str = "S -> G",
) -> Record:
    """What comes of it. An island makes the kernel the same as that of the random graphs."""
    cost = 1 if getattr(module_of(name), "NEEDS_UNIT_COST", False) else 2
    island = f"X X {cost};" * 5
    case = replace(graph_case(1), edges=f"{edges}; {island}", values=values)
    return solve(replace(own_run(case, name, form), instance=Instance(instance, instance)))


@pytest.mark.parametrize(("name", "form"), ONE_WAY)
def test_all_but_the_solution_is_dead(name: str, form: dict[str, Any]) -> None:
    """It is as if the edges to dead ends were not there, but that their ends are looked at."""
    alone = of_graph(name, form, WAY, WAY_VALUES)
    record = of_graph(name, form, f"{DEAD_BRANCHES}; {WAY}", f"{WAY_VALUES}; {DEAD_VALUES}")
    for column in ("status", "cost", "depth", "expanded", "reopened", "visited", "peak_open"):
        assert record.row[column] == alone.row[column], column
    assert record.path == ["edge 10", "edge 11", "edge 12"]
    assert record.levels[:, 1].tolist() == alone.levels[:, 1].tolist()
    assert record.levels[:, 3].tolist() == alone.levels[:, 3].tolist()
    assert record.iterations[:, :3].tolist() == alone.iterations[:, :3].tolist()
    assert record.row["evaluated"] > alone.row["evaluated"]
    made = record.row["generated"] - alone.row["generated"]
    assert made > 0 or name in FORESEES


@pytest.mark.parametrize(("name", "form"), INFORMED)
def test_all_children_are_dead(name: str, form: dict[str, Any]) -> None:
    """One expansion proves that there is no solution (and one of the goal, in a pair)."""
    edges = "S A 1; S B 1; S C 1; A S 1; A B 1; B C 1; C A 1; G G 1"
    row = of_graph(name, form, edges, "A dead; B dead; C dead").row
    assert row["status"] == "unsolvable"
    assert row["expanded"] - (name == "nbs") == 1
    if name not in FORESEES:
        assert row["generated"] - (name == "nbs") == 3
    assert row["evaluated"] == (5 if is_bidirectional(name) else 4)
    assert row["visited"] <= (2 if is_bidirectional(name) else 1)


@pytest.mark.parametrize(("name", "form"), INFORMED)
def test_a_dead_start(name: str, form: dict[str, Any]) -> None:
    record = of_graph(name, form, "S A 1; A S 1; A B 1; G A 1", "S dead")
    row, roots = record.row, 2 if is_bidirectional(name) else 1
    assert (row["status"], row["h_start"]) == ("unsolvable", None)
    assert row["detail"] == "the heuristic tells that the start is a dead end"
    assert (row["expanded"], row["generated"]) == (0, 0)
    assert (row["evaluated"], row["visited"]) == (roots, roots - 1)
    assert (row["cost"], row["depth"], record.path) == (None, None, None)
    assert record.iterations.tolist() == []


@pytest.mark.parametrize("name", ["mm", "nbs"])
def test_a_goal_to_which_the_start_does_not_lead(name: str) -> None:
    row = of_graph(name, {}, "S A 1; A S 1; G A 1; B G 1", "G 0 dead; S 1").row
    assert (row["status"], row["h_start"]) == ("unsolvable", 1)
    assert (row["expanded"], row["evaluated"], row["visited"], row["peak_open"]) == (0, 2, 1, 1)


@pytest.mark.parametrize("name", UNLIMITED)
def test_costs_beyond_the_number_that_stands_for_a_dead_end(name: str) -> None:
    """The dead end's h is not taken for a number, which would be within the bounds to come."""
    form = {} if name == "ida_star_transposition" else {"duplicate_detection": "path"}
    if name == "iterative_broadening":
        form["depth_limit"] = 9
    most = counters.MAX_VALUE
    way = f"S A {most}; A B {most}; B C {most}; C G {most}"
    record = of_graph(name, form, f"S D 0; {way}; D E 1; E F 1; F D 1", "D dead")
    alone = of_graph(name, form, way, "S 0")
    assert record.row["cost"] == alone.row["cost"] == 4 * most
    assert record.row["expanded"] == alone.row["expanded"]

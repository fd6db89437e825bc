"""Faults that programs of this kind have had, each on a graph where it would show.

The costs are those of the few paths that there are.
"""

from __future__ import annotations

from typing import Any

import pytest
from searching import choice, solve

from harness.model import Instance, Limits, Record, Run
from kernels import catalogue

CLOSED_TOO_EARLY = ("s a 1; s b 2; a c 1; b c 2; c g 5", "a 6")
"""c is expanded by way of b, at cost 4, before a, from where it is reached at cost 2: h of a is
exact, and not consistent. The best solution costs 7, that by way of b 9."""

OVER_THE_BOUND = "s g 10; s a 1; a b 1; b g 1"
"""The goal is generated first at cost 10, and costs 3."""

FIRST_MEETING = "s m 4; m g 4; s a 1; a b 2; b c 2; c g 1"
"""The frontiers meet in m, at cost 8, before they meet between a and c, at cost 6."""

ONE_STEP = "s g 1"

BEST_FIRST = ("a_star", "weighted_a_star", "anytime_weighted_a_star")
BOUNDED = (
    "ida_star",
    "ida_star_transposition",
    "rbfs",
    "budgeted_tree_search",
    "depth_first_branch_and_bound",
)
GIVES_UP = {
    name: catalogue.load(catalogue.path_of("algorithms", name)).GIVES_UP
    for name in (
        "depth_first",
        "iterative_broadening",
        "beam_search",
        "depth_first_branch_and_bound",
        "breadth_first_heuristic_search",
    )
}
LIMITED = (
    ("depth_first", "depth_limit"),
    ("iterative_broadening", "depth_limit"),
    ("beam_search", "depth_limit"),
    ("depth_first_branch_and_bound", "depth_limit"),
    ("depth_first_branch_and_bound", "upper_bound"),
    ("breadth_first_heuristic_search", "upper_bound"),
)


def graph_run(
    edges: str, algorithm: str, values: str | None = None, goal: str = "g", **parameters: Any
) -> Run:
    """From s to the goal; ``values`` of the heuristic, or all 0."""
    heuristic = choice("heuristics", "zero", "graph")
    if values is not None:
        heuristic = choice("heuristics", "given", "graph", values=values)
    return Run(
        run_id="0" * 16,
        experiment="test",
        domain=choice("domains", "graph", edges=edges),
        instance=Instance(f"s -> {goal}", f"s -> {goal}"),
        algorithm=choice("algorithms", algorithm, **parameters),
        heuristic=heuristic,
        limits=Limits(nodes=10_000, memory=1 << 26),
        keep_path=True,
    )


def answer(record: Record) -> tuple[str, int | None]:
    return record.row["status"], record.row["cost"]


@pytest.mark.parametrize("name", BEST_FIRST)
def test_a_closed_node_is_opened_again(name: str) -> None:
    edges, values = CLOSED_TOO_EARLY
    weight = {"weight": 1} if "weight" in name else {}
    for reopening, cost in (("always", 7), ("never", 9)):
        record = solve(graph_run(edges, name, values, reopening=reopening, **weight))
        assert answer(record) == ("solved", cost)
        assert record.row["reopened"] == (1 if reopening == "always" else 0)


def test_a_node_expanded_in_part_is_still_open() -> None:
    """So a cheaper path to c is taken in any case: the edge to g, of f = 9, is still to come."""
    edges, values = CLOSED_TOO_EARLY
    for reopening in ("always", "never"):
        run = graph_run(edges, "partial_expansion_a_star", values, reopening=reopening)
        record = solve(run)
        assert (*answer(record), record.row["reopened"]) == ("solved", 7, 0)


@pytest.mark.parametrize("name", BOUNDED)
def test_a_goal_over_the_bound_is_not_accepted(name: str) -> None:
    record = solve(graph_run(OVER_THE_BOUND, name))
    assert answer(record) == ("solved", 3)
    assert record.path == ["edge 2", "edge 3", "edge 4"]


@pytest.mark.parametrize("name", ["mm", "nbs"])
def test_the_first_meeting_is_not_taken_for_the_best(name: str) -> None:
    record = solve(graph_run(FIRST_MEETING, name))
    assert answer(record) == ("solved", 6)
    assert record.path == ["edge 3", "edge 4", "edge 5", "edge 6"]


def test_the_first_meeting_of_whole_levels_has_the_fewest_operators() -> None:
    run = graph_run(FIRST_MEETING, "bidirectional_breadth_first")
    assert solve(run).path == ["edge 1", "edge 2"]


@pytest.mark.parametrize(("name", "limit"), LIMITED)
def test_a_limit_of_0_is_a_limit(name: str, limit: str) -> None:
    cut = solve(graph_run(ONE_STEP, name, **{limit: 0}))
    assert answer(cut) == ("node_limit", None)
    assert cut.row["detail"] == GIVES_UP[name]
    assert answer(solve(graph_run(ONE_STEP, name, **{limit: 1}))) == ("solved", 1)
    at_goal = solve(graph_run(ONE_STEP, name, goal="s", **{limit: 0}))
    assert answer(at_goal) == ("solved", 0)
    assert at_goal.row["expanded"] == 0


@pytest.mark.parametrize("name", ["a_star", "uniform_cost", "weighted_a_star"])
def test_a_goal_is_tested_when_it_is_selected(name: str) -> None:
    """Tested when it is generated, the dear edge from s to g would be the answer."""
    run = graph_run(OVER_THE_BOUND, name)
    assert answer(solve(run)) == ("solved", 3)


@pytest.mark.parametrize("name", ["ida_star", "rbfs"])
def test_a_vertex_of_many_edges_takes_no_more_memory_than_there_is(name: str) -> None:
    """Stacks that hold all operators of each state on a path, for 2^20 states, would be 32 GiB."""
    leaves = range(1100)
    edges = "; ".join([*(f"s v{leaf} 1" for leaf in leaves), "v1099 g 1"])
    assert answer(solve(graph_run(edges, name))) == ("solved", 2)

"""The naive algorithms on any small graph, against the costs that Dijkstra's algorithm finds."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from naive import (
    Problem,
    best_first,
    breadth_first,
    depth_first,
    graph,
    ida_star,
    iterative_deepening,
)
from oracles import check_conservation, dijkstra, optimal_cost

TIE_BREAKS = ("fifo", "lifo", "low_h", "high_h", "lexicographic", "random")


@st.composite
def problems(draw: st.DrawFn, unit_cost: bool = False, solvable: bool = False) -> Problem:
    """Up to seven states; h is inadmissible and wild."""
    states = range(draw(st.integers(2, 7)))
    cost = st.just(1) if unit_cost else st.integers(1, 4)
    targets = st.dictionaries(st.sampled_from(states), cost, max_size=3)
    edges = {state: list(draw(targets).items()) for state in states}
    goals = draw(st.sets(st.sampled_from(states), max_size=2))
    h = {state: 0 if state in goals else draw(st.integers(0, 9)) for state in states}
    problem = graph(edges, 0, goals, h)
    if solvable and optimal_cost(problem) is None:
        return graph(
            edges,
            0,
            draw(st.sets(st.sampled_from(sorted(dijkstra(problem))), min_size=1, max_size=2)),
            h,
        )
    return problem


def with_consistent_h(problem: Problem, slack: int) -> Problem:
    """The same, h being the exact cost to go less ``slack``, or 99 where no goal is in reach."""

    def h(state: int) -> int:
        exact = optimal_cost(replace(problem, start=state))
        return 99 if exact is None else max(0, exact - slack)

    return replace(problem, h={state: h(state) for state in dijkstra(problem)}.__getitem__)


@given(problems(), st.sampled_from(["always", "never"]), st.integers(0, 3), st.booleans())
def test_best_first_on_any_graph(
    problem: Problem, reopening: str, seed: int, store_start: bool
) -> None:
    reachable = dijkstra(problem)
    solvable = optimal_cost(problem) is not None
    for kind in ("a_star", "weighted_a_star", "greedy", "uniform_cost"):
        for tie_break in TIE_BREAKS:
            result = best_first(problem, kind, tie_break, reopening, 2, seed, store_start)
            check_conservation(
                result, problem, optimal_cost(problem) if kind == "uniform_cost" else None
            )
            assert (result.status == "solved") == solvable
            assert result.visited <= len(reachable)
            assert solvable or result.visited >= len(reachable) - (not store_start)
            assert reopening == "always" or result.reopened == 0


@given(problems(), st.integers(0, 3), st.sampled_from(TIE_BREAKS))
def test_a_star_with_a_consistent_heuristic(problem: Problem, slack: int, tie_break: str) -> None:
    problem = with_consistent_h(problem, slack)
    result = best_first(problem, "a_star", tie_break)
    check_conservation(result, problem, optimal_cost(problem), consistent=True)
    assert replace(best_first(problem, "a_star", tie_break, "never"), reopened=0) == result
    weighted = best_first(problem, "weighted_a_star", tie_break, weight="3/2")
    assert result.cost is None or 2 * (weighted.cost or 0) <= 3 * result.cost


@given(problems(solvable=True), st.integers(0, 3))
def test_ida_star_with_a_consistent_heuristic(problem: Problem, slack: int) -> None:
    problem = with_consistent_h(problem, slack)
    check_conservation(ida_star(problem), problem, optimal_cost(problem))


@given(problems(unit_cost=True), st.booleans())
def test_breadth_first_on_any_graph(problem: Problem, store_start: bool) -> None:
    results = {
        goal_test: breadth_first(problem, goal_test, store_start)
        for goal_test in ("generation", "expansion", "between_levels", "never")
    }
    for result in results.values():
        check_conservation(result, problem, optimal_cost(problem))
        assert result.path == results["never"].path
    distances = dijkstra(problem)
    if store_start:
        assert Counter(distances.values()) == Counter(
            {depth: row[2] for depth, row in enumerate(results["never"].levels) if row[2]}
        )


@given(problems(unit_cost=True, solvable=True), st.integers(0, 7))
def test_depth_first_on_any_graph(problem: Problem, limit: int) -> None:
    optimal = optimal_cost(problem)
    assert optimal is not None
    check_conservation(iterative_deepening(problem), problem, optimal)
    unlimited = depth_first(problem)
    check_conservation(unlimited, problem)
    assert unlimited.status == "solved"
    limited = depth_first(problem, limit)
    check_conservation(limited, problem)
    assert (limited.status == "solved") == (optimal <= limit)

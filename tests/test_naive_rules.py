"""The naive algorithms against counts derived by hand from the rules."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from naive import (
    ALGORITHMS,
    Problem,
    best_first,
    breadth_first,
    depth_first,
    graph,
    ida_star,
    iterative_deepening,
    sliding_tiles,
)
from oracles import check_conservation, optimal_cost

STORE_NOTHING = (
    "iterative_deepening",
    "iterative_broadening",
    "depth_first_branch_and_bound",
    "random_walk",
    "ida_star",
    "ida_star_stack",
    "rbfs",
    "budgeted_tree_search",
)


def tree(leaves_from: int, goals: set[int]) -> Problem:
    """The binary tree 1; 2, 3; 4, 5, 6, 7; ...; nodes from ``leaves_from`` on are leaves."""
    edges = {n: [(2 * n, 1), (2 * n + 1, 1)] for n in range(1, leaves_from)}
    return graph(edges, 1, goals)


@pytest.mark.parametrize("name", ALGORITHMS)
def test_a_start_that_is_a_goal_takes_nothing(name: str) -> None:
    problem = tree(4, {1, 5})
    result = ALGORITHMS[name](problem)
    check_conservation(result, problem, optimal=0)
    assert (result.path, result.expanded, result.generated) == ([], 0, 0)
    assert result.visited == (0 if name in STORE_NOTHING else 1)


# breadth_first


@pytest.mark.parametrize(
    ("goal_test", "expanded", "generated", "visited"),
    [
        ("generation", 2, 4, 5),  # 1 and 2 are expanded, 5 is the last one generated
        ("expansion", 4, 6, 7),  # 1, 2, 3, 4; then 5 is taken from the queue
        ("between_levels", 3, 6, 7),  # 1; 2, 3
        ("never", 7, 6, 7),
    ],
)
def test_goal_tests_of_breadth_first(
    goal_test: str, expanded: int, generated: int, visited: int
) -> None:
    problem = tree(4, {5, 6})
    result = breadth_first(problem, goal_test)
    check_conservation(result, problem, optimal=2)
    assert result.path == [(1, 2), (2, 5)]
    assert (result.expanded, result.generated, result.visited) == (expanded, generated, visited)


def test_breadth_first_to_exhaustion() -> None:
    start_is_goal = breadth_first(tree(4, {1, 3}), "never")
    assert (start_is_goal.path, start_is_goal.expanded) == ([], 7)
    for goal_test in ("generation", "expansion", "between_levels", "never"):
        nothing = breadth_first(tree(4, set()), goal_test)
        assert (nothing.status, nothing.path, nothing.cost) == ("unsolvable", None, None)
        assert nothing.levels == [(1, 0, 1), (2, 2, 2), (4, 4, 4)]


@pytest.mark.parametrize(
    ("store_start", "levels"),
    [
        (True, [(1, 0, 1), (2, 2, 2), (0, 2, 0)]),
        # the start is new at level 2 and is expanded again: two known children at level 3
        (False, [(1, 0, 0), (2, 2, 2), (1, 2, 1), (0, 2, 0)]),
    ],
)
def test_start_that_enters_when_it_is_generated_again(
    store_start: bool, levels: list[tuple[int, int, int]]
) -> None:
    problem = graph({0: [(1, 1), (2, 1)], 1: [(0, 1)], 2: [(0, 1)]}, 0, ())
    for result in (
        breadth_first(problem, store_start=store_start),
        best_first(problem, "greedy", store_start=store_start),
        best_first(problem, "a_star", store_start=store_start),
    ):
        check_conservation(result)
        assert result.levels == levels


# depth_first and iterative_deepening


def test_depth_first_enters_a_new_state_at_once() -> None:
    """3 is met below 1 before the start's second operator leads to it."""
    problem = graph({0: [(1, 1), (3, 1)], 1: [(3, 1)]}, 0, ())
    result = depth_first(problem)
    check_conservation(result)
    assert result.levels == [(1, 0, 1), (1, 2, 1), (1, 1, 1)]


def test_depth_limit_reenters_a_state_met_at_a_smaller_depth() -> None:
    """2 is stored at the limit, below 1, and entered when the start itself leads to it."""
    problem = graph({0: [(1, 1), (2, 1)], 1: [(2, 1)], 2: [(9, 1)]}, 0, [9])
    result = depth_first(problem, limit=2)
    check_conservation(result, problem, optimal=2)
    assert result.path == [(0, 2), (2, 9)]
    assert result.reopened == 1
    assert result.levels == [(1, 0, 1), (2, 2, 1), (0, 2, 2)]
    unlimited = depth_first(problem)
    assert (unlimited.path, unlimited.reopened) == ([(0, 1), (1, 2), (2, 9)], 0)
    assert depth_first(problem, limit=1).levels == [(1, 0, 1), (0, 2, 2)]
    assert depth_first(problem, limit=0).levels == [(0, 0, 1)]


def test_depth_limit_reenters_only_what_is_nearer_than_ever_before() -> None:
    """9 is met at depth 3, then at depth 2 and entered, then at depth 2 again."""
    problem = graph(
        {0: [(1, 1), (3, 1), (4, 1)], 1: [(2, 1)], 2: [(9, 1)], 3: [(9, 1)], 4: [(9, 1)]}, 0, ()
    )
    result = depth_first(problem, limit=3)
    check_conservation(result)
    assert result.reopened == 1
    assert result.levels == [(1, 0, 1), (3, 3, 3), (2, 3, 1), (0, 1, 1)]


def test_iterations_of_iterative_deepening_over_a_finite_tree() -> None:
    """The leaves have depth 3, so that limit 3 still cuts them off, and limit 4 does not."""
    result = iterative_deepening(tree(8, set()))
    check_conservation(result)
    assert result.status == "unsolvable"
    assert result.iterations == [(0, 0, 0), (1, 1, 2), (2, 3, 6), (3, 7, 14), (4, 15, 14)]


@pytest.mark.parametrize("parent_pruning", [False, True])
def test_iterative_deepening_generates_every_walk_of_the_blank(parent_pruning: bool) -> None:
    """Walks of each length over the cells, counted by where they end and whence they came."""
    goal = (1, 2, 3, 4, 5, 6, 7, 8, 0)
    start = (1, 2, 3, 7, 5, 0, 8, 4, 6)
    problem = sliding_tiles(start, goal, 3, 3, parent_pruning=parent_pruning)
    depth = optimal_cost(problem)
    assert depth is not None
    result = iterative_deepening(problem)
    check_conservation(result, problem, optimal=depth)
    beside = {
        cell: [to for to in range(9) if abs(cell // 3 - to // 3) + abs(cell % 3 - to % 3) == 1]
        for cell in range(9)
    }
    walks = Counter({(5, -1): 1})
    lengths = [1]
    for _ in range(depth - 1):
        longer: Counter[tuple[int, int]] = Counter()
        for (cell, came_from), number in walks.items():
            for to in beside[cell]:
                if not (parent_pruning and to == came_from):
                    longer[to, cell] += number
        walks = longer
        lengths.append(walks.total())
    assert result.iterations[:-1] == [
        (limit, sum(lengths[:limit]), sum(lengths[1 : limit + 1])) for limit in range(depth)
    ]
    assert result.iterations[-1][0] == depth


# best_first

EQUAL_F = {"d": (1, 3), "c": (2, 2), "b": (3, 1), "a": (2, 2)}
"""Cost from the start and h of four goals with f = 4, in the order of generation."""


@pytest.mark.parametrize(
    ("tie_break", "selected"),
    [
        ("fifo", "d"),
        ("lifo", "a"),
        ("low_h", "b"),
        ("high_h", "d"),
        ("lexicographic", "a"),
        # SplitMix64(0) gives 0xE220... to the start, 0x6E78..., 0x06C4..., 0xF88B..., 0x1B39...
        ("random", "c"),
    ],
)
def test_tie_breaks(tie_break: str, selected: str) -> None:
    h = {state: h for state, (_, h) in EQUAL_F.items()}
    edges = {"S": [(state, cost) for state, (cost, _) in EQUAL_F.items()]}
    result = best_first(graph(edges, "S", EQUAL_F, h), tie_break=tie_break)
    assert result.path == [("S", selected)]
    assert (result.evaluated, result.peak_open) == (5, 4)


@pytest.mark.parametrize(("tie_break", "selected"), [("low_h", "y"), ("high_h", "x")])
def test_equal_h_is_broken_by_the_latest(tie_break: str, selected: str) -> None:
    order = {"low_h": "wxy", "high_h": "ywx"}[tie_break]
    costs = {"w": 1, "x": 2, "y": 2} if tie_break == "low_h" else {"w": 2, "x": 2, "y": 3}
    h = {state: 5 - cost for state, cost in costs.items()}
    edges = {"S": [(state, costs[state]) for state in order]}
    result = best_first(graph(edges, "S", costs, h), tie_break=tie_break)
    assert result.path == [("S", selected)]


def inconsistent() -> Problem:
    """h never overestimates, but falls by 4 along the edge A B that costs 1."""
    edges = {"S": [("A", 1), ("B", 3)], "A": [("B", 1)], "B": [("G", 4)]}
    return graph(edges, "S", "G", {"A": 5, "B": 1})


def test_a_star_reopens() -> None:
    """S, B, A, B again by way of A, G."""
    problem = inconsistent()
    result = best_first(problem)
    check_conservation(result, problem, optimal=6)
    assert result.path == [("S", "A"), ("A", "B"), ("B", "G")]
    assert result.selected_f == [0, 4, 6, 3, 6]
    assert (result.reopened, result.evaluated, result.peak_open) == (1, 4, 2)
    assert result.levels == [(1, 0, 1), (2, 2, 2), (1, 2, 1), (0, 1, 0)]


def test_a_star_without_reopening() -> None:
    """S, B, A, G by way of the first B."""
    problem = inconsistent()
    result = best_first(problem, reopening="never")
    check_conservation(result, problem, optimal=7)
    assert result.path == [("S", "B"), ("B", "G")]
    assert (result.reopened, result.expanded, result.generated) == (0, 3, 4)


@pytest.mark.parametrize(
    ("kind", "reopening", "cost"),
    [
        ("a_star", "always", 3),
        ("a_star", "never", 3),
        ("greedy", "always", 3),
        ("greedy", "never", 5),
    ],
)
def test_cheaper_path_to_an_open_node(kind: str, reopening: str, cost: int) -> None:
    """G is open at cost 5 when B, which has the smaller f, leads to it at cost 3, and to C."""
    edges = {"S": [("G", 5), ("B", 1)], "B": [("G", 2), ("C", 1)]}
    problem = graph(edges, "S", "G", {"G": 1, "C": 9})
    result = best_first(problem, kind, reopening=reopening)
    check_conservation(result, problem, optimal=cost)
    assert (result.expanded, result.generated, result.reopened) == (2, 4, 0)
    assert (result.visited, result.evaluated, result.peak_open) == (4, 4, 2)


def test_cost_is_that_of_the_path_along_the_present_parents() -> None:
    """G is put on open below A at cost 6; then A is reopened, and G selected before A is."""
    problem = graph({"S": [("A", 5), ("X", 1)], "A": [("G", 1)], "X": [("A", 1)]}, "S", "G")
    result = best_first(problem, "greedy")
    check_conservation(result, problem, optimal=3)
    assert (result.expanded, result.generated, result.reopened) == (3, 4, 1)
    assert result.levels == [(1, 0, 1), (2, 2, 2), (0, 2, 1)]


@pytest.mark.parametrize("weight", [1.5, "3/2", "1.5"])
def test_weighted_f_is_in_lowest_terms(weight: Any) -> None:
    problem = graph({"S": [("A", 3)], "A": [("G", 4)]}, "S", "G", {"S": 7, "A": 4})
    result = best_first(problem, "weighted_a_star", weight=weight)
    assert result.selected_f == [3 * 7, 2 * 3 + 3 * 4, 2 * 7]


def test_uniform_cost_asks_no_heuristic() -> None:
    problem = inconsistent()
    result = best_first(problem, "uniform_cost")
    check_conservation(result, problem, optimal=6, consistent=True)
    assert (result.evaluated, result.selected_f) == (0, [0, 1, 2, 6])


def test_ida_star_stops_at_the_goal_and_raises_the_bound_to_the_least_f_above() -> None:
    """Bound 2 cuts A (f = 4) and B (f = 5); bound 4 enters A and meets the goal at once."""
    edges = {"S": [("B", 1), ("A", 1)], "A": [("G", 3), ("B", 1)], "B": [("G", 9)]}
    problem = graph(edges, "S", "G", {"S": 2, "A": 3, "B": 4})
    result = ida_star(problem)
    check_conservation(result, problem, optimal=4)
    assert result.iterations == [(2, 1, 2), (4, 2, 3)]
    assert result.levels == [(2, 0, 0), (1, 4, 0), (0, 1, 0)]
    assert (result.evaluated, result.visited) == (6, 0)


def test_ida_star_ends_when_nothing_is_cut_off() -> None:
    problem = graph({"S": [("A", 1)], "A": [("B", 2)]}, "S", "G")
    result = ida_star(problem)
    check_conservation(result)
    assert result.status == "unsolvable"
    assert result.iterations == [(0, 1, 1), (1, 2, 2), (3, 3, 2)]

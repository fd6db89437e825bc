"""Exact costs by Dijkstra's algorithm, and the rules that the counts of every search obey."""

from __future__ import annotations

from dataclasses import replace
from heapq import heappop, heappush
from itertools import count, pairwise

from naive_counts import Result, replay
from naive_domains import Problem, State

from harness.model import Record


def dijkstra(problem: Problem, source: State | None = None) -> dict[State, int]:
    """Least cost from ``source`` (the start if None) to every state that can be reached."""
    source = problem.start if source is None else source
    least: dict[State, int] = {}
    order = count()
    heap = [(0, next(order), source)]
    while heap:
        cost, _, state = heappop(heap)
        if state not in least:
            least[state] = cost
            for _, child, step in problem.operators(state, None):
                heappush(heap, (cost + step, next(order), child))
    return least


def optimal_cost(problem: Problem) -> int | None:
    """Cost of a cheapest solution, or None if there is none."""
    costs = (cost for state, cost in dijkstra(problem).items() if problem.is_goal(state))
    return min(costs, default=None)


def check_conservation(
    result: Result,
    problem: Problem | None = None,
    optimal: int | None = None,
    consistent: bool = False,
    rising: bool = True,
) -> None:
    """Assert what holds of every search; AssertionError names the rule that is broken.

    problem
        replay the solution: it has to lead to a goal at the stated cost.
    optimal
        the search promises a cheapest solution, which costs this much.
    consistent
        the search was A* with a consistent heuristic: nothing is reopened, f never falls.
    rising
        the bounds of its iterations rise.
    """
    check_levels(result)
    check_iterations(result, rising)
    check_solution(result, problem)
    if optimal is not None:
        assert result.cost == optimal, "the solution is not a cheapest one"
    if consistent:
        assert result.reopened == 0, "a consistent heuristic, and nodes were reopened"
        assert all(a <= b for a, b in pairwise(result.selected_f)), "f fell"


def check_levels(result: Result) -> None:
    """Levels add up to the totals, and children come from parents."""
    for column, total in enumerate((result.expanded, result.generated, result.visited)):
        name = ("expanded", "generated", "visited")[column]
        assert sum(row[column] for row in result.levels) == total, f"levels do not sum to {name}"
    assert not result.levels or result.levels[0][1] == 0, "the root counts as generated"
    for (expanded, _, _), (_, generated, visited) in pairwise(result.levels):
        assert expanded or not generated, "generated below a level where nothing was expanded"
        assert visited <= generated, "stored at a level more than was generated there"


def check_iterations(result: Result, rising: bool = True) -> None:
    """Iterations, where there are any, add up to the totals; their bounds rise if they should."""
    if not result.iterations:
        return
    for column, total in ((1, result.expanded), (2, result.generated)):
        assert sum(row[column] for row in result.iterations) == total, (
            "iterations do not sum to " + ("expanded", "generated")[column - 1]
        )
    bounds = [row[0] for row in result.iterations]
    assert not rising or all(a < b for a, b in pairwise(bounds)), "bounds do not rise"


def check_solution(result: Result, problem: Problem | None = None) -> None:
    """A solution is there if and only if the status says so, and it is what is stated of it."""
    answer = (result.cost, result.depth, result.path)
    if result.status != "solved":
        assert answer == (None, None, None), "a solution without the status solved"
        return
    assert result.path is not None, "solved without a path"
    assert result.depth == len(result.path), "depth is not the number of operators"
    if problem is not None:
        state, cost = replay(problem, result.path)
        assert problem.is_goal(state), "the path does not lead to a goal"
        assert cost == result.cost, "the path has another cost than stated"


def least_operators(problem: Problem) -> int | None:
    """Number of operators of a shortest solution, or None if there is none."""
    steps = replace(
        problem,
        operators=lambda state, last: [
            (name, child, 1) for name, child, _ in problem.operators(state, last)
        ],
    )
    return optimal_cost(steps)


def check_record(record: Record, problem: Problem) -> None:
    """Assert what holds of every recorded run; ``problem``'s operators are named as recorded."""
    row = record.row
    for column, name in enumerate(("expanded", "generated", "visited"), 1):
        assert record.levels[:, column].sum() == row[name], f"levels do not sum to {name}"
    for column, name in enumerate(("expanded", "generated"), 2):
        if len(record.iterations):
            sums = record.iterations[:, column].sum()
            assert sums == row[name], f"iterations do not sum to {name}"
    if row["status"] == "solved":
        assert record.path is not None, "solved without a path"
    if record.path is None:
        assert (row["cost"], row["depth"]) == (None, None), "a cost without a path"
        return
    state, cost = replay(problem, record.path)
    assert problem.is_goal(state), "the path does not lead to a goal"
    assert (cost, len(record.path)) == (row["cost"], row["depth"]), "another cost than stated"

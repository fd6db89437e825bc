"""The checks of counts see each rule broken that they stand for."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from naive import Problem, Result, best_first, graph
from oracles import check_conservation, dijkstra, optimal_cost


def inconsistent() -> Problem:
    """h never overestimates, but falls by 4 along the edge A B that costs 1."""
    edges = {"S": [("A", 1), ("B", 3)], "A": [("B", 1)], "B": [("G", 4)]}
    return graph(edges, "S", "G", {"A": 5, "B": 1})


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({"expanded": 5}, "sum to expanded"),
        ({"generated": 6}, "sum to generated"),
        ({"visited": 3}, "sum to visited"),
        ({"levels": [(1, 1, 1), (2, 1, 2), (1, 2, 1), (0, 1, 0)]}, "root counts"),
        ({"levels": [(1, 0, 1), (3, 2, 2), (0, 2, 1), (0, 1, 0)]}, "below a level"),
        ({"levels": [(1, 0, 0), (2, 2, 3), (1, 2, 1), (0, 1, 0)]}, "at a level more"),
        ({"iterations": [(6, 3, 5)]}, "iterations do not sum to expanded"),
        ({"iterations": [(6, 4, 4)]}, "iterations do not sum to generated"),
        ({"iterations": [(6, 2, 2), (6, 2, 3)]}, "bounds do not rise"),
        ({"status": "unsolvable"}, "without the status"),
        ({"path": None}, "without a path"),
        ({"depth": 2}, "number of operators"),
        ({"cost": 7}, "another cost"),
        ({"path": [("S", "A"), ("A", "B")], "depth": 2, "cost": 2}, "not lead to a goal"),
    ],
)
def test_broken_conservation_is_seen(changes: dict[str, Any], rule: str) -> None:
    problem = inconsistent()
    sound: Result = best_first(problem)
    check_conservation(sound, problem, optimal=6)
    with pytest.raises(AssertionError, match=rule):
        check_conservation(replace(sound, **changes), problem)


def test_broken_promises_are_seen() -> None:
    problem = inconsistent()
    with pytest.raises(AssertionError, match="cheapest"):
        check_conservation(best_first(problem, reopening="never"), problem, optimal=6)
    with pytest.raises(AssertionError, match="reopened"):
        check_conservation(best_first(problem), problem, consistent=True)
    with pytest.raises(AssertionError, match="f fell"):
        check_conservation(replace(best_first(problem), reopened=0), consistent=True)


def test_an_operator_that_does_not_apply_is_seen() -> None:
    result = replace(best_first(inconsistent()), path=[("S", "A"), ("A", "G"), ("B", "G")])
    with pytest.raises(KeyError):
        check_conservation(result, inconsistent())


def test_dijkstra() -> None:
    """S A B G is cheaper than S B G; C cannot be reached."""
    problem = inconsistent()
    assert dijkstra(problem) == {"S": 0, "A": 1, "B": 2, "G": 6}
    assert dijkstra(problem, "B") == {"B": 0, "G": 4}
    assert optimal_cost(problem) == 6
    assert optimal_cost(graph({"S": [("A", 1)]}, "S", "C")) is None

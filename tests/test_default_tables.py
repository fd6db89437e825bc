"""What is shown of an experiment whose config asks for no table."""

from __future__ import annotations

from typing import Any

import pytest
from made_records import record
from made_tables import Made, heads, made, values

from harness.model import Record
from harness.publish import table_specs
from harness.tables import Table, build

__all__ = ["made"]

SHARED = {"generated": 9, "leaves": 5, "visited": 0}


def shown(results: Any) -> Table:
    [spec] = table_specs(results)
    return build(results, spec)


def search(algorithm: str = "minimax", instance: str = "empty", **columns: Any) -> Record:
    """A search of a game; columns that are not given are those of ``SHARED``."""
    known = {"candidates": "all", "candidates_params": "{}", "domain": "m_n_k", **SHARED}
    return record(algorithm, columns.pop("heuristic", "zero"), instance, **{**known, **columns})


def test_searches_show_their_costs(made: Made) -> None:
    table = shown(made([record(cost=7, expanded=3, generated=8)]))
    keys = ["domain", "algorithm", "heuristic"]
    assert heads(table) == [*keys, "cost", "expanded", "generated", "kernel_seconds"]


def test_games_show_values_and_moves_and_the_keys_that_differ(made: Made) -> None:
    one = search(value=0, best_move="1,1")
    other = search("alpha_beta", value=0, best_move="0,0", generated=6)
    table = shown(made([one, other]))
    columns = ["value", "best_move", "generated", "leaves", "kernel_seconds"]
    assert heads(table) == ["algorithm", *columns]
    assert values(table) == [
        ["minimax", 0, "1,1", 9, 5, 0.5],
        ["alpha_beta", 0, "0,0", 6, 5, 0.5],
    ]


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"instance": "1,1 0,0"}, "instance"),
        ({"heuristic": "longest_line"}, "heuristic"),
        ({"candidates": "one_ring", "run_id": "f" * 16}, "candidates"),
        ({"domain": "gomoku"}, "domain"),
        ({"algorithm_params": {"depth": 2}}, "algorithm.depth"),
        ({"domain_params": {"m": 4}}, "domain.m"),
    ],
)
def test_whatever_differs_is_a_key(made: Made, changes: dict[str, Any], key: str) -> None:
    base: dict[str, Any] = {"algorithm_params": {"depth": 1}, "domain_params": {"m": 3}}
    runs = [search(value=1, **base), search(value=2, **{**base, **changes})]
    table = shown(made(runs))
    assert heads(table)[:2] == [key, "value"]
    assert [row[1] for row in values(table)] == [1, 2]


def test_parameters_of_different_algorithms_are_no_axis(made: Made) -> None:
    runs = [search(algorithm_params={"depth": 1}), search("mtd_f", algorithm_params={"depth": 2})]
    assert heads(shown(made(runs)))[:2] == ["algorithm", "generated"]


def test_one_game_alone_is_named_by_its_algorithm(made: Made) -> None:
    table = shown(made([search(value=1, best_move="0,0")]))
    assert values(table)[0][:3] == ["minimax", 1, "0,0"]


def test_a_count_of_positions_has_no_value(made: Made) -> None:
    table = shown(made([search("count_positions", heuristic=None, visited=5478)]))
    assert heads(table) == ["algorithm", "generated", "leaves", "visited", "kernel_seconds"]


def test_many_positions_are_drawn_together_without_value_and_move(made: Made) -> None:
    runs = [search(instance=f"p/{n}", value=1, best_move="0,0") for n in range(51)]
    assert heads(shown(made(runs[:50])))[:3] == ["instance", "value", "best_move"]
    table = shown(made(runs))
    assert heads(table)[:3] == ["algorithm", "mean generated", "mean leaves"]
    assert len(values(table)) == 1

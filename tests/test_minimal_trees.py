"""The least leaves of a tree beside those that were looked at."""

from __future__ import annotations

import doctest
from itertools import product
from math import inf
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_records import record
from made_tables import Made, made, notes, table, values

from harness import minimal_trees
from harness.minimal_trees import least_leaves
from harness.model import Record

__all__ = ["made"]

BOARD = {"m": 3, "n": 3, "k": 3}


def game(algorithm: str, depth: int | None, leaves: int | None, **columns: Any) -> Record:
    """A run on the empty board, with all moves as its candidates."""
    options = {"start": ".../.../...", "candidates": "all", "candidates_params": "{}", **columns}
    more = options.pop("options", {})
    return record(
        algorithm,
        options.pop("evaluator", "zero"),
        options["start"],
        domain="m_n_k",
        domain_params=options.pop("board", BOARD),
        algorithm_params={"depth": depth, **more},
        leaves=leaves,
        **options,
    )


def looked_at(moves: int, depth: int) -> int:
    """Leaves that alpha-beta looks at in a uniform tree whose best moves all come first.

    A leaf is worth 1 to the player who made the first move that is not the first of its node, so
    that such moves are never better; and 0 where there is none.
    """

    def worth(path: list[int]) -> int:
        worse = [ply for ply, move in enumerate(path) if move]
        if not worse:
            return 0
        return -1 if worse[0] % 2 == 0 else 1

    seen = 0

    def search(path: list[int], alpha: float, beta: float) -> float:
        nonlocal seen
        if len(path) == depth:
            seen += 1
            return worth(path)
        best = inf if len(path) % 2 else -inf
        for move in range(moves):
            value = search([*path, move], alpha, beta)
            if len(path) % 2:
                best = min(best, value)
                beta = min(beta, best)
            else:
                best = max(best, value)
                alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best

    search([], -inf, inf)
    return seen


def test_the_minimal_tree_is_what_alpha_beta_looks_at_with_the_best_moves_first() -> None:
    for moves, depth in product((1, 2, 3, 4), (1, 2, 3, 4, 5)):
        assert least_leaves(moves**depth, depth) == pytest.approx(looked_at(moves, depth))


@given(st.integers(1, 10**12), st.integers(1, 40))
def test_the_minimal_tree_is_no_more_than_the_whole_one(leaves: int, depth: int) -> None:
    assert 1 - 1e-6 <= least_leaves(leaves, depth) <= leaves * (1 + 1e-6)


def test_examples_of_the_docstring() -> None:
    assert doctest.testmod(minimal_trees).failed == 0


def test_the_leaves_are_those_of_minimax_over_the_same_tree(made: Made) -> None:
    runs = [
        game("minimax", 2, 64, evaluator="longest_line"),
        game("minimax", 3, 512, options={"evaluate": "nodes"}),
        game("alpha_beta", 2, 20),
        game("alpha_beta", 3, 50, options={"table_bits": 9}),
        game("alpha_beta", 4, 80),
        game("alpha_beta", None, 90),
    ]
    shown = table(
        made(runs),
        rows=["algorithm", "algorithm.depth"],
        columns=["leaves", {"metric": "minimal_leaves", "statistic": "max"}],
    )
    least = [row[3] for row in values(shown)]
    assert least == [
        pytest.approx(8 + 8 - 1),
        pytest.approx(64 + 8 - 1),
        pytest.approx(8 + 8 - 1),
        pytest.approx(64 + 8 - 1),
        None,
        None,
    ]
    assert "minimal_leaves: games: b^ceil(d/2)" in notes(shown)


@pytest.mark.parametrize(
    "other",
    [
        {"board": {"m": 4, "n": 3, "k": 3}},
        {"start": "X../.../..."},
        {"candidates": "some"},
        {"candidates_params": '{"most":3}'},
        {"status": "node_limit"},
        {"leaves": None, "status": "kernel_error"},
    ],
)
def test_a_run_of_another_tree_or_of_a_part_of_it_tells_nothing(
    made: Made, other: dict[str, Any]
) -> None:
    unpruned = {"algorithm": "minimax", "depth": 2, "leaves": 64, **other}
    results = made([game(**unpruned), game("alpha_beta", 2, 20)])
    rows = results.rows(["minimal_leaves"], {"algorithm": "alpha_beta"})
    assert [row["minimal_leaves"] for row in rows] == [None]


def test_searches_for_a_path_have_none(made: Made) -> None:
    [row] = made([record(expanded=9)]).rows(["minimal_leaves"], {})
    assert row["minimal_leaves"] is None

"""The tic-tac-toe player of the article on minimax, against its rule and against perfect play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import naive_article_player as article
import pytest
from game_runs import TIC_TAC_TOE, solved
from naive_article_player import BOARD
from naive_games import FIRST, SECOND, layers, minimax
from run_configs import results

from harness import dataset_registry
from harness.results import Results
from harness.specs import value_at

__all__ = ["results"]


def positions() -> list[str]:
    """Those of the set, without ends of rows."""
    known = dataset_registry.load("tic_tac_toe_positions").read()
    return [text.replace("/", "") for text in known.values()]


def test_the_set_has_every_position_in_which_the_game_goes_on() -> None:
    made = [
        sorted(BOARD.text(position) for position in layer if BOARD.value(position) is None)
        for layer in layers(BOARD, 9)
    ]
    assert [BOARD.text(position) for position in positions()] == [
        t for layer in made for t in layer
    ]
    assert len(positions()) == 4520


def test_the_article_s_player_in_every_position() -> None:
    """Its move, the value that it gives it, and the positions that it plays to find it."""
    for position in positions():
        record = solved(
            "m_n_k",
            "minimax",
            {"depth": 5},
            board=TIC_TAC_TOE,
            position=BOARD.text(position),
            evaluator="longest_line",
        )
        move, value, nodes = article.choice(position)
        row = record.row
        assert (row["best_move"], row["value"], row["generated"]) == (
            f"{move // 3},{move % 3}", value, nodes,
        ), position  # fmt: skip


def test_the_article_s_player_against_every_play() -> None:
    """Moving first it never loses; moving second it does, unless the middle comes first."""
    ends = Counter(BOARD.value(end) for end in article.games(BOARD.start(), FIRST))
    assert ends == {1: 186, 0: 7}
    beaten = {
        opening
        for opening in range(9)
        if any(
            BOARD.value(end) == 1
            for end in article.games(BOARD.play(BOARD.start(), opening), SECOND)
        )
    }
    assert beaten == {0, 1, 2, 3, 5, 6, 7, 8}


def test_where_the_article_s_player_gives_something_away() -> None:
    """In 17 of 4,520 positions; six of them have one stone, in a corner, or right or below."""
    known: dict[str, int] = {}
    worse = [
        position
        for position in positions()
        if minimax(BOARD, BOARD.play(position, article.choice(position)[0]), known)
        != minimax(BOARD, position, known)
    ]
    assert len(worse) == 17
    assert {position.index("X") for position in worse if position.count(".") == 8} == {
        0, 2, 5, 6, 7, 8,
    }  # fmt: skip
    assert minimax(BOARD, BOARD.start(), known) == 0


@pytest.mark.slow
def test_the_article_s_player_as_an_experiment(results: Callable[..., Results]) -> None:
    """Alpha-beta finds its moves with a quarter of the nodes; both ends of the game agree."""
    made = results("tic_tac_toe_article_player")
    keys = ["start", "algorithm", "algorithm.depth", "value", "best_move"]
    found: dict[str, dict[tuple[str, bool], Any]] = {}
    for row in made.rows(keys, {}):
        is_whole = value_at(row, "algorithm.depth") is None
        found.setdefault(row["start"], {})[row["algorithm"], is_whole] = row
    known: dict[str, int] = {}
    for start, rows in found.items():
        plain, pruned = rows["minimax", False], rows["alpha_beta", False]
        assert (plain["value"], plain["best_move"]) == (pruned["value"], pruned["best_move"])
        position = start.replace("/", "")
        side = 1 if BOARD.mover(position) == FIRST else -1
        assert rows["alpha_beta", True]["value"] == side * minimax(BOARD, position, known)
    assert len(found) == 4520

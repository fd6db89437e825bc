"""Searches of games that people play: values of every position, published counts, twins."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product
from random import Random
from typing import Any

import pytest
from naive_games import FIRST, LineBoard, minimax, reachable
from naive_play import Found, Game
from playing import Player, check_same, player, solve_all, twin
from searching import choice

Parameters = dict[str, Any]

TIC_TAC_TOE = LineBoard(3, 3, 3)
EMPTY = TIC_TAC_TOE.start()
REPLACEMENTS = ("always", "deeper", "two_tier")
ORDERINGS = ("given", "evaluator", "history", "killer", "killer_history")


def options(**axes: Any) -> list[Parameters]:
    """Every combination."""
    return [dict(zip(axes, values, strict=True)) for values in product(*axes.values())]


TABLES = options(table_bits=(3, 12), replacement=REPLACEMENTS, ordering=ORDERINGS)
FAILING = options(failing=("soft", "hard"), ordering=ORDERINGS, evaluate=("leaves", "nodes"))
BEYOND = options(cut=["beyond_bound"], ordering=ORDERINGS)

KERNELS: dict[str, tuple[str, list[Parameters]]] = {
    "minimax": ("minimax", options(evaluate=("leaves", "nodes"))),
    "alpha_beta": ("alpha_beta", FAILING + BEYOND),
    "alpha_beta_table": ("alpha_beta", TABLES),
    "scout_table": ("principal_variation_search", TABLES),
    "tests": ("mtd_f", [{**table, "first_guess": k % 3 - 1} for k, table in enumerate(TABLES)]),
    "deepening": (
        "iterative_deepening_alpha_beta",
        [{**table, "search": "principal_variation"} for table in TABLES],
    ),
}
"""Algorithm, and the parameters that one kernel serves."""


def loaded(board: LineBoard, algorithm: str, parameters: Parameters, **rules: Any) -> Player:
    sizes = {"m": board.width, "n": board.height, "k": board.length}
    return player(
        choice("games", "m_n_k", **sizes, **rules),
        algorithm,
        parameters,
        choice("evaluators", "zero", "m_n_k"),
        choice("candidates", "all", "m_n_k"),
        board.text(board.start()),
    )


@cache
def tic_tac_toe(kernel: str) -> Player:
    algorithm, choices = KERNELS[kernel]
    return loaded(TIC_TAC_TOE, algorithm, choices[0])


@cache
def values() -> dict[str, int]:
    """Of all positions that can come up, from the side of the first player."""
    known: dict[str, int] = {}
    for position in reachable(TIC_TAC_TOE, 9):
        minimax(TIC_TAC_TOE, position, known)
    return known


@pytest.mark.parametrize("kernel", KERNELS)
def test_every_position(kernel: str) -> None:
    """The value of perfect play, with anything on, and a best move that keeps it."""
    known = values()
    assert len(known) == 5478
    positions = sorted(known)
    choices = KERNELS[kernel][1] * len(positions)
    parameters = [{**choice, "depth": None} for choice in choices[: len(positions)]]
    texts = [TIC_TAC_TOE.text(position) for position in positions]
    found = solve_all(
        choice("games", "m_n_k"),
        choice("algorithms", KERNELS[kernel][0], **parameters[0]),
        choice("evaluators", "zero", "m_n_k"),
        choice("candidates", "all", "m_n_k"),
        texts,
        parameters,
    )
    for position, own, (value, move) in zip(positions, parameters, found, strict=True):
        sign = 1 if TIC_TAC_TOE.mover(position) == FIRST else -1
        assert sign * value == known[position], (position, own)
        if TIC_TAC_TOE.value(position) is not None:
            assert move == -1
        else:
            assert known[TIC_TAC_TOE.play(position, move)] == known[position]


def totals(found: Found) -> Counter[str]:
    return sum(found.levels.values(), Counter())


def test_the_full_tree() -> None:
    """549,946 nodes with the root; 255,168 games, of which 131,184, 77,904 and 46,080."""
    found = tic_tac_toe("minimax").search(TIC_TAC_TOE.text(EMPTY), {"depth": None})
    counts = totals(found)
    assert found.value == 0
    assert counts["generated"] + 1 == 549_946
    assert counts["leaves"] == 255_168
    assert (counts["first_wins"], counts["second_wins"]) == (131_184, 77_904)
    assert counts["draws"] == 46_080
    assert counts["cutoffs"] == counts["table_hits"] == counts["evaluated"] == 0


@pytest.mark.parametrize(("window", "nodes"), [(9, 18_297), (None, 18_297), (1, 16_811)])
@pytest.mark.parametrize("failing", ["soft", "hard"])
def test_published_alpha_beta(window: int | None, nodes: int, failing: str) -> None:
    """With the root; in the order of the cells."""
    parameters = {"window": window, "failing": failing, "depth": None}
    found = tic_tac_toe("alpha_beta").search(TIC_TAC_TOE.text(EMPTY), parameters)
    assert found.value == 0
    assert totals(found)["generated"] + 1 == nodes


def line_game(board: LineBoard, symmetry: bool) -> Game:
    """The twin of an m,n,k-game with the evaluator zero and all moves."""

    def exact(position: str) -> int:
        return sum((".XO".index(sign)) * 3**cell for cell, sign in enumerate(position))

    def key(position: str) -> int:
        return min(map(exact, board.images(position))) if symmetry else exact(position)

    return Game(
        outcome=board.value,
        first_moves=lambda position: board.mover(position) == FIRST,
        moves=lambda position, remaining: board.moves(position),
        after=board.play,
        value=lambda position: 0,
        key=key,
        win=1,
    )


BOARDS = {"oblong": LineBoard(4, 3, 3), "square": LineBoard(4, 4, 4)}


@pytest.mark.parametrize("name", BOARDS)
def test_symmetry(name: str) -> None:
    """One key for all images; a move kept for another image may not be there, or another one."""
    board = BOARDS[name]
    playing = loaded(board, "alpha_beta", TABLES[0], symmetry=True)
    game, rng = line_game(board, symmetry=True), Random(name)
    for parameters in TABLES * 2:
        position = board.start()
        for _ in range(rng.randrange(6)):
            after = board.play(position, rng.choice(board.moves(position)))
            position = position if board.value(after) is not None else after
        given = {**parameters, "depth": rng.randrange(2, 5)}
        found = playing.search(board.text(position), given)
        check_same(found, twin("alpha_beta", game, position, given, 16))

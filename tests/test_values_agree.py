"""Every algorithm with anything on finds minimax's value: random positions of two more games."""

from __future__ import annotations

from functools import cache
from typing import Any

import naive_connect_four as four
import naive_gomoku as gomoku
import pytest
from playing import solve_all
from searching import choice
from test_small_games import REPLACEMENTS, TABLES, options

from harness.model import Choice
from kernels import catalogue
from kernels.random import SplitMix64

WIDTH, HEIGHT, SIDE = 5, 4, 6
POSITIONS = 600  # of each game
CHECKED = 40  # of these by the slow twins
WEIGHTS, WIN = [1, 4, 16], 10**11
DEPTHS = {"connect_four": (2, 5), "gomoku": (1, 3)}
"""Least and greatest."""

Parameters = dict[str, Any]

GAMES: dict[str, tuple[Choice, Choice, Choice]] = {
    "connect_four": (
        choice("games", "connect_four", width=WIDTH, height=HEIGHT, symmetry=True),
        choice("evaluators", "windows", "connect_four"),
        choice("candidates", "centre_first", "connect_four"),
    ),
    "gomoku": (
        choice("games", "gomoku", width=SIDE, height=SIDE, symmetry=True),
        choice("evaluators", "run_scores", "gomoku"),
        choice("candidates", "two_rings", "gomoku"),
    ),
}
"""Game, evaluator and candidates."""

OTHERS: dict[str, tuple[str, list[Parameters]]] = {
    "table": ("alpha_beta", [{**t, "failing": f} for t in TABLES for f in ("soft", "hard")]),
    "scout": ("principal_variation_search", TABLES),
    "tests": (
        "mtd_f",
        [{**t, "first_guess": (-50, 0, 10**6)[k % 3]} for k, t in enumerate(TABLES)],
    ),
    "deepening": (
        "iterative_deepening_alpha_beta",
        options(
            table_bits=(1, 9),
            replacement=REPLACEMENTS,
            ordering=("killer_history", "evaluator"),
            search=["mtd_f"],
        ),
    ),
}
"""Algorithm, and the parameters that one kernel serves."""


@cache
def positions(game: str) -> list[tuple[str, int]]:
    """Positions from an empty board to a nearly full one, and to which depth each is searched."""
    chosen = GAMES[game][0]
    module = catalogue.load(catalogue.path_of("games", game))
    rng, found = SplitMix64(5), []
    least, most = DEPTHS[game]
    while len(found) < POSITIONS:
        try:
            text = module.scrambled_instance(chosen.parameters, rng, rng.below(16))
        except ValueError:
            continue
        found.append((text, least + rng.below(most - least + 1)))
    return found


@cache
def values(game: str) -> list[int]:
    """By minimax."""
    return solved(game, "minimax", [{}])


def solved(game: str, algorithm: str, variants: list[Parameters]) -> list[int]:
    rules, evaluator, candidates = GAMES[game]
    places = enumerate(positions(game))
    parameters = [{**variants[k % len(variants)], "depth": depth} for k, (_, depth) in places]
    texts = [text for text, _ in positions(game)]
    chosen = choice("algorithms", algorithm, **parameters[0])
    found = solve_all(rules, chosen, evaluator, candidates, texts, parameters)
    return [value for value, _ in found]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kernel", OTHERS)
def test_all_agree_with_minimax(kernel: str, game: str) -> None:
    algorithm, variants = OTHERS[kernel]
    found = solved(game, algorithm, variants)
    told = zip(positions(game), found, values(game), strict=True)
    assert [(where, value, want) for where, value, want in told if value != want] == []


def slow_four(board: four.Board, depth: int) -> int:
    """From the side of the first player."""
    outcome = four.outcome(board, HEIGHT)
    if outcome != four.ONGOING:
        return {four.FIRST_WINS: WIN, four.SECOND_WINS: -WIN, four.DRAW: 0}[outcome]
    if depth == 0:
        return four.windows(board, HEIGHT, WEIGHTS)
    after = [slow_four(four.play(board, m), depth - 1) for m in four.moves(board, HEIGHT)]
    return max(after) if four.mover(board) == four.FIRST else min(after)


def slow_gomoku(board: gomoku.Board, depth: int) -> int:
    """From the side of the first player."""
    if depth == 0 or gomoku.has_five(board) or not gomoku.empty_cells(board):
        return gomoku.run_scores(board)
    mover = gomoku.mover(board)
    cells = gomoku.two_rings(board, depth)
    after = [slow_gomoku(gomoku.with_stone(board, cell, mover), depth - 1) for cell in cells]
    return max(after) if mover == gomoku.FIRST else min(after)


def test_minimax_of_connect_four_is_the_slow_one() -> None:
    told = list(zip(positions("connect_four"), values("connect_four"), strict=True))
    for (text, depth), value in told[:CHECKED]:
        rows = text.split("/")[::-1]
        board = tuple(
            tuple(four.SYMBOLS.index(row[c]) for row in rows if row[c] != ".") for c in range(WIDTH)
        )
        sign = 1 if four.mover(board) == four.FIRST else -1
        assert sign * value == slow_four(board, depth), (text, depth)


def test_minimax_of_gomoku_is_the_slow_one() -> None:
    told = zip(positions("gomoku"), values("gomoku"), strict=True)
    small = [(where, value) for where, value in told if where[1] < 3]
    for (text, depth), value in small[:CHECKED]:
        board = [[".XO".index(cell) for cell in row] for row in text.split("/")]
        sign = 1 if gomoku.mover(board) == gomoku.FIRST else -1
        assert sign * value == slow_gomoku(board, depth), (text, depth)

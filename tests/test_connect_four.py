"""Connect Four, its evaluators and candidates, against plain boards and scans of all lines."""

from __future__ import annotations

import random

import naive_connect_four as naive
import pytest
from connect_four_kernels import WEIGHTS, Probe, Seen, probe, random_game

from kernels.games import connect_four

COMPILED = {(7, 6, False): 1000, (8, 7, True): 400, (10, 12, True): 80}
"""Width, height, symmetry -> random games; one word, all 64 bits of one, and several words."""
PLAIN = (
    *[(width, height) for width in range(1, 6) for height in range(1, 6)],
    *[(1, 12), (12, 1), (2, 40), (40, 2), (4, 12), (9, 6), (9, 7), (13, 4), (6, 10), (16, 3)],
)
"""Width and height; each with and without symmetry, 9 x 7 being two words and 9 x 6 one."""


def check_game(bound: Probe, rng: random.Random, keys: dict[int, naive.Board]) -> int:
    """A random game; ``keys`` are those seen so far. Its outcome."""
    width, height = bound.params["width"], bound.params["height"]
    moves, boards, outcomes = random_game(rng, width, height)
    seen = bound.follow("empty", moves)
    values = [naive.windows(board, height, list(WEIGHTS.values())) for board in boards]
    assert [row.outcome for row in seen] == outcomes
    assert [row.mover for row in seen] == [ply % 2 for ply in range(len(seen))]
    assert [row.evaluated for row in seen] == values
    assert [row.updated for row in seen[1:]] == values[1:]
    for board, row in zip(boards, seen, strict=True):
        check_position(bound, board, row, keys)
    return outcomes[-1]


def check_position(
    bound: Probe, board: naive.Board, row: Seen, keys: dict[int, naive.Board]
) -> None:
    height = bound.params["height"]
    middle = len(board) - 1
    assert row.moves == naive.moves(board, height)
    assert row.candidates == sorted(row.moves, key=lambda move: (abs(2 * move - middle), move))
    assert row.state == connect_four.start(bound.params, naive.text(board, height)).tolist()
    if bound.params["symmetry"]:
        board = min(board, naive.mirrored(board))
    assert keys.setdefault(row.key, board) == board


@pytest.mark.parametrize("size", COMPILED)
def test_random_games(size: tuple[int, int, bool]) -> None:
    bound, rng, keys = probe(*size, is_compiled=True), random.Random(str(size)), {}
    ended = {check_game(bound, rng, keys) for _ in range(COMPILED[size])}
    assert ended >= {naive.FIRST_WINS, naive.SECOND_WINS}
    assert len(set(keys.values())) == len(keys), "a board has several keys"


@pytest.mark.parametrize("size", PLAIN)
def test_random_games_on_other_boards(size: tuple[int, int]) -> None:
    """Not compiled, which is slow, but so is compiling for each size."""
    for symmetry in (False, True):
        bound, rng, keys = probe(*size, symmetry), random.Random(str(size)), {}
        ended = {check_game(bound, rng, keys) for _ in range(6)}
        assert len(set(keys.values())) == len(keys)
        if max(size) < 4:
            assert ended == {naive.DRAW}


@pytest.mark.parametrize("size", COMPILED)
def test_every_line_wins_by_each_of_its_cells(size: tuple[int, int, bool]) -> None:
    """On borders and across words too. The other player holds all cells below the line's."""
    bound = probe(*size, is_compiled=True)
    width, height, _ = size
    for line in naive.lines(width, height):
        is_upright = line[0][0] == line[1][0]
        for last in line[-1:] if is_upright else line:
            position, mover = missing_one(line, last, width)
            [_, after] = bound.follow(naive.text(position, height), [last[0]])
            assert after.outcome == naive.FIRST_WINS + mover, (line, last)


def missing_one(
    line: tuple[naive.Cell, ...], last: naive.Cell, width: int
) -> tuple[naive.Board, int]:
    """A board on which ``last`` alone is missing to a line of the player to move, who is told.

    No play need lead there: the other player's stones are as many as it takes.
    """
    tops = {column: max(row for c, row in line if c == column) for column, _ in line}
    tops[last[0]] = last[1] - 1
    filled = {(column, row) for column, top in tops.items() for row in range(top + 1)}
    mover = len(filled) % 2
    board = tuple(
        tuple(
            mover if (column, row) in line else 1 - mover for row in range(tops.get(column, -1) + 1)
        )
        for column in range(width)
    )
    return board, mover

"""Connect Four, its evaluators and candidates, against plain boards and scans of all lines."""

from __future__ import annotations

import csv
import random
from pathlib import Path

import naive_connect_four as naive
import pytest
from connect_four_kernels import WEIGHTS, Probe, Seen, parameters, probe, random_game

from kernels.evaluators.connect_four import windows
from kernels.game_contract import MAX_VALUE
from kernels.games import connect_four
from kernels.random import SplitMix64

COMPILED = {(7, 6, False): 800, (8, 7, True): 250, (10, 12, True): 40}
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
    """On borders and across words too."""
    bound = probe(*size, is_compiled=True)
    width, height, _ = size
    for line in naive.lines(width, height):
        is_upright = line[0][0] == line[1][0]
        for last in line[-1:] if is_upright else line:
            position, mover = missing_one(line, last, width, height)
            [before, after] = bound.follow(naive.text(position, height), [last[0]])
            assert (before.outcome, after.outcome) == (naive.ONGOING, naive.FIRST_WINS + mover)


def missing_one(
    line: tuple[naive.Cell, ...], last: naive.Cell, width: int, height: int
) -> tuple[naive.Board, int]:
    """A board without a four where ``last`` alone is missing to a line of the player to move.

    Who is to move is told too. The cells below the line alternate in twos upward and in ones to
    the right, in one of the four ways to do so. No play need lead there.
    """
    tops = {column: max(row for c, row in line if c == column) for column, _ in line}
    tops[last[0]] = last[1] - 1
    mover = sum(top + 1 for top in tops.values()) % 2
    for way in range(4):
        board = tuple(
            tuple(
                mover if (column, row) in line else (column + (row + way) // 2) % 2
                for row in range(tops.get(column, -1) + 1)
            )
            for column in range(width)
        )
        if naive.outcome(board, height) == naive.ONGOING:
            return board, mover
    raise AssertionError(f"each way to fill the board makes a four: {line}, {last}")


def test_keys_of_early_positions(data_folder: Path) -> None:
    """One key for each position, by ply as published; with symmetry one for both images."""
    with (data_folder / "tables" / "connect_four_positions_by_ply.csv").open() as file:
        published = [int(row["positions"]) for row in csv.DictReader(file)]
    plain, folded = probe(7, 6, False, is_compiled=True), probe(8, 7, True, is_compiled=True)
    for ply, layer in enumerate(naive.layers(7, 6, 5)):
        keys = {plain.follow("empty", played)[-1].key for played in layer.values()}
        assert len(layer) == len(keys) == published[ply]
    for layer in naive.layers(8, 7, 4):
        images = {min(board, naive.mirrored(board)) for board in layer}
        keys = {folded.follow("empty", played)[-1].key for played in layer.values()}
        assert len(keys) == len(images)


def test_hashes_do_not_depend_on_the_machine() -> None:
    """Those of the first stones: numbers drawn by SplitMix64, which has a test of its own."""
    rng = SplitMix64(connect_four.SEED)
    first_players = [rng.next() for _ in range(13 * 11)]
    bound = probe(13, 10)
    for column in range(13):
        assert bound.follow("empty", [column])[1].key == first_players[column * 11]


@pytest.mark.parametrize(("width", "height"), [(1, 63), (63, 1), (7, 6), (8, 7), (3, 15), (4, 15)])
def test_up_to_64_bits_are_one_word(width: int, height: int) -> None:
    for taller in (0, 1, 50):
        size = parameters(width, height + taller)
        fits = width * (height + taller + 1) <= 64
        assert connect_four.exact_keys(size) == fits
        assert (connect_four.specialise(size)["WORDS"] == 1) == fits


def test_without_knowledge() -> None:
    """The evaluator ``zero`` and the candidates ``all``."""
    bound = probe(5, 4, False, "zero", "all")
    for game in range(20):
        moves, _, _ = random_game(random.Random(game), 5, 4)
        for row in bound.follow("empty", moves):
            assert row.evaluated == 0
            assert row.updated in (0, -99)
            assert row.candidates == row.moves
    assert bound.evaluator.WIN == 1


def test_a_win_is_worth_more_than_all_windows() -> None:
    largest = connect_four.PARAMETERS["width"].maximum
    assert largest == connect_four.PARAMETERS["height"].maximum
    lines = 4 * largest * largest  # one in each direction from each cell, at most
    assert lines * max(p.maximum for p in windows.PARAMETERS.values()) < windows.WIN
    assert windows.WIN <= MAX_VALUE


@pytest.mark.parametrize("size", [(4, 4), (5, 4)])
def test_small_boards_are_draws(size: tuple[int, int]) -> None:
    """The slow solver finds what is published, so that others may be held against it."""
    assert naive.SlowSolver(*size).value(naive.empty(size[0])) == naive.KNOWN[size]


@pytest.mark.slow
def test_a_larger_board_is_a_draw() -> None:
    """Half a minute."""
    assert naive.SlowSolver(5, 5).value(naive.empty(5)) == naive.KNOWN[5, 5]


def test_the_slow_solver_is_minimax() -> None:
    """On boards small enough for minimax without any table, from random positions."""
    values = set()
    for seed in range(40):
        _, boards, _ = random_game(random.Random(seed), 4, 4)
        for board in boards[10:-1:3]:
            value = minimax(board, 4)
            assert naive.SlowSolver(4, 4).value(board) == value
            values.add(value)
    assert values == {-1, 0, 1}


def minimax(board: naive.Board, height: int) -> int:
    """For the player to move."""
    outcome = naive.outcome(board, height)
    if outcome != naive.ONGOING:
        return 0 if outcome == naive.DRAW else -1  # who moved last has won
    return max(-minimax(naive.play(board, move), height) for move in naive.moves(board, height))

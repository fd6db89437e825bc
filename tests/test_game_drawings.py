"""Replays of lines of play: against slow games played move by move, and what they refuse."""

from __future__ import annotations

import doctest
from itertools import groupby
from types import ModuleType
from typing import Any

import naive_connect_four as four
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive_games import LineBoard, Square, lines

from harness import show, solutions, stones
from harness.drawings import connect_four, gomoku, m_n_k

TIC_TAC_TOE: dict[str, Any] = {"m": 3, "n": 3, "k": 3}
FIVES: dict[str, Any] = {"width": 7, "height": 5, "rule": "five_or_more"}
FOURS: dict[str, Any] = {"width": 4, "height": 4}


def winning(board: LineBoard, position: str) -> set[Square]:
    """Stones that stand in a run which is long enough."""
    found = set()
    for line in lines(board.width, board.height):
        runs = groupby(line, key=lambda square: position[square[0] * board.width + square[1]])
        for sign, squares in runs:
            run = list(squares)
            long = len(run) == board.length if board.exactly else len(run) >= board.length
            if sign != "." and long:
                found |= set(run)
    return found


def check_line(drawing: ModuleType, board: LineBoard, params: Any, picks: list[int]) -> None:
    """Some moves as far as the game goes on; the line begins behind the first of them."""
    positions, moves = [board.start()], []
    for pick in picks:
        legal = board.moves(positions[-1])
        if legal:
            move = legal[pick % len(legal)]
            moves.append(move)
            positions.append(board.play(positions[-1], move))
    names = [f"{move // board.width},{move % board.width}" for move in moves]
    for first in {0, min(3, len(moves))}:
        found = drawing.boards(board.text(positions[first]), params, names[first:])
        for number, (shown, position) in enumerate(zip(found, positions[first:], strict=True)):
            kinds = [kind for row in shown for kind in row]
            assert "".join(kind[0] for kind in kinds) == position
            marked = {divmod(cell, board.width) for cell, kind in enumerate(kinds) if "!" in kind}
            assert marked == winning(board, position)
            last = [cell for cell, kind in enumerate(kinds) if "*" in kind]
            assert last == ([moves[first + number - 1]] if number else [])
            assert drawing.mover(shown) == board.mover(position)
            ends = {None: None, 0: "draw", 1: "X", -1: "O"}
            assert drawing.outcome(shown) == ends[board.value(position)]


PICKS = st.lists(st.integers(0, 10**6), max_size=36)


@given(st.integers(1, 6), st.integers(1, 6), st.integers(1, 5), PICKS)
def test_m_n_k_against_a_slow_game(m: int, n: int, k: int, picks: list[int]) -> None:
    check_line(m_n_k, LineBoard(m, n, k), {"m": m, "n": n, "k": k}, picks)


@given(st.integers(5, 7), st.integers(5, 6), st.booleans(), PICKS)
def test_gomoku_against_a_slow_game(
    width: int, height: int, exactly: bool, picks: list[int]
) -> None:
    rule = "exactly_five" if exactly else "five_or_more"
    board = LineBoard(width, height, 5, exactly)
    check_line(gomoku, board, {"width": width, "height": height, "rule": rule}, picks)


@given(st.data(), st.integers(1, 7), st.integers(1, 7), st.integers(2, 5), st.booleans())
def test_lines_that_win_are_those_of_a_slow_scan(
    data: st.DataObject, width: int, height: int, length: int, exactly: bool
) -> None:
    cells = width * height
    count = data.draw(st.integers(0, cells))
    first = (count + 1) // 2
    signs = "X" * first + "O" * (count - first) + "." * (cells - count)
    position = "".join(data.draw(st.permutations(signs)))
    board = LineBoard(width, height, length, exactly)
    shown = stones.read(stones.Rules(width, height, length, exactly), board.text(position))
    marked = {(y, x) for y, row in enumerate(shown) for x, kind in enumerate(row) if "!" in kind}
    assert marked == winning(board, position)


@pytest.mark.parametrize(("rule", "ended"), [("five_or_more", "X"), ("exactly_five", None)])
def test_six_in_a_row(rule: str, ended: str | None) -> None:
    """The stone in the middle joins two and three stones."""
    start = "XX.XXX./OO.OO.O/......./......./......."
    last = gomoku.boards(start, FIVES | {"rule": rule}, ["0,2"])[-1]
    assert gomoku.outcome(last) == ended
    assert sum("!" in kind for row in last for kind in row) == (6 if ended else 0)


@given(st.integers(1, 7), st.integers(1, 6), st.lists(st.integers(0, 10**6), max_size=42))
def test_connect_four_against_a_slow_game(width: int, height: int, picks: list[int]) -> None:
    board, names, seen = four.empty(width), [], [four.empty(width)]
    for pick in picks:
        legal = four.moves(board, height)
        if four.outcome(board, height) == four.ONGOING:
            column = legal[pick % len(legal)]
            board = four.play(board, column)
            names.append(str(column + 1))
            seen.append(board)
    start = "/".join(["." * width] * height)
    found = connect_four.boards(start, {"width": width, "height": height}, names)
    for shown, expected in zip(found, seen, strict=True):
        seats = {
            (column, height - 1 - row): four.SYMBOLS.index(kind[0])
            for row, kinds in enumerate(shown)
            for column, kind in enumerate(kinds)
            if kind != "."
        }
        assert seats == four.cells(expected)
        fours = {
            cell
            for line in four.lines(width, height)
            for cell in line
            if len({seats.get(other, line) for other in line}) == 1 and cell in seats
        }
        marked = {
            (column, height - 1 - row)
            for row, kinds in enumerate(shown)
            for column, kind in enumerate(kinds)
            if "!" in kind
        }
        assert marked == fours
        ends = {four.ONGOING: None, four.FIRST_WINS: "X", four.SECOND_WINS: "O", four.DRAW: "draw"}
        assert connect_four.outcome(shown) == ends[four.outcome(expected, height)]


@pytest.mark.parametrize(
    ("moves", "reason"),
    [
        (["1,1", "1,1"], "move 2 (1,1): the cell is taken"),
        (["3,0"], "move 1 (3,0): rows are 0 to 2, and columns 0 to 2"),
        (["0,3"], "move 1 (0,3): rows are 0 to 2, and columns 0 to 2"),
        (["-1,0"], "move 1 (-1,0): is not 'row,column'"),
        (["0, 1"], "move 1 (0, 1): is not 'row,column'"),
        (["\u0661,1"], "is not 'row,column'"),
        (["0,0", "1,0", "0,1", "1,1", "0,2", "1,2"],
         "move 6 (1,2): the game is over: X has won"),
        (["0,0", "1,0", "0,1", "1,1", "2,2", "1,2", "0,2"],
         "move 7 (0,2): the game is over: O has won"),
        (["0,0", "1,1", "0,1", "0,2", "2,0", "1,0", "1,2", "2,1", "2,2", "0,0"],
         "move 10 (0,0): the game is over: a draw"),
    ],
)  # fmt: skip
def test_a_move_that_may_not_be_made(moves: list[str], reason: str) -> None:
    with pytest.raises(ValueError) as caught:
        m_n_k.boards(".../.../...", TIC_TAC_TOE, moves)
    assert reason in str(caught.value)


@pytest.mark.parametrize(
    ("start", "moves", "reason"),
    [
        ("..../..../..../....", ["0"], "move 1 (0): is none of the columns 1 to 4"),
        ("..../..../..../....", ["5"], "move 1 (5): is none of the columns 1 to 4"),
        ("..../..../..../....", ["1,1"], "move 1 (1,1): is none of the columns 1 to 4"),
        ("O.../X.../O.../X...", ["1"], "move 1 (1): the column is full"),
        ("..../X.../X.../XOOO", ["1", "2"], "move 2 (2): the game is over: X has won"),
        ("..../.X../..../....", [], "the start has a stone above an empty cell in column 2"),
    ],
)
def test_a_column_that_may_not_be_played(start: str, moves: list[str], reason: str) -> None:
    with pytest.raises(ValueError) as caught:
        connect_four.boards(start, FOURS, moves)
    assert reason in str(caught.value)


@pytest.mark.parametrize(
    ("start", "reason"),
    [
        (".../...", "the start is no 3x3 board: .../..."),
        ("..../..../....", "the start is no 3x3 board"),
        (".../.x./...", "the start is no 3x3 board"),
        ("empty", "the start is no 3x3 board: empty"),
        ("O../.../...", "the start has 0 X and 1 O"),
        ("XX./.../...", "the start has 2 X and 0 O"),
    ],
)
def test_a_start_that_is_no_position(start: str, reason: str) -> None:
    with pytest.raises(ValueError) as caught:
        m_n_k.boards(start, TIC_TAC_TOE, [])
    assert reason in str(caught.value)


def test_a_start_in_which_the_game_is_over() -> None:
    [board] = m_n_k.boards("XXX/OO./...", TIC_TAC_TOE, [])
    assert board == [["X!", "X!", "X!"], ["O", "O", "."], [".", ".", "."]]
    with pytest.raises(ValueError, match="the game is over: X has won"):
        m_n_k.boards("XXX/OO./...", TIC_TAC_TOE, ["1,2"])


def test_boards_in_words() -> None:
    [board] = m_n_k.boards("X../.O./...", TIC_TAC_TOE, [])
    assert m_n_k.written(board) == "  0 1 2\n0 X . .\n1 . O .\n2 . . ."
    wide = gomoku.boards("/".join(["." * 11] * 5), FIVES | {"width": 11}, ["4,10"])[-1]
    head, *_, last = gomoku.written(wide).split("\n")
    assert head == "    0  1  2  3  4  5  6  7  8  9 10"
    assert last == " 4  .  .  .  .  .  .  .  .  .  .  X"
    played = connect_four.boards("..../..../..../....", FOURS, ["2", "2"])[-1]
    assert connect_four.written(played).split("\n") == [
        ". . . .", ". . . .", ". O . .", ". X . .", "1 2 3 4",
    ]  # fmt: skip


GAMES = [connect_four, gomoku, m_n_k]


def test_every_drawing_of_a_game_defines_what_it_has_to() -> None:
    assert [solutions.drawing_of(name) for name in ("connect_four", "gomoku", "m_n_k")] == GAMES
    for drawing in GAMES:
        assert set(drawing.PLAYERS) == {"X", "O"}
        for function in (drawing.mover, drawing.outcome, drawing.written, drawing.brief):
            assert callable(function)


@pytest.mark.parametrize("module", [show, stones])
def test_docstrings(module: ModuleType) -> None:
    found = doctest.testmod(module)
    assert found.attempted > 0
    assert found.failed == 0

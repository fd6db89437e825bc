"""Connect Four as people write it: positions read and written, and those with nothing to search."""

from __future__ import annotations

import itertools
import random
from typing import Any

import naive_connect_four as naive
import pytest
from connect_four_kernels import parameters
from hypothesis import given
from hypothesis import strategies as st

from kernels.cores import connect_four_texts
from kernels.games import connect_four
from kernels.random import SplitMix64

STANDARD = parameters(7, 6)
EMPTY = "/".join(["......."] * 6)

sizes = st.tuples(st.integers(1, 14), st.integers(1, 12))


@st.composite
def played(draw: st.DrawFn) -> tuple[int, int, list[int], naive.Board]:
    """Width, height, moves from 0, and the board after them; the last move may have won."""
    width, height = draw(sizes)
    board, moves = naive.empty(width), []
    for number in draw(st.lists(st.integers(0, 13), max_size=40)):
        if naive.outcome(board, height) != naive.ONGOING:
            break
        legal = naive.moves(board, height)
        moves.append(legal[number % len(legal)])
        board = naive.play(board, moves[-1])
    return width, height, moves, board


@given(played())
def test_what_is_read_is_written(game: tuple[int, int, list[int], naive.Board]) -> None:
    width, height, moves, board = game
    params, text = parameters(width, height), naive.text(board, height)
    assert connect_four.read(params, text) == text
    assert connect_four.read(params, "\n  " + text.replace("/", "  \n") + " \n") == text
    names = [connect_four.move_name(params, move) for move in moves] or ["empty"]
    assert connect_four.read(params, " ".join(names)) == text
    assert connect_four.read(params, [move + 1 for move in moves]) == text
    if width < 10:
        assert connect_four.read(params, "".join(names)) == text
    state = connect_four.start(params, text)
    assert len(state) == connect_four.specialise(params)["STATE_SIZE"]
    assert connect_four.written(params, state) == text


@given(played())
def test_the_doctor_lets_games_pass_that_go_on(
    game: tuple[int, int, list[int], naive.Board],
) -> None:
    width, height, _, board = game
    told = connect_four.doctor(parameters(width, height), naive.text(board, height))
    expected = {
        naive.ONGOING: None,
        naive.DRAW: "the game is over: the board is full, a draw",
        naive.FIRST_WINS: "the game is over: X has four in a row",
        naive.SECOND_WINS: "the game is over: O has four in a row",
    }
    assert told == expected[naive.outcome(board, height)]


@given(st.text(max_size=30) | st.text("./XO \n1234,", max_size=60), sizes)
def test_any_text_is_read_or_refused_in_one_sentence(text: str, size: tuple[int, int]) -> None:
    params = parameters(*size)
    try:
        canonical = connect_four.read(params, text)
    except ValueError as error:
        assert str(error) and "\n" not in str(error)
    else:
        assert connect_four.read(params, canonical) == canonical


ROW = "......."
REFUSED = {
    "": "an empty text names no position; write 'empty', rows or moves",
    "48": "move 2: column 8 is none of 1..7",
    "401": "move 2: column 0 is none of 1..7",
    "4444444": "move 7: column 4 is full, it has 6 cells",
    "12121213": "move 8: the game ended with four in a row before it",
    "...X...": "has 1 row where the board has 6",
    f"{ROW}/{ROW}": "has 2 rows where the board has 6",
    f"{ROW}/{ROW}/{ROW}/{ROW}/{ROW}/X.....": (
        "row 6 from the top has 6 cells where the board has 7"
    ),
    f"{ROW}/{ROW}/{ROW}/{ROW}/{ROW}/x......": "row 6 from the top: 'x' is none of . X O",
    f"{ROW}/{ROW}/{ROW}/{ROW}/..X..../{ROW}": (
        "column 3: a stone lies above an empty cell, that in row 6 from the top"
    ),
    "empty board": "has 2 rows where the board has 6",
}


@pytest.mark.parametrize("text", REFUSED)
def test_refused(text: str) -> None:
    with pytest.raises(ValueError) as caught:
        connect_four.read(STANDARD, text)
    assert str(caught.value) == REFUSED[text]


@pytest.mark.parametrize(
    ("item", "reason"),
    [
        ([4, 4.0], "[4, 4.0] is neither a text nor a list of columns"),
        (None, "None is neither a text nor a list of columns"),
        ([4, -1], "move 2: column -1 is none of 1..7"),
    ],
)
def test_refused_where_it_is_no_text(item: Any, reason: str) -> None:
    with pytest.raises(ValueError) as caught:
        connect_four.read(STANDARD, item)
    assert str(caught.value) == reason


def test_columns_beyond_nine_stand_apart() -> None:
    wide = parameters(12, 2)
    assert connect_four.read(wide, "12 12, 1") == "...........O/X..........X"
    with pytest.raises(ValueError, match=r"column '12121' is none of 1\.\.12; write blanks"):
        connect_four.read(wide, "12121")
    with pytest.raises(ValueError, match=r"^move 1: column 1212 is none of 1\.\.12$"):
        connect_four.read(wide, "1212")


def test_drawn() -> None:
    state = connect_four.start(parameters(3, 2), "..X/.OX")
    assert connect_four.drawn(parameters(3, 2), state) == ". . X\n. O X\n1 2 3"
    wide = parameters(10, 1)
    picture = connect_four.drawn(wide, connect_four.start(wide, "10 1"))
    assert picture.split("\n") == [
        " O  .  .  .  .  .  .  .  .  X",
        " 1  2  3  4  5  6  7  8  9 10",
    ]


NOTHING_TO_SEARCH = {
    "OOO....": "no play leads there: X, who begins, has 0 stones and O has 3",
    "X.X....": "no play leads there: X, who begins, has 2 stones and O has 0",
    "XXXX.../OOOO...": "no play leads there: both players have four in a row",
    "O....../XXXXOOO": "no play leads there: X has four in a row, but O moved last",
    "XX...../OOOOXXX": "no play leads there: O has four in a row, but X moved last",
    "XXXX.../OOOXOO./XXXXOOO": "no play leads there: no single stone made every four of X",
    "X....../O......": "no play leads there: no order of moves puts these stones upon one another",
    "OOO..../XXXX...": "the game is over: X has four in a row",
}
"""Lowest rows of the standard board -> what is told of them."""


@pytest.mark.parametrize("rows", NOTHING_TO_SEARCH)
def test_nothing_to_search(rows: str) -> None:
    position = "/".join([ROW] * (6 - len(rows.split("/"))) + [rows])
    assert (
        connect_four.doctor(STANDARD, connect_four.read(STANDARD, position))
        == (NOTHING_TO_SEARCH[rows])
    )


@pytest.mark.parametrize("size", [(3, 3), (4, 2), (2, 4), (1, 7), (4, 3)])
def test_the_doctor_knows_what_can_be_played(size: tuple[int, int]) -> None:
    """All ways to fill the columns, or some, beside the boards that play does lead to."""
    width, height = size
    reachable = {board for layer in naive.layers(*size, width * height) for board in layer}
    columns = [
        column
        for length in range(height + 1)
        for column in itertools.product((naive.FIRST, naive.SECOND), repeat=length)
    ]
    boards = list(itertools.product(columns, repeat=width))
    if len(boards) > 4000:
        likely = [
            board for board in boards if abs(2 * sum(map(sum, board)) - naive.stones(board)) < 2
        ]
        boards = random.Random(1).sample(likely, 4000)
    found = {True: 0, False: 0}
    for board in boards:
        told = connect_four.doctor(parameters(*size), naive.text(board, height))
        is_refused = told is not None and told.startswith("no play leads there: ")
        assert is_refused == (board not in reachable)
        goes_on = naive.outcome(board, height) == naive.ONGOING
        assert is_refused or goes_on == (told is None)
        found[is_refused] += 1
    assert min(found.values()) > 0


@given(sizes, st.integers(0, 2**64 - 1), st.data())
def test_positions_made_at_random_go_on(
    size: tuple[int, int], seed: int, data: st.DataObject
) -> None:
    width, height = size
    params = parameters(width, height)
    moves = data.draw(st.integers(0, min(width * height - 1, 30)))
    made = [
        connect_four.random_instance(params, SplitMix64(seed)),
        connect_four.scrambled_instance(params, SplitMix64(seed), moves),
    ]
    for position in made:
        assert connect_four.read(params, position) == position
        assert connect_four.doctor(params, position) is None
    assert sum(made[1].count(stone) for stone in "XO") == moves
    assert made[0] == connect_four.random_instance(params, SplitMix64(seed))


def test_moves_at_random_that_cannot_be_made(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match=r"^42 moves; a game that goes on has 0\.\.41 on 7 x 6$"):
        connect_four.scrambled_instance(STANDARD, SplitMix64(1), 42)
    monkeypatch.setattr(connect_four_texts, "_MOST_TRIES", 0)
    with pytest.raises(ValueError, match=r"^no game of 41 moves that goes on was found in 0 tries"):
        connect_four.scrambled_instance(STANDARD, SplitMix64(1), 41)

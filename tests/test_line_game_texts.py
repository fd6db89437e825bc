"""m,n,k-games and gomoku: their parameters, and positions as people write them."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from line_probes import TEXTS, rules_of
from naive_games import LineBoard, reachable

from kernels.games import gomoku, m_n_k
from kernels.random import SplitMix64


def defaults(game: Any, **chosen: Any) -> dict[str, Any]:
    """All parameters of a game."""
    assert chosen.keys() <= game.PARAMETERS.keys()
    return {name: p.default for name, p in game.PARAMETERS.items()} | chosen


TIC_TAC_TOE = defaults(m_n_k)
GOMOKU = defaults(gomoku)
EXACTLY = defaults(gomoku, rule="exactly_five")


@st.composite
def games(draw: st.DrawFn) -> tuple[LineBoard, dict[str, Any], list[int]]:
    """A small board and moves of a game on it, up to some time before its end or to that."""
    m, n, k = draw(st.tuples(st.integers(1, 7), st.integers(1, 7), st.integers(3, 5)))
    board = LineBoard(m, n, min(k, max(m, n)))
    params = defaults(m_n_k, m=m, n=n, k=board.length, keys="zobrist")
    order = draw(st.permutations(range(m * n)))
    position, moves = board.start(), []
    for move in order[: draw(st.integers(0, m * n))]:
        if board.value(position) is None:
            position = board.play(position, move)
            moves.append(move)
    return board, params, moves


def position_after(board: LineBoard, moves: list[int]) -> str:
    position = board.start()
    for move in moves:
        position = board.play(position, move)
    return position


@given(games())
def test_all_ways_to_write_a_position_are_read(
    game: tuple[LineBoard, dict[str, Any], list[int]],
) -> None:
    board, params, moves = game
    text = board.text(position_after(board, moves))
    named = " ".join(m_n_k.move_name(params, move) for move in moves)
    rows = text.replace("/", "\n")
    ways = [text, named or "empty", moves, rows, f"\n {rows}\n", text.lower(), " ".join(text)]
    assert [m_n_k.read(params, way) for way in ways] == [text] * len(ways)
    state = m_n_k.start(params, text)
    assert m_n_k.written(params, state) == text
    assert len(state) == m_n_k.specialise(params)["STATE_SIZE"]


def test_the_empty_board() -> None:
    assert m_n_k.read(TIC_TAC_TOE, "empty") == m_n_k.read(TIC_TAC_TOE, []) == ".../.../..."
    assert gomoku.read(GOMOKU, " Empty\n") == "/".join(["." * 15] * 15)


def test_moves_have_rows_first() -> None:
    params = defaults(m_n_k, m=4, n=2, k=3)
    assert m_n_k.move_name(params, 6) == "1,2"
    assert m_n_k.read(params, "1,2 0,3 0,0") == "X..O/..X."
    position = gomoku.read(GOMOKU, "7,7 7,8 8,8").split("/")
    assert position[7:9] == [".......XO......", "........X......"]


WRONG = [
    ("", "has 1 rows where the board has 3"),
    ("X../...", "has 2 rows where the board has 3"),
    ("X../.O./..../...", "has 4 rows where the board has 3"),
    ("X../.O./....", "row 2 has 4 cells where the board has 3 columns"),
    ("X../.Q./...", "row 1: 'Q' is none of . X O"),
    ("X../.\n./...", "has 4 rows where the board has 3"),
    ("1,1 1,3", "'1,3' is not on the board, whose rows are 0 to 2 and whose columns are 0 to 2"),
    ("3,1", "'3,1' is not on the board"),
    ("1,1 1;2", "'1;2' is no move: one is its row and column from 0, as in 0,2"),
    ("1,1 -1,2", "'-1,2' is no move"),
    ("1,1, 0,0", "'1,1,' is no move"),
    ("11", "'11' is no move"),
    ("1" * 999, f"'{'1' * 20}' is no move"),
    ("1,1 0,0 1,1", "move 3 (1,1) goes to a cell that is taken"),
    ("0,0 1,0 0,1 1,1 0,2 1,2", "move 6 (1,2) comes after a win, which ends the game"),
    ([4, 9], "move 2 is 9: moves are from 0 to 8"),
    ([4, -1], "move 2 is -1: moves are from 0 to 8"),
    ([4, "0"], "[4, '0'] is neither a text nor a list of moves' numbers"),
    ([1.0], "[1.0] is neither a text nor a list of moves' numbers"),
    (7, "7 is neither a text nor a list of moves' numbers"),
    (None, "None is neither a text nor a list of moves' numbers"),
]


@pytest.mark.parametrize(("item", "reason"), WRONG)
def test_wrong_positions_are_refused_in_words(item: Any, reason: str) -> None:
    with pytest.raises(ValueError) as raised:
        m_n_k.read(TIC_TAC_TOE, item)
    assert str(raised.value).startswith(reason)


@given(
    st.one_of(
        st.text(),
        st.text(alphabet=".XOxo/ \n"),
        st.text(alphabet="0123, "),
        st.lists(st.integers()),
        st.lists(st.none() | st.floats() | st.text()),
        st.none() | st.booleans() | st.floats() | st.integers(),
    )
)
def test_anything_is_read_or_refused_in_one_sentence(item: Any) -> None:
    try:
        text = m_n_k.read(TIC_TAC_TOE, item)
    except ValueError as error:
        assert str(error)
        assert "\n" not in str(error)
    else:
        assert m_n_k.read(TIC_TAC_TOE, text) == text
        assert m_n_k.written(TIC_TAC_TOE, m_n_k.start(TIC_TAC_TOE, text)) == text


def expected_diagnosis(board: LineBoard, known: set[str], position: str) -> str | None:
    """How the doctor's words begin; ``known`` are the positions that play leads to."""
    if position not in known:
        return "no play leads there: "
    return None if board.value(position) is None else "the game is over: "


@pytest.mark.parametrize(
    "board",
    [
        LineBoard(3, 3, 3),
        LineBoard(3, 3, 2),
        LineBoard(8, 1, 2),
        LineBoard(4, 2, 1),
        LineBoard(3, 3, 2, exactly=True),
        LineBoard(9, 1, 3, exactly=True),
    ],
    ids=str,
)
def test_the_doctor_knows_which_positions_there_are(board: LineBoard) -> None:
    """All boards, however many stones each has, against those that play leads to."""
    params, cells = {"rules": rules_of(board)}, board.width * board.height
    known = reachable(board, cells)
    for signs in product(".XO", repeat=cells):
        position = "".join(signs)
        diagnosis = TEXTS.doctor(params, board.text(position))
        expected = expected_diagnosis(board, known, position)
        assert (diagnosis is None) == (expected is None), position
        assert expected is None or (diagnosis or "").startswith(expected), position


def test_what_the_doctor_says() -> None:
    said = {
        "XXX/OO./...": "the game is over: X has won",
        "OOO/XX./X..": "the game is over: O has won",
        "XOX/XOO/OXX": "the game is over: the board is full, a draw",
        "XXX/OOO/...": "no play leads there: both players have a winning line",
        "XXX/OO./O..": "no play leads there: X has won, but the last move was not X's",
        "XX./.../...": "no play leads there: X, who begins, has 2 stones and O has 0",
        "X../OO./...": "no play leads there: X, who begins, has 1 stone and O has 2",
        "XXX/.../...": "no play leads there: X, who begins, has 3 stones and O has 0",
    }
    assert {text: m_n_k.doctor(TIC_TAC_TOE, text) for text in said} == said
    wide = defaults(m_n_k, m=7, n=2, k=3)
    twice = "no play leads there: X has won by more than one move"
    assert m_n_k.doctor(wide, "XXX.XXX/OO.OO.O") == twice


def test_longer_lines_by_the_rule() -> None:
    """Six in a row, closed by the last move."""
    moves = "0,0 2,0 0,1 2,2 0,2 2,4 0,4 4,0 0,5 4,2 0,3"
    assert gomoku.doctor(GOMOKU, gomoku.read(GOMOKU, moves)) == "the game is over: X has won"
    assert gomoku.doctor(EXACTLY, gomoku.read(EXACTLY, moves)) is None
    assert gomoku.read(EXACTLY, f"{moves} 4,4")
    with pytest.raises(ValueError, match=r"move 12 \(4,4\) comes after a win"):
        gomoku.read(GOMOKU, f"{moves} 4,4")


@pytest.mark.parametrize(
    ("game", "params"),
    [
        (m_n_k, TIC_TAC_TOE),
        (m_n_k, defaults(m_n_k, m=5, n=2, k=2)),
        (m_n_k, defaults(m_n_k, m=1, n=1, k=1)),
        (gomoku, defaults(gomoku, width=9, height=7)),
        (gomoku, EXACTLY),
    ],
)
def test_random_positions_can_be_searched(game: Any, params: dict[str, Any]) -> None:
    drawn = [game.random_instance(params, SplitMix64(seed)) for seed in range(40)]
    assert drawn == [game.random_instance(params, SplitMix64(seed)) for seed in range(40)]
    for position in drawn:
        assert game.read(params, position) == position
        assert game.doctor(params, position) is None
    assert len(set(drawn)) > 1 or params.get("k") == 1


@pytest.mark.parametrize("moves", [0, 1, 5, 8])
def test_so_many_random_moves(moves: int) -> None:
    for seed in range(40):
        position = m_n_k.scrambled_instance(TIC_TAC_TOE, SplitMix64(seed), moves)
        assert len(position.replace("/", "").replace(".", "")) == moves
        assert m_n_k.read(TIC_TAC_TOE, position) == position
        assert m_n_k.doctor(TIC_TAC_TOE, position) is None


def test_many_random_moves_without_five() -> None:
    position = gomoku.scrambled_instance(GOMOKU, SplitMix64(1), 180)
    assert position.count("X") == position.count("O") == 90
    assert gomoku.doctor(GOMOKU, position) is None


@pytest.mark.parametrize(
    ("params", "moves", "reason"),
    [
        (TIC_TAC_TOE, 9, "9 moves; a game that goes on has 0..8 on 3 x 3"),
        (TIC_TAC_TOE, 10**12, "1000000000000 moves; a game that goes on has 0..8 on 3 x 3"),
        (defaults(m_n_k, m=1, n=1, k=1), 1, "1 moves; a game that goes on has 0..0 on 1 x 1"),
        (defaults(m_n_k, k=1), 1, "no game of 1 moves that goes on was found in 1000 tries"),
    ],
)
def test_no_play_of_so_many_moves(params: dict[str, Any], moves: int, reason: str) -> None:
    rng = SplitMix64(1)
    with pytest.raises(ValueError) as raised:
        m_n_k.scrambled_instance(params, rng, moves)
    assert str(raised.value) == reason
    is_at_once = rng.next() == SplitMix64(1).next()
    assert is_at_once == (moves > 1 or params["m"] == 1)


@pytest.mark.parametrize("game", [m_n_k, gomoku])
def test_a_position_that_no_play_leads_to_is_read(game: Any) -> None:
    """A config may hold it beside others: its run is recorded as one of an invalid instance."""
    params = defaults(game)
    empty = game.read(params, "empty")
    position = f"XX{empty[2:]}"
    assert game.read(params, position) == position
    assert game.written(params, game.start(params, position)) == position
    diagnosis = game.doctor(params, position)
    assert diagnosis == "no play leads there: X, who begins, has 2 stones and O has 0"


def test_a_board_is_drawn_with_its_numbers() -> None:
    params = defaults(m_n_k, m=4, n=2, k=3)
    state = m_n_k.start(params, "X..O/..X.")
    assert m_n_k.drawn(params, state) == "  0 1 2 3\n0 X . . O\n1 . . X ."
    picture = gomoku.drawn(GOMOKU, gomoku.start(GOMOKU, gomoku.read(GOMOKU, "14,0"))).split("\n")
    assert picture[0] == "    0  1  2  3  4  5  6  7  8  9 10 11 12 13 14"
    assert picture[15] == "14  X" + "  ." * 14


def test_parameters_that_do_not_go_together() -> None:
    assert m_n_k.fault(TIC_TAC_TOE) is None
    assert m_n_k.fault(defaults(m_n_k, m=5, n=8, k=8)) is None
    assert m_n_k.fault(defaults(m_n_k, m=6, n=7)) is None
    assert m_n_k.fault(defaults(m_n_k, m=6, n=7, keys="zobrist")) is None
    wrong = {
        "k: no line of 9 cells fits a board of 5 columns and 8 rows": {"m": 5, "n": 8, "k": 9},
        "keys: exact ones are for boards of up to 40 cells, and this one has 42; choose zobrist": {
            "m": 6,
            "n": 7,
            "keys": "exact",
        },
    }
    for reason, params in wrong.items():
        assert m_n_k.fault(defaults(m_n_k, **params)) == reason


def test_which_keys_are_exact() -> None:
    assert m_n_k.exact_keys(TIC_TAC_TOE)
    assert m_n_k.exact_keys(defaults(m_n_k, m=5, n=8))
    assert not m_n_k.exact_keys(defaults(m_n_k, m=6, n=7))
    assert not m_n_k.exact_keys(defaults(m_n_k, keys="zobrist"))
    assert not gomoku.exact_keys(GOMOKU)


def test_a_position_costs_no_tables_of_its_own() -> None:
    T = gomoku.prepare(GOMOKU, gomoku.read(GOMOKU, "7,7"))
    assert T is gomoku.prepare(GOMOKU, gomoku.read(GOMOKU, "empty"))
    assert (T.width, T.height, T.length, T.exactly) == (15, 15, 5, 0)
    assert gomoku.prepare(EXACTLY, "").exactly == 1


@pytest.mark.parametrize(
    ("game", "params", "symmetries"),
    [
        (m_n_k, TIC_TAC_TOE, 1),
        (m_n_k, defaults(m_n_k, symmetry=True), 8),
        (m_n_k, defaults(m_n_k, m=4, symmetry=True), 4),
        (gomoku, defaults(gomoku, symmetry=True), 8),
    ],
)
def test_images_are_kept_where_symmetry_is_on(
    game: Any, params: dict[str, Any], symmetries: int
) -> None:
    assert game.specialise(params)["SYMMETRIES"] == symmetries
    assert len(game.prepare(params, "").images) == symmetries

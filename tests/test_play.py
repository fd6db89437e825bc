"""``play``: a person against a configuration, by way of lines in and text out."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fake_game import FakeReferee, FakeSearcher, match_run, player_of
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner, Result

from harness import cli
from harness.model import UserError
from harness.parameters import label, parsed
from harness.play import HELP, Table, planned
from harness.players import search_of
from kernels import catalogue

RUN = Path(__file__).parents[1] / "run.py"


def against(habit: str, position: str, *lines: str, begins: bool = True) -> list[str]:
    """What is told in a game against a player of ``fake_game``, line by line."""
    told: list[str] = []
    player = player_of(habit)
    run = search_of(match_run(position, player, player), player, position)
    said = iter(lines)
    Table(run, FakeSearcher(), begins, lambda: next(said, None), told.append).play()
    return [line for line in "".join(told).splitlines() if line]


def test_a_game_is_played_to_its_end() -> None:
    assert against("knows", "4 0", "1\n", "1\n") == [
        "oooo",
        "move 1, first player: ",
        "ooo",
        "knows plays 1 (value 5, 7 nodes)",
        "oo",
        "move 3, first player: ",
        "o",
        "knows plays 1 (value 5, 7 nodes)",
        "knows wins",
    ]


@pytest.mark.parametrize(
    ("position", "begins", "lines", "end"),
    [
        ("2 0", True, ["2"], "you win"),
        ("2 1", True, ["2"], "you win"),
        ("3 1", False, ["2"], "you win"),
        ("1 0", False, [], "knows wins"),
        ("10 0", True, ["1", "2", "2", "2", "2", "2"], "a draw"),
    ],
)
def test_who_begins_and_how_it_ends(
    position: str, begins: bool, lines: list[str], end: str
) -> None:
    assert against("knows", position, *lines, begins=begins)[-1] == end


def test_the_computer_begins_where_the_person_does_not() -> None:
    told = against("takes_one", "3 0", "2", begins=False)
    assert told[1] == "takes_one plays 1 (value -3, 7 nodes)"
    assert told[3].startswith("move 2, second player: ")


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("2", "2 is not allowed here"),
        (
            "3",
            "'3' is no move (allowed here: 1); answer with a move, or undo, moves (lists those "
            "that are legal) or quit",
        ),
        ("x" * 10_000, f"'{'x' * 56}... is no move (allowed here: 1); answer with {HELP}"),
        ("moves", "1"),
        ("undo", "there is no move of yours to take back"),
    ],
)
def test_what_is_no_move_is_answered_and_asked_again(line: str, answer: str) -> None:
    told = against("knows", "1 0", f" {line}\n", "\n", "1")
    assert told[1] == f"move 1, first player: {answer}"
    assert told[-1] == "you win"


def test_of_many_moves_some_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    many = property(lambda game: [str(n) for n in range(1, 100)])
    monkeypatch.setattr(FakeReferee, "legal", many)
    told = against("knows", "99 0", "x", "quit")
    assert f"'x' is no move (allowed here: 1 2 3 4 5 6 7 ... 99); answer with {HELP}" in told[1]


def test_undo_takes_back_the_person_s_move_and_the_answer() -> None:
    told = against("knows", "8 0", "1", "undo", "2", "UNDO", "undo", "quit")
    boards = [line for line in told if set(line) == {"o"}]
    assert [len(board) for board in boards] == [8, 7, 6, 8, 6, 5, 8]
    assert told[-2].endswith("there is no move of yours to take back")


def test_undo_of_one_who_moves_second() -> None:
    told = against("takes_one", "9 0", "undo", "1", "undo", "quit", begins=False)
    boards = [line for line in told if set(line) == {"o"}]
    assert [len(board) for board in boards] == [9, 8, 7, 6, 8]


@pytest.mark.parametrize("lines", [[], ["1"], ["quit"], ["1", " Quit "]])
def test_one_may_leave_at_any_time(lines: list[str]) -> None:
    assert "win" not in " ".join(against("knows", "8 0", *lines))


@pytest.mark.parametrize(
    ("habit", "problem"),
    [
        ("too_slow", "too_slow has no move: 2 seconds"),
        ("speechless", "speechless has no move: its search names none"),
        ("cheats", "cheats: 9 breaks the game's rules"),
        ("broken", "evaluate gave 2.5"),
    ],
)
def test_a_search_that_fails_is_told_in_a_sentence(habit: str, problem: str) -> None:
    with pytest.raises(UserError) as caught:
        against(habit, "8 0", "1")
    assert str(caught.value) == problem
    assert caught.value.exit_status == 1


def test_defaults_fit_the_game() -> None:
    run = planned("gomoku")
    assert label(run.domain.name, {}) == "gomoku"
    assert (run.algorithm.name, run.algorithm.parameters["depth"]) == ("alpha_beta", 4)
    assert run.heuristic and run.heuristic.name != "zero"
    assert run.candidates and run.candidates.name != "all"
    run = planned("m_n_k")
    assert run.candidates and run.candidates.name == "all"


def test_parts_are_given_as_labels_and_changed() -> None:
    run = planned(
        "m_n_k(m=4)",
        "minimax(depth=2)",
        "longest_line(open_lines=true)",
        position="X.../..../....",
        changes=["game.k=4", "algorithm.depth=3"],
    )
    parts = [run.domain, run.algorithm, run.heuristic]
    assert [part and part.name for part in parts] == ["m_n_k", "minimax", "longest_line"]
    assert (run.domain.parameters["m"], run.domain.parameters["k"]) == (4, 4)
    assert run.algorithm.parameters["depth"] == 3
    assert run.heuristic and run.heuristic.parameters == {"open_lines": True}
    assert run.instance.text == "X.../..../...."


FAULTS: list[tuple[dict[str, Any], str]] = [
    ({"game": "m_n_k("}, "'m_n_k(' is not NAME or NAME(PARAMETER=VALUE,...)"),
    (
        {"game": "gomok"},
        "GAME: unknown game 'gomok'; did you mean 'gomoku'? (known: connect_four, gomoku, m_n_k)",
    ),
    (
        {"game": "m_n_k(z=1)"},
        "GAME: m_n_k.z: unknown parameter 'z' (known: m, n, k, symmetry, keys)",
    ),
    (
        {"algorithm": "a_star"},
        "--algorithm: no run can use this: a_star plays no games, and m_n_k is one",
    ),
    (
        {"algorithm": "minimax(depth=0)"},
        "--algorithm: minimax.depth: 0 is less than 1",
    ),
    (
        {"evaluator": "windows"},
        "--evaluator: 'windows' fits connect_four, not m_n_k",
    ),
    ({"position": "XXX/OO./..."}, "--position: the game is over: X has won"),
    ({"position": "XX/O"}, "--position: has 2 rows where the board has 3"),
    (
        {"position": "1" * 5000},
        f"--position: '{'1' * 20}' is no move: one is its row and column from 0, as in 0,2",
    ),
    (
        {"position": "XX./.../..."},
        "--position: no play leads there: X, who begins, has 2 stones and O has 0",
    ),
    (
        {"algorithm": "count_positions"},
        "--algorithm: count_positions finds no moves and cannot play",
    ),
    (
        {"game": "gomoku", "algorithm": "count_positions"},
        "--algorithm: count_positions finds no moves and cannot play",
    ),
    ({"changes": ["k=3"]}, "--set k=3: is not PART.PARAMETER=VALUE, such as game.width=9"),
    (
        {"changes": ["gam.k=3"]},
        "--set gam.k=3: unknown part 'gam'; did you mean 'game'? "
        "(known: game, algorithm, evaluator, candidates)",
    ),
    (
        {"changes": ["algorithm.depth=[1,2]"]},
        "--set algorithm.depth: [1, 2] is a list; one configuration plays, with one value",
    ),
    (
        {"algorithm": "minimax(depth=[1,2])", "changes": ["game.k=2"]},
        "--algorithm: minimax.depth: [1, 2] is a list; one configuration plays, with one value",
    ),
    (
        {"game": "m_n_k(k=[2,3])"},
        "GAME: m_n_k.k: [2, 3] is a list; one configuration plays, with one value",
    ),
    ({"changes": ["algorithm.depth=0"]}, "--set algorithm.depth: 0 is less than 1"),
]


@pytest.mark.parametrize(("given", "sentence"), FAULTS)
def test_faults_are_told_in_a_sentence(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(UserError) as caught:
        planned(**{"game": "m_n_k", **given})
    assert str(caught.value) == sentence
    assert caught.value.exit_status == 2


@pytest.fixture
def catalogue_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], None]:
    """Adds m,n,k-games under a name of their own, with a text behind their file."""
    home = tmp_path / "catalogue"
    home.mkdir()
    for folder in ("algorithms", "evaluators", "candidates"):
        (home / folder).symlink_to(catalogue.HOME / folder, target_is_directory=True)
    (home / "games").mkdir()
    source = catalogue.path_of("games", "m_n_k").read_text(encoding="utf-8")
    monkeypatch.setattr(catalogue, "HOME", home)

    def add(name: str, text: str) -> None:
        (home / "games" / f"{name}.py").write_text(source + text, encoding="utf-8")

    return add


BEGINS = """

def beginning(params):
    return "/".join(["X" + "." * (params["m"] - 1)] + ["." * params["m"]] * (params["n"] - 1))


def read(params, item):
    if item == "empty":
        raise ValueError("the game does not begin with an empty board")
    return _game.read(params, item)
"""


def test_a_game_may_say_with_which_position_it_begins(
    catalogue_with: Callable[[str, str], None],
) -> None:
    """One that does not knows the word ``empty``."""
    catalogue_with("headstart", BEGINS)
    catalogue_with("plain", "")
    assert planned("plain").instance.text == ".../.../..."
    assert planned("headstart").instance.text == "X../.../..."
    wide = planned("headstart", changes=["game.m=4"])
    assert wide.instance.text == "X.../..../...."
    given = planned("headstart", position=".../.X./...")
    assert given.instance.text == ".../.X./..."
    with pytest.raises(UserError, match=r"^GAME: headstart\.m: 0 is less than 1$"):
        planned("headstart(m=0)")


VALUES = st.one_of(
    st.integers(-(10**9), 10**9),
    st.booleans(),
    st.none(),
    st.lists(st.integers(0, 99), min_size=1, max_size=4),
    st.sampled_from(["always", "low_h", "random(7)", "a b", "x/y.py"]),
)


@given(
    st.from_regex(r"[a-z_]{1,8}", fullmatch=True),
    st.dictionaries(st.from_regex(r"[a-z_]{1,6}", fullmatch=True), VALUES, max_size=4),
)
def test_a_label_is_read_as_it_is_written(name: str, given_values: dict[str, Any]) -> None:
    assert parsed(label(name, given_values)) == (name, given_values)


def test_blanks_and_quotes_in_a_label() -> None:
    assert parsed(" a ( b = 1 , c = 'x, y' ) ") == ("a", {"b": 1, "c": "x, y"})
    assert parsed("a()") == ("a", {})


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "'' is not NAME or NAME(PARAMETER=VALUE,...)"),
        ("a(b=1", "'a(b=1' is not NAME or NAME(PARAMETER=VALUE,...)"),
        ("a(b=1)c", "'a(b=1)c' is not NAME or NAME(PARAMETER=VALUE,...)"),
        ("a(b)", "'a(b)': 'b' is not PARAMETER=VALUE"),
        ("a(b=)", "'a(b=)': 'b=' is not PARAMETER=VALUE"),
        ("a(b=1,,c=2)", "'a(b=1,,c=2)': '' is not PARAMETER=VALUE"),
        ("a(b=1,b=2)", "'a(b=1,b=2)': b stands there twice"),
    ],
)
def test_what_is_no_label(text: str, problem: str) -> None:
    with pytest.raises(UserError) as caught:
        parsed(text)
    assert str(caught.value) == problem


def test_a_value_of_a_label_that_is_no_yaml() -> None:
    with pytest.raises(UserError, match=r"^'a\(b=\[1\)': b:2: is not YAML"):
        parsed("a(b=[1)")


def play(*words: str, said: str | bytes = "") -> Result:
    return CliRunner().invoke(cli.app, ["play", *words], input=said)


def test_a_person_wins_in_the_terminal() -> None:
    told = play("m_n_k", "--position", "XX./OO./...", said=b"9\n1,0\n\xff\n0,2")
    assert told.exit_code == 0, told.stderr
    lines = told.stdout.splitlines()
    assert lines[1:5] == ["  0 1 2", "0 X X .", "1 O O .", "2 . . ."]
    asked = [line.removeprefix("move 1, first player: ") for line in lines if "move 1" in line]
    hint = f"is no move (allowed here: 0,2 1,2 2,0 2,1 2,2); answer with {HELP}"
    assert asked == [f"'9' {hint}", "1,0 is not allowed here", f"'\ufffd' {hint}", ""]
    assert lines[-5:] == ["0 X X X", "1 O O .", "2 . . .", "", "you win"]
    assert told.stderr.splitlines()[0].startswith("m_n_k(m=3,n=3,k=3")


def test_the_computer_takes_a_win_in_the_terminal() -> None:
    """``longest_line`` values a win as 1."""
    told = play("m_n_k", "--second", "--position", "XX./OO./...")
    assert told.exit_code == 0, told.stderr
    assert "\nalpha_beta plays 0,2 (value 1, " in told.stdout
    assert told.stdout.endswith("0 X X X\n1 O O .\n2 . . .\n\nalpha_beta wins\n")


def test_the_last_cell_may_make_a_draw() -> None:
    told = play("m_n_k", "--position", "XOX/XOO/OX.", said="2,2\n")
    assert told.stdout.endswith("\na draw\n")


def test_an_end_of_input_at_once_is_no_error() -> None:
    told = play("m_n_k")
    assert told.exit_code == 0
    assert told.stdout.endswith("move 1, first player: \n")


def test_a_closed_standard_input_is_an_end_of_input() -> None:
    command = f"{sys.executable} {RUN} play m_n_k <&-"
    done = subprocess.run(
        command, shell=True, capture_output=True, text=True, env=os.environ, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("move 1, first player: \n")


def test_a_fault_of_the_command_line_has_status_2() -> None:
    told = play("gomok")
    assert told.exit_code == 2
    assert told.stderr.startswith("error: GAME: unknown game 'gomok'")

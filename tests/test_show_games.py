"""The command ``show`` on runs of games and on matches, recorded by hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import made_records
import pytest
from PIL import Image
from typer.testing import CliRunner, Result

from harness import cli
from harness.model import Record

Command = Callable[..., Result]

TIC_TAC_TOE = {"m": 3, "n": 3, "k": 3, "symmetry": False, "keys": "auto"}
EMPTY = ".../.../..."
DIAGONAL = ["0,0", "0,1", "1,1", "0,2", "2,2"]
"""X wins with his third stone."""

AGAIN = "set 'paths: true' in the config (or --set paths=true) and run it again"


def searched(run_id: str, path: list[str] | None = None, **columns: Any) -> Record:
    """A search of tic-tac-toe; its best line has been recorded where it is given."""
    given = {
        "algorithm": "alpha_beta",
        "heuristic": "longest_line",
        "instance": "opening/1",
        "domain": "m_n_k",
        "domain_params": TIC_TAC_TOE,
        "algorithm_params": {"depth": 5, "failing": "soft"},
        "candidates": "all",
        "candidates_params": "{}",
        "start": EMPTY,
        "value": 1,
        "best_move": path[0] if path else None,
    }
    return made_records.record(run_id=run_id, path=path, **given | columns)


def played(run_id: str, moves: Sequence[str], value: int | None = 1, **columns: Any) -> Record:
    """A game between "deep", who moves first, and "one_ply"."""
    configuration = {
        "algorithm": "alpha_beta",
        "evaluator": "zero",
        "evaluator_params": {},
        "candidates": "all",
        "candidates_params": {},
        "limits": {},
    }
    match = {
        "first": "deep",
        "second": "one_ply",
        "players": {
            "deep": configuration | {"algorithm_params": {"depth": None}},
            "one_ply": configuration | {"algorithm_params": {"depth": 1}},
        },
    }
    given = {
        "domain": "m_n_k",
        "domain_params": TIC_TAC_TOE,
        "algorithm_params": match,
        "start": EMPTY,
        "value": value,
        "depth": len(moves),
    }
    made = made_records.record("match", None, "opening/1", run_id=run_id, **given | columns)
    made.games = [
        {
            "ply": ply,
            "player": ("deep", "one_ply")[ply % 2],
            "move": move,
            "value": 3 - 5 * ply,
            "status": "node_limit" if ply == 1 else "solved",
        }
        for ply, move in enumerate(moves)
    ]
    return made


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    """Call ``show`` on results of some records, in ``tmp_path``."""
    monkeypatch.chdir(tmp_path)

    def call(records: list[Record], *words: object) -> Result:
        if not Path("made").exists():
            made_records.recorded(Path("made"), records)
        return CliRunner().invoke(cli.app, ["show", "made", *map(str, words)])

    return call


def refused(result: Result) -> str:
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    return result.stderr.removeprefix("error: ").rstrip()


def test_a_best_line_in_words(command: Command) -> None:
    assert command([searched("a0", DIAGONAL), searched("b0")]).stdout == (
        "m_n_k, opening/1, alpha_beta(depth=5), evaluator longest_line, candidates all\n"
        "value 1 for X, who is to move\n"
        "\n"
        "1.  X  0,0\n"
        "2.  O  0,1\n"
        "3.  X  1,1\n"
        "4.  O  0,2\n"
        "5.  X  2,2\n"
        "\n"
        "before:\n"
        "  0 1 2\n"
        "0 . . .\n"
        "1 . . .\n"
        "2 . . .\n"
        "\n"
        "after (X has won):\n"
        "  0 1 2\n"
        "0 X O O\n"
        "1 . X .\n"
        "2 . . X\n"
    )


def test_a_line_need_not_end_the_game_and_its_value_is_the_mover_s(command: Command) -> None:
    record = searched(
        "a0", ["1", "7"], domain="connect_four", domain_params={"width": 7, "height": 1},
        start="...X...", value=-4, status="time_limit", heuristic=None,
    )  # fmt: skip
    assert command([record]).stdout == (
        "connect_four(height=1), opening/1, alpha_beta(depth=5), candidates all\n"
        "value -4 for O, who is to move; the search was cut: time_limit\n"
        "\n"
        "1.  O  1\n"
        "2.  X  7\n"
        "\n"
        "before:\n"
        ". . . X . . .\n"
        "1 2 3 4 5 6 7\n"
        "\n"
        "after:\n"
        "O . . X . . X\n"
        "1 2 3 4 5 6 7\n"
    )


def test_a_long_position_without_a_name_is_told_in_a_few_words(command: Command) -> None:
    start = "/".join(["." * 7 + "X" + "." * 7, *["." * 15] * 14])
    board = {"width": 15, "height": 15, "rule": "five_or_more", "symmetry": False}
    own = {"domain": "gomoku", "domain_params": board, "start": start, "instance": start}
    shown = command([searched("a0", ["7,7"], **own)]).stdout
    assert shown.startswith("gomoku, 1 stone, alpha_beta(depth=5), ")


def test_a_game_without_a_drawing_is_shown_unchecked(command: Command) -> None:
    own = {"domain": "stones", "domain_params": {"heaps": 3}, "start": "5 0"}
    assert command([searched("a0", ["2", "2"], **own)]).stdout == (
        "stones(heaps=3), opening/1, alpha_beta(depth=5), evaluator longest_line, candidates all\n"
        "value 1 for the player to move\n"
        "\n"
        "1.  2\n"
        "2.  2\n"
    )


def test_a_match_in_words(command: Command) -> None:
    assert command([played("a0", DIAGONAL)]).stdout.split("\n\nbefore:")[0] == (
        "m_n_k, opening/1, a game of a match\n"
        "X  deep: alpha_beta, evaluator zero, candidates all\n"
        "O  one_ply: alpha_beta(depth=1), evaluator zero, candidates all\n"
        "deep has won\n"
        "\n"
        "1.  X  deep     0,0  value 3\n"
        "2.  O  one_ply  0,1  value -2, node_limit\n"
        "3.  X  deep     1,1  value -7\n"
        "4.  O  one_ply  0,2  value -12\n"
        "5.  X  deep     2,2  value -17"
    )


@pytest.mark.parametrize(
    ("start", "moves", "value", "sign", "told"),
    [
        ("X../.../...", ["0,1", "1,0", "1,1", "2,2", "2,1"], 1, "O", "deep has won"),
        ("X../.../...", ["0,1", "1,1", "0,2", "2,2"], -1, "O", "one_ply has won"),
        ("XXO/OOX/XO.", ["2,2"], 0, "X", "a draw"),
        (EMPTY, ["0,1"], None, "X", "not over: node_limit (one_ply, move 2: too slow)"),
    ],
)
def test_results_of_matches(
    command: Command, start: str, moves: list[str], value: int | None, sign: str, told: str
) -> None:
    """Whoever moves first in the opening is the first player, O or X."""
    cut = {} if value is not None else {"status": "node_limit"}
    detail = None if value is not None else "one_ply, move 2: too slow"
    record = played("a0", moves, value, start=start, detail=detail, **cut)
    lines = command([record]).stdout.splitlines()
    assert (lines[1].split(":")[0], lines[3]) == (f"{sign}  deep", told)


def test_a_match_without_a_drawing(command: Command) -> None:
    record = played("a0", ["2", "2"], domain="stones", domain_params={"heaps": 3}, start="5 0")
    assert command([record]).stdout == (
        "stones(heaps=3), opening/1, a game of a match\n"
        "deep: alpha_beta, evaluator zero, candidates all\n"
        "one_ply: alpha_beta(depth=1), evaluator zero, candidates all\n"
        "deep has won\n"
        "\n"
        "1.  deep     2  value 3\n"
        "2.  one_ply  2  value -2, node_limit\n"
    )


@pytest.mark.parametrize("record", [searched("a0", DIAGONAL), played("a0", DIAGONAL)])
def test_pictures(command: Command, record: Record) -> None:
    for kind, frames in (("gif", 6), ("png", 1)):
        assert command([record], "--format", kind).stdout == f"made/solutions/a0.{kind}\n"
        with Image.open(f"made/solutions/a0.{kind}") as picture:
            assert (picture.format, getattr(picture, "n_frames", 1)) == (kind.upper(), frames)


RUN = "run a0 (opening/1, alpha_beta, longest_line, all)"


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        (searched("a0", best_move="1,1"),
         f"the best line of {RUN} is not recorded, only its value 1 and its best move 1,1; "
         f"{AGAIN}"),
        (searched("a0"),
         f"{RUN} has the value 1 and no best line: its table answered for the root"),
        (searched("a0", value=None, status="node_limit"),
         f"{RUN} has found no value: its status is node_limit"),
        (searched("a0", value=None, algorithm="count_positions", heuristic=None),
         "run a0 (opening/1, count_positions, all) has no best line: "
         "count_positions works out no value"),
        (searched("a0", ["0,0", "1,1", "0,0"]),
         f"the best line of {RUN} is no play: move 3 (0,0): the cell is taken"),
        (searched("a0", [*DIAGONAL, "1,2"]),
         f"the best line of {RUN} is no play: move 6 (1,2): the game is over: X has won"),
        (searched("a0", DIAGONAL, best_move="1,1"),
         f"the best line of {RUN} is no play: it begins with 0,0, where the best move is 1,1"),
        (searched("a0", DIAGONAL, start=None),
         f"the start of {RUN} is not recorded: the file is damaged"),
    ],
)  # fmt: skip
def test_lines_that_cannot_be_shown(command: Command, record: Record, reason: str) -> None:
    assert refused(command([record], "--run", "a0")) == reason
    assert refused(command([record], "--run", "a0", "--format", "png")) == reason


def with_turn(record: Record, ply: int, **columns: Any) -> Record:
    record.games[ply] |= columns
    return record


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        (played("a0", [*DIAGONAL[:4], "1,2"]), "it is not over, and is recorded with the result 1"),
        (played("a0", DIAGONAL, -1), "it has the result 1, and is recorded with the result -1"),
        (played("a0", DIAGONAL, None, status="node_limit"),
         "it has the result 1, and is recorded as one that is not over"),
        (played("a0", DIAGONAL, depth=6), "it has 6 moves, and 5 are recorded"),
        (with_turn(played("a0", DIAGONAL), 2, move="0,1"), "move 3 (0,1): the cell is taken"),
        (with_turn(played("a0", DIAGONAL), 2, player="one_ply"),
         "move 3 is one of one_ply, where it is deep's turn"),
    ],
)  # fmt: skip
def test_games_that_cannot_be(command: Command, record: Record, reason: str) -> None:
    run = "run a0 (opening/1, deep against one_ply)"
    assert refused(command([record])) == f"the game of {run} is no play: {reason}"


def test_a_match_without_a_move(command: Command) -> None:
    record = played("a0", [], None, status="time_limit", detail="deep, move 1: no value")
    assert refused(command([record], "--run", "a0")) == (
        "run a0 (opening/1, deep against one_ply) has no moves: "
        "its status is time_limit (deep, move 1: no value)"
    )
    assert refused(command([record])) == "made has the games of no runs"


def test_no_lines(command: Command) -> None:
    assert refused(command([searched("a0")])) == f"made has the best lines of no runs; {AGAIN}"


def test_several_lines_and_games(command: Command) -> None:
    assert refused(command([searched("a0", DIAGONAL), searched("b0", ["1,1"])])) == (
        "made has the best lines of 2 runs; name one by '--run ID': "
        "a0 (opening/1, alpha_beta, longest_line, all), "
        "b0 (opening/1, alpha_beta, longest_line, all)"
    )

"""The guide to evaluators and candidate generators: its example against its definition."""

from __future__ import annotations

import json
from pathlib import Path

import naive_play
from guides import followed, rows
from naive_games import EMPTY, FIRST, SECOND, LineBoard, lines


def open_lines(position: str) -> int:
    """Rows, columns and long diagonals without O, less those without X (Nilsson 1971)."""
    held = [
        {position[3 * row + column] for row, column in line}
        for line in lines(3, 3)
        if len(line) == 3
    ]
    return sum(SECOND not in signs for signs in held) - sum(FIRST not in signs for signs in held)


def centre_out(position: str, remaining: int) -> list[int]:
    """The empty cells: the middle, the sides, the corners."""
    return [cell for cell in (4, 1, 3, 5, 7, 0, 2, 6, 8) if position[cell] == EMPTY]


def in_order(position: str, remaining: int) -> list[int]:
    """The empty cells, row by row."""
    return sorted(centre_out(position, remaining))


def test_add_an_evaluator(tmp_path: Path) -> None:
    """Two plies deep the middle is best, worth 1 (Nilsson 1971); counts are those of the twin."""
    folder = followed("add_an_evaluator", tmp_path)
    board = LineBoard(3, 3, 3)
    for experiment, moves in (("open_lines", in_order), ("centre_out", centre_out)):
        twin = naive_play.Game(
            outcome=board.value,
            first_moves=lambda position: board.mover(position) == FIRST,
            moves=moves,
            after=board.play,
            value=open_lines,
            key=hash,
            win=1_000_000,
        )
        recorded = rows(folder, experiment)
        assert {row["candidates"] for row in recorded} <= {"all", "centre_out"}
        found = {json.loads(row["algorithm_params"])["depth"]: row for row in recorded}
        assert sorted(found) == [2, 4]
        assert (found[2]["value"], found[2]["best_move"]) == (1, "1,1")
        for depth, row in found.items():
            want = naive_play.alpha_beta(twin, board.start(), depth)
            assert row["value"] == want.value
            assert row["best_move"] == "{},{}".format(*divmod(want.line[0], 3))
            for name in ("generated", "leaves", "evaluated", "cutoffs"):
                assert row[name] == want.total(name), (experiment, depth, name)

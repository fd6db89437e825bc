"""Connect Four: a recorded line replayed move by move, and its boards.

A move is its column, counted from 1.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from harness import stones
from harness.stones import EMPTY, FIRST, LAST, SECOND, WINNING, Board, Square, brief, mover, outcome

if TYPE_CHECKING:
    from harness.pictures import Cell

__all__ = ["brief", "mover", "outcome"]

OPERATOR = "move"
PLAYERS = {FIRST: "red", SECOND: "yellow"}

FOUR = 4
COLUMN = re.compile(r"\d{1,9}", re.ASCII)

RACK, HOLE, HALO, DOT = "#2f6db5", "#ffffff", "#ffffff", "#20262e"
FILLINGS = {EMPTY: HOLE, FIRST: "#c8432b", SECOND: "#f2c230"}


def boards(start: str, params: Mapping[str, Any], operators: Sequence[str]) -> list[Board]:
    """The board before the first move and after each; see ``harness.stones``.

    Raises ValueError with the reason where ``start`` is no board or a move may not be made.
    """
    rules = stones.Rules(params["width"], params["height"], FOUR)
    board = stones.read(rules, start)
    for number, column in enumerate(zip(*board, strict=True), 1):
        if EMPTY in "".join(column).lstrip(EMPTY):
            raise ValueError(f"the start has a stone above an empty cell in column {number}")
    return stones.replay(rules, board, operators, _lowest)


def _lowest(board: Board, move: str) -> Square:
    """The lowest empty cell of a column."""
    if COLUMN.fullmatch(move) is None or not 1 <= int(move) <= len(board[0]):
        raise ValueError(f"is none of the columns 1 to {len(board[0])}")
    column = int(move) - 1
    row = max((y for y, row in enumerate(board) if row[column] == EMPTY), default=None)
    if row is None:
        raise ValueError("the column is full")
    return row, column


def written(board: Board) -> str:
    """A board with the numbers of its columns, from 1, below it."""
    rows = [[kind[0] for kind in row] for row in board]
    rows.append([str(number) for number in range(1, len(board[0]) + 1)])
    wide = len(rows[-1][-1])
    return "\n".join(" ".join(word.rjust(wide) for word in row) for row in rows)


def paint(cell: Cell, kind: str) -> None:
    """Draw one cell: a hole of the rack, empty or with a disc before it."""
    cell.box(0, 0, 1, 1, RACK)
    if WINNING in kind:
        cell.disc(0.5, 0.5, 0.47, HALO)
    cell.disc(0.5, 0.5, 0.38, FILLINGS[kind[0]])
    if LAST in kind:
        cell.disc(0.5, 0.5, 0.1, DOT)

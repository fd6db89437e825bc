"""Sliding tiles: a recorded solution replayed move by move, and its boards.

The rules stand here once more, in plain Python and apart from the domain that was searched, so
that a replay checks the solution. A move is U, D, L or R: the direction in which the blank goes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from harness.pictures import Cell

OPERATOR = "move"

STEPS = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}

BLANK = ""
IN_PLACE = "*"
"""Stands behind the number of a tile that is where the goal has it."""

TRAY, PALE, STRONG, INK = "#5b6470", "#f2e3c6", "#7fb5d6", "#20262e"
LARGE, SMALL = 0.5, 0.42  # heights of numbers of one digit and of two, in cells


def boards(
    start: str, params: Mapping[str, Any], operators: Sequence[str]
) -> list[list[list[str]]]:
    """The board before the first move and after each: rows of numbers as text, see IN_PLACE.

    Raises ValueError with the reason where ``start`` is no board or the moves do not lead to the
    goal.
    """
    width, height = params["width"], params["height"]
    blank = width * height - 1 if params.get("blank") == "highest" else 0
    goal = _goal(params["goal"], width * height, blank)
    board = [int(word) for word in start.split()]
    if sorted(board) != list(range(width * height)):
        raise ValueError(f"the start is no {width}x{height} board: {start}")
    found = [_rows(board, goal, blank, width)]
    for number, operator in enumerate(operators, 1):
        try:
            board = _moved(board, blank, width, height, operator)
        except ValueError as error:
            raise ValueError(f"move {number} ({operator}): {error}") from None
        found.append(_rows(board, goal, blank, width))
    if board != goal:
        raise ValueError("at the end the board is not the goal")
    return found


def _goal(goal: str | list[int], cells: int, blank: int) -> list[int]:
    if not isinstance(goal, str):
        return goal
    tiles = [number for number in range(cells) if number != blank]
    return [*tiles, blank] if goal == "blank_last" else [blank, *tiles]


def _moved(board: list[int], blank: int, width: int, height: int, operator: str) -> list[int]:
    if operator not in STEPS:
        raise ValueError("is not one of U, D, L, R")
    here = board.index(blank)
    row, column = here // width + STEPS[operator][0], here % width + STEPS[operator][1]
    if not (0 <= row < height and 0 <= column < width):
        raise ValueError("the blank would leave the board")
    after = list(board)
    after[here] = after[row * width + column]
    after[row * width + column] = blank
    return after


def _rows(board: list[int], goal: list[int], blank: int, width: int) -> list[list[str]]:
    kinds = [
        BLANK if number == blank else f"{number}{IN_PLACE if number == wanted else ''}"
        for number, wanted in zip(board, goal, strict=True)
    ]
    return [kinds[first : first + width] for first in range(0, len(kinds), width)]


def paint(cell: Cell, kind: str) -> None:
    """Draw one cell of a board: a tile that is in place is shaded."""
    cell.box(0, 0, 1, 1, TRAY)
    if kind == BLANK:
        return
    number = kind.removesuffix(IN_PLACE)
    cell.box(0.04, 0.04, 0.96, 0.96, PALE if kind == number else STRONG, radius=0.12)
    cell.text(number, LARGE if len(number) == 1 else SMALL, INK)

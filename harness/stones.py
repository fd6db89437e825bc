"""Games in which lines of stones win, in plain Python: what their drawings have in common.

Two players put a stone on the board in turn, X before O. The rules stand here once more, apart from
the games that were searched, so that a replay checks the moves. A position is the text of its rows
from the top, joined by ``/``: ``X``, ``O`` and ``.`` for an empty cell.

A board is a grid of kinds: one of these signs, behind a stone with LAST or WINNING or both.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from harness.pictures import Cell

FIRST, SECOND, EMPTY = "XO."
ROW_END = "/"

LAST, WINNING = "*", "!"
"""Of the stone that was put down last, and of those in a line that wins."""

DRAW = "draw"

STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))  # rows and columns: along, down, falling, rising
CELL = re.compile(r"(\d{1,9}),(\d{1,9})", re.ASCII)

Board = list[list[str]]
Square = tuple[int, int]
"""Row and column, from 0."""

Where = Callable[[Board, str], Square]
"""Where a move, given by its name, puts its stone; raises ValueError where it is none."""


class Rules(NamedTuple):
    """``length`` stones in a line win; more of them too, unless ``exactly`` so many are asked."""

    width: int
    height: int
    length: int
    exactly: bool = False


def replay(rules: Rules, board: Board, moves: Sequence[str], where: Where) -> list[Board]:
    """A board and those after each move. Raises ValueError for a move that may not be made."""
    found = [board]
    for number, move in enumerate(moves, 1):
        try:
            found.append(_played(rules, found[-1], move, where))
        except ValueError as error:
            raise ValueError(f"move {number} ({move}): {error}") from None
    return found


def read(rules: Rules, position: str) -> Board:
    """The board of a position; raises ValueError for a text that is none."""
    board = [list(row) for row in position.split(ROW_END)]
    signs = {sign for row in board for sign in row}
    if [len(row) for row in board] != [rules.width] * rules.height or signs - {
        FIRST,
        SECOND,
        EMPTY,
    }:
        raise ValueError(f"the start is no {rules.width}x{rules.height} board: {position}")
    first, second = (position.count(sign) for sign in (FIRST, SECOND))
    if first - second not in (0, 1):
        raise ValueError(f"the start has {first} {FIRST} and {second} {SECOND}")
    for row in range(rules.height):
        for column in range(rules.width):
            _mark_lines(rules, board, (row, column))
    return board


def mover(board: Board) -> str:
    """Sign of the player to move."""
    stones = [kind[0] for row in board for kind in row]
    return FIRST if stones.count(FIRST) == stones.count(SECOND) else SECOND


def outcome(board: Board) -> str | None:
    """Sign of the player who has won, DRAW, or None while the game goes on."""
    kinds = [kind for row in board for kind in row]
    won = next((kind[0] for kind in kinds if WINNING in kind), None)
    return won or (None if EMPTY in kinds else DRAW)


def cell_named(board: Board, move: str) -> Square:
    """The cell of ``row,column``."""
    match = CELL.fullmatch(move)
    if match is None:
        raise ValueError("is not 'row,column'")
    row, column = int(match[1]), int(match[2])
    if row >= len(board) or column >= len(board[0]):
        raise ValueError(f"rows are 0 to {len(board) - 1}, and columns 0 to {len(board[0]) - 1}")
    return row, column


def _played(rules: Rules, before: Board, move: str, where: Where) -> Board:
    ended = outcome(before)
    if ended:
        raise ValueError(f"the game is over: {'a draw' if ended == DRAW else f'{ended} has won'}")
    board = [[kind[0] for kind in row] for row in before]
    row, column = where(board, move)
    if board[row][column] != EMPTY:
        raise ValueError("the cell is taken")
    board[row][column] = mover(board)
    _mark_lines(rules, board, (row, column))
    board[row][column] += LAST
    return board


def _mark_lines(rules: Rules, board: Board, square: Square) -> None:
    """Mark every line that wins and goes through a stone."""
    if board[square[0]][square[1]] == EMPTY:
        return
    for down, right in STEPS:
        ahead = _run(board, square, (down, right))
        behind = _run(board, square, (-down, -right))
        count = len(ahead) + 1 + len(behind)
        if count == rules.length or (count > rules.length and not rules.exactly):
            for row, column in (*behind, square, *ahead):
                board[row][column] = board[row][column][0] + WINNING


def _run(board: Board, square: Square, step: Square) -> list[Square]:
    """Squares with stones of the same player that follow one in a direction."""
    sign = board[square[0]][square[1]][0]
    found: list[Square] = []
    while True:
        square = square[0] + step[0], square[1] + step[1]
        inside = 0 <= square[0] < len(board) and 0 <= square[1] < len(board[0])
        if not inside or board[square[0]][square[1]][0] != sign:
            return found
        found.append(square)


def written(board: Board) -> str:
    """A board with the numbers of its rows and columns, from 0."""
    height, width = len(board), len(board[0])
    wide = len(str(max(height, width) - 1))
    rows = [["", *map(str, range(width))]]
    rows += [[str(number), *(kind[0] for kind in row)] for number, row in enumerate(board)]
    return "\n".join(" ".join(word.rjust(wide) for word in row) for row in rows)


def brief(position: str) -> str:
    """A position in a few words.

    >>> brief("X../.O./..."), brief(".../.../...")
    ('2 stones', 'empty board')
    """
    count = sum(position.count(sign) for sign in (FIRST, SECOND))
    return f"{count} stone{'s' if count > 1 else ''}" if count else "empty board"


def paint_ground(cell: Cell, kind: str, colours: tuple[str, str, str], line: str) -> None:
    """A square, the line around it, and the marks of a stone that will stand on it.

    colours
        of the square, of one with WINNING, and of the frame that LAST gives it.
    """
    plain, won, frame = colours
    cell.box(0, 0, 1, 1, line)
    cell.box(0.03, 0.03, 0.97, 0.97, frame if LAST in kind else won if WINNING in kind else plain)
    if LAST in kind:
        cell.box(0.11, 0.11, 0.89, 0.89, won if WINNING in kind else plain)

"""Connect Four in plain Python, written from its rules; and a slow solver.

A board is a tuple of columns, a column a tuple of the players of its stones, 0 or 1, from the
bottom. Wins are looked for along every line of four cells of the whole board.

Known from the literature, all for four in a row and perfect play: the first player wins on 7 x 6
(Allen 1988; Allis 1988, "A knowledge-based approach of Connect-Four"); 4 x 4, 5 x 4 and 5 x 5 are
draws (Tromp's table of solved sizes). Sizes are width x height.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

Column = tuple[int, ...]
Board = tuple[Column, ...]
Cell = tuple[int, int]
"""Column from the left and row from the bottom, both from 0."""

FIRST, SECOND = 0, 1
ONGOING, FIRST_WINS, SECOND_WINS, DRAW = range(4)
SYMBOLS = "XO"

KNOWN = {(4, 4): 0, (5, 4): 0, (5, 5): 0, (7, 6): 1}
"""Size -> value of the empty board for the first player, as published."""


def empty(width: int) -> Board:
    return ((),) * width


@cache
def lines(width: int, height: int) -> tuple[tuple[Cell, ...], ...]:
    """Each four cells that lie in a row, a column or a diagonal."""
    found = [
        tuple((column + i * right, row + i * up) for i in range(4))
        for column in range(width)
        for row in range(height)
        for right, up in ((1, 0), (0, 1), (1, 1), (1, -1))
    ]
    return tuple(line for line in found if all(0 <= c < width and 0 <= r < height for c, r in line))


def cells(board: Board) -> dict[Cell, int]:
    """The player of each cell that is not empty."""
    return {
        (column, row): player
        for column, players in enumerate(board)
        for row, player in enumerate(players)
    }


def has_four(board: Board, height: int, player: int) -> bool:
    own = {cell for cell, other in cells(board).items() if other == player}
    return any(own.issuperset(line) for line in lines(len(board), height))


def stones(board: Board) -> int:
    return sum(len(column) for column in board)


def mover(board: Board) -> int:
    return stones(board) % 2


def outcome(board: Board, height: int) -> int:
    if has_four(board, height, FIRST):
        return FIRST_WINS
    if has_four(board, height, SECOND):
        return SECOND_WINS
    return DRAW if stones(board) == len(board) * height else ONGOING


def moves(board: Board, height: int) -> list[int]:
    """The columns that are not full."""
    return [number for number, column in enumerate(board) if len(column) < height]


def play(board: Board, move: int) -> Board:
    """The board with one more stone of the player to move."""
    return tuple(
        (*column, mover(board)) if number == move else column for number, column in enumerate(board)
    )


def mirrored(board: Board) -> Board:
    return board[::-1]


def text(board: Board, height: int) -> str:
    """Rows from the top."""
    rows = [
        "".join(SYMBOLS[players[row]] if row < len(players) else "." for players in board)
        for row in range(height)
    ]
    return "/".join(reversed(rows))


def windows(board: Board, height: int, weights: list[int]) -> int:
    """Weights of the lines with stones of one player alone, the second's against the first's.

    ``weights``: of lines with one, two and three stones.
    """
    worth, players = [0, *weights, 0], cells(board)
    total = 0
    for line in lines(len(board), height):
        held = [players.get(cell) for cell in line]
        if SECOND not in held:
            total += worth[held.count(FIRST)]
        elif FIRST not in held:
            total -= worth[held.count(SECOND)]
    return total


def layers(width: int, height: int, plies: int) -> Iterator[dict[Board, list[int]]]:
    """Boards after 0 .. ``plies`` moves, each with a play that leads there; wins end games."""
    layer: dict[Board, list[int]] = {empty(width): []}
    yield layer
    for _ in range(plies):
        layer = {
            play(board, move): [*played, move]
            for board, played in layer.items()
            if outcome(board, height) == ONGOING
            for move in moves(board, height)
        }
        yield layer


class SlowSolver:
    """Values of positions for the player to move: 1 won, 0 drawn, -1 lost.

    Two questions a position, "is its value at least 0 (or 1)?", each answered once, and once for
    both mirror images. It is, if some move ends the game so well, or leaves the opponent a position
    of which the reverse question is denied.
    """

    def __init__(self, width: int, height: int) -> None:
        self.height = height
        self._columns = sorted(range(width), key=lambda column: abs(2 * column - width + 1))
        self._lines_through: dict[Cell, list[tuple[Cell, ...]]] = {}
        for line in lines(width, height):
            for cell in line:
                self._lines_through.setdefault(cell, []).append(line)
        self._answers: dict[tuple[Board, int], bool] = {}

    def value(self, board: Board) -> int:
        """Value of a position in which the game goes on."""
        if self._is_at_least(board, 1):
            return 1
        return 0 if self._is_at_least(board, 0) else -1

    def _is_at_least(self, board: Board, least: int) -> bool:
        question = min(board, mirrored(board)), least
        if question not in self._answers:
            self._answers[question] = any(
                self._leads_to(board, move, least)
                for move in self._columns
                if len(board[move]) < self.height
            )
        return self._answers[question]

    def _leads_to(self, board: Board, move: int, least: int) -> bool:
        after = play(board, move)
        if self._wins(after, move):
            return True
        if stones(after) == len(after) * self.height:
            return least <= 0
        return not self._is_at_least(after, 1 - least)

    def _wins(self, board: Board, move: int) -> bool:
        """Whether the top stone of a column is in a line of its player's."""
        cell = move, len(board[move]) - 1
        player = board[move][-1]
        return any(
            all(row < len(board[column]) and board[column][row] == player for column, row in line)
            for line in self._lines_through.get(cell, [])
        )

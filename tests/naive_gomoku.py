"""Gomoku's evaluators and candidate generators, and the minimax engine of 2016, in plain Python.

A board is a list of rows; a cell holds EMPTY, FIRST or SECOND. Values are from the side of the
first player. Everything is written from the definitions, on cells and lines of cells; no bit mask,
no table, nothing that is kept from one board to the next.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import groupby

Board = list[list[int]]
Cell = tuple[int, int]

EMPTY, FIRST, SECOND = 0, 1, 2
FIVE = 5
FIVE_SCORE = 100_000
OPEN_SCORES = {1: 10, 2: 100, 3: 1_000, 4: 10_000}
HALF_OPEN_SCORES = {1: 1, 2: 10, 3: 100, 4: 1_000}
WINDOW_SCORES = {1: 1, 2: 8, 3: 64, 4: 512, 5: 0}
WINDOW = 10 * FIVE_SCORE
"""Half of the engine's first alpha-beta window."""


@cache
def line_cells(height: int, width: int) -> list[list[Cell]]:
    """Cells of every row, column and diagonal of both families, however short."""
    cells = [(row, column) for row in range(height) for column in range(width)]
    found = []
    for number_of in (
        lambda row, column: row,
        lambda row, column: column,
        lambda row, column: row - column,
        lambda row, column: row + column,
    ):
        for number in sorted({number_of(*cell) for cell in cells}):
            found.append([cell for cell in cells if number_of(*cell) == number])
    return found


def lines(board: Board) -> list[list[int]]:
    """What stands in all lines."""
    found = line_cells(len(board), len(board[0]))
    return [[board[row][column] for row, column in line] for line in found]


def run_score(length: int, open_ends: int) -> int:
    """What a run of stones counts for its owner."""
    if length >= FIVE:
        return FIVE_SCORE
    return {0: 0, 1: HALF_OPEN_SCORES[length], 2: OPEN_SCORES[length]}[open_ends]


def runs(line: list[int]) -> Iterator[tuple[int, int, int]]:
    """Owner, length and open ends of each run of a line; the line's ends are not open."""
    at = 0
    for owner, stones in groupby(line):
        length = len(list(stones))
        beside = [line[end] for end in (at - 1, at + length) if 0 <= end < len(line)]
        if owner != EMPTY:
            yield owner, length, beside.count(EMPTY)
        at += length


def run_scores(board: Board) -> int:
    """The score table of 2016: the first player's runs less the second's."""
    total = 0
    for line in lines(board):
        for owner, length, open_ends in runs(line):
            total += run_score(length, open_ends) * (1 if owner == FIRST else -1)
    return total


def gapped_runs(board: Board) -> int:
    """Five cells in a line with stones of one player only count by the number of stones."""
    total = 0
    for line in lines(board):
        for start in range(len(line) - FIVE + 1):
            window = line[start : start + FIVE]
            first, second = window.count(FIRST), window.count(SECOND)
            if first and not second:
                total += WINDOW_SCORES[first]
            if second and not first:
                total -= WINDOW_SCORES[second]
    return total


def has_five(board: Board) -> bool:
    """Whether somebody has five or more in a line."""
    return any(length >= FIVE for line in lines(board) for _, length, _ in runs(line))


def mover(board: Board) -> int:
    """FIRST where both have as many stones, else SECOND."""
    stones = [stone for row in board for stone in row]
    return FIRST if stones.count(FIRST) == stones.count(SECOND) else SECOND


def empty_cells(board: Board) -> list[Cell]:
    """In row-major order."""
    height, width = len(board), len(board[0])
    return [(r, c) for r in range(height) for c in range(width) if board[r][c] == EMPTY]


def stones_near(board: Board, cell: Cell, distance: int) -> int:
    """Stones within a Chebyshev distance."""
    rows = board[max(cell[0] - distance, 0) : cell[0] + distance + 1]
    near = [row[max(cell[1] - distance, 0) : cell[1] + distance + 1] for row in rows]
    return sum(1 for row in near for stone in row if stone != EMPTY)


def centre(board: Board) -> Cell:
    """The middle cell; the one below and to the right of the middle where there is none."""
    return len(board) // 2, len(board[0]) // 2


def is_empty(board: Board) -> bool:
    """Whether no stone stands on it."""
    return not any(stone for row in board for stone in row)


def one_ring(board: Board, remaining: int) -> list[Cell]:
    """Empty cells beside a stone, in row-major order."""
    if is_empty(board):
        return [centre(board)]
    return [cell for cell in empty_cells(board) if stones_near(board, cell, 1)]


def two_rings(board: Board, remaining: int) -> list[Cell]:
    """One ring; then, with two plies or more left, the others with two stones within distance 2."""
    near = one_ring(board, remaining)
    if remaining < 2 or is_empty(board):
        return near
    rest = [cell for cell in empty_cells(board) if not stones_near(board, cell, 1)]
    return near + [cell for cell in rest if stones_near(board, cell, 2) >= 2]


def gain(board: Board, cell: Cell, player: int) -> int:
    """What the score table's sum changes by, for a player who puts a stone there."""
    after = with_stone(board, cell, player)
    change = run_scores(after) - run_scores(board)
    return change if player == FIRST else -change


def by_points(board: Board, remaining: int, most: int | None = None) -> list[Cell]:
    """Two rings by what both players would gain there; ``most`` of them at most."""
    points = {
        cell: gain(board, cell, FIRST) + gain(board, cell, SECOND)
        for cell in two_rings(board, remaining)
    }
    return sorted(points, key=lambda cell: (-points[cell], cell))[:most]


def with_stone(board: Board, cell: Cell, player: int) -> Board:
    """A board with one stone more."""
    after = [row[:] for row in board]
    after[cell[0]][cell[1]] = player
    return after


@dataclass
class Count:
    """nodes: all but the root; cutoffs: nodes whose value came over their bound, be it by the value
    of their last move.
    """

    nodes: int = 0
    cutoffs: int = 0


@dataclass(frozen=True)
class Engine:
    """The engine of 2016: minimax, or alpha-beta with strict cuts, for the player to move.

    computer
        the player to move at the root, from whose side scores are told.
    """

    computer: int
    alpha_beta: bool
    count: Count

    def score(self, board: Board) -> int:
        """The score table's sum, the computer's less the other's."""
        return run_scores(board) * (1 if self.computer == FIRST else -1)

    def node(self, board: Board, depth: int, alpha: int, beta: int) -> int:
        """Score of a position below the root."""
        self.count.nodes += 1
        score = self.score(board)
        if depth == 0 or has_five(board):
            return score
        return self.best(board, depth, alpha, beta)[0]

    def best(self, board: Board, depth: int, alpha: int, beta: int) -> tuple[int, Cell]:
        """Score of the best move, and the first such move."""
        player = mover(board)
        sign = 1 if player == self.computer else -1
        best: tuple[int, Cell] | None = None
        for cell in two_rings(board, depth):
            score = self.node(with_stone(board, cell, player), depth - 1, alpha, beta)
            if best is None or sign * score > sign * best[0]:
                best = score, cell
            if not self.alpha_beta:
                continue
            if best[0] > beta if sign == 1 else best[0] < alpha:
                self.count.cutoffs += 1
                break
            alpha = max(alpha, best[0]) if sign == 1 else alpha
            beta = min(beta, best[0]) if sign == -1 else beta
        assert best is not None, "a full board"
        return best


def engine_search(board: Board, depth: int, alpha_beta: bool) -> tuple[int, Cell, Count]:
    """Score of the root, first best move and counts."""
    engine = Engine(mover(board), alpha_beta, Count())
    score, cell = engine.best(board, depth, -WINDOW, WINDOW)
    return score, cell, engine.count

"""Games of two players, written from their rules: trees and positions by walking through all.

A position is a text, whatever the game makes of it; moves are numbers. Values are told from the
side of the first player: 1 he has won, -1 the second has, 0 a draw.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import Protocol

FIRST, SECOND, EMPTY = "XO."

Square = tuple[int, int]
"""Row and column, from 0."""


class Game(Protocol):
    """What the functions below need of a game."""

    def start(self) -> str:
        """The position in which it begins."""

    def mover(self, position: str) -> str:
        """FIRST or SECOND."""

    def moves(self, position: str) -> list[int]:
        """The legal moves, in the game's order; none where the game is over."""

    def play(self, position: str, move: int) -> str:
        """The position after a move."""

    def value(self, position: str) -> int | None:
        """1, -1 or 0 where the game is over; else None."""

    def images(self, position: str) -> list[str]:
        """The position and all that are the same but for symmetry."""


@dataclass(frozen=True)
class LineBoard:
    """m,n,k-games and gomoku: ``length`` stones in a row win, or exactly so many.

    A position has a sign for each cell, row by row, without ends of rows.
    """

    width: int
    height: int
    length: int
    exactly: bool = False

    def start(self) -> str:
        """The empty board."""
        return EMPTY * (self.width * self.height)

    def mover(self, position: str) -> str:
        """Whose turn it is: X moves first."""
        return FIRST if position.count(FIRST) == position.count(SECOND) else SECOND

    def moves(self, position: str) -> list[int]:
        """Empty cells, row by row."""
        if self.value(position) is not None:
            return []
        return [cell for cell, sign in enumerate(position) if sign == EMPTY]

    def play(self, position: str, move: int) -> str:
        """A stone more."""
        return position[:move] + self.mover(position) + position[move + 1 :]

    def value(self, position: str) -> int | None:
        """By a look at every line of the board."""
        winners = self.winners(position)
        if winners:
            return 1 if FIRST in winners else -1
        return None if EMPTY in position else 0

    def winners(self, position: str) -> frozenset[str]:
        """The signs that have enough stones in a row."""
        return _winners(self, position)

    def images(self, position: str) -> list[str]:
        """Mirrored and turned; those that are higher than wide, or the reverse, are none."""
        return [
            "".join(position[row * self.width + column] for row, column in image)
            for image in images_of(self.width, self.height)
        ]

    def text(self, position: str) -> str:
        """The canonical text, with ends of rows."""
        return "/".join(
            position[row * self.width : (row + 1) * self.width] for row in range(self.height)
        )


@cache
def lines(width: int, height: int) -> list[list[Square]]:
    """All rows, columns and diagonals, each from border to border."""
    squares = [(row, column) for row in range(height) for column in range(width)]
    found = []
    for number_of in (
        lambda row, column: row,
        lambda row, column: column,
        lambda row, column: row - column,
        lambda row, column: row + column,
    ):
        for number in sorted({number_of(*square) for square in squares}):
            found.append([square for square in squares if number_of(*square) == number])
    return found


def _winners(board: LineBoard, position: str) -> frozenset[str]:
    winners = set()
    for line in lines(board.width, board.height):
        signs = [position[row * board.width + column] for row, column in line]
        for sign, run in groupby(signs):
            stones = len(list(run))
            enough = stones == board.length if board.exactly else stones >= board.length
            if sign != EMPTY and enough:
                winners.add(sign)
    return frozenset(winners)


@cache
def images_of(width: int, height: int) -> list[list[Square]]:
    """For each symmetry of the board, the square that each cell is taken from, row by row."""
    last_row, last_column = height - 1, width - 1
    symmetries = [
        lambda row, column: (row, column),
        lambda row, column: (row, last_column - column),
        lambda row, column: (last_row - row, column),
        lambda row, column: (last_row - row, last_column - column),
    ]
    if width == height:
        symmetries += [
            lambda row, column: (column, row),
            lambda row, column: (column, last_column - row),
            lambda row, column: (last_row - column, row),
            lambda row, column: (last_row - column, last_column - row),
        ]
    squares = [(row, column) for row in range(height) for column in range(width)]
    return [[symmetry(*square) for square in squares] for symmetry in symmetries]


def longest_line(board: LineBoard, position: str, sign: str, open_lines: bool = False) -> int:
    """Most stones of a sign among ``length`` neighbouring cells of a line."""
    other = SECOND if sign == FIRST else FIRST
    most = 0
    for line in lines(board.width, board.height):
        signs = [position[row * board.width + column] for row, column in line]
        for first in range(len(signs) - board.length + 1):
            window = signs[first : first + board.length]
            if not (open_lines and other in window):
                most = max(most, window.count(sign))
    return most


def positions_by_ply(game: Game, plies: int, symmetry: bool = False) -> list[int]:
    """Distinct positions after 0 .. ``plies`` moves; with symmetry, those that are no images."""
    return [len(layer) for layer in layers(game, plies, symmetry)]


def layers(game: Game, plies: int, symmetry: bool = False) -> Iterator[set[str]]:
    """Those positions themselves, breadth first."""

    def one_of(position: str) -> str:
        return min(game.images(position)) if symmetry else position

    layer = {one_of(game.start())}
    yield layer
    for _ in range(plies):
        layer = {
            one_of(game.play(position, move)) for position in layer for move in game.moves(position)
        }
        yield layer


def reachable(game: Game, plies: int) -> set[str]:
    """All positions that come up within so many moves."""
    return set().union(*layers(game, plies))


@dataclass(frozen=True)
class Tree:
    """Sizes of a game's tree, in which a position stands once for each way to it.

    nodes
        by ply, the root included.
    ends
        how many games end with a value.
    """

    nodes: list[int]
    ends: Counter[int]


def tree(game: Game, plies: int) -> Tree:
    """Walk through all games, to so many moves."""
    values: dict[str, int | None] = {}
    nodes, ends = [0] * (plies + 1), Counter[int]()

    def walk(position: str, ply: int) -> None:
        nodes[ply] += 1
        if position not in values:
            values[position] = game.value(position)
        value = values[position]
        if value is not None:
            ends[value] += 1
        elif ply < plies:
            for move in moves_of(position):
                walk(game.play(position, move), ply + 1)

    moves_of = cache(game.moves)
    walk(game.start(), 0)
    return Tree(nodes, ends)


def minimax(game: Game, position: str, known: dict[str, int]) -> int:
    """The value under perfect play; ``known`` keeps those of the positions that were seen."""
    if position not in known:
        value = game.value(position)
        if value is None:
            best = max if game.mover(position) == FIRST else min
            value = best(minimax(game, after, known) for after in children(game, position))
        known[position] = value
    return known[position]


def children(game: Game, position: str) -> Iterable[str]:
    """The positions after each move."""
    return (game.play(position, move) for move in game.moves(position))

"""The tic-tac-toe player of the article on minimax, in plain Python, from the article's rule.

It values each move by minimax four plies deeper and takes the first of the best. A position counts
the sign of the longest own count in a line less the other's. Where somebody has won that is his
sign, for the other has no three in a line.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from naive_games import FIRST, SECOND, LineBoard, children, longest_line

BOARD = LineBoard(3, 3, 3)
DEEPER = 4
"""Plies below each move of the root."""


@cache
def heuristic(position: str) -> int:
    """From the side of the first player."""
    first, second = (longest_line(BOARD, position, sign) for sign in (FIRST, SECOND))
    return (first > second) - (first < second)


@cache
def searched(position: str, depth: int) -> tuple[int, int]:
    """Value for the first player, and how many positions the search plays below this one."""
    ended = BOARD.value(position)
    if ended is not None:
        return ended, 0
    if depth == 0:
        return heuristic(position), 0
    below = [searched(after, depth - 1) for after in children(BOARD, position)]
    best = max if BOARD.mover(position) == FIRST else min
    return best(value for value, _ in below), sum(1 + nodes for _, nodes in below)


@cache
def choice(position: str) -> tuple[int, int, int]:
    """The move, its value for the player to move, and the positions played to find it."""
    side = 1 if BOARD.mover(position) == FIRST else -1
    found = [
        (move, *searched(BOARD.play(position, move), DEEPER)) for move in BOARD.moves(position)
    ]
    best = max(side * value for _, value, _ in found)
    move = next(move for move, value, _ in found if side * value == best)
    return move, best, sum(1 + nodes for _, _, nodes in found)


def games(position: str, player: str) -> Iterator[str]:
    """How all games from a position end in which ``player`` plays so, and the other anything."""
    if BOARD.value(position) is not None:
        yield position
    elif BOARD.mover(position) == player:
        yield from games(BOARD.play(position, choice(position)[0]), player)
    else:
        for after in children(BOARD, position):
            yield from games(after, player)

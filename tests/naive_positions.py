"""Distinct positions of a game by ply, breadth first, with all that is counted of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any

import naive_connect_four as four
from naive_games import Game

ENDS = {1: "first_wins", -1: "second_wins", 0: "draws"}
Level = Counter[str]


@dataclass(frozen=True)
class Rules:
    """What a walk needs of a game; positions are values, and ``one_of`` picks one of its images.

    value
        1, -1 or 0 where the game is over; else None.
    """

    moves: Callable[[Any], list[int]]
    play: Callable[[Any, int], Any]
    value: Callable[[Any], int | None]
    one_of: Callable[[Any], Hashable]


def rules_of_lines(game: Game, symmetry: bool) -> Rules:
    """m,n,k-games."""

    def one_of(position: str) -> str:
        return min(game.images(position)) if symmetry else position

    return Rules(game.moves, game.play, game.value, one_of)


def rules_of_four(height: int, symmetry: bool) -> Rules:
    """Connect Four."""
    values = {four.ONGOING: None, four.FIRST_WINS: 1, four.SECOND_WINS: -1, four.DRAW: 0}

    def one_of(board: four.Board) -> four.Board:
        return min(board, four.mirrored(board)) if symmetry else board

    return Rules(
        lambda board: four.moves(board, height),
        four.play,
        lambda board: values[four.outcome(board, height)],
        one_of,
    )


def counted(rules: Rules, start: Any, depth: int) -> list[Level]:
    """By ply: visited, expanded, generated, leaves, first_wins, second_wins, draws."""
    layer, generated, levels = {rules.one_of(start)}, 0, []
    for ply in range(depth + 1):
        level = Counter({"visited": len(layer), "generated": generated})
        over = {position: rules.value(position) for position in layer}
        level.update(ENDS[value] for value in over.values() if value is not None)
        going_on = [position for position, value in over.items() if value is None]
        if ply == depth:
            level["leaves"] = len(layer)
            going_on = []
        else:
            level["leaves"] = len(layer) - len(going_on)
        level["expanded"] = len(going_on)
        levels.append(level)
        after = [rules.play(p, move) for p in going_on for move in rules.moves(p)]
        layer, generated = set(map(rules.one_of, after)), len(after)
        if not layer:
            break
    return levels

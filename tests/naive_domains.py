"""Search problems and heuristics, written from their definitions and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import floor
from typing import Any

State = Any
"""Anything hashable; comparable too where ties are broken lexicographically."""
Operator = Any
"""The name of an operator: anything hashable."""
Step = tuple[Operator, State, int]
"""Operator, the state that it makes, its cost."""
Tiles = tuple[int, ...]
Heuristic = Callable[..., int]

DEAD_END = 1 << 24
"""What a heuristic may give for a state from which no goal can be reached."""

MOVES = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}
"""Row and column that a move of the blank adds."""
INVERSE = {"U": "D", "D": "U", "L": "R", "R": "L"}


@dataclass(frozen=True)
class Problem:
    """What an algorithm may ask.

    operators(state, last)
        the applicable operators in operator order. ``last`` is the operator that led to
        ``state`` (None at the start), for domains that prune its inverse. No two operators of a
        state have the same name.
    h(state)
        the heuristic, or DEAD_END.
    """

    start: State
    operators: Callable[[State, Operator | None], list[Step]]
    is_goal: Callable[[State], bool]
    h: Callable[[State], int]


def graph(
    edges: Mapping[State, Iterable[tuple[State, int]]],
    start: State,
    goals: Iterable[State],
    h: Mapping[State, int] | None = None,
) -> Problem:
    """A graph given by its edges (target, cost). An operator is the pair of its two ends."""
    goals, h = set(goals), h or {}
    return Problem(
        start,
        lambda state, last: [((state, to), to, cost) for to, cost in edges.get(state, ())],
        lambda state: state in goals,
        lambda state: h.get(state, 0),
    )


# Sliding tiles


def tile_cost(tile: int, blank: int, cost: str) -> int:
    """Cost of a move of a tile; where the blank is not 0, tiles are counted from 0."""
    number = tile if blank == 0 else tile + 1
    if tile == blank or cost == "unit":
        return 1
    return {"heavy": number, "inverse": floor(Fraction(5040, number) + Fraction(1, 2))}[cost]


def neighbours(
    tiles: Tiles,
    width: int,
    height: int,
    order: str = "UDLR",
    blank: int = 0,
    last: str | None = None,
    cost: str = "unit",
) -> list[tuple[str, Tiles, int]]:
    """States one move of the blank away, in the given order, without the inverse of ``last``."""
    at = tiles.index(blank)
    row, column = divmod(at, width)
    found = []
    for move in order:
        down, right = MOVES[move]
        inside = 0 <= row + down < height and 0 <= column + right < width
        if inside and (last is None or move != INVERSE[last]):
            to = (row + down) * width + column + right
            moved = list(tiles)
            moved[at], moved[to] = moved[to], moved[at]
            found.append((move, tuple(moved), tile_cost(tiles[to], blank, cost)))
    return found


def sliding_tiles(
    start: Tiles,
    goal: Tiles,
    width: int,
    height: int,
    order: str = "UDLR",
    blank: int = 0,
    parent_pruning: bool = False,
    heuristic: str = "zero",
    count_blank: bool = False,
    cost: str = "unit",
) -> Problem:
    """The sliding-tile puzzle: row-major ``start`` and ``goal``."""
    measure = HEURISTICS[heuristic]
    return Problem(
        start,
        lambda tiles, last: neighbours(
            tiles, width, height, order, blank, last if parent_pruning else None, cost
        ),
        lambda tiles: tiles == goal,
        lambda tiles: measure(tiles, goal, width, blank, count_blank, cost),
    )


def depth_counts(
    goal: Tiles, width: int, height: int, blank: int = 0, deepest: int | None = None
) -> list[int]:
    """How many states lie 0, 1, 2, ... moves from ``goal``, down to depth ``deepest`` or all.

    Moves can be taken back, so a neighbour of a state at depth d lies at depth d-1 or d+1.
    """
    before: set[Tiles] = set()
    layer = {goal}
    counts: list[int] = []
    while layer and (deepest is None or len(counts) <= deepest):
        counts.append(len(layer))
        around = set()
        for tiles in layer:
            around |= {there for _, there, _ in neighbours(tiles, width, height, blank=blank)}
        before, layer = layer, around - before
    return counts


@lru_cache(maxsize=8)
def reachable(goal: Tiles, width: int, height: int, blank: int = 0) -> frozenset[Tiles]:
    """All states from which ``goal`` can be reached, found by visiting them (small boards)."""
    known = {goal}
    waiting = [goal]
    while waiting:
        for _, tiles, _ in neighbours(waiting.pop(), width, height, blank=blank):
            if tiles not in known:
                known.add(tiles)
                waiting.append(tiles)
    return frozenset(known)


def is_solvable(start: Tiles, goal: Tiles, width: int, height: int, blank: int = 0) -> bool:
    """Whether ``start`` can be turned into ``goal`` (small boards: looks at every state)."""
    return start in reachable(goal, width, height, blank)


# Heuristics of sliding tiles. ``count_blank`` False: the cell that holds the blank is skipped.
# ``cost``: what the moves that are counted cost.


def zero(
    tiles: Tiles, goal: Tiles, width: int, blank: int, count_blank: bool, cost: str = "unit"
) -> int:
    """Nothing is known."""
    return 0


def misplaced(
    tiles: Tiles, goal: Tiles, width: int, blank: int, count_blank: bool, cost: str = "unit"
) -> int:
    """Number of cells that do not hold what they hold in the goal."""
    return sum(
        (tile != wanted) * tile_cost(tile, blank, cost)
        for tile, wanted in zip(tiles, goal, strict=True)
        if count_blank or tile != blank
    )


def digit_difference(
    tiles: Tiles, goal: Tiles, width: int, blank: int, count_blank: bool, cost: str = "unit"
) -> int:
    """Sum over the cells of the difference between the number there and the goal's number."""
    return sum(
        abs(tile - wanted) * tile_cost(tile, blank, cost)
        for tile, wanted in zip(tiles, goal, strict=True)
        if count_blank or tile != blank
    )


def manhattan(
    tiles: Tiles, goal: Tiles, width: int, blank: int, count_blank: bool, cost: str = "unit"
) -> int:
    """Sum over the tiles of the rows and columns between their cell and their goal cell."""
    total = 0
    for cell, tile in enumerate(tiles):
        if count_blank or tile != blank:
            row, column = divmod(cell, width)
            goal_row, goal_column = divmod(goal.index(tile), width)
            moves = abs(row - goal_row) + abs(column - goal_column)
            total += moves * tile_cost(tile, blank, cost)
    return total


def removals(wanted: list[int], weights: list[int] | None = None) -> int:
    """Least weight of tiles to take out of a line, so that no two have to pass each other.

    ``wanted`` holds the goal places of the line's own tiles, in the order in which they stand,
    ``weights`` what each weighs (1 if None).
    """
    own = list(zip(wanted, weights or [1] * len(wanted), strict=True))
    kept = max(
        sum(weight for _, weight in subset)
        for size in range(len(own) + 1)
        for subset in combinations(own, size)
        if all(left < right for (left, _), (right, _) in combinations(subset, 2))
    )
    return sum(weight for _, weight in own) - kept


def linear_conflict(
    tiles: Tiles, goal: Tiles, width: int, blank: int, count_blank: bool, cost: str = "unit"
) -> int:
    """Manhattan distance, and two moves for every tile that has to leave its line.

    Hansson, Mayer & Yung 1992. The blank is never counted.
    """
    cells = range(len(tiles))
    rows = [[cell for cell in cells if cell // width == row] for row in range(len(tiles) // width)]
    columns = [[cell for cell in cells if cell % width == column] for column in range(width)]
    taken_out = 0
    for line in rows + columns:
        there = [tiles[cell] for cell in line if tiles[cell] != blank]
        own = [tile for tile in there if goal.index(tile) in line]
        weights = [tile_cost(tile, blank, cost) for tile in own]
        taken_out += removals([goal.index(tile) for tile in own], weights)
    return manhattan(tiles, goal, width, blank, False, cost) + 2 * taken_out


HEURISTICS: dict[str, Heuristic] = {
    "zero": zero,
    "misplaced": misplaced,
    "digit_difference": digit_difference,
    "manhattan": manhattan,
    "linear_conflict": linear_conflict,
}

"""Search problems and heuristics, written from their definitions and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any

State = Any
"""Anything hashable; comparable too where ties are broken lexicographically."""
Operator = Any
"""The name of an operator: anything hashable."""
Step = tuple[Operator, State, int]
"""Operator, the state that it makes, its cost."""
Tiles = tuple[int, ...]
Heuristic = Callable[[Tiles, Tiles, int, int, bool], int]

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
        the heuristic.
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


def neighbours(
    tiles: Tiles,
    width: int,
    height: int,
    order: str = "UDLR",
    blank: int = 0,
    last: str | None = None,
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
            found.append((move, tuple(moved), 1))
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
) -> Problem:
    """The sliding-tile puzzle: row-major ``start`` and ``goal``, every move costs 1."""
    measure = HEURISTICS[heuristic]
    return Problem(
        start,
        lambda tiles, last: neighbours(
            tiles, width, height, order, blank, last if parent_pruning else None
        ),
        lambda tiles: tiles == goal,
        lambda tiles: measure(tiles, goal, width, blank, count_blank),
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


def zero(tiles: Tiles, goal: Tiles, width: int, blank: int, count_blank: bool) -> int:
    """Nothing is known."""
    return 0


def misplaced(tiles: Tiles, goal: Tiles, width: int, blank: int, count_blank: bool) -> int:
    """Number of cells that do not hold what they hold in the goal."""
    return sum(
        tile != wanted
        for tile, wanted in zip(tiles, goal, strict=True)
        if count_blank or tile != blank
    )


def digit_difference(tiles: Tiles, goal: Tiles, width: int, blank: int, count_blank: bool) -> int:
    """Sum over the cells of the difference between the number there and the goal's number."""
    return sum(
        abs(tile - wanted)
        for tile, wanted in zip(tiles, goal, strict=True)
        if count_blank or tile != blank
    )


def manhattan(tiles: Tiles, goal: Tiles, width: int, blank: int, count_blank: bool) -> int:
    """Sum over the tiles of the rows and columns between their cell and their goal cell."""
    total = 0
    for cell, tile in enumerate(tiles):
        if count_blank or tile != blank:
            row, column = divmod(cell, width)
            goal_row, goal_column = divmod(goal.index(tile), width)
            total += abs(row - goal_row) + abs(column - goal_column)
    return total


def removals(wanted: list[int]) -> int:
    """Least number of tiles to take out of a line, so that no two have to pass each other.

    ``wanted`` holds the goal places of the line's own tiles, in the order in which they stand.
    """
    kept = next(
        size
        for size in range(len(wanted), -1, -1)
        for subset in combinations(wanted, size)
        if all(left < right for left, right in combinations(subset, 2))
    )
    return len(wanted) - kept


def linear_conflict(tiles: Tiles, goal: Tiles, width: int, blank: int, count_blank: bool) -> int:
    """Manhattan distance, and two moves for every tile that has to leave its line.

    Hansson, Mayer & Yung 1992. The blank is never counted.
    """
    cells = range(len(tiles))
    rows = [[cell for cell in cells if cell // width == row] for row in range(len(tiles) // width)]
    columns = [[cell for cell in cells if cell % width == column] for column in range(width)]
    taken_out = 0
    for line in rows + columns:
        own = [tiles[cell] for cell in line if tiles[cell] != blank]
        taken_out += removals([goal.index(tile) for tile in own if goal.index(tile) in line])
    return manhattan(tiles, goal, width, blank, False) + 2 * taken_out


HEURISTICS: dict[str, Heuristic] = {
    "zero": zero,
    "misplaced": misplaced,
    "digit_difference": digit_difference,
    "manhattan": manhattan,
    "linear_conflict": linear_conflict,
}

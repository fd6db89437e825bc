"""Sokoban, written from its rules on sets of squares and nothing else.

A square is (row, column), from 0, in the text of a level. A state is the boxes' squares in
row-major order and the man's square. An operator is a push, named "x y direction": column and row
of the box's square before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from naive_domains import DEAD_END, Operator, Problem, Step

Square = tuple[int, int]
Boxes = tuple[Square, ...]
State = tuple[Boxes, Square]

DIRECTIONS = {
    "U": ("up", -1, 0),
    "D": ("down", 1, 0),
    "L": ("left", 0, -1),
    "R": ("right", 0, 1),
}
"""Name, rows and columns that a step adds."""


@dataclass(frozen=True)
class Level:
    """What a level's text shows.

    floor
        the squares that the man can reach with all boxes taken away. All others are walls.
    goals, boxes, man
        those on the floor.
    is_lost
        whether a box that is on no goal, or a goal without a box, lies off the floor.
    """

    floor: frozenset[Square]
    goals: frozenset[Square]
    boxes: Boxes
    man: Square
    is_lost: bool


@dataclass(frozen=True)
class Rules:
    """Parameters of the domain."""

    operator_order: str = "UDLR"
    cost: str = "pushes"
    dead_squares: bool = True
    freeze_deadlocks: bool = False
    bipartite_deadlocks: bool = False


UNPRUNED = Rules(dead_squares=False)


def step(square: Square, direction: str, times: int = 1) -> Square:
    """The square so many steps away, or back if ``times`` is negative."""
    _, rows, columns = DIRECTIONS[direction]
    return square[0] + times * rows, square[1] + times * columns


def walks(start: Square, free: frozenset[Square] | set[Square]) -> dict[Square, int]:
    """Length of the shortest walk over free squares to each that can be reached."""
    lengths = {start: 0}
    waiting = [start]
    for square in waiting:
        for direction in DIRECTIONS:
            there = step(square, direction)
            if there in free and there not in lengths:
                lengths[there] = lengths[square] + 1
                waiting.append(there)
    return lengths


@lru_cache(maxsize=64)
def parse(text: str) -> Level:
    """A level's text; the man cannot walk out of it."""
    signs = {
        (row, column): sign
        for row, line in enumerate(text.split("\n"))
        for column, sign in enumerate(line)
    }
    (man,) = (square for square, sign in signs.items() if sign in "@+")
    inside = {square for square, sign in signs.items() if sign != "#"}
    floor = frozenset(walks(man, inside))
    boxes = {square for square, sign in signs.items() if sign in "$*"}
    goals = frozenset(square for square, sign in signs.items() if sign in ".*+")
    return Level(
        floor=floor,
        goals=goals & floor,
        boxes=tuple(sorted(boxes & floor)),
        man=man,
        is_lost=boxes - floor != goals - floor,
    )


@lru_cache(maxsize=4096)
def pulls(floor: frozenset[Square], goal: Square) -> dict[Square, int]:
    """Fewest pushes that bring a box from each square to the goal, by pulls from the goal.

    Other boxes are ignored, and how the man comes to where he has to stand.
    """
    lengths = {goal: 0}
    waiting = [goal]
    for square in waiting:
        for direction in DIRECTIONS:
            to, man = step(square, direction), step(square, direction, 2)
            if to in floor and man in floor and to not in lengths:
                lengths[to] = lengths[square] + 1
                waiting.append(to)
    return lengths


@lru_cache(maxsize=64)
def dead_squares(level: Level) -> frozenset[Square]:
    """Floor from which a box comes to no goal."""
    alive = {square for goal in level.goals for square in pulls(level.floor, goal)}
    return level.floor - alive


def frozen(level: Level, boxes: Iterable[Square]) -> set[Square]:
    """The greatest set of boxes of which each is blocked on both axes."""
    dead = dead_squares(level)
    left = set(boxes)

    def is_blocked(box: Square, axis: str) -> bool:
        sides = [step(box, direction) for direction in axis]
        walls_or_boxes = [side not in level.floor or side in left for side in sides]
        return any(walls_or_boxes) or all(side in dead for side in sides)

    while True:
        free = {box for box in left if not (is_blocked(box, "LR") and is_blocked(box, "UD"))}
        if not free:
            return left
        left -= free


def assignment_cost(level: Level, boxes: Boxes) -> int | None:
    """Least sum of pushes that bring each box to a goal of its own, each goal one box; or None."""

    @cache
    def least(count: int, goals: frozenset[Square]) -> int | None:
        """Of the first ``count`` boxes and as many goals."""
        if count == 0:
            return 0
        sums = []
        for goal in goals:
            own = pulls(level.floor, goal).get(boxes[count - 1])
            others = None if own is None else least(count - 1, goals - {goal})
            if own is not None and others is not None:
                sums.append(own + others)
        return min(sums, default=None)

    return least(len(boxes), level.goals)


def is_deadlock(level: Level, rules: Rules, boxes: Boxes) -> bool:
    """Whether these boxes are a deadlock of a kind that is to be left out."""
    if rules.freeze_deadlocks and frozen(level, boxes) - level.goals:
        return True
    return rules.bipartite_deadlocks and assignment_cost(level, boxes) is None


def place(level: Level, rules: Rules, boxes: Boxes, man: Square) -> Square:
    """The man's square; where walks cost nothing, the first one that he can reach."""
    if rules.cost == "moves":
        return man
    return min(walks(man, level.floor - set(boxes)))


def pushes(level: Level, rules: Rules, state: State) -> Iterator[Step]:
    """Every push that the rules allow: by boxes in row-major order, then in operator order.

    A deadlock, which only a start can be, has none.
    """
    boxes, man = state
    if is_deadlock(level, rules, boxes):
        return
    lengths = walks(man, level.floor - set(boxes))
    for box in boxes:
        for direction in rules.operator_order:
            behind, ahead = step(box, direction, -1), step(box, direction)
            if behind not in lengths or ahead not in level.floor or ahead in boxes:
                continue
            if rules.dead_squares and ahead in dead_squares(level):
                continue
            after = tuple(sorted({*boxes, ahead} - {box}))
            if is_deadlock(level, rules, after):
                continue
            cost = lengths[behind] + 1 if rules.cost == "moves" else 1
            yield push_name(box, direction), (after, place(level, rules, after, box)), cost


def push_name(box: Square, direction: str) -> Operator:
    """As recorded paths name it."""
    return f"{box[1]} {box[0]} {DIRECTIONS[direction][0]}"


def start_of(level: Level, rules: Rules) -> State:
    """The state that the level's text shows."""
    return level.boxes, place(level, rules, level.boxes, level.man)


# Heuristics


def zero(level: Level, state: State) -> int:
    """Nothing is known."""
    return 0


def nearest_goal(level: Level, state: State) -> int:
    """Sum over the boxes of the pushes to the nearest goal."""
    total = 0
    for box in state[0]:
        reached = [pulls(level.floor, goal) for goal in level.goals]
        lengths = [lengths[box] for lengths in reached if box in lengths]
        if not lengths:
            return DEAD_END
        total += min(lengths)
    return total


def matching(level: Level, state: State) -> int:
    """Least sum of pushes that bring each box to a goal of its own."""
    cost = assignment_cost(level, state[0])
    return DEAD_END if cost is None else cost


SOKOBAN_HEURISTICS = {"zero": zero, "nearest_goal": nearest_goal, "matching": matching}


def sokoban(text: str, rules: Rules | None = None, heuristic: str = "zero") -> Problem:
    """A level that is not lost, as the algorithms take it."""
    level, chosen = parse(text), rules or Rules()
    measure = SOKOBAN_HEURISTICS[heuristic]
    return Problem(
        start_of(level, chosen),
        lambda state, last: list(pushes(level, chosen, state)),
        lambda state: set(state[0]) == level.goals,
        lambda state: measure(level, state),
    )

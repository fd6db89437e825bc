"""Random small Sokoban levels that can be solved: boxes are pulled away from their goals.

A pull is a push played backward, so that the pulls in opposite order, as pushes, are a solution.
"""

from __future__ import annotations

from collections.abc import Collection, Set

from kernels.cores.sokoban_levels import STEPS, Square
from kernels.random import SplitMix64

WIDTHS, HEIGHTS = (4, 7), (4, 6)  # squares between the outer walls, both bounds included
BOXES = (1, 4)
WALLED = 5  # at most every fifth square inside is a wall
PULLS = (20, 80)  # where their number is not given

# What is on a square, by whether a box, the man and a goal are there.
SYMBOLS = {
    (False, False, False): " ",
    (False, False, True): ".",
    (True, False, False): "$",
    (True, False, True): "*",
    (False, True, False): "@",
    (False, True, True): "+",
}


def room(rng: SplitMix64, moves: int | None) -> str:
    """The canonical text of a level of 1 to 4 boxes in a room of 4-7 x 4-6 squares.

    moves
        random pulls that are made from the solved level, any that is possible as likely; fewer
        only where none is possible any more. None draws a number, and then no box is left on a
        goal.

    Walls are closed, all floor is connected, and at least one box can leave its goal.
    """
    count = _between(rng, BOXES)
    while True:
        width, height = _between(rng, WIDTHS), _between(rng, HEIGHTS)
        floor = _floor(rng, width, height)
        goals = _drawn(rng, floor, count)
        man = _drawn(rng, floor - goals, 1).pop()
        boxes = set(goals)
        if not _pulls(floor, boxes, man):
            continue
        man = _pulled(rng, floor, boxes, man, _between(rng, PULLS) if moves is None else moves)
        if moves is not None or not boxes & goals:
            return _text(width, height, floor, goals, boxes, man)


def farthest(rng: SplitMix64, width: int, height: int, boxes: int) -> tuple[str, int]:
    """A level of a random room that takes more pushes than any other of it, and how many.

    The room has so many squares between its walls, and random goals. All states are found that
    pulls make of the solved ones, in the order of their pulls; one of the last is taken. So the
    number of pulls is the least number of pushes that solves it.
    """
    floor = _floor(rng, width, height)
    goals = frozenset(_drawn(rng, floor, boxes))
    layer = {(goals, area) for area in _areas(floor - goals)}
    known, pulls = set(layer), 0
    while True:
        after = {state for before in layer for state in _pulled_once(floor, *before)} - known
        if not after:
            placed, area = min(layer, key=lambda state: (sorted(state[0]), sorted(state[1])))
            man = _drawn(rng, area, 1).pop()
            return _text(width, height, floor, goals, placed, man), pulls
        known |= after
        layer, pulls = after, pulls + 1


State = tuple[frozenset[Square], frozenset[Square]]
"""The boxes, and the squares to which the man can walk."""


def _pulled_once(
    floor: set[Square], boxes: frozenset[Square], area: frozenset[Square]
) -> set[State]:
    """The states that one pull makes of a state."""
    found = set()
    for box, (down, right) in _pulls(floor, boxes, min(area)):
        target = box[0] + down, box[1] + right
        moved = boxes - {box} | {target}
        man = target[0] + down, target[1] + right
        found.add((moved, frozenset(_reach(floor - moved, man))))
    return found


def _areas(free: set[Square]) -> list[frozenset[Square]]:
    """The connected parts of some squares."""
    found = []
    while free:
        found.append(frozenset(_reach(free, min(free))))
        free = free - found[-1]
    return found


def _pulled(
    rng: SplitMix64, floor: set[Square], boxes: set[Square], man: Square, pulls: int
) -> Square:
    """Pull ``boxes`` about, so many times; returns where the man then goes."""
    for _ in range(pulls):
        possible = _pulls(floor, boxes, man)
        if not possible:
            break
        box, (down, right) = possible[rng.below(len(possible))]
        target = box[0] + down, box[1] + right
        boxes.remove(box)
        boxes.add(target)
        man = target[0] + down, target[1] + right
    return _drawn(rng, _reach(floor - boxes, man), 1).pop()


def _pulls(floor: set[Square], boxes: Set[Square], man: Square) -> list[tuple[Square, Square]]:
    """Box and step of each pull that is possible: the man stands beside the box and steps back."""
    reach = _reach(floor - boxes, man)
    return [
        ((row, column), (down, right))
        for row, column in sorted(boxes)
        for down, right in STEPS
        if (row + down, column + right) in reach and (row + 2 * down, column + 2 * right) in reach
    ]


def _floor(rng: SplitMix64, width: int, height: int) -> set[Square]:
    """The squares inside that are no walls, all connected."""
    inside = {(row, column) for row in range(1, height + 1) for column in range(1, width + 1)}
    while True:
        walls = _drawn(rng, inside, rng.below(len(inside) // WALLED + 1))
        floor = inside - walls
        if _reach(floor, min(floor)) == floor:
            return floor


def _reach(free: Set[Square], man: Square) -> set[Square]:
    """The free squares to which the man can walk."""
    found, waiting = {man}, [man]
    while waiting:
        row, column = waiting.pop()
        around = {(row + down, column + right) for down, right in STEPS}
        waiting += around & free - found
        found |= around & free
    return found


def _drawn(rng: SplitMix64, squares: Collection[Square], count: int) -> set[Square]:
    """So many of the squares, each choice as likely."""
    shuffled = sorted(squares)
    rng.shuffle(shuffled)
    return set(shuffled[:count])


def _between(rng: SplitMix64, bounds: tuple[int, int]) -> int:
    least, most = bounds
    return least + rng.below(most - least + 1)


def _text(
    width: int,
    height: int,
    floor: Set[Square],
    goals: Set[Square],
    boxes: Set[Square],
    man: Square,
) -> str:
    return "\n".join(
        "".join(
            SYMBOLS[at in boxes, at == man, at in goals] if (at := (row, column)) in floor else "#"
            for column in range(width + 2)
        )
        for row in range(height + 2)
    )

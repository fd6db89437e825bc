"""Sokoban: a recorded solution replayed push by push, its boards, and its line of letters.

The rules stand here once more, in plain Python and apart from the domain that was searched, so
that a replay checks the solution. A push is ``x y direction``: column and row of the box before it,
both from 0 at the top left of the level's text, and one of up, down, left, right.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from harness.pictures import Cell

OPERATOR = "push"

Square = tuple[int, int]
"""Row and column."""

STEPS: dict[str, Square] = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
PUSH = re.compile(rf"(\d+) (\d+) ({'|'.join(STEPS)})", re.ASCII)

WALL, FLOOR, GOAL, BOX, STORED, MAN, MAN_ON_GOAL = "# .$*@+"
OUTSIDE, TRODDEN, TRODDEN_GOAL = "~,:"
"""Cells that only pictures have: what no walk can reach, and where the man went before a push."""

ON_GOAL = {FLOOR: GOAL, BOX: STORED, MAN: MAN_ON_GOAL, TRODDEN: TRODDEN_GOAL}

SAND, MORTAR, BRICK, RED, GREY = "#f4ecd8", "#4a4f57", "#7d8590", "#c8432b", "#a89f8a"
WOOD, DARK_WOOD, GREEN, DARK_GREEN = "#e0a458", "#94602a", "#7cc08a", "#2f7d46"
BLUE, DARK_BLUE, SKIN = "#0072b2", "#01426a", "#f6cfa8"
BRICKS = ((0, 0.05, 0.47, 0.5), (0.53, 0.05, 1, 0.5), (0, 0.55, 0.22, 1), (0.28, 0.55, 1, 1))


class Level(NamedTuple):
    """A level as it is before the first push; ``floor`` is every square that is no wall."""

    height: int
    width: int
    floor: frozenset[Square]
    goals: frozenset[Square]
    boxes: frozenset[Square]
    man: Square


class Position(NamedTuple):
    """What stands where.

    walk
        the squares that the man went over before the push that led here, without the box's.
    letters
        his steps since the position before, walk and push: ``lurd``, in capitals for the push.
    """

    boxes: frozenset[Square]
    man: Square
    walk: tuple[Square, ...] = ()
    letters: str = ""


def boards(start: str, params: Mapping[str, Any], operators: Sequence[str]) -> list[list[str]]:
    """The level before the first push and after each, as rows of the characters above.

    Raises ValueError with the reason where ``start`` is no level or the pushes do not solve it.
    """
    level = _level(start)
    positions = _replay(level, operators)
    inside = _reach(level.floor, level.man)
    return [_rows(level, inside, position) for position in positions]


def lurd(start: str, params: Mapping[str, Any], operators: Sequence[str]) -> str:
    """Every step of the man: l, u, r, d for a walk's, L, U, R, D for a push.

    Walks are the shortest; among several, the first in the order up, down, left, right.
    Raises ValueError as ``boards`` does.
    """
    return "".join(position.letters for position in _replay(_level(start), operators))


def _level(text: str) -> Level:
    rows = text.split("\n")
    width = max(map(len, rows))
    at: dict[str, set[Square]] = {kind: set() for kind in "# .$*@+"}
    for y, row in enumerate(rows):
        for x, kind in enumerate(row.ljust(width)):
            if kind not in at:
                raise ValueError(f"the level has {kind!r} in row {y}, column {x}")
            at[kind].add((y, x))
    men = at[MAN] | at[MAN_ON_GOAL]
    if len(men) != 1:
        raise ValueError(f"the level has {len(men)} men")
    return Level(
        len(rows),
        width,
        frozenset(at[FLOOR] | at[GOAL] | at[BOX] | at[STORED] | men),
        frozenset(at[GOAL] | at[STORED] | at[MAN_ON_GOAL]),
        frozenset(at[BOX] | at[STORED]),
        men.pop(),
    )


def _replay(level: Level, operators: Sequence[str]) -> list[Position]:
    positions = [Position(level.boxes, level.man)]
    for number, operator in enumerate(operators, 1):
        try:
            positions.append(_pushed(level, positions[-1], operator))
        except ValueError as error:
            raise ValueError(f"push {number} ({operator}): {error}") from None
    boxes = positions[-1].boxes
    if boxes - level.goals:
        off = len(boxes - level.goals)
        raise ValueError(f"at the end {off} of {len(boxes)} boxes are on no goal")
    return positions


def _pushed(level: Level, before: Position, operator: str) -> Position:
    """The position after a push, for which the man walks to the square behind the box."""
    match = PUSH.fullmatch(operator)
    if match is None:
        raise ValueError("is not 'x y direction'")
    box, step = (int(match[2]), int(match[1])), STEPS[match[3]]
    target, behind = _shifted(box, step), (box[0] - step[0], box[1] - step[1])
    if box not in before.boxes:
        raise ValueError("no box is there")
    if target not in level.floor or target in before.boxes:
        raise ValueError("the square ahead is not free")
    came_from = _reach(level.floor - before.boxes, before.man)
    if behind not in came_from:
        raise ValueError("the man cannot get behind the box")
    walk, letters = [behind], ""
    while walk[-1] != before.man:
        square, name = came_from[walk[-1]]
        walk.append(square)
        letters = name[0] + letters
    return Position(
        before.boxes - {box} | {target}, box, tuple(walk), letters + match[3][0].upper()
    )


def _reach(free: frozenset[Square], man: Square) -> dict[Square, tuple[Square, str]]:
    """Every square that a walk over ``free`` squares reaches -> the one before it, and the step.

    Breadth-first, steps in the order of ``STEPS``. The man's own square has itself before it.
    """
    came_from = {man: (man, "")}
    queue = deque([man])
    while queue:
        here = queue.popleft()
        for name, step in STEPS.items():
            there = _shifted(here, step)
            if there in free and there not in came_from:
                came_from[there] = (here, name)
                queue.append(there)
    return came_from


def _shifted(square: Square, step: Square) -> Square:
    return square[0] + step[0], square[1] + step[1]


def _rows(level: Level, inside: Collection[Square], position: Position) -> list[str]:
    kinds = {square: FLOOR if square in inside else OUTSIDE for square in level.floor}
    kinds |= dict.fromkeys(position.walk, TRODDEN) | dict.fromkeys(position.boxes, BOX)
    kinds[position.man] = MAN
    kinds |= {square: ON_GOAL.get(kinds[square], GOAL) for square in level.goals}
    return [
        "".join(kinds.get((y, x), WALL) for x in range(level.width)) for y in range(level.height)
    ]


def paint(cell: Cell, kind: str) -> None:
    """Draw one square of a board."""
    if kind == OUTSIDE:
        return
    if kind == WALL:
        _wall(cell)
        return
    cell.box(0, 0, 1, 1, SAND)
    if kind in ON_GOAL.values():
        cell.disc(0.5, 0.5, 0.28, RED)
        cell.disc(0.5, 0.5, 0.13, SAND)
    if kind in (TRODDEN, TRODDEN_GOAL):
        cell.disc(0.5, 0.5, 0.09, GREY)
    if kind in (BOX, STORED):
        _box(cell, kind == STORED)
    if kind in (MAN, MAN_ON_GOAL):
        _man(cell)


def _wall(cell: Cell) -> None:
    """Two courses of bricks, which go on in the cells around."""
    cell.box(0, 0, 1, 1, MORTAR)
    for left, top, right, bottom in BRICKS:
        cell.box(left, top, right, bottom, BRICK)


def _box(cell: Cell, stored: bool) -> None:
    light, dark = (GREEN, DARK_GREEN) if stored else (WOOD, DARK_WOOD)
    cell.box(0.08, 0.08, 0.92, 0.92, dark, radius=0.1)
    cell.box(0.2, 0.2, 0.8, 0.8, light, radius=0.03)
    cell.line(0.2, 0.8, 0.8, 0.2, dark, 0.11)
    if stored:
        cell.line(0.2, 0.2, 0.8, 0.8, dark, 0.11)


def _man(cell: Cell) -> None:
    cell.box(0.16, 0.5, 0.84, 0.94, BLUE, radius=0.2)
    cell.disc(0.5, 0.33, 0.28, DARK_BLUE)
    cell.disc(0.5, 0.33, 0.2, SKIN)

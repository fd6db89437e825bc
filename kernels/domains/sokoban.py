"""Sokoban: a man pushes boxes to goals, one at a time, and cannot pull; levels up to 50 x 50.

An operator is a push; the man's walk to the box is implied. A push costs 1 (``pushes``), or the
man's steps, his shortest walk and the push itself (``moves``). States are the boxes' squares and
the man's place, which counts only up to the area that he reaches where walks cost nothing.

Pushes into states that are known to be lost are left out as the parameters say: onto dead squares,
from which no goal can be reached; into freeze deadlocks, where a box off the goals can never move
again; into bipartite deadlocks, where the boxes cannot all have goals of their own. (Junghanns &
Schaeffer 2001, "Sokoban: enhancing general single-agent search methods using domain knowledge",
Artificial Intelligence 129, 219-251.)

Instances are levels in the XSB form: ``#`` wall, ``$`` box, ``.`` goal, ``*`` box on a goal, ``@``
man, ``+`` man on a goal, blank, ``-`` or ``_`` floor; on one line, with ``|`` between rows. Files
of levels may also be SLC.

The tie-break ``lexicographic`` compares packed states as numbers: the first 64 squares' boxes
first, the square of the lowest number being the lowest bit.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations
from typing import Any, NamedTuple

import numpy as np

from kernels.contract import Parameter
from kernels.cores import assignment, sokoban_levels, sokoban_pulls, sokoban_rooms
from kernels.cores.assignment import FAR, Assignment
from kernels.cores.sokoban_levels import MOST, STEPS, Level, Square, split
from kernels.cores.sokoban_man import AROUND
from kernels.cores.sokoban_pulls import UNREACHABLE
from kernels.cores.sokoban_pushes import (
    MAN_BITS,
    NO_OPERATOR,
    TRAIL,
    apply,
    cost,
    generate,
    is_goal,
    pack,
    square_from,
    square_to,
    successor,
    undo,
    unpack,
)
from kernels.cores.sokoban_squares import CODE, COLUMNS, DEAD, GOALS, KIND, RING, SETS
from kernels.random import SplitMix64

__all__ = [
    "NO_OPERATOR",
    "apply",
    "cost",
    "generate",
    "is_goal",
    "pack",
    "split",
    "square_from",
    "square_to",
    "successor",
    "undo",
    "unpack",
]

DIRECTIONS = "UDLR"
NAMES = ("up", "down", "left", "right")
DEADLOCKS = ("dead_squares", "freeze_deadlocks", "bipartite_deadlocks")

PARAMETERS = {
    "operator_order": Parameter(
        "choice",
        "UDLR",
        "order in which each box's pushes are tried; boxes come row by row",
        choices=tuple("".join(order) for order in permutations(DIRECTIONS)),
    ),
    "cost": Parameter(
        "choice", "pushes", "what a push costs: 1, or the man's steps", ("pushes", "moves")
    ),
    "dead_squares": Parameter(
        "boolean", True, "leave out pushes to squares from which no goal can be reached"
    ),
    "freeze_deadlocks": Parameter(
        "boolean", False, "leave out pushes that freeze boxes of which one is on no goal"
    ),
    "bipartite_deadlocks": Parameter(
        "boolean", False, "leave out pushes after which some box has no goal of its own to go to"
    ),
}


class Tables(NamedTuple):
    """What the compiled functions look up, and what they write into.

    squares, sets
        int64[squares, 16] and uint64[6, WORDS], see ``kernels.cores.sokoban_squares``. Of the sets
        all but the first two are written into.
    numbers
        int64[2500], by row * 50 + column: number of the square.
    directions
        int64[4], in the order in which they are tried.
    goal_squares
        int64[goals], row by row.
    fitting
        the boxes' assignment to goals that they can come to, see ``kernels.cores.assignment``.
    waiting
        int64[squares + 1], scratch.
    """

    squares: np.ndarray
    sets: np.ndarray
    numbers: np.ndarray
    directions: np.ndarray
    goal_squares: np.ndarray
    fitting: Assignment
    waiting: np.ndarray


def operator_name(op: int) -> str:
    """Column and row of the box before the push, from 0, and the direction: ``3 2 left``."""
    row, column = divmod(op >> 2, MOST)
    return f"{column} {row} {NAMES[op & 3]}"


def unit_cost(params: dict[str, Any]) -> bool:
    """Whether a push costs 1."""
    return bool(params["cost"] == "pushes")


def specialise(params: dict[str, Any]) -> dict[str, int]:
    """Which pushes are left out."""
    return {name.upper(): int(params[name]) for name in DEADLOCKS}


def specialise_for(params: dict[str, Any], instance: str) -> dict[str, int]:
    """Words of a set of squares with the man; pushes of all boxes, as a power of 4 from 64 on.

    So most levels need one of two or three kernels.
    """
    level = sokoban_levels.read(instance)
    words = _words(level)
    pushes = 4 * len(level.boxes)
    return {
        "WORDS": words,
        "STATE_SIZE": words + 1 if unit_cost(params) else words + 2 + TRAIL,
        "MAX_OPERATORS": next(4**n for n in range(3, 8) if 4**n >= pushes),
    }


def _words(level: Level) -> int:
    return -(-(len(level.floor) + MAN_BITS) // 64)


def read(params: dict[str, Any], item: Any) -> str:
    """A level's canonical text: its rows without margins, blanks for floor."""
    if not isinstance(item, str):
        raise ValueError(f"{item!r} is not the rows of a level")
    return sokoban_levels.canonical(item)


def random_instance(params: dict[str, Any], rng: SplitMix64) -> str:
    """A small room whose boxes were pulled away from their goals, see ``sokoban_rooms``."""
    return sokoban_rooms.room(rng, None)


def scrambled_instance(params: dict[str, Any], rng: SplitMix64, moves: int) -> str:
    """A small room whose boxes were pulled away from their goals by so many pulls, at most."""
    return sokoban_rooms.room(rng, moves)


def doctor(params: dict[str, Any], instance: str) -> str | None:
    """A box or goal behind walls, or a box on a square from which no goal can be reached."""
    level = sokoban_levels.read(instance)
    for row, column in level.enclosed:
        return f"the man can never come to row {row + 1} column {column + 1}"
    dead = prepare(params, instance).sets[DEAD]
    for row, column in level.boxes:
        number = level.floor.index((row, column))
        if int(dead[number // 64]) >> number % 64 & 1:
            return f"no goal can be reached from the box at row {row + 1} column {column + 1}"
    return None


def prepare(params: dict[str, Any], instance: str) -> Tables:
    """Tables of a level; the same object for the same walls and goals in the same order."""
    level = sokoban_levels.read(instance)
    return _tables(level.floor, level.goals, params["operator_order"])


@lru_cache(maxsize=16)
def _tables(floor: tuple[Square, ...], goals: tuple[Square, ...], order: str) -> Tables:
    words = -(-(len(floor) + MAN_BITS) // 64)
    number = {square: n for n, square in enumerate(floor)}
    codes = np.array([row * MOST + column for row, column in floor])
    numbers = np.zeros(MOST * MOST, dtype=np.int64)
    numbers[codes] = np.arange(len(floor))
    sets = np.zeros((SETS, words), dtype=np.uint64)
    sets[GOALS] = _set_of([number[goal] for goal in goals], words)
    T = Tables(
        squares=_squares(floor, 64 * words - 1),
        sets=sets,
        numbers=numbers,
        directions=np.array([DIRECTIONS.index(letter) for letter in order], dtype=np.int64),
        goal_squares=np.array([number[goal] for goal in goals], dtype=np.int64),
        fitting=assignment.prepare(np.zeros((len(floor), len(goals))), words),
        waiting=np.zeros(len(floor) + 1, dtype=np.int64),
    )
    fits = sokoban_pulls.table(T) != UNREACHABLE
    if len(goals):
        T.squares[:, KIND] = np.unique(fits, axis=0, return_inverse=True)[1].reshape(-1)
    T.sets[DEAD] = _set_of(np.flatnonzero(~fits.any(axis=1)).tolist(), words)
    return T._replace(fitting=assignment.prepare(np.where(fits, 0, FAR), words))


def _squares(floor: tuple[Square, ...], wall: int) -> np.ndarray:
    """The table of squares, without their kinds."""
    number = {square: n for n, square in enumerate(floor)}
    table = np.zeros((len(floor), COLUMNS), dtype=np.int64)
    for n, (row, column) in enumerate(floor):
        for first, steps in ((0, STEPS), (int(RING), AROUND)):
            places = [(row + down, column + right) for down, right in steps]
            table[n, first : first + len(steps)] = [number.get(place, wall) for place in places]
        table[n, CODE] = 4 * (row * MOST + column)
    return table


def _set_of(squares: list[int], words: int) -> np.ndarray:
    """uint64[words] with the bits of these squares."""
    bits = sum(1 << square for square in squares)
    return np.array([bits >> 64 * word & (1 << 64) - 1 for word in range(words)], dtype=np.uint64)


def start(params: dict[str, Any], instance: str) -> np.ndarray:
    """State vector int64[STATE_SIZE] of a level."""
    level = sokoban_levels.read(instance)
    return _vector(params, instance, level.boxes, level.man)


def goal_state(params: dict[str, Any], instance: str) -> np.ndarray:
    """State vector int64[STATE_SIZE] with all boxes on goals, the man on the first free square."""
    level = sokoban_levels.read(instance)
    man = next(square for square in level.floor if square not in level.goals)
    return _vector(params, instance, level.goals, man)


def _vector(
    params: dict[str, Any],
    instance: str,
    boxes: tuple[Square, ...],
    man: Square,
) -> np.ndarray:
    constants = specialise_for(params, instance)
    words = constants["WORDS"]
    number = {square: n for n, square in enumerate(sokoban_levels.read(instance).floor)}
    state = np.zeros(constants["STATE_SIZE"], dtype=np.int64)
    taken = [number[box] for box in boxes]
    state[:words] = _set_of([*taken, 64 * words - 1], words).view(np.int64)
    state[words] = number[man]
    return state

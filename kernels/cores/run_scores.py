"""Scores of contiguous runs, as the gomoku engine of 2016 counts them.

A run is as many stones of one player as stand beside one another in a row, a column or a diagonal,
however short that line is. Five or more count 100000. Four, three, two and one count 10000, 1000,
100 and 10 where the cells before and behind the run are both empty; 1000, 100, 10 and 1 where one
of them is; nothing where neither is. The edge of the board is no empty cell. Values are the sum of
the first player's runs less that of the second's.

What a side of a cell means for its runs is a *code*: who owns the run that begins there, if there
is one, its length up to FIVE, and whether the cell behind it is empty. A stone joins or blocks just
the runs on both sides of it, so that what it changes in a line is looked up by two codes.
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

import numpy as np

from kernels.contract import constants
from kernels.cores.line_boards import FIRST_ROWS, SECOND_ROWS, STONES
from kernels.cores.line_sides import LINES, REACH, SIDE, beside, places
from kernels.jit import inlined
from kernels.structures.bits import ONE, ZERO, lowest

EMPTY, FIRST, SECOND, WALL = 0, 1, 2, 3  # a cell, as the bits of both players
FIVE = 5
FIVE_SCORE = 100_000
SCORES = (
    (0, 0, 0, 0, 0, FIVE_SCORE),
    (0, 1, 10, 100, 1_000, FIVE_SCORE),
    (0, 10, 100, 1_000, 10_000, FIVE_SCORE),
)
"""By open ends and length of a run."""

CODES = 3 * (FIVE + 1) * 2
PAIRS = CODES * CODES
WORDS = 1 << 2 * REACH  # of a side, by the bits of both players
WIDTH, HEIGHT = constants.WIDTH, constants.HEIGHT


class Side(NamedTuple):
    """owner, length: of the run that begins beside the cell; EMPTY and 0 if there is none.

    is_open
        1 where the cell behind the run, or beside the cell if there is none, is empty.
    """

    owner: int
    length: int
    is_open: int

    def code(self) -> int:
        """From 0 to CODES - 1."""
        return (self.owner * (FIVE + 1) + self.length) * 2 + self.is_open


class Tables(NamedTuple):
    """places: see ``line_sides``.
    lower, upper: int64[WORDS], code of a side by the first player's bits, then the second's; lower
    ones times CODES, so that the sum of both is the place of a pair.
    changes: int64[2 * PAIRS], by mover and pair: what his stone between them changes in the value.
    runs: the same, but the value of the run that begins with a stone of his that is there.
    points: int64[PAIRS], what a stone of the first player would gain for him added to what one of
    the second would gain for that one.
    """

    places: np.ndarray
    lower: np.ndarray
    upper: np.ndarray
    changes: np.ndarray
    runs: np.ndarray
    points: np.ndarray


def upper_side(word: int) -> Side:
    """What the bits of both players on an upper side mean."""
    first, second = word & SIDE, word >> REACH
    cells = [(first >> at & 1) + 2 * (second >> at & 1) for at in range(REACH)]
    owner = cells[0]
    if owner in (EMPTY, WALL):
        return Side(EMPTY, 0, int(owner == EMPTY))
    length = next((at for at in range(REACH) if cells[at] != owner), FIVE)
    return Side(owner, length, int(EMPTY in cells[length : length + 1]))


def mirrored(word: int) -> int:
    """The bits of either player in the opposite order."""
    first, second = (f"{bits:0{REACH}b}"[::-1] for bits in (word & SIDE, word >> REACH))
    return int(second + first, 2)


def change(player: int, before: Side, behind: Side) -> int:
    """What a player's stone between two sides changes in the value, along that line."""
    gains = {FIRST: 0, SECOND: 0}
    for side in (before, behind):
        if side.owner != EMPTY:
            gains[side.owner] -= SCORES[1 + side.is_open][side.length]
        if side.owner not in (player, EMPTY):
            gains[side.owner] += SCORES[side.is_open][side.length]
    gains[player] += _joined(player, before, behind)
    return gains[FIRST] - gains[SECOND]


def run_from(player: int, before: Side, behind: Side) -> int:
    """Value of the run whose first stone, a player's, stands between two sides; or 0."""
    score = 0 if before.owner == player else _joined(player, before, behind)
    return score if player == FIRST else -score


def _joined(player: int, before: Side, behind: Side) -> int:
    """Score of the run that a player's stone between two sides belongs to."""
    length, open_ends = 1, 0
    for side in (before, behind):
        if side.owner in (player, EMPTY):
            length, open_ends = length + side.length, open_ends + side.is_open
    return SCORES[open_ends][min(length, FIVE)]


def prepare(width: int, height: int) -> Tables:
    """For a board."""
    sides = [upper_side(word) for word in range(WORDS)]
    upper = np.array([side.code() for side in sides], dtype=np.int64)
    changes = np.zeros((2, CODES, CODES), dtype=np.int64)
    runs = np.zeros_like(changes)
    for before, behind in product(set(sides), repeat=2):
        pair = before.code(), behind.code()
        for row, player in enumerate((FIRST, SECOND)):
            changes[row][pair] = change(player, before, behind)
            runs[row][pair] = run_from(player, before, behind)
    return Tables(
        places=places(width, height),
        lower=upper[[mirrored(word) for word in range(WORDS)]] * CODES,
        upper=upper,
        changes=changes.ravel(),
        runs=runs.ravel(),
        points=(changes[0] - changes[1]).ravel(),
    )


@inlined
def _sum(E, table, at, state, cell):
    """Sum of ``table[at:]`` over a cell's four lines, by what lies on both sides of it."""
    total = 0
    for line in range(LINES):
        first, second = beside(E.places, state, cell, line)
        lower = E.lower[np.uint64(first & SIDE | (second & SIDE) << REACH)]
        upper = E.upper[np.uint64(first >> REACH | second >> REACH << REACH)]
        total += table[np.uint64(at + lower + upper)]
    return total


@inlined
def total(E, state):
    """The value, run by run: each is counted at its first stone."""
    value = 0
    for row in range(HEIGHT):
        at = np.uint64(row)
        for player in range(2):
            stones = np.uint64(state[SECOND_ROWS + at if player else FIRST_ROWS + at])
            while stones != ZERO:
                value += _sum(E, E.runs, player * PAIRS, state, row * WIDTH + lowest(stones))
                stones &= stones - ONE
    return value


@inlined
def total_after(E, state, value, move):
    """The value after a move: only the runs that the stone touches change."""
    return value + _sum(E, E.changes, (state[STONES] & 1) * PAIRS, state, move)


@inlined
def points(E, state, cell):
    """What a stone on an empty cell would gain for either player, added up."""
    return _sum(E, E.points, 0, state, cell)

"""Line boards, their plain part: rules, the layout of a state vector, what kernels look up.

The compiled part is ``kernels.cores.line_boards``, which says what they are.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from kernels.random import SplitMix64

LONGEST_SIDE = 60  # bits of a line, with room for shifts
MOST_CELLS_OF_EXACT_KEYS = 40  # 3 ** 40 < 2 ** 64
SEED = 1970  # of the random numbers
STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))  # rows and columns: along, down, falling, rising


class Rules(NamedTuple):
    """A game on such a board.

    width, height
        columns and rows.
    length, exactly
        stones in a row that win; whether more of them do not.
    symmetry
        whether images of a position share its key.
    exact_keys
        whether keys are exact; else they are hashes.
    """

    width: int
    height: int
    length: int
    exactly: bool
    symmetry: bool
    exact_keys: bool


class Layout(NamedTuple):
    """Where the parts of a state vector begin; columns and diagonals count from a player's rows."""

    first_rows: int
    second_rows: int
    columns: int
    falling: int
    rising: int
    stones: int
    outcome: int
    keys: int
    size: int


class Tables(NamedTuple):
    """What the compiled functions look up; evaluators read the scalars.

    width, height, length, exactly
        int64, as in ``Rules``.
    images
        int64[SYMMETRIES, CELLS]: where image s has what a cell holds. Image 0 is the position.
    numbers
        uint64[CELLS * 2 * SYMMETRIES]: for each cell, player and image, what the stone adds to the
        image's key.
    """

    width: int
    height: int
    length: int
    exactly: int
    images: np.ndarray
    numbers: np.ndarray


def symmetries(rules: Rules) -> int:
    """How many images of a position share its key, itself included."""
    if not rules.symmetry:
        return 1
    return 8 if rules.width == rules.height else 4


def layout(width: int, height: int, images: int) -> Layout:
    """The places in a state vector; 0 x 0 stands for no board."""
    cells, diagonals = width * height, max(width + height - 1, 0)
    lines = height + width + 2 * diagonals
    stones = cells + 2 * lines
    return Layout(
        first_rows=cells,
        second_rows=cells + lines,
        columns=height,
        falling=height + width,
        rising=height + width + diagonals,
        stones=stones,
        outcome=stones + 1,
        keys=stones + 2,
        size=stones + 2 + images,
    )


def specialise(rules: Rules) -> dict[str, int]:
    """What a kernel is specialised for."""
    cells, images = rules.width * rules.height, symmetries(rules)
    return {
        "WIDTH": rules.width,
        "HEIGHT": rules.height,
        "CELLS": cells,
        "LENGTH": rules.length,
        "EXACTLY": int(rules.exactly),
        "SYMMETRIES": images,
        "EXACT_KEYS": int(rules.exact_keys),
        "STATE_SIZE": layout(rules.width, rules.height, images).size,
        "MOVES": cells,
        "MAX_MOVES": cells,
        "MAX_PLIES": cells,
    }


@lru_cache(maxsize=64)
def tables(rules: Rules) -> Tables:
    """The tables of a game; the same object for every position of it."""
    images = _images(rules)
    players = np.array([_numbers(rules, player) for player in (0, 1)], dtype=np.uint64)
    return Tables(
        width=rules.width,
        height=rules.height,
        length=rules.length,
        exactly=int(rules.exactly),
        images=images,
        numbers=np.ascontiguousarray(players[:, images].transpose(2, 0, 1)).reshape(-1),
    )


def _images(rules: Rules) -> np.ndarray:
    """Mirrored or not, and turned: by quarters where the board is square, else by halves."""
    board = np.arange(rules.width * rules.height).reshape(rules.height, rules.width)
    count = symmetries(rules)
    turned = [np.rot90(board, turn) for turn in range(0, 4, 8 // max(count, 2))]
    made = [side for one in turned for side in (one, np.fliplr(one))][:count]
    return np.array([image.reshape(-1) for image in made], dtype=np.int64)


def _numbers(rules: Rules, player: int) -> list[int]:
    """What a stone of a player adds to a key, by cell."""
    cells = range(rules.width * rules.height)
    if rules.exact_keys:
        return [(player + 1) * 3**cell for cell in cells]
    random = SplitMix64(SEED)
    drawn = [(random.next(), random.next()) for _ in cells]
    return [pair[player] for pair in drawn]


def windows(width: int, height: int, length: int) -> list[list[int]]:
    """The cells of each line of so many neighbours: along rows, columns, and both diagonals."""
    lines = []
    for down, right in STEPS:
        for row in range(height):
            for column in range(width):
                last_row, last_column = row + (length - 1) * down, column + (length - 1) * right
                if last_row < height and 0 <= last_column < width:
                    first, step = row * width + column, down * width + right
                    lines.append([first + place * step for place in range(length)])
    return lines

"""Connect Four: stones fall to the lowest empty cell of a column; four in a row win.

Any width and height from 1 to 64; where neither reaches four, every game is a draw. A move is its
column, from 0 at the left; people count them from 1.

Bit boards with height + 1 bits a column (``kernels/cores/connect_four_boards.py``). Boards of at
most 64 bits (7 x 6 has 49, 8 x 7 has 64) are one word a player, and their keys are exact: in each
column a bit above the highest stone, plus the stones of the first player. Larger ones are several
words, and their keys are Zobrist's (1970).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from kernels.contract import Parameter
from kernels.cores import connect_four_texts as texts
from kernels.cores.connect_four_boards import (
    is_open,
    key,
    mover,
    moves,
    outcome,
    play,
    undo,
)
from kernels.game_contract import DRAW, FIRST_WINS, ONGOING, SECOND_WINS
from kernels.random import SplitMix64

__all__ = ["is_open", "key", "mover", "moves", "outcome", "play", "undo"]

LARGEST = 64
WORD = 64  # bits
SEED = 1970  # of the Zobrist keys

PARAMETERS = {
    "width": Parameter("integer", 7, "columns", minimum=1, maximum=LARGEST),
    "height": Parameter("integer", 6, "cells in a column", minimum=1, maximum=LARGEST),
    "symmetry": Parameter("boolean", False, "one key for a position and its mirror image"),
}


class Tables(NamedTuple):
    """What is looked up.

    width, height
        int64.
    zobrist
        int64[2 * bits], the bits of random uint64: first player's cells, then the second one's.
        Bit c * (height + 1) + r is the cell in column c and row r from the bottom.
    """

    width: int
    height: int
    zobrist: np.ndarray


def _bits(params: dict[str, Any]) -> int:
    return params["width"] * (params["height"] + 1)


def specialise(params: dict[str, Any]) -> dict[str, int]:
    """Sizes, and where things stand in the state, an int64 vector.

    From 0: the first player's stones (``WORDS`` words, lowest bits first), then the second one's.
    From ``TOPS``: of each column the bit of its lowest empty cell. At ``STONES``: how many there
    are. At ``OUTCOME``: the outcome. From ``IMAGES``, two words: with one word a player the
    stones of each in the mirror image (only with symmetry), else the keys of position and image.
    """
    width, height = params["width"], params["height"]
    words = -(-_bits(params) // WORD)
    tops = 2 * words
    return {
        "WIDTH": width,
        "HEIGHT": height,
        "CELLS": width * height,
        "COLUMN": height + 1,
        "BITS": _bits(params),
        "WORDS": words,
        "BOTTOM": sum(1 << c * (height + 1) for c in range(width)) if words == 1 else 0,
        "SYMMETRY": int(params["symmetry"]),
        "TOPS": tops,
        "STONES": tops + width,
        "OUTCOME": tops + width + 1,
        "IMAGES": tops + width + 2,
        "STATE_SIZE": tops + width + 4,
        "MOVES": width,
        "MAX_MOVES": width,
        "MAX_PLIES": width * height,
    }


def reduces_symmetry(params: dict[str, Any]) -> bool:
    """Where the parameter says so."""
    return bool(params["symmetry"])


def exact_keys(params: dict[str, Any]) -> bool:
    """Whether a player's stones are one word."""
    return _bits(params) <= WORD


def move_name(params: dict[str, Any], move: int) -> str:
    """The column, from 1."""
    return str(move + 1)


def read(params: dict[str, Any], item: Any) -> str:
    """Rows from the top, joined by ``/``, of ``.`` and stones ``X`` (first player) and ``O``.

    Taken are such rows, also on lines of their own; ``empty``; and the moves in order, columns
    counted from 1, with blanks or commas between them where there are more than nine columns.
    """
    columns = texts.columns_of(params["width"], params["height"], item)
    return _joined(columns, params)


def _joined(columns: texts.Columns, params: dict[str, Any]) -> str:
    return "/".join(texts.rows_of(columns, params["height"]))


def _columns(params: dict[str, Any], position: str) -> texts.Columns:
    return texts.columns_of(params["width"], params["height"], position)


def doctor(params: dict[str, Any], position: str) -> str | None:
    """Wrong numbers of stones, fours that cannot be, no order of moves; or the game is over."""
    return texts.fault_of(_columns(params, position), params["height"])


def random_instance(params: dict[str, Any], rng: SplitMix64) -> str:
    """After a random number of random moves that do not end the game, from 0 to all but one."""
    while True:
        plies = rng.below(params["width"] * params["height"])
        columns = texts.tried_play(params["width"], params["height"], rng, plies)
        if columns is not None:
            return _joined(columns, params)


def scrambled_instance(params: dict[str, Any], rng: SplitMix64, moves: int) -> str:
    """After ``moves`` random moves, each drawn from those that do not end the game."""
    return _joined(texts.random_play(params["width"], params["height"], rng, moves), params)


def prepare(params: dict[str, Any], position: str) -> Tables:
    """Tables of a board; the same object for every position on it."""
    return _tables(params["width"], params["height"])


@lru_cache(maxsize=64)
def _tables(width: int, height: int) -> Tables:
    rng = SplitMix64(SEED)
    numbers = [rng.next() for _ in range(2 * width * (height + 1))]
    return Tables(width, height, np.array(numbers, dtype=np.uint64).view(np.int64))


def start(params: dict[str, Any], position: str) -> np.ndarray:
    """State vector int64[STATE_SIZE] of a position."""
    made = specialise(params)
    columns = _columns(params, position)
    zobrist = prepare(params, position).zobrist.view(np.uint64)
    stones, images, keys = [0, 0], [0, 0], [0, 0]
    for column, cells in enumerate(columns):
        for row, stone in enumerate(cells):
            side = texts.STONES.index(stone)
            place = column * made["COLUMN"] + row
            mirrored = (made["WIDTH"] - 1 - column) * made["COLUMN"] + row
            for image, bit in enumerate((place, mirrored)):
                keys[image] ^= int(zobrist[side * made["BITS"] + bit])
            stones[side] |= 1 << place
            images[side] |= 1 << mirrored
    last = images if made["WORDS"] == 1 else keys
    shown = [number if made["SYMMETRY"] or made["WORDS"] > 1 else 0 for number in last]
    words = [board >> WORD * k & (1 << WORD) - 1 for board in stones for k in range(made["WORDS"])]
    tops = [column * made["COLUMN"] + len(cells) for column, cells in enumerate(columns)]
    counts = [sum(map(len, columns)), _outcome_of(columns, made["CELLS"])]
    return np.array([*words, *tops, *counts, *shown], dtype=np.uint64).view(np.int64)


def _outcome_of(columns: texts.Columns, cells: int) -> int:
    for stone, won in zip(texts.STONES, (FIRST_WINS, SECOND_WINS), strict=True):
        if texts.has_four(columns, stone):
            return won
    return DRAW if sum(map(len, columns)) == cells else ONGOING


def columns_in(params: dict[str, Any], state: np.ndarray) -> texts.Columns:
    """The stones of a state, column by column."""
    made = specialise(params)
    words = [int(word) for word in state[: made["TOPS"]].view(np.uint64)]
    first = sum(word << WORD * k for k, word in enumerate(words[: made["WORDS"]]))
    begins = [column * made["COLUMN"] for column in range(made["WIDTH"])]
    tops = [int(top) for top in state[made["TOPS"] : made["STONES"]]]
    return tuple(
        "".join(texts.STONES[1 - (first >> place & 1)] for place in range(begin, top))
        for begin, top in zip(begins, tops, strict=True)
    )


def written(params: dict[str, Any], state: np.ndarray) -> str:
    """Canonical text of a state's position."""
    return _joined(columns_in(params, state), params)


def drawn(params: dict[str, Any], state: np.ndarray) -> str:
    """The rows from the top, and the columns' numbers below them."""
    return texts.drawing(columns_in(params, state), params["height"])

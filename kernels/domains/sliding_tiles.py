"""Sliding tiles: the 8-, 15-, 24-puzzle and every board from 2 x 2 to 6 x 6, any goal.

A state is the vector of the numbers on the cells, row by row, as people write it, with the
blank's cell behind it. A move slides one tile into the blank; moves are named for the direction in
which the *blank* goes: U(p), D(own), L(eft), R(ight).

A move costs 1 (``unit``); the tile's number (``heavy``); or the inverse of it (``inverse``), as the
whole number next to 5040 / number: exact up to tile 10, within 0.1 % up to 15 and 0.4 % up to 35.
Thayer & Ruml 2011, "Bounded suboptimal search: a direct approach using inadmissible estimates",
IJCAI, search boards of such costs. Where the blank is the highest number, tiles are counted from 0,
and their numbers plus one are meant.

Solvable from a given goal: exactly the states for which the parity of the permutation between
state and goal equals the parity of the blank's distance (Johnson & Story 1879, "Notes on the
15 puzzle").
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import permutations
from operator import index
from typing import Any, NamedTuple

import numpy as np

from kernels.contract import Parameter
from kernels.cores import tile_ranks
from kernels.cores.tile_moves import (
    COUNT,
    NO_OPERATOR,
    apply,
    cost,
    generate,
    inverse,
    is_goal,
    pack,
    rank,
    rank_after,
    successor,
    tile_from,
    tile_to,
    undo,
    unpack,
    unrank,
)
from kernels.random import SplitMix64

__all__ = [
    "NO_OPERATOR",
    "apply",
    "cost",
    "generate",
    "inverse",
    "is_goal",
    "pack",
    "rank",
    "rank_after",
    "successor",
    "tile_from",
    "tile_to",
    "undo",
    "unpack",
    "unrank",
]

SMALLEST, LARGEST = 2, 6
DIRECTIONS = "UDLR"
NO_DIRECTION = NO_OPERATOR
INVERSE = (1, 0, 3, 2, NO_DIRECTION)
STEP = ((-1, 0), (1, 0), (0, -1), (0, 1))

SCALE = 5040  # what a move of tile 1 costs where costs are inverse
COSTS: dict[str, Callable[[int], int]] = {
    "unit": lambda tile: 1,
    "heavy": lambda tile: tile,
    "inverse": lambda tile: (2 * SCALE + tile) // (2 * tile),
}
PARAMETERS = {
    "width": Parameter("integer", 4, "cells in a row", minimum=SMALLEST, maximum=LARGEST),
    "height": Parameter("integer", 4, "cells in a column", minimum=SMALLEST, maximum=LARGEST),
    "goal": Parameter(
        "integers",
        "blank_first",
        "the goal's numbers row by row, or tiles in order with the blank first or last",
        choices=("blank_first", "blank_last"),
    ),
    "blank": Parameter(
        "choice",
        "zero",
        "how the blank is written: 0 (tiles from 1) or the highest number (tiles from 0)",
        choices=("zero", "highest"),
    ),
    "operator_order": Parameter(
        "choice",
        "ULRD",
        "order in which the blank's moves are tried",
        choices=tuple("".join(order) for order in permutations(DIRECTIONS)),
    ),
    "parent_pruning": Parameter("boolean", True, "leave out the move that undoes the last one"),
    "cost": Parameter("choice", "unit", "what a move costs, by the tile's number", tuple(COSTS)),
}


class Tables(NamedTuple):
    """What the compiled functions look up; ``goal`` and ``costs`` are also read by heuristics.

    width, height, blank
        int64; ``blank`` is the number that stands for the blank.
    goal
        int64[cells + 1], a state vector.
    costs
        int64[cells], by number: what a move of that tile costs; 1 for the blank.
    moves
        int64[64 * cells], eight for each value of the low nine bits of the last operator (8 * the
        blank's cell + 4 if there was none): up to four operators, zeros, and last how many.
    parities
        int64[cells], by the blank's cell: whether the other tiles' inversions are odd.
    """

    width: int
    height: int
    blank: int
    goal: np.ndarray
    costs: np.ndarray
    moves: np.ndarray
    parities: np.ndarray


def operator_name(op: int) -> str:
    """U, D, L or R."""
    return DIRECTIONS[op & 7]


def unit_cost(params: dict[str, Any]) -> bool:
    """Whether every move costs 1."""
    return bool(params["cost"] == "unit")


def blank_number(params: dict[str, Any]) -> int:
    """The number written for the blank."""
    return 0 if params["blank"] == "zero" else params["width"] * params["height"] - 1


def goal_vector(params: dict[str, Any]) -> list[int]:
    """The goal's numbers, row by row."""
    if not isinstance(params["goal"], str):
        return list(params["goal"])
    blank = blank_number(params)
    tiles = [n for n in range(params["width"] * params["height"]) if n != blank]
    return [blank, *tiles] if params["goal"] == "blank_first" else [*tiles, blank]


def _fault_of_numbers(numbers: list[int], params: dict[str, Any]) -> str | None:
    cells = params["width"] * params["height"]
    if len(numbers) != cells:
        return f"{len(numbers)} numbers for a {params['width']}x{params['height']} board of {cells}"
    missing = sorted(set(range(cells)) - set(numbers))
    if missing:
        wrong = sorted(n for n in set(numbers) if not 0 <= n < cells or numbers.count(n) > 1)
        return f"needs each of 0..{cells - 1} once: {missing} missing, {wrong} repeated or unknown"
    return None


def fault(params: dict[str, Any]) -> str | None:
    """A goal that is no permutation of the board's numbers."""
    reason = _fault_of_numbers(goal_vector(params), params)
    return f"goal: {reason}" if reason else None


def specialise(params: dict[str, Any]) -> dict[str, int]:
    """Cells, and how they are packed: the first cell in the highest bits of the first word."""
    cells = params["width"] * params["height"]
    bits = (cells - 1).bit_length() if cells > 16 else 4
    per_word = 64 // bits
    return {
        "WIDTH": params["width"],
        "HEIGHT": params["height"],
        "CELLS": cells,
        "BITS": bits,
        "PER_WORD": per_word,
        "WORDS": -(-cells // per_word),
        "STATE_SIZE": cells + 1,
        "MAX_OPERATORS": 4,
    }


def read(params: dict[str, Any], item: Any) -> str:
    """Canonical text of an instance: its numbers, row by row, one blank between."""
    words = item.replace(",", " ").split() if isinstance(item, str) else item
    try:
        numbers = [int(word) if isinstance(word, str) else index(word) for word in words]
    except (TypeError, ValueError):
        raise ValueError(f"{item!r} is not a list of whole numbers") from None
    reason = _fault_of_numbers(numbers, params)
    if reason:
        raise ValueError(reason)
    return " ".join(map(str, numbers))


def _odd(numbers: list[int], goal: list[int], params: dict[str, Any]) -> bool:
    """Whether permutation parity and blank distance disagree."""
    where = {n: cell for cell, n in enumerate(goal)}
    seen = [False] * len(numbers)
    transpositions = 0
    for cell in range(len(numbers)):
        while not seen[cell]:
            seen[cell] = True
            cell = where[numbers[cell]]
            transpositions += not seen[cell]
    width, blank = params["width"], blank_number(params)
    here, there = numbers.index(blank), where[blank]
    distance = abs(here // width - there // width) + abs(here % width - there % width)
    return (transpositions + distance) % 2 == 1


def doctor(params: dict[str, Any], instance: str) -> str | None:
    """The parity argument, relative to the goal that is asked for."""
    if _odd([int(n) for n in instance.split()], goal_vector(params), params):
        return "unsolvable: the permutation's parity differs from that of the blank's distance"
    return None


def random_instance(params: dict[str, Any], rng: SplitMix64) -> str:
    """A solvable state, all equally likely (a shuffle; two tiles change places if it is odd)."""
    numbers = list(range(params["width"] * params["height"]))
    rng.shuffle(numbers)
    if _odd(numbers, goal_vector(params), params):
        a, b = [cell for cell, n in enumerate(numbers) if n != blank_number(params)][:2]
        numbers[a], numbers[b] = numbers[b], numbers[a]
    return " ".join(map(str, numbers))


def scrambled_instance(params: dict[str, Any], rng: SplitMix64, moves: int) -> str:
    """The goal after ``moves`` random moves, each legal move (the undoing one too) as likely."""
    numbers, width, height = goal_vector(params), params["width"], params["height"]
    cell = numbers.index(blank_number(params))
    for _ in range(moves):
        targets = _targets(cell, width, height)
        target = list(targets.values())[rng.below(len(targets))]
        numbers[cell], numbers[target] = numbers[target], numbers[cell]
        cell = target
    return " ".join(map(str, numbers))


def _targets(cell: int, width: int, height: int) -> dict[int, int]:
    """Direction -> cell to which the blank goes from ``cell``, in the order U, D, L, R."""
    row, column = divmod(cell, width)
    return {
        direction: (row + down) * width + column + right
        for direction, (down, right) in enumerate(STEP)
        if 0 <= row + down < height and 0 <= column + right < width
    }


def prepare(params: dict[str, Any], instance: str) -> Tables:
    """Tables of a board; the same object for every instance of it."""
    return _tables(
        params["width"],
        params["height"],
        blank_number(params),
        tuple(goal_vector(params)),
        params["operator_order"],
        params["parent_pruning"],
        params["cost"],
    )


@lru_cache(maxsize=64)
def _tables(
    width: int,
    height: int,
    blank: int,
    goal: tuple[int, ...],
    order: str,
    pruning: bool,
    cost: str,
) -> Tables:
    cells = width * height
    moves = np.zeros((8 * cells, 8), dtype=np.int64)
    for cell in range(cells):
        targets = _targets(cell, width, height)
        for last in range(NO_DIRECTION + 1):
            tried = [d for d in map(DIRECTIONS.index, order) if d in targets]
            if pruning:
                tried = [d for d in tried if d != INVERSE[last]]
            codes = [d | targets[d] << 3 | cell << 9 for d in tried]
            moves[8 * cell + last, : len(codes)] = codes
            moves[8 * cell + last, COUNT] = len(codes)
    vector = np.array([*goal, goal.index(blank)], dtype=np.int64)
    costs = [COSTS[cost](n if blank == 0 else n + 1) if n != blank else 1 for n in range(cells)]
    return Tables(
        width,
        height,
        blank,
        vector,
        np.array(costs, dtype=np.int64),
        moves.ravel(),
        tile_ranks.parities(list(goal), width, blank),
    )


def start(params: dict[str, Any], instance: str) -> np.ndarray:
    """State vector int64[cells + 1] of an instance."""
    return _vector([int(n) for n in instance.split()], params)


def goal_state(params: dict[str, Any], instance: str) -> np.ndarray:
    """State vector int64[cells + 1] of the goal."""
    return _vector(goal_vector(params), params)


def reverse(params: dict[str, Any], instance: str) -> tuple[dict[str, Any], str]:
    """Start and goal change places: each move can be taken back at the same cost."""
    swapped = {**params, "goal": [int(n) for n in instance.split()]}
    return swapped, " ".join(map(str, goal_vector(params)))


def reverse_operator(op: int) -> int:
    """The move that takes ``op`` back."""
    return INVERSE[op & 7] | (op >> 9 & 63) << 3 | (op >> 3 & 63) << 9


def rank_count(params: dict[str, Any]) -> int:
    """The states that can be reached; only boards of at most 13 cells can be ranked."""
    return tile_ranks.count(params["width"] * params["height"])


def _vector(numbers: list[int], params: dict[str, Any]) -> np.ndarray:
    return np.array([*numbers, numbers.index(blank_number(params))], dtype=np.int64)

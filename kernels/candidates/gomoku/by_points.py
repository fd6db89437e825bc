"""By points: the cells of two rings, first those where a stone would gain most by the score table.

A cell's points are what the evaluator ``run_scores`` would rise by for the player to move if he put
a stone there, added to what it would rise by for the other player if that one did: a cell is worth
as much to take as to deny. Cells of equal points come row by row. Moves that matter coming first
is what alpha-beta gains most by; looking at the first few only is no longer a full search.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kernels.candidates.gomoku import two_rings
from kernels.contract import Parameter, constants
from kernels.cores import run_scores
from kernels.jit import inlined

FITS = "gomoku"
PARAMETERS = {
    "most": Parameter("integer", None, "how many cells are looked at, at most", minimum=1),
}
CELLS = constants.CELLS


class Tables(NamedTuple):
    """most: int64, how many cells are looked at, at most; the others are those of
    ``kernels.cores.run_scores``.
    """

    places: np.ndarray
    lower: np.ndarray
    upper: np.ndarray
    points: np.ndarray
    most: int


def symmetric(params: dict[str, Any]) -> bool:
    """Of equal cells it is the row that decides which are among the first few."""
    return params["most"] is None


def prepare(T: Any, params: dict[str, Any]) -> Tables:
    """Tables for the board."""
    width, height, most = int(T.width), int(T.height), params["most"]
    scores, cells = run_scores.prepare(width, height), width * height
    most = cells if most is None else min(most, cells)
    return Tables(scores.places, scores.lower, scores.upper, scores.points, most)


@inlined
def generate(T, C, state, remaining, into, at):
    """Each cell of two rings is put into its place among those before it.

    Until all are there, a cell stands as one number that is greater the earlier the cell comes: its
    points, then its distance from the last cell of the board.
    """
    kept = 0
    for cell in range(at, at + two_rings.generate(T, C, state, remaining, into, at)):
        move = into[np.uint64(cell)]
        rank = run_scores.points(C, state, move) * CELLS + (CELLS - 1 - move)
        place = at + kept
        while place > at and into[np.uint64(place - 1)] < rank:
            if place - at < C.most:
                into[np.uint64(place)] = into[np.uint64(place - 1)]
            place -= 1
        if place - at < C.most:
            into[np.uint64(place)] = rank
            kept = min(kept + 1, C.most)
    for place in range(at, at + kept):
        into[np.uint64(place)] = CELLS - 1 - into[np.uint64(place)] % CELLS
    return kept

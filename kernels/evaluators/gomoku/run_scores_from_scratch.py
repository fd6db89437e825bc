"""The score table of the gomoku engine of 2016, computed anew at every node, as that engine did.

Its values are those of ``run_scores``, and so are all counts; it is there to be timed beside it.
"""

from __future__ import annotations

from typing import Any

from kernels.cores import run_scores
from kernels.jit import inlined

FITS = "gomoku"
WIN = run_scores.FIVE_SCORE
SCORES_ENDS = True


def symmetric(params: dict[str, Any]) -> bool:
    """Images have images of the runs."""
    return True


def prepare(T: Any, params: dict[str, Any]) -> run_scores.Tables:
    """Tables for the board."""
    return run_scores.prepare(int(T.width), int(T.height))


@inlined
def evaluate(T, E, state):
    """All runs."""
    return run_scores.total(E, state)

"""The score table of the gomoku engine of 2016, kept up to date move by move.

The article on minimax for gomoku (2016) scores each contiguous run by its length and its open ends;
see ``kernels.cores.run_scores``. A move changes only the runs that it touches, so that the value of
the position it makes is found from the value before it. The game being over is nothing of its own
here: five in a line count 100000, and other runs still count.
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


@inlined
def update(T, E, state, value, move):
    """The runs that the move touches."""
    return run_scores.total_after(E, state, value, move)

"""Entry points to the evaluators and the candidate generators of gomoku, all in one kernel."""

from __future__ import annotations

from kernels.candidates.gomoku import by_points, one_ring, two_rings
from kernels.contract import game
from kernels.evaluators.gomoku import gapped_runs, run_scores, run_scores_from_scratch
from kernels.jit import compiled, shared

RUNS, RUNS_UPDATED, RUNS_FROM_SCRATCH, GAPPED, GAPPED_UPDATED = range(5)
ONE_RING, TWO_RINGS, BY_POINTS, BEST_POINTS = range(4)


@compiled
def values(T, scores, gapped, state, row):
    """Values of a position, by ``evaluate``."""
    row[RUNS] = run_scores.evaluate(T, scores, state)
    row[RUNS_FROM_SCRATCH] = run_scores_from_scratch.evaluate(T, scores, state)
    row[GAPPED] = gapped_runs.evaluate(T, gapped, state)


@shared
def _foretell(T, scores, gapped, state, move, row, after):
    """Values after a move, by ``update``."""
    after[RUNS_UPDATED] = run_scores.update(T, scores, state, row[RUNS_UPDATED], move)
    after[GAPPED_UPDATED] = gapped_runs.update(T, gapped, state, row[GAPPED_UPDATED], move)


@compiled
def follow(T, scores, gapped, state, script, rows):
    """Play from the empty board; ``rows[i]`` has the values of the position after i moves.

    Each updated value comes from the updated value before it.
    """
    for i in range(len(script)):
        values(T, scores, gapped, state, rows[i])
        _foretell(T, scores, gapped, state, script[i], rows[i], rows[i + 1])
        game.play(T, state, script[i])
    values(T, scores, gapped, state, rows[len(script)])


@compiled
def generate(T, nothing, points, few, state, remaining, lists):
    """Write the candidates with so many plies left; each list is headed by its length."""
    lists[ONE_RING, 0] = one_ring.generate(T, nothing, state, remaining, lists[ONE_RING], 1)
    lists[TWO_RINGS, 0] = two_rings.generate(T, nothing, state, remaining, lists[TWO_RINGS], 1)
    lists[BY_POINTS, 0] = by_points.generate(T, points, state, remaining, lists[BY_POINTS], 1)
    lists[BEST_POINTS, 0] = by_points.generate(T, few, state, remaining, lists[BEST_POINTS], 1)


@compiled
def play(T, state, move):
    """One move."""
    game.play(T, state, move)

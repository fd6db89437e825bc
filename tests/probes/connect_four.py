"""Entry points to Connect Four, its evaluators and its candidates."""

from __future__ import annotations

import numpy as np

from kernels.contract import candidates, evaluator, game
from kernels.jit import compiled, shared

OUTCOME, MOVER, EVALUATED, UPDATED, MOVES, CANDIDATES = range(6)


@shared
def _look(T, E, C, state, ply, rows, keys, moves, tried):
    rows[ply, OUTCOME] = game.outcome(T, state)
    rows[ply, MOVER] = game.mover(T, state)
    rows[ply, EVALUATED] = evaluator.evaluate(T, E, state)
    rows[ply, MOVES] = game.moves(T, state, moves[ply], 1)
    rows[ply, CANDIDATES] = candidates.generate(T, C, state, 2, tried[ply], 1)
    keys[ply] = game.key(T, state)


@compiled
def follow(T, E, C, state, script, rows, keys, moves, tried, states):
    """Play a game and take it back; row i is the position after i moves.

    rows: outcome, mover, value by ``evaluate`` and by ``update`` (of the moves), number of moves
    and of candidates, which are in ``moves`` and ``tried`` from column 1 on. ``states[i]``: the
    state after i moves, on the way back.
    """
    for i in range(len(script)):
        _look(T, E, C, state, i, rows, keys, moves, tried)
        value = rows[i, EVALUATED]
        rows[i + 1, UPDATED] = evaluator.update(T, E, state, value, script[i])
        game.play(T, state, script[i])
    _look(T, E, C, state, len(script), rows, keys, moves, tried)
    for i in range(len(script), -1, -1):
        for k in range(len(state)):
            states[i, k] = state[k]
        if i > 0:
            game.undo(T, state, script[i - 1])


@compiled
def play_out(T, state, script, times):
    """Play the moves and take them back, so many times; the sum of the outcomes."""
    total = 0
    for _ in range(times):
        for i in range(len(script)):
            game.play(T, state, script[np.uint64(i)])
            total += game.outcome(T, state)
        for i in range(len(script) - 1, -1, -1):
            game.undo(T, state, script[np.uint64(i)])
    return total

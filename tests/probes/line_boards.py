"""Entry points to the games in which a line of stones wins."""

from __future__ import annotations

import numpy as np

from kernels.contract import candidates, game
from kernels.jit import compiled


@compiled
def follow(T, state, script, forth, back):
    """Play the moves of ``script`` and take them back; the state after 0, 1, ... moves, both ways.

    How many were played: not those after the end of the game.
    """
    played = 0
    for k in range(len(state)):
        forth[0, k] = state[k]
    for move in script:
        if game.outcome(T, state) != 0:
            break
        game.play(T, state, move)
        played += 1
        for k in range(len(state)):
            forth[played, k] = state[k]
    for i in range(played, -1, -1):
        for k in range(len(state)):
            back[i, k] = state[k]
        if i > 0:
            game.undo(T, state, script[i - 1])
    return played


@compiled
def attempt(T, state, moves, outcomes, movers, keys):
    """Each move played and taken back: the outcome, who is to move, and the key after it."""
    for i in range(len(moves)):
        game.play(T, state, moves[i])
        outcomes[i] = game.outcome(T, state)
        movers[i] = game.mover(T, state)
        keys[i] = game.key(T, state)
        game.undo(T, state, moves[i])


@compiled
def lists(T, C, state, legal, generated):
    """Moves and candidates from index 1 on, how many there are at index 0."""
    legal[0] = game.moves(T, state, legal, 1)
    generated[0] = candidates.generate(T, C, state, 1, generated, 1)


@compiled
def keys_of(T, states, keys):
    for i in range(len(states)):
        keys[i] = game.key(T, states[np.uint64(i)])

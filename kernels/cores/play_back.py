"""What the kernel of a game can be asked beside searching: to play moves, to value a position."""

from __future__ import annotations

from kernels.contract import constants, evaluator, game
from kernels.cores.game_trial import first_fault, trial_size
from kernels.cores.position_value import SCORES_ENDS, value_of_outcome
from kernels.game_contract import ONGOING
from kernels.jit import compiled, inlined

__all__ = ["first_fault", "outcome_of", "play_back", "scratch_size", "trial_size", "value_of"]


@inlined
def _no_value(T, E, state):
    return 0


_evaluated = getattr(evaluator, "evaluate", _no_value)


@compiled
def play_back(T, state, line, legal):
    """Play the moves of ``line`` (int64[n]) as far as they are legal; how many were played.

    It stops before the first move that the game does not offer, and where the game is over.
    ``state`` (int64[STATE_SIZE]) is changed; ``legal`` (int64[scratch_size()]) is scratch.
    """
    played = 0
    for move in line:
        if game.outcome(T, state) != ONGOING:
            break
        count = game.moves(T, state, legal, 0)
        offered = False
        for i in range(count):
            offered |= legal[i] == move
        if not offered:
            break
        game.play(T, state, move)
        played += 1
    return played


@compiled
def value_of(T, E, state):
    """Value of a position from the side of the first player, also where the game is over.

    0 in a search without an evaluator.
    """
    outcome = game.outcome(T, state)
    if outcome == ONGOING or SCORES_ENDS:
        return _evaluated(T, E, state)
    return value_of_outcome(outcome)


@compiled
def outcome_of(T, state):
    """ONGOING, FIRST_WINS, SECOND_WINS or DRAW."""
    return game.outcome(T, state)


def scratch_size() -> int:
    """Length of ``legal``."""
    return constants.MAX_MOVES + 4

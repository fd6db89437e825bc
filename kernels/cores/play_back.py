"""What the kernel of a game can be asked beside searching: to play moves, to value a position."""

from __future__ import annotations

from kernels.contract import constants, evaluator, game
from kernels.cores.position_value import CARRIES, SCORES_ENDS, value_of_outcome
from kernels.game_contract import ONGOING
from kernels.jit import compiled, inlined


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


@inlined
def _never_differs(T, E, state, value, move, found):
    return False


@inlined
def _update_differs(T, E, state, value, move, found):
    """Whether ``update`` gives another value than ``evaluate``; both are then in ``found``."""
    found[1], found[2] = move, evaluator.update(T, E, state, value, move)
    game.play(T, state, move)
    differs = False
    if game.outcome(T, state) == ONGOING or SCORES_ENDS:
        found[3] = evaluator.evaluate(T, E, state)
        differs = found[2] != found[3]
    game.undo(T, state, move)
    return differs


_differs = _update_differs if CARRIES else _never_differs


@compiled
def first_difference(T, E, state, plies, legal, found):
    """Whether ``update`` and ``evaluate`` differ on some move along a walk of so many plies.

    All moves are looked at in each position. Then ``found`` (int64[4]) holds the ply, the move, and
    what either gives. The walk is the same each time. ``state`` is changed; ``legal`` is scratch.
    """
    for ply in range(plies):
        if game.outcome(T, state) != ONGOING:
            break
        found[0] = ply
        value = _evaluated(T, E, state)
        count = game.moves(T, state, legal, 0)
        for i in range(count):
            if _differs(T, E, state, value, legal[i], found):
                return True
        game.play(T, state, legal[(7 * ply + 3) % count])
    return False

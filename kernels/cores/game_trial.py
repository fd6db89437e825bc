"""A trial of a game, its evaluator and its generator: a short walk on which all that can be seen of
their contract is looked at, before a search believes them.

What a trial does not come across may still be wrong; a search looks at the number of candidates and
at the range of values everywhere, and no more, since it would cost its speed.
"""

from __future__ import annotations

from kernels.contract import candidates, constants, evaluator, game
from kernels.cores.position_value import CARRIES, MOST_VALUE, SCORES_ENDS
from kernels.game_contract import ONGOING
from kernels.jit import compiled, inlined, shared

MAX_MOVES, MOVES, STATE_SIZE = constants.MAX_MOVES, constants.MOVES, constants.STATE_SIZE
SLACK = 1024  # moves that a faulty function may write beyond MAX_MOVES without doing harm here

# What may be found, and what then stands in ``found`` behind the ply.
NO_FAULT = 0
NUMBER_OF_MOVES = 1  # how many
UNKNOWN_MOVE = 2  # the move: a number that is none of a move
NOT_UNDONE = 3  # the move
NUMBER_OF_CANDIDATES = 4  # how many, remaining
ILLEGAL_CANDIDATE = 5  # the move, remaining
CANDIDATE_TWICE = 6  # the move, remaining
VALUE_OUT_OF_RANGE = 7  # the value
STATE_CHANGED = 8  # by ``evaluate``
UPDATE_DIFFERS = 9  # the move, what ``update`` gives, what ``evaluate`` gives

EVALUATES = hasattr(evaluator, "evaluate")


@inlined
def _no_value(T, E, state):
    return 0


_evaluate = evaluator.evaluate if EVALUATES else _no_value


@inlined
def _nothing_updated(T, E, state, value, move):
    return 0


_update = evaluator.update if CARRIES else _nothing_updated


@inlined
def _is_among(move, moves, count):
    for i in range(count):
        if moves[i] == move:
            return True
    return False


@inlined
def _changed(state, before):
    for i in range(STATE_SIZE):
        if state[i] != before[i]:
            return True
    return False


@shared
def _fault_of_candidates(T, C, state, remaining, legal, count, chosen, found):
    number = candidates.generate(T, C, state, remaining, chosen, 0)
    found[1], found[2] = number, remaining
    if not 1 <= number <= MAX_MOVES:
        return NUMBER_OF_CANDIDATES
    for i in range(number):
        found[1] = chosen[i]
        if not _is_among(chosen[i], legal, count):
            return ILLEGAL_CANDIDATE
        if _is_among(chosen[i], chosen, i):
            return CANDIDATE_TWICE
    return NO_FAULT


@shared
def _fault_of_move(T, E, state, value, move, before, found):
    found[1], found[2] = move, _update(T, E, state, value, move)
    game.play(T, state, move)
    differs = False
    if CARRIES and (game.outcome(T, state) == ONGOING or SCORES_ENDS):
        found[3] = _evaluate(T, E, state)
        differs = found[2] != found[3]
    game.undo(T, state, move)
    if _changed(state, before):
        return NOT_UNDONE
    return UPDATE_DIFFERS if differs else NO_FAULT


@shared
def _fault_here(T, E, C, state, legal, chosen, before, found):
    """Of a position in which the game goes on; ``legal`` are its moves afterwards."""
    count = game.moves(T, state, legal, 0)
    found[1] = count
    if not 1 <= count <= MAX_MOVES:
        return NUMBER_OF_MOVES
    for i in range(count):
        found[1] = legal[i]
        if not 0 <= legal[i] < MOVES:
            return UNKNOWN_MOVE
    for i in range(STATE_SIZE):
        before[i] = state[i]
    value = _evaluate(T, E, state)
    found[1] = value
    if _changed(state, before):
        return STATE_CHANGED
    if EVALUATES and not -MOST_VALUE <= value <= MOST_VALUE:
        return VALUE_OUT_OF_RANGE
    fault = NO_FAULT
    for remaining in range(1, 3):
        if fault == NO_FAULT:
            fault = _fault_of_candidates(T, C, state, remaining, legal, count, chosen, found)
    for i in range(count):
        if fault == NO_FAULT:
            fault = _fault_of_move(T, E, state, value, legal[i], before, found)
    return fault


@compiled
def first_fault(T, E, C, state, plies, legal, chosen, before, found):
    """The first fault along a walk of so many plies, the same one each time; NO_FAULT: none.

    ``state`` is changed. ``legal``, ``chosen`` (int64[trial_size()]) and ``before``
    (int64[STATE_SIZE]) are scratch; ``found`` (int64[4]) holds the ply, and what the code says.
    """
    for ply in range(plies):
        if game.outcome(T, state) != ONGOING:
            break
        found[0] = ply
        fault = _fault_here(T, E, C, state, legal, chosen, before, found)
        if fault != NO_FAULT:
            return fault
        count = game.moves(T, state, legal, 0)
        game.play(T, state, legal[(7 * ply + 3) % count])
    return NO_FAULT


def trial_size() -> int:
    """Length of ``legal`` and ``chosen``."""
    return MAX_MOVES + SLACK

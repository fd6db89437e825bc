"""What a position is worth, however the evaluator gives it.

An evaluator with ``update`` has its value *carried* along the path: it is asked before each move,
from the value of the position before it. One without it is asked by ``evaluate``, and only where
the value is needed; what is carried is then 0. Carrying a value is not counted: a position is
evaluated where a search wants to know its value.

All values are from the side of the first player.
"""

from __future__ import annotations

from kernels.contract import evaluator, game
from kernels.game_contract import FIRST_WINS, MAX_VALUE, ONGOING, SECOND_WINS
from kernels.jit import inlined

CARRIES = hasattr(evaluator, "update")
SCORES_ENDS = int(bool(getattr(evaluator, "SCORES_ENDS", False)))
"""1: a game that is over is evaluated as every other position is."""
WIN = getattr(evaluator, "WIN", 0)
MOST_VALUE = MAX_VALUE if SCORES_ENDS else WIN
"""No value is beyond it, on either side."""


@inlined
def _nothing(T, E, state):
    return 0


@inlined
def _nothing_carried(T, E, state, value, move):
    return 0


@inlined
def _as_carried(T, E, state, carried):
    return carried


@inlined
def _asked(T, E, state, carried):
    return evaluator.evaluate(T, E, state)


start_value = evaluator.evaluate if CARRIES else _nothing
"""``start_value(T, E, state)``: what is carried where the path begins."""

carried_after = evaluator.update if CARRIES else _nothing_carried
"""``carried_after(T, E, state, carried, move)``: what is carried behind a move not yet played."""

known_value = _as_carried if CARRIES else _asked
"""``known_value(T, E, state, carried)``: value of a position by the evaluator."""


@inlined
def value_of_outcome(outcome):
    """WIN, -WIN or, for a draw, 0."""
    if outcome == FIRST_WINS:
        return WIN
    return -WIN if outcome == SECOND_WINS else 0


@inlined
def ended_value(T, E, state, carried, outcome):
    """Value of a game that is over."""
    if SCORES_ENDS:
        return known_value(T, E, state, carried)
    return value_of_outcome(outcome)


@inlined
def value_after(T, E, state, carried, move):
    """Value of the position that a move leads to; 1 if the evaluator was asked for it, else 0."""
    carried = carried_after(T, E, state, carried, move)
    game.play(T, state, move)
    outcome = game.outcome(T, state)
    asked = 1
    if outcome == ONGOING:
        value = known_value(T, E, state, carried)
    else:
        value, asked = ended_value(T, E, state, carried, outcome), SCORES_ENDS
    game.undo(T, state, move)
    return value, asked


@inlined
def is_value(value):
    """Whether an evaluator may give this."""
    return -MOST_VALUE <= value <= MOST_VALUE

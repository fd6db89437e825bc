"""Negamax over an explicit stack: minimax, alpha-beta and principal variation search in one core.

The algorithm files say which of these it is, and what goes beyond one pass over the root is in
``kernels.cores.game_passes``. A node takes its moves in order. Its value is the greatest among its
children, each from the side of the node's own player; the best move is the first that has it. A
child has the window (-beta, -a), where a is the greater of alpha and the best value so far;
principal variation search gives children behind the first (-a - 1, -a), and if that shows a value v
between a and beta, which is not exact, searches the child again with (-beta, -v). A leaf, and a
child whose exact value stands in the table, is not searched again.

A value makes a *cutoff* when it is at least beta, or more than beta with cuts beyond the bound:
moves that are left are not searched. A cutoff counts where none are left, too. With fail-hard, a
node gives its value brought into its window [alpha, beta]; else as it is.

What a table answers and keeps: ``kernels.cores.game_answers``.

Counted, by ply: a node is generated when the move to it is played, searched again or not. It is a
leaf if the game is over or no depth is left. It is evaluated where its value is wanted: leaves in
which the game goes on, those in which it is over if the evaluator scores ends; with ``evaluate:
nodes`` all others that are generated; and what orders moves (``kernels.cores.move_order``).
"""

from __future__ import annotations

import numpy as np

from kernels import counters as at
from kernels import game_contract as play
from kernels.contract import candidates, constants, game
from kernels.cores.game_answers import answer_below, store_value
from kernels.cores.game_frames import (
    ALPHA,
    BEST,
    BEST_MOVE,
    BETA,
    CARRIED,
    DEPTH,
    END,
    HEARD_OF,
    HINT,
    HORIZON,
    IS_OVER,
    LINE,
    MET,
    NEXT,
    NO_MOVE,
    PLY,
    SIGN,
    VIA,
    Search,
    allocate,
    bytes_used,
    keep_line,
    path,
)
from kernels.cores.game_parameters import (
    EACH_NODE,
    INFINITE,
    IS_HARD,
    MARGIN,
    ORDERING,
)
from kernels.cores.game_passes import begin_search, end_pass
from kernels.cores.move_order import learn, put_in_order, to_front
from kernels.cores.position_value import (
    SCORES_ENDS,
    carried_after,
    ended_value,
    is_value,
    known_value,
)
from kernels.jit import compiled, inlined

__all__ = ["Search", "advance", "allocate", "begin", "bytes_used", "path"]

PRUNES, SCOUTS = constants.PRUNES, constants.SCOUTS
DEEPENS, HAS_TABLE = constants.DEEPENS, constants.HAS_TABLE
NOTHING = -INFINITE - 1  # the best value of a node none of whose children is done

EXPANDED = np.uint64(play.LEVEL_EXPANDED)
GENERATED = np.uint64(play.LEVEL_GENERATED)
LEAVES = np.uint64(play.LEVEL_LEAVES)
EVALUATED = np.uint64(play.LEVEL_EVALUATED)
CUTOFFS = np.uint64(play.LEVEL_CUTOFFS)
TABLE_HITS = np.uint64(play.LEVEL_TABLE_HITS)
BEFORE_WINS = np.uint64(play.LEVEL_FIRST_WINS - play.FIRST_WINS)  # plus an outcome: its column


@compiled
def begin(search, T, E, C, start):
    """Put the position into the search."""
    begin_search(search, T, E, start)


@inlined
def _is_cutoff(best, beta, margin):
    return PRUNES != 0 and best - margin >= beta


@inlined
def _finish(search, ply, remaining, best, move, alpha, beta):
    """Count, learn and store what a node has come to; its value."""
    value = best
    if PRUNES:
        is_cutoff = _is_cutoff(best, beta, search.settings[MARGIN])
        if is_cutoff:
            search.levels[np.uint64(ply), CUTOFFS] += 1
        if search.settings[ORDERING] != 0 and best > alpha:
            learn(search, ply, remaining, move, is_cutoff)
        if search.settings[IS_HARD] != 0:
            value = min(max(best, alpha), beta)
        if HAS_TABLE:
            store_value(search, ply, remaining, value, move, alpha, beta)
    return value


@inlined
def _count_evaluations(search, deepest):
    total = 0
    for ply in range(deepest):
        total += search.levels[ply, EVALUATED]
    search.counters[at.EVALUATED] = total


@inlined
def _low(alpha, best):
    """What a child has to be worth more than."""
    return max(alpha, best) if PRUNES else alpha


@inlined
def _window_below(alpha, beta, best, floor):
    """The window of the next child; ``floor``: NOTHING, or its value by the search before."""
    low = _low(alpha, best)
    if SCOUTS and floor != NOTHING:
        return -beta, -floor
    if SCOUTS and best != NOTHING:
        return -low - 1, -low
    return -beta, -low


@inlined
def _value_of_leaf(search, T, E, below, carried, outcome):
    """Count a leaf; its value from the side of the first player."""
    levels = search.levels
    levels[below, LEAVES] += 1
    if outcome == play.ONGOING:
        levels[below, EVALUATED] += 1
        return known_value(T, E, search.state, carried)
    levels[below, EVALUATED] += SCORES_ENDS
    levels[below, BEFORE_WINS + np.uint64(outcome)] += 1
    return ended_value(T, E, search.state, carried, outcome)


@inlined
def _value_on_the_way(search, T, E, below, carried):
    """Value of a node that is no leaf, if such nodes are evaluated; else 0."""
    if search.settings[EACH_NODE] == 0:
        return 0
    search.levels[below, EVALUATED] += 1
    return known_value(T, E, search.state, carried)


@compiled
def advance(search, T, E, C, expansions, generations):
    """Go on. Between calls, ``state`` is a node that is still to be expanded."""
    counters, levels, settings = search.counters, search.levels, search.settings
    state, frames, moves, margin = search.state, search.frames, search.moves, settings[MARGIN]
    depth, horizon, deepest = counters[DEPTH], counters[HORIZON], counters[at.LEVELS]
    ply = counters[PLY]
    row = frames[np.uint64(ply)]
    alpha, beta, carried = row[ALPHA], row[BETA], row[CARRIED]
    sign = counters[SIGN] * (1 - 2 * (ply & 1))
    status = at.RUNNING
    if counters[at.BAD_VALUE] != 0:
        status = at.BAD_HEURISTIC
    elif counters[IS_OVER] != 0:
        status = at.SOLVED
    while status == at.RUNNING and expansions > 0 and generations > 0:
        expansions -= 1
        levels[np.uint64(ply), EXPANDED] += 1
        deepest = max(deepest, ply + 2)
        place = row[NEXT]
        end = place + candidates.generate(T, C, state, depth - ply, moves, place)
        if not 1 <= end - place <= constants.MAX_MOVES:
            counters[at.BAD_VALUE] = end - place
            status = at.BAD_CANDIDATES
            break
        if settings[ORDERING] != 0:
            put_in_order(search, T, E, carried, sign, ply, depth - ply, place, end)
        if HAS_TABLE and row[HINT] != NO_MOVE:
            to_front(moves, place, end, row[HINT])
        best, best_move, floor = NOTHING, NO_MOVE, NOTHING
        entered = False
        while not entered:
            if place == end or _is_cutoff(best, beta, margin):
                best = _finish(search, ply, depth - ply, best, best_move, alpha, beta)
                if ply == 0:
                    break
                value, move, tail, is_exact = -best, row[VIA], row[LINE], False
                child_alpha = alpha
                game.undo(T, state, move)
                ply -= 1
                sign = -sign
                row = frames[np.uint64(ply)]
                place, end, best, best_move = row[NEXT], row[END], row[BEST], row[BEST_MOVE]
                alpha, beta, carried = row[ALPHA], row[BETA], row[CARRIED]
            else:
                move, tail, hint = moves[np.uint64(place)], 0, NO_MOVE
                place += 1
                child_alpha, child_beta = _window_below(alpha, beta, best, floor)
                floor = NOTHING
                child_carried = carried_after(T, E, state, carried, move)
                game.play(T, state, move)
                below = np.uint64(ply + 1)
                levels[below, GENERATED] += 1
                generations -= 1
                outcome, remaining = game.outcome(T, state), depth - ply - 1
                is_exact = outcome != play.ONGOING or remaining == 0
                if is_exact:
                    if outcome == play.ONGOING:
                        horizon |= MET
                    value = sign * _value_of_leaf(search, T, E, below, child_carried, outcome)
                else:
                    entered = True
                    value = _value_on_the_way(search, T, E, below, child_carried)
                if not is_value(value):
                    counters[at.BAD_VALUE] = value
                    status = at.BAD_HEURISTIC
                    break
                if entered and HAS_TABLE:
                    search.keys[below] = game.key(T, state)
                    answers, value, is_exact, hint, is_fresh = answer_below(
                        search, below, remaining, child_alpha, child_beta
                    )
                    if answers:
                        levels[below, TABLE_HITS] += 1
                        if not is_fresh:
                            horizon |= HEARD_OF
                        value, entered = -value, False
                if entered:
                    row[NEXT], row[END], row[BEST], row[BEST_MOVE] = place, end, best, best_move
                    row = frames[below]
                    ply += 1
                    sign = -sign
                    alpha, beta, carried = child_alpha, child_beta, child_carried
                    row[ALPHA], row[BETA], row[CARRIED] = alpha, beta, carried
                    row[NEXT], row[VIA], row[HINT], row[LINE] = end, move, hint, 0
                    continue
                game.undo(T, state, move)
            misses = SCOUTS and not is_exact and child_alpha != -beta
            if misses and _low(alpha, best) < value < beta:
                place -= 1
                floor = value
            elif value > best:
                best, best_move = value, move
                if value > alpha or ply == 0:
                    keep_line(search, ply, move, tail)
        if not entered and status == at.RUNNING:
            counters[HORIZON], counters[at.LEVELS] = horizon, deepest
            status = end_pass(search, best)
            depth, horizon = counters[DEPTH], counters[HORIZON]
            alpha, beta = row[ALPHA], row[BETA]
    counters[HORIZON], counters[at.LEVELS], counters[PLY] = horizon, deepest, ply
    _count_evaluations(search, deepest)
    return status

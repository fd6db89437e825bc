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

With a table (``kernels.structures.bound_table``): a node that is no leaf and not the root asks for
its position before it is expanded. An entry answers if it has the same remaining depth and is
exact; or is a lower bound that would make a cutoff; or is an upper bound of at most alpha (less
than alpha with cuts beyond the bound). A node that is done stores its value: as an upper bound if
it is at most alpha, else as a lower bound if it is at least beta, else as exact.

Counted, by ply: a node is generated when the move to it is played, searched again or not. It is a
leaf if the game is over or no depth is left. It is evaluated where its value is wanted: leaves in
which the game goes on, those in which it is over if the evaluator scores ends; with ``evaluate:
nodes`` all others that are generated; and what orders moves (``kernels.cores.move_order``).
"""

from __future__ import annotations

import numpy as np

from kernels import counters as at
from kernels.contract import candidates, constants, game
from kernels.cores.game_frames import (
    ALPHA,
    BEST,
    BEST_MOVE,
    BETA,
    CARRIED,
    DEPTH,
    END,
    FILLED,
    HINT,
    HORIZON,
    IS_OVER,
    LINE,
    NEXT,
    NO_MOVE,
    PLY,
    SIGN,
    VIA,
    allocate,
    bytes_used,
    keep_line,
    path,
    Search,
)
from kernels.cores.game_parameters import (
    EACH_NODE,
    INFINITE,
    IS_HARD,
    MARGIN,
    ORDERING,
    REPLACEMENT,
    TABLE_BITS,
)
from kernels.cores.game_passes import begin_search, end_pass
from kernels.cores.move_order import learn, put_in_order
from kernels.cores.position_value import (
    SCORES_ENDS,
    carried_after,
    ended_value,
    is_value,
    known_value,
)
from kernels import game_contract as play
from kernels.jit import compiled, inlined
from kernels.structures import bound_table
from kernels.structures.bound_table import EXACT, LOWER, NOWHERE, UPPER

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
def _answer(search, key, remaining, alpha, beta, margin):
    """What the table says of a node: whether it answers, value, whether that is exact, its move.

    Whether it is of this iteration comes last.
    """
    table, settings = search.table, search.settings
    place = bound_table.find(table, key, remaining, settings[TABLE_BITS], settings[REPLACEMENT])
    if place == NOWHERE:
        return False, 0, False, NO_MOVE, True
    value, bound = bound_table.value_of(table, place), bound_table.bound_of(table, place)
    answers = bound == EXACT
    if bound == LOWER:
        answers = value - margin >= beta
    elif bound == UPPER:
        answers = value + margin <= alpha
    answers &= bound_table.remaining_of(table, place) == remaining
    move, fresh = bound_table.move_of(table, place), not bound_table.is_stale(table, place)
    return answers, value, bound == EXACT, move, fresh


@inlined
def _store(search, ply, remaining, value, move, alpha, beta):
    bound = EXACT
    if value <= alpha:
        bound = UPPER
    elif value >= beta:
        bound = LOWER
    bits, replacement = search.settings[TABLE_BITS], search.settings[REPLACEMENT]
    key = search.keys[np.uint64(ply)]
    search.counters[FILLED] += bound_table.store(
        search.table, key, value, remaining, bound, move, bits, replacement
    )


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
            _store(search, ply, remaining, value, move, alpha, beta)
    return value


@inlined
def _count_evaluations(search, deepest):
    total = 0
    for ply in range(deepest):
        total += search.levels[ply, EVALUATED]
    search.counters[at.EVALUATED] = total


@compiled
def advance(search, T, E, C, expansions, generations):
    """Go on. Between calls, ``state`` is a node that is still to be expanded."""
    counters, levels, settings = search.counters, search.levels, search.settings
    state, frames, moves = search.state, search.frames, search.moves
    margin, each_node = settings[MARGIN], settings[EACH_NODE] != 0
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
        if HAS_TABLE or settings[ORDERING] != 0:
            hint = row[HINT] if HAS_TABLE else NO_MOVE
            put_in_order(search, T, E, carried, sign, ply, depth - ply, place, end, hint)
        best, best_move = NOTHING, NO_MOVE
        floor = NOTHING  # else the node's last child is to be searched again, above this
        entered = False
        while not entered:
            tail, is_exact = 0, False
            if place == end or _is_cutoff(best, beta, margin):
                value = _finish(search, ply, depth - ply, best, best_move, alpha, beta)
                if ply == 0:
                    best = value
                    break
                value, move, child_alpha, tail = -value, row[VIA], alpha, row[LINE]
                game.undo(T, state, move)
                ply -= 1
                sign = -sign
                row = frames[np.uint64(ply)]
                place, end, best, best_move = row[NEXT], row[END], row[BEST], row[BEST_MOVE]
                alpha, beta, carried = row[ALPHA], row[BETA], row[CARRIED]
                low = max(alpha, best) if PRUNES else alpha
            else:
                move = moves[np.uint64(place)]
                place += 1
                low = max(alpha, best) if PRUNES else alpha
                child_alpha, child_beta = -beta, -low
                if SCOUTS and floor != NOTHING:
                    child_beta, floor = -floor, NOTHING
                elif SCOUTS and best != NOTHING:
                    child_alpha = -low - 1
                below = np.uint64(ply + 1)
                remaining = depth - ply - 1
                child_carried = carried_after(T, E, state, carried, move)
                game.play(T, state, move)
                levels[below, GENERATED] += 1
                generations -= 1
                outcome = game.outcome(T, state)
                is_exact, hint = True, NO_MOVE
                if outcome != play.ONGOING:
                    levels[below, LEAVES] += 1
                    levels[below, EVALUATED] += SCORES_ENDS
                    levels[below, BEFORE_WINS + np.uint64(outcome)] += 1
                    value = sign * ended_value(T, E, state, child_carried, outcome)
                elif remaining == 0:
                    levels[below, LEAVES] += 1
                    levels[below, EVALUATED] += 1
                    horizon = 1
                    value = sign * known_value(T, E, state, child_carried)
                else:
                    value, entered = 0, True
                    if each_node:
                        levels[below, EVALUATED] += 1
                        value = known_value(T, E, state, child_carried)
                if not is_value(value):
                    counters[at.BAD_VALUE] = value
                    status = at.BAD_HEURISTIC
                    break
                if entered and HAS_TABLE:
                    key = game.key(T, state)
                    search.keys[below] = key
                    answers, value, is_exact, hint, is_fresh = _answer(
                        search, key, remaining, child_alpha, child_beta, margin
                    )
                    if answers:
                        levels[below, TABLE_HITS] += 1
                        if not is_fresh:
                            horizon = 1
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
            if SCOUTS and not is_exact and low < value < beta and child_alpha != -beta:
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

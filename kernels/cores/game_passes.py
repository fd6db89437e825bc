"""Passes over the root: one; tests that enclose its value (MTD(f)); or one depth after the other.

A *pass* searches the root once, with a window. A *test* is a pass with the window (beta - 1, beta):
it tells whether the value is at least beta. MTD(f) tests first its guess, and then what the last
test gave: beta is that, or 1 more if that is the lower bound already. It ends when both bounds
meet. With deepening, all passes of one depth are one iteration. Otherwise each test is one.
"""

from __future__ import annotations

import numpy as np

from kernels import counters as at
from kernels.contract import candidates, constants, game
from kernels.cores.game_frames import (
    ALPHA,
    BETA,
    CARRIED,
    DEPTH,
    GUESS,
    HINT,
    HORIZON,
    IS_OVER,
    KEPT,
    KEPT_LENGTH,
    LINE,
    LOWER,
    MET,
    NEXT,
    NO_MOVE,
    PROVED,
    PROVED_LENGTH,
    SIGN,
    UPPER,
    copy_line,
)
from kernels.cores.game_parameters import DEPTH as DEPTH_ASKED
from kernels.cores.game_parameters import (
    FIRST_GUESS,
    INFINITE,
    REPLACEMENT,
    TABLE_BITS,
    WINDOW,
)
from kernels.cores.iterations import close_iteration
from kernels.cores.move_order import forget
from kernels.cores.position_value import ended_value, start_value
from kernels.game_contract import HAS_VALUE, ONGOING, VALUE
from kernels.jit import inlined, shared
from kernels.structures import bound_table

ROOT = np.uint64(0)
DEEPENS, TESTS, HAS_TABLE = constants.DEEPENS, constants.TESTS, constants.HAS_TABLE
DEPTH_MATTERS = int(bool(getattr(candidates, "BY_REMAINING", True)))
"""1: the generator may give other moves at other depths, so that none stands for a deeper one."""


@inlined
def _hint_for_root(search, depth):
    """The table's move."""
    if not HAS_TABLE:
        return NO_MOVE
    bits, replacement = search.settings[TABLE_BITS], search.settings[REPLACEMENT]
    place = bound_table.find(search.table, search.keys[ROOT], depth, bits, replacement)
    if place == bound_table.NOWHERE:
        return NO_MOVE
    return bound_table.move_of(search.table, place)


@shared
def begin_pass(search):
    """Set the root's frame for the next pass."""
    counters, row = search.counters, search.frames[ROOT]
    if TESTS:
        beta = counters[GUESS]
        if beta == counters[LOWER]:
            beta += 1
        row[ALPHA], row[BETA] = beta - 1, beta
    else:
        row[ALPHA], row[BETA] = -search.settings[WINDOW], search.settings[WINDOW]
    counters[at.BOUND] = counters[DEPTH] if DEEPENS else row[BETA]
    row[NEXT], row[LINE] = 0, 0
    row[HINT] = _hint_for_root(search, counters[DEPTH])


@inlined
def _begin_depth(search, depth):
    counters = search.counters
    counters[DEPTH], counters[HORIZON] = depth, 0
    counters[LOWER], counters[UPPER] = -INFINITE, INFINITE
    begin_pass(search)


@inlined
def begin_search(search, T, E, start):
    """Put the position into a fresh search. Where the game is over, only its value is told."""
    counters, state = search.counters, search.state
    for i in range(constants.STATE_SIZE):
        state[i] = start[i]
    counters[SIGN] = 1 - 2 * game.mover(T, state)
    counters[at.LEVELS] = 1
    carried = start_value(T, E, state)
    outcome = game.outcome(T, state)
    if outcome != ONGOING:
        value = ended_value(T, E, state, carried, outcome)
        counters[VALUE], counters[HAS_VALUE] = counters[SIGN] * value, 1
        counters[IS_OVER] = 1
        return
    forget(search)
    if HAS_TABLE:
        bound_table.start(search.table)
        search.keys[ROOT] = game.key(T, state)
    search.frames[ROOT, CARRIED] = carried
    counters[GUESS] = search.settings[FIRST_GUESS]
    _begin_depth(search, 1 if DEEPENS else search.settings[DEPTH_ASKED])


@inlined
def _keep_root_line(search, target):
    length = search.frames[ROOT, LINE]
    copy_line(search.lines, length, ROOT, target)
    return length


@inlined
def _narrow(search, value):
    """Take the result of a test; whether the root's value is enclosed."""
    counters = search.counters
    counters[GUESS] = value
    if value < search.frames[ROOT, BETA]:
        counters[UPPER] = value
    else:
        counters[LOWER] = value
        counters[PROVED_LENGTH] = _keep_root_line(search, PROVED)
    return counters[LOWER] >= counters[UPPER]


@inlined
def _keep_result(search, value):
    counters = search.counters
    counters[VALUE], counters[HAS_VALUE] = value, 1
    if TESTS:
        counters[KEPT_LENGTH] = counters[PROVED_LENGTH]
        copy_line(search.lines, counters[PROVED_LENGTH], PROVED, KEPT)
    else:
        counters[KEPT_LENGTH] = _keep_root_line(search, KEPT)


@inlined
def _close(search):
    """Record the iteration under way; whether there was room for it."""
    if search.counters[at.ITERATIONS] + 2 > len(search.iterations):
        return False
    close_iteration(search.counters, search.levels, search.iterations)
    return True


@shared
def end_pass(search, value):
    """The pass under way has given a value; the status: RUNNING if another pass begins."""
    counters = search.counters
    if TESTS and not _narrow(search, value):
        if not DEEPENS and not _close(search):
            return at.OUT_OF_MEMORY
        begin_pass(search)
        return at.RUNNING
    _keep_result(search, value)
    depth = counters[DEPTH]
    may_change = counters[HORIZON] != 0 or DEPTH_MATTERS
    if DEEPENS and may_change and depth < search.settings[DEPTH_ASKED]:
        if not _close(search):
            return at.OUT_OF_MEMORY
        bound_table.next_iteration(search.table)
        _begin_depth(search, depth + 1)
        return at.RUNNING
    counters[IS_OVER] = 1
    if depth == constants.MAX_PLIES and counters[HORIZON] & MET != 0:
        counters[at.BAD_VALUE] = depth
        return at.BAD_GAME
    return at.SOLVED

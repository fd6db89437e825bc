"""Connect Four, compiled: bit boards that are changed in place (``kernels/games/connect_four.py``).

As in Tromp's Fhourstones: a bit for each cell, column by column from the bottom, and one more above
each column, which stays empty and keeps columns apart. Four in a row are found by shifting one
player's stones onto themselves, in all columns at once. Boards of at most 64 bits are one word a
player. Larger ones are several words, and lines are counted from the last stone on.
"""

from __future__ import annotations

import numpy as np

from kernels.contract import constants
from kernels.game_contract import DRAW, FIRST_WINS, ONGOING
from kernels.jit import inlined, shared

LENGTH = 4


@inlined
def is_open(state, column):
    """Whether a column has an empty cell."""
    top = np.uint64(constants.TOPS + column)
    return state[top] < column * constants.COLUMN + constants.HEIGHT


@inlined
def moves(T, state, into, at):
    """The columns that are not full, from left to right."""
    count = 0
    for column in range(constants.WIDTH):
        if is_open(state, column):
            into[np.uint64(at + count)] = column
            count += 1
    return count


@inlined
def _lines(stones, step):
    """A bit for each four in a row, ``step`` bits apart, in a board of one word."""
    pairs = stones & stones >> step
    return pairs & pairs >> 2 * step


@inlined
def _has_four(stones):
    fours = 0
    if constants.HEIGHT >= LENGTH:
        fours |= _lines(stones, 1)
    if constants.WIDTH >= LENGTH:
        fours |= _lines(stones, constants.COLUMN)
        if constants.HEIGHT >= LENGTH:
            fours |= _lines(stones, constants.COLUMN - 1)
            fours |= _lines(stones, constants.COLUMN + 1)
    return fours != 0


@inlined
def _run(state, board, place, step):
    """How many of up to three cells, ``step`` bits apart from ``place`` on, follow with stones.

    ``board``: index of the first of a player's words. Lines end at the empty bits above columns.
    """
    count = 0
    place += step
    while count < LENGTH - 1 and 0 <= place < constants.BITS:
        if state[np.uint64(board + (place >> 6))] >> (place & 63) & 1 == 0:
            break
        count += 1
        place += step
    return count


@shared
def _makes_four(state, board, place):
    """Whether a stone, just put down, is one of four in a row in a board of several words."""
    for turn in range(4):
        step = 1 if turn == 0 else constants.COLUMN + turn - 2
        count = _run(state, board, place, step) + _run(state, board, place, -step)
        if count >= LENGTH - 1:
            return True
    return False


@inlined
def _mirrored(place, column):
    return place + (constants.WIDTH - 1 - 2 * column) * constants.COLUMN


@inlined
def _toggle(T, state, side, place, column):
    """Put a stone down or take it away."""
    if constants.WORDS == 1:
        state[np.uint64(side)] ^= 1 << place
        if constants.SYMMETRY:
            state[np.uint64(constants.IMAGES + side)] ^= 1 << _mirrored(place, column)
    else:
        state[np.uint64(side * constants.WORDS + (place >> 6))] ^= 1 << (place & 63)
        of_side = side * constants.BITS
        state[np.uint64(constants.IMAGES)] ^= T.zobrist[np.uint64(of_side + place)]
        mirrored = np.uint64(of_side + _mirrored(place, column))
        state[np.uint64(constants.IMAGES + 1)] ^= T.zobrist[mirrored]


@inlined
def play(T, state, move):
    """Drop a stone into a column, and see whether it ends the game."""
    top = np.uint64(constants.TOPS + move)
    place = state[top]
    stones = state[np.uint64(constants.STONES)]
    side = stones & 1
    state[top] = place + 1
    state[np.uint64(constants.STONES)] = stones + 1
    _toggle(T, state, side, place, move)
    if constants.WORDS == 1:
        won = _has_four(state[np.uint64(side)])
    else:
        won = _makes_four(state, side * constants.WORDS, place)
    if won:
        state[np.uint64(constants.OUTCOME)] = FIRST_WINS + side
    elif stones + 1 == constants.CELLS:
        state[np.uint64(constants.OUTCOME)] = DRAW


@inlined
def undo(T, state, move):
    """Take the top stone of a column away, which was the last one played."""
    top = np.uint64(constants.TOPS + move)
    place = state[top] - 1
    stones = state[np.uint64(constants.STONES)] - 1
    state[top] = place
    state[np.uint64(constants.STONES)] = stones
    state[np.uint64(constants.OUTCOME)] = ONGOING
    _toggle(T, state, stones & 1, place, move)


@inlined
def outcome(T, state):
    """ONGOING, FIRST_WINS, SECOND_WINS or DRAW."""
    return state[np.uint64(constants.OUTCOME)]


@inlined
def mover(T, state):
    """0: the first player, where there are as many stones of both; 1: the second."""
    return state[np.uint64(constants.STONES)] & 1


@inlined
def _exact_key(first, second):
    """Of two words of stones: each column has one bit above its stones, which are all added up.

    A column of h stones becomes 2^h plus the first player's stones: less than 2^(h + 1).
    """
    both = np.uint64(first) + np.uint64(second)
    return both + np.uint64(first) + np.uint64(constants.BOTTOM)


@inlined
def key(T, state):
    """Exact on boards of up to 64 bits, else Zobrist's; with symmetry the least of both images."""
    image = np.uint64(constants.IMAGES)
    after = np.uint64(constants.IMAGES + 1)
    if constants.WORDS == 1:
        own = _exact_key(state[np.uint64(0)], state[np.uint64(1)])
        if constants.SYMMETRY:
            return min(own, _exact_key(state[image], state[after]))
        return own
    if constants.SYMMETRY:
        return min(np.uint64(state[image]), np.uint64(state[after]))
    return np.uint64(state[image])

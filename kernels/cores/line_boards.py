"""Boards on which a line of own stones wins: m,n,k-games and gomoku.

Cells are numbered row by row, and a move is the number of the cell that gets a stone. A line
(row, column or diagonal) is a word for each player, with a bit for each of his stones in it. A
stone sets four bits, and whether one of the four lines holds k stones in a row is a matter of a few
shifts. Lines have bits for the cells that they have, so that nothing goes on over a border.

A state vector, whose places are those of ``Layout``:

``state[0 : CELLS]``
    cells: 0 empty, 1 a stone of the first player, 2 one of the second.
``state[FIRST_ROWS + r]``, ``state[SECOND_ROWS + r]``
    row r of either player: bit c is his stone in column c. Behind the rows of each come his columns
    (bit r is row r), the diagonals that fall to the right (number r - c + WIDTH - 1) and those that
    rise to the right (number r + c); of both, bit c is column c.
``state[STONES]``
    stones on the board. The first player is to move where it is even.
``state[OUTCOME]``
    as in ``kernels.game_contract``.
``state[KEYS + s]``
    key of the position's image s, as the bits of a uint64.

A key is exact, the cells as the digits of a number to base 3, or a hash: the exclusive or of a
random number for each stone (Zobrist 1970, "A new hashing method with application for game
playing"). Who is to move follows from the stones.
"""

from __future__ import annotations

import numpy as np

from kernels.contract import constants
from kernels.cores.line_board_tables import layout
from kernels.game_contract import DRAW, ONGOING
from kernels.jit import inlined
from kernels.structures.bits import ONE, ZERO, lowest

WIDTH, HEIGHT, CELLS = constants.WIDTH, constants.HEIGHT, constants.CELLS
LENGTH, SYMMETRIES = constants.LENGTH, constants.SYMMETRIES
EXACTLY = constants.EXACTLY == 1
EXACT_KEYS = constants.EXACT_KEYS == 1

_PLACES = layout(WIDTH, HEIGHT, SYMMETRIES)
FIRST_ROWS = np.uint64(_PLACES.first_rows)
SECOND_ROWS = np.uint64(_PLACES.second_rows)
COLUMNS = np.uint64(_PLACES.columns)  # these three from the rows of a player
FALLING = np.uint64(_PLACES.falling)
RISING = np.uint64(_PLACES.rising)
STONES = np.uint64(_PLACES.stones)
OUTCOME = np.uint64(_PLACES.outcome)
KEYS = np.uint64(_PLACES.keys)

_LINES = np.uint64(_PLACES.second_rows - _PLACES.first_rows)  # of a player
_ROW_LENGTH = np.uint64(WIDTH)
_LAST_COLUMN = np.uint64(max(WIDTH - 1, 0))
_FULL_ROW = np.uint64((1 << WIDTH) - 1)
_ROWS_AT_ONCE = 64 // max(WIDTH, 1)  # that fit one word


@inlined
def mover(T, state):
    """0 or 1."""
    return state[STONES] & 1


@inlined
def outcome(T, state):
    """As ``play`` found it."""
    return state[OUTCOME]


@inlined
def key(T, state):
    """The least of the keys of all images."""
    least = np.uint64(state[KEYS])
    for s in range(1, SYMMETRIES):
        other = np.uint64(state[KEYS + np.uint64(s)])
        if other < least:
            least = other
    return least


@inlined
def moves(T, state, into, at):
    """The empty cells, row by row."""
    end = at
    for first in range(0, HEIGHT, _ROWS_AT_ONCE):
        free = ZERO
        for r in range(first, min(first + _ROWS_AT_ONCE, HEIGHT)):
            row = np.uint64(r)
            taken = np.uint64(state[FIRST_ROWS + row] | state[SECOND_ROWS + row])
            free |= (_FULL_ROW & ~taken) << np.uint64((r - first) * WIDTH)
        while free != ZERO:
            into[np.uint64(end)] = first * WIDTH + lowest(free)
            free &= free - ONE
            end += 1
    return end - at


@inlined
def _has_won(line):
    """Not 0 where a line holds enough stones in a row.

    ``run`` has the bits from which ``length`` stones go on; it grows by as much as it has.
    """
    run, length = line, 1
    while 2 * length <= LENGTH:
        run &= run >> length
        length *= 2
    run &= run >> (LENGTH - length)
    if EXACTLY:
        run &= ~(line << 1) & ~(line >> LENGTH)
    return run


@inlined
def _turn_line(state, line, bit):
    """Put a stone into a line, or take it out; what the line is then."""
    turned = state[line] ^ bit
    state[line] = turned
    return turned


@inlined
def _turn_lines(state, cell, player):
    """Put a stone into its four lines, or take it out; not 0 where one of them has won then."""
    rows = FIRST_ROWS + np.uint64(player) * _LINES
    row = cell // _ROW_LENGTH
    column = cell - row * _ROW_LENGTH
    bit = 1 << np.int64(column)
    won = _has_won(_turn_line(state, rows + row, bit))
    won |= _has_won(_turn_line(state, rows + COLUMNS + column, 1 << np.int64(row)))
    won |= _has_won(_turn_line(state, rows + FALLING + (row + _LAST_COLUMN - column), bit))
    won |= _has_won(_turn_line(state, rows + RISING + (row + column), bit))
    return won


@inlined
def _first_number(cell, player):
    """Index of what the stone adds to the key of image 0; those of the others follow."""
    return (np.uint64(2) * cell + np.uint64(player)) * np.uint64(SYMMETRIES)


@inlined
def play(T, state, move):
    """Put a stone of the player to move on an empty cell."""
    stones = state[STONES]
    player = stones & 1
    cell = np.uint64(move)
    state[cell] = player + 1
    state[STONES] = stones + 1
    number = _first_number(cell, player)
    for s in range(SYMMETRIES):
        image = np.uint64(s)
        before, added = np.uint64(state[KEYS + image]), T.numbers[number + image]
        state[KEYS + image] = np.int64(before + added if EXACT_KEYS else before ^ added)
    if _turn_lines(state, cell, player) != 0:
        state[OUTCOME] = player + 1
    elif stones + 1 == CELLS:
        state[OUTCOME] = DRAW


@inlined
def undo(T, state, move):
    """Take the last stone off its cell."""
    cell = np.uint64(move)
    player = state[cell] - 1
    state[cell] = 0
    state[STONES] -= 1
    number = _first_number(cell, player)
    for s in range(SYMMETRIES):
        image = np.uint64(s)
        after, added = np.uint64(state[KEYS + image]), T.numbers[number + image]
        state[KEYS + image] = np.int64(after - added if EXACT_KEYS else after ^ added)
    _turn_lines(state, cell, player)
    state[OUTCOME] = ONGOING

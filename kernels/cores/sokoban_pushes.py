"""Pushes of Sokoban, compiled: what the domain's functions do with states and packed states.

Squares are numbered as in ``kernels.cores.sokoban_squares``. Directions are 0 up, 1 down, 2 left,
3 right. An operator's code: direction in bits 0-1, above them row * 50 + column of the box's
square.

Of a state vector, fields 0 .. WORDS-1 are the boxes, a bit each; field WORDS is the man's square.
Where his walks cost nothing he may stand anywhere in the area that he reaches, and its first
square stands for it in the packed state: in the top twelve bits of the last word. Where they cost,
his exact square is packed, and the vector also holds where he came from at each push since it was
unpacked, for ``undo``.
"""

from __future__ import annotations

import numpy as np

from kernels.contract import constants
from kernels.cores import sokoban_deadlocks as deadlocks
from kernels.cores import sokoban_man as man
from kernels.cores.sokoban_squares import (
    AREA,
    AROUND,
    CODE,
    DEAD,
    GOALS,
    KIND,
    KNOWN,
    LAST_WORD,
    WALL_BIT,
    WORDS,
    boxes_of,
)
from kernels.jit import inlined, shared
from kernels.structures.bits import ONE, SIX, ZERO, bit_of, has, lowest

NO_OPERATOR = 1 << 15
MAN_BITS = 12
MAN_SHIFT = np.uint64(64 - MAN_BITS)
DEAD_SQUARES = constants.DEAD_SQUARES == 1
FREEZE = constants.FREEZE_DEADLOCKS == 1
BIPARTITE = constants.BIPARTITE_DEADLOCKS == 1
WALKS_COST = constants.UNIT_COST == 0

TRAIL = 1 << 20
"""Pushes that can be undone where walks cost; no search keeps a longer path."""

MAN = np.uint64(WORDS)
PUSHES = np.uint64(WORDS + 1)  # since the state was unpacked
FIRST_OF_TRAIL = np.uint64(WORDS + 2)
LAST_OF_TRAIL = np.uint64(TRAIL - 1)

_BOXES = (ONE << MAN_SHIFT) - ONE  # of the last word


@inlined
def _neighbour(T, square, direction):
    """The next square (uint64), or the wall."""
    return np.uint64(T.squares[square, direction])


@inlined
def _is_taken(state, square):
    """Whether a wall or a box is there."""
    return np.uint64(state[square >> SIX]) & bit_of(square) != ZERO


@inlined
def direction_of(op):
    """The direction of a push, uint64."""
    return np.uint64(op & 3)


@inlined
def square_from(T, op):
    """The square that the box leaves, uint64."""
    return np.uint64(T.numbers[np.uint64(op >> 2)])


@inlined
def square_to(T, op):
    """The square that the box enters, uint64."""
    return _neighbour(T, square_from(T, op), direction_of(op))


@inlined
def _move_box(state, a, b):
    state[a >> SIX] ^= np.int64(bit_of(a))
    state[b >> SIX] ^= np.int64(bit_of(b))


@inlined
def _is_pruned(T, state, a, b):
    """Whether a push from ``a`` to ``b`` makes a state that the domain is to leave out."""
    if DEAD_SQUARES and has(T.sets[DEAD], b):
        return True
    pruned = False
    if FREEZE:
        _move_box(state, a, b)
        pruned = deadlocks.freezes(T.squares, T.sets, state, b)
        _move_box(state, a, b)
    if BIPARTITE and not pruned and T.squares[a, KIND] != T.squares[b, KIND]:
        pruned = deadlocks.leaves_a_box_over(T.fitting, state, a, b)
    return pruned


@inlined
def _is_dead(T, state):
    """The same for a state in which no box was pushed yet."""
    if FREEZE and deadlocks.is_frozen(T.squares, T.sets, state):
        return True
    return BIPARTITE and deadlocks.has_a_box_over(T.fitting, state)


@shared
def _pushes(T, state, ops, at):
    area, count = T.sets[AREA], 0
    first = man.flood(T.squares, T.waiting, area, state, np.uint64(state[MAN]))
    for w in range(WORDS):
        T.sets[KNOWN, np.uint64(w)] = boxes_of(state, np.uint64(w))
    T.sets[KNOWN, LAST_WORD] |= first << MAN_SHIFT
    for w in range(WORDS):
        word = np.uint64(w)
        boxes = boxes_of(state, word)
        while boxes != ZERO:
            square = word << SIX | np.uint64(lowest(boxes))
            boxes &= boxes - ONE
            for i in range(4):
                direction = np.uint64(T.directions[np.uint64(i)])
                ahead = _neighbour(T, square, direction)
                behind = _neighbour(T, square, direction ^ ONE)
                if not has(area, behind) or _is_taken(state, ahead):
                    continue
                if not _is_pruned(T, state, square, ahead):
                    ops[np.uint64(at + count)] = T.squares[square, CODE] | np.int64(direction)
                    count += 1
    return count


@inlined
def generate(T, state, last, ops, at):
    """Boxes row by row, and for each the directions in their order.

    A start may be a deadlock; it then has no pushes. Of other states this was seen when the push
    to them was generated.
    """
    if last == NO_OPERATOR and _is_dead(T, state):
        return 0
    return _pushes(T, state, ops, at)


@inlined
def apply(T, state, op):
    """Push the box; the man stands where it was."""
    a, b = square_from(T, op), square_to(T, op)
    _move_box(state, a, b)
    if WALKS_COST:
        state[FIRST_OF_TRAIL + (np.uint64(state[PUSHES]) & LAST_OF_TRAIL)] = state[MAN]
        state[PUSHES] += 1
    state[MAN] = np.int64(a)


@inlined
def undo(T, state, op):
    """Put the box back, and the man behind it, or where he came from if that matters."""
    a = square_from(T, op)
    _move_box(state, a, square_to(T, op))
    if WALKS_COST:
        state[PUSHES] -= 1
        state[MAN] = state[FIRST_OF_TRAIL + (np.uint64(state[PUSHES]) & LAST_OF_TRAIL)]
    else:
        state[MAN] = np.int64(_neighbour(T, a, direction_of(op) ^ ONE))


@inlined
def _one(T, state, op):
    return 1


@inlined
def _steps(T, state, op):
    behind = _neighbour(T, square_from(T, op), direction_of(op) ^ ONE)
    here = np.uint64(state[MAN])
    return 1 + man.walk(T.squares, T.waiting, T.sets[AROUND], state, here, behind)


cost = _steps if WALKS_COST else _one


@inlined
def pack(T, state, key):
    """The boxes, and the man's place above those of the last word."""
    for w in range(WORDS):
        word = np.uint64(w)
        key[word] = boxes_of(state, word)
    here = np.uint64(state[MAN])
    if not WALKS_COST:
        here = man.flood(T.squares, T.waiting, T.sets[AROUND], state, here)
    key[LAST_WORD] |= here << MAN_SHIFT


@inlined
def unpack(T, key, state):
    """The boxes, the wall's bit, and the man."""
    for w in range(WORDS):
        word = np.uint64(w)
        state[word] = np.int64(key[word])
    last = key[LAST_WORD]
    state[LAST_WORD] = np.int64(last & _BOXES | WALL_BIT)
    state[MAN] = np.int64(last >> MAN_SHIFT)
    if WALKS_COST:
        state[PUSHES] = 0


@shared
def _first_reached(T, key, child, a, b):
    """First square of the man's area after a push; that of ``key`` is known if it was expanded."""
    known = True
    for w in range(WORDS):
        known &= T.sets[KNOWN, np.uint64(w)] == key[np.uint64(w)]
    if known and man.keeps_area(T.squares, T.sets[AREA], child, a, b):
        return man.first_after(T.sets[AREA], a, b)
    child[LAST_WORD] |= WALL_BIT
    first = man.flood(T.squares, T.waiting, T.sets[AROUND], child, a)
    child[LAST_WORD] ^= WALL_BIT
    return first


@inlined
def successor(T, key, op, child):
    """The box on its next square, and the man's place after that."""
    a, b = square_from(T, op), square_to(T, op)
    for w in range(WORDS):
        child[np.uint64(w)] = key[np.uint64(w)]
    child[LAST_WORD] &= _BOXES
    child[a >> SIX] ^= bit_of(a)
    child[b >> SIX] ^= bit_of(b)
    here = a if WALKS_COST else _first_reached(T, key, child, a, b)
    child[LAST_WORD] |= here << MAN_SHIFT


@inlined
def is_goal(T, state):
    """Every box on a goal: there are as many."""
    for w in range(WORDS):
        word = np.uint64(w)
        if boxes_of(state, word) != T.sets[GOALS, word]:
            return False
    return True

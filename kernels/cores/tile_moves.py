"""Moves of sliding tiles, compiled: what the domain's functions do with states and packed states.

An operator's code: direction in bits 0-2, the cell that the tile leaves (and the blank enters) in
bits 3-8, the cell that the tile enters in bits 9-14.
"""

from __future__ import annotations

import numpy as np

from kernels.contract import constants
from kernels.cores import tile_ranks
from kernels.jit import inlined

NO_OPERATOR = 4  # a direction that there is not
COUNT = 7  # column of ``T.moves`` with the number of moves
CELLS = constants.CELLS
BITS = constants.BITS
PER_WORD = constants.PER_WORD
WORDS = constants.WORDS
MASK = np.uint64((1 << BITS) - 1)


@inlined
def tile_from(op):
    """The cell that the moving tile leaves, uint64."""
    return np.uint64((op >> 3) & 63)


@inlined
def tile_to(op):
    """The cell that the moving tile enters, uint64."""
    return np.uint64((op >> 9) & 63)


@inlined
def generate(T, state, last, ops, at):
    """Copy the prepared list of the blank's cell, which the last operator tells, and direction."""
    if last == NO_OPERATOR:
        last += state[CELLS] << 3
    row = np.uint64((last & 511) << 3)
    for i in range(4):
        ops[np.uint64(at + i)] = T.moves[row + np.uint64(i)]
    return T.moves[row + np.uint64(COUNT)]


@inlined
def apply(T, state, op):
    """Slide the tile."""
    a, b = tile_from(op), tile_to(op)
    state[b] = state[a]
    state[a] = T.blank
    state[CELLS] = np.int64(a)


@inlined
def undo(T, state, op):
    """Slide it back."""
    a, b = tile_from(op), tile_to(op)
    state[a] = state[b]
    state[b] = T.blank
    state[CELLS] = np.int64(b)


@inlined
def _unit_cost(T, state, op):
    return 1


@inlined
def _tile_cost(T, state, op):
    return T.costs[np.uint64(state[tile_from(op)])]


cost = _unit_cost if constants.UNIT_COST else _tile_cost


@inlined
def inverse(T, op):
    """The move that takes ``op`` back; directions differ from their opposites in the lowest bit."""
    return ((op & 7) ^ 1) | ((op >> 9) & 63) << 3 | ((op >> 3) & 63) << 9


@inlined
def shift_of(cell):
    """Bits to the right of a cell within its word."""
    return np.uint64(BITS) * (np.uint64(PER_WORD - 1) - cell % np.uint64(PER_WORD))


@inlined
def pack(T, state, key):
    """First cell in the highest bits."""
    for word in range(WORDS):
        key[word] = np.uint64(0)
    for cell in range(CELLS):
        bits = np.uint64(state[cell]) << shift_of(np.uint64(cell))
        key[cell // PER_WORD] |= bits


@inlined
def unpack(T, key, state):
    """Cells, and the blank's cell."""
    for cell in range(CELLS):
        number = np.int64((key[cell // PER_WORD] >> shift_of(np.uint64(cell))) & MASK)
        state[cell] = number
        if number == T.blank:
            state[CELLS] = cell


@inlined
def successor(T, key, op, child):
    """Exchange tile and blank in the packed state: one exclusive-or at each of the two cells."""
    a, b = tile_from(op), tile_to(op)
    word_a, word_b = a // np.uint64(PER_WORD), b // np.uint64(PER_WORD)
    shift_a, shift_b = shift_of(a), shift_of(b)
    change = ((key[word_a] >> shift_a) & MASK) ^ np.uint64(T.blank)
    for word in range(WORDS):
        child[word] = key[word]
    child[word_a] ^= change << shift_a
    child[word_b] ^= change << shift_b


@inlined
def is_goal(T, state):
    """Every cell as in the goal."""
    for cell in range(CELLS):
        if state[cell] != T.goal[cell]:
            return False
    return True


@inlined
def rank(T, state):
    """Number of a state among those that can be reached."""
    return tile_ranks.rank(state, T.blank)


@inlined
def unrank(T, number, state):
    """The state of a number."""
    tile_ranks.unrank(number, T.blank, T.parities, state)


@inlined
def rank_after(T, state, number, op):
    """A move sideways changes the blank's cell alone."""
    a, b = np.int64(tile_from(op)), np.int64(tile_to(op))
    if abs(a - b) == 1:
        return number + a - b
    apply(T, state, op)
    after = tile_ranks.rank(state, T.blank)
    undo(T, state, op)
    return after

"""What a search of a game tree asks its transposition table, and what it tells it.

A node that is no leaf and not the root asks for its position before it is expanded. An entry of
``kernels.structures.bound_table`` answers if it has the same remaining depth and is exact; or is a
lower bound that would make a cutoff; or is an upper bound of at most alpha (less than alpha with
cuts beyond the bound). An answer is taken for exact only if the entry is. Its move, answer or not,
is tried first.

A node that is done stores its value: as an upper bound if it is at most alpha, else as a lower
bound if it is at least beta, else as exact.
"""

from __future__ import annotations

import numpy as np

from kernels.cores.game_frames import FILLED, NO_MOVE
from kernels.cores.game_parameters import MARGIN, REPLACEMENT, TABLE_BITS
from kernels.jit import inlined
from kernels.structures import bound_table
from kernels.structures.bound_table import EXACT, LOWER, NOWHERE, UPPER


@inlined
def answer_below(search, below, remaining, alpha, beta):
    """What the table says of the node at ply ``below``, which has the window (alpha, beta).

    Whether it answers, the value, whether that is exact, the move, whether this iteration wrote it.
    """
    table, settings, key = search.table, search.settings, search.keys[below]
    margin = settings[MARGIN]
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
def store_value(search, ply, remaining, value, move, alpha, beta):
    """Keep what a node has come to, which had the window (alpha, beta)."""
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

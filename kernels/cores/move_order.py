"""In which order a node's moves are searched, and what is learned for it from nodes that are done.

All orders are stable: moves of the same rank stay as the candidate generator gave them.

evaluator
    By the value of the positions that the moves lead to, the best for the player to move first.
    These positions are evaluated for it, which counts (at their ply), whether or not they are
    generated later; one in which the game is over has the value of its outcome. Nodes with one ply
    left are not ordered: searching their children is evaluating them.
history
    By the sum of the squares of the remaining depths of the nodes of the same player at which the
    move was the best one and came over alpha (Schaeffer 1983, "The history heuristic"; 1989).
killer
    The last two different moves that made a cutoff at this ply come first, the later one before the
    earlier one, where they are among the candidates (Akl & Newborn 1977, "The principal
    continuation and the killer heuristic").
killer_history
    Killers first, the others by history.

The table's move, if it is among the candidates, comes before all others.
"""

from __future__ import annotations

import numpy as np

from kernels.cores.game_frames import KILLERS, MAX_PLIES, MOVES, NO_MOVE
from kernels.cores.game_parameters import BY_EVALUATOR, BY_HISTORY, BY_KILLERS, ORDERING
from kernels.cores.position_value import value_after
from kernels.game_contract import LEVEL_EVALUATED
from kernels.jit import inlined, shared

_ONE = np.uint64(1)
EVALUATED = np.uint64(LEVEL_EVALUATED)


@inlined
def forget(search):
    """Begin with no killers and no history."""
    for side in range(2):
        for move in range(MOVES):
            search.history[side, move] = 0
    for ply in range(MAX_PLIES + 2):
        for i in range(KILLERS):
            search.killers[ply, i] = NO_MOVE


@inlined
def _sort(moves, scores, place, end):
    """Greatest score first, by insertion: lists are short, and stay in order where scores agree."""
    for i in range(place + 1, end):
        move, score = moves[np.uint64(i)], scores[np.uint64(i)]
        j = np.uint64(i)
        first = np.uint64(place)
        while j > first and scores[j - _ONE] < score:
            moves[j], scores[j] = moves[j - _ONE], scores[j - _ONE]
            j -= _ONE
        moves[j], scores[j] = move, score


@inlined
def to_front(moves, place, end, move):
    """Put a move before the others, if it is among them."""
    for i in range(place, end):
        if moves[np.uint64(i)] == move:
            j = np.uint64(i)
            first = np.uint64(place)
            while j > first:
                moves[j] = moves[j - _ONE]
                j -= _ONE
            moves[first] = move
            break


@inlined
def _score_by_evaluator(search, T, E, carried, sign, ply, place, end):
    for i in range(place, end):
        value, asked = value_after(T, E, search.state, carried, search.moves[np.uint64(i)])
        search.scores[np.uint64(i)] = sign * value
        search.levels[np.uint64(ply + 1), EVALUATED] += asked


@inlined
def _score_by_history(search, ply, place, end):
    side = np.uint64(ply & 1)
    for i in range(place, end):
        move = np.uint64(search.moves[np.uint64(i)])
        search.scores[np.uint64(i)] = search.history[side, move]


@shared
def put_in_order(search, T, E, carried, sign, ply, remaining, place, end):
    """Order the moves from ``place`` to ``end`` of the node at ``ply``.

    ``carried``: its value as it is carried along; ``sign``: 1 if the first player is to move there,
    else -1. The table's move is not among what is looked at.
    """
    ordering = search.settings[ORDERING]
    if ordering & BY_EVALUATOR != 0 and remaining > 1:
        _score_by_evaluator(search, T, E, carried, sign, ply, place, end)
        _sort(search.moves, search.scores, place, end)
    if ordering & BY_HISTORY != 0:
        _score_by_history(search, ply, place, end)
        _sort(search.moves, search.scores, place, end)
    if ordering & BY_KILLERS != 0:
        for i in range(KILLERS):
            killer = search.killers[np.uint64(ply), np.uint64(KILLERS - 1 - i)]
            to_front(search.moves, place, end, killer)


@inlined
def learn(search, ply, remaining, move, is_cutoff):
    """Note the best move of a node, which came over alpha."""
    ordering = search.settings[ORDERING]
    if ordering & BY_HISTORY != 0:
        search.history[np.uint64(ply & 1), np.uint64(move)] += remaining * remaining
    if ordering & BY_KILLERS != 0 and is_cutoff:
        row = search.killers[np.uint64(ply)]
        if row[np.uint64(0)] != move:
            row[np.uint64(1)] = row[np.uint64(0)]
            row[np.uint64(0)] = move

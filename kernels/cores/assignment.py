"""Least total cost of an assignment of pieces to places, kept up while single pieces move.

Kuhn 1955, "The Hungarian method for the assignment problem"; as shortest augmenting paths with
potentials: Edmonds & Karp 1972, "Theoretical improvements in algorithmic efficiency for network
flow problems". When one piece moves, the others' assignment and all potentials stay good, so that
one augmenting path, O(n^2), finds the least cost again; the moved piece's old place is the only
free one. What a move would cost is found without making it.

Pieces stand on squares; a set of squares is uint64 words, as in ``kernels.structures.bits``.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from kernels.contract import constants
from kernels.jit import shared
from kernels.structures.bits import ONE, SIX, ZERO, bit_of, lowest

WORDS = constants.WORDS
FAR = 1 << 40
"""Cost of a piece on a place that it must not have; more than any sum of other costs."""

NOBODY = -1
TOTAL, PLACED = np.uint64(0), np.uint64(1)  # fields of ``sums``


class Assignment(NamedTuple):
    """An assignment, and what finding the next one needs. n is the number of pieces and of places.

    costs
        int64[squares, n]: of a piece on a square, for each place.
    occupied
        uint64[WORDS], the squares of the pieces that are assigned.
    pieces
        int64[64 * WORDS], by square: the piece that stands there.
    square_of, place_of, piece_at
        int64[n]: of each piece its square and its place, of each place its piece or NOBODY.
    piece_potential, place_potential
        int64[n]: their sum is at most the cost of the pair, and just that if it is assigned.
    distance, previous, settled
        int64[n], by place, of the last search of a path: its length, the place before it on the
        path (NOBODY if none), and whether it is final.
    sums
        int64[2]: the total cost, and how many pieces are assigned.
    """

    costs: np.ndarray
    occupied: np.ndarray
    pieces: np.ndarray
    square_of: np.ndarray
    place_of: np.ndarray
    piece_at: np.ndarray
    piece_potential: np.ndarray
    place_potential: np.ndarray
    distance: np.ndarray
    previous: np.ndarray
    settled: np.ndarray
    sums: np.ndarray


def prepare(costs: np.ndarray, words: int) -> Assignment:
    """An assignment of nobody yet.

    costs
        int64[squares, n]; ``FAR`` for what must not be.
    words
        uint64 words of a set of squares.
    """
    n = costs.shape[1]
    return Assignment(
        costs=np.ascontiguousarray(costs, dtype=np.int64),
        occupied=np.zeros(words, dtype=np.uint64),
        pieces=np.zeros(64 * words, dtype=np.int64),
        square_of=np.full(n, NOBODY, dtype=np.int64),
        place_of=np.full(n, NOBODY, dtype=np.int64),
        piece_at=np.full(n, NOBODY, dtype=np.int64),
        piece_potential=np.zeros(n, dtype=np.int64),
        place_potential=np.zeros(n, dtype=np.int64),
        distance=np.zeros(n, dtype=np.int64),
        previous=np.zeros(n, dtype=np.int64),
        settled=np.zeros(n, dtype=np.int64),
        sums=np.zeros(2, dtype=np.int64),
    )


@shared
def _find_path(A, square, free):
    """Shortest path from a piece on ``square`` that has no place to ``free`` or a place of nobody.

    Returns the place where it ends; its length is in ``A.distance``.
    """
    n = len(A.distance)
    row = A.costs[np.uint64(square)]
    for i in range(n):
        place = np.uint64(i)
        A.distance[place] = row[place] - A.place_potential[place]
        A.previous[place] = NOBODY
        A.settled[place] = 0
    while True:
        nearest = NOBODY
        for i in range(n):
            place = np.uint64(i)
            if A.settled[place] == 0 and (
                nearest == NOBODY or A.distance[place] < A.distance[np.uint64(nearest)]
            ):
                nearest = i
        here = np.uint64(nearest)
        piece = A.piece_at[here]
        if nearest == free or piece == NOBODY:
            return nearest
        A.settled[here] = 1
        reached = A.distance[here] - A.piece_potential[np.uint64(piece)]
        row = A.costs[np.uint64(A.square_of[np.uint64(piece)])]
        for i in range(n):
            place = np.uint64(i)
            if A.settled[place] == 0:
                length = reached + row[place] - A.place_potential[place]
                if length < A.distance[place]:
                    A.distance[place] = length
                    A.previous[place] = nearest


@shared
def _assign(A, piece, square):
    """Give a place to a piece that has none."""
    end = _find_path(A, square, NOBODY)
    length = A.distance[np.uint64(end)]
    A.sums[TOTAL] += length + A.place_potential[np.uint64(end)]
    for i in range(len(A.distance)):
        place = np.uint64(i)
        if A.settled[place] != 0:
            shift = length - A.distance[place]
            A.place_potential[place] -= shift
            A.piece_potential[np.uint64(A.piece_at[place])] += shift
    A.piece_potential[np.uint64(piece)] = length
    A.square_of[np.uint64(piece)] = square
    A.pieces[np.uint64(square)] = piece
    here = end
    while A.previous[np.uint64(here)] != NOBODY:
        before = A.previous[np.uint64(here)]
        moved = A.piece_at[np.uint64(before)]
        A.piece_at[np.uint64(here)] = moved
        A.place_of[np.uint64(moved)] = here
        here = before
    A.piece_at[np.uint64(here)] = piece
    A.place_of[np.uint64(piece)] = here


@shared
def _take_away(A, piece):
    """Take its place from a piece."""
    place = np.uint64(A.place_of[np.uint64(piece)])
    A.sums[TOTAL] -= A.costs[np.uint64(A.square_of[np.uint64(piece)]), place]
    A.piece_at[place] = NOBODY


@shared
def follow(A, state):
    """Assign the pieces as they stand in a state (int64[at least WORDS]) instead of before.

    ``state`` holds one bit a piece; bits of other squares than those of ``A.costs`` are left out.
    """
    squares = np.uint64(len(A.costs))
    for w in range(WORDS):
        word = np.uint64(w)
        now = np.uint64(state[word])
        base = word << SIX
        if squares < base + np.uint64(64):
            now &= bit_of(squares) - ONE if squares > base else ZERO
        come = now & ~A.occupied[word]
        while come != ZERO:
            square = np.int64(base) + lowest(come)
            come &= come - ONE
            _assign(A, _piece_that_left(A, state), square)
            A.occupied[word] |= bit_of(np.uint64(square))


@shared
def _piece_that_left(A, state):
    """A piece without a place: one whose square is empty now, or one that was never assigned."""
    for w in range(WORDS):
        word = np.uint64(w)
        gone = A.occupied[word] & ~np.uint64(state[word])
        if gone != ZERO:
            square = word << SIX | np.uint64(lowest(gone))
            A.occupied[word] &= ~bit_of(square)
            _take_away(A, A.pieces[square])
            return A.pieces[square]
    piece = A.sums[PLACED]
    A.sums[PLACED] += 1
    return piece


@shared
def total(A):
    """Least total cost of the pieces where they stand; FAR or more if some must go without."""
    return A.sums[TOTAL]


@shared
def total_after(A, from_square, to_square):
    """The same after one piece has moved."""
    piece = np.uint64(A.pieces[from_square])
    place = A.place_of[piece]
    freed = np.uint64(place)
    _find_path(A, np.int64(to_square), place)
    before = A.costs[from_square, freed]
    return A.sums[TOTAL] - before + A.distance[freed] + A.place_potential[freed]

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
from kernels.jit import inlined, shared
from kernels.structures.bits import ONE, SIX, ZERO, bit_of, lowest

WORDS = constants.WORDS
FAR = 1 << 30
"""Cost of a piece on a place that it must not have; more than any sum of other costs."""

MOST = 1 << 44
"""Potentials beyond this are thrown away, and everything is assigned anew.

On the way from one state to another, pieces may for a moment have no places, and each such moment
can shift the potentials by FAR, for good.
"""

NOBODY = -1
TOTAL, PLACED, GREATEST = np.uint64(0), np.uint64(1), np.uint64(2)  # fields of ``sums``


class Assignment(NamedTuple):
    """An assignment, and what finding the next one needs. n is the number of pieces and of places.

    costs
        int64[squares, n]: of a piece on a square, for each place.
    occupied
        uint64[WORDS], the squares of the pieces that are assigned.
    pieces
        int64[64 * WORDS], by square: the piece that stands there.
    fields
        int64[8, n], see below.
    sums
        int64[3]: the total cost, how many pieces are assigned, and the greatest potential of a
        place since these were 0, without its sign.
    """

    costs: np.ndarray
    occupied: np.ndarray
    pieces: np.ndarray
    fields: np.ndarray
    sums: np.ndarray


# Rows of ``fields``, by piece. The potentials of a piece and a place add up to the cost of the pair
# at most, and to just that if they are assigned.
SQUARE, PLACE, PIECE_POTENTIAL = np.uint64(0), np.uint64(1), np.uint64(2)

# By place: its piece, or NOBODY. Of the last search of a path: the length of the path to it, the
# place before it on the path, or NOBODY, and whether these are final.
PIECE, PLACE_POTENTIAL = np.uint64(3), np.uint64(4)
LENGTH, PREVIOUS, SETTLED = np.uint64(5), np.uint64(6), np.uint64(7)
FIELDS = 8


def prepare(costs: np.ndarray, words: int) -> Assignment:
    """An assignment of nobody yet.

    costs
        int64[squares, n]; ``FAR`` for what must not be.
    words
        uint64 words of a set of squares.
    """
    fields = np.zeros((FIELDS, costs.shape[1]), dtype=np.int64)
    fields[PIECE] = NOBODY
    return Assignment(
        costs=np.ascontiguousarray(costs, dtype=np.int64),
        occupied=np.zeros(words, dtype=np.uint64),
        pieces=np.zeros(64 * words, dtype=np.int64),
        fields=fields,
        sums=np.zeros(3, dtype=np.int64),
    )


@shared
def _find_path(A, square, free):
    """Shortest path from a piece on ``square`` that has no place to ``free`` or a place of nobody.

    Returns the place where it ends; its length is in the row ``LENGTH``.
    """
    fields, costs, n = A.fields, A.costs, len(A.fields[PIECE])
    for i in range(n):
        place = np.uint64(i)
        fields[LENGTH, place] = costs[np.uint64(square), place] - fields[PLACE_POTENTIAL, place]
        fields[PREVIOUS, place] = NOBODY
        fields[SETTLED, place] = 0
    while True:
        nearest = NOBODY
        for i in range(n):
            place = np.uint64(i)
            if fields[SETTLED, place] == 0 and (
                nearest == NOBODY or fields[LENGTH, place] < fields[LENGTH, np.uint64(nearest)]
            ):
                nearest = i
        here = np.uint64(nearest)
        piece = fields[PIECE, here]
        if nearest == free or piece == NOBODY:
            return nearest
        fields[SETTLED, here] = 1
        reached = fields[LENGTH, here] - fields[PIECE_POTENTIAL, np.uint64(piece)]
        row = np.uint64(fields[SQUARE, np.uint64(piece)])
        for i in range(n):
            place = np.uint64(i)
            if fields[SETTLED, place] == 0:
                length = reached + costs[row, place] - fields[PLACE_POTENTIAL, place]
                if length < fields[LENGTH, place]:
                    fields[LENGTH, place] = length
                    fields[PREVIOUS, place] = nearest


@inlined
def _assign(A, piece, square):
    """Give a place to a piece that has none."""
    fields = A.fields
    end = _find_path(A, square, NOBODY)
    length = fields[LENGTH, np.uint64(end)]
    A.sums[TOTAL] += length + fields[PLACE_POTENTIAL, np.uint64(end)]
    for i in range(len(fields[PIECE])):
        place = np.uint64(i)
        if fields[SETTLED, place] != 0:
            shift = length - fields[LENGTH, place]
            fields[PLACE_POTENTIAL, place] -= shift
            size = abs(fields[PLACE_POTENTIAL, place])
            A.sums[GREATEST] = max(A.sums[GREATEST], size)
            fields[PIECE_POTENTIAL, np.uint64(fields[PIECE, place])] += shift
    fields[PIECE_POTENTIAL, np.uint64(piece)] = length
    fields[SQUARE, np.uint64(piece)] = square
    A.pieces[np.uint64(square)] = piece
    here = end
    while fields[PREVIOUS, np.uint64(here)] != NOBODY:
        before = fields[PREVIOUS, np.uint64(here)]
        moved = fields[PIECE, np.uint64(before)]
        fields[PIECE, np.uint64(here)] = moved
        fields[PLACE, np.uint64(moved)] = here
        here = before
    fields[PIECE, np.uint64(here)] = piece
    fields[PLACE, np.uint64(piece)] = here


@inlined
def _take_away(A, piece):
    """Take its place from a piece."""
    place = np.uint64(A.fields[PLACE, np.uint64(piece)])
    square = np.uint64(A.fields[SQUARE, np.uint64(piece)])
    A.sums[TOTAL] -= A.costs[square, place]
    A.fields[PIECE, place] = NOBODY


@inlined
def _start_anew(A):
    """Take their places from all pieces, and forget the potentials."""
    for w in range(WORDS):
        A.occupied[np.uint64(w)] = ZERO
    for i in range(len(A.fields[PIECE])):
        A.fields[PIECE, np.uint64(i)] = NOBODY
        A.fields[PLACE_POTENTIAL, np.uint64(i)] = 0
    A.sums[TOTAL], A.sums[PLACED], A.sums[GREATEST] = 0, 0, 0


@shared
def follow(A, state):
    """Assign the pieces as they stand in a state (int64[at least WORDS]) instead of before.

    ``state`` holds one bit a piece; bits of other squares than those of ``A.costs`` are left out.
    """
    if A.sums[GREATEST] > MOST:
        _start_anew(A)
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


@inlined
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


@inlined
def total(A):
    """Least total cost of the pieces where they stand; FAR or more if some must go without."""
    return A.sums[TOTAL]


@inlined
def total_after(A, from_square, to_square):
    """The same after one piece has moved."""
    place = A.fields[PLACE, np.uint64(A.pieces[from_square])]
    freed = np.uint64(place)
    _find_path(A, np.int64(to_square), place)
    length = A.fields[LENGTH, freed] + A.fields[PLACE_POTENTIAL, freed]
    return A.sums[TOTAL] - A.costs[from_square, freed] + length

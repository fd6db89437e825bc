"""Where the man can walk, and how far.

Finding the area that he reaches takes most of the time of a search. Of a state whose area is known,
a push changes it in two places: the box's old square comes to it, and the new one leaves it. Where
the old square opens no way to free squares that he did not reach, and the new one does not cut the
area in two, the rest stays as it is. Both are seen from the squares around.
"""

from __future__ import annotations

import numpy as np

from kernels.cores.sokoban_squares import RING, WALL, WORDS
from kernels.jit import inlined, shared
from kernels.structures.bits import ONE, SIX, ZERO, bit_of, has, lowest

AROUND = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
"""Row and column of the eight squares around one, each beside the next; every second one shares a
side with it."""

_BESIDE = range(0, 8, 2)


def _holds_together(free: int) -> bool:
    """Whether the squares beside one are connected by the free ones around it (a bit for each)."""
    parts = 0
    for place in range(8):
        begins = free >> place & 1 and not free >> (place - 1) % 8 & 1
        if begins:
            run = [place]
            while free >> (run[-1] + 1) % 8 & 1:
                run.append((run[-1] + 1) % 8)
            parts += any(one in _BESIDE for one in run)
    return parts <= 1


_WHOLE = np.array([_holds_together(free) for free in range(256)], dtype=np.int64)


@shared
def flood(squares, waiting, area, boxes, man):
    """Mark in ``area`` (uint64[WORDS]) the squares that the man reaches from one; the first.

    squares
        see ``kernels.cores.sokoban_squares``.
    boxes
        the boxes and the wall, one bit each: a state vector or uint64[WORDS].
    waiting
        int64, scratch for as many squares as there are.
    """
    for w in range(WORDS):
        area[np.uint64(w)] = np.uint64(boxes[np.uint64(w)])
    area[man >> SIX] |= bit_of(man)
    waiting[ZERO] = np.int64(man)
    first, count = man, ONE
    while count != ZERO:
        count -= ONE
        square = np.uint64(waiting[count])
        first = min(first, square)
        for direction in range(4):
            there = np.uint64(squares[square, np.uint64(direction)])
            if not has(area, there):
                area[there >> SIX] |= bit_of(there)
                waiting[count] = np.int64(there)
                count += ONE
    for w in range(WORDS):
        area[np.uint64(w)] ^= np.uint64(boxes[np.uint64(w)])
    return first


@inlined
def _opens(squares, area, boxes, a, b):
    """Whether a box that goes from ``a`` to ``b`` opens a way out of the area."""
    for direction in range(4):
        there = np.uint64(squares[a, np.uint64(direction)])
        free = there != b and there != np.uint64(WALL) and not has(boxes, there)
        if free and not has(area, there):
            return True
    return False


@shared
def keeps_area(squares, area, boxes, a, b):
    """Whether a push from ``a`` to ``b`` changes the man's area by these two squares at most.

    area
        uint64[WORDS], before the push.
    boxes
        uint64[WORDS], after the push, without the wall.
    """
    if _opens(squares, area, boxes, a, b):
        return False
    if not has(area, b):
        return True
    free = ZERO
    for place in range(8):
        there = np.uint64(squares[b, RING + np.uint64(place)])
        if there == a or has(area, there):
            free |= ONE << np.uint64(place)
    return _WHOLE[free] != 0


@shared
def first_after(area, a, b):
    """The first square of the area when ``a`` has come to it and ``b`` has left it."""
    for w in range(WORDS):
        word = np.uint64(w)
        reached = area[word]
        if word == a >> SIX:
            reached |= bit_of(a)
        if word == b >> SIX:
            reached &= ~bit_of(b)
        if reached != ZERO:
            return word << SIX | np.uint64(lowest(reached))
    return a


@shared
def walk(squares, waiting, area, boxes, man, target):
    """Steps of the man's shortest walk to a square that he can reach; the rest as for ``flood``."""
    for w in range(WORDS):
        area[np.uint64(w)] = np.uint64(boxes[np.uint64(w)])
    area[man >> SIX] |= bit_of(man)
    waiting[ZERO] = np.int64(man)
    done, count, steps = ZERO, ONE, 0
    while not has(area, target):
        end = count
        while done < end:
            square = np.uint64(waiting[done])
            done += ONE
            for direction in range(4):
                there = np.uint64(squares[square, np.uint64(direction)])
                if not has(area, there):
                    area[there >> SIX] |= bit_of(there)
                    waiting[count] = np.int64(there)
                    count += ONE
        steps += 1
    return steps

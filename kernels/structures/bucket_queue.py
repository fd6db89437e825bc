"""Open list for small integer priorities: linked lists of nodes, one for each (f, h) or each f.

Dial, R. B. 1969, "Algorithm 360: shortest-path forest with topological ordering". The lists run
through the nodes' own links, so an entry costs no memory of its own and leaves from the middle in
constant time. Tie-breaks: fifo, lifo (one list for each f); low_h, high_h (one for each f and h,
last in first out). A priority or h beyond the reserved lists is refused by ``push``.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kernels.contract import constants
from kernels.jit import inlined
from kernels.structures import nodes as store
from kernels.tie_breaks import FIFO, HIGH_H, LOW_H

ROWS = 1 << 14
COLUMNS = 1 << 10 if constants.TIE_BREAK in (LOW_H, HIGH_H) else 1
LEAST, TOP_ROW, LOW_COLUMN, TOP_COLUMN = 0, 1, 2, 3  # fields of ``extent``

IS_FIFO = constants.TIE_BREAK == FIFO
IS_HIGH_H = constants.TIE_BREAK == HIGH_H
_ZERO, _ONE = np.uint64(0), np.uint64(1)


class Queue(NamedTuple):
    """heads, tails: uint32[ROWS * COLUMNS], node number plus one, tails only for fifo;
    sizes, firsts: int64[ROWS], nodes of a row and the first of its columns that may hold any;
    extent: int64[4], least row that may hold any, and which rows and columns were ever used.
    """

    heads: np.ndarray
    tails: np.ndarray
    sizes: np.ndarray
    firsts: np.ndarray
    extent: np.ndarray


def allocate(workspace: Any, capacity: int) -> Queue:
    """Lists for every priority; ``capacity`` nodes carry their own links."""

    def array(name: str, size: int, dtype: type) -> np.ndarray:
        return workspace.array(f"bucket_{name}_{COLUMNS}", size, dtype)

    return Queue(
        heads=array("heads", ROWS * COLUMNS, np.uint32),
        tails=array("tails", ROWS * COLUMNS, np.uint32),
        sizes=array("sizes", ROWS, np.int64),
        firsts=array("firsts", ROWS, np.int64),
        extent=array("extent", 4, np.int64),
    )


@inlined
def reset(queue, seed):
    """Empty the lists that the last search used."""
    extent = queue.extent
    for row in range(extent[TOP_ROW]):
        queue.sizes[row] = 0
        for column in range(extent[LOW_COLUMN], extent[TOP_COLUMN]):
            queue.heads[row * COLUMNS + column] = 0
            queue.tails[row * COLUMNS + column] = 0
    extent[LEAST], extent[TOP_ROW] = ROWS, 0
    extent[LOW_COLUMN], extent[TOP_COLUMN] = COLUMNS, 0


def bytes_used(queue: Queue, peak_open: int) -> int:
    """Bytes of the lists in use."""
    extent = queue.extent
    columns = max(0, int(extent[TOP_COLUMN] - extent[LOW_COLUMN]))
    return int(extent[TOP_ROW]) * (16 + columns * (8 if IS_FIFO else 4))


@inlined
def _column_of(h):
    if COLUMNS == 1:
        return 0
    return COLUMNS - 1 - h if IS_HIGH_H else h


@inlined
def push(queue, nodes, node, f, h):
    """Put an unlinked node on open; False where f or h is beyond the reserved lists."""
    column = _column_of(h)
    if f >= ROWS or column < 0 or column >= COLUMNS:
        return False
    extent = queue.extent
    if queue.sizes[np.uint64(f)] == 0:
        queue.firsts[np.uint64(f)] = column
        extent[LEAST] = min(extent[LEAST], f)
        extent[TOP_ROW] = max(extent[TOP_ROW], f + 1)
    else:
        queue.firsts[np.uint64(f)] = min(queue.firsts[np.uint64(f)], column)
    extent[LOW_COLUMN] = min(extent[LOW_COLUMN], column)
    extent[TOP_COLUMN] = max(extent[TOP_COLUMN], column + 1)
    queue.sizes[np.uint64(f)] += 1
    place = np.uint64(f * COLUMNS + column)
    if IS_FIFO:
        last = np.uint64(queue.tails[place])
        queue.tails[place] = node + _ONE
        if last == _ZERO:
            queue.heads[place] = node + _ONE
        else:
            store.set_next(nodes, last - _ONE, node)
            store.set_previous(nodes, node, last - _ONE)
    else:
        first = np.uint64(queue.heads[place])
        queue.heads[place] = node + _ONE
        if first != _ZERO:
            store.set_previous(nodes, first - _ONE, node)
            store.set_next(nodes, node, first - _ONE)
    return True


@inlined
def remove(queue, nodes, node, f, h):
    """Take a node off open, wherever it is in its list."""
    place = np.uint64(f * COLUMNS + _column_of(h))
    before, after = store.previous_of(nodes, node), store.next_of(nodes, node)
    if before == store.NONE:
        queue.heads[place] = _ZERO if after == store.NONE else after + _ONE
    else:
        store.set_next(nodes, before, after)
    if after != store.NONE:
        store.set_previous(nodes, after, before)
    elif IS_FIFO:
        queue.tails[place] = _ZERO if before == store.NONE else before + _ONE
    queue.sizes[np.uint64(f)] -= 1


@inlined
def best(queue):
    """The best node on open (uint64), which must not be empty."""
    extent = queue.extent
    f = extent[LEAST]
    while queue.sizes[np.uint64(f)] == 0:
        f += 1
    extent[LEAST] = f
    place = np.uint64(f * COLUMNS + queue.firsts[np.uint64(f)])
    while queue.heads[place] == 0:
        place += _ONE
    if COLUMNS > 1:
        queue.firsts[np.uint64(f)] = np.int64(place) - f * COLUMNS
    return np.uint64(queue.heads[place]) - _ONE


@inlined
def drop_best(queue, nodes, node):
    """Take the node that ``best`` just gave off open."""
    f = queue.extent[LEAST]
    place = np.uint64(f * COLUMNS + queue.firsts[np.uint64(f)])
    after = store.next_of(nodes, node)
    queue.heads[place] = _ZERO if after == store.NONE else after + _ONE
    if after != store.NONE:
        store.set_previous(nodes, after, store.NONE)
    elif IS_FIFO:
        queue.tails[place] = _ZERO
    queue.sizes[np.uint64(f)] -= 1

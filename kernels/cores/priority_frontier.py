"""What a side of MM has on open: nodes by priority, and how many there are of each f and each g.

The priority is max(g + h, 2 g + epsilon). Nodes of the same priority are ordered by g, as the
tie-break says, and those of the same g too are taken last in, first out.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kernels.cores import side_open
from kernels.cores.side_open import open_list
from kernels.jit import inlined
from kernels.structures import nodes as store
from kernels.structures import value_counts as values
from kernels.structures.value_counts import ValueCounts
from kernels.workspace import Workspace

LISTS = 1
SIZE, PEAK = np.uint64(0), np.uint64(1)  # fields of ``extent``


class Frontier(NamedTuple):
    """The open list; counts of what is on it by f and by g; extent: int64[2], its size."""

    queue: Any
    by_f: ValueCounts
    by_g: ValueCounts
    extent: np.ndarray


def allocate(workspace: Workspace, side: str, capacity: int) -> Frontier:
    """Room for every node."""
    return Frontier(
        queue=side_open.allocate(workspace, f"{side}_priority", capacity),
        by_f=values.allocate(workspace, f"{side}_by_f"),
        by_g=values.allocate(workspace, f"{side}_by_g"),
        extent=workspace.array(f"{side}_priority_extent", 2, np.int64),
    )


def bytes_used(side: Frontier) -> int:
    """Bytes of the lists and the counts that were in use."""
    lists = open_list.bytes_used(side.queue, int(side.extent[PEAK]))
    return int(lists) + values.bytes_used(side.by_f) + values.bytes_used(side.by_g)


@inlined
def reset(side):
    """Empty it, whatever an earlier search left."""
    open_list.reset(side.queue, 0)
    values.reset(side.by_f)
    values.reset(side.by_g)
    side.extent[SIZE], side.extent[PEAK] = 0, 0


@inlined
def size(side):
    """Nodes on open."""
    return side.extent[SIZE]


@inlined
def priority(g, h, epsilon):
    """No solution through the node that meets in the middle costs less."""
    return max(g + h, 2 * g + epsilon)


@inlined
def put(side, nodes, node, g, h, epsilon):
    """Put an unlinked node on open; False where its priority or g is beyond the lists."""
    if not open_list.push(side.queue, nodes, node, priority(g, h, epsilon), g):
        return False
    values.add(side.by_f, g + h)
    values.add(side.by_g, g)
    side.extent[SIZE] += 1
    side.extent[PEAK] = max(side.extent[PEAK], side.extent[SIZE])
    return True


@inlined
def withdraw(side, nodes, node, g, h, epsilon):
    """Take a node with these values off open."""
    open_list.remove(side.queue, nodes, node, priority(g, h, epsilon), g)
    _uncount(side, g, h)


@inlined
def best(side):
    """The node of least priority (uint64); open must not be empty."""
    return open_list.best(side.queue)


@inlined
def take_best(side, nodes, node):
    """Take the node that ``best`` just gave off open."""
    open_list.drop_best(side.queue, nodes, node)
    _uncount(side, store.g_of(nodes, node), store.h_of(nodes, node))


@inlined
def _uncount(side, g, h):
    values.take(side.by_f, g + h)
    values.take(side.by_g, g)
    side.extent[SIZE] -= 1

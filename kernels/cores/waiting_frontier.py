"""What a side of NBS has on open: nodes that wait, by f, and nodes that are ready, by g.

A node put on open waits. It is moved once its f is no more than the lower bound, so that among
the ready nodes those of least g make the pair of least bound. In both lists ties go to the least h,
then last in, first out: among waiting nodes that is the greatest g, among ready ones the least f.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kernels.cores import side_open
from kernels.cores.side_open import open_list
from kernels.jit import inlined
from kernels.structures import nodes as store
from kernels.workspace import Workspace

LISTS = 2
READY_FLAG = np.uint64(4)  # of a node that is on open and ready
WAITING, READY, WAITING_PEAK, READY_PEAK = (np.uint64(i) for i in range(4))  # of ``extent``


class Frontier(NamedTuple):
    """Two open lists; extent: int64[4], their sizes, now and at most."""

    waiting: Any
    ready: Any
    extent: np.ndarray


def allocate(workspace: Workspace, side: str, capacity: int) -> Frontier:
    """Room for every node in either list."""
    return Frontier(
        waiting=side_open.allocate(workspace, f"{side}_waiting", capacity),
        ready=side_open.allocate(workspace, f"{side}_ready", capacity),
        extent=workspace.array(f"{side}_waiting_extent", 4, np.int64),
    )


def bytes_used(side: Frontier) -> int:
    """Bytes of the lists that were in use."""
    waiting = open_list.bytes_used(side.waiting, int(side.extent[WAITING_PEAK]))
    return int(waiting + open_list.bytes_used(side.ready, int(side.extent[READY_PEAK])))


@inlined
def reset(side):
    """Empty it."""
    open_list.reset(side.waiting, 0)
    open_list.reset(side.ready, 0)
    for i in range(4):
        side.extent[i] = 0


@inlined
def size(side):
    """Nodes on open."""
    return side.extent[WAITING] + side.extent[READY]


@inlined
def put(side, nodes, node, g, h, epsilon):
    """Have an unlinked node wait; False where its f or h is beyond the lists."""
    side.extent[WAITING] += 1
    side.extent[WAITING_PEAK] = max(side.extent[WAITING_PEAK], side.extent[WAITING])
    return open_list.push(side.waiting, nodes, node, g + h, h)


@inlined
def withdraw(side, nodes, node, g, h, epsilon):
    """Take a node with these values off open, whether it waits or is ready."""
    if nodes[node, store.STATUS] & READY_FLAG != np.uint64(0):
        open_list.remove(side.ready, nodes, node, g, h)
        side.extent[READY] -= 1
    else:
        open_list.remove(side.waiting, nodes, node, g + h, h)
        side.extent[WAITING] -= 1


@inlined
def least_f(side, nodes):
    """Least f of the waiting nodes, of which there is one."""
    node = open_list.best(side.waiting)
    return store.g_of(nodes, node) + store.h_of(nodes, node)


@inlined
def make_ready(side, nodes):
    """Move the first waiting node; False where its g is beyond the lists."""
    node = open_list.best(side.waiting)
    open_list.drop_best(side.waiting, nodes, node)
    side.extent[WAITING] -= 1
    store.set_next(nodes, node, store.NONE)
    store.set_previous(nodes, node, store.NONE)
    nodes[node, store.STATUS] |= READY_FLAG
    side.extent[READY] += 1
    side.extent[READY_PEAK] = max(side.extent[READY_PEAK], side.extent[READY])
    g, h = store.g_of(nodes, node), store.h_of(nodes, node)
    return open_list.push(side.ready, nodes, node, g, h)


@inlined
def best(side):
    """The ready node of least g (uint64); there is one."""
    return open_list.best(side.ready)


@inlined
def take_best(side, nodes, node):
    """Take the ready node of least g off open."""
    open_list.drop_best(side.ready, nodes, node)
    nodes[node, store.STATUS] &= ~READY_FLAG
    side.extent[READY] -= 1

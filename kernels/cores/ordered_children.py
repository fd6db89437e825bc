"""The children of the nodes on a path, evaluated and put in order, for depth-first searches.

The children of the node at depth d stand from place d * MAX_OPERATORS on.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kernels.contract import constants, domain
from kernels.cores.child import child_value, is_dead, is_kept
from kernels.jit import inlined, shared

MAX_OPERATORS = constants.MAX_OPERATORS
BYTES = 24 * MAX_OPERATORS
"""Of the children of one node."""

_ONE = np.uint64(1)


class Children(NamedTuple):
    """Operator that leads to each child, its h, and its g. All int64, by place."""

    operators: np.ndarray
    h: np.ndarray
    g: np.ndarray


def allocate(workspace: Any, deepest: int) -> Children:
    """Room for the children of ``deepest`` nodes."""
    size = (deepest + 2) * MAX_OPERATORS
    return Children(
        operators=workspace.array("operators", size, np.int64),
        h=workspace.array("children_h", size, np.int64),
        g=workspace.array("children_g", size, np.int64),
    )


@inlined
def generate(children, T, H, state, h, g, via, place):
    """Write the children of ``state`` from ``place`` on; give the place behind the last.

    ``h`` and ``g`` are the node's own; ``via`` is the operator that led to it.
    """
    end = place + domain.generate(T, state, via, children.operators, place)
    for i in range(place, end):
        child = np.uint64(i)
        op = children.operators[child]
        children.h[child] = child_value(T, H, state, h, op)
        children.g[child] = g + domain.cost(T, state, op)
    return end


@shared
def bad_value(children, place, end):
    """The first h among these children that is to be refused, or 0."""
    for i in range(place, end):
        h = children.h[np.uint64(i)]
        if not is_kept(h) and not is_dead(h):
            return h
    return 0


@shared
def drop_dead_ends(children, place, end):
    """Close the gaps that dead ends leave among these children; give the place behind the last."""
    operators, hs, gs = children.operators, children.h, children.g
    kept = place
    for i in range(place, end):
        child, to = np.uint64(i), np.uint64(kept)
        if not is_dead(hs[child]):
            operators[to], hs[to], gs[to] = operators[child], hs[child], gs[child]
            kept += 1
    return kept


@shared
def sort(children, place, end, weight_g):
    """Sort these children by weight_g * g + h; equal ones keep their order."""
    operators, hs, gs = children.operators, children.h, children.g
    for i in range(place + 1, end):
        hole = np.uint64(i)
        op, h, g = operators[hole], hs[hole], gs[hole]
        for _ in range(i - place):
            before = hole - _ONE
            if weight_g * gs[before] + hs[before] <= weight_g * g + h:
                break
            operators[hole], hs[hole], gs[hole] = operators[before], hs[before], gs[before]
            hole = before
        operators[hole], hs[hole], gs[hole] = op, h, g

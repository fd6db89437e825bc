"""The path of a depth-first search that adds up costs, and the operators still to try on it.

The operators of the node at depth d stand from place d * MAX_OPERATORS on.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kernels.contract import constants
from kernels.cores import cycle_check
from kernels.cores.deepest import DEEPEST
from kernels.jit import inlined

MAX_OPERATORS = constants.MAX_OPERATORS
ROW_BYTES = 8 * (5 + MAX_OPERATORS) + cycle_check.BYTES
"""Of one node on the path, its operators included."""

# Columns of ``path``, by depth.
NEXT = np.uint64(0)  # place in ``operators`` of the next child
END = np.uint64(1)  # place behind the last child
VALUE = np.uint64(2)  # h
COST = np.uint64(3)  # g
VIA = np.uint64(4)  # the operator that led here


def rows(workspace: Any) -> np.ndarray:
    """Room for paths of ``DEEPEST`` operators. int64[DEEPEST + 2, 5]."""
    array: np.ndarray = workspace.array("path", (DEEPEST + 2, 5), np.int64)
    return array


def operators(workspace: Any) -> np.ndarray:
    """Room for the operators of every node on such a path."""
    array: np.ndarray = workspace.array("operators", (DEEPEST + 3) * MAX_OPERATORS, np.int64)
    return array


def leading_to(path: np.ndarray, depth: int) -> list[int]:
    """Operators from the start to the node at this depth."""
    return [int(op) for op in path[1 : depth + 1, VIA]]


@inlined
def put(path, depth, h, g, via):
    """Put a node on the path."""
    row = path[np.uint64(depth)]
    row[VALUE], row[COST], row[VIA] = h, g, via

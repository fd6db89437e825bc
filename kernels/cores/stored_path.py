"""The solution path of a search that stores its nodes."""

from __future__ import annotations

import numpy as np

from kernels.structures.nodes import LINKS, VALUES


def trace(nodes: np.ndarray, goal: int) -> list[int]:
    """Operators from the start to node ``goal``, over the parents as they are now."""
    operators: list[int] = []
    node = goal
    while True:
        parent = int(nodes[node, LINKS]) >> 32
        if parent == 0:
            return operators[::-1]
        operators.append(int(nodes[node, VALUES]) & 0xFFFF)
        node = parent - 1

"""Two rings: the cells that the gomoku engine of 2016 looks at, in its order.

First the empty cells beside a stone, row by row. Then, where two plies or more remain, the other
empty cells that have at least two stones within distance 2, row by row. On an empty board the cell
in the middle alone.
"""

from __future__ import annotations

from typing import Any

from kernels.cores import stone_rings
from kernels.jit import inlined

FITS = "gomoku"
DEEP = 2  # plies that remain where the second ring is looked at


def symmetric(params: dict[str, Any]) -> bool:
    """The rings' image is that of the image's rings."""
    return True


def prepare(T: Any, params: dict[str, Any]) -> tuple[()]:
    """Nothing to look up."""
    return ()


@inlined
def generate(T, C, state, remaining, into, at):
    """The first ring, then the second one."""
    count = stone_rings.one_ring(state, into, at)
    if remaining >= DEEP:
        count += stone_rings.second_ring(state, into, at + count)
    return count

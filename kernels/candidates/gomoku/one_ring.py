"""One ring: the empty cells beside a stone, row by row; on an empty board the middle cell."""

from __future__ import annotations

from typing import Any

from kernels.cores import stone_rings
from kernels.jit import inlined

FITS = "gomoku"
BY_REMAINING = False


def symmetric(params: dict[str, Any]) -> bool:
    """A ring's image is the ring of the image."""
    return True


def prepare(T: Any, params: dict[str, Any]) -> tuple[()]:
    """Nothing to look up."""
    return ()


@inlined
def generate(T, C, state, remaining, into, at):
    """However many plies remain."""
    return stone_rings.one_ring(state, into, at)

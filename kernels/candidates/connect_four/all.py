"""All: every legal move, columns from left to right."""

from __future__ import annotations

from typing import Any

import numpy as np

from kernels.contract import game
from kernels.jit import inlined

FITS = "connect_four"


def prepare(T: Any, params: dict[str, Any]) -> tuple[np.ndarray]:
    """Nothing to look up."""
    return (np.zeros(0, dtype=np.int64),)


@inlined
def generate(T, C, state, remaining, into, at):
    """The columns that are not full."""
    return game.moves(T, state, into, at)

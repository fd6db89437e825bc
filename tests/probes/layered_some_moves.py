"""Not the last of several moves, where an odd number of plies is left; else every move."""

from __future__ import annotations

from typing import Any

import numpy as np

from kernels.contract import game
from kernels.jit import inlined

FITS = "layered_game"


def prepare(T: Any, params: dict[str, Any]) -> tuple[np.ndarray]:
    return (np.zeros(0, dtype=np.int64),)


@inlined
def generate(T, C, state, remaining, into, at):
    count = game.moves(T, state, into, at)
    return count - 1 if remaining % 2 == 1 and count > 1 else count

"""Every move of a layered game, in its order."""

from __future__ import annotations

from typing import Any

import numpy as np

from kernels.contract import game
from kernels.jit import inlined

FITS = "layered_game"
BY_REMAINING = False


def prepare(T: Any, params: dict[str, Any]) -> tuple[np.ndarray]:
    return (np.zeros(0, dtype=np.int64),)


@inlined
def generate(T, C, state, remaining, into, at):
    return game.moves(T, state, into, at)

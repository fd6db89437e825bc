"""The values of the positions of a layered game, also of those in which it is over; carried on."""

from __future__ import annotations

from typing import Any

import numpy as np

from kernels.contract import game
from kernels.jit import inlined

FITS = "layered_game"
SCORES_ENDS = True


def prepare(T: Any, params: dict[str, Any]) -> tuple[np.ndarray]:
    return (np.zeros(0, dtype=np.int64),)


@inlined
def evaluate(T, E, state):
    return T.values[game.current(state)]


@inlined
def update(T, E, state, value, move):
    node = game.current(state)
    return value + T.values[T.successors[node, move]] - T.values[node]

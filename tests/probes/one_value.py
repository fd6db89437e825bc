"""The least that can be compiled: a heuristic's value."""

from __future__ import annotations

from kernels.contract import heuristic
from kernels.jit import compiled


@compiled
def value(T, H, state):
    return heuristic.evaluate(T, H, state)

"""Zero: no knowledge at all."""

from __future__ import annotations

from typing import Any

import numpy as np

from kernels.jit import inlined

FITS = "graph"


def admissible(params: dict[str, Any]) -> bool:
    """Costs are not negative."""
    return True


def consistent(params: dict[str, Any]) -> bool:
    """It never changes."""
    return True


def prepare(T: Any, params: dict[str, Any]) -> tuple[np.ndarray]:
    """Nothing to look up."""
    return (np.zeros(0, dtype=np.int64),)


@inlined
def evaluate(T, H, state):
    """0."""
    return 0


@inlined
def update(T, H, state, h, op):
    """0."""
    return 0

"""Entry points to a domain."""

from __future__ import annotations

import numpy as np

from kernels.contract import domain
from kernels.jit import compiled


@compiled
def pack(T, state, key):
    domain.pack(T, state, key)


@compiled
def expand(T, key, last, state, operators, states, keys):
    """Unpack ``key`` into ``state``; its children, applied and by ``successor``. How many."""
    domain.unpack(T, key, state)
    count = domain.generate(T, state, last, operators, 0)
    for i in range(count):
        op = operators[np.uint64(i)]
        domain.successor(T, key, op, keys[i])
        domain.apply(T, state, op)
        for cell in range(len(state)):
            states[i, cell] = state[cell]
        domain.undo(T, state, op)
    return count


@compiled
def is_goal(T, state):
    return domain.is_goal(T, state)


@compiled
def inverse(T, op):
    return domain.inverse(T, op)

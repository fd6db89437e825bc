"""The parts of a Sokoban search, each by itself, many times over; for ``benchmarks/sokoban.py``."""

from __future__ import annotations

import numpy as np

from kernels.contract import constants, domain, heuristic
from kernels.jit import compiled


@compiled
def wander(T, start, state, operators, states):
    """Fill ``states`` (int64[n, STATE_SIZE]) with a walk; from where it ends, it begins again."""
    last, pushes = domain.NO_OPERATOR, 0
    for i in range(len(states)):
        for field in range(constants.STATE_SIZE):
            states[i, field] = state[field]
        pushes = domain.generate(T, state, last, operators, 0)
        if pushes == 0:
            for field in range(constants.STATE_SIZE):
                state[field] = start[field]
            last = domain.NO_OPERATOR
            continue
        last = operators[np.uint64(i * 7919 % pushes)]
        domain.apply(T, state, last)
    return pushes


@compiled
def generate(T, states, operators, rounds):
    """Ask for the pushes of every state; how many there were."""
    count = 0
    for _ in range(rounds):
        for i in range(len(states)):
            count += domain.generate(T, states[i], 0, operators, 0)
    return count


@compiled
def pack(T, states, key, rounds):
    """Pack every state, the man's area with it."""
    total = np.uint64(0)
    for _ in range(rounds):
        for i in range(len(states)):
            domain.pack(T, states[i], key)
            total ^= key[np.uint64(constants.WORDS - 1)]
    return total


@compiled
def update(T, H, states, operators, rounds):
    """h of what each push makes of every state; how many pushes there were."""
    count, total = 0, 0
    for _ in range(rounds):
        for i in range(len(states)):
            pushes = domain.generate(T, states[i], 0, operators, 0)
            count += pushes
            for n in range(pushes):
                total += heuristic.update(T, H, states[i], 0, operators[np.uint64(n)])
    return count

"""Entry points to the numbers of a domain's states."""

from __future__ import annotations

import numpy as np

from kernels.contract import domain
from kernels.jit import compiled


@compiled
def first_fault(T, numbers, state, operators):
    """Index of the first number that its state, or a state after it, does not have; else -1."""
    for i in range(len(numbers)):
        number = numbers[np.uint64(i)]
        domain.unrank(T, number, state)
        if domain.rank(T, state) != number:
            return i
        count = domain.generate(T, state, domain.NO_OPERATOR, operators, 0)
        for j in range(count):
            op = operators[np.uint64(j)]
            after = domain.rank_after(T, state, number, op)
            domain.apply(T, state, op)
            ranked = domain.rank(T, state)
            domain.undo(T, state, op)
            if after != ranked or domain.rank(T, state) != number:
                return i
    return -1


@compiled
def rank(T, state):
    return domain.rank(T, state)


@compiled
def unrank(T, number, state):
    domain.unrank(T, number, state)

"""Entry points to a domain whose operators change with the state and may cost anything."""

from __future__ import annotations

import numpy as np

from kernels.contract import domain
from kernels.jit import compiled


@compiled
def expand(T, key, last, state, again, operators, keys, costs, goals, further):
    """Unpack ``key`` into ``state``; its children, applied and undone. How many.

    For each child: its packed state, what the operator costs, whether it is a goal, and the
    operators that it has (closed by a -1). ``again`` is the key of ``state`` in the end.
    """
    domain.unpack(T, key, state)
    count = domain.generate(T, state, last, operators, 0)
    for i in range(count):
        op = operators[np.uint64(i)]
        costs[i] = domain.cost(T, state, op)
        domain.apply(T, state, op)
        domain.pack(T, state, keys[i])
        goals[i] = domain.is_goal(T, state)
        further[i, domain.generate(T, state, op, further[i], 0)] = -1
        domain.undo(T, state, op)
    domain.pack(T, state, again)
    return count


@compiled
def succeed(T, key, last, state, operators, keys):
    """The children's keys by ``successor``: right after ``generate``, or, if ``last`` < 0, at once.

    ``operators`` are those of ``key``, closed by a -1.
    """
    if last >= 0:
        domain.unpack(T, key, state)
        domain.generate(T, state, last, operators, 0)
    count = 0
    while operators[np.uint64(count)] >= 0:
        domain.successor(T, key, operators[np.uint64(count)], keys[count])
        count += 1
    return count


@compiled
def pack(T, state, key):
    domain.pack(T, state, key)

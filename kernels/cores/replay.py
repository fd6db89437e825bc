"""What every kernel can be asked beside searching: to replay a solution, to value a state."""

from __future__ import annotations

from kernels.contract import constants, domain
from kernels.cores.child import start_value
from kernels.jit import compiled


@compiled
def replay(T, state, path, operators):
    """Cost of ``path`` (int64[n], operators) from ``state``, or -1 if it breaks a rule.

    Each operator must be one that the domain offers after the one before, and the last state a
    goal. ``state`` (int64[STATE_SIZE]) is changed; ``operators`` is scratch.
    """
    total, last = 0, domain.NO_OPERATOR
    for op in path:
        count = domain.generate(T, state, last, operators, 0)
        offered = False
        for i in range(count):
            offered |= operators[i] == op
        if not offered:
            return -1
        total += domain.cost(T, state, op)
        domain.apply(T, state, op)
        last = op
    return total if domain.is_goal(T, state) else -1


@compiled
def value_of(T, H, state):
    """The heuristic's value of a state, 0 where there is no heuristic."""
    return start_value(T, H, state)


def scratch_size() -> int:
    """Length of ``operators``."""
    return constants.MAX_OPERATORS + 4

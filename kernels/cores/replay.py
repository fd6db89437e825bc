"""What every kernel can be asked beside searching: to replay a solution, to value states."""

from __future__ import annotations

import numpy as np

from kernels.contract import constants, domain
from kernels.cores.child import child_value, is_kept, start_value
from kernels.cores.drawing import below
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


@compiled
def compare_values(T, H, start, h_start, children, state, operators, random, found):
    """Whether a child's value, worked out from its parent's, differs from that of its state.

    All children are looked at of the states on a walk, until they are ``children`` or more. The
    walk goes from ``start`` (int64[STATE_SIZE]), whose value is ``h_start``, to a child drawn at
    random, and so on; from the start again where a search would go no further: in a goal, a dead
    end or a state without children.

    ``random`` (uint64[1]) holds the seed. ``state`` (int64[STATE_SIZE]) and ``operators`` are
    scratch. ``found`` (int64[4]) is told where they differ: depth of the parent, operator, the
    value worked out, and that of the state.
    """
    h, last, depth, seen = h_start, domain.NO_OPERATOR, 0, 0
    ended = True
    while seen < children:
        if ended:
            for i in range(len(start)):
                state[i] = start[i]
            h, last, depth = h_start, domain.NO_OPERATOR, 0
        count = 0
        if is_kept(h) and not domain.is_goal(T, state):
            count = domain.generate(T, state, last, operators, 0)
        ended = count == 0
        if ended and depth == 0:
            return False
        if ended:
            continue
        operators[count] = operators[np.int64(below(random, np.uint64(count)))]
        value = h
        for i in range(count + 1):  # the child drawn comes once more, and stays
            last = operators[i]
            updated = child_value(T, H, state, h, last)
            domain.apply(T, state, last)
            value = start_value(T, H, state)
            if updated != value:
                found[0], found[1], found[2], found[3] = depth, last, updated, value
                return True
            if i < count:
                domain.undo(T, state, last)
        h = value
        depth += 1
        seen += count
    return False


def scratch_size() -> int:
    """Length of ``operators``."""
    return constants.MAX_OPERATORS + 4

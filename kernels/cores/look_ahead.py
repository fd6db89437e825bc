"""Whether an operator leads to a goal."""

from __future__ import annotations

from kernels.contract import domain
from kernels.jit import inlined


@inlined
def is_goal_after(T, state, op):
    """Whether the state that ``op`` makes of ``state`` is a goal; ``state`` stays as it is."""
    domain.apply(T, state, op)
    is_goal = domain.is_goal(T, state)
    domain.undo(T, state, op)
    return is_goal

"""Entry points to a heuristic."""

from __future__ import annotations

from kernels.contract import domain, heuristic
from kernels.jit import compiled


@compiled
def assess(T, H, states, operators, values, updated, evaluated):
    """h of each state, and that of each child: by ``update``, and by ``evaluate``."""
    for i in range(len(states)):
        state = states[i]
        values[i] = heuristic.evaluate(T, H, state)
        count = domain.generate(T, state, domain.NO_OPERATOR, operators, 0)
        for j in range(count):
            op = operators[j]
            updated[i, j] = heuristic.update(T, H, state, values[i], op)
            domain.apply(T, state, op)
            evaluated[i, j] = heuristic.evaluate(T, H, state)
            domain.undo(T, state, op)

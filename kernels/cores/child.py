"""What a node is, however domain and heuristic give it: its value and its packed state.

A child whose value is DEAD_END is dropped as soon as that is known, and a search from a dead end is
over as soon as it has begun.
"""

from __future__ import annotations

from kernels import counters as at
from kernels.contract import domain, heuristic
from kernels.jit import inlined


@inlined
def _evaluated(T, H, state, h, op):
    domain.apply(T, state, op)
    value = heuristic.evaluate(T, H, state)
    domain.undo(T, state, op)
    return value


@inlined
def _applied(T, state, key, op, child):
    domain.apply(T, state, op)
    domain.pack(T, state, child)
    domain.undo(T, state, op)


@inlined
def _succeeded(T, state, key, op, child):
    domain.successor(T, key, op, child)


@inlined
def _no_start_value(T, H, state):
    return 0


@inlined
def _no_child_value(T, H, state, h, op):
    return 0


EVALUATES = int(hasattr(heuristic, "evaluate"))
"""1, or 0 in a search without a heuristic, where every h is 0."""

start_value = heuristic.evaluate if EVALUATES else _no_start_value
"""``start_value(T, H, state)``: h of a state."""

child_value = getattr(heuristic, "update", _evaluated) if EVALUATES else _no_child_value
"""``child_value(T, H, state, h, op)``: h of the state that ``op`` makes of ``state``."""

child_key = _succeeded if hasattr(domain, "successor") else _applied
"""``child_key(T, state, key, op, child)``: write its packed state; ``key`` is that of ``state``."""


@inlined
def is_kept(h):
    """Whether a node can have this value: it is neither DEAD_END nor to be refused."""
    return 0 <= h <= at.MAX_VALUE


@inlined
def is_dead(h):
    """Whether the value says that no goal can be reached."""
    return h == at.DEAD_END


@inlined
def begin_with(counters, h):
    """Count the start as evaluated, with the value h; whether there is anything to search."""
    counters[at.H_START] = h
    counters[at.EVALUATED] = EVALUATES
    counters[at.BAD_VALUE] = 0 if is_kept(h) or is_dead(h) else h
    return is_kept(h)

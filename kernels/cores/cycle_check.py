"""Whether a depth-first search may enter a state again that is on its path: as it was compiled.

With the constant ``CYCLE_CHECK`` the states on the path are kept in a set, and no path enters a
state twice, so that in a finite space every path ends. Without it nothing is kept, and every state
counts as new.
"""

from __future__ import annotations

from typing import Any

from kernels.contract import constants, domain
from kernels.jit import inlined
from kernels.structures import path_set

CHECKS = constants.CYCLE_CHECK == 1
BYTES = path_set.BYTES if CHECKS else 0
"""Of one state on the path."""


def allocate(workspace: Any, deepest: int) -> path_set.PathSet:
    """Room for paths of ``deepest`` operators."""
    return path_set.allocate(workspace, deepest)


@inlined
def _knows(known, T, state, key):
    domain.pack(T, state, key)
    return path_set.contains(known, key)


@inlined
def _forget_nothing(known):
    pass


@inlined
def _know_nothing(known, T, state, key):
    return False


@inlined
def _keep_nothing(known, key, depth):
    pass


@inlined
def _leave_nothing(known, depth):
    pass


reset = path_set.reset if CHECKS else _forget_nothing
"""``reset(known)``: empty the path."""

knows = _knows if CHECKS else _know_nothing
"""``knows(known, T, state, key)``: whether the state is on the path; packs it into ``key``."""

enter = path_set.push if CHECKS else _keep_nothing
"""``enter(known, key, depth)``: put on the path the state that ``knows`` was just asked about."""

leave = path_set.pop if CHECKS else _leave_nothing
"""``leave(known, depth)``: take the last state off the path."""


@inlined
def start(known, T, state, key):
    """Empty the path and put the start on it; ``key`` (uint64[WORDS]) is scratch."""
    reset(known)
    knows(known, T, state, key)
    enter(known, key, 0)

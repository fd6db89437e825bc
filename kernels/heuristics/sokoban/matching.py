"""Matching: the least sum of pushes that brings every box to a goal of its own.

Junghanns, A. & Schaeffer, J. 2001, "Sokoban: enhancing general single-agent search methods using
domain knowledge", Artificial Intelligence 129, 219-251 (there: the minimum matching lower bound).
A minimum-cost perfect matching of boxes to goals, where a pair costs the pushes from the one to the
other with nothing else in the way. A dead end if there is no such matching: a bipartite deadlock.
The matching is kept from state to state, so that a push costs one augmenting path.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kernels.cores import assignment, sokoban_pulls
from kernels.cores.assignment import FAR, Assignment
from kernels.cores.sokoban_pulls import UNREACHABLE
from kernels.counters import DEAD_END
from kernels.domains import sokoban
from kernels.jit import inlined

FITS = "sokoban"


def admissible(params: dict[str, Any]) -> bool:
    """Each box ends on a goal of its own, and no pushes bring it there sooner."""
    return True


def consistent(params: dict[str, Any]) -> bool:
    """A push changes one box's distances, by one at most downwards."""
    return True


def prepare(T: Any, params: dict[str, Any]) -> Assignment:
    """Distances by pulls from each goal, and a matching of no boxes yet."""
    pushes = sokoban_pulls.table(T)
    return assignment.prepare(np.where(pushes == UNREACHABLE, FAR, pushes), T.sets.shape[1])


@inlined
def _value(total):
    return DEAD_END if total >= FAR else total


@inlined
def evaluate(T, H, state):
    """The matching of the state's boxes."""
    assignment.follow(H, state)
    return _value(assignment.total(H))


@inlined
def update(T, H, state, h, op):
    """The matching with the pushed box where it comes to; that of the state stays as it is."""
    assignment.follow(H, state)
    moved = assignment.total_after(H, sokoban.square_from(T, op), sokoban.square_to(T, op))
    return _value(moved)

"""Whether a heuristic's ``update`` gives what its ``evaluate`` does, held on some states of a run.

Searches ask ``update`` for children. Where it is wrong, so are counts and costs, and a dead end
that is none makes a board "unsolvable", with nothing in the results to show it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import config

from harness import sides
from harness.contract_check import in_words
from harness.model import KernelFault, Run
from kernels.specialise import Kernel

CHILDREN = 1000
"""Children that are looked at; for sliding tiles those of some 400 states, in a millisecond."""

_SEED = 1
_SIDES = ("", " of the reverse problem")


def check(run: Run, kernel: Kernel, T: Any, H: Any) -> None:
    """Compare them on the children of the start, and of states on a walk from there.

    The walk is the same each time. Plain Python is left alone: it is there to look into
    ``evaluate``, and its bytes wrap.

    Raises KernelFault with both values where they differ.
    """
    if config.DISABLE_JIT or not hasattr(kernel.heuristic, "update"):
        return
    path = run.heuristic.path if run.heuristic else ""
    problems = sides.problems(run, kernel, T, H)
    for side, (problem, *tables) in zip(_SIDES, problems, strict=False):
        found = _difference(kernel, kernel.domain.start(*problem), *tables)
        if found is not None:
            depth, op, updated, value = found
            raise KernelFault(
                f"{path}: update gives {in_words(updated)} and evaluate {in_words(value)} for the "
                f"child that {kernel.domain.operator_name(op)} makes of a state at depth {depth}"
                f"{side}; they must be equal"
            )


def _difference(kernel: Kernel, start: np.ndarray, T: Any, H: Any) -> list[int] | None:
    """Depth, operator and the two values where they differ, or None."""
    operators = np.zeros(kernel.replay.scratch_size(), dtype=np.int64)
    random = np.array([_SEED], dtype=np.uint64)
    found = np.zeros(4, dtype=np.int64)
    scratch = np.zeros_like(start), operators, random, found
    h_start = kernel.replay.value_of(T, H, start)
    differ = kernel.replay.compare_values(T, H, start, h_start, CHILDREN, *scratch)
    return found.tolist() if differ else None

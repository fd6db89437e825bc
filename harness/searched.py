"""What the driver does with a search for a path: its tables, checks, solution and record."""

from __future__ import annotations

from typing import Any

import numpy as np

from harness import contract_check, search_record, sides, update_check
from harness.model import KernelFault, Record, Run
from harness.search_record import Ended
from kernels import counters as at
from kernels.specialise import Kernel

_DEAD_START = "the heuristic tells that the start is a dead end"

tables = sides.tables
"""T of a run's problem, or of both its problems."""

are_same = sides.are_same
start = sides.starts


def values(run: Run, kernel: Kernel, T: Any) -> tuple[Any]:
    """What the heuristic looks up, for that T."""
    return (sides.values(run, kernel, T),)


def check(run: Run, kernel: Kernel, T: Any, H: Any) -> None:
    """Whether domain and heuristic give what their contract says; raises KernelFault."""
    contract_check.check(run, kernel, *sides.forward(kernel, T, H))
    _check_values(run, kernel, T, H)


def check_again(run: Run, kernel: Kernel, T: Any, H: Any) -> None:
    """What has to be seen of each T and H anew, though the kernel is compiled already."""
    _check_values(run, kernel, T, H)


def _check_values(run: Run, kernel: Kernel, T: Any, H: Any) -> None:
    for problem, *own in sides.problems(run, kernel, T, H):
        contract_check.check_goal(run, kernel, *problem, *own)
    update_check.check(run, kernel, T, H)


def fault_of(status: int, run: Run, kernel: Kernel, search: Any) -> str | None:
    """What was wrong where a search ended with a status that tells of a fault."""
    if status != at.BAD_HEURISTIC:
        return None
    value = int(search.counters[at.BAD_VALUE])
    return f"the heuristic gave {value}; allowed are {contract_check.VALUES}"


def warm(run: Run, kernel: Kernel, T: Any, H: Any) -> None:
    """Call what is called beside the search."""
    replayed(run, kernel, T, [])


def over_at_once(search: Any, kernel: Kernel) -> Ended | None:
    """How a search ended that is over as soon as it has begun."""
    if search.counters[at.H_START] != at.DEAD_END:
        return None
    return Ended("unsolvable", _DEAD_START, 0.0, kernel.algorithm.bytes_used(search))


def finish(run: Run, kernel: Kernel, search: Any, ended: Ended, T: Any, H: Any) -> None:
    """Take the solution, if there is one, with the cost that it has by the domain's rules."""
    if ended.status != "solved" and search.counters[at.SOLUTIONS] == 0:
        return
    ended.path = sides.path(kernel, search)
    ended.cost = replayed(run, kernel, T, ended.path)
    if ended.cost < 0:
        raise KernelFault(f"the solution of {len(ended.path)} operators does not replay to a goal")


def recorded(run: Run, kernel: Kernel, search: Any, ended: Ended) -> Record:
    """The record of the run."""
    return search_record.recorded(run, kernel, search, ended)


def replayed(run: Run, kernel: Kernel, T: Any, path: list[int]) -> int:
    """Cost of a solution by the domain's rules, or -1 if it breaks one."""
    state = kernel.domain.start(run.domain.parameters, run.instance.text)
    scratch = np.zeros(kernel.replay.scratch_size(), dtype=np.int64)
    T, _ = sides.forward(kernel, T, None)
    return int(kernel.replay.replay(T, state, np.array(path, dtype=np.int64), scratch))

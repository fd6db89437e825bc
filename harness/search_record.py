"""What is recorded of a search that is over, read out of its counters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import config

from harness import engine
from harness.model import Record, Run
from kernels import counters as at
from kernels.specialise import Kernel

_NO_SOLUTIONS = np.zeros((0, 4), dtype=np.int64)


@dataclass
class Ended:
    """How a search ended."""

    status: str
    detail: str | None
    seconds: float
    peak_bytes: int
    path: list[int] | None = None
    cost: int | None = None


def recorded(run: Run, kernel: Kernel, search: Any, ended: Ended) -> Record:
    """The record of a run, with its levels and iterations as far as it got."""
    counters = search.counters
    levels = search.levels[: counters[at.LEVELS]].copy()
    while len(levels) and not levels[-1].any():
        levels = levels[:-1]
    expanded, generated, visited = (int(n) for n in levels.sum(axis=0)[:3])
    iterations = _iterations(search, expanded, generated, kernel)
    row = {
        "status": ended.status,
        "cost": ended.cost,
        "depth": len(ended.path) if ended.path is not None else None,
        "h_start": _h_start(search, kernel),
        "expanded": expanded,
        "generated": generated,
        "evaluated": int(counters[at.EVALUATED]),
        "reopened": int(counters[at.REOPENED]),
        "visited": visited,
        "peak_open": int(counters[at.PEAK_OPEN]) or None,
        "peak_bytes": ended.peak_bytes,
        "kernel_seconds": ended.seconds,
        "nodes_per_second": expanded / ended.seconds if ended.seconds > 0 else None,
        "engine": engine.named(bool(config.DISABLE_JIT)),
        "detail": ended.detail,
    }
    names = None
    if run.keep_path and ended.path is not None and kernel.candidates is None:
        names = [kernel.domain.operator_name(op) for op in ended.path]
    return Record(
        row,
        np.column_stack([np.arange(len(levels)), levels]),
        iterations,
        names,
        _solutions(search),
    )


def _h_start(search: Any, kernel: Kernel) -> int | None:
    """h of the start, if there is a heuristic and it gives a number."""
    h = int(search.counters[at.H_START])
    return h if kernel.heuristic and h != at.DEAD_END else None


def _solutions(search: Any) -> np.ndarray:
    """Solutions in the order in which they were found. Shape (s, 5), int64."""
    found = getattr(search, "solutions", _NO_SOLUTIONS)[: search.counters[at.SOLUTIONS]]
    return np.column_stack([np.arange(len(found)), found])


def _iterations(search: Any, expanded: int, generated: int, kernel: Kernel) -> np.ndarray:
    """Closed iterations, and the remainder as the last one. Shape (m, 4), int64."""
    closed = search.iterations[: search.counters[at.ITERATIONS]]
    rest = (
        int(search.counters[at.BOUND]),
        expanded - int(closed[:, at.ITERATION_EXPANDED].sum()),
        generated - int(closed[:, at.ITERATION_GENERATED].sum()),
    )
    rows = closed.tolist()
    if getattr(kernel.algorithm, "ITERATIVE", False) and rest[1] > 0:
        rows.append(list(rest))
    return np.array([[i, *row] for i, row in enumerate(rows)], dtype=np.int64).reshape(-1, 4)

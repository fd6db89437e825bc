"""From what a search gave to a row of ``runs.parquet``, and when rows are written."""

from __future__ import annotations

import importlib.metadata
import platform
import time
import tomllib
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from harness import engine
from harness.identity import recorded_parameters
from harness.model import Record, Run
from harness.resume import limits_text

FLUSH_SECONDS = 0.5
"""Rows wait at most so long to be written."""

FLUSH_RECORDS = 2000
"""At most so many rows wait."""

PRECIOUS_SECONDS = 0.2
"""The row of a run that took longer is written at once."""


def unanswered(status: str, detail: str) -> Record:
    """Record of a run that gave no counts."""
    nothing = np.empty((0, 4), dtype=np.int64)
    return Record({"status": status, "detail": detail}, levels=nothing, iterations=nothing)


class Sink(Protocol):
    """Where rows go."""

    def append(self, records: Sequence[Record]) -> None:
        """Record these runs, all or none."""


class Recorder:
    """Completes records and hands them to ``sink`` in lots."""

    def __init__(self, sink: Sink) -> None:
        self._sink = sink
        self._fixed: dict[tuple[int, ...], dict[str, Any]] = {}
        self._pending: list[Record] = []
        self._flushed = time.monotonic()
        self._urgent = False

    def add(
        self,
        run: Run,
        record: Record,
        digest: str | None = None,
        compile_seconds: float | None = None,
        seconds: float = 0.0,
    ) -> None:
        """Take in the record of a run, which took ``seconds`` to make.

        ``digest`` is recorded where the solver does not say which kernel it ran, and the engine
        of this process where it does not say what carried it out.
        """
        record.row |= self._columns(run)
        record.row.setdefault("kernel_digest", digest)
        record.row.setdefault("engine", engine.present())
        record.row["compile_seconds"] = compile_seconds
        record.row["finished_at"] = datetime.now(UTC)
        self._pending.append(record)
        self._urgent |= seconds > PRECIOUS_SECONDS or len(self._pending) >= FLUSH_RECORDS

    def flush(self, force: bool = False) -> None:
        """Write what is due, or with ``force`` all there is."""
        due = self._urgent or time.monotonic() - self._flushed >= FLUSH_SECONDS
        if self._pending and (force or due):
            self._sink.append(self._pending)
            self._pending = []
            self._urgent = False
            self._flushed = time.monotonic()

    def _columns(self, run: Run) -> dict[str, Any]:
        """The columns that do not depend on how the search went."""
        choices = (run.domain, run.algorithm, run.heuristic, run.candidates, run.limits)
        key = tuple(map(id, choices))
        if key not in self._fixed:
            self._fixed[key] = _fixed_columns(run)
        tie_break = run.algorithm.parameters.get("tie_break")
        return self._fixed[key] | {
            "run_id": run.run_id,
            "instance": run.instance.name,
            "start": run.instance.text,
            "seed": run.seed,
            "repeat": run.repeat,
            "tie_break": f"random({run.seed})" if tie_break == "random" else tie_break,
        }


def _fixed_columns(run: Run) -> dict[str, Any]:
    return {
        "experiment": run.experiment,
        "domain": run.domain.name,
        "domain_params": recorded_parameters(run.domain.parameters),
        "algorithm": run.algorithm.name,
        "algorithm_params": recorded_parameters(run.algorithm.parameters),
        "heuristic": run.heuristic.name if run.heuristic else None,
        "heuristic_params": recorded_parameters(run.heuristic.parameters)
        if run.heuristic
        else None,
        "candidates": run.candidates.name if run.candidates else None,
        "candidates_params": recorded_parameters(run.candidates.parameters)
        if run.candidates
        else None,
        "operator_order": run.domain.parameters.get("operator_order"),
        "limits": limits_text(run.limits),
        "host": platform.node(),
        "searchbench_version": version(),
    }


@cache
def version() -> str:
    """Version of this program, installed or run from its folder."""
    try:
        return importlib.metadata.version("searchbench")
    except importlib.metadata.PackageNotFoundError:
        project = Path(__file__).parents[1] / "pyproject.toml"
        return str(tomllib.loads(project.read_text(encoding="utf-8"))["project"]["version"])

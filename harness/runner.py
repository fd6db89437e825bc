"""Makes the runs of a plan that no recorded row answers, and records them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from harness.columns import UNCOUNTED
from harness.expected_rows import files_with_rows
from harness.interruption import Interruption
from harness.model import Record, Run
from harness.recording import Recorder, unanswered
from harness.resume import answers, is_of, tells_more
from harness.store import Finished, Store

if TYPE_CHECKING:
    from harness.expansion import Plan
    from harness.schema import Experiment
    from harness.worker import MakeSolver


DETAILS = frozenset({"levels", "iterations", "solutions", "games"})
"""Files whose rows a recorded run must have, where its algorithm makes any."""


class Kernels(Protocol):
    """What has to be known of kernels without loading a compiler."""

    def kernel_digest(self, run: Run) -> str:
        """Digest of every source that enters the run's kernel."""

    def is_cached(self, run: Run) -> bool:
        """Whether it is compiled already."""

    def details_of(self, run: Run) -> frozenset[str]:
        """Files in which runs of the algorithm have rows, beside ``runs.parquet``."""


@dataclass
class Summary:
    """What became of a plan.

    runs
        how many it has.
    statuses
        how many of them are recorded with each status, earlier ones included.
    made
        how many were made (or found invalid) now.
    failures
        those that gave no counts now, with the reason.
    stopped_by
        signal that ended the sweep before all runs were made, or None.
    """

    runs: int
    statuses: Counter[str] = field(default_factory=Counter)
    made: int = 0
    failures: list[tuple[Run, str]] = field(default_factory=list)
    stopped_by: int | None = None

    @property
    def failed(self) -> bool:
        """Whether a run of the plan has neither an answer nor a stated limit.

        That an instance cannot be solved is an answer.
        """
        return self.statuses["kernel_error"] > 0

    @property
    def recorded(self) -> int:
        """How many of the plan's runs are recorded."""
        return self.statuses.total()


def execute(
    experiment: Experiment,
    plan: Plan,
    folder: Path,
    jobs: int | None = None,
    fresh: bool = False,
    make_solver: MakeSolver | None = None,
    kernels: Kernels | None = None,
) -> Summary:
    """Make the runs of ``plan`` and record them in ``folder``.

    jobs
        worker processes; by default one for each processor that this process may use.
    fresh
        make recorded runs again, too.
    make_solver, kernels
        what searches, and what knows the kernels; by default the compiled ones.

    Raises UserError where the folder cannot be used or workers cannot be started.
    """
    with Interruption() as interruption, Store(folder, experiment.experiment) as store:
        execution = _Execution(plan.runs, store, kernels or compiled_kernels())
        _describe(store, experiment, plan.runs)
        try:
            execution.go(execution.pending(fresh), jobs, make_solver, interruption)
        finally:
            execution.recorder.flush(force=True)
        store.merge()
    order = {run.run_id: place for place, run in enumerate(plan.runs)}
    execution.summary.failures.sort(key=lambda failure: order[failure[0].run_id])
    return execution.summary


class _Execution:
    def __init__(self, runs: Sequence[Run], store: Store, kernels: Kernels) -> None:
        self.runs = runs
        self.store = store
        self.kernels = kernels
        self.recorder = Recorder(store)
        self.summary = Summary(len(runs))
        self.digests: dict[str, str] = {}
        details = DETAILS | ({"paths"} if any(run.keep_path for run in runs) else set())
        self.present = {file: store.run_ids_of(file) for file in details}
        self.recorded = store.finished()  # after damaged parts were set aside

    def digest(self, run: Run) -> str:
        """Digest of the run's kernel, worked out once a run."""
        if run.run_id not in self.digests:
            self.digests[run.run_id] = self.kernels.kernel_digest(run)
        return self.digests[run.run_id]

    def pending(self, fresh: bool) -> list[Run]:
        """Runs to be made; those that recorded rows answer are counted instead."""
        recorded = {} if fresh else self.recorded
        pending = []
        better = []
        for run in self.runs:
            row = recorded.get(run.run_id)
            if row is None:
                pending.append(run)
            elif not answers(row, run, self.digest(run)):
                pending.append(run)
                if tells_more(row, run, self.digest(run)):
                    better.append(run.run_id)
            elif self._is_incomplete(run, row):
                pending.append(run)
            else:
                self.summary.statuses[row.status] += 1
        if better:
            self.store.keep_copy(better, "counted more than the limits now allow")
        return pending

    def _is_incomplete(self, run: Run, row: Finished) -> bool:
        """Whether rows of a recorded run are lost in another file, or its path is still wanted."""
        files = set(files_with_rows(self.kernels.details_of(run), row.expanded, row.depth))
        if run.keep_path and (row.depth or row.best_move is not None):
            files.add("paths")
        return any(run.run_id not in self.present[file] for file in files)

    def go(
        self,
        pending: Sequence[Run],
        jobs: int | None,
        make_solver: MakeSolver | None,
        interruption: Interruption,
    ) -> None:
        """Make what is pending."""
        for run in pending:
            if run.fault is not None:
                self.record(run, unanswered("invalid_instance", run.fault))
        searches = [run for run in pending if run.fault is None]
        if not searches:
            return
        from harness.progress import display
        from harness.sweep import Sweep
        from harness.worker import search_solver

        sweep = Sweep(searches, self.digest, self.kernels.is_cached, self.record, jobs)
        whole = sweep.go(
            make_solver or search_solver,
            interruption,
            display(len(searches)),
            self.recorder.flush,
        )
        self.summary.stopped_by = None if whole else interruption.signal

    def record(
        self, run: Run, record: Record, seconds: float = 0.0, compile_seconds: float | None = None
    ) -> None:
        """Take in a run's record, made now."""
        status = record.row["status"]
        self.summary.made += 1
        self.summary.statuses[status] += 1
        if status in UNCOUNTED:
            self.summary.failures.append((run, record.row.get("detail") or status))
        digest = self.digest(run) if run.fault is None else None
        before = self.recorded.get(run.run_id)
        has_counts = before is not None and before.status not in UNCOUNTED
        if status == "kernel_error" and before and has_counts and is_of(before, digest):
            return  # counts of the same kernel stay, whatever went wrong this time
        self.recorder.add(run, record, digest, compile_seconds, seconds)


def _describe(store: Store, experiment: Experiment, runs: Sequence[Run]) -> None:
    """Write experiment.json where it does not say so already."""
    description: dict[str, Any] = {
        "title": experiment.title,
        "about": experiment.about,
        "reference": experiment.reference,
        "tables": [spec.model_dump(mode="json") for spec in experiment.tables],
        "plots": [spec.model_dump(mode="json") for spec in experiment.plots],
        "run_ids": [run.run_id for run in runs],
        "instances": [run.instance.name for run in runs],
        "config": experiment.text,
    }
    present = store.read_experiment()
    if {key: present.get(key) for key in description} != description:
        store.write_experiment(description)


def compiled_kernels() -> Kernels:
    """What knows the kernels that ``kernels`` holds."""
    from harness import kernel_of

    return kernel_of

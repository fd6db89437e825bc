"""The sweep over the runs that have to be made: tasks to workers, records to the recorder."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

import psutil

from harness import processes
from harness.interruption import Interruption
from harness.model import Limits, Record, Run
from harness.pool import Answer, Event, KernelReady, Lost, NoKernel, Pool, Returned
from harness.progress import Display
from harness.recording import unanswered
from harness.schedule import Schedule
from harness.worker import MakeSolver

MEMORY_SHARE = 0.8
"""Share of the available memory that all workers together may fill where no limit is given."""

TICK = 0.1
"""Seconds between two looks at the clock, the signals and the display."""

Recording = Callable[[Run, Record, float, float | None], None]
"""Called with a run, its record, the seconds it took, and those its kernel took to compile."""


class Sweep:
    """Makes runs in worker processes.

    runs
        in the order wanted.
    kernel_of
        the digest of a run's kernel.
    is_cached
        whether a run's kernel is compiled already.
    record
        takes each run's record, in the order in which they end.
    """

    def __init__(
        self,
        runs: Sequence[Run],
        kernel_of: Callable[[Run], str],
        is_cached: Callable[[Run], bool],
        record: Recording,
        jobs: int | None = None,
    ) -> None:
        self.jobs = min(jobs or processors(), len(runs))
        self._kernel_of = kernel_of
        self._record = record
        self._as_given = {run.run_id: run for run in runs}
        self._compile_seconds: dict[str, float] = {}
        self._expanded = 0
        self._done = 0
        self._shown = 0.0
        processes.warm_up()
        examples = {kernel_of(run): run for run in runs}
        uncompiled = [kernel for kernel, run in examples.items() if not is_cached(run)]
        guarded = _with_memory_limit(runs, self.jobs)
        self._schedule = Schedule(guarded, kernel_of, uncompiled, self.jobs)

    def go(
        self,
        make_solver: MakeSolver,
        interruption: Interruption,
        display: Display,
        flush: Callable[[], None],
    ) -> bool:
        """Make the runs; False if ``interruption`` came before the last one.

        flush
            called several times a second.

        Raises UserError where workers cannot be started.
        """
        with display, Pool(self.jobs, make_solver) as pool:
            while (pool.busy or not self._schedule.finished) and interruption.signal is None:
                self._hand_out(pool)
                self._take_in(pool.wait(TICK))
                flush()
                self._show(pool, display)
            self._take_in(pool.wait(0))
        return self._done == len(self._as_given)

    def _hand_out(self, pool: Pool) -> None:
        for _ in range(pool.idle):
            task = self._schedule.next()
            if task is None:
                break
            pool.give(task)

    def _take_in(self, events: Iterable[Event]) -> None:
        for event in events:
            match event:
                case Answer(run, record, seconds):
                    self._schedule.took(run, seconds)
                    self._finish(run, record, seconds)
                case Returned(runs):
                    self._schedule.put_back(runs)
                case KernelReady(run, seconds):
                    self._compile_seconds[self._kernel_of(run)] = seconds
                    self._schedule.compiled(run)
                case NoKernel(run, fault, lost):
                    self._no_kernel(run, fault, lost)
                case Lost((run,), status, detail):
                    self._finish(run, unanswered(status, detail))
                case Lost(runs):
                    self._schedule.one_by_one(runs)

    def _no_kernel(self, run: Run, fault: str, lost: bool) -> None:
        """Give up the run, and those of its parameters where each would cost a worker."""
        self._schedule.not_compiled(run)
        alike = self._schedule.withdraw(run) if lost else ()
        for failed in (run, *alike):
            self._finish(failed, unanswered("kernel_error", fault))

    def _finish(self, run: Run, record: Record, seconds: float = 0.0) -> None:
        self._done += 1
        self._expanded += record.row.get("expanded") or 0
        compile_seconds = self._compile_seconds.get(self._kernel_of(run), 0.0)
        self._record(self._as_given[run.run_id], record, seconds, compile_seconds)

    def _show(self, pool: Pool, display: Display) -> None:
        now = time.monotonic()
        if now - self._shown >= TICK:
            self._shown = now
            display.update(self._done, self._expanded + pool.expanded, self._schedule.compiling)


def processors() -> int:
    """Processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _with_memory_limit(runs: Iterable[Run], jobs: int) -> Iterator[Run]:
    """The runs, those without a memory limit with a worker's share of what is available."""
    share = int(psutil.virtual_memory().available * MEMORY_SHARE) // jobs
    guarded: dict[int, Limits] = {}
    for run in runs:
        if run.limits.memory is None:
            limits = guarded.setdefault(id(run.limits), replace(run.limits, memory=share))
            yield replace(run, limits=limits)
        else:
            yield run

"""A pool of worker processes that outlives the death of any of them."""

from __future__ import annotations

import contextlib
import math
import signal
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

from harness import processes, worker
from harness.model import Record, Run, UserError
from harness.worker import Batch, Broken, Compile, Compiled, MakeSolver, Progress, Ready

STILLBORN_LIMIT = 3
"""Workers that may die in a row before one is ready; then something is wrong with all."""

SILENCE = 30.0
"""Seconds beyond a run's own time limit that a worker may go without a message."""

COMPILING_SILENCE = 600.0
"""The same where it compiles, whether the run has a time limit or not."""

NEAR_LIMIT = 0.8
"""Share of its memory limit from which a killed worker is taken to have died of it."""

_GIB = 1 << 30


@dataclass(frozen=True)
class Answer:
    """A run came to an end within ``seconds`` of its worker's time."""

    run: Run
    record: Record
    seconds: float


@dataclass(frozen=True)
class Returned:
    """Runs that have not been started and wait for another worker."""

    runs: tuple[Run, ...]


@dataclass(frozen=True)
class KernelReady:
    """The kernel of ``run`` took ``seconds`` to compile."""

    run: Run
    seconds: float


@dataclass(frozen=True)
class NoKernel:
    """The kernel could not be made for ``run``, because of ``fault``.

    lost
        whether the worker died over it, or was ended because it did not come back.
    """

    run: Run
    fault: str
    lost: bool = False


@dataclass(frozen=True)
class Lost:
    """A worker died over these runs; it began the first and perhaps others.

    status, detail
        what to record where there is one run only: ``memory_limit`` where there is evidence of
        exhausted memory, else ``kernel_error``, and the evidence.
    """

    runs: tuple[Run, ...]
    status: str
    detail: str


Event = Answer | Returned | KernelReady | NoKernel | Lost
Task = Batch | Compile


@dataclass(eq=False)
class _Worker:
    """The parent's side of one worker process."""

    process: BaseProcess
    connection: Connection
    ready: bool = False
    task: Task | None = None
    unanswered: deque[Run] = field(default_factory=deque)
    since: float = 0.0
    heard: float = 0.0
    expanded: int = 0
    first_resident: int = 0
    resident: int = 0
    oom_kills: int = 0
    verdict: str = ""

    @property
    def idle(self) -> bool:
        return self.ready and self.task is None


class Pool:
    """``jobs`` worker processes, each with a solver made by ``make_solver`` (picklable).

    A context manager: at its end no worker is left.
    """

    def __init__(self, jobs: int, make_solver: MakeSolver = worker.search_solver) -> None:
        self._make_solver = make_solver
        self._stillborn = 0
        self._workers: list[_Worker] = []
        try:
            for _ in range(jobs):
                self._workers.append(self._start())
        except BaseException:
            self.kill()
            raise

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    @property
    def idle(self) -> int:
        """How many workers wait for a task."""
        return sum(w.idle for w in self._workers)

    @property
    def busy(self) -> bool:
        """Whether any task is under way."""
        return any(w.task is not None for w in self._workers)

    @property
    def expanded(self) -> int:
        """Nodes expanded so far by the runs that are under way."""
        return sum(w.expanded for w in self._workers)

    @property
    def pids(self) -> list[int]:
        """Process ids of the workers."""
        return [w.process.pid for w in self._workers if w.process.pid is not None]

    def give(self, task: Task) -> None:
        """Hand a task to an idle worker."""
        chosen = next(w for w in self._workers if w.idle)
        chosen.task = task
        chosen.unanswered = deque(task.runs if isinstance(task, Batch) else (task.run,))
        chosen.since = chosen.heard = time.monotonic()
        chosen.oom_kills = processes.oom_kills()
        with contextlib.suppress(OSError):  # it just died, as ``wait`` will find
            chosen.connection.send(task)

    def wait(self, seconds: float) -> list[Event]:
        """What has happened, after at most ``seconds`` of waiting for it.

        Raises UserError where workers cannot be started at all.
        """
        handles: list[Any] = [w.connection for w in self._workers]
        handles += [w.process.sentinel for w in self._workers]
        stirring = set(wait(handles, seconds))
        events: list[Event] = []
        for w in list(self._workers):
            if w.connection in stirring or w.process.sentinel in stirring:
                events += self._listen(w)
        self._end_silent()
        return events

    def kill(self) -> None:
        """End all workers at once."""
        for w in self._workers:
            w.process.kill()
        for w in self._workers:
            w.process.join()
            w.connection.close()
        self._workers.clear()

    def _start(self) -> _Worker:
        return _Worker(*processes.start(self._make_solver))

    def _listen(self, w: _Worker) -> Iterator[Event]:
        try:
            while w.connection.poll():
                yield from self._understand(w, w.connection.recv())
        except (EOFError, OSError):
            w.process.join(1.0)
            w.process.kill()
            w.process.join()
        if not w.process.is_alive():
            yield from self._bury(w)

    def _understand(self, w: _Worker, message: object) -> Iterator[Event]:
        w.heard = time.monotonic()
        match message:
            case Ready(resident):
                w.ready, self._stillborn = True, 0
                w.first_resident = w.resident = resident
            case Broken(reason):
                raise UserError(f"worker processes cannot start: {reason}", 1)
            case Compiled(seconds, fault):
                w.task = None
                run = w.unanswered.popleft()
                yield KernelReady(run, seconds) if fault is None else NoKernel(run, fault)
            case Progress():
                yield from self._advance(w, message)

    def _advance(self, w: _Worker, progress: Progress) -> Iterator[Event]:
        for record, seconds in progress.answers:
            yield Answer(w.unanswered.popleft(), record, seconds)
        if progress.answers:
            w.since = w.heard
        if progress.given_back:
            back = [w.unanswered.pop() for _ in range(progress.given_back)]
            yield Returned(tuple(reversed(back)))
        w.expanded, w.resident = progress.expanded, progress.resident
        if progress.done:
            w.task = None

    def _bury(self, w: _Worker) -> Iterator[Event]:
        """Replace a dead worker, and say what became of its task."""
        w.connection.close()
        if not w.ready:
            self._stillborn += 1
            if self._stillborn >= STILLBORN_LIMIT:
                end = processes.end_of(w.process.exitcode)
                raise UserError(f"worker processes cannot start: each {end}", 1)
        self._workers[self._workers.index(w)] = self._start()
        if isinstance(w.task, Compile):
            fault = f"{_culprit(w.task.run)}: while compiling, {_obituary(w)}"
            yield NoKernel(w.task.run, fault, lost=True)
        elif w.unanswered:
            status = "memory_limit" if _died_of_memory(w) else "kernel_error"
            yield Lost(tuple(w.unanswered), status, _obituary(w))

    def _end_silent(self) -> None:
        """End workers that should have said something long ago: their kernel does not return."""
        now = time.monotonic()
        for w in self._workers:
            if now - w.heard > _longest_silence(w):
                w.verdict = "gave no sign of life and was ended"
                w.process.kill()


def _longest_silence(w: _Worker) -> float:
    """Seconds that a worker may go without a message."""
    if not w.unanswered:
        return math.inf
    limit = w.unanswered[0].limits.seconds
    if isinstance(w.task, Compile):
        return (limit or 0.0) + COMPILING_SILENCE
    return math.inf if limit is None else limit + SILENCE


def _culprit(run: Run) -> str:
    """The file that is likeliest to blame where a kernel cannot be made."""
    return (run.heuristic or run.algorithm).path


def _died_of_memory(w: _Worker) -> bool:
    if w.process.exitcode != -signal.SIGKILL or w.verdict:
        return False
    limit = w.unanswered[0].limits.memory
    near = limit is not None and w.resident - w.first_resident >= NEAR_LIMIT * limit
    return near or processes.oom_kills() > w.oom_kills


def _obituary(w: _Worker) -> str:
    """How the worker ended, after how long, with how much memory."""
    end = w.verdict or processes.end_of(w.process.exitcode)
    seconds = time.monotonic() - w.since
    memory = f"{w.resident / _GIB:.2f} GiB resident"
    limit = w.unanswered[0].limits.memory
    if limit is not None:
        memory += f", limit {limit / _GIB:.2f} GiB"
    kills = processes.oom_kills() - w.oom_kills
    if kills:
        memory += f", {kills} processes killed by the system for want of memory meanwhile"
    return f"the worker process {end} after {seconds:.1f} s ({memory})"

"""What the workers do next: kernels first, then runs in batches that last about as long as fits."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterable

from harness.model import Choice, Run
from harness.worker import INTERVAL, Batch, Compile

_SHARE = 3
"""A batch takes at most 1/(3 jobs) of a kernel's runs, so that all workers end together."""

_GROWTH = 4
"""A batch is at most this many times as large as the one before: the first runs may mislead."""


class Schedule:
    """The tasks of a sweep.

    runs
        in the order wanted; runs of one kernel are taken together.
    kernel_of
        the digest of a run's kernel.
    uncompiled
        digests of the kernels that have to be compiled before any run starts.
    """

    def __init__(
        self,
        runs: Iterable[Run],
        kernel_of: Callable[[Run], str],
        uncompiled: Iterable[str],
        jobs: int,
    ) -> None:
        self._kernel_of = kernel_of
        self._jobs = jobs
        self._queues: dict[str, _Queue] = {}
        self._alone: deque[Run] = deque()
        self._to_compile = deque(uncompiled)
        self._compiling: set[str] = set(self._to_compile)
        for run in runs:
            kernel = kernel_of(run)
            if kernel not in self._queues:
                self._queues[kernel] = _Queue(kernel not in self._compiling)
            self._queues[kernel].runs.append(run)

    @property
    def compiling(self) -> int:
        """Kernels of which it is not known yet whether they can be made."""
        return len(self._compiling)

    @property
    def finished(self) -> bool:
        """Whether nothing is left to hand out."""
        return not (self._to_compile or self._alone or any(q.runs for q in self._queues.values()))

    def next(self) -> Batch | Compile | None:
        """The next task, or None where there is none for now."""
        if self._to_compile:
            return Compile(self._queues[self._to_compile.popleft()].runs.popleft())
        if self._compiling:
            return None
        if self._alone:
            return Batch((self._alone.popleft(),))
        waiting = (queue for queue in self._queues.values() if queue.runs)
        queue = max(waiting, key=lambda queue: queue.compiled, default=None)
        if queue is None:
            return None
        return Batch(queue.take(self._jobs)) if queue.compiled else Compile(queue.runs.popleft())

    def compiled(self, run: Run) -> None:
        """The kernel of ``run`` is ready, for this run and all others."""
        self._compiling.discard(self._kernel_of(run))
        self._queues[self._kernel_of(run)].compiled = True
        self.put_back([run])

    def not_compiled(self, run: Run) -> None:
        """No kernel came of ``run``; others of its kernel may have what it takes.

        They are tried one by one, after the runs of all kernels that are ready.
        """
        self._compiling.discard(self._kernel_of(run))

    def withdraw(self, run: Run) -> tuple[Run, ...]:
        """Take back the runs that differ from ``run`` in their instance alone, or in nothing."""
        queue = self._queues[self._kernel_of(run)]
        alike = tuple(other for other in queue.runs if _parts(other) == _parts(run))
        queue.runs = deque(other for other in queue.runs if _parts(other) != _parts(run))
        return alike

    def took(self, run: Run, seconds: float) -> None:
        """Learn how long runs of this kernel take."""
        self._queues[self._kernel_of(run)].learn(seconds)

    def put_back(self, runs: Iterable[Run]) -> None:
        """Runs that were handed out and not started."""
        for run in reversed(tuple(runs)):
            self._queues[self._kernel_of(run)].runs.appendleft(run)

    def one_by_one(self, runs: Iterable[Run]) -> None:
        """Runs one of which killed its worker: each is a batch of its own."""
        self._alone.extend(runs)


def _parts(run: Run) -> tuple[Choice | None, ...]:
    return run.domain, run.algorithm, run.heuristic


class _Queue:
    """Runs of one kernel, and how long they take (a mean in which late runs count more).

    compiled
        whether the kernel is ready.
    """

    _WEIGHT = 0.2

    def __init__(self, compiled: bool) -> None:
        self.runs: deque[Run] = deque()
        self.compiled = compiled
        self._seconds: float | None = None
        self._last = 0

    def learn(self, seconds: float) -> None:
        before = seconds if self._seconds is None else self._seconds
        self._seconds = before + self._WEIGHT * (seconds - before)

    def take(self, jobs: int) -> tuple[Run, ...]:
        self._last = size = self._size(jobs)
        return tuple(self.runs.popleft() for _ in range(size))

    def _size(self, jobs: int) -> int:
        if self._seconds is None:
            return 1
        fitting = INTERVAL / max(self._seconds, 1e-6)
        share = math.ceil(len(self.runs) / (_SHARE * jobs))
        return max(1, min(int(fitting), _GROWTH * self._last, share, len(self.runs)))

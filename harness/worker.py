"""A worker process: takes tasks from its pipe, searches, sends records back.

It ends by itself as soon as the process that started it is gone, whatever it is doing then.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing import parent_process
from multiprocessing.connection import Connection, wait
from typing import NoReturn, Protocol

import psutil

from harness.descriptors import Forgiving, reopened
from harness.error_text import sentence
from harness.model import Record, Run
from harness.recording import unanswered

INTERVAL = 0.2
"""Seconds between messages of a busy worker, and how long a batch should last."""


class Solver(Protocol):
    """What a worker searches with; one for each process."""

    def compile(self, run: Run) -> float:
        """Have the run's kernel compiled and loaded; seconds of compiling, 0.0 if it was cached."""

    def solve(self, run: Run) -> Record:
        """Search within the run's limits."""


Report = Callable[[int], None]
"""Called by a solver between slices, with the nodes expanded since the last call."""

MakeSolver = Callable[[Report], Solver]


@dataclass(frozen=True)
class Compile:
    """Task: compile the kernel of ``run``."""

    run: Run


@dataclass(frozen=True)
class Batch:
    """Task: make these runs, one after the other."""

    runs: tuple[Run, ...]


@dataclass(frozen=True)
class Ready:
    """Message: the worker waits for its first task."""

    resident: int


@dataclass(frozen=True)
class Broken:
    """Message: no solver could be made."""

    reason: str


@dataclass(frozen=True)
class Compiled:
    """Message: a kernel is ready, or ``fault`` says why it cannot be."""

    seconds: float
    fault: str | None


@dataclass(frozen=True)
class Progress:
    """Message: how far a batch has come.

    answers
        records of the next runs of the batch, in its order, with the seconds that each took.
    expanded
        nodes expanded so far by the run under way.
    resident
        bytes of memory that the process holds.
    given_back
        how many runs at the end of the batch the worker leaves to others.
    done
        whether the batch is finished.
    """

    answers: tuple[tuple[Record, float], ...]
    expanded: int
    resident: int
    given_back: int = 0
    done: bool = False


def search_solver(report: Report) -> Solver:
    """The solver that runs compiled kernels."""
    from harness.search import Solver

    return Solver(report)


def main(connection: Connection, make_solver: MakeSolver, environment: dict[str, str]) -> None:
    """Serve the other end of ``connection`` until it closes."""
    os.environ.update(environment)
    _die_with_parent()
    for ignored in (signal.SIGINT, signal.SIGTERM):  # the parent decides when a worker ends
        signal.signal(ignored, signal.SIG_IGN)
    with contextlib.suppress(OSError, ValueError):
        os.dup2(sys.stderr.fileno(), 1)  # what a heuristic prints is no result
        sys.stdout = reopened(sys.stdout, Forgiving)
        sys.stderr = reopened(sys.stderr, Forgiving)
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        _Worker(connection, make_solver).serve()


class _Worker:
    def __init__(self, connection: Connection, make_solver: MakeSolver) -> None:
        self.connection = connection
        self.make_solver = make_solver
        self.process = psutil.Process()
        self.answers: list[tuple[Record, float]] = []
        self.waiting: deque[Run] = deque()
        self.expanded = 0
        self.began = self.sent = time.perf_counter()

    def serve(self) -> None:
        try:
            self.solver = self.make_solver(self.report)
        except Exception as error:
            self.connection.send(Broken(sentence(error)))
            return
        self.connection.send(Ready(self.resident()))
        while True:
            match self.connection.recv():
                case Compile(run):
                    self.connection.send(self.compile(run))
                case Batch(runs):
                    self.work_off(runs)

    def compile(self, run: Run) -> Compiled:
        try:
            return Compiled(self.solver.compile(run), None)
        except BaseException as error:  # no Ctrl-C comes here, but a heuristic may raise anything
            return Compiled(0.0, sentence(error))

    def work_off(self, runs: tuple[Run, ...]) -> None:
        self.sent = time.perf_counter()
        self.waiting = deque(runs)
        while self.waiting:
            self.began = time.perf_counter()
            self.expanded = 0
            record = self.answer(self.waiting.popleft())
            now = time.perf_counter()
            self.answers.append((record, now - self.began))
            if self.waiting and now - self.sent >= INTERVAL:
                self.send()
        self.expanded = 0
        self.send(done=True)

    def answer(self, run: Run) -> Record:
        try:
            return self.solver.solve(run)
        except MemoryError as error:
            record = unanswered("memory_limit", sentence(error))
        except BaseException as error:  # as in ``compile``
            record = unanswered("kernel_error", sentence(error))
        self.solver = self.make_solver(self.report)  # the old one's arrays are in an unknown state
        return record

    def report(self, expanded: int) -> None:
        """Say how far a long run is; what else was to be done is given back to the pool."""
        self.expanded += expanded
        now = time.perf_counter()
        if now - self.sent < INTERVAL:
            return
        given_back = 0
        if now - self.began >= INTERVAL:
            given_back = len(self.waiting)
            self.waiting.clear()
        self.send(given_back=given_back)

    def send(self, given_back: int = 0, done: bool = False) -> None:
        answers = tuple(self.answers)
        self.answers.clear()
        self.connection.send(Progress(answers, self.expanded, self.resident(), given_back, done))
        self.sent = time.perf_counter()

    def resident(self) -> int:
        return self.process.memory_info().rss


def _die_with_parent() -> None:
    """End this process when its parent does.

    A thread sees to it, and the system sends SIGIO, which ends the process even while a kernel
    that does not return keeps threads from running.
    """
    parent = parent_process()
    if parent is None:
        return

    def watch() -> NoReturn:
        wait([parent.sentinel])
        os._exit(1)

    flags = fcntl.fcntl(parent.sentinel, fcntl.F_GETFL)
    fcntl.fcntl(parent.sentinel, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(parent.sentinel, fcntl.F_SETFL, flags | os.O_ASYNC)
    threading.Thread(target=watch, daemon=True).start()

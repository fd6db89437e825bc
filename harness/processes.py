"""How worker processes are started, and how the end of one is told."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
from collections.abc import Iterator
from functools import cache
from multiprocessing import forkserver, resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext
from multiprocessing.process import BaseProcess
from pathlib import Path

from harness import worker
from harness.worker import MakeSolver


def warm_up() -> None:
    """Have the server that workers are forked from load the libraries while the caller goes on."""
    _context()
    with _signals_blocked(), _importable():
        forkserver.ensure_running()


def start(make_solver: MakeSolver) -> tuple[BaseProcess, Connection]:
    """Start a worker; the process, and our end of its pipe."""
    context = _context()
    ours, theirs = context.Pipe()
    process = context.Process(
        target=worker.main, args=(theirs, make_solver, dict(os.environ)), daemon=True
    )
    with _signals_blocked(), _importable(), contextlib.closing(theirs):
        process.start()
    return process, ours


def end_of(exit_code: int | None) -> str:
    """The predicate of a sentence about a process that ended.

    >>> end_of(3)
    'ended with exit status 3'
    >>> end_of(-9)
    'was ended by SIGKILL'
    """
    if exit_code is None or exit_code >= 0:
        return f"ended with exit status {exit_code}"
    try:
        return f"was ended by {signal.Signals(-exit_code).name}"
    except ValueError:
        return f"was ended by signal {-exit_code}"


def oom_kills() -> int:
    """Processes that the Linux kernel has killed for want of memory since it started, else 0."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            for line in Path("/proc/vmstat").read_text(encoding="ascii").splitlines():
                if line.startswith("oom_kill "):
                    return int(line.split()[1])
    return 0


@cache
def _context() -> ForkServerContext:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["harness.worker", "harness.search"])
    resource_tracker.ensure_running()  # it would unblock signals if it came with the server
    return context


@contextlib.contextmanager
def _signals_blocked() -> Iterator[None]:
    """Processes started meanwhile never see Ctrl-C, not even before they can ignore it."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextlib.contextmanager
def _importable() -> Iterator[None]:
    """Let the fork server find our packages, and not others, wherever it is started from.

    Without PYTHONSAFEPATH the folder that it is started in would come first.
    """
    before = {name: os.environ.get(name) for name in ("PYTHONPATH", "PYTHONSAFEPATH")}
    home = str(Path(__file__).parents[1])
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (home, before["PYTHONPATH"])))
    os.environ["PYTHONSAFEPATH"] = "1"
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value

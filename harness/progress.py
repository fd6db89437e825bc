"""How far a sweep is, shown on stderr: one bar on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import sys
import time
from collections import deque
from types import TracebackType
from typing import TYPE_CHECKING, Protocol, TextIO

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress

LINE_SECONDS = 30.0
"""Time between two lines where stderr is no terminal."""

_RATE_SECONDS = 5.0


class Display(Protocol):
    """Shows the state of a sweep; a context manager."""

    def __enter__(self) -> Display:
        """Begin."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Leave nothing half drawn."""

    def update(self, done: int, expanded: int, compiling: int) -> None:
        """Runs done, nodes expanded by all runs so far, kernels not compiled yet."""


def display(total: int, stream: TextIO | None = None) -> Display:
    """What suits ``stream``, by default stderr."""
    stream = stream or sys.stderr
    return Bar(total, stream) if stream.isatty() else Lines(total, stream)


class _Rate:
    """Nodes a second over the last few seconds."""

    def __init__(self) -> None:
        self._points: deque[tuple[float, int]] = deque()

    def __call__(self, expanded: int) -> float:
        now = time.monotonic()
        self._points.append((now, expanded))
        while len(self._points) > 2 and now - self._points[0][0] > _RATE_SECONDS:
            self._points.popleft()
        (then, before), (last, after) = self._points[0], self._points[-1]
        return max(after - before, 0) / (last - then) if last > then else 0.0


class _TimeLeft:
    """Seconds that the runs to come should take, by those that were made since kernels are ready.

    None while kernels are compiled, which says nothing of how long runs take, and before there is
    a run to go by.
    """

    def __init__(self, total: int) -> None:
        self._total = total
        self._begin: tuple[float, int] | None = None

    def __call__(self, done: int, compiling: int) -> float | None:
        now = time.monotonic()
        if compiling:
            self._begin = None
            return None
        if self._begin is None:
            self._begin = (now, done)
        began, before = self._begin
        made = done - before
        return (self._total - done) * (now - began) / made if made else None


class Bar:
    """A bar with runs, nodes a second and time left; it disappears at the end."""

    def __init__(self, total: int, stream: TextIO) -> None:
        self._rate = _Rate()
        self._left = _TimeLeft(total)
        self._bar = _rich_bar(stream)
        self._task = self._bar.add_task("searching", total=total, rate="", left="")

    def __enter__(self) -> Bar:
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def update(self, done: int, expanded: int, compiling: int) -> None:
        """Draw the bar anew."""
        left = self._left(done, compiling)
        self._bar.update(
            self._task,
            completed=done,
            description=_compiling(compiling) if compiling else "searching",
            rate=_nodes_per_second(self._rate(expanded)),
            left=_about(left),
            refresh=True,
        )


def _rich_bar(stream: TextIO) -> RichProgress:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("runs"),
        TextColumn("{task.fields[rate]}"),
        TextColumn("{task.fields[left]}"),
        console=Console(file=stream),
        transient=True,
        auto_refresh=False,
    )


class Lines:
    """One plain line each half minute: kernels compiled, and when all are, runs made."""

    def __init__(self, total: int, stream: TextIO) -> None:
        self._total = total
        self._stream = stream
        self._rate = _Rate()
        self._left = _TimeLeft(total)
        self._written = time.monotonic()
        self._to_compile = 0

    def __enter__(self) -> Lines:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def update(self, done: int, expanded: int, compiling: int) -> None:
        """Write a line if it is time for one, or if compiling has begun."""
        rate = self._rate(expanded)
        left = self._left(done, compiling)
        if compiling > self._to_compile:
            self._to_compile = compiling
            self._write(_compiling(compiling))
        now = time.monotonic()
        if now - self._written < LINE_SECONDS:
            return
        if compiling:
            self._write(f"{self._to_compile - compiling} of {self._to_compile} kernels compiled")
        else:
            told = filter(None, [_nodes_per_second(rate), _about(left)])
            self._write(f"{done} of {self._total} runs, {', '.join(told)}")
        self._written = now

    def _write(self, line: str) -> None:
        print(line, file=self._stream, flush=True)


def _compiling(kernels: int) -> str:
    return f"compiling {kernels} kernel{'s' if kernels != 1 else ''}"


def _nodes_per_second(rate: float) -> str:
    """
    >>> _nodes_per_second(2_345_678), _nodes_per_second(950)
    ('2.3 M nodes/s', '950 nodes/s')
    """
    for factor, prefix in ((1e9, "G "), (1e6, "M "), (1e3, "k ")):
        if rate >= factor:
            return f"{rate / factor:.1f} {prefix}nodes/s"
    return f"{rate:.0f} nodes/s"


def _about(left: float | None) -> str:
    """
    >>> _about(42), _about(None)
    ('about 42 s left', '')
    """
    return "" if left is None else f"about {_duration(left)} left"


def _duration(seconds: float) -> str:
    """
    >>> _duration(42), _duration(150), _duration(9000)
    ('42 s', '2 min', '2.5 h')
    """
    if seconds < 120:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.1f} h"

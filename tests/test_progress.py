"""Progress: a bar on a terminal, plain lines now and then elsewhere."""

from __future__ import annotations

import io

import pytest

from harness import progress
from harness.progress import Bar, Lines, display


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(progress, "time", clock)
    return clock


def test_a_terminal_gets_a_bar_with_runs_and_rate(clock: Clock) -> None:
    stream = Terminal()
    with display(8, stream) as shown:
        assert isinstance(shown, Bar)
        shown.update(0, 0, 3)
        clock.now += 2
        shown.update(2, 5_000_000, 0)
    assert "compiling 3 kernels" in stream.getvalue()
    assert "2/8" in stream.getvalue()
    assert "2.5 M nodes/s" in stream.getvalue()


def test_elsewhere_a_line_comes_each_half_minute(clock: Clock) -> None:
    stream = io.StringIO()
    with display(10, stream) as shown:
        assert isinstance(shown, Lines)
        for second in range(61):
            shown.update(second // 12, second * 3000, 0)
            clock.now += 1
    assert stream.getvalue().splitlines() == [
        "2 of 10 runs, 3.0 k nodes/s, about 2 min left",
        "5 of 10 runs, 3.0 k nodes/s, about 60 s left",
    ]


def test_a_short_sweep_is_not_worth_a_line(clock: Clock) -> None:
    stream = io.StringIO()
    with display(10, stream) as shown:
        for done in range(10):
            shown.update(done, done, 0)
            clock.now += 1
    assert stream.getvalue() == ""


def test_compiling_is_said_once(clock: Clock) -> None:
    stream = io.StringIO()
    with display(10, stream) as shown:
        for compiling in (2, 2, 1, 1, 0):
            shown.update(0, 0, compiling)
    assert stream.getvalue() == "compiling 2 kernels\n"


def test_time_spent_compiling_foretells_nothing(clock: Clock) -> None:
    """200 s of compiling, in which 4 runs fail; then 8 take 40 s: 138 to go, 5 s each."""
    lines, terminal = io.StringIO(), Terminal()
    with display(150, lines) as shown, display(150, terminal) as bar:
        for done, compiling, seconds in ((0, 9, 100), (4, 2, 100), (4, 0, 40), (12, 0, 0)):
            shown.update(done, 0, compiling)
            bar.update(done, 0, compiling)
            assert not compiling or "left" not in lines.getvalue() + terminal.getvalue()
            clock.now += seconds
    assert lines.getvalue().splitlines()[-1] == "12 of 150 runs, 0 nodes/s, about 12 min left"
    assert "about 12 min left" in terminal.getvalue()


def test_before_anything_is_done_no_time_is_foretold(clock: Clock) -> None:
    stream = io.StringIO()
    with display(3, stream) as shown:
        shown.update(0, 0, 0)
        clock.now += 30
        shown.update(0, 6000, 0)
    assert stream.getvalue() == "0 of 3 runs, 200 nodes/s\n"


def test_while_kernels_are_compiled_these_are_counted(clock: Clock) -> None:
    stream = io.StringIO()
    with display(10, stream) as shown:
        for compiling in (3, 3, 1, 0):
            shown.update(0, 0, compiling)
            clock.now += 30
    assert stream.getvalue().splitlines() == [
        "compiling 3 kernels",
        "0 of 3 kernels compiled",
        "2 of 3 kernels compiled",
        "0 of 10 runs, 0 nodes/s",
    ]

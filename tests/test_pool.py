"""The pool: tasks reach workers, answers come back, and dead workers are replaced."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import fake_solver
import psutil
import pytest
from fake_solver import HEURISTIC, FakeSolver, run_of

from harness import pool as pool_module
from harness import processes
from harness.model import Choice, Limits, Run, UserError
from harness.pool import Answer, Event, KernelReady, Lost, NoKernel, Pool, Returned
from harness.worker import Batch, Compile

PATIENCE = 20.0


@pytest.fixture
def one() -> Iterator[Pool]:
    with Pool(1, FakeSolver) as pool:
        yield pool


def until(pool: Pool, condition: Callable[[list[Event]], bool]) -> list[Event]:
    events: list[Event] = []
    deadline = time.monotonic() + PATIENCE
    while not condition(events):
        assert time.monotonic() < deadline, f"nothing more after {events}"
        events += pool.wait(0.05)
    return events


def ready(pool: Pool, workers: int = 1) -> Pool:
    until(pool, lambda events: pool.idle == workers)
    return pool


def outcome(pool: Pool, *wishes: str, limits: Limits | None = None) -> list[Event]:
    ready(pool).give(Batch(tuple(run_of(wish, limits=limits) for wish in wishes)))
    return until(pool, lambda events: not pool.busy)


def texts(runs: tuple[Run, ...]) -> list[str]:
    return [run.instance.text for run in runs]


def rows(events: list[Event]) -> list[dict]:
    return [event.record.row for event in events if isinstance(event, Answer)]


def test_answers_come_in_the_order_of_the_batch(one: Pool) -> None:
    events = outcome(one, "expand 3", "expand 1", "expand 2")
    assert [row["expanded"] for row in rows(events)] == [3, 1, 2]
    assert [e.run.instance.text for e in events if isinstance(e, Answer)] == [
        "expand 3", "expand 1", "expand 2",
    ]  # fmt: skip


def test_a_fault_of_a_heuristic_is_recorded_in_its_own_words(one: Pool) -> None:
    assert rows(outcome(one, "fault h(goal) is 3", "expand 5")) == [
        {"status": "kernel_error", "detail": "h(goal) is 3"},
        fake_solver.solved(5).row,
    ]


def test_another_error_is_recorded_with_its_place(one: Pool) -> None:
    [row] = rows(outcome(one, "divide 0"))
    assert row["status"] == "kernel_error"
    assert row["detail"].startswith("ZeroDivisionError: ")
    assert "(fake_solver.py:" in row["detail"]


@pytest.mark.parametrize(
    ("wish", "name"), [("interrupt", "KeyboardInterrupt"), ("quit 3", "SystemExit: 3")]
)
def test_a_heuristic_cannot_end_its_worker_by_an_exception(
    one: Pool, capfd: pytest.CaptureFixture[str], wish: str, name: str
) -> None:
    """Ctrl-C never comes as an exception there: workers ignore it."""
    [pid] = ready(one).pids
    [row, next_row] = rows(outcome(one, wish, "expand 5"))
    assert row["status"] == "kernel_error"
    assert row["detail"].startswith(name)
    assert "(fake_solver.py:" in row["detail"]
    assert next_row == fake_solver.solved(5).row
    heuristic = Choice(wish.partition(" ")[0], {}, "/x.py")
    ready(one).give(Compile(run_of("expand 1", heuristic=heuristic)))
    [event] = until(one, bool)
    assert isinstance(event, NoKernel)
    assert event.fault.startswith(name)
    assert not event.lost
    assert one.pids == [pid]
    assert capfd.readouterr().err == ""


def test_a_refused_allocation_is_a_memory_limit(one: Pool) -> None:
    [row, next_row] = rows(outcome(one, "run_out", "expand 1"))
    assert row["status"] == "memory_limit"
    assert "cannot reserve 99 bytes" in row["detail"]
    assert next_row["status"] == "solved"


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSEGV])
def test_a_killed_worker_is_told_with_its_signal_and_replaced(one: Pool, number: int) -> None:
    [before] = ready(one).pids
    [event] = outcome(one, f"die {number}")
    assert isinstance(event, Lost)
    assert event.status == "kernel_error"
    assert signal.Signals(number).name in event.detail
    assert "GiB resident" in event.detail
    assert rows(outcome(one, "expand 4"))[0]["expanded"] == 4
    assert one.pids != [before]


def test_a_worker_that_leaves_is_told_with_its_exit_status(one: Pool) -> None:
    [event] = outcome(one, "leave 5")
    assert isinstance(event, Lost)
    assert "exit status 5" in event.detail


def test_a_worker_killed_from_outside_is_replaced(one: Pool) -> None:
    ready(one).give(Batch((run_of("sleep 60"),)))
    os.kill(one.pids[0], signal.SIGKILL)
    [event] = until(one, bool)
    assert isinstance(event, Lost)
    assert texts(event.runs) == ["sleep 60"]
    assert rows(outcome(one, "expand 1"))


def test_death_within_a_batch_gives_all_unanswered_runs_back(one: Pool) -> None:
    [event] = outcome(one, "expand 1", f"die {signal.SIGKILL}", "expand 2")
    assert isinstance(event, Lost)
    assert texts(event.runs) == ["expand 1", f"die {signal.SIGKILL}", "expand 2"]


def test_a_kill_near_the_memory_limit_is_a_memory_limit(one: Pool) -> None:
    size = 64 << 20
    [event] = outcome(one, f"fill {size}", limits=Limits(memory=size))
    assert isinstance(event, Lost)
    assert event.status == "memory_limit"
    assert "SIGKILL" in event.detail
    assert "limit 0.06 GiB" in event.detail


def test_a_kill_far_from_the_memory_limit_is_an_error(one: Pool) -> None:
    [event] = outcome(one, f"fill {64 << 20}", limits=Limits(memory=10 << 30))
    assert isinstance(event, Lost)
    assert event.status == "kernel_error"


def test_a_kill_by_the_system_for_want_of_memory_is_a_memory_limit(
    one: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts = iter([3, 4, 4, 4])
    monkeypatch.setattr(processes, "oom_kills", lambda: next(counts))
    [event] = outcome(one, f"die {signal.SIGKILL}")
    assert isinstance(event, Lost)
    assert event.status == "memory_limit"
    assert "want of memory" in event.detail


def test_a_long_run_gives_the_rest_of_its_batch_back(one: Pool) -> None:
    events = outcome(one, "expand 1", "slices 12", "expand 2", "expand 3")
    returned = [event for event in events if isinstance(event, Returned)]
    assert [texts(event.runs) for event in returned] == [["expand 2", "expand 3"]]
    assert [row["expanded"] for row in rows(events)] == [1, 120]


def test_nodes_of_a_run_under_way_are_reported(one: Pool) -> None:
    ready(one).give(Batch((run_of("slices 12"),)))
    until(one, lambda events: one.expanded > 0)
    assert one.expanded % 10 == 0
    until(one, lambda events: not one.busy)
    assert one.expanded == 0


def test_a_silent_run_is_ended_after_its_time_limit(
    one: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool_module, "SILENCE", 0.2)
    [event] = outcome(one, "sleep 60", limits=Limits(seconds=0.1))
    assert isinstance(event, Lost)
    assert event.status == "kernel_error"
    assert "no sign of life" in event.detail


def test_compiling(one: Pool) -> None:
    run = run_of("expand 1")
    ready(one).give(Compile(run))
    assert until(one, bool) == [KernelReady(run, 1.5)]
    assert one.idle == 1


@pytest.mark.parametrize(
    ("heuristic", "words"),
    [("broken", "broken.py: evaluate is missing"), ("deadly", "while compiling")],
)
def test_a_kernel_that_cannot_be_compiled(one: Pool, heuristic: str, words: str) -> None:
    ready(one).give(Compile(run_of("expand 1", heuristic=Choice(heuristic, {}, "/x.py"))))
    [event] = until(one, bool)
    assert isinstance(event, NoKernel)
    assert words in event.fault
    assert event.lost == (heuristic == "deadly")
    ready(one).give(Compile(run_of("expand 1", heuristic=HEURISTIC)))
    assert until(one, bool)


@pytest.mark.parametrize("seconds", [None, 0.1])
def test_a_kernel_that_does_not_return_while_it_is_compiled(
    one: Pool, monkeypatch: pytest.MonkeyPatch, seconds: float | None
) -> None:
    monkeypatch.setattr(pool_module, "COMPILING_SILENCE", 0.2)
    endless = Choice("endless", {}, "/my/endless.py")
    run = run_of("expand 1", heuristic=endless, limits=Limits(seconds=seconds))
    ready(one).give(Compile(run))
    [event] = until(one, bool)
    assert isinstance(event, NoKernel)
    assert event.lost
    words = "/my/endless.py: while compiling, the worker process gave no sign of life and was ended"
    assert event.fault.startswith(words)
    assert rows(outcome(one, "expand 1"))


def test_compiling_may_take_longer_than_a_run(one: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its own limit lies over the time limit of the run."""
    monkeypatch.setattr(pool_module, "SILENCE", 0.0)
    monkeypatch.setattr(pool_module, "COMPILING_SILENCE", 0.0)
    slow = Choice("slow", {}, "/slow.py")  # half a second
    run = run_of("expand 1", heuristic=slow, limits=Limits(seconds=PATIENCE))
    ready(one).give(Compile(run))
    assert until(one, bool) == [KernelReady(run, 1.5)]
    monkeypatch.setattr(pool_module, "COMPILING_SILENCE", PATIENCE)
    run = replace(run, limits=Limits(seconds=0.1))
    ready(one).give(Compile(run))
    assert until(one, bool) == [KernelReady(run, 1.5)]


def test_no_solver_at_all_is_one_sentence() -> None:
    with Pool(2, fake_solver.no_solver) as pool, pytest.raises(UserError) as caught:
        until(pool, lambda events: False)
    assert caught.value.exit_status == 1
    assert "RuntimeError: no compiler here" in str(caught.value)


def test_workers_that_die_at_birth_are_one_sentence() -> None:
    with Pool(2, fake_solver.stillborn) as pool, pytest.raises(UserError) as caught:
        until(pool, lambda events: False)
    assert "exit status 7" in str(caught.value)


def test_no_worker_is_left_at_the_end() -> None:
    with Pool(2, FakeSolver) as pool:
        ready(pool, 2).give(Batch((run_of("sleep 60"),)))
        pids = pool.pids
    assert len(pids) == 2
    assert not any(map(is_running, pids))


def test_workers_ignore_ctrl_c_and_termination(one: Pool) -> None:
    ready(one).give(Batch((run_of("sleep 0.3"),)))
    for number in (signal.SIGINT, signal.SIGTERM):
        os.kill(one.pids[0], number)
    [row] = rows(until(one, bool))
    assert row["status"] == "solved"


def test_what_a_kernel_prints_does_not_reach_stdout(
    one: Pool, capfd: pytest.CaptureFixture
) -> None:
    outcome(one, "print_out hello")
    assert capfd.readouterr().out == ""


ORPHANS = """
import sys
from fake_solver import FakeSolver, run_of
from harness.pool import Pool
from harness.worker import Batch

if __name__ == "__main__":
    pool = Pool(2, FakeSolver)
    while pool.idle < 2:
        pool.wait(0.1)
    pool.give(Batch((run_of("spin"),)))
    print(*pool.pids, flush=True)
    pool.wait(60)
"""


def test_workers_end_when_their_parent_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "orphans.py"
    script.write_text(ORPHANS, encoding="utf-8")
    here = Path(__file__).parent
    path = os.pathsep.join((str(here), str(here.parent)))
    with subprocess.Popen(
        [sys.executable, str(script)],
        stdout=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": path},
        text=True,
    ) as parent:
        assert parent.stdout is not None
        pids = [int(word) for word in parent.stdout.readline().split()]
        assert len(pids) == 2
        parent.kill()
    deadline = time.monotonic() + PATIENCE
    while any(map(is_running, pids)):
        assert time.monotonic() < deadline
        time.sleep(0.02)


def is_running(pid: int) -> bool:
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False

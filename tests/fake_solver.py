"""A solver for tests of the runner: an instance's text says what to do, and every kernel loads.

Runs are made with ``run_of("expand 7")``; the words are the keys of ``_DEEDS``.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from itertools import count

import numpy as np

from harness.model import Choice, Instance, KernelFault, Limits, Record, Run

SLICE = 0.05
DOMAIN = Choice("wishes", {"operator_order": "AB", "width": 3}, "/wishes.py")
ALGORITHM = Choice("obey", {"tie_break": "fifo"}, "/obey.py")
HEURISTIC = Choice("zero", {}, "/zero.py")

_numbers = count()


def run_of(
    text: str,
    run_id: str | None = None,
    limits: Limits | None = None,
    algorithm: Choice = ALGORITHM,
    heuristic: Choice | None = HEURISTIC,
    fault: str | None = None,
    seed: int | None = None,
    keep_path: bool = False,
) -> Run:
    return Run(
        run_id=run_id or f"{next(_numbers):016x}",
        experiment="wishes",
        domain=DOMAIN,
        instance=Instance(f"wish/{text}", text),
        algorithm=algorithm,
        heuristic=heuristic,
        seed=seed,
        limits=limits or Limits(),
        keep_path=keep_path,
        fault=fault,
    )


class FakeSolver:
    def __init__(self, report: Callable[[int], None]) -> None:
        self.report = report

    def compile(self, run: Run) -> float:
        heuristic = run.heuristic or HEURISTIC
        fate = heuristic.parameters.get("value", heuristic.name)
        word, _, rest = _WHILE_COMPILING.get(fate, "expand 1").partition(" ")
        _DEEDS[word](self, rest)
        return 1.5

    def solve(self, run: Run) -> Record:
        word, _, rest = run.instance.text.partition(" ")
        record = _DEEDS[word](self, rest)
        if word == "tell_limit":
            record.row["detail"] = str(run.limits.memory)
        if run.keep_path:
            record.path = ["A"]
        expanded = record.row.get("expanded")
        if "iterations" in FakeKernels().details_of(run):
            record.iterations = np.array([[0, 1, expanded, expanded]], dtype=np.int64)
        if "solutions" in FakeKernels().details_of(run):
            record.solutions = np.array([[0, 1, 1, expanded, expanded]], dtype=np.int64)
        if "games" in FakeKernels().details_of(run):
            record.games = [{"ply": 0, "player": "one", "move": "1", "status": "solved"}]
        return record

    def expand(self, rest: str) -> Record:
        return solved(int(rest))

    def sleep(self, rest: str) -> Record:
        time.sleep(float(rest))
        return solved(1)

    def busy(self, rest: str) -> Record:
        """As sleep, with the processor in use."""
        end = time.perf_counter() + float(rest)
        while time.perf_counter() < end:
            pass
        return solved(1)

    def slices(self, rest: str) -> Record:
        for _ in range(int(rest)):
            time.sleep(SLICE)
            self.report(10)
        return solved(10 * int(rest))

    def die(self, rest: str) -> Record:
        os.kill(os.getpid(), int(rest))
        raise AssertionError("the signal was survived")

    def leave(self, rest: str) -> Record:
        os._exit(int(rest))

    def fault(self, rest: str) -> Record:
        raise KernelFault(rest)

    def divide(self, rest: str) -> Record:
        return solved(1 // int(rest))

    def run_out(self, rest: str) -> Record:
        raise MemoryError("cannot reserve 99 bytes")

    def fill(self, rest: str) -> Record:
        """Touch so many bytes, say so, and be killed."""
        held = np.ones(int(rest), dtype=np.uint8)
        time.sleep(2 * SLICE)
        for _ in range(8):
            time.sleep(SLICE)
            self.report(int(held[0]))
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError("the signal was survived")

    def cut(self, rest: str) -> Record:
        record = solved(int(rest))
        record.row["status"] = "node_limit"
        return record

    def edited(self, rest: str) -> Record:
        record = solved(int(rest))
        record.row["kernel_digest"] = "edited meanwhile"
        return record

    def plain(self, rest: str) -> Record:
        record = solved(int(rest))
        record.row["engine"] = "uncompiled"
        return record

    def interrupt(self, rest: str) -> Record:
        raise KeyboardInterrupt

    def quit(self, rest: str) -> Record:
        raise SystemExit(int(rest))

    def tell_pid(self, rest: str) -> Record:
        record = solved(1)
        record.row["detail"] = str(os.getpid())
        return record

    def spin(self, rest: str) -> Record:
        """Run on without letting other threads run, as a kernel that does not return."""
        return solved(sum(range(10**15)))

    def print_out(self, rest: str) -> Record:
        print(rest, flush=True)
        return solved(1)


_DEEDS = {
    "expand": FakeSolver.expand,
    "sleep": FakeSolver.sleep,
    "slices": FakeSolver.slices,
    "die": FakeSolver.die,
    "leave": FakeSolver.leave,
    "fault": FakeSolver.fault,
    "divide": FakeSolver.divide,
    "run_out": FakeSolver.run_out,
    "fill": FakeSolver.fill,
    "tell_pid": FakeSolver.tell_pid,
    "busy": FakeSolver.busy,
    "cut": FakeSolver.cut,
    "edited": FakeSolver.edited,
    "plain": FakeSolver.plain,
    "interrupt": FakeSolver.interrupt,
    "quit": FakeSolver.quit,
    "spin": FakeSolver.spin,
    "tell_limit": FakeSolver.expand,
    "print_out": FakeSolver.print_out,
}


_WHILE_COMPILING = {
    "broken": "fault broken.py: evaluate is missing",
    "deadly": f"die {int(signal.SIGSEGV)}",
    "endless": "spin",
    "slow": "sleep 0.5",
    "interrupt": "interrupt",
    "quit": "quit 3",
}
"""What happens while a kernel is compiled for a heuristic of this name or ``value``."""


def solved(expanded: int) -> Record:
    row = {"status": "solved", "cost": 1, "depth": 1, "expanded": expanded, "generated": expanded}
    levels = np.array([[0, expanded, expanded, 1]], dtype=np.int64)
    return Record(row, levels=levels, iterations=np.empty((0, 4), dtype=np.int64))


def no_solver(report: Callable[[int], None]) -> FakeSolver:
    raise RuntimeError("no compiler here")


def stillborn(report: Callable[[int], None]) -> FakeSolver:
    os._exit(7)


class FakeKernels:
    """Knows kernels by the names of their parts."""

    def __init__(self, cached: bool = True, edition: int = 1) -> None:
        self.cached = cached
        self.edition = edition

    def kernel_digest(self, run: Run) -> str:
        heuristic = run.heuristic.name if run.heuristic else "-"
        return f"{run.algorithm.name}.{run.domain.name}.{heuristic}.{self.edition}"

    def is_cached(self, run: Run) -> bool:
        return self.cached

    def details_of(self, run: Run) -> frozenset[str]:
        return frozenset({"levels", *run.algorithm.parameters.get("details", ())})


class TileSolver(FakeSolver):
    """Solves any sliding-tile board at once, but for the wishes that are granted to some boards."""

    def solve(self, run: Run) -> Record:
        wish = WISHES.get(run.instance.name, "expand 7")
        word, _, rest = wish.partition(" ")
        return _DEEDS[word](self, rest)


WISHES = {
    "slow": "sleep 60",
    "faulty": "fault h of the goal is 3",
    "deadly": f"die {int(signal.SIGKILL)}",
    "cut": "cut 9",
}
"""What happens on instances of these names."""


def fake_command_line() -> None:
    """The command line in a process of its own, with solver and kernels of this file."""
    from harness import cli, runner, worker

    worker.search_solver = TileSolver
    runner.compiled_kernels = FakeKernels
    cli.main()

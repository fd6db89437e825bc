"""Sokoban: searches, and the parts that their time goes into.

    python benchmarks/sokoban.py [DATA]

DATA (or SEARCHBENCH_DATA) is a folder that holds the levels; else they are fetched. Searches are
told in children a second: S4-Baby's IDA* on the easy levels, A* on every fifth level of Microban.
Parts are told in nanoseconds for each state, on a walk through each of some levels of Microban; a
generated state includes the flood of the man's area, and a valued push does not include its
generation.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from measuring import choice, interleaved, rate

from harness import dataset_registry
from harness.model import Choice, Instance, Limits, Run
from harness.search import Solver
from kernels import catalogue, specialise
from kernels.domains import sokoban
from kernels.sources import Binding
from kernels.specialise import Kernel

PROBE = Path(__file__).parent / "probes" / "sokoban_parts.py"
LEVELS = (3, 17, 36, 50, 78, 90, 122, 155)
STATES, ROUNDS = 1000, 20
PRUNINGS = {
    "no pruning": {},
    "dead squares": {"dead_squares": True},
    "freeze deadlocks": {"dead_squares": True, "freeze_deadlocks": True},
    "bipartite deadlocks": {"dead_squares": True, "bipartite_deadlocks": True},
}
NONE = dict.fromkeys(sokoban.DEADLOCKS, False)


def search(level: str, algorithm: Choice, heuristic: str, limits: Limits, **rules: Any) -> Run:
    """A run on a level."""
    domain = choice("domains", "sokoban", **rules)
    valued = choice("heuristics", heuristic, "sokoban")
    instance = Instance("level", level)
    return Run("0" * 16, "benchmark", domain, instance, algorithm, valued, limits=limits)


def measure_searches(easy: list[str], microban: list[str]) -> None:
    """S4-Baby's setting, and A* with each heuristic and freeze deadlocks."""
    solver = Solver()
    stack = choice("algorithms", "ida_star_stack")
    a_star = choice("algorithms", "a_star")
    few = Limits(generated=10**6, memory=4 << 30)
    many = Limits(nodes=3 * 10**5, memory=4 << 30)

    def millions(runs: list[Run]) -> Callable[[], float]:
        for run in runs:
            solver.solve(run)
        return lambda: rate([solver.solve(run) for run in runs], "generated")

    measures = {
        "IDA* over a stack, nearest goal": millions(
            [search(level, stack, "nearest_goal", few) for level in easy]
        )
    }
    for heuristic in ("nearest_goal", "matching"):
        runs = [
            search(level, a_star, heuristic, many, freeze_deadlocks=True) for level in microban[::5]
        ]
        measures[f"A*, {heuristic}, freeze deadlocks"] = millions(runs)
    interleaved(measures, "M children/s")


def kernel_of(level: str, rules: dict[str, bool], heuristic: str) -> Kernel:
    """The parts for levels of this one's size."""
    params = choice("domains", "sokoban", **NONE).parameters | rules
    constants = {
        "UNIT_COST": 1,
        **sokoban.specialise(params),
        **sokoban.specialise_for(params, level),
    }
    paths = [
        catalogue.path_of("domains", "sokoban"),
        catalogue.path_of("heuristics", heuristic, "sokoban"),
    ]
    return specialise.load(
        Binding(PROBE, *paths, constants), lambda kernel: Parts(level, kernel).call_all(1)
    )


class Parts:
    """The parts on a walk through a level."""

    def __init__(self, level: str, kernel: Kernel) -> None:
        params = choice("domains", "sokoban").parameters
        constants = sokoban.specialise_for(params, level)
        self.probe, self.T = kernel.algorithm, sokoban.prepare(params, level)
        assert kernel.heuristic is not None
        self.H = kernel.heuristic.prepare(self.T, {})
        self.key = np.zeros(constants["WORDS"], dtype=np.uint64)
        self.operators = np.zeros(constants["MAX_OPERATORS"], dtype=np.int64)
        self.states = np.zeros((STATES, constants["STATE_SIZE"]), dtype=np.int64)
        start = sokoban.start(params, level)
        self.probe.wander(self.T, start, start.copy(), self.operators, self.states)

    def pack(self, rounds: int) -> int:
        self.probe.pack(self.T, self.states, self.key, rounds)
        return rounds * STATES

    def generate(self, rounds: int) -> int:
        self.probe.generate(self.T, self.states, self.operators, rounds)
        return rounds * STATES

    def update(self, rounds: int) -> int:
        return int(self.probe.update(self.T, self.H, self.states, self.operators, rounds))

    def call_all(self, rounds: int) -> None:
        for part in (self.pack, self.generate, self.update):
            part(rounds)


def nanoseconds(parts: list[Parts], name: str) -> tuple[float, int]:
    """Nanoseconds in all, and how many states or pushes they were spent on."""
    began, count = time.perf_counter(), 0
    for part in parts:
        count += getattr(part, name)(ROUNDS)
    return 1e9 * (time.perf_counter() - began), count


def measure_parts(microban: list[str]) -> None:
    """Flood, pushes with each pruning, values of both heuristics."""
    levels = [microban[number - 1] for number in LEVELS]

    def made(rules: dict[str, bool], heuristic: str) -> list[Parts]:
        return [Parts(level, kernel_of(level, rules, heuristic)) for level in levels]

    def each(parts: list[Parts], name: str) -> float:
        total, count = nanoseconds(parts, name)
        return total / count

    def valued(parts: list[Parts]) -> float:
        both, count = nanoseconds(parts, "update")
        generated, _ = nanoseconds(parts, "generate")
        return (both - generated) / count

    plain = made({}, "nearest_goal")
    measures: dict[str, Callable[[], float]] = {"flood and pack": lambda: each(plain, "pack")}
    for name, rules in PRUNINGS.items():
        parts = made(rules, "nearest_goal")
        measures[f"pushes, {name}"] = lambda parts=parts: each(parts, "generate")
    for heuristic in ("nearest_goal", "matching"):
        parts = made({}, heuristic)
        measures[f"value of a push, {heuristic}"] = lambda parts=parts: valued(parts)
    interleaved(measures, "ns")


def main() -> None:
    """Print medians."""
    data = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    easy, microban = (
        list(dataset_registry.load(name).read(data).values())
        for name in ("dimitri_yorick", "microban")
    )
    measure_searches(easy, microban)
    measure_parts(microban)


if __name__ == "__main__":
    main()

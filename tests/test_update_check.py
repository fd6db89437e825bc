"""``update`` held against ``evaluate``: wrong ones are found where a plain walk finds them."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import naive
import pytest
from searching import SMALL, essence, small_run

from harness import update_check
from harness.model import Choice, KernelFault, Run
from harness.search import Solver
from kernels.counters import DEAD_END
from kernels.random import SplitMix64

START = (5, 2, 4, 0, 1, 3)
GOAL = tuple(SMALL["goal"])
CELLS = range(6)
CHILDREN = 1000
NOTHING = [0] * 36

HEURISTIC = '''
"""A number for the blank's cell; update is off by another for the cells it leaves and enters."""

from typing import NamedTuple

import numpy as np

from kernels.contract import REQUIRED, Parameter, constants
from kernels.domains.sliding_tiles import tile_from, tile_to
from kernels.jit import inlined

FITS = "sliding_tiles"
PARAMETERS = {
    "values": Parameter("integers", REQUIRED, "by the blank's cell"),
    "off": Parameter("integers", REQUIRED, "by the cell that it leaves and the one it enters"),
    "first": Parameter("integer", REQUIRED, "goals that begin with another number have no faults"),
}


class Tables(NamedTuple):
    values: np.ndarray
    off: np.ndarray


def prepare(T, params):
    off = np.array(params["off"]).reshape(6, 6) * int(T.goal[0] == params["first"])
    return Tables(np.array(params["values"]), off)


@inlined
def evaluate(T, H, state):
    return H.values[state[constants.CELLS]]


@inlined
def update(T, H, state, h, op):
    return H.values[tile_from(op)] + H.off[tile_to(op), tile_from(op)]
'''


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("own") / "own.py"
    path.write_text(HEURISTIC, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver()


def run_of(
    file: Path, values: list[int], off: list[int], algorithm: str = "a_star", first: int = GOAL[0]
) -> Run:
    parameters = {"values": values, "off": off, "first": first}
    return replace(small_run(algorithm, START), heuristic=Choice("own", parameters, str(file)))


def first_difference(values: list[int], off: list[int]) -> tuple[str, int, int, int] | None:
    """Operator, depth of the parent, and the child's values by ``update`` and by ``evaluate``."""
    problem = naive.sliding_tiles(START, GOAL, 2, 3, order="RDUL", parent_pruning=True)
    rng = SplitMix64(1)
    state, last, depth, seen = START, None, 0, 0
    while seen < CHILDREN:
        steps = problem.operators(state, last)
        if problem.is_goal(state) or values[state.index(0)] == DEAD_END:
            steps = []
        if not steps:
            if depth == 0:
                return None
            state, last, depth = START, None, 0
            continue
        drawn = rng.below(len(steps))
        for name, child, _ in steps:
            value = values[child.index(0)]
            updated = value + off[6 * state.index(0) + child.index(0)]
            if updated != value:
                return name, depth, updated, value
        last, state, _ = steps[drawn]
        depth += 1
        seen += len(steps)
    return None


def said(path: Path, operator: str, depth: int, updated: str, value: str, side: str = "") -> str:
    return (
        f"{path}: update gives {updated} and evaluate {value} for the child that {operator} makes "
        f"of a state at depth {depth}{side}; they must be equal"
    )


def drawn_case(rng: random.Random) -> tuple[list[int], list[int]]:
    """Values, some of them dead ends, and a fault or two that may never be met."""
    values = [rng.choice([1, 2, 3, 7, DEAD_END]) for _ in CELLS]
    values[GOAL.index(0)] = 0
    off = list(NOTHING)
    for _ in range(rng.randint(0, 2)):
        off[rng.randrange(36)] = rng.choice([-1, 1, DEAD_END, 1 << 40])
    return values, off


def test_faults_are_found_where_a_plain_walk_finds_them(file: Path, solver: Solver) -> None:
    rng = random.Random(1)
    depths = []
    for _ in range(150):
        values, off = drawn_case(rng)
        run, expected = run_of(file, values, off), first_difference(values, off)
        if expected is None:
            solver.solve(run)
            continue
        with pytest.raises(KernelFault) as caught:
            solver.solve(run)
        operator, depth, *both = expected
        words = (f"{h} (a dead end)" if h == DEAD_END else str(h) for h in both)
        assert str(caught.value) == said(file, operator, depth, *words)
        depths.append(depth)
    assert 20 < len(depths) < 130
    assert 0 in depths
    assert max(depths) > 4


def test_a_dead_end_that_is_none_is_no_unsolvable_board(file: Path, solver: Solver) -> None:
    """The blank can leave cell 3, in the middle of the right column, for three others."""
    values = [1, 1, 0, 1, 1, 1]
    right = run_of(file, values, NOTHING)
    before = essence(solver.solve(right))
    assert before["status"] == "solved"
    off = list(NOTHING)
    off[6 * 3 + 1] = off[6 * 3 + 5] = DEAD_END - 1
    off[6 * 3 + 2] = DEAD_END
    with pytest.raises(KernelFault) as caught:
        solver.solve(run_of(file, values, off))
    assert str(caught.value) == said(file, "D", 0, f"{DEAD_END} (a dead end)", "1")
    assert essence(solver.solve(right)) == before


def test_both_problems_of_a_bidirectional_search(file: Path, solver: Solver) -> None:
    """The goal of the reverse problem is the start, whose first number is 5."""
    values, off = [1, 1, 0, 0, 1, 1], [1] * 36
    assert solver.solve(run_of(file, values, NOTHING, "mm")).row["status"] == "solved"
    for first, side in ((GOAL[0], ""), (START[0], " of the reverse problem")):
        with pytest.raises(KernelFault) as caught:
            solver.solve(run_of(file, values, off, "mm", first))
        assert str(caught.value).endswith(f"makes of a state at depth 0{side}; they must be equal")


def test_the_same_tables_are_looked_at_once(
    file: Path, solver: Solver, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = []
    monkeypatch.setattr(update_check, "_difference", lambda *known: calls.append(known))
    run = run_of(file, [2, 1, 0, 1, 1, 1], NOTHING)
    solver.compile(run)
    calls.clear()
    for _ in range(3):
        solver.solve(run)
    assert len(calls) == 1


def test_plain_python_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(update_check.config, "DISABLE_JIT", 1)
    kernel: Any = SimpleNamespace(heuristic=SimpleNamespace(update=None))
    update_check.check(small_run("a_star", START), kernel, None, None)

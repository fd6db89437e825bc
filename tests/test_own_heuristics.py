"""Heuristics of a user's own: without ``update``, with large values, and wrong in every way."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import naive
import pytest
from searching import SMALL, essence, small_run, solve, tiles_run

from harness.error_text import sentence
from harness.model import Choice, KernelFault, Record, Run
from harness.search import Solver
from kernels import specialise
from kernels.counters import DEAD_END, MAX_VALUE

START = (5, 2, 4, 0, 1, 3)
GOAL = tuple(SMALL["goal"])

BY_BLANK = '''
"""0 in the goal, else a number for the blank's cell; it has no update."""

from typing import NamedTuple

import numpy as np

from kernels.contract import REQUIRED, Parameter, constants, domain
from kernels.jit import inlined

FITS = "sliding_tiles"
PARAMETERS = {"values": Parameter("integers", REQUIRED, "by the blank's cell")}


class Tables(NamedTuple):
    values: np.ndarray


def admissible(params):
    return False


def consistent(params):
    return False


def prepare(T, params):
    return Tables(np.array(params["values"], dtype=np.int64))


@inlined
def evaluate(T, H, state):
    if domain.is_goal(T, state):
        return 0
    return H.values[state[constants.CELLS]]
'''

PLAIN = """
import numpy as np

from kernels.jit import inlined

FITS = "sliding_tiles"


def admissible(params):
    return True


def consistent(params):
    return True


def prepare(T, params):
    return ()


@inlined
def evaluate(T, H, state):
    return 0
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a heuristic is written that is not to enter the cache."""
    monkeypatch.setenv(specialise.CACHE_VARIABLE, str(tmp_path / "cache"))
    return tmp_path


def with_heuristic(run: Run, path: Path, text: str, **parameters: Any) -> Run:
    path.write_text(text, encoding="utf-8")
    return replace(run, heuristic=Choice(path.stem, parameters, str(path)))


def by_blank(algorithm: str, folder: Path, values: list[int], **limits: Any) -> Run:
    run = small_run(algorithm, START, **limits)
    return with_heuristic(run, folder / "by_blank.py", BY_BLANK, values=values)


def expected(algorithm: str, values: list[int]) -> naive.Result:
    """Of the naive search with the same heuristic."""
    problem = naive.sliding_tiles(START, GOAL, 2, 3, order="RDUL", parent_pruning=True)
    problem = replace(problem, h=lambda state: 0 if state == GOAL else values[state.index(0)])
    parameters = small_run(algorithm, START).algorithm.parameters
    names = ("tie_break", "reopening", "duplicate_detection")
    known = {name: parameters[name] for name in names if name in parameters}
    return naive.ALGORITHMS[algorithm](problem, **known)


def agrees(record: Record, want: naive.Result) -> None:
    columns = ("cost", "depth", "expanded", "generated", "evaluated", "reopened", "visited")
    for column in columns:
        assert record.row[column] == getattr(want, column), column
    assert [tuple(level) for level in record.levels[:, 1:].tolist()] == want.levels
    assert record.path == want.path


# Searches


@pytest.mark.parametrize(
    "values",
    [
        [1, 2, 3, 1, 2, 3],
        [0, 0, 0, 0, 0, 0],
        [0, 9, 9, 0, 1, 2],
        [DEAD_END, 2, 3, 1, 2, 3],
        [1, 2, 3, DEAD_END, 2, 3],  # the start
    ],
)
def test_a_heuristic_without_update(tmp_path: Path, values: list[int]) -> None:
    for algorithm in ("a_star", "ida_star"):
        agrees(solve(by_blank(algorithm, tmp_path, values)), expected(algorithm, values))


@pytest.mark.parametrize(
    "values",
    [
        [1023] * 6,  # the last that has a list of its own
        [1024] * 6,
        [5000, 0, 3, 1, 2, 1],
        [0, 1, 5000, 2000, 3, 1],
        [MAX_VALUE, 1, 2, 3, 4, MAX_VALUE],
    ],
)
def test_values_for_which_there_are_no_lists(tmp_path: Path, values: list[int]) -> None:
    """The search starts again over a heap, and says which kernel was asked for."""
    record = solve(by_blank("a_star", tmp_path, values))
    agrees(record, expected("a_star", values))
    small = solve(by_blank("a_star", tmp_path, [1] * 6))
    assert record.row["kernel_digest"] == small.row["kernel_digest"]


@pytest.mark.parametrize("nodes", [1, 20])
def test_limits_hold_over_a_heap_too(tmp_path: Path, nodes: int) -> None:
    record = solve(by_blank("a_star", tmp_path, [5000, 0, 3, 1, 2, 1], nodes=nodes))
    assert (record.row["status"], record.row["expanded"]) == ("node_limit", nodes)


def test_both_open_lists_give_the_same_counts() -> None:
    record = {}
    for kind in ("buckets", "heap"):
        run = tiles_run(START, SMALL, "a_star", {"open_list": kind})
        record[kind] = essence(solve(run))
        for column in ("kernel_digest", "peak_bytes"):
            del record[kind][column]
    assert record["buckets"] == record["heap"]


# Values that are none


def refusal(value: int) -> str:
    """What is said of a value."""
    return (
        f"the heuristic gave {value}; allowed are 0 to {MAX_VALUE}, and {DEAD_END} for a dead end"
    )


@pytest.mark.parametrize("algorithm", ["a_star", "ida_star"])
@pytest.mark.parametrize("value", [-1, -(1 << 40), DEAD_END + 1, 1 << 40])
def test_a_bad_value_of_the_start(tmp_path: Path, algorithm: str, value: int) -> None:
    """Its blank is in the fourth cell."""
    solver = Solver()
    with pytest.raises(KernelFault) as caught:
        solver.solve(by_blank(algorithm, tmp_path, [1, 1, 1, value, 1, 1]))
    assert str(caught.value) == refusal(value)
    values = [1, 2, 3, 1, 2, 3]
    agrees(solver.solve(by_blank(algorithm, tmp_path, values)), expected(algorithm, values))


@pytest.mark.parametrize(
    ("algorithm", "value"),
    [
        (algorithm, value)
        for algorithm in ("a_star", "ida_star")
        for value in (-1, DEAD_END + 1, 1 << 40, 1 << 62)
    ],
)
def test_a_bad_value_of_a_later_state(tmp_path: Path, algorithm: str, value: int) -> None:
    with pytest.raises(KernelFault) as caught:
        solve(by_blank(algorithm, tmp_path, [1, value, 1, 1, 1, value]))
    assert str(caught.value) == refusal(value)


def test_a_goal_that_is_said_to_be_a_dead_end(folder: Path) -> None:
    path = folder / "own.py"
    text = PLAIN.replace("return 0", f"return {DEAD_END}")
    with pytest.raises(KernelFault) as caught:
        Solver().solve(with_heuristic(small_run("a_star", START), path, text))
    reason = f"evaluate gives {DEAD_END} (a dead end) in the goal; it must give 0 there"
    assert str(caught.value) == f"{path}: {reason}"


# What does not keep to the contract


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("return 0", "return 0.5", "evaluate gives float64; a signed integer is wanted"),
        ("return 0", "return state[0] / 2", "evaluate gives float64"),
        ("return 0", "return T.moves[0] * 1.0", "evaluate gives float64"),
        ("return 0", "return state[0] > 1", "evaluate gives bool"),
        ("return 0", "pass", "evaluate gives no number: each way through it ends without a value"),
        ("return 0", "raise ValueError('never')", "evaluate gives no number: each way through it"),
        ("return ()", "return {'a': 1}", "prepare gives a dict, a NamedTuple of arrays (and"),
        ("return ()", "pass", "prepare gives None, a NamedTuple of arrays (and whole numbers) is"),
        ("@inlined\n", "", "evaluate is not compiled; decorate it with kernels.jit.inlined"),
        (
            "    return 0\n",
            "    return 0\n\n\n@inlined\ndef update(T, H, state, h, op):\n    return h + 0.5\n",
            "update gives float64",
        ),
        (
            "    return 0\n",
            "    return 0\n\n\ndef update(T, H, state, h, op):\n    return h\n",
            "update is not compiled",
        ),
        ("return 0", "return np.uint64(state[0])", "evaluate gives uint64"),
    ],
)
def test_functions_that_give_no_whole_numbers(
    folder: Path, old: str, new: str, reason: str
) -> None:
    path = folder / "own.py"
    run = with_heuristic(small_run("a_star", START), path, PLAIN.replace(old, new))
    for _ in range(2):
        with pytest.raises(KernelFault) as caught:
            Solver().solve(run)
        assert str(caught.value).startswith(f"{path}: {reason}")
        assert sentence(caught.value) == str(caught.value)
    assert list((folder / "cache").iterdir()) == []


def test_a_refused_value_does_not_take_others_with_it(folder: Path) -> None:
    """The kernel that was compiled with whole numbers would take decimals too."""
    tables = "return (np.zeros(1, dtype=np.int64) * params['factor'], np.zeros(2, bool)), 7"
    text = PLAIN.replace("return ()", tables).replace("return 0", "return H[0][0][0]")
    whole, decimal = (
        with_heuristic(small_run("a_star", START), folder / "own.py", text, factor=factor)
        for factor in (1, 1.5)
    )
    record = essence(Solver().solve(whole))
    with pytest.raises(KernelFault, match=r"prepare gives an array of float64 as 0\.0, a Named"):
        Solver().solve(decimal)
    assert essence(Solver().solve(whole)) == record


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("return ()", "return 1 // 0", ("ZeroDivisionError", "own.py:")),
        ("return ()", "return open('/not/there')", ("FileNotFoundError", "/not/there")),
        ("return 0", "return unheard_of", ("own.py: evaluate cannot be compiled", "unheard_of")),
        ("return 0", "return H.table[0]", ("own.py: evaluate cannot be compiled", "table")),
        ("return 0", "return [state[0]][0]", ("own.py: evaluate cannot be compiled", "NRT")),
    ],
)
def test_functions_that_fail(folder: Path, old: str, new: str, words: tuple[str, ...]) -> None:
    """In one sentence that names the place."""
    run = small_run("ida_star", START)
    broken = with_heuristic(run, folder / "own.py", PLAIN.replace(old, new))
    solver = Solver()
    with pytest.raises(Exception) as caught:
        solver.solve(broken)
    said = sentence(caught.value)
    assert all(word in said for word in words), said
    assert "\n" not in said


def test_a_search_that_fails_half_way(tmp_path: Path) -> None:
    """Compiled code divides by zero once the blank has left the middle."""
    text = BY_BLANK.replace("return H.values[", "return 12 // H.values[")
    run = small_run("ida_star", START)
    solver = Solver()
    whole = essence(solver.solve(run))
    for _ in range(2):
        broken = with_heuristic(run, tmp_path / "own.py", text, values=[0, 0, 0, 1, 1, 1])
        with pytest.raises(ZeroDivisionError):
            solver.solve(broken)
        assert essence(solver.solve(run)) == whole

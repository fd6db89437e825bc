"""The driver of compiled searches: limits, slices, arrays that are used again, solutions."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path

import numpy as np
import pytest
from searching import ALGORITHMS, SMALL, choice, essence, small_run, solve, tiles_run

from harness import search, searched
from harness.model import Choice, KernelFault, Limits, Record, Run
from harness.search import Solver
from kernels import catalogue
from kernels.domains import sliding_tiles
from kernels.random import SplitMix64
from kernels.specialise import CACHE_VARIABLE

GOAL = (3, 1, 0, 5, 4, 2)
START = (5, 2, 4, 0, 1, 3)
"""Thirteen moves away, as ``test_the_start_is_some_way_off`` finds."""
UNSOLVABLE = (1, 3, 0, 5, 4, 2)
COVERING = (
    "breadth_first",
    "depth_first",
    "depth_first_branch_and_bound",
    "uniform_cost",
    "greedy_best_first",
    "a_star",
    "weighted_a_star",
    "anytime_weighted_a_star",
)
"""They expand everything that they can reach before they give up."""
KORF_40 = (7, 6, 8, 1, 11, 5, 14, 10, 3, 4, 9, 13, 15, 2, 0, 12)
FIFTEEN = {"width": 4, "height": 4}
MEGABYTE = 1 << 20


@pytest.fixture(scope="module")
def starts() -> list[tuple[int, ...]]:
    """Boards of SMALL, none far away."""
    rng, params = SplitMix64(3), choice("domains", "sliding_tiles", **SMALL).parameters
    texts = {sliding_tiles.scrambled_instance(params, rng, 14) for _ in range(12)}
    return sorted(tuple(map(int, text.split())) for text in texts)


def slices(monkeypatch: pytest.MonkeyPatch, expansions: int) -> None:
    """Make all slices so long."""
    monkeypatch.setattr(search, "FIRST_SLICE", expansions)
    monkeypatch.setattr(search, "LONGEST_SLICE", expansions)


def check_sums(record: Record, rising: bool = True) -> None:
    """Levels, and iterations if there are any, add up to the totals, also of a search cut off.

    rising: whether bounds rise from iteration to iteration.
    """
    totals = [record.row[column] for column in ("expanded", "generated", "visited")]
    assert record.levels[:, 1:].sum(axis=0).tolist() == totals
    if len(record.iterations):
        assert record.iterations[:, 2:].sum(axis=0).tolist() == totals[:2]
        assert not rising or (np.diff(record.iterations[:, 1]) > 0).all()


# Limits


def test_the_start_is_some_way_off() -> None:
    assert solve(small_run("breadth_first", START)).row["depth"] == 13
    assert {solve(small_run(algorithm, START)).row["status"] for algorithm in ALGORITHMS} == {
        "solved"
    }


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_node_limits_are_exact(algorithm: str) -> None:
    whole = solve(small_run(algorithm, START))
    expanded = whole.row["expanded"]
    assert whole.row["status"] == "solved"
    assert expanded > 8
    before = 0
    for nodes in range(1, min(expanded, 200)):
        cut = solve(small_run(algorithm, START, nodes=nodes))
        assert (cut.row["status"], cut.row["expanded"]) == ("node_limit", nodes)
        assert cut.row["detail"] == f"{nodes} nodes expanded, {nodes} allowed"
        best = cut.solutions[-1, 1:3].tolist() if len(cut.solutions) else [None, None]
        assert [cut.row["cost"], cut.row["depth"]] == best
        assert (cut.path is None) == (best[0] is None)
        assert before <= cut.row["generated"] <= whole.row["generated"]
        before = cut.row["generated"]
        check_sums(cut, rising=algorithm != "budgeted_tree_search")
    last = solve(small_run(algorithm, START, nodes=expanded - 1))
    assert (last.row["status"], last.row["expanded"]) == ("node_limit", expanded - 1)
    for nodes in (expanded, expanded + 1):
        assert essence(solve(small_run(algorithm, START, nodes=nodes))) == essence(whole)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_search_stops_before_it_expands_once_enough_are_generated(algorithm: str) -> None:
    """So it is the least of the node-limited searches that has generated so many."""
    whole = solve(small_run(algorithm, START))
    cut = [
        solve(small_run(algorithm, START, nodes=nodes))
        for nodes in range(1, min(whole.row["expanded"], 60))
    ]
    for generated in range(1, cut[-1].row["generated"] + 1):
        expected = next(record for record in cut if record.row["generated"] >= generated)
        found = solve(small_run(algorithm, START, generated=generated))
        counted = found.row["generated"]
        expected.row["detail"] = f"{counted} nodes generated, {generated} allowed"
        assert essence(found) == essence(expected)
    enough = solve(small_run(algorithm, START, generated=whole.row["generated"] + 1))
    assert essence(enough) == essence(whole)


@pytest.mark.parametrize("algorithm", COVERING)
def test_exhausting_the_space_is_an_answer_not_a_limit(algorithm: str) -> None:
    """Half of all 720 states can be reached from any, and each is expanded each time it is open."""
    whole = solve(small_run(algorithm, UNSOLVABLE))
    assert (whole.row["status"], whole.row["visited"]) == ("unsolvable", 360)
    nodes = whole.row["expanded"]
    assert nodes == 360 + whole.row["reopened"]
    assert essence(solve(small_run(algorithm, UNSOLVABLE, nodes=nodes))) == essence(whole)
    cut = solve(small_run(algorithm, UNSOLVABLE, nodes=nodes - 1))
    assert (cut.row["status"], cut.row["expanded"]) == ("node_limit", nodes - 1)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_start_that_is_the_goal(algorithm: str) -> None:
    record = solve(small_run(algorithm, GOAL, nodes=1, generated=1))
    row = record.row
    assert (row["status"], row["cost"], row["depth"], record.path) == ("solved", 0, 0, [])
    assert (row["expanded"], row["generated"]) == (0, 0)


def test_seconds_are_counted_between_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that goes one second with each look: one at the start, two a slice."""
    slices(monkeypatch, 10)
    clock = count()
    monkeypatch.setattr(search.time, "perf_counter", lambda: float(next(clock)))
    record = Solver().solve(small_run("a_star", UNSOLVABLE, seconds=6.5))
    assert record.row["status"] == "time_limit"
    assert record.row["detail"] == "7.000 seconds of search, 6.5 allowed"
    assert record.row["expanded"] == 40  # at 1, 3, 5 and 7 seconds
    assert record.row["kernel_seconds"] == 7.0
    assert record.row["nodes_per_second"] == pytest.approx(40 / 7)
    check_sums(record)


@pytest.mark.parametrize("algorithm", sorted(ALGORITHMS.keys() - {"breadth_first_bit_table"}))
@pytest.mark.parametrize("memory", [1, 1 << 10])
def test_a_tiny_memory(algorithm: str, memory: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """What stores states is over the limit at once, what does not after some levels."""
    slices(monkeypatch, 1)
    record = solve(small_run(algorithm, UNSOLVABLE, memory=memory, nodes=100_000))
    assert record.row["status"] == "memory_limit"
    assert record.row["peak_bytes"] > memory
    assert record.row["detail"] == f"{record.row['peak_bytes']} bytes in use, {memory} allowed"
    check_sums(record)


@pytest.mark.parametrize("algorithm", ["a_star", "breadth_first"])
def test_a_megabyte(algorithm: str) -> None:
    heuristic = ("manhattan", {}) if algorithm == "a_star" else None
    limits = Limits(memory=MEGABYTE)
    record = solve(tiles_run(KORF_40, FIFTEEN, algorithm, {}, heuristic, limits))
    assert record.row["status"] == "memory_limit"
    assert record.row["visited"] > MEGABYTE / 48 / 2  # at least half of it is filled
    check_sums(record)


def test_a_slice_cannot_go_far_over_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """The arrays end where it does; or else it is found when the hash table has to grow."""
    slices(monkeypatch, 1 << 24)
    details = set()
    for memory in range(MEGABYTE, 2 * MEGABYTE, MEGABYTE // 8):
        limits = Limits(memory=memory)
        record = solve(tiles_run(KORF_40, FIFTEEN, "a_star", {}, limits=limits))
        assert record.row["status"] == "memory_limit"
        assert 0.9 * memory < record.row["peak_bytes"] < memory + MEGABYTE // 2
        details.add(record.row["detail"].split("at ")[0].split("bytes ")[-1])
        check_sums(record)
    assert len(details) > 1
    assert any("asked for" in detail for detail in details)


def test_bytes_of_a_stored_node() -> None:
    """Hash table and open list included, before and after each growth: 48 at most."""
    for nodes in range(20_000, 200_000, 20_000):
        limits = Limits(nodes=nodes, memory=1 << 28)
        row = solve(tiles_run(KORF_40, FIFTEEN, "a_star", {}, limits=limits)).row
        assert (row["status"], row["expanded"]) == ("node_limit", nodes)
        assert 32 < row["peak_bytes"] / row["visited"] <= 48


# Slices


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_slices_do_not_matter(
    algorithm: str, starts: list[tuple[int, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    runs = [small_run(algorithm, start) for start in starts]
    whole = [essence(solve(run)) for run in runs]
    for expansions in (1, 7, 64):
        slices(monkeypatch, expansions)
        assert [essence(solve(run)) for run in runs] == whole


EIGHT_PUZZLE = (
    1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878,
    16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
)  # fmt: skip
"""States by depth, blank in the corner (Reinefeld 1993)."""


@pytest.mark.parametrize("expansions", [500, 1 << 24])
def test_tables_that_grow_between_slices(expansions: int, monkeypatch: pytest.MonkeyPatch) -> None:
    slices(monkeypatch, expansions)
    run = tiles_run(
        tuple(range(9)), {"width": 3, "height": 3}, "breadth_first", {"goal_test": "never"}, None
    )
    record = solve(run)
    assert record.levels[:-1, 3].tolist() == list(EIGHT_PUZZLE)
    assert record.levels[:-1, 1].tolist() == list(EIGHT_PUZZLE)
    assert record.levels[-1, [1, 3]].tolist() == [0, 0]


def test_every_expansion_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    slices(monkeypatch, 50)
    reported: list[int] = []
    record = Solver(reported.append).solve(small_run("uniform_cost", UNSOLVABLE))
    assert sum(reported) == record.row["expanded"] == 360
    assert max(reported) == 50


def test_slices_get_longer_and_shorter() -> None:
    """By a factor of four at most, within bounds, towards SLICE_SECONDS."""
    assert search._next_slice(2000, search.SLICE_SECONDS) == 2000
    assert search._next_slice(2000, search.SLICE_SECONDS / 3) == 6000
    assert search._next_slice(2000, 0.0) == 8000
    assert search._next_slice(1 << 20, 1000.0) == 1 << 18
    assert search._next_slice(search.FIRST_SLICE, 1000.0) == search.FIRST_SLICE
    assert search._next_slice(search.LONGEST_SLICE, 0.0) == search.LONGEST_SLICE


# Runs one after the other


def mixed_runs(starts: list[tuple[int, ...]]) -> Iterator[Run]:
    """Small ones, cut ones, one that is cut by its memory, and large ones."""
    for algorithm in ALGORITHMS:
        yield small_run(algorithm, starts[0])
        yield small_run(algorithm, starts[-1])
        yield small_run(algorithm, starts[3], nodes=7)
        yield small_run(algorithm, UNSOLVABLE, nodes=500)
    yield tiles_run(KORF_40, FIFTEEN, "a_star", {}, limits=Limits(nodes=30_000, memory=1 << 26))
    yield tiles_run(KORF_40, FIFTEEN, "a_star", {}, limits=Limits(nodes=300_000, memory=1 << 18))


def test_runs_do_not_disturb_each_other(
    starts: list[tuple[int, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In any order, with failures between them, in one solver, each is what it is alone."""
    slices(monkeypatch, 300)
    runs = list(mixed_runs(starts))
    alone = [essence(Solver().solve(run)) for run in runs]
    shared, numbers = Solver(), random.Random(1)
    for _ in range(3):
        for number in numbers.sample(range(len(runs)), len(runs)):
            if numbers.random() < 0.2:
                fail(shared, runs[number])
            assert essence(shared.solve(runs[number])) == alone[number], runs[number]


def fail(solver: Solver, run: Run) -> None:
    """Have a search end by an exception after its first slice."""

    def report(expanded: int) -> None:
        raise _Deliberate

    before, solver._report = solver._report, report
    with pytest.raises(_Deliberate):
        solver.solve(run)
    solver._report = before


class _Deliberate(Exception):
    pass


def test_kernels_are_loaded_once(starts: list[tuple[int, ...]]) -> None:
    solver, run = Solver(), small_run("ida_star", starts[0])
    solver.compile(run)
    assert solver.compile(small_run("ida_star", starts[1])) == 0.0
    assert solver.solve(run).row["kernel_digest"] == solver.solve(run).row["kernel_digest"]


# Solutions and kernels that cannot be


BROKEN = '''

from kernels.jit import inlined


@inlined
def successor(T, key, op, child):
    """Whatever is done, the goal is reached."""
    pack(T, T.goal, child)
'''


def test_a_solution_that_breaks_the_rules_is_found_out(tmp_path: Path) -> None:
    path = tmp_path / "broken.py"
    text = catalogue.path_of("domains", "sliding_tiles").read_text(encoding="utf-8")
    path.write_text(text + BROKEN, encoding="utf-8")
    run = small_run("uniform_cost", START)
    broken = replace(run, domain=Choice("broken", run.domain.parameters, str(path)))
    solver = Solver()
    with pytest.raises(KernelFault, match="the solution of 1 operators does not replay"):
        solver.solve(broken)
    assert essence(solver.solve(run)) == essence(solve(run))


def test_replaying() -> None:
    """By operators that are offered, to a goal, or not at all."""
    run = small_run("ida_star", START)
    solver = Solver()
    solver.compile(run)
    [kernel] = solver._kernels.values()
    T = kernel.domain.prepare(run.domain.parameters, run.instance.text)

    def replayed(path: list[int]) -> int:
        return searched.replayed(run, kernel, T, path)

    state = kernel.domain.start(run.domain.parameters, run.instance.text)
    operators = np.zeros(8, dtype=np.int64)
    codes = []
    for name in solver.solve(run).path or []:
        last = codes[-1] if codes else kernel.domain.NO_OPERATOR
        offered = operators[: kernel.domain.generate(T, state, last, operators, 0)].tolist()
        [code] = [op for op in offered if kernel.domain.operator_name(op) == name]
        kernel.domain.apply(T, state, code)
        codes.append(code)
    assert replayed(codes) == len(codes)
    assert replayed(codes[:-1]) == -1  # no goal
    assert replayed([codes[1], *codes[1:]]) == -1  # not offered
    assert replayed([]) == -1


def test_a_cache_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "file" / "cache"))
    with pytest.raises(KernelFault, match=f"cannot be kept in {tmp_path}.*; set {CACHE_VARIABLE}"):
        Solver().compile(small_run("ida_star", GOAL))

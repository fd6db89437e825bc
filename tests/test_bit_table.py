"""Numbers of the states of a board, and breadth-first search over a table of them."""

from __future__ import annotations

import csv
from math import factorial
from pathlib import Path
from typing import Any

import naive
import numpy as np
import pytest
from bound_probes import binding, board, compiled, plain
from oracles import check_conservation, check_record, least_operators
from searching import choice, essence, solve, tiles_run
from test_against_naive import BOARDS, board_and_starts, compare

from harness import search as driver
from harness.model import Limits
from kernels.domains import sliding_tiles as tiles
from kernels.random import SplitMix64
from kernels.specialise import Kernel

WHOLE: tuple[dict[str, Any], ...] = (
    board(2, 2),
    board(2, 3, goal=[3, 1, 0, 5, 4, 2]),
    board(3, 2, blank="highest", goal="blank_last"),
)
SEARCHED = (BOARDS[0], BOARDS[2], BOARDS[3])
LARGE = (
    board(3, 3, goal="blank_last"),
    board(3, 4),
    board(4, 3, goal=[5, 1, 11, 3, 4, 0, 7, 6, 8, 9, 10, 2]),
    board(2, 6, blank="highest"),
)


class Ranks:
    """The numbers of a board's states, as Python asks for them."""

    def __init__(self, params: dict[str, Any]) -> None:
        self.params = params
        self.kernel = compiled(binding("ranks", params), self._warm)
        self.states = tiles.rank_count(params)

    def _warm(self, kernel: Kernel) -> None:
        self.kernel = kernel
        self.rank(tuple(tiles.goal_vector(self.params)))
        self.tiles_of(0)
        self.first_fault(np.zeros(1, dtype=np.int64))

    def _tables(self) -> Any:
        return self.kernel.domain.prepare(self.params, "")

    def first_fault(self, numbers: np.ndarray) -> int:
        state = np.zeros(tiles.specialise(self.params)["STATE_SIZE"], dtype=np.int64)
        operators = np.zeros(8, dtype=np.int64)
        return int(self.kernel.algorithm.first_fault(self._tables(), numbers, state, operators))

    def rank(self, numbers: tuple[int, ...]) -> int:
        state = tiles.start(self.params, " ".join(map(str, numbers)))
        return int(self.kernel.algorithm.rank(self._tables(), state))

    def tiles_of(self, number: int) -> tuple[int, ...]:
        state = np.zeros(tiles.specialise(self.params)["STATE_SIZE"], dtype=np.int64)
        self.kernel.algorithm.unrank(self._tables(), number, state)
        assert state[state[-1]] == tiles.blank_number(self.params)
        return tuple(state[:-1].tolist())


@pytest.mark.parametrize("params", WHOLE)
def test_each_state_that_can_be_reached_has_a_number_of_its_own(params: dict[str, Any]) -> None:
    ranks = Ranks(params)
    width, height = params["width"], params["height"]
    assert ranks.states == factorial(width * height) // 2
    goal, blank = tuple(tiles.goal_vector(params)), tiles.blank_number(params)
    reached = naive.reachable(goal, width, height, blank)
    assert {ranks.tiles_of(number) for number in range(ranks.states)} == reached
    assert {ranks.rank(state) for state in reached} == set(range(ranks.states))
    assert ranks.first_fault(np.arange(ranks.states, dtype=np.int64)) == -1


@pytest.mark.parametrize("params", LARGE)
def test_numbers_of_larger_boards(params: dict[str, Any]) -> None:
    """All of the 8-puzzle, and many at random."""
    ranks = Ranks(params)
    rng = SplitMix64(5)
    cells = params["width"] * params["height"]
    chosen = [0, ranks.states - 1, *(rng.below(ranks.states) for _ in range(20_000))]
    numbers = chosen if cells > 9 else list(range(ranks.states))
    assert ranks.first_fault(np.array(numbers, dtype=np.int64)) == -1
    for number in chosen[:200]:
        state = ranks.tiles_of(number)
        assert sorted(state) == list(range(cells))
        assert tiles.doctor(params, " ".join(map(str, state))) is None
    for _ in range(200):
        text = tiles.random_instance(params, rng)
        state = tuple(map(int, text.split()))
        number = ranks.rank(state)
        assert 0 <= number < ranks.states
        assert ranks.tiles_of(number) == state


def test_numbers_that_are_not_compiled() -> None:
    params = board(2, 3)
    probe = plain(binding("ranks", params))
    state, operators = np.zeros(7, dtype=np.int64), np.zeros(8, dtype=np.int64)
    numbers = np.arange(360, dtype=np.int64)
    with np.errstate(over="ignore"):
        T = probe.domain.prepare(params, "")
        assert probe.algorithm.first_fault(T, numbers, state, operators) == -1


@pytest.mark.parametrize("goal_test", ["between_levels", "never"])
def test_the_twin(goal_test: str) -> None:
    chosen = {"goal_test": goal_test}
    for given in SEARCHED:
        params, starts = board_and_starts(given, 12, seed=3)
        for start in starts:
            compare(start, params, "breadth_first_bit_table", chosen, chosen, None)


def test_solutions_are_shortest() -> None:
    for given in SEARCHED:
        params, starts = board_and_starts(given, 8, seed=4)
        for start in starts:
            problem = naive.sliding_tiles(
                start,
                tuple(tiles.goal_vector(params)),
                params["width"],
                params["height"],
                params["operator_order"],
                tiles.blank_number(params),
            )
            check_conservation(naive.ALGORITHMS["breadth_first_bit_table"](problem), problem)
            record = solve(tiles_run(start, params, "breadth_first_bit_table", {}, None))
            assert record.row["depth"] == least_operators(problem)
            check_record(record, problem)


@pytest.mark.parametrize("goal_test", ["between_levels", "never"])
def test_counts_are_those_of_breadth_first_search_without_parent_pruning(goal_test: str) -> None:
    given = {"width": 3, "height": 3, "parent_pruning": False}
    params, starts = board_and_starts(given, 6, seed=8, moves=60)
    for start in starts:
        runs = [
            tiles_run(start, params, algorithm, {"goal_test": goal_test}, None)
            for algorithm in ("breadth_first", "breadth_first_bit_table")
        ]
        stored, table = (solve(run) for run in runs)
        assert table.levels.tolist() == stored.levels.tolist()
        for column in ("status", "cost", "depth", "expanded", "generated", "visited"):
            assert table.row[column] == stored.row[column]


def test_a_search_may_be_cut_into_any_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    params, starts = board_and_starts(BOARDS[2], 4, seed=6)
    for goal_test in ("between_levels", "never"):
        runs = [
            tiles_run(start, params, "breadth_first_bit_table", {"goal_test": goal_test}, None)
            for start in starts
        ]
        whole = [essence(solve(run)) for run in runs]
        monkeypatch.setattr(driver, "FIRST_SLICE", 1)
        monkeypatch.setattr(driver, "LONGEST_SLICE", 3)
        assert [essence(solve(run)) for run in runs] == whole
        monkeypatch.undo()


def test_limits_are_exact() -> None:
    params, starts = board_and_starts(BOARDS[2], 3, seed=6)
    for start in starts[1:]:
        whole = solve(tiles_run(start, params, "breadth_first_bit_table", {}, None)).row
        for nodes in (1, whole["expanded"] - 1, whole["expanded"]):
            limits = Limits(nodes=nodes)
            run = tiles_run(start, params, "breadth_first_bit_table", {}, None, limits)
            row = solve(run).row
            ends = "solved" if nodes == whole["expanded"] else "node_limit"
            assert (row["status"], row["expanded"]) == (ends, nodes)


def test_a_table_larger_than_the_memory() -> None:
    limits = Limits(memory=1 << 20)
    given = {"width": 5, "height": 5}
    row = solve(tiles_run(tuple(range(25)), given, "breadth_first_bit_table", {}, None, limits)).row
    assert (row["status"], row["expanded"]) == ("memory_limit", 0)


def test_a_start_without_a_number() -> None:
    start = (3, 1, 0, 4, 5, 2)  # the goal, with two tiles in each other's place
    row = solve(tiles_run(start, BOARDS[2], "breadth_first_bit_table", {}, None)).row
    assert (row["status"], row["expanded"]) == ("unsolvable", 0)


def recounted(data_folder: Path, puzzle: str, blank: str) -> list[int]:
    with open(data_folder / "tables" / "sliding_depth_counts.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    return [int(r["states"]) for r in rows if (r["puzzle"], r["blank_goal"]) == (puzzle, blank)]


@pytest.mark.parametrize(
    ("puzzle", "blank", "given"),
    [
        ("3x3", "corner", {"width": 3, "height": 3, "goal": "blank_last"}),
        ("3x3", "centre", {"width": 3, "height": 3, "goal": [1, 2, 3, 4, 0, 5, 6, 7, 8]}),
        ("3x3", "mid-side", {"width": 3, "height": 3, "goal": [1, 0, 2, 3, 4, 5, 6, 7, 8]}),
        ("5x2", "corner", {"width": 5, "height": 2}),
    ],
)
def test_published_numbers_of_states_by_depth(
    puzzle: str, blank: str, given: dict[str, Any], data_folder: Path
) -> None:
    params = choice("domains", "sliding_tiles", **given).parameters
    goal = tuple(tiles.goal_vector(params))
    run = tiles_run(goal, given, "breadth_first_bit_table", {"goal_test": "never"}, None)
    levels = solve(run).levels[:, 3].tolist()
    assert [states for states in levels if states] == recounted(data_folder, puzzle, blank)

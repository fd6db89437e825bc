"""The configs that come with the program, run as a user runs them, against what was published.

Where nothing was published the figures are exact distances and counts by the twins of
``naive.py``. What takes longer than a few seconds is marked slow.
"""

from __future__ import annotations

import csv
import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import naive
import pytest

from harness import references
from harness.drawings import sokoban
from harness.results import Results, load
from kernels import catalogue

ROOT = Path(__file__).parents[1]
GOAL = (1, 2, 3, 4, 5, 6, 7, 8, 0)

EDITED = (13, 25, 26, 27, 28, 29, 32)
"""Levels that dimitri_yorick_s4 has with a corner open."""

Row = dict[str, Any]
Command = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def command(tmp_path: Path) -> Command:
    """``run.py run`` of a config that comes with the program, with its results in ``tmp_path``."""

    def run(name: str, *overrides: str) -> subprocess.CompletedProcess[str]:
        config = ROOT / "configs" / f"{name}.yaml"
        words = ["run", str(config), "--results", str(tmp_path), "--jobs", "2"]
        words += [word for override in overrides for word in ("--set", override)]
        return subprocess.run(
            [sys.executable, str(ROOT / "run.py"), *words],
            capture_output=True,
            text=True,
            check=False,
        )

    return run


@pytest.fixture
def results(command: Command, tmp_path: Path) -> Callable[..., Results]:
    """The results of such a run, which has to end well."""

    def results(name: str, *overrides: str) -> Results:
        done = command(name, *overrides)
        assert done.returncode == 0, done.stderr
        return load(tmp_path / name)

    return results


def rows_of(results: Results, *keys: str) -> list[Row]:
    wanted = ("instance", "start", "algorithm", "heuristic", "heuristic_params", "cost", *keys)
    return results.rows(wanted, {})


def figures_that_are_not_exact(name: str, results: Results) -> list[str]:
    checks = references.load(name).check(results)
    return [f"{c.where} {c.column} {c.text}" for c in checks if c.verdict != "exact"]


def table_rows(text: str) -> Iterator[list[str]]:
    """The cells of the rows of tables as they are printed."""
    for line in text.splitlines():
        yield re.split(r"  +", line.strip())


@cache
def distances() -> dict[tuple[int, ...], int]:
    """How far each state of the 8-puzzle is from the goal."""
    found = {GOAL: 0}
    layer = [GOAL]
    while layer:
        around = (child for tiles in layer for _, child, _ in naive.neighbours(tiles, 3, 3))
        layer = [tiles for tiles in dict.fromkeys(around) if tiles not in found]
        depth = found[next(iter(reversed(found)))] + 1
        found |= dict.fromkeys(layer, depth)
    return found


def tiles_of(row: Row) -> tuple[int, ...]:
    return tuple(map(int, row["start"].split()))


def test_the_traveled_table_is_printed_and_made_only_once(command: Command, tmp_path: Path) -> None:
    """Breadth-first search expands all but the last level's 221 states, and the start twice."""
    done = command("eight_puzzle_traveled")
    assert done.returncode == 0, done.stderr
    exact = "exact (printed = visited + 9)"
    table = [row for row in table_rows(done.stdout) if row[-1] == exact]
    columns = [*range(5), 6]  # all but nodes generated
    assert [[row[column] for column in columns] for row in table] == [
        ["breadth_first", "-", "181,447", "181,438", f"{181_438 - 221 + 1:,}", "30"],
        ["greedy_best_first", "digit_difference", "18,656", "18,647", "13,948", "212"],
        ["greedy_best_first", "misplaced", "1,327", "1,318", "824", "92"],
        ["greedy_best_first", "manhattan", "247", "238", "144", "66"],
    ]
    assert [row[5] for row in table[1:]] == ["36,349", "2,216", "387"]
    levels = [row for row in table_rows(done.stdout) if row[-1] == "exact"]
    assert [row[0] for row in levels] == [str(level) for level in range(1, 31)]
    assert [row[1:3] for row in levels[:6]] == [[n, n] for n in ("2", "5", "8", "16", "20", "39")]
    folder = tmp_path / "eight_puzzle_traveled"
    assert figures_that_are_not_exact("eight_puzzle_traveled", load(folder)) == []
    assert (folder / "figures" / "levels.png").exists()

    again = command("eight_puzzle_traveled")
    assert "4 runs (4 recorded before): 4 solved" in again.stderr
    assert again.stdout == done.stdout


def test_all_states_of_the_8_puzzle_by_depth(results: Callable[..., Results]) -> None:
    made = results("eight_puzzle_levels")
    assert figures_that_are_not_exact("eight_puzzle_levels", made) == []
    visited = made.levels["visited"].to_pylist()
    assert (visited[:7], visited[29:32]) == ([1, 2, 4, 8, 16, 20, 39], [760, 221, 2])
    assert sum(visited) == 181_440


@pytest.mark.slow
def test_all_states_of_the_11_puzzle_by_depth(results: Callable[..., Results]) -> None:
    made = results("three_by_four_levels")
    assert figures_that_are_not_exact("three_by_four_levels", made) == []
    assert len(made.levels["visited"].to_pylist()) == 54


def check_costs(made: Results) -> None:
    """An admissible heuristic gives shortest solutions, another one detours of pairs of moves."""
    rows = rows_of(made)
    assert {row["status"] for row in rows} == {"solved"}
    for row in rows:
        detour = row["cost"] - distances()[tiles_of(row)]
        assert detour >= 0
        assert detour % 2 == 0
        if is_admissible(row):
            assert detour == 0, row


def is_admissible(row: Row) -> bool:
    return row["heuristic"] in ("zero", "linear_conflict") or (
        row["heuristic"] in ("misplaced", "manhattan")
        and row["heuristic_params"] == '{"count_blank":false}'
    )


def test_admissible_heuristics_agree_on_the_8_puzzle(results: Callable[..., Results]) -> None:
    made = results("eight_puzzle_heuristics", "instances.0.random.count=8")
    assert made.runs.num_rows == 16 * 8
    check_costs(made)


@pytest.mark.slow
def test_admissible_heuristics_agree_on_200_8_puzzles(results: Callable[..., Results]) -> None:
    made = results("eight_puzzle_heuristics")
    assert made.runs.num_rows == 16 * 200
    check_costs(made)


def claim_optimality(row: Row) -> bool:
    module = catalogue.load(catalogue.path_of("algorithms", row["algorithm"]))
    parameters = json.loads(row["algorithm_params"])
    claim = getattr(module, "OPTIMAL", None) or module.optimal(parameters)
    return bool(claim != "no")


def has_to_be_optimal(row: Row) -> bool:
    """Whether it claims so, or the puzzle makes it so.

    A goal is reached from a board whose h is 1 at least, so that it is within the bound if that is.
    """
    return claim_optimality(row) or row["algorithm"] == "ida_star_stack"


@pytest.mark.slow
def test_algorithms_on_the_8_puzzle_that_have_to_find_shortest_solutions(
    results: Callable[..., Results],
) -> None:
    rows = rows_of(results("algorithms_eight_puzzle"), "algorithm_params", "cost_ratio")
    assert {row["status"] for row in rows} == {"solved"}
    for row in rows:
        distance = distances()[tiles_of(row)]
        assert row["cost_ratio"] == row["cost"] / distance >= 1, row
        assert row["cost"] == distance or not has_to_be_optimal(row), row


@pytest.mark.slow
def test_algorithms_on_the_15_puzzle_that_have_to_agree(results: Callable[..., Results]) -> None:
    rows = rows_of(results("algorithms_fifteen_puzzle"), "algorithm_params", "cost_ratio")
    for row in rows:
        assert row["cost"] is None or row["cost_ratio"] >= 1
        if row["status"] == "solved" and has_to_be_optimal(row):
            assert row["cost_ratio"] == 1, row
    always = {"a_star", "ida_star", "rbfs", "nbs", "mm", "bidirectional_breadth_first"}
    assert {row["status"] for row in rows if row["algorithm"] in always} == {"solved"}


@pytest.mark.slow
def test_anytime_search_ends_with_the_shortest_solutions_of_korf_s_15_puzzles(
    results: Callable[..., Results], data_folder: Path
) -> None:
    made = results("anytime_fifteen_puzzle")
    with (data_folder / "sliding_tiles" / "korf100.csv").open(encoding="utf-8") as file:
        moves = {f"korf1985/{row['id']}": int(row["optimal_moves"]) for row in csv.DictReader(file)}
    rows = rows_of(made)
    solved = [row for row in rows if row["status"] == "solved"]
    assert len(solved) == len(rows) - 1
    assert all(row["cost"] == moves[row["instance"]] for row in solved)
    last = {row["run_id"]: row["cost"] for row in made.solutions.to_pylist()}
    assert last == {row["run_id"]: row["cost"] for row in rows}


def check_scrambled(made: Results) -> dict[str, int]:
    """The shortest solutions that were found; nothing contradicts the boards' making."""
    rows = rows_of(made, "h_start", "detail")
    shortest: dict[str, int] = {}
    for row in rows:
        if row["instance"] == "article as printed":
            assert row["status"] == "invalid_instance"
            assert row["detail"].startswith("unsolvable")
        elif row["algorithm"] in ("a_star", "ida_star") and row["status"] == "solved":
            assert shortest.setdefault(row["instance"], row["cost"]) == row["cost"]
            assert row["h_start"] <= row["cost"] <= 100
    for row in rows:
        assert row["cost"] is None or row["cost"] >= shortest.get(row["instance"], 0)
    scrambled = [cost for name, cost in shortest.items() if name != "article mended"]
    assert all(cost % 2 == 0 for cost in scrambled), "100 moves are an even number"
    mended = [row for row in rows if row["instance"] == "article mended"]
    assert {row["cost"] for row in mended if row["status"] == "solved"} == {11}
    assert {row["h_start"] for row in mended if row["heuristic"]} == {11}, "a lower bound"
    return shortest


def test_the_24_puzzle_within_a_small_limit(results: Callable[..., Results]) -> None:
    limit = 2000
    made = results("twenty_four_scrambled", f"limits.nodes={limit}")
    shortest = check_scrambled(made)
    assert "article mended" in shortest
    stopped = [r for r in rows_of(made, "expanded") if r["status"] == "node_limit"]
    assert {r["algorithm"] for r in stopped} >= {"breadth_first", "depth_first"}
    assert {r["expanded"] for r in stopped} == {limit}


@pytest.mark.slow
def test_the_24_puzzle_whole(results: Callable[..., Results]) -> None:
    made = results("twenty_four_scrambled")
    assert len(check_scrambled(made)) == 11
    solved = made.rows(["instance"], {"algorithm": ["a_star", "ida_star"], "status": "solved"})
    assert len(solved) == 2 * 11
    blind = made.rows(["instance"], {"algorithm": ["depth_first", "breadth_first"]})
    solved_blind = {row["instance"] for row in blind if row["status"] == "solved"}
    assert solved_blind == {"article mended"}


def test_the_easiest_of_korf_and_felner_s_15_puzzles(results: Callable[..., Results]) -> None:
    made = results("korf_felner_2002_easiest")
    assert made.runs.num_rows == 30
    assert figures_that_are_not_exact("korf_felner_2002_easiest", made) == []


def test_a_few_of_korf_s_15_puzzles(command: Command) -> None:
    """The rest of the figures are told apart as not run."""
    done = command("korf1985", "instances.0.only=[12, 79]")
    assert done.returncode == 0, done.stderr
    exact = [row for row in table_rows(done.stdout) if row[-1] == "exact (printed = generated + 1)"]
    assert [row[:2] for row in exact] == [["korf1985/12", "546,344"], ["korf1985/79", "540,860"]]
    assert "exact (2 figures)" in done.stdout


@pytest.mark.slow
def test_the_58_of_korf_s_15_puzzles(command: Command, tmp_path: Path) -> None:
    done = command("korf1985_small")
    assert done.returncode == 0, done.stderr
    exact = "exact (printed = generated + 1)"
    assert sum(row[-1] == exact for row in table_rows(done.stdout)) == 58
    assert "exact (58 figures)" in done.stdout
    made = load(tmp_path / "korf1985_small")
    assert sum(row["generated"] + 1 for row in made.rows(["generated"], {})) == 1_222_543_997
    checks = references.load("korf1985").check(made)
    assert sum(c.verdict == "exact" for c in checks) == 3 * 58 + 1
    assert [c.text for c in checks if c.verdict not in ("exact", "not run")] == []


@pytest.mark.slow
def test_the_recounted_figures_are_those_of_the_naive_search() -> None:
    """Pure Python: a minute."""
    from harness import dataset_registry

    boards = dataset_registry.load("korf_felner_2002").read()
    for figure in references.load("korf_felner_2002_easiest").figures:
        tiles = boards[figure.where["instance"].partition("/")[2]]
        start = tuple(map(int, tiles.split()))
        problem = naive.sliding_tiles(
            start, tuple(range(16)), 4, 4, "ULRD", parent_pruning=True, heuristic="manhattan"
        )
        result = naive.ida_star(problem)
        found = {"generated": result.generated, "cost": result.cost, "h_start": problem.h(start)}
        assert found == figure.expected


def replayed(made: Results) -> int:
    """Replay every solution that is recorded by rules written apart; how many there are."""
    steps: dict[str, list[str]] = {}
    for step in made.paths.sort_by([("run_id", "ascending"), ("step", "ascending")]).to_pylist():
        steps.setdefault(step["run_id"], []).append(step["operator"])
    for row in made.rows(["run_id", "status", "start", "domain_params", "depth"], {}):
        operators = steps.get(row["run_id"], [])
        assert len(operators) == (row["depth"] or 0)
        if row["status"] == "solved":
            sokoban.boards(row["start"], json.loads(row["domain_params"]), operators)
    return len(steps)


def test_the_table_of_s4_baby(results: Callable[..., Results], data_folder: Path) -> None:
    """To the node, but for the figures that stand among the errata."""
    made = results("sokoban_s4_baby")
    assert made.runs.num_rows == 61 + 7
    reference = references.load("sokoban_s4_baby")
    checks = reference.check(made)
    verdicts = Counter(check.verdict for check in checks)
    assert set(verdicts) == {"exact", "erratum"}
    assert verdicts["erratum"] == len(reference.errata)
    wrong = {check.where["instance"] for check in checks if check.verdict == "erratum"}
    assert wrong == {f"dimitri_yorick/{level}" for level in (4, *EDITED, 55, 60)}
    exact = [c for c in checks if c.verdict == "exact" and c.published and c.printed is not None]
    levels = {
        column: {c.where["instance"].partition("/")[2] for c in exact if c.column == column}
        for column in ("depth", "generated", "h_start", "last_generated")
    }
    assert list(map(len, levels.values())) == [54, 53, 13, 13]
    public = [c for c in exact if c.where["instance"].startswith("dimitri_yorick/")]
    assert Counter(c.column for c in public)["generated"] == 46
    solved = made.rows(["instance"], {"status": "solved"})
    assert replayed(made) == len(solved)


def test_small_rooms_are_solved_by_as_few_pushes_as_is_proved(
    results: Callable[..., Results],
) -> None:
    """Only IDA* without a table ends at the limit in some of them."""
    made = results("sokoban_first_steps")
    checks = references.load("sokoban_rooms").check(made)
    assert [c.text for c in checks if c.verdict not in ("exact", "cut")] == []
    cut = {
        row["algorithm"]
        for row in made.rows(["algorithm", "status"], {})
        if row["status"] != "solved"
    }
    assert cut <= {"ida_star"}
    assert replayed(made) == len(made.rows(["instance"], {"status": "solved"}))


@pytest.mark.slow
def test_what_each_rung_solves(results: Callable[..., Results], data_folder: Path) -> None:
    """Minutes. All that is solved by what claims to be optimal has the pushes that are known."""
    made = results("sokoban_rungs")
    checks = references.load("microban_push_optimal").check(made)
    assert [c.text for c in checks if c.verdict not in ("exact", "cut")] == []
    rows = rows_of(made, "algorithm_params", "depth", "status")
    least: dict[str, set[int]] = {}
    for row in rows:
        if row["status"] == "solved" and claim_optimality(row):
            least.setdefault(row["start"], set()).add(row["depth"])
    assert all(len(depths) == 1 for depths in least.values())
    for row in rows:
        assert row["status"] != "solved" or row["depth"] >= min(least.get(row["start"], {0}))


@pytest.mark.slow
def test_microban(results: Callable[..., Results], data_folder: Path) -> None:
    """Minutes, and up to 3 GiB."""
    made = results("microban")
    checks = references.load("microban_push_optimal").check(made)
    assert len(checks) == 77
    assert [c.text for c in checks if c.verdict not in ("exact", "cut")] == []
    solved = made.rows(["instance"], {"status": "solved"})
    assert len(solved) >= 150
    assert replayed(made) == len(solved)

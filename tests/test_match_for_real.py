"""Matches of tic-tac-toe with compiled kernels: results, rows, workers, going on after a loss."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from guides import HOME, copy_of_the_program, follow
from naive_games import LineBoard, minimax
from searching import solve

from harness import config
from harness.expansion import plan
from harness.model import Record, Run
from harness.players import search_of

BOARD = LineBoard(3, 3, 3)
TIMES = ("kernel_seconds", "compile_seconds", "nodes_per_second", "finished_at")

CONFIG = """
experiment: tic_tac_toe
games: [m_n_k]
instances:
  - literal: [empty]
  - scrambled: {count: 6, moves: 2, seed: 3}
players:
  perfect: {algorithm: alpha_beta, evaluator: zero}
  twin: {algorithm: alpha_beta, evaluator: zero}
  shallow: {algorithm: {alpha_beta: {depth: 1}}, evaluator: longest_line}
  hurried: {algorithm: alpha_beta, evaluator: zero, limits: {nodes: 20}}
  deepening:
    algorithm: {iterative_deepening_alpha_beta: {table_bits: 6}}
    evaluator: zero
    limits: {nodes: 50}
"""


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Run, Record]]:
    """Every game of the config, made one after the other."""
    path = tmp_path_factory.mktemp("config") / "c.yaml"
    path.write_text(CONFIG, encoding="utf-8")
    return [(run, solve(run)) for run in plan(config.load(path)).runs]


def between(games: list[tuple[Run, Record]], *names: str) -> Iterator[tuple[Run, Record]]:
    """Those of two players, each way round."""
    for run, record in games:
        if run.players and {player.name for player in run.players} == set(names):
            yield run, record


def worth(run: Run) -> int:
    """Value of the opening from the side of who is to move, by the naive search."""
    position = run.instance.text.replace("/", "")
    value = minimax(BOARD, position, {})
    return value if BOARD.mover(position) == "X" else -value


def test_between_perfect_players_each_game_has_the_value_of_its_opening(
    games: list[tuple[Run, Record]],
) -> None:
    found = list(between(games, "perfect", "twin"))
    assert len(found) == 2 * 7
    for run, record in found:
        assert record.row["value"] == worth(run)
    draws = [record.row["value"] for run, record in found if run.instance.name == "empty"]
    assert draws == [0, 0]


def test_a_perfect_player_is_never_worse_off_than_the_opening_says(
    games: list[tuple[Run, Record]],
) -> None:
    better = 0
    for run, record in between(games, "perfect", "shallow"):
        assert run.players is not None
        sign = 1 if run.players[0].name == "perfect" else -1
        assert sign * record.row["value"] >= sign * worth(run)
        better += record.row["value"] != worth(run)
    assert better > 0  # the other one makes mistakes


def test_the_match_that_comes_with_the_program() -> None:
    """Perfect play holds what the opening is worth, and the guide tells what comes out."""
    experiment = config.load(HOME / "configs" / "tic_tac_toe_match.yaml")
    found = [(run, solve(run)) for run in plan(experiment).runs]
    guide = (HOME / "docs" / "reproductions.md").read_text(encoding="utf-8")
    for player, opponent in combinations(experiment.players, 2):
        results: Counter[int] = Counter()
        for run, record in between(found, player, opponent):
            assert run.players is not None
            sign = 1 if run.players[0].name == player else -1
            results[sign * record.row["value"]] += 1
            if player == "perfect":
                assert sign * record.row["value"] >= sign * worth(run)
        counts = (results.total(), results[1], results[0], results[-1])
        assert f"| {player} | {opponent} | {' | '.join(map(str, counts))} |" in guide


def test_moves_replayed_by_the_rules_come_to_the_result(games: list[tuple[Run, Record]]) -> None:
    for run, record in games:
        if record.row["status"] != "solved":
            continue
        assert run.players is not None
        position = run.instance.text.replace("/", "")
        first = BOARD.mover(position)
        for ply, row in enumerate(record.games):
            assert row["ply"] == ply
            assert row["player"] == run.players[ply % 2].name
            r, c = map(int, row["move"].split(","))
            assert 3 * r + c in BOARD.moves(position)
            position = BOARD.play(position, 3 * r + c)
        value = BOARD.value(position)
        assert value is not None
        assert record.row["value"] == (value if first == "X" else -value)
        assert record.row["depth"] == len(record.games)
        assert record.row["best_move"] == record.games[0]["move"]


def test_counts_of_a_move_are_those_of_its_search_alone(games: list[tuple[Run, Record]]) -> None:
    for run, record in list(between(games, "perfect", "shallow"))[::5]:
        assert run.players is not None
        position = run.instance.text.replace("/", "")
        totals = dict.fromkeys(("expanded", "generated", "evaluated", "leaves", "cutoffs"), 0)
        for ply, row in enumerate(record.games):
            search = solve(search_of(run, run.players[ply % 2], BOARD.text(position))).row
            for name in ("value", "expanded", "generated", "evaluated"):
                assert row[name] == search[name], name
            assert row["move"] == search["best_move"]
            totals = {name: total + search[name] for name, total in totals.items()}
            r, c = map(int, row["move"].split(","))
            position = BOARD.play(position, 3 * r + c)
        assert {name: record.row[name] for name in totals} == totals


def test_a_player_out_of_nodes_ends_the_game(games: list[tuple[Run, Record]]) -> None:
    """Alpha-beta has no value before it is done; 20 nodes are too few until the end is near."""
    found = [record for _, record in between(games, "hurried", "perfect")]
    assert {record.row["status"] for record in found} == {"node_limit"}
    for record in found:
        assert record.row["value"] is None
        moves = len(record.games)
        assert record.row["detail"] == (
            f"hurried, move {moves + 1}: no value within the limits of the player "
            "(20 nodes expanded, 20 allowed)"
        )
        assert record.row["expanded"] == 20 + sum(row["expanded"] for row in record.games)


def test_a_search_that_was_cut_moves_by_its_last_iteration(
    games: list[tuple[Run, Record]],
) -> None:
    found = [record for _, record in between(games, "deepening", "perfect")]
    assert {record.row["status"] for record in found} == {"solved"}
    cut = [row for record in found for row in record.games if row["status"] == "node_limit"]
    assert cut
    assert {row["player"] for row in cut} == {"deepening"}
    assert {row["expanded"] for row in cut} == {50}


Bench = Callable[..., str]


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """Run the config from the command line; what is said on stderr."""
    (tmp_path / "c.yaml").write_text(CONFIG, encoding="utf-8")

    def bench(*options: str) -> str:
        done = subprocess.run(
            [sys.executable, str(HOME / "run.py"), "run", "c.yaml", *options],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stderr

    return bench


def rows(folder: Path, results: str = "results") -> dict[str, list[dict[str, Any]]]:
    """Runs and moves, but for times."""
    found = {}
    for file in ("runs", "games"):
        table = pq.read_table(folder / results / "tic_tac_toe" / f"{file}.parquet")
        kept = [name for name in table.column_names if name not in TIMES]
        found[file] = table.select(kept).to_pylist()
    return found


def test_workers_and_what_was_recorded_before_make_no_difference(
    bench: Bench, tmp_path: Path
) -> None:
    bench("--jobs", "1", "--results", "one")
    bench("--jobs", "2", "--results", "two")
    bench("--set", "instances.1.scrambled.count=3", "--results", "grown")
    assert "140 runs (80 recorded before)" in bench("--results", "grown")
    alone = rows(tmp_path, "one")
    assert len(alone["runs"]) == 20 * 7
    assert rows(tmp_path, "two") == alone == rows(tmp_path, "grown")
    assert "140 runs (140 recorded before)" in bench("--results", "grown")


def test_matches_whose_moves_are_lost_are_played_again(bench: Bench, tmp_path: Path) -> None:
    bench()
    before = rows(tmp_path)
    path = tmp_path / "results" / "tic_tac_toe" / "games.parquet"
    path.write_bytes(path.read_bytes()[:-9])
    table = subprocess.run(
        [sys.executable, str(HOME / "run.py"), "table", str(path.parent)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert table.returncode == 2
    assert f"{path.name} is damaged" in table.stderr
    said = bench()
    moved = sum(run["depth"] > 0 for run in before["runs"])
    assert f"140 runs ({140 - moved} recorded before)" in said
    assert rows(tmp_path) == before


def test_a_killed_sweep_goes_on(bench: Bench, tmp_path: Path) -> None:
    bench("--results", "whole")
    started = subprocess.Popen(
        [sys.executable, str(HOME / "run.py"), "run", "c.yaml", "--jobs", "1"],
        cwd=tmp_path,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    parts = tmp_path / "results" / "tic_tac_toe" / "parts"
    deadline = time.monotonic() + 60
    while not list(parts.glob("[0-9]*")) and started.poll() is None:
        assert time.monotonic() < deadline
        time.sleep(0.005)
    os.kill(started.pid, signal.SIGKILL)
    started.wait()
    bench()
    assert rows(tmp_path) == rows(tmp_path, "whole")


def test_the_guide(tmp_path: Path) -> None:
    """Its commands print what it shows; its players are of known strength."""
    follow(HOME / "docs" / "matches.md", copy_of_the_program(tmp_path))
    runs = pq.read_table(tmp_path / "results" / "my_match" / "runs.parquet").to_pylist()
    assert len(runs) == 2 * 21
    for run in runs:
        match = json.loads(run["algorithm_params"])
        assert {match["first"], match["second"]} == {"perfect", "shallow"}
        sign = 1 if match["first"] == "perfect" else -1
        position = run["start"].replace("/", "")
        value = minimax(BOARD, position, {}) * (1 if BOARD.mover(position) == "X" else -1)
        assert sign * run["value"] >= sign * value

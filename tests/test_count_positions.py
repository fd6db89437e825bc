"""The count of distinct positions against published figures and a walk in plain Python."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import naive_connect_four as four
import pytest
from game_runs import TIC_TAC_TOE, game_run, solved
from naive_games import LineBoard
from naive_positions import Level, Rules, counted, rules_of_four, rules_of_lines
from searching import SOLVER, essence

from harness import config
from harness.expansion import plan
from harness.model import Record
from kernels import game_contract as contract

COLUMNS = {
    "expanded": contract.LEVEL_EXPANDED,
    "generated": contract.LEVEL_GENERATED,
    "visited": contract.LEVEL_VISITED,
    "leaves": contract.LEVEL_LEAVES,
    "first_wins": contract.LEVEL_FIRST_WINS,
    "second_wins": contract.LEVEL_SECOND_WINS,
    "draws": contract.LEVEL_DRAWS,
}


def count(game: str, board: dict[str, Any], depth: int | None = None, **others: Any) -> Record:
    return solved(game, "count_positions", {"depth": depth}, board=board, evaluator=None, **others)


def levels_of(record: Record) -> list[Level]:
    rows = record.levels[:, 1:]
    return [Level({name: int(row[k]) for name, k in COLUMNS.items()}) for row in rows]


def published(data_folder: Path) -> list[int]:
    with open(data_folder / "tables" / "connect_four_positions_by_ply.csv", newline="") as file:
        return [int(row["positions"]) for row in csv.DictReader(file)]


@pytest.mark.parametrize(("symmetry", "positions"), [(False, 5478), (True, 765)])
def test_positions_of_tic_tac_toe(symmetry: bool, positions: int) -> None:
    record = count("m_n_k", {**TIC_TAC_TOE, "symmetry": symmetry})
    assert record.row["visited"] == positions
    naive = counted(rules_of_lines(LineBoard(3, 3, 3), symmetry), "." * 9, 9)
    assert levels_of(record) == naive


BOARDS: list[tuple[int, int, int, int | None, bool]] = [
    (3, 3, 3, 4, False),
    (4, 3, 3, 6, True),
]
"""m, n, k, depth and symmetry."""


@pytest.mark.parametrize(("m", "n", "k", "depth", "symmetry"), BOARDS)
def test_other_boards(m: int, n: int, k: int, depth: int | None, symmetry: bool) -> None:
    record = count("m_n_k", {"m": m, "n": n, "k": k, "symmetry": symmetry}, depth)
    rules = rules_of_lines(LineBoard(m, n, k), symmetry)
    assert levels_of(record) == counted(rules, "." * (m * n), m * n if depth is None else depth)


FOURS: list[tuple[int, int, int | None, bool]] = [
    (4, 3, None, True),
    (7, 6, 6, False),
]
"""Width, height, depth and symmetry."""


@pytest.mark.parametrize(("width", "height", "depth", "symmetry"), FOURS)
def test_boards_of_connect_four(width: int, height: int, depth: int | None, symmetry: bool) -> None:
    board = {"width": width, "height": height, "symmetry": symmetry}
    record = count("connect_four", board, depth)
    rules: Rules = rules_of_four(height, symmetry)
    plies = width * height if depth is None else depth
    assert levels_of(record) == counted(rules, four.empty(width), plies)


def test_connect_four_by_ply_to_ply_9(data_folder: Path) -> None:
    record = count("connect_four", {}, 9)
    assert record.levels[:, 1 + COLUMNS["visited"]].tolist() == published(data_folder)[:10]


@pytest.mark.slow
def test_connect_four_by_ply_to_ply_12(data_folder: Path) -> None:
    """Seconds; the keys of 19,286,827 positions, and what growing takes beside them."""
    record = count("connect_four", {}, 12, memory=1 << 30)
    assert record.levels[:, 1 + COLUMNS["visited"]].tolist() == published(data_folder)[:13]
    assert record.row["peak_bytes"] < 500_000_000


def test_from_a_position_on() -> None:
    """Only what can still be reached."""
    position = "X.O/.X./..O"
    record = count("m_n_k", TIC_TAC_TOE, position=position)
    rules = rules_of_lines(LineBoard(3, 3, 3), symmetry=False)
    assert levels_of(record) == counted(rules, position.replace("/", ""), 9)


def test_a_game_that_is_over_is_one_position() -> None:
    record = count("m_n_k", TIC_TAC_TOE, position="XXX/OO./...")
    assert levels_of(record) == [
        Level(dict.fromkeys(COLUMNS, 0) | dict.fromkeys(("visited", "leaves", "first_wins"), 1))
    ]


def test_it_tells_no_value_and_no_line() -> None:
    row = count("m_n_k", TIC_TAC_TOE).row
    assert (row["status"], row["value"], row["best_move"], row["evaluated"]) == (
        "solved", None, None, 0,
    )  # fmt: skip


def test_slices_make_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of one expansion each, and of as many as it likes."""
    run = game_run("connect_four", "count_positions", {"depth": 5}, evaluator=None)
    whole = essence(SOLVER.solve(run))
    monkeypatch.setattr("harness.search._next_slice", lambda size, seconds: 1)
    monkeypatch.setattr("harness.search.FIRST_SLICE", 1)
    assert essence(SOLVER.solve(run)) == whole


@pytest.mark.parametrize("nodes", [1, 2, 17, 1000])
def test_a_limit_of_nodes_is_exact(nodes: int) -> None:
    run = game_run("m_n_k", "count_positions", board=TIC_TAC_TOE, evaluator=None, nodes=nodes)
    row = SOLVER.solve(run).row
    assert (row["status"], row["expanded"]) == ("node_limit", nodes)


def test_a_limit_of_generations_is_kept() -> None:
    """It ends between two expansions, each of at most nine moves."""
    run = game_run("m_n_k", "count_positions", board=TIC_TAC_TOE, evaluator=None, generated=500)
    row = SOLVER.solve(run).row
    assert row["status"] == "node_limit"
    assert 500 <= row["generated"] < 509


def test_memory_is_not_exceeded() -> None:
    """Two megabytes hold some hundred thousand keys and no million."""
    run = game_run("connect_four", "count_positions", evaluator=None, memory=1 << 21)
    row = SOLVER.solve(run).row
    assert row["status"] == "memory_limit"
    assert row["peak_bytes"] <= 1 << 21
    assert 50_000 < row["visited"] < 1 << 18


def test_hashes_are_no_keys(tmp_path: Path) -> None:
    """Positions that share a hash would be taken for one."""
    path = tmp_path / "c.yaml"
    path.write_text(
        "experiment: c\ngames: [{m_n_k: {keys: [exact, zobrist]}}]\n"
        "instances: [{literal: [empty]}]\nalgorithms: [count_positions]\ncandidates: [all]\n"
    )
    made = plan(config.load(path))
    assert [run.domain.parameters["keys"] for run in made.runs] == ["exact"]
    assert [refusal.reason for refusal in made.refused] == [
        "count_positions needs exact keys, which m_n_k(keys=zobrist) has not"
    ]

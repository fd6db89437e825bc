"""References and configs of games: against what was published, the rules, and slow solvers."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import naive_connect_four as four
import pytest
from game_runs import solved
from naive_games import LineBoard, positions_by_ply, tree
from run_configs import results

from harness import references
from harness.reference_figures import LevelFigures
from harness.references import Check
from harness.results import Results
from harness.specs import value_at
from kernels.games import connect_four, gomoku
from kernels.random import SplitMix64

__all__ = ["results"]

BOARD = LineBoard(3, 3, 3)
STONES = {"A": "7,7", "B": "7,7 7,8 8,8", "C": "7,7 6,6 7,8 7,6 8,8"}
"""Of the published positions of gomoku, in the order in which they were put down."""


def checks_of(made: Results) -> list[Check]:
    return references.load(made.folder.name).check(made)


def all_exact(made: Results) -> bool:
    found = checks_of(made)
    assert [f"{c.where} {c.column} {c.text}" for c in found if c.verdict != "exact"] == []
    return len(found) > 0


def levels_by_where(name: str) -> dict[tuple[str, str, Any], LevelFigures]:
    """A reference's figures of levels by algorithm, column and symmetry."""
    return {
        (f.where["algorithm"], f.column, f.where.get("domain.symmetry")): f
        for f in references.load(name).levels
    }


def from_level_0(figures: LevelFigures, length: int) -> list[int]:
    found = [*[0] * figures.first, *figures.printed]
    return found + [0] * (length - len(found))


def table(data_folder: Path, name: str) -> list[dict[str, str]]:
    with open(data_folder / "tables" / f"{name}.csv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_the_tree_of_tic_tac_toe_is_that_of_a_walk_through_all_games(data_folder: Path) -> None:
    """By ply: a game ends at the first ply at which its position has a value."""
    figures = levels_by_where("tic_tac_toe_full")
    whole = tree(BOARD, 9)
    nodes = from_level_0(figures["minimax", "generated", None], 10)
    assert [1, *nodes[1:]] == whole.nodes
    ends = [figures["minimax", name, None] for name in ("first_wins", "second_wins", "draws")]
    counted = [from_level_0(levels, 10) for levels in ends]
    assert list(map(sum, counted)) == [whole.ends[1], whole.ends[-1], whole.ends[0]]
    for ply in range(9):
        going_on = whole.nodes[ply] - sum(levels[ply] for levels in counted)
        assert whole.nodes[ply + 1] == going_on * (9 - ply)
    printed = references.load("tic_tac_toe_full").figures[0].printed
    assert printed == {
        "generated": sum(whole.nodes),
        "leaves": sum(whole.ends.values()),
        "first_wins": whole.ends[1],
        "second_wins": whole.ends[-1],
        "draws": whole.ends[0],
    }
    known = {row["quantity"]: int(row["value"]) for row in table(data_folder, "tictactoe")}
    assert known["complete games"] == sum(whole.ends.values())
    assert known["game-tree nodes incl. root"] == sum(whole.nodes)


@pytest.mark.parametrize(("symmetry", "total"), [(False, 5478), (True, 765)])
def test_the_positions_of_tic_tac_toe_are_those_of_a_walk(symmetry: bool, total: int) -> None:
    figures = levels_by_where("tic_tac_toe_full")["count_positions", "visited", symmetry]
    assert figures.printed == positions_by_ply(BOARD, 9, symmetry)
    assert sum(figures.printed) == total


def test_tic_tac_toe_to_the_end(results: Callable[..., Results]) -> None:
    made = results("tic_tac_toe_full")
    assert all_exact(made)
    rows = made.rows(["generated", "value"], {"algorithm": ["minimax", "alpha_beta"]})
    assert [(row["generated"], row["value"]) for row in rows] == [
        (549_945, 0), (18_296, 0), (16_810, 0),
    ]  # fmt: skip


def test_the_counts_of_gomoku_are_the_rows_of_the_published_table(data_folder: Path) -> None:
    rows = table(data_folder, "gomoku_2016_engine_node_counts")
    figures = references.load("gomoku_minimax_2016").figures
    assert len(figures) == len(rows) == 18
    parameters = {name: p.default for name, p in gomoku.PARAMETERS.items()}
    for figure, row in zip(figures, rows, strict=True):
        prunes = row["alpha_beta"] == "yes"
        start = gomoku.read(parameters, STONES[row["position"]])
        assert figure.where["start"] == start
        assert figure.where["algorithm"] == ("alpha_beta" if prunes else "minimax")
        assert figure.where["algorithm.depth"] == int(row["depth"])
        assert figure.expected == {
            "generated": int(row["nodes_total_excluding_root"]),
            "evaluated": int(row["nodes_total_excluding_root"]),
            "cutoffs": int(row["cutoffs"]),
            "value": int(row["root_score"]),
        }
        assert figure.words == {"best_move": row["first_best_move_row_col"].replace(" ", ",")}


@pytest.mark.parametrize(
    "evaluators",
    [
        ["run_scores"],
        pytest.param(["run_scores", "run_scores_from_scratch"], marks=pytest.mark.slow),
    ],
)
def test_the_gomoku_engine_of_2016(results: Callable[..., Results], evaluators: list[str]) -> None:
    """Each row of its table; and minimax and alpha-beta agree at all depths."""
    made = results("gomoku_minimax_2016", f"evaluators={evaluators}")
    assert all_exact(made)
    assert len(checks_of(made)) == 18 * 5 * len(evaluators)
    keys = ["instance", "algorithm.depth", "generated", "evaluated", "value", "best_move"]
    values: dict[tuple[str, int], set[tuple[int, str]]] = {}
    for row in made.rows(keys, {}):
        assert row["evaluated"] == row["generated"]
        where = row["instance"], value_at(row, "algorithm.depth")
        values.setdefault(where, set()).add((row["value"], row["best_move"]))
    assert len(values) == 3 * 4
    assert all(len(found) == 1 for found in values.values())


def test_positions_of_connect_four_are_those_of_the_published_table(data_folder: Path) -> None:
    [levels] = references.load("connect_four_positions").levels
    published = [
        int(row["positions"]) for row in table(data_folder, "connect_four_positions_by_ply")
    ]
    assert levels.printed == published[:13]


@pytest.mark.slow
def test_connect_four_by_ply(results: Callable[..., Results]) -> None:
    made = results("connect_four_positions")
    assert all_exact(made)
    rows = made.rows(["visited", "peak_bytes"], {})
    assert all(row["peak_bytes"] < 500_000_000 for row in rows)
    whole, without_images = (row["visited"] for row in rows)
    assert whole == 19_286_827
    assert whole / 2 < without_images < whole * 0.51  # few positions are their own image


def test_small_boards_of_connect_four_have_the_values_of_a_slow_solver() -> None:
    """Those that take it seconds; 5 x 5 is in the slow tests."""
    figures = {
        (f.where["domain.width"], f.where["domain.height"]): f.printed
        for f in references.load("connect_four_solved").figures
    }
    assert figures == {size: four.KNOWN[size] for size in ((4, 4), (5, 4), (5, 5))}
    assert figures[4, 4] == four.SlowSolver(4, 4).value(four.empty(4))


@pytest.mark.slow
def test_connect_four_on_small_boards(results: Callable[..., Results]) -> None:
    made = results("connect_four_solved")
    assert all_exact(made)
    assert made.runs.num_rows == 12
    for size in ((5, 4), (5, 5)):
        assert four.SlowSolver(*size).value(four.empty(size[0])) == 0


def board_of(text: str) -> four.Board:
    """The board of a position's canonical text."""
    rows = text.split("/")[::-1]
    signs = ("".join(column).rstrip(".") for column in zip(*rows, strict=True))
    return tuple(tuple(map(four.SYMBOLS.index, column)) for column in signs)


@pytest.mark.parametrize(("width", "height"), [(7, 6), (6, 7)])
def test_the_last_twelve_cells_of_connect_four_have_the_values_of_a_slow_solver(
    width: int, height: int
) -> None:
    """In well under a second each."""
    parameters = {"width": width, "height": height, "symmetry": False}
    solver = four.SlowSolver(width, height)
    rng = SplitMix64(2)
    values: Counter[int] = Counter()
    for _ in range(8):
        position = connect_four.scrambled_instance(parameters, rng, 30 + rng.below(6))
        record = solved(
            "connect_four",
            "alpha_beta",
            {"window": 1, "table_bits": 16, "ordering": "killer_history"},
            board=parameters,
            position=position,
            candidates="centre_first",
        )
        assert record.row["value"] == solver.value(board_of(position)), position
        assert record.row["kernel_seconds"] < 0.5
        values[record.row["value"]] += 1
    assert len(values) > 1


@pytest.mark.slow
def test_connect_four_s_last_twelve_cells_by_every_search(results: Callable[..., Results]) -> None:
    made = results("connect_four_endgames")
    values: dict[str, set[int]] = {}
    for row in made.rows(["start", "value", "kernel_seconds"], {}):
        values.setdefault(row["start"], set()).add(row["value"])
        assert row["kernel_seconds"] < 1
    assert len(values) == 40
    for start, found in values.items():
        board = board_of(start)
        solver = four.SlowSolver(len(board), len(start.split("/")))
        assert found == {solver.value(board)}, start


@pytest.mark.slow
def test_all_searches_of_games_find_the_value_of_minimax(results: Callable[..., Results]) -> None:
    """Of the searches that go through the tree once, none plays more moves than minimax."""
    made = results("alpha_beta_against_minimax")
    keys = ["domain", "algorithm", "algorithm.depth", "value", "generated", "minimal_leaves"]
    whole = {
        (row["domain"], value_at(row, "algorithm.depth")): row
        for row in made.rows(keys, {"algorithm": "minimax"})
    }
    assert len(whole) == 8 + 8 + 4
    for row in made.rows(keys, {}):
        tree_of_run = whole[row["domain"], value_at(row, "algorithm.depth")]
        assert row["value"] == tree_of_run["value"], row
        assert row["minimal_leaves"] == tree_of_run["minimal_leaves"]
        if row["algorithm"] == "alpha_beta":
            assert row["generated"] <= tree_of_run["generated"]

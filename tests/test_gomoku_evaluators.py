"""Evaluators and candidate generators of gomoku, compiled, against their naive twins.

The naive engine of 2016 is held against the counts that were published for that engine.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import naive_gomoku as naive
import numpy as np
import pytest
from bound_probes import PROBES
from naive_gomoku import FIRST, SECOND, Board

from kernels import catalogue, specialise
from kernels.candidates.gomoku import by_points, two_rings
from kernels.evaluators.gomoku import gapped_runs, run_scores, run_scores_from_scratch
from kernels.games import gomoku
from kernels.random import SplitMix64
from kernels.sources import Binding
from kernels.specialise import Kernel

GAMES = {(5, 5): 50, (7, 6): 30, (15, 15): 5, (60, 5): 2}
"""Followed from the empty board to the full one, by width and height; the last is the widest."""
SIZES = tuple(GAMES)
FEW = 3  # candidates
BOARDS_BY_POINTS = 6  # of a play
VALUES = 5  # of a position, as the probe writes them
MOST_NODES = 1_200  # that the naive engine is asked to make


def parameters(width: int, height: int) -> dict[str, Any]:
    defaults = {name: parameter.default for name, parameter in gomoku.PARAMETERS.items()}
    return {**defaults, "width": width, "height": height}


@dataclass
class Bound:
    """The probe on a board of one size, with all that it is handed."""

    kernel: Kernel
    params: dict[str, Any]
    T: Any
    tables: tuple[Any, Any]
    generators: tuple[Any, Any, Any]

    @property
    def cells(self) -> int:
        return self.params["width"] * self.params["height"]

    def start(self, text: str) -> np.ndarray:
        return self.kernel.domain.start(self.params, text)

    def values(self, board: Board) -> list[int]:
        """By ``evaluate``: run scores, from scratch, gapped runs."""
        at = self.kernel.algorithm
        row = np.zeros(VALUES, dtype=np.int64)
        at.values(self.T, *self.tables, self.start(text_of(board)), row)
        return row[[at.RUNS, at.RUNS_FROM_SCRATCH, at.GAPPED]].tolist()

    def follow(self, script: list[int]) -> np.ndarray:
        """Values of all positions of a play, one row each."""
        rows = np.zeros((len(script) + 1, VALUES), dtype=np.int64)
        moves = np.array(script, dtype=np.int64)
        self.kernel.algorithm.follow(self.T, *self.tables, self.start(self.empty), moves, rows)
        return rows

    def generate(self, state: np.ndarray, remaining: int) -> list[list[int]]:
        """What each generator gives."""
        lists = np.full((4, self.cells + 1), -1, dtype=np.int64)
        self.kernel.algorithm.generate(self.T, *self.generators, state, remaining, lists)
        return [row[1 : 1 + row[0]].tolist() for row in lists]

    @property
    def empty(self) -> str:
        return text_of(empty_board(self.params["width"], self.params["height"]))


def warm(bound: Bound) -> None:
    state = bound.start(bound.empty)
    bound.generate(state, 1)
    bound.follow([0])
    bound.values(empty_board(bound.params["width"], bound.params["height"]))
    bound.kernel.algorithm.play(bound.T, state, 0)


@cache
def bound(width: int, height: int) -> Bound:
    params = parameters(width, height)
    binding = Binding(
        PROBES / "gomoku.py",
        catalogue.path_of("games", "gomoku"),
        catalogue.path_of("evaluators", "run_scores", "gomoku"),
        gomoku.specialise(params),
        catalogue.path_of("candidates", "two_rings", "gomoku"),
    )

    def made(kernel: Kernel) -> Bound:
        T = kernel.domain.prepare(params, "empty")
        tables = (run_scores.prepare(T, {}), gapped_runs.prepare(T, {}))
        points = [by_points.prepare(T, {"most": most}) for most in (None, FEW)]
        return Bound(kernel, params, T, tables, (two_rings.prepare(T, {}), *points))

    return made(specialise.load(binding, lambda kernel: warm(made(kernel))))


def empty_board(width: int, height: int) -> Board:
    return [[naive.EMPTY] * width for _ in range(height)]


def text_of(board: Board) -> str:
    return "/".join("".join(".XO"[cell] for cell in row) for row in board)


def script_of(width: int, height: int, rng: SplitMix64) -> list[int]:
    """Moves that fill a board: in random order, or each player along lines of one direction.

    In the latter games, which make long runs, every fifth move is random.
    """
    left = list(range(width * height))
    rng.shuffle(left)
    orders = [rng.below(5) for _ in range(2)]

    def number(cell: int, order: int) -> int:
        row, column = divmod(cell, width)
        return (0, row, column, row - column, row + column)[order]

    script = []
    for ply in range(len(left)):
        order = 0 if rng.below(5) == 0 else orders[ply % 2]
        sign = 1 if ply % 2 else -1
        script.append(min(left, key=lambda cell: sign * number(cell, order)))
        left.remove(script[-1])
    return script


def boards_of(width: int, height: int, script: list[int]) -> Iterator[Board]:
    """The positions of a play, each a board of its own."""
    board = empty_board(width, height)
    yield board
    for ply, cell in enumerate(script):
        board = naive.with_stone(board, divmod(cell, width), (FIRST, SECOND)[ply % 2])
        yield board


def plays(width: int, height: int, count: int, seed: int) -> Iterator[list[int]]:
    rng = SplitMix64(seed)
    for _ in range(count):
        yield script_of(width, height, rng)


@pytest.mark.parametrize("size", SIZES)
def test_values_are_the_naive_ones_and_follow_every_move(size: tuple[int, int]) -> None:
    probe = bound(*size)
    at, longest = probe.kernel.algorithm, 0
    for script in plays(*size, GAMES[size], seed=1):
        rows = probe.follow(script)
        for board, row in zip(boards_of(*size, script), rows, strict=True):
            scores = naive.run_scores(board)
            assert row[at.RUNS] == row[at.RUNS_FROM_SCRATCH] == scores, text_of(board)
            assert row[at.RUNS_UPDATED] == scores, text_of(board)
            gapped = naive.gapped_runs(board)
            assert row[at.GAPPED] == row[at.GAPPED_UPDATED] == gapped, text_of(board)
            assert abs(gapped) < gapped_runs.WIN
        longest = max(longest, *(run[1] for line in naive.lines(board) for run in naive.runs(line)))
    assert longest >= min(max(size), 6), "runs of more than five stones are to be met"
    assert run_scores.SCORES_ENDS and run_scores_from_scratch.SCORES_ENDS


def cells_of(moves: list[int], width: int) -> list[naive.Cell]:
    return [divmod(move, width) for move in moves]


@pytest.mark.parametrize("size", SIZES)
def test_candidates_are_the_naive_ones_in_order(size: tuple[int, int]) -> None:
    probe, width = bound(*size), size[0]
    for script in plays(*size, GAMES[size], seed=2):
        state = probe.start(probe.empty)
        boards = boards_of(*size, script)
        for move, board in zip(script, boards, strict=False):  # the last one is full
            near, far = naive.one_ring(board, 1), naive.two_rings(board, 2)
            for remaining in range(1, 5):
                one, two, points, few = probe.generate(state, remaining)
                assert cells_of(one, width) == near, text_of(board)
                assert cells_of(two, width) == (near if remaining == 1 else far), text_of(board)
                assert sorted(points) == sorted(two)
                assert few == points[:FEW]
            probe.kernel.algorithm.play(probe.T, state, move)


@pytest.mark.parametrize("size", SIZES)
def test_points_are_what_both_would_gain(size: tuple[int, int]) -> None:
    probe, width = bound(*size), size[0]
    for script in plays(*size, GAMES[size] // 2, seed=4):
        every = len(script) // BOARDS_BY_POINTS
        for board in list(boards_of(*size, script))[1 : len(script) : every]:
            state = probe.start(text_of(board))
            points = cells_of(probe.generate(state, 2)[2], width)
            assert points == naive.by_points(board, 2), text_of(board)


@pytest.mark.parametrize("size", SIZES)
def test_an_empty_board_has_the_middle_cell_for_a_candidate(size: tuple[int, int]) -> None:
    probe = bound(*size)
    middle = size[1] // 2 * size[0] + size[0] // 2
    for remaining in (1, 2, 4):
        assert probe.generate(probe.start(probe.empty), remaining) == [[middle]] * 4


def images(board: Board) -> Iterator[Board]:
    """Those of the eight mirrored and turned boards that have the same width and height."""
    cells = np.array(board)
    for turn in range(4):
        for image in (np.rot90(cells, turn), np.fliplr(np.rot90(cells, turn))):
            if image.shape == cells.shape:
                yield image.tolist()


@pytest.mark.parametrize("size", SIZES)
def test_images_have_the_value_and_swapped_colours_the_opposite(size: tuple[int, int]) -> None:
    probe = bound(*size)
    for script in plays(*size, 20, seed=3):
        for board in list(boards_of(*size, script))[:: max(2, len(script) // 10 * 2)]:
            values = probe.values(board)
            swapped = [[(naive.EMPTY, SECOND, FIRST)[cell] for cell in row] for row in board]
            assert probe.values(swapped) == [-value for value in values], text_of(board)
            for image in images(board):
                assert probe.values(image) == values, text_of(board)


def board_of(rows: str) -> Board:
    return [[".XO".index(cell) for cell in row] for row in rows.split()]


@pytest.mark.parametrize(
    ("row", "score"),
    [
        (".X...", 10),
        ("X....", 1),
        (".XX..", 100),
        ("OXX.", 10),
        (".OXX.", 10 - 1),
        ("OXXO.", 0 - 1),
        (".XXX.", 1_000),
        (".XXXX", 1_000),
        (".XXXX.", 10_000),
        ("OXXXXO", 0),
        ("XXXXX", 100_000),
        ("OXXXXXXO", 100_000),
        (".OO.X.", -90),
    ],
)
def test_the_naive_score_of_a_line_is_the_tables(row: str, score: int) -> None:
    line = [".XO".index(cell) for cell in row]
    signs = {FIRST: 1, SECOND: -1}
    scored = [signs[run[0]] * naive.run_score(*run[1:]) for run in naive.runs(line)]
    assert sum(scored) == score


def test_lines_of_a_board_are_counted_however_short() -> None:
    """3 x 2 cells: two rows, three columns and four diagonals in either family."""
    lines = list(naive.lines([[1, 0, 0], [0, 0, 2]]))
    assert len(lines) == 2 + 3 + 4 + 4
    assert sorted(map(len, lines)) == [1] * 4 + [2] * (3 + 4) + [3] * 2


PLACED = {
    "A": "7,7",
    "B": "7,7 7,8 8,8",
    "C": "7,7 6,6 7,8 7,6 8,8",
}
"""Moves in turn, of the published positions."""


def published_board(name: str) -> Board:
    board = empty_board(15, 15)
    for ply, move in enumerate(PLACED[name].split()):
        row, column = map(int, move.split(","))
        board[row][column] = (FIRST, SECOND)[ply % 2]
    return board


def test_the_naive_engine_makes_the_counts_of_2016(data_folder: Path) -> None:
    file = data_folder / "tables" / "gomoku_2016_engine_node_counts.csv"
    with file.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    rows = [row for row in rows if int(row["nodes_total_excluding_root"]) <= MOST_NODES]
    assert len(rows) == 14
    for row in rows:
        board, depth = published_board(row["position"]), int(row["depth"])
        score, cell, count = naive.engine_search(board, depth, row["alpha_beta"] == "yes")
        assert (count.nodes, count.cutoffs, score, f"{cell[0]} {cell[1]}") == (
            int(row["nodes_total_excluding_root"]),
            int(row["cutoffs"]),
            int(row["root_score"]),
            row["first_best_move_row_col"],
        ), row

"""The naive sliding tiles and heuristics against published figures and whole spaces."""

from __future__ import annotations

import csv
from itertools import permutations
from pathlib import Path

import pytest
from naive import (
    HEURISTICS,
    depth_counts,
    is_solvable,
    neighbours,
    reachable,
    removals,
    sliding_tiles,
)
from oracles import dijkstra

EIGHT_GOAL = (1, 2, 3, 4, 5, 6, 7, 8, 0)


def tiles_of(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


# Sliding tiles


def test_neighbours_follow_the_operator_order() -> None:
    centre = (1, 2, 3, 4, 0, 5, 6, 7, 8)
    moved = {
        "U": (1, 0, 3, 4, 2, 5, 6, 7, 8),
        "D": (1, 2, 3, 4, 7, 5, 6, 0, 8),
        "L": (1, 2, 3, 0, 4, 5, 6, 7, 8),
        "R": (1, 2, 3, 4, 5, 0, 6, 7, 8),
    }
    for order in map("".join, permutations("UDLR")):
        assert neighbours(centre, 3, 3, order) == [(move, moved[move], 1) for move in order]
    assert [move for move, _, _ in neighbours(centre, 3, 3, "ULRD", last="U")] == ["U", "L", "R"]


def test_neighbours_stay_on_a_board_that_is_not_square() -> None:
    assert neighbours((9, 1, 2, 3, 4, 5), 3, 2, blank=9) == [
        ("D", (3, 1, 2, 9, 4, 5), 1),
        ("R", (1, 9, 2, 3, 4, 5), 1),
    ]
    assert neighbours((1, 2, 3, 4, 5, 0), 2, 3) == [
        ("U", (1, 2, 3, 0, 5, 4), 1),
        ("L", (1, 2, 3, 4, 0, 5), 1),
    ]


@pytest.mark.parametrize(
    ("puzzle", "blank_goal", "goal", "width", "height", "deepest"),
    [
        ("3x3", "corner", EIGHT_GOAL, 3, 3, None),
        ("3x3", "centre", (1, 2, 3, 8, 0, 4, 7, 6, 5), 3, 3, None),
        ("5x2", "corner", (1, 2, 3, 4, 5, 6, 7, 8, 9, 0), 5, 2, 24),
        ("5x2", "corner", (0, 1, 2, 3, 4, 5, 6, 7, 8, 9), 2, 5, 20),
        pytest.param(
            "5x2", "corner", (1, 2, 3, 4, 5, 6, 7, 8, 9, 0), 5, 2, None, marks=pytest.mark.slow
        ),
        ("4x3", "corner", (*range(1, 12), 0), 4, 3, 16),
        ("4x4", "corner", tuple(range(16)), 4, 4, 14),
    ],
)
def test_depth_counts(
    data_folder: Path,
    puzzle: str,
    blank_goal: str,
    goal: tuple[int, ...],
    width: int,
    height: int,
    deepest: int | None,
) -> None:
    published = [
        int(row["states"])
        for row in rows_of(data_folder / "tables" / "sliding_depth_counts.csv")
        if (row["puzzle"], row["blank_goal"]) == (puzzle, blank_goal)
    ]
    expected = published if deepest is None else published[: deepest + 1]
    assert depth_counts(goal, width, height, deepest=deepest) == expected


@pytest.mark.parametrize(
    ("goal", "width", "height", "blank"),
    [
        ((1, 2, 3, 4, 5, 0), 3, 2, 0),
        ((1, 2, 3, 4, 5, 0), 2, 3, 0),
        ((1, 0, 2, 3, 4, 5), 3, 2, 0),
        ((4, 1, 0, 2, 5, 3), 2, 3, 0),
        ((0, 1, 2, 3, 4, 5), 2, 3, 5),
        ((0, 1, 3, 2), 2, 2, 3),
    ],
)
def test_solvable_are_those_of_the_right_parity(
    goal: tuple[int, ...], width: int, height: int, blank: int
) -> None:
    """Johnson & Story 1879: each move is a transposition and takes the blank one cell on."""
    for start in permutations(goal):
        places = [goal.index(tile) for tile in start]
        inversions = sum(a > b for i, a in enumerate(places) for b in places[i + 1 :])
        here, there = divmod(start.index(blank), width), divmod(goal.index(blank), width)
        distance = abs(here[0] - there[0]) + abs(here[1] - there[1])
        assert is_solvable(start, goal, width, height, blank) == ((inversions - distance) % 2 == 0)


# Heuristics


@pytest.mark.parametrize(
    ("line", "least"),
    [
        ([1, 2, 3], 0),
        ([3, 1, 2], 1),
        ([2, 1, 4, 3], 2),
        ([3, 2, 1], 2),
        ([4, 3, 2, 1], 3),
        ([2, 3, 4, 1], 1),
        ([3, 4, 1, 2], 2),
        ([], 0),
    ],
)
def test_removals(line: list[int], least: int) -> None:
    assert removals(line) == least


@pytest.mark.parametrize("blank", [0, 9])
def test_heuristics_one_move_from_the_goal(blank: int) -> None:
    """The blank has gone left, so that the 8 stands in its place, and it in the place of the 8."""
    start, goal = (1, 2, 3, 4, 5, 6, 7, blank, 8), (1, 2, 3, 4, 5, 6, 7, 8, blank)
    values = {
        name: [heuristic(start, goal, 3, blank, count) for count in (False, True)]
        for name, heuristic in HEURISTICS.items()
    }
    gap = abs(8 - blank)
    assert values == {
        "zero": [0, 0],
        "misplaced": [1, 2],
        "digit_difference": [gap, 2 * gap],
        "manhattan": [1, 2],
        "linear_conflict": [1, 1],
    }


def test_linear_conflict_in_rows_and_columns() -> None:
    # row 3 1 2: 2 + 1 + 1 steps and one tile leaves the row; the columns hold one own tile each
    assert HEURISTICS["linear_conflict"]((3, 1, 2, 4, 5, 6, 7, 8, 0), EIGHT_GOAL, 3, 0, False) == 6
    # column 7 1 4 of the column 1 4 7
    assert HEURISTICS["linear_conflict"]((7, 2, 3, 1, 5, 6, 4, 8, 0), EIGHT_GOAL, 3, 0, False) == 6
    # the blank is no tile: 1 and 2 have changed places, nothing else
    assert HEURISTICS["linear_conflict"]((2, 1, 0, 3), (1, 2, 0, 3), 2, 0, False) == 4


@pytest.mark.parametrize("name", ["zero", "misplaced", "manhattan", "linear_conflict"])
@pytest.mark.parametrize(
    ("goal", "width", "height"),
    [((1, 2, 3, 4, 5, 0), 3, 2), ((4, 1, 0, 2, 5, 3), 2, 3), ((1, 2, 3, 4, 5, 6, 7, 0), 4, 2)],
)
def test_admissible_and_consistent_over_a_whole_space(
    name: str, goal: tuple[int, ...], width: int, height: int
) -> None:
    problem = sliding_tiles(goal, goal, width, height, heuristic=name)
    distances = dijkstra(problem)
    assert distances.keys() == reachable(goal, width, height)
    h = {tiles: problem.h(tiles) for tiles in distances}
    assert all(h[tiles] <= distance for tiles, distance in distances.items())
    for tiles in distances:
        for _, there, cost in problem.operators(tiles, None):
            assert h[tiles] <= cost + h[there]


@pytest.mark.parametrize(("table", "width"), [("korf100.csv", 4), ("korf24_first25.csv", 5)])
def test_manhattan_of_korfs_instances(data_folder: Path, table: str, width: int) -> None:
    rows = rows_of(data_folder / "sliding_tiles" / table)
    goal = tuple(range(width * width))
    assert {
        row["id"]: HEURISTICS["manhattan"](tiles_of(row["tiles"]), goal, width, 0, False)
        for row in rows
    } == {row["id"]: int(row["manhattan"]) for row in rows}

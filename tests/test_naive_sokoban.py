"""The naive Sokoban against published and recounted figures, and against positions worked out."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from naive import ALGORITHMS, graph
from naive_domains import DEAD_END
from naive_sokoban import (
    Rules,
    dead_squares,
    frozen,
    matching,
    nearest_goal,
    parse,
    sokoban,
    start_of,
)
from oracles import check_conservation, optimal_cost

MOST_NODES = 20_000
LEVEL_ROWS = set("#@$*.+ ")


def levels_of(path: Path) -> list[str]:
    """The levels of a plain file, in which each is a run of lines that hold nothing else."""
    lines = path.read_text(encoding="utf-8").splitlines()
    levels: list[list[str]] = [[]]
    for line in lines:
        if "#" in line and set(line) <= LEVEL_ROWS:
            levels[-1].append(line)
        elif levels[-1]:
            levels.append([])
    return ["\n".join(level) for level in levels if level]


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize(
    ("file", "suffix"),
    [
        ("dimitri_yorick61.xsb", "recounted"),
        ("dimitri_yorick_s4_reconstruction.xsb", "recounted_reconstruction"),
    ],
)
def test_the_stack_makes_the_counts_of_s4_baby(data_folder: Path, file: str, suffix: str) -> None:
    levels = levels_of(data_folder / "sokoban" / file)
    rows = rows_of(data_folder / "sokoban" / "s4baby_recount.csv")
    assert len(levels) == len(rows) == 61
    compared = 0
    for level, row in zip(levels, rows, strict=True):
        nodes = row[f"nodes_{suffix}"]
        if not nodes.isdecimal() or int(nodes) > MOST_NODES:  # ">1000000" where it was too many
            continue
        problem = sokoban(level, heuristic="nearest_goal")
        result = ALGORITHMS["ida_star_stack"](problem)
        check_conservation(result, problem)
        assert (result.generated, result.iterations[-1][2]) == (
            int(nodes),
            int(row[f"last_iteration_nodes_{suffix}"]),
        ), row["title"]
        if suffix == "recounted":
            assert result.cost == int(row["pushes_recounted"])
            assert result.iterations[0][0] == int(row["initial_bound_recounted"])
        compared += 1
    assert compared >= 50


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 7, 9, 10, 11, 12, 14])
@pytest.mark.parametrize("heuristic", ["nearest_goal", "matching"])
def test_microban_takes_the_pushes_that_are_known(
    data_folder: Path, number: int, heuristic: str
) -> None:
    level = levels_of(data_folder / "sokoban" / "microban155.xsb")[number - 1]
    row = rows_of(data_folder / "sokoban" / "microban_1_77_push_optimal.csv")[number - 1]
    problem = sokoban(level, Rules(freeze_deadlocks=True), heuristic)
    result = ALGORITHMS["a_star"](problem, tie_break="low_h")
    assert result.cost == int(row["push_optimal"])
    assert ALGORITHMS["breadth_first"](sokoban(level)).depth == result.cost


# Positions worked out by hand

OPEN_ROOM = """\
######
#    #
#    #
#  $ #
# @. #
#    #
######"""


def named_pushes(text: str, rules: Rules | None = None) -> list[str]:
    """Names of the pushes from a level's start."""
    problem = sokoban(text, rules)
    return [name for name, _, _ in problem.operators(problem.start, None)]


def test_pushes_come_by_boxes_in_row_major_order_then_in_operator_order() -> None:
    two = "#######\n#  .  #\n# $ $ #\n# @ . #\n#     #\n#######"
    for order in ("UDLR", "RLDU", "DRUL"):
        words = {"U": "up", "D": "down", "L": "left", "R": "right"}
        expected = [f"{x} 2 {words[sign]}" for x in (2, 4) for sign in order]
        assert named_pushes(two, Rules(order, dead_squares=False)) == expected
    after = sokoban(two).operators(sokoban(two).start, None)[1]
    assert after == ("2 2 down", (((2, 4), (3, 2)), (1, 1)), 1)


def test_a_push_costs_the_walk_and_the_step_where_moves_are_counted() -> None:
    """The man stands left below the box: 3 steps to above it, 3 to its right, 1 to its left."""
    problem = sokoban(OPEN_ROOM, Rules(cost="moves", dead_squares=False))
    assert problem.start == (((3, 3),), (4, 2))
    assert problem.operators(problem.start, None) == [
        ("3 3 up", (((2, 3),), (3, 3)), 1 + 1),
        ("3 3 down", (((4, 3),), (3, 3)), 3 + 1),
        ("3 3 left", (((3, 2),), (3, 3)), 3 + 1),
        ("3 3 right", (((3, 4),), (3, 3)), 1 + 1),
    ]


def test_the_man_s_place_is_the_first_square_of_his_area() -> None:
    """Two rooms, joined by the box's square: the same state wherever he walks in the lower one."""
    rooms = ["#####", "# . #", "##$##", "#   #", "#   #", "#####"]
    starts = set()
    for row, column in ((3, 1), (3, 3), (4, 2)):
        lines = [list(line) for line in rooms]
        lines[row][column] = "@"
        starts.add(sokoban("\n".join(map("".join, lines))).start)
    assert starts == {(((2, 2),), (3, 1))}
    assert sokoban("#####\n#@. #\n##$##\n#   #\n#####").start == (((2, 2),), (1, 1))


def test_dead_squares_of_an_open_room() -> None:
    """A box can leave no edge row or column; from all others it comes to the goal."""
    level = parse(OPEN_ROOM)
    assert dead_squares(level) == {
        square for square in level.floor if square[0] in (1, 5) or square[1] in (1, 4)
    }
    assert named_pushes(OPEN_ROOM) == ["3 3 up", "3 3 down", "3 3 left"]


def test_scenery_is_wall_and_what_else_is_out_of_reach_loses_the_level() -> None:
    scenery = parse("########\n#@$.#*##\n########")
    assert (scenery.boxes, scenery.goals) == (((1, 2),), {(1, 3)})
    assert (1, 5) not in scenery.floor
    assert not scenery.is_lost
    assert parse("########\n#@$.#$.#\n########").is_lost
    assert parse("#########\n#@$.#$ .#\n#########").is_lost
    assert parse("########\n#@$ #. #\n########").is_lost
    assert not parse("########\n#@$.#  #\n########").is_lost


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ("######\n#$ . #\n#  @ #\n#    #\n######", {(1, 1)}),  # in a corner
        ("######\n# $$ #\n#    #\n#  @ #\n#.  .#\n######", {(1, 2), (1, 3)}),  # along a wall
        ("######\n#    #\n# $$ #\n# ** #\n#. @.#\n######", {(2, 2), (2, 3), (3, 2), (3, 3)}),
        ("######\n#    #\n# $$ #\n# *  #\n#. @.#\n######", set()),  # three of a square
        ("#####\n# @ #\n# $ #\n# $ #\n#   #\n#.. #\n#####", set()),  # can go left
        ("#####\n# @ #\n# $ #\n# $ #\n# . #\n# . #\n#####", {(2, 2), (3, 2)}),  # dead on both sides
        ("#####\n# @ #\n# $ #\n#   #\n# . #\n#   #\n#####", set()),  # can go down
        ("#######\n#    .#\n# #$  #\n#  $# #\n# @  .#\n#     #\n#######", {(2, 3), (3, 3)}),
    ],
)
def test_frozen_boxes(rows: str, expected: set[tuple[int, int]]) -> None:
    level = parse(rows)
    assert frozen(level, level.boxes) == expected


def test_a_push_that_freezes_boxes_off_goals_is_left_out() -> None:
    """Pushed up, the box stands beside the other at the wall; the squares there are not dead."""
    text = "######\n#.$ .#\n#  $ #\n#  @ #\n######"
    assert "3 2 up" in named_pushes(text)
    assert "3 2 up" not in named_pushes(text, Rules(freeze_deadlocks=True))
    on_goals = text.replace("#.$ .#", "# *.@#").replace("@ #\n#####", "  #\n#####")
    assert "3 2 up" in named_pushes(on_goals, Rules(freeze_deadlocks=True))


def test_boxes_that_can_only_share_a_goal() -> None:
    """Along the upper wall a box comes to the one goal there, and to none below."""
    text = "########\n#.$    #\n#    $ #\n#    @ #\n#   .  #\n########"
    assert "5 2 up" in named_pushes(text)
    assert "5 2 up" not in named_pushes(text, Rules(bipartite_deadlocks=True))
    level = parse(text)
    pushed = (((1, 2), (1, 5)), (1, 1))
    assert nearest_goal(level, pushed) == 1 + 4
    assert matching(level, pushed) == DEAD_END


def test_matching_gives_each_box_its_own_goal() -> None:
    """The boxes stand in columns 3 and 5, and the goals are in 1 and 4."""
    level = parse("#########\n#       #\n#. $.$  #\n# @     #\n#       #\n#########")
    assert nearest_goal(level, start_of(level, Rules())) == 1 + 1
    assert matching(level, start_of(level, Rules())) == 2 + 1


def test_the_stack_looks_at_the_last_child_first() -> None:
    """Bound 2: of the start's children 4 is a dead end, and 3 and 2 are beyond the bound.

    Bound 3: 3 is expanded first, and has no children; then 2, whose child is the goal.
    """
    edges = {1: [(2, 1), (3, 1), (4, 1)], 2: [(5, 2)]}
    problem = graph(edges, 1, [5], {1: 2, 2: 2, 3: 2, 4: DEAD_END})
    result = ALGORITHMS["ida_star_stack"](problem)
    check_conservation(result, problem, optimal=3)
    assert result.iterations == [(2, 1, 3), (3, 3, 4)]
    assert result.levels == [(2, 0, 0), (2, 6, 0), (0, 1, 0)]
    assert result.evaluated == 1 + 7


@pytest.mark.parametrize(
    ("next_bound", "bounds"), [("plus_one", [1, 2, 3, 4, 5, 6]), ("least_excess", [1, 6])]
)
def test_the_next_bound_of_the_stack(next_bound: str, bounds: list[int]) -> None:
    """The one path has f = 1, 5 + 1 and 5 + 1; the last iteration expands two nodes of it."""
    problem = graph({0: [(1, 5)], 1: [(2, 1)]}, 0, [2], {0: 1, 1: 1})
    result = ALGORITHMS["ida_star_stack"](problem, next_bound=next_bound)
    check_conservation(result, problem, optimal=6)
    assert [line[0] for line in result.iterations] == bounds
    assert result.expanded == len(bounds) + 1


def test_the_stack_takes_a_goal_beyond_the_bound() -> None:
    """It is looked for first; so the solution is the cheapest where no step costs more than h."""
    problem = graph({0: [(1, 1), (2, 5)], 1: [(2, 1)]}, 0, [2], {0: 1, 1: 1})
    result = ALGORITHMS["ida_star_stack"](problem)
    assert (result.cost, optimal_cost(problem)) == (5, 2)
    assert result.iterations == [(1, 1, 2)]


def test_the_stack_ends_when_nothing_was_dropped() -> None:
    """Bound 0: the child is dropped; bound 1: it is expanded, and has none."""
    result = ALGORITHMS["ida_star_stack"](graph({0: [(1, 1)]}, 0, []))
    assert result.status == "unsolvable"
    assert (result.iterations, result.evaluated) == ([(0, 1, 1), (1, 2, 1)], 3)


def test_the_stack_leaves_a_start_that_is_a_dead_end() -> None:
    result = ALGORITHMS["ida_star_stack"](graph({0: [(1, 1)]}, 0, [1], {0: DEAD_END}))
    assert result.status == "unsolvable"
    assert (result.expanded, result.evaluated, result.iterations) == (0, 1, [])

"""Replays of recorded solutions: against walks made step by step, and what they refuse."""

from __future__ import annotations

from itertools import chain
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_solutions import TWO_ROWS, TWO_ROWS_PUSHES, tile_params

from harness.drawings import sliding_tiles, sokoban

STEPS = {"u": (0, -1), "d": (0, 1), "l": (-1, 0), "r": (1, 0)}
"""Columns and rows that a step adds."""
NAMES = {"u": "up", "d": "down", "l": "left", "r": "right"}

SHAPES = (
    ["#######", "#@    #", "# $ $ #", "#     #", "#######"],
    ["  ####", "###  ##", "#  $  #", "# #$# #", "#  @  #", "#######"],
    ["########", "#  @   #", "# $$$  #", "#  ##  #", "#      #", "########"],
    ["#####  ", "#   ###", "# $   #", "##$## #", "#  @  #", "#######"],
)
"""Levels without goals."""

Square = tuple[int, int]


class Warehouse:
    """A level in which the man goes step by step, pushing what is in his way."""

    def __init__(self, rows: list[str]) -> None:
        self.rows = rows
        squares = [(x, y) for y, row in enumerate(rows) for x in range(len(row))]
        self.walls = {(x, y) for x, y in squares if rows[y][x] == "#"}
        self.boxes = {(x, y) for x, y in squares if rows[y][x] in "$*"}
        [self.man] = [(x, y) for x, y in squares if rows[y][x] in "@+"]

    def step(self, letter: str) -> str | None:
        """The push that this step makes, "" if it makes none, None if it is not possible."""
        (x, y), (right, down) = self.man, STEPS[letter]
        there, beyond = (x + right, y + down), (x + 2 * right, y + 2 * down)
        if there in self.walls or (there in self.boxes and beyond in self.walls | self.boxes):
            return None
        self.man = there
        if there not in self.boxes:
            return ""
        self.boxes = self.boxes - {there} | {beyond}
        return f"{there[0]} {there[1]} {NAMES[letter]}"

    def with_goals(self, goals: set[Square]) -> str:
        """The text of the level, with goals put into it."""
        on_goal = {" ": ".", "$": "*", "@": "+"}
        return "\n".join(
            "".join(on_goal[kind] if (x, y) in goals else kind for x, kind in enumerate(row))
            for y, row in enumerate(self.rows)
        )


def distance(free: set[Square], start: Square, end: Square) -> int:
    """Length of a shortest walk: the squares that can be reached in so many steps grow until."""
    reached, steps = {start}, 0
    while end not in reached:
        reached |= {
            (x + right, y + down) for x, y in reached for right, down in STEPS.values()
        } & free
        steps += 1
    return steps


def squares_of(board: list[str], kinds: str) -> set[Square]:
    return {(x, y) for y, row in enumerate(board) for x, kind in enumerate(row) if kind in kinds}


@given(st.sampled_from(SHAPES), st.text("udlr", max_size=150))
def test_sokoban_against_walks_step_by_step(rows: list[str], letters: str) -> None:
    """Any walk solves the level whose goals are where it leaves the boxes."""
    walk = Warehouse(rows)
    pushes, seen = [], [(walk.boxes, walk.man)]
    for letter in letters:
        push = walk.step(letter)
        if push:
            pushes.append(push)
            seen.append((walk.boxes, walk.man))
    text = walk.with_goals(walk.boxes)
    boards = sokoban.boards(text, {}, pushes)
    assert [(squares_of(b, "$*"), squares_of(b, "@+").pop()) for b in boards] == seen
    for board in boards:
        assert squares_of(board, ".*+:") == walk.boxes

    again = Warehouse(rows)
    free = squares_of(rows, " $@")
    made, steps, shortest = [], 0, 0
    boxes, man = again.boxes, again.man
    for letter in sokoban.lurd(text, {}, pushes):
        steps += 1
        push = again.step(letter.lower())
        assert push is not None
        assert bool(push) == letter.isupper()
        if push:
            made.append(push)
            x, y = again.man
            behind = (x - STEPS[letter.lower()][0], y - STEPS[letter.lower()][1])
            shortest += distance(free - boxes, man, behind) + 1
            boxes, man = again.boxes, again.man
    assert (made, steps) == (pushes, shortest)


def test_sokoban_by_hand() -> None:
    """One step to the first box, two pushes; back over two squares, down, and two pushes more."""
    assert sokoban.lurd(TWO_ROWS, {}, TWO_ROWS_PUSHES) == "rRRlldRR"
    boards = sokoban.boards(TWO_ROWS, {}, TWO_ROWS_PUSHES)
    assert boards[0] == TWO_ROWS.split("\n")
    assert boards[1] == ["#######", "#,,@$.#", "#  $ .#", "#######"]
    assert boards[3] == ["#######", "# ,,,*#", "# ,@$.#", "#######"]
    assert boards[4] == ["#######", "#    *#", "#  ,@*#", "#######"]


@pytest.mark.parametrize(
    ("rows", "push", "letters"),
    [
        (["#####", "# . #", "# $ #", "#   #", "#@  #", "#####"], "2 2 up", "urU"),
        (["#####", "#@  #", "#   #", "# $ #", "# . #", "#####"], "2 3 down", "drD"),
        (["######", "#   @#", "#    #", "# .$ #", "######"], "3 3 left", "ddL"),
        (["######", "#  $.#", "#    #", "#   @#", "######"], "3 1 right", "ulluR"),
    ],
)  # fmt: skip
def test_walks_are_shortest_and_in_a_fixed_order(rows: list[str], push: str, letters: str) -> None:
    """Of equally short ones the first in the order up, down, left, right.

    In the last level the man has to go two squares up and two to the left. Up twice leads to the
    wrong side of the box, up after one step to the left is the box itself.
    """
    assert sokoban.lurd("\n".join(rows), {}, [push]) == letters


def test_cells_that_no_walk_reaches_are_outside() -> None:
    text = "  ####\n###@.#\n# #$ #\n##   #\n #####"
    [board] = sokoban.boards(text.replace("$", " ").replace(".", " "), {}, [])
    assert board == ["~~####", "###@ #", "#~#  #", "##   #", "~#####"]


@pytest.mark.parametrize(
    ("pushes", "reason"),
    [
        (["2 1 right"], "push 1 (2 1 right): no box is there"),
        (["3 1 right", "3 1 right"], "push 2 (3 1 right): no box is there"),
        (["3 1 up"], "push 1 (3 1 up): the square ahead is not free"),
        (["3 1 down"], "push 1 (3 1 down): the square ahead is not free"),
        (["3 1 left"], "push 1 (3 1 left): the man cannot get behind the box"),
        (["3 1"], "push 1 (3 1): is not 'x y direction'"),
        (["3 1 North"], "is not 'x y direction'"),
        (["-3 1 up"], "is not 'x y direction'"),
        (["\u0663 1 right"], "is not 'x y direction'"),
        (["99 99 up"], "no box is there"),
        ([], "at the end 2 of 2 boxes are on no goal"),
        (TWO_ROWS_PUSHES[:3], "at the end 1 of 2 boxes are on no goal"),
    ],
)
def test_sokoban_refuses(pushes: list[str], reason: str) -> None:
    for replay in (sokoban.boards, sokoban.lurd):
        with pytest.raises(ValueError) as caught:
            replay(TWO_ROWS, {}, pushes)
        assert reason in str(caught.value)


@pytest.mark.parametrize(
    ("text", "reason"),
    [("", "0 men"), ("####\n#@@#\n####", "2 men"), ("####\n#@x#\n####", "'x' in row 1, column 2")],
)  # fmt: skip
def test_sokoban_refuses_what_is_no_level(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        sokoban.boards(text, {}, [])


@given(st.data())
def test_tiles_against_walks_step_by_step(data: st.DataObject) -> None:
    """Any walk of the blank leads to the board in which it ends."""
    width, height = data.draw(st.integers(2, 6)), data.draw(st.integers(2, 6))
    blank = data.draw(st.sampled_from(["zero", "highest"]))
    hole = 0 if blank == "zero" else width * height - 1
    start = data.draw(st.permutations(range(width * height)))
    letters = data.draw(st.text("udlr", max_size=60))
    grid = [start[y * width : (y + 1) * width] for y in range(height)]
    [(x, y)] = [(x, y) for y in range(height) for x in range(width) if grid[y][x] == hole]
    moves, seen = [], [grid]
    for letter in letters:
        to_x, to_y = x + STEPS[letter][0], y + STEPS[letter][1]
        if to_x in range(width) and to_y in range(height):
            grid = [list(row) for row in grid]
            grid[y][x], grid[to_y][to_x] = grid[to_y][to_x], grid[y][x]
            x, y = to_x, to_y
            moves.append(letter.upper())
            seen.append(grid)
    goal = list(chain.from_iterable(grid))
    text = " ".join(map(str, start))
    boards = sliding_tiles.boards(text, tile_params(width, height, goal, blank), moves)
    assert boards == [
        [
            ["" if n == hole else f"{n}*" if n == grid[y][x] else str(n) for x, n in enumerate(row)]
            for y, row in enumerate(board)
        ]
        for board in seen
    ]


@pytest.mark.parametrize(
    ("goal", "blank", "text"),
    [
        ("blank_first", "zero", "0 1 2 3 4 5"),
        ("blank_last", "zero", "1 2 3 4 5 0"),
        ("blank_first", "highest", "5 0 1 2 3 4"),
        ("blank_last", "highest", "0 1 2 3 4 5"),
        ([3, 1, 2, 0, 5, 4], "zero", "3 1 2 0 5 4"),
    ],
)
def test_goals_of_tiles(goal: Any, blank: str, text: str) -> None:
    [board] = sliding_tiles.boards(text, tile_params(3, 2, goal, blank), [])
    hole = "0" if blank == "zero" else "5"
    assert list(chain.from_iterable(board)) == [
        "" if word == hole else f"{word}*" for word in text.split()
    ]


@pytest.mark.parametrize(
    ("text", "moves", "reason"),
    [
        ("1 2 3 4 5 6 7 0 8", ["D"], "move 1 (D): the blank would leave the board"),
        ("1 2 3 4 5 6 7 0 8", ["R", "R"], "move 2 (R): the blank would leave the board"),
        ("1 2 3 4 5 6 7 0 8", ["r"], "move 1 (r): is not one of U, D, L, R"),
        ("1 2 3 4 5 6 7 0 8", ["L"], "at the end the board is not the goal"),
        ("1 2 3 4 5 6 7 0 8", [], "at the end the board is not the goal"),
        ("1 2 3 4 5 6 7 0", [], "the start is no 3x3 board: 1 2 3 4 5 6 7 0"),
        ("1 2 3 4 5 6 7 0 9", [], "the start is no 3x3 board"),
        ("a", [], "'a'"),
    ],
)
def test_tiles_refuse(text: str, moves: list[str], reason: str) -> None:
    with pytest.raises(ValueError) as caught:
        sliding_tiles.boards(text, tile_params(3, 3, "blank_last"), moves)
    assert reason in str(caught.value)

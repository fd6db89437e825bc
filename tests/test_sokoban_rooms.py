"""Random small levels: well formed, the same from the same seed, and solved by plain search."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive_sokoban import Rules, parse, pushes, start_of, walks

from harness import dataset_registry, references
from harness.drawings import sokoban as drawing
from kernels.cores import sokoban_levels
from kernels.cores.sokoban_rooms import BOXES, HEIGHTS, WIDTHS, farthest, room
from kernels.random import SplitMix64

SEEDS = st.integers(0, 2**64 - 1)
SIZES = (
    (4, 4, 1), (5, 5, 1), (4, 4, 2), (5, 4, 2), (6, 4, 2), (5, 5, 2), (6, 5, 2),
    (7, 6, 2), (5, 4, 3), (6, 4, 3), (5, 5, 3), (6, 5, 3), (5, 4, 4), (6, 4, 4),
)  # fmt: skip
"""Width, height and boxes of the rooms that come with the program."""

ROOMS = 20  # of each size, out of which the one with the most pushes was taken
MOST_SEARCHED = 3  # boxes of a level that a plain search solves in no time


def solution(text: str) -> list[str] | None:
    """The pushes of a shortest solution, breadth-first; None if there is none."""
    level, rules = parse(text), Rules()
    start = start_of(level, rules)
    came_from = {start: (start, "")}
    waiting = [start]
    for state in waiting:
        if set(state[0]) == level.goals:
            found = []
            while state != start:
                state, push = came_from[state]
                found.append(push)
            return found[::-1]
        for push, child, _ in pushes(level, rules, state):
            if child not in came_from:
                came_from[child] = (state, str(push))
                waiting.append(child)
    return None


@given(SEEDS, st.none() | st.integers(0, 100))
def test_every_level_is_well_formed(seed: int, moves: int | None) -> None:
    text = room(SplitMix64(seed), moves)
    assert text == sokoban_levels.canonical(text) == room(SplitMix64(seed), moves)
    rows = text.split("\n")
    assert len(rows) - 2 in range(HEIGHTS[0], HEIGHTS[1] + 1)
    assert {len(row) - 2 for row in rows} <= set(range(WIDTHS[0], WIDTHS[1] + 1))
    assert set(rows[0] + rows[-1]) == {"#"} == {row[0] for row in rows} | {row[-1] for row in rows}
    signs = Counter(text)
    assert signs["@"] + signs["+"] == 1
    assert signs["$"] + signs["*"] == signs["."] + signs["*"] + signs["+"]
    assert signs["$"] + signs["*"] in range(BOXES[0], BOXES[1] + 1)
    assert moves is not None or signs["*"] == 0
    level = parse(text)
    squares = {(y, x) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign != "#"}
    assert set(walks(level.man, squares)) == squares == level.floor


@given(SEEDS, st.integers(0, 6))
def test_a_scramble_is_solved_by_as_many_pushes(seed: int, moves: int) -> None:
    text = room(SplitMix64(seed), moves)
    found = solution(text)
    assert found is not None
    assert len(found) <= moves
    assert (moves > 0) or "$" not in text
    drawing.boards(text, {}, found)


@pytest.mark.parametrize("boxes", range(1, MOST_SEARCHED + 1))
def test_every_level_is_solved(boxes: int) -> None:
    """By breadth-first search, and the solution by rules that are written down elsewhere."""
    texts = [room(SplitMix64(seed), None) for seed in range(120)]
    having = [text for text in texts if text.count("$") == boxes]
    assert len(having) > 15
    for text in having:
        found = solution(text)
        assert found is not None
        assert len(found) >= boxes
        drawing.boards(text, {}, found)


def test_one_pull_takes_a_box_off_its_goal() -> None:
    """In every room some box can be moved, and each pull is followed by the man."""
    for seed in range(200):
        text = room(SplitMix64(seed), 1)
        assert text.count("$") == 1
        assert solution(text) is not None


def test_levels_differ() -> None:
    texts = {room(SplitMix64(seed), None) for seed in range(100)}
    assert len(texts) == 100
    assert {sum(map(text.count, "$*")) for text in texts} == {1, 2, 3, 4}
    assert any("#" in row[1:-1] for text in texts for row in text.split("\n")[1:-1])


@pytest.mark.parametrize("size", range(len(SIZES)))
def test_the_rooms_that_come_with_the_program(size: int) -> None:
    """Each is the farthest state of its rooms, and a search forward needs as many pushes."""
    rng = SplitMix64(1)
    text, pushes = max(
        (farthest(rng, *SIZES[size]) for _ in range(ROOMS)), key=lambda made: made[1]
    )
    assert dataset_registry.load("sokoban_rooms").read()[str(size + 1)] == text.replace("\n", "|")
    figure = references.load("sokoban_rooms").figures[size]
    assert figure.where == {"instance": f"sokoban_rooms/{size + 1}"}
    assert figure.expected == {"depth": pushes}
    found = solution(text)
    assert found is not None
    assert len(found) == pushes

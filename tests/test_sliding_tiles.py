"""Sliding tiles, their plain part: the doctor, instances, parameters."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import Any

import naive
import pytest
from bound_probes import board
from hypothesis import given
from hypothesis import strategies as st

from harness.parameters import settings
from kernels.domains import sliding_tiles as tiles
from kernels.random import SplitMix64


def text(numbers: Any) -> str:
    return " ".join(map(str, numbers))


def solvable(params: dict[str, Any], numbers: Any) -> bool:
    return tiles.doctor(params, text(numbers)) is None


# The doctor


@pytest.mark.parametrize(("width", "height"), [(2, 2), (3, 2), (2, 3)])
@pytest.mark.parametrize("blank", ["zero", "highest"])
def test_the_doctor_against_all_that_can_be_reached(width: int, height: int, blank: str) -> None:
    """For a goal with the blank on each cell in turn, and a goal in no order."""
    cells = width * height
    number = 0 if blank == "zero" else cells - 1
    others = [n for n in range(cells) if n != number]
    goals = [[*others[:at], number, *others[at:]] for at in range(cells)]
    goals.append(goals[1][::-1])
    for goal in goals:
        params = board(width, height, blank=blank, goal=goal)
        reachable = naive.reachable(tuple(goal), width, height, number)
        found = {p for p in permutations(range(cells)) if solvable(params, p)}
        assert found == reachable


@pytest.mark.parametrize(("width", "height"), [(3, 4), (5, 2), (2, 5), (4, 4), (5, 5), (6, 6)])
@pytest.mark.parametrize("blank", ["zero", "highest"])
def test_the_doctor_on_scrambled_boards(width: int, height: int, blank: str) -> None:
    """What moves lead to is solvable; with two tiles exchanged it is not."""
    rng = SplitMix64(width * height)
    for goal in ("blank_first", "blank_last", shuffled(width * height, rng)):
        params = board(width, height, blank=blank, goal=goal)
        number = tiles.blank_number(params)
        state = tuple(tiles.goal_vector(params))
        for _ in range(60):
            _, state, _ = choose(rng, naive.neighbours(state, width, height, blank=number))
            assert solvable(params, state)
            a, b = [cell for cell, n in enumerate(state) if n != number][:2]
            swapped = list(state)
            swapped[a], swapped[b] = swapped[b], swapped[a]
            assert not solvable(params, swapped)


def shuffled(cells: int, rng: SplitMix64) -> list[int]:
    numbers = list(range(cells))
    rng.shuffle(numbers)
    return numbers


def choose(rng: SplitMix64, items: list[Any]) -> Any:
    return items[rng.below(len(items))]


def test_the_fourteen_fifteen_puzzle() -> None:
    """Sam Loyd's, for which nobody could win the thousand dollars (Johnson & Story 1879)."""
    start = [*range(1, 14), 15, 14, 0]
    params = board(4, 4, goal="blank_last")
    reason = tiles.doctor(params, text(start))
    assert reason is not None
    assert "parity" in reason
    assert solvable(params, [*range(1, 16), 0])
    assert solvable(board(4, 4, goal="blank_first"), start)


# Parameters and instances


@pytest.mark.parametrize("name", ["width", "height"])
def test_from_two_to_six_cells(name: str) -> None:
    """1 x n has nothing to search, and 7 x 7 does not fit the packed state."""
    for cells in range(-1, 9):
        _, faults = settings(tiles.PARAMETERS, {name: cells})
        assert bool(faults) == (not 2 <= cells <= 6)


@pytest.mark.parametrize(
    ("goal", "reason"),
    [
        ([1, 2, 3, 0, 4], "5 numbers for a 3x2 board of 6"),
        ([1, 2, 3, 4, 5, 5], "[0] missing, [5] repeated"),
        ([1, 2, 3, 4, 5, 6], "[0] missing, [6] repeated or unknown"),
        ([0, 1, 2, 3, 4, -5], "[5] missing, [-5] repeated or unknown"),
    ],
)
def test_goals_that_are_no_boards(goal: list[int], reason: str) -> None:
    fault = tiles.fault(board(3, 2, goal=goal))
    assert fault is not None
    assert fault.startswith("goal: ")
    assert reason in fault


@pytest.mark.parametrize("goal", ["blank_first", "blank_last", [5, 3, 1, 0, 2, 4]])
@pytest.mark.parametrize("blank", ["zero", "highest"])
def test_goals_that_are(goal: Any, blank: str) -> None:
    assert tiles.fault(board(3, 2, goal=goal, blank=blank)) is None


def test_goals_by_name() -> None:
    named = {
        (goal, blank): tiles.goal_vector(board(3, 2, goal=goal, blank=blank))
        for goal in ("blank_first", "blank_last")
        for blank in ("zero", "highest")
    }
    assert named == {
        ("blank_first", "zero"): [0, 1, 2, 3, 4, 5],
        ("blank_last", "zero"): [1, 2, 3, 4, 5, 0],
        ("blank_first", "highest"): [5, 0, 1, 2, 3, 4],
        ("blank_last", "highest"): [0, 1, 2, 3, 4, 5],
    }


@pytest.mark.parametrize(
    "item",
    ["3 1 2 0", "3, 1, 2, 0", " 3,1 2\t0 ", [3, 1, 2, 0], (3, 1, 2, 0), ["3", "1", "2", "0"]],
)
def test_one_instance_however_written(item: Any) -> None:
    assert tiles.read(board(2, 2), item) == "3 1 2 0"


@pytest.mark.parametrize(
    ("item", "reason"),
    [
        ("", "0 numbers for a 2x2 board of 4"),
        ("1 2 3", "3 numbers"),
        ("0 1 2 3 4", "5 numbers"),
        ("0 1 2 2", "[3] missing, [2] repeated"),
        ("0 1 2 4", "[3] missing, [4] repeated or unknown"),
        ("-1 1 2 3", "[0] missing, [-1] repeated or unknown"),
        ("0 1 2 x", "'0 1 2 x' is not a list of whole numbers"),
        ("0 1 2 3.0", "not a list of whole numbers"),
        ([0, 1, 2, 3.5], "not a list of whole numbers"),
        ([0, 1, 2, 3.0], "not a list of whole numbers"),
        ([0, 1, 2, None], "not a list of whole numbers"),
        ([[0, 1], [2, 3]], "not a list of whole numbers"),
        (17, "17 is not a list of whole numbers"),
        (None, "None is not a list of whole numbers"),
    ],
)
def test_what_is_no_instance(item: Any, reason: str) -> None:
    with pytest.raises(ValueError) as caught:
        tiles.read(board(2, 2), item)
    assert reason in str(caught.value)


@given(st.permutations(range(9)))
def test_what_was_read_reads_the_same(numbers: list[int]) -> None:
    params = board(3, 3)
    once = tiles.read(params, numbers)
    assert tiles.read(params, once) == once
    assert tiles.start(params, once).tolist() == [*numbers, numbers.index(0)]


@pytest.mark.parametrize(
    ("params", "states"),
    [
        (board(2, 2), 12),
        (board(2, 3, goal=[3, 1, 0, 5, 4, 2]), 360),
        (board(3, 2, blank="highest"), 360),
    ],
)
def test_random_instances_are_uniform(params: dict[str, Any], states: int) -> None:
    """Chi-square with n - 1 degrees of freedom: mean n - 1, deviation sqrt(2 n - 2); five of it."""
    rng, expected = SplitMix64(1), 60
    found = Counter(tiles.random_instance(params, rng) for _ in range(states * expected))
    goal = tuple(tiles.goal_vector(params))
    reachable = naive.reachable(goal, params["width"], params["height"], tiles.blank_number(params))
    assert set(found) == set(map(text, reachable))
    assert len(found) == states
    chi_square = sum((count - expected) ** 2 / expected for count in found.values())
    degrees = states - 1
    assert abs(chi_square - degrees) < 5 * (2 * degrees) ** 0.5


def test_scrambled_instances_are_so_many_moves_away() -> None:
    """All states that exactly so many moves lead to, and no others."""
    params = board(2, 3, goal=[3, 1, 0, 5, 4, 2])
    rng = SplitMix64(4)
    reached = {tuple(tiles.goal_vector(params))}
    for moves in range(7):
        found = {tiles.scrambled_instance(params, rng, moves) for _ in range(2000)}
        assert found == set(map(text, reached))
        reached = {to for state in reached for _, to, _ in naive.neighbours(state, 2, 3)}


def test_each_legal_move_is_as_likely() -> None:
    """From the middle of an edge, three ways: a third of 3000, within five deviations."""
    params = board(3, 3, goal=[1, 0, 2, 3, 4, 5, 6, 7, 8])
    rng = SplitMix64(9)
    found = Counter(tiles.scrambled_instance(params, rng, 1) for _ in range(3000))
    assert len(found) == 3
    assert all(abs(count - 1000) < 5 * (3000 * 2 / 9) ** 0.5 for count in found.values())

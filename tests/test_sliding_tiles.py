"""The sliding-tiles domain: its plain part against naive reachability, its compiled part too."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import permutations, product
from typing import Any

import naive
import numpy as np
import pytest
from bound_probes import binding, board, compiled, plain
from hypothesis import given
from hypothesis import strategies as st

from kernels.domains import sliding_tiles as tiles
from kernels.random import SplitMix64
from kernels.specialise import Kernel

SIZES = [(width, height) for width in range(2, 7) for height in range(2, 7)]
COMPILED = [(3, 3), (4, 4), (5, 4), (5, 5), (6, 6)]  # one word, a full one, two, three, four
ORDERS = tiles.PARAMETERS["operator_order"].choices


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
    goals = [others[:at] + [number] + others[at:] for at in range(cells)]
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
    parameter = tiles.PARAMETERS[name]
    assert (parameter.minimum, parameter.maximum) == (2, 6)


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
    "item", ["3 1 2 0", "3, 1, 2, 0", " 3,1 2\t0 ", [3, 1, 2, 0], (3, 1, 2, 0), ["3", "1", "2", "0"]]
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
    reachable = naive.reachable(
        goal, params["width"], params["height"], tiles.blank_number(params)
    )
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


# Compiled


@cache
def plain_board(width: int, height: int) -> Kernel:
    return plain(binding("board", board(width, height)))


@cache
def compiled_board(width: int, height: int) -> Kernel:
    params = board(width, height)
    return compiled(binding("board", params), lambda kernel: Board(kernel, params).warm())


class Board:
    """A board's functions, as Python calls them."""

    def __init__(self, kernel: Kernel, params: dict[str, Any]) -> None:
        self.probe, self.params = kernel.algorithm, params
        self.T = kernel.domain.prepare(params, "")
        self.no_operator = kernel.domain.NO_OPERATOR
        self.cells = params["width"] * params["height"]
        self.words = tiles.specialise(params)["WORDS"]

    def warm(self) -> None:
        goal = tuple(tiles.goal_vector(self.params))
        self.expand(goal)
        self.is_goal(goal)

    def start(self, numbers: tuple[int, ...]) -> np.ndarray:
        return tiles.start(self.params, text(numbers))

    def pack(self, numbers: tuple[int, ...]) -> list[int]:
        key = np.full(self.words, 99, dtype=np.uint64)
        self.probe.pack(self.T, self.start(numbers), key)
        return key.tolist()

    def expand(self, numbers: tuple[int, ...], last: int | None = None) -> list[tuple[int, ...]]:
        """(operator, state after it) of each child, by all the ways there are to make them."""
        key = np.array(self.pack(numbers), dtype=np.uint64)
        state = np.full(self.cells + 1, 99, dtype=np.int64)
        operators = np.zeros(8, dtype=np.int64)
        states = np.zeros((4, self.cells + 1), dtype=np.int64)
        keys = np.full((4, self.words), 99, dtype=np.uint64)
        via = self.no_operator if last is None else last
        count = self.probe.expand(self.T, key, via, state, operators, states, keys)
        assert state.tolist() == self.start(numbers).tolist()  # unpacked, and every move undone
        children = [tuple(child) for child in states[:count, : self.cells].tolist()]
        for child, packed, there in zip(children, keys, states, strict=False):
            assert packed.tolist() == self.pack(child)
            assert there.tolist() == self.start(child).tolist()
        return list(zip(operators[:count].tolist(), children, strict=True))

    def is_goal(self, numbers: tuple[int, ...]) -> bool:
        return bool(self.probe.is_goal(self.T, self.start(numbers)))

    def expected(self, numbers: tuple[int, ...], last: str | None) -> list[tuple[str, Any]]:
        """(name, state after it) of each child."""
        params = self.params
        pruned = last if params["parent_pruning"] else None
        steps = naive.neighbours(
            numbers,
            params["width"],
            params["height"],
            params["operator_order"],
            tiles.blank_number(params),
            pruned,
        )
        return [(name, child) for name, child, _ in steps]


def check_children(tested: Board, numbers: tuple[int, ...]) -> None:
    """Children of a state and of each child, which has a last operator."""
    children = tested.expand(numbers)
    named = [(tiles.operator_name(op), child) for op, child in children]
    assert named == tested.expected(numbers, None)
    for op, child in children:
        assert 0 <= op < 1 << 16
        further = [(tiles.operator_name(o), c) for o, c in tested.expand(child, op)]
        assert further == tested.expected(child, tiles.operator_name(op))


@given(data=st.data())
def test_moves_and_packed_states_of_every_size(data: st.DataObject) -> None:
    width, height = data.draw(st.sampled_from(SIZES))
    numbers = tuple(data.draw(st.permutations(range(width * height))))
    params = board(
        width,
        height,
        blank=data.draw(st.sampled_from(["zero", "highest"])),
        operator_order=data.draw(st.sampled_from(ORDERS)),
        parent_pruning=data.draw(st.booleans()),
    )
    check_children(Board(plain_board(width, height), params), numbers)


@pytest.mark.parametrize(("width", "height"), COMPILED)
@given(data=st.data())
def test_compiled_moves_and_packed_states(width: int, height: int, data: st.DataObject) -> None:
    numbers = tuple(data.draw(st.permutations(range(width * height))))
    params = board(width, height, blank=data.draw(st.sampled_from(["zero", "highest"])))
    check_children(Board(compiled_board(width, height), params), numbers)


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("pruning", [False, True])
def test_every_operator_order(order: str, pruning: bool) -> None:
    """With the blank on each cell."""
    params = board(3, 3, operator_order=order, parent_pruning=pruning)
    tested = Board(compiled_board(3, 3), params)
    for at in range(9):
        numbers = [*range(1, 9)]
        check_children(tested, tuple(numbers[:at] + [0] + numbers[at:]))


@given(data=st.data())
def test_keys_are_in_the_order_of_the_states(data: st.DataObject) -> None:
    """Also of states that differ late, as those of a search do."""
    width, height = data.draw(st.sampled_from(SIZES))
    cells = width * height
    one = data.draw(st.permutations(range(cells)))
    kept = data.draw(st.integers(0, cells))
    other = one[:kept] + data.draw(st.permutations(one[kept:]))
    tested = Board(plain_board(width, height), board(width, height))
    if width * height in (9, 16, 20, 25, 36) and (width, height) in COMPILED:
        tested = Board(compiled_board(width, height), board(width, height))
    a, b = tuple(one), tuple(other)
    assert (tested.pack(a) < tested.pack(b)) == (a < b)
    assert (tested.pack(a) == tested.pack(b)) == (a == b)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_packed_states_are_no_longer_than_they_have_to_be(width: int, height: int) -> None:
    """Four bits a cell to sixteen cells, five to thirty-two, six beyond; no cell in two words."""
    cells = width * height
    bits = 4 if cells <= 16 else 5 if cells <= 32 else 6
    assert tiles.specialise(board(width, height))["WORDS"] == -(-cells // (64 // bits))


def test_the_goal_is_one_state() -> None:
    for goal, blank in product(("blank_first", "blank_last", [3, 1, 2, 0]), ("zero", "highest")):
        params = board(2, 2, goal=goal, blank=blank)
        tested = Board(plain_board(2, 2), params)
        found = [p for p in permutations(range(4)) if tested.is_goal(p)]
        assert found == [tuple(tiles.goal_vector(params))]


def test_operators_are_named_for_the_way_of_the_blank() -> None:
    """The blank starts in the middle of 1 2 3 / 4 0 5 / 6 7 8."""
    tested = Board(compiled_board(3, 3), board(3, 3, operator_order="UDLR"))
    children = tested.expand((1, 2, 3, 4, 0, 5, 6, 7, 8))
    assert {tiles.operator_name(op): child.index(0) for op, child in children} == {
        "U": 1,
        "D": 7,
        "L": 3,
        "R": 5,
    }


def test_boards_of_one_kind_share_their_tables() -> None:
    params = board(3, 3)
    assert tiles.prepare(params, "0 1 2 3 4 5 6 7 8") is tiles.prepare(params, "1 0 2 3 4 5 6 7 8")
    assert tiles.prepare(params, "") is not tiles.prepare(board(3, 3, operator_order="UDLR"), "")

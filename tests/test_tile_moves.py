"""Sliding tiles, their compiled part: moves, packed states and the goal test."""

from __future__ import annotations

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
        self.probe.inverse(self.T, 0)

    def start(self, numbers: tuple[int, ...]) -> np.ndarray:
        return tiles.start(self.params, " ".join(map(str, numbers)))

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
        check_children(tested, (*numbers[:at], 0, *numbers[at:]))


@given(data=st.data())
def test_keys_are_in_the_order_of_the_states(data: st.DataObject) -> None:
    """Also of states that differ late, as those of a search do."""
    width, height = data.draw(st.sampled_from(SIZES))
    cells = width * height
    one = data.draw(st.permutations(range(cells)))
    kept = data.draw(st.integers(0, cells))
    other = one[:kept] + data.draw(st.permutations(one[kept:]))
    tested = Board(plain_board(width, height), board(width, height))
    if (width, height) in COMPILED:
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


@pytest.mark.parametrize(("width", "height"), COMPILED)
def test_every_move_is_taken_back_by_its_inverse(width: int, height: int) -> None:
    params = board(width, height, parent_pruning=False)
    tested = Board(compiled_board(width, height), params)
    rng = SplitMix64(3)
    for _ in range(30):
        start = tuple(map(int, tiles.random_instance(params, rng).split()))
        for op, child in tested.expand(start):
            back = tested.probe.inverse(tested.T, op)
            assert back == tiles.reverse_operator(op)
            assert dict(tested.expand(child))[back] == start
            assert tiles.reverse_operator(back) == op


@given(data=st.data())
def test_the_reverse_problem_leads_from_the_goal_to_the_start(data: st.DataObject) -> None:
    width, height = data.draw(st.sampled_from(SIZES))
    params = board(width, height, cost=data.draw(st.sampled_from(["unit", "heavy", "inverse"])))
    numbers = data.draw(st.permutations(range(width * height)))
    instance = " ".join(map(str, numbers))
    there = tiles.reverse(params, instance)
    assert tiles.goal_state(*there).tolist() == tiles.start(params, instance).tolist()
    assert tiles.start(*there).tolist() == tiles.goal_state(params, instance).tolist()
    again, back = tiles.reverse(*there)
    assert (tiles.goal_vector(again), back) == (tiles.goal_vector(params), instance)
    assert tiles.specialise(there[0]) == tiles.specialise(params)

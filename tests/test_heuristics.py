"""Heuristics of sliding tiles, compiled, against their definitions and against true distances."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any

import naive
import numpy as np
import pytest
from bound_probes import binding, board, compiled
from oracles import dijkstra

from kernels import catalogue
from kernels.cores import tile_sums
from kernels.domains import sliding_tiles as tiles
from kernels.heuristics.sliding_tiles import linear_conflict
from kernels.random import SplitMix64
from kernels.specialise import Kernel

SUMS = ("misplaced", "digit_difference", "manhattan")
CLAIMS: dict[tuple[str, bool | None], bool] = {
    ("zero", None): True,
    ("misplaced", False): True,
    ("misplaced", True): False,
    ("digit_difference", False): False,
    ("digit_difference", True): False,
    ("manhattan", False): True,
    ("manhattan", True): False,
    ("linear_conflict", None): True,
}
"""Admissible and consistent, by name and whether the blank counts."""

BOARDS = (
    board(4, 3, goal=[7, 3, 11, 0, 1, 10, 5, 2, 9, 6, 8, 4]),
    board(2, 5, blank="highest"),
    board(4, 4),
    board(5, 5, goal="blank_last", blank="highest"),
    board(6, 6),
    board(5, 3, cost="heavy", blank="highest"),
    board(4, 4, cost="inverse"),
    board(3, 3, goal="blank_last"),
)
SPACES = (
    board(3, 2),
    board(2, 3, goal=[3, 1, 0, 5, 4, 2]),
    board(2, 3, goal=[3, 1, 0, 5, 4, 2], cost="heavy"),
    board(3, 2, blank="highest", cost="inverse"),
    board(3, 3, goal="blank_last"),
)
"""Boards whose every state is looked at."""
NEAR = 1000


def label(params: dict[str, Any]) -> str:
    return f"{params['width']}x{params['height']}-{params['cost']}"


def cases(boards: tuple[dict[str, Any], ...]) -> list[Any]:
    """Every heuristic on every board; the one that does not look at it on the last only."""
    return [
        pytest.param(name, count_blank, params, id=f"{name}-{count_blank}-{label(params)}")
        for name, count_blank in CLAIMS
        for params in (boards if name != "zero" else boards[-1:])
    ]


@dataclass
class Assessment:
    """h of some states (n), and of their children by ``update`` and ``evaluate`` (n, 4; or -1)."""

    values: np.ndarray
    updated: np.ndarray
    evaluated: np.ndarray


def options(count_blank: bool | None) -> dict[str, bool]:
    return {} if count_blank is None else {"count_blank": count_blank}


@cache
def kernel_of(name: str, width: int, height: int, cost: str) -> Kernel:
    params = board(width, height, cost=cost)
    nothing = np.zeros((0, width * height + 1), dtype=np.int64)

    def warm(kernel: Kernel) -> None:
        T = kernel.domain.prepare(params, "")
        assert kernel.heuristic is not None
        assess_with(kernel, T, kernel.heuristic.prepare(T, {"count_blank": False}), nothing)

    return compiled(binding("heuristic", params, name), warm)


def assess(
    name: str, count_blank: bool | None, params: dict[str, Any], states: np.ndarray
) -> Assessment:
    """What a heuristic gives.

    Sums over the board share their compiled functions, as ``test_sums`` finds, and so a kernel.
    """
    shape = params["width"], params["height"], params["cost"]
    kernel = kernel_of("manhattan" if name in SUMS else name, *shape)
    T = kernel.domain.prepare(params, "")
    path = catalogue.path_of("heuristics", name, "sliding_tiles")
    H = catalogue.load(path).prepare(T, options(count_blank))
    assert kernel.heuristic is not None
    own = type(kernel.heuristic.prepare(T, {"count_blank": False}))
    return assess_with(kernel, T, own(*H) if name != "zero" else H, states)


def assess_with(kernel: Kernel, T: Any, H: Any, states: np.ndarray) -> Assessment:
    found = Assessment(
        np.full(len(states), -1, dtype=np.int64),
        np.full((len(states), 4), -1, dtype=np.int64),
        np.full((len(states), 4), -1, dtype=np.int64),
    )
    operators = np.zeros(8, dtype=np.int64)
    kernel.algorithm.assess(T, H, states, operators, found.values, found.updated, found.evaluated)
    return found


def vectors(params: dict[str, Any], states: list[tuple[int, ...]]) -> np.ndarray:
    blank = tiles.blank_number(params)
    return np.array([[*state, state.index(blank)] for state in states], dtype=np.int64)


@cache
def states_of(place: int) -> np.ndarray:
    """States of one of BOARDS: first NEAR scrambled ones, then random ones."""
    params, rng = BOARDS[place], SplitMix64(77)
    texts = [tiles.scrambled_instance(params, rng, moves % 60) for moves in range(NEAR)]
    texts += [tiles.random_instance(params, rng) for _ in range(3000)]
    return vectors(params, [tuple(map(int, text.split())) for text in texts])


@cache
def distances(space: int) -> dict[tuple[int, ...], int]:
    """Cost to the goal from every state of one of SPACES; the moves can be taken back."""
    params = SPACES[space]
    goal = tuple(tiles.goal_vector(params))
    blank, cost = tiles.blank_number(params), params["cost"]
    problem = naive.sliding_tiles(
        goal, goal, params["width"], params["height"], blank=blank, cost=cost
    )
    return dijkstra(problem)


def move_costs(params: dict[str, Any], states: list[tuple[int, ...]]) -> np.ndarray:
    """Cost of the moves of each state, in operator order, int64[n, 4]; 0 where there is none."""
    costs = np.zeros((len(states), 4), dtype=np.int64)
    for state, row in zip(states, costs, strict=True):
        moves = naive.neighbours(
            state,
            params["width"],
            params["height"],
            params["operator_order"],
            tiles.blank_number(params),
            cost=params["cost"],
        )
        row[: len(moves)] = [cost for _, _, cost in moves]
    return costs


@pytest.mark.parametrize("name", SUMS)
def test_sums(name: str) -> None:
    module = catalogue.load(catalogue.path_of("heuristics", name, "sliding_tiles"))
    assert module.evaluate is tile_sums.total
    assert module.update is tile_sums.total_after


def test_all_are_tested() -> None:
    assert {name for name, _ in CLAIMS} == set(catalogue.names("heuristics", "sliding_tiles"))


@pytest.mark.parametrize(("name", "count_blank", "params"), cases(BOARDS))
def test_values(name: str, count_blank: bool | None, params: dict[str, Any]) -> None:
    """On random boards, on boards near the goal, where h is small, and on the goal itself."""
    near, random = np.split(states_of(BOARDS.index(params)), [NEAR])
    some = np.concatenate([near[:150], random[:150]])
    states = [tuple(state) for state in some[:, :-1].tolist()]
    found = assess(name, count_blank, params, some)
    goal, blank = tuple(tiles.goal_vector(params)), tiles.blank_number(params)
    cost = params["cost"]
    expected = [
        naive.HEURISTICS[name](state, goal, params["width"], blank, bool(count_blank), cost)
        for state in states
    ]
    assert found.values.tolist() == expected
    at_goal = assess(name, count_blank, params, vectors(params, [goal]))
    assert at_goal.values.tolist() == [0]


@pytest.mark.parametrize(("name", "count_blank", "params"), cases(BOARDS))
def test_updates_are_evaluations(
    name: str, count_blank: bool | None, params: dict[str, Any]
) -> None:
    states = states_of(BOARDS.index(params))
    found = assess(name, count_blank, params, states)
    assert found.updated.tolist() == found.evaluated.tolist()
    assert np.count_nonzero(found.updated[:, 1] >= 0) == len(states)  # two moves at least


@pytest.mark.parametrize(("name", "count_blank", "params"), cases(SPACES))
def test_claims(name: str, count_blank: bool | None, params: dict[str, Any]) -> None:
    """Over all states: claims that are made hold, and what is not claimed is wrong somewhere."""
    true = distances(SPACES.index(params))
    found = assess(name, count_blank, params, vectors(params, list(true)))
    assert found.updated.tolist() == found.evaluated.tolist()
    costs = np.array(list(true.values()))
    admissible = bool((found.values <= costs).all())
    children = np.where(found.evaluated >= 0, found.evaluated, found.values[:, None])
    changes = np.abs(children - found.values[:, None])
    consistent = bool((changes <= move_costs(params, list(true))).all())
    module = catalogue.load(catalogue.path_of("heuristics", name, "sliding_tiles"))
    claims = module.admissible(options(count_blank)), module.consistent(options(count_blank))
    assert claims == (CLAIMS[name, count_blank], CLAIMS[name, count_blank])
    assert (admissible, consistent) == claims
    assert found.values[0] == 0  # the goal


def test_the_whole_eight_puzzle_was_looked_at() -> None:
    """9! / 2 states, of which 2 lie 31 moves away (Reinefeld 1993)."""
    found = list(distances(len(SPACES) - 1).values())
    assert (len(found), max(found), found.count(31)) == (181_440, 31, 2)


# Linear conflict


def code_of(line: tuple[int, ...], length: int) -> int:
    """Place of a line in ``extra``; 0 stands for a cell without a tile of the line."""
    return sum(tile * (length + 1) ** place for place, tile in enumerate(line))


@pytest.mark.parametrize("weights", [(1, 1, 1, 1, 1), (7, 1, 4, 2, 9)])
@pytest.mark.parametrize("length", range(2, 6))
def test_leavers_of_every_line(length: int, weights: tuple[int, ...]) -> None:
    table = linear_conflict.extra(weights[:length])
    checked = 0
    for line in product(range(length + 1), repeat=length):
        own = [tile for tile in line if tile]
        if len(set(own)) == len(own):
            least = naive.removals(own, [weights[tile - 1] for tile in own])
            assert table[code_of(line, length)] == 2 * least, line
            checked += 1
    assert checked == [7, 34, 209, 1546][length - 2]  # partial permutations


@pytest.mark.parametrize(
    ("line", "least"),
    [
        ((1, 2, 3), 0),
        ((3, 1, 2), 1),  # only the 3 stands in the way, though it does so twice
        ((3, 2, 1), 2),
        ((2, 1, 4, 3), 2),  # one of each pair
        ((4, 1, 2, 3), 1),
        ((2, 3, 4, 1), 1),
        ((0, 2, 0, 1), 1),
        ((6, 5, 4, 3, 2, 1), 5),
    ],
)
def test_leavers_of_lines_known(line: tuple[int, ...], least: int) -> None:
    table = linear_conflict.extra((1,) * len(line))
    assert table[code_of(line, len(line))] == 2 * least

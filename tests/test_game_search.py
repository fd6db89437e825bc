"""Searches of game trees against their twins, ply by ply, on random games with few values."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import cycle, product
from random import Random
from typing import Any

import pytest
from naive_play import Found, Game, plain_value
from playing import (
    UNLIMITED,
    Player,
    check_same,
    clear,
    layered_twin,
    player,
    probe,
    twin,
)

from kernels.cores.game_frames import DEPTH
from kernels.counters import RUNNING
from kernels.game_contract import HAS_VALUE, VALUE

DEPTHS = (1, 2, 3, 5, None)
BITS = (1, 2, 4, 10)
REPLACEMENTS = ("always", "deeper", "two_tier")
ORDERINGS = ("given", "evaluator", "history", "killer", "killer_history")
RULES = [("soft", "at_bound"), ("soft", "beyond_bound"), ("hard", "at_bound")]

Parameters = dict[str, Any]


def options(**axes: Any) -> list[Parameters]:
    """Every combination."""
    return [dict(zip(axes, values, strict=True)) for values in product(*axes.values())]


def tables() -> list[Parameters]:
    """With little space, and with enough."""
    return options(table_bits=BITS, replacement=REPLACEMENTS)


def every(*lists: list[Parameters]) -> list[Parameters]:
    """One of each list, put together in every way."""
    return [{k: v for part in parts for k, v in part.items()} for parts in product(*lists)]


ORDERED = options(ordering=ORDERINGS)
RULED = [{"failing": failing, "cut": cut} for failing, cut in RULES]
WINDOWS = options(window=(None, 1, 2))
EVALUATED = options(evaluate=("leaves", "nodes"))

KERNELS: dict[str, tuple[str, str, str, list[Parameters]]] = {
    "minimax": ("minimax", "values", "moves", EVALUATED),
    "alpha_beta": ("alpha_beta", "values", "moves", every(RULED, WINDOWS, EVALUATED, ORDERED)),
    "alpha_beta_table": (
        "alpha_beta",
        "values",
        "moves",
        every(RULED, WINDOWS, tables(), ORDERED),
    ),
    "scout": ("principal_variation_search", "values", "moves", every(WINDOWS, EVALUATED, ORDERED)),
    "scout_table": (
        "principal_variation_search",
        "values",
        "moves",
        every(WINDOWS, tables(), ORDERED),
    ),
    "tests": (
        "mtd_f",
        "values",
        "moves",
        every(options(first_guess=(0, -3, 2)), tables(), ORDERED),
    ),
    "deepening": ("iterative_deepening_alpha_beta", "values", "moves", ORDERED),
    "deepening_tests": (
        "iterative_deepening_alpha_beta",
        "values",
        "moves",
        every(options(search=["mtd_f"]), tables(), ORDERED),
    ),
    "some_minimax": ("minimax", "updates", "some_moves", EVALUATED),
    "some_alpha_beta": (
        "alpha_beta",
        "updates",
        "some_moves",
        every(RULED, EVALUATED, tables(), ORDERED),
    ),
    "some_deepening": (
        "iterative_deepening_alpha_beta",
        "updates",
        "some_moves",
        every(options(search=["principal_variation"]), tables(), ORDERED),
    ),
}
"""Algorithm, evaluator and candidates; and the parameters that one kernel serves."""

PLIES: int = probe("layered_game").parameters["plies"]
CASES = 300  # of a kernel, at least
SLICES = [(1, UNLIMITED), (UNLIMITED, 1), (2, 5), (7, 3), (1000, 1000)]


@cache
def layered(kernel: str) -> Player:
    algorithm, evaluator, moves, choices = KERNELS[kernel]
    chosen = [probe("layered_game"), probe(f"layered_{evaluator}"), probe(f"layered_{moves}")]
    return player(chosen[0], algorithm, choices[0], *chosen[1:], position="1")


def layered_game(kernel: str, seed: str) -> Game:
    _, evaluator, moves, _ = KERNELS[kernel]
    rules = probe("layered_game").parameters
    return layered_twin(rules, seed, evaluator == "updates", moves == "some_moves")


def cases(kernel: str, least: int) -> list[tuple[str, Parameters]]:
    """Seeds of games, and each choice equally often."""
    rng, choices = Random(kernel), KERNELS[kernel][3]
    chosen = choices * -(-least // len(choices))
    return [
        (str(seed), {**parameters, "depth": rng.choice(DEPTHS)})
        for seed, parameters in enumerate(chosen)
    ]


@pytest.mark.parametrize("kernel", KERNELS)
def test_random_games(kernel: str) -> None:
    """The same counts, line and value as the twin; without a window the value of minimax."""
    met: Counter[str] = Counter()
    for seed, parameters in cases(kernel, CASES):
        game = layered_game(kernel, seed)
        found = layered(kernel).search(seed, parameters)
        check_same(found, twin(KERNELS[kernel][0], game, (0, 0), parameters, PLIES))
        check_counts(found)
        for name in ("cutoffs", "table_hits"):
            met[name] += found.total(name)
        if not parameters.get("window"):
            value = plain_value(game, (0, 0), parameters["depth"] or PLIES, {})
            assert found.value == (value if game.first_moves((0, 0)) else -value)
    prunes, has_table = "minimax" not in kernel, "table_bits" in KERNELS[kernel][3][0]
    assert (met["cutoffs"] > CASES, met["table_hits"] > CASES // 2) == (prunes, has_table)


def check_counts(found: Found) -> None:
    """What holds of every search: a generated node is expanded, a leaf, or answered."""
    assert found.levels[0]["generated"] == 0
    for ply, level in found.levels.items():
        ends = level["first_wins"] + level["second_wins"] + level["draws"]
        assert ends <= level["leaves"]
        assert level["cutoffs"] <= level["expanded"]
        if ply > 0:
            searched = level["expanded"] + level["leaves"] + level["table_hits"]
            assert searched == level["generated"]


@pytest.mark.parametrize("kernel", ["minimax", "scout_table", "tests", "deepening_tests"])
@pytest.mark.parametrize("budget", SLICES)
def test_slices(kernel: str, budget: tuple[int, int]) -> None:
    """However a search is sliced, it finds and counts the same."""
    for seed, parameters in cases(kernel, 1)[-60:]:
        whole = layered(kernel).search(seed, parameters)
        sliced = layered(kernel).search(seed, parameters, slices=cycle([budget]))
        check_same(sliced, whole)


def test_budgets_are_kept() -> None:
    """A slice of n expansions makes n of them, but the last one, and what is left is seen."""
    playing = layered("deepening")
    for seed, parameters in cases("deepening", 20):
        wanted = playing.search(seed, parameters).total("expanded")
        exactly = playing.search(seed, parameters, slices=[(wanted - 1, UNLIMITED), (1, UNLIMITED)])
        assert exactly.total("expanded") == wanted


def test_earlier_values_stay() -> None:
    """While an iteration is under way, value and line are those of the one before."""
    playing = layered("deepening_tests")
    for seed, parameters in cases("deepening_tests", 1)[-60:]:
        told = {}
        search, tables = playing.begin(seed, {**parameters, "depth": None})
        while playing.kernel.algorithm.advance(search, *tables, 1, UNLIMITED) == RUNNING:
            depth = int(search.counters[DEPTH]) - 1
            value, line = search.counters[VALUE], playing.kernel.algorithm.path(search)
            assert (search.counters[HAS_VALUE] == 1) == (depth > 0)
            assert told.setdefault(depth, (value, line)) == (value, line)
        clear(search)
        for depth, (value, line) in told.items():
            if depth > 0:
                shallow = playing.search(seed, {**parameters, "depth": depth})
                assert (shallow.value, shallow.line) == (value, line)

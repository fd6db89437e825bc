"""Searches of game trees against their twins, ply by ply, on random games with few values."""

from __future__ import annotations

from functools import lru_cache
from itertools import count, product
from typing import Any

import pytest
from naive_play import minimax
from playing import PROBES, compare, game_run, layered_game, levels_of, probe

from harness import modules
from harness.model import Record, Run


DEPTHS = (1, 2, 3, 5, None)
BITS = (1, 2, 4, 10)
REPLACEMENTS = ("always", "deeper", "two_tier")
ORDERINGS = ("given", "evaluator", "history", "killer", "killer_history")
RULES = [("soft", "at_bound"), ("soft", "beyond_bound"), ("hard", "at_bound")]

Parameters = dict[str, Any]
Case = tuple[str, Parameters]


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
    "tests": ("mtd_f", "values", "moves", every(options(first_guess=(0, -3, 2)), tables(), ORDERED)),
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

LEAST = 600  # cases of a kernel


def layered_run(seed: int, kernel: str, parameters: Parameters, **limits: Any) -> Run:
    algorithm, evaluator, moves, _ = KERNELS[kernel]
    return game_run(
        probe("layered_game"),
        str(seed),
        algorithm,
        parameters,
        probe(f"layered_{evaluator}"),
        probe(f"layered_{moves}"),
        **limits,
    )


@lru_cache(maxsize=1)
def rules() -> Any:
    return modules.load(PROBES / "layered_game.py")


def twin(run: Run) -> Any:
    T = rules().prepare(run.domain.parameters, run.instance.text)
    assert run.heuristic is not None and run.candidates is not None
    updates = run.heuristic.name == "layered_updates"
    return layered_game(T, updates, run.candidates.name == "layered_some_moves")


@pytest.mark.parametrize("kernel", KERNELS)
def test_random_games(kernel: str) -> None:
    """The same counts, line and value as the twin; without a window the value of minimax."""
    choices = KERNELS[kernel][3]
    seeds = count(1)
    met: dict[str, int] = {}
    for _ in range(-(-LEAST // len(choices))):
        for parameters in choices:
            seed = next(seeds)
            depth = DEPTHS[seed % len(DEPTHS)]
            run = layered_run(seed, kernel, {**parameters, "depth": depth})
            game = twin(run)
            record, want = compare(run, game, (0, 0))
            for name in ("cutoffs", "table_hits", "evaluated"):
                met[name] = met.get(name, 0) + record.row[name]
            plain = minimax(game, (0, 0), depth or 1 << 15)
            if not parameters.get("window"):
                assert record.row["value"] == plain.value
    prunes, has_table = "minimax" not in kernel, "table_bits" in choices[0]
    assert (met["cutoffs"] > LEAST, met["table_hits"] > LEAST) == (prunes, has_table)

"""Some runs of every algorithm; as a program, makes them and prints what came of it as JSON.

Usage: python sample_runs.py small|larger|levels
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

from naive_sokoban import Rules
from random_levels import sokoban_run
from searching import ALGORITHMS, BLIND, SMALL, essence, solve, tiles_run

from harness.model import Limits, Run

STARTS = ((5, 2, 4, 0, 1, 3), (3, 1, 0, 5, 4, 2), (1, 3, 0, 5, 4, 2))
"""Thirteen moves away, the goal, and one from which it cannot be reached."""

CHOSEN: dict[str, tuple[dict[str, Any], str]] = {
    "greedy_best_first": ({"tie_break": "lexicographic"}, "manhattan"),  # over a heap
    "ida_star": ({}, "linear_conflict"),
}
"""Parameters and heuristics, where they are not the usual ones."""

NEAR = (1, 4, 2, 3, 0, 5, 6, 7, 8)
FAR = (8, 7, 6, 5, 0, 3, 2, 4, 1)


def small() -> list[Run]:
    """Every algorithm on 2 x 3."""
    limits = Limits(nodes=2000, memory=1 << 26)
    runs = []
    for algorithm in ALGORITHMS:
        parameters, name = CHOSEN.get(algorithm, (ALGORITHMS[algorithm], "manhattan"))
        heuristic = None if algorithm in BLIND else (name, {})
        for start in STARTS:
            runs.append(tiles_run(start, SMALL, algorithm, parameters, heuristic, limits))
    return runs


def larger() -> list[Run]:
    """Some algorithms on 3 x 3, until the hash table has grown."""
    board = {"width": 3, "height": 3}
    limits = Limits(nodes=2500, memory=1 << 26)
    runs = []
    for algorithm in ("a_star", "ida_star", "uniform_cost", "breadth_first"):
        heuristic = ("linear_conflict", {}) if algorithm.endswith("a_star") else None
        runs += [tiles_run(start, board, algorithm, {}, heuristic, limits) for start in (NEAR, FAR)]
    return runs


ROOM = "#######|#. .  #|# $*# #|#  $ @#|#   ###|#####"
HALL = "|".join(
    ["#" * 14, "#@" + " " * 11 + "#", "#" + " $ " * 4 + "#"]
    + ["#" + " " * 12 + "#"] * 4
    + ["#" + " . " * 4 + "#", "#" * 14]
)
"""A level whose states take one word, and one whose states take two."""


def levels() -> list[Run]:
    """Sokoban: both cost models and heuristics, all prunings, trees and tables."""
    pruned = Rules(freeze_deadlocks=True, bipartite_deadlocks=True)
    limits = Limits(nodes=300, memory=1 << 26)
    chosen: list[tuple[str, str, dict[str, Any], str | None, Rules]] = [
        (HALL, "a_star", {}, "matching", pruned),
        (ROOM, "a_star", {}, "nearest_goal", Rules(dead_squares=False, cost="moves")),
        (ROOM, "ida_star_transposition", {"table_bits": 8}, "matching", Rules(cost="moves")),
        (HALL, "ida_star_stack", {}, "nearest_goal", Rules()),
        (ROOM, "breadth_first", {}, None, pruned),
    ]
    return [
        sokoban_run(text.replace("|", "\n"), rules, algorithm, parameters, heuristic, limits)
        for text, algorithm, parameters, heuristic, rules in chosen
    ]


SETS: dict[str, Callable[[], list[Run]]] = {"small": small, "larger": larger, "levels": levels}


def outcome(runs: list[Run]) -> list[dict[str, Any]]:
    """As JSON would have it."""
    return json.loads(json.dumps([essence(solve(run)) for run in runs]))


if __name__ == "__main__":
    json.dump(outcome(SETS[sys.argv[1]]()), sys.stdout)

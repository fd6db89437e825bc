"""Searches in linear memory beside IDA*, with Manhattan distance: expanded nodes a second.

    python benchmarks/linear_memory.py [INSTANCES]

Korf's easiest 15-puzzles. The searches do not expand the same nodes: their numbers are printed too.
"""

from __future__ import annotations

import sys
from typing import Any

from measuring import choice, interleaved, korf, rate, run_of

from harness.search import Solver

SEARCHES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("ida_star", {}),
    ("ida_star", {"duplicate_detection": "path"}),
    ("ida_star_transposition", {"table_bits": 14}),
    ("ida_star_transposition", {}),
    ("budgeted_tree_search", {}),
    ("budgeted_tree_search", {"duplicate_detection": "path"}),
    ("rbfs", {}),
    ("rbfs", {"duplicate_detection": "path"}),
)


def main(count: int) -> None:
    """Print medians."""
    solver = Solver()
    heuristic = choice("heuristics", "manhattan", "sliding_tiles")
    measures = {}
    for name, parameters in SEARCHES:
        algorithm = choice("algorithms", name, **parameters)
        runs = [run_of(instance, algorithm, heuristic) for instance in korf(count)]
        expanded = sum(solver.solve(run).row["expanded"] for run in runs)
        title = ", ".join([name, *(f"{key} {value}" for key, value in parameters.items())])
        print(f"{title}: {expanded} nodes expanded")
        measures[title] = lambda runs=runs: rate([solver.solve(run) for run in runs], "expanded")
    interleaved(measures, "M expanded/s")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 12)

"""Bidirectional searches beside A* on 15-puzzles of moderate depth: expansions a second.

    python benchmarks/bidirectional.py [INSTANCES]

MM, NBS and A* with Manhattan distance, bidirectional breadth-first search without a heuristic, on
the same instances: Korf's easiest, or fewer moves away from the goal for the search that is blind.
"""

from __future__ import annotations

import sys

from measuring import choice, interleaved, korf, rate, run_of

from harness.model import Instance, Run
from harness.search import Solver
from kernels.domains import sliding_tiles
from kernels.random import SplitMix64

MOVES = 60  # random moves from the goal
BLIND = "bidirectional_breadth_first"


def scrambled(count: int) -> list[Instance]:
    """Instances some thirty moves from the goal."""
    rng, params = SplitMix64(1), choice("domains", "sliding_tiles").parameters
    texts = [sliding_tiles.scrambled_instance(params, rng, MOVES) for _ in range(count)]
    return [Instance(text, text) for text in texts]


def main(count: int) -> None:
    """Print what each expands, and medians."""
    solver = Solver()
    heuristic = choice("heuristics", "manhattan", "sliding_tiles")
    instances = korf(count)

    def runs_of(name: str) -> list[Run]:
        return [run_of(one, choice("algorithms", name), heuristic) for one in instances]

    runs = {name: runs_of(name) for name in ("a_star", "mm", "nbs")}
    runs[BLIND] = [run_of(one, choice("algorithms", BLIND), None) for one in scrambled(count)]
    costs = {}
    for name, of_name in runs.items():
        records = [solver.solve(run) for run in of_name]
        costs[name] = [record.row["cost"] for record in records]
        expanded = sum(record.row["expanded"] for record in records)
        stored = sum(record.row["visited"] for record in records)
        bytes_each = sum(record.row["peak_bytes"] for record in records) / stored
        print(f"{name:28} {expanded:10} expansions, {bytes_each:.1f} bytes a stored node")
    assert costs["a_star"] == costs["mm"] == costs["nbs"], "the costs differ"
    interleaved(
        {
            name: lambda runs=of_name: rate([solver.solve(run) for run in runs], "expanded")
            for name, of_name in runs.items()
        },
        "M expanded/s",
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10)

"""Searches by layers beside A*, with Manhattan distance on the easiest of Korf's instances.

    python benchmarks/layers.py [INSTANCES]

Expansions a second, and how much memory breadth-first heuristic search takes of that of A*.
"""

from __future__ import annotations

import sys

from measuring import choice, interleaved, korf, rate, run_of

from harness.search import Solver

COMPARED = {
    "A*": choice("algorithms", "a_star"),
    "BFIDA*": choice("algorithms", "breadth_first_heuristic_search"),
    "beam search, width 10000": choice("algorithms", "beam_search", width=10_000),
    "enforced hill-climbing": choice("algorithms", "enforced_hill_climbing"),
}


def main(count: int) -> None:
    """Print medians."""
    solver = Solver()
    heuristic = choice("heuristics", "manhattan", "sliding_tiles")
    runs = {
        name: [run_of(instance, algorithm, heuristic) for instance in korf(count)]
        for name, algorithm in COMPARED.items()
    }
    records = {name: [solver.solve(run) for run in of_one] for name, of_one in runs.items()}
    for ours, best in zip(records["BFIDA*"], records["A*"], strict=True):
        assert ours.row["cost"] == best.row["cost"], "the costs differ"
    for name, of_one in records.items():
        expanded, peak, cost = (
            sum(record.row[column] or 0 for record in of_one)
            for column in ("expanded", "peak_bytes", "cost")
        )
        print(f"{name:45} {expanded} expansions, {peak >> 20} MiB in all, cost {cost}")
    interleaved(
        {
            name: lambda of_one=of_one: rate([solver.solve(run) for run in of_one], "expanded")
            for name, of_one in runs.items()
        },
        "M expanded/s",
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20)

"""A* with Manhattan distance on the easiest of Korf's instances: expansions a second, memory.

    python benchmarks/a_star.py [INSTANCES]

With arrays that an earlier run has touched, and with fresh ones; with the bucket queue and with
the heap, which expand the same nodes.
"""

from __future__ import annotations

import sys

from measuring import choice, interleaved, korf, rate, run_of

from harness.search import Solver


def main(count: int) -> None:
    """Print medians."""
    kept = Solver()
    heuristic = choice("heuristics", "manhattan", "sliding_tiles")
    buckets = choice("algorithms", "a_star")
    heap = choice("algorithms", "a_star", open_list="heap")
    runs = [run_of(instance, buckets, heuristic) for instance in korf(count)]
    heaped = [run_of(instance, heap, heuristic) for instance in korf(count)]
    records = [kept.solve(run) for run in runs]
    again = [kept.solve(run) for run in heaped]
    for ours, theirs in zip(records, again, strict=True):
        assert ours.row["expanded"] == theirs.row["expanded"], "the open lists differ"
    stored = sum(record.row["visited"] for record in records)
    print(f"{count} instances, {sum(record.row['expanded'] for record in records)} expansions")
    print(f"{sum(r.row['peak_bytes'] for r in records) / stored:.1f} bytes a stored node")
    interleaved(
        {
            "buckets, kept arrays": lambda: rate([kept.solve(run) for run in runs], "expanded"),
            "buckets, fresh arrays": lambda: rate(
                [Solver().solve(run) for run in runs], "expanded"
            ),
            "heap, kept arrays": lambda: rate([kept.solve(run) for run in heaped], "expanded"),
        },
        "M expanded/s",
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 40)

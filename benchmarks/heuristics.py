"""IDA* with each heuristic, as it is and with ``update`` taken away: microseconds a generated node.

    python benchmarks/heuristics.py

A heuristic without ``update`` is evaluated from scratch for every child; the search around it must
not add to that.
"""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

from measuring import choice, interleaved, korf, run_of

from harness.model import Choice
from harness.search import Solver

INSTANCES = 8
NAMES = ("manhattan", "linear_conflict")


def without_update(heuristic: Choice, folder: str) -> Choice:
    """A copy of the heuristic's file that offers ``evaluate`` alone."""
    text = Path(heuristic.path).read_text(encoding="utf-8")
    text = re.sub(r"^update = .*$", "", text, flags=re.M)
    text = re.sub(r"^def update\(", "def _unused_update(", text, flags=re.M)
    path = Path(folder) / f"{heuristic.name}_evaluated.py"
    path.write_text(text, encoding="utf-8")
    return Choice(path.stem, heuristic.parameters, str(path))


def main() -> None:
    """Print medians."""
    solver = Solver()
    algorithm = choice("algorithms", "ida_star")

    def nanoseconds(heuristic: Choice) -> float:
        records = [
            solver.solve(run_of(instance, algorithm, heuristic)) for instance in korf(INSTANCES)
        ]
        generated = sum(record.row["generated"] for record in records)
        return 1e9 * sum(record.row["kernel_seconds"] for record in records) / generated

    with tempfile.TemporaryDirectory() as folder:
        measures = {}
        for name in NAMES:
            whole = choice("heuristics", name, "sliding_tiles")
            for heuristic in (whole, without_update(whole, folder)):
                nanoseconds(heuristic)
                measures[heuristic.name] = lambda h=heuristic: nanoseconds(h)
        interleaved(measures, "ns a generated node")


if __name__ == "__main__":
    main()

"""What the benchmarks share: Korf's instances, single runs, medians."""

from __future__ import annotations

import statistics
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from harness.model import Choice, Instance, Limits, Record, Run  # noqa: E402
from kernels import catalogue  # noqa: E402

ROUNDS = 5

# Korf 1985: ids of the hundred instances by the nodes that IDA* with Manhattan distance generates.
EASIEST = (
    79, 12, 42, 55, 97, 19, 94, 47, 93, 9, 74, 48, 30, 86, 31, 85, 73, 28, 45, 61, 95, 90, 57, 71,
    81, 78, 5, 13, 96, 58, 2, 23, 20, 16, 77, 65, 39, 34, 46, 62,
)  # fmt: skip


def choice(kind: str, name: str, domain: str | None = None, **parameters: Any) -> Choice:
    """A named file with its defaults, some replaced."""
    path = catalogue.path_of(kind, name, domain)
    defaults = {k: p.default for k, p in getattr(catalogue.load(path), "PARAMETERS", {}).items()}
    return Choice(name, {**defaults, **parameters}, str(path))


def korf(count: int) -> list[Instance]:
    """The easiest of Korf's instances."""
    lines = (ROOT / "harness/datasets/korf1985.csv").read_text(encoding="utf-8").splitlines()
    rows = dict(line.split(",", 1) for line in lines if line[:1].isdigit())
    return [Instance(str(number), rows[str(number)]) for number in EASIEST[:count]]


def run_of(instance: Instance, algorithm: Choice, heuristic: Choice | None, **board: Any) -> Run:
    """A run on sliding tiles with four gigabytes."""
    domain = choice("domains", "sliding_tiles", **board)
    limits = Limits(memory=4 << 30)
    return Run("0" * 16, "benchmark", domain, instance, algorithm, heuristic, limits=limits)


def rate(records: Sequence[Record], column: str) -> float:
    """Millions of a count for each second spent in kernels."""
    seconds = sum(record.row["kernel_seconds"] for record in records)
    return sum(record.row[column] for record in records) / seconds / 1e6


def interleaved(measures: dict[str, Callable[[], float]], unit: str) -> dict[str, float]:
    """Medians of measures taken in turn, so that a busy moment disturbs all alike; printed."""
    values: dict[str, list[float]] = {name: [] for name in measures}
    for _ in range(ROUNDS):
        for name, measure in measures.items():
            values[name].append(measure())
    medians = {name: statistics.median(numbers) for name, numbers in values.items()}
    first = next(iter(medians.values()))
    for name, numbers in values.items():
        spread = f"{min(numbers):.2f} to {max(numbers):.2f}"
        ratio = f"ratio {medians[name] / first:.2f}"
        print(f"{name:45} {medians[name]:8.2f} {unit:18} ({spread}; {ratio})")
    return medians

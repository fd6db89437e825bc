"""What the harness adds: ten thousand 8-puzzles, and the time that commands take to start.

    python benchmarks/overhead.py [JOBS]

Overhead of a run is (wall seconds x jobs - seconds in kernels) / runs, with everything in it:
planning, processes, rows, Parquet, tables.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from measuring import ROOT, ROUNDS, interleaved

RUNS = 10_000
CONFIG = f"""
experiment: overhead
domains: [{{sliding_tiles: {{width: 3, height: 3}}}}]
instances: [{{random: {{count: {RUNS}, seed: 1}}}}]
algorithms: [a_star]
heuristics: [manhattan]
tables: [{{name: sums, rows: [algorithm], columns: [{{metric: expanded, statistic: sum}}]}}]
"""


def command(*words: str, cache: str | None = None) -> float:
    """Seconds that a command takes."""
    environment = {**os.environ, **({"SEARCHBENCH_CACHE": cache} if cache else {})}
    start = time.perf_counter()
    subprocess.run(
        [sys.executable, "run.py", *words], cwd=ROOT, env=environment, check=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    return time.perf_counter() - start


def main(jobs: int) -> None:
    """Print medians."""
    from harness.results import load

    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder) / "overhead.yaml"
        config.write_text(CONFIG, encoding="utf-8")
        one = ["run", "configs/eight_puzzle_traveled.yaml", "--results", folder]
        many = ["run", str(config), "--results", folder, "--jobs", str(jobs)]
        command(*many)

        def milliseconds_a_run() -> float:
            wall = command(*many, "--fresh")
            kernels = sum(load(Path(folder) / "overhead").runs["kernel_seconds"].to_pylist())
            return 1e3 * (wall * jobs - kernels) / RUNS

        print(f"{RUNS} random 8-puzzles, A*, Manhattan distance, {jobs} jobs")
        interleaved({"overhead of a run": milliseconds_a_run}, "ms")
        command(*one)
        cold = iter([str(Path(folder) / f"cache{number}") for number in range(ROUNDS)])
        interleaved(
            {
                "import numba": lambda: _python("import numba"),
                "list": lambda: command("list"),
                "run, all recorded": lambda: command(*one),
                "run, all kernels cached": lambda: command(*one, "--fresh"),
                "run, four kernels to compile": lambda: command(*one, "--fresh", cache=next(cold)),
            },
            "s",
        )


def _python(code: str) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True)
    return time.perf_counter() - start


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else os.cpu_count() or 1)

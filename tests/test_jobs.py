"""The same experiment with one process and with two, from the command line: the same counts."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from searching import ALGORITHMS, SMALL

RUN = Path(__file__).parents[1] / "run.py"
BY_CHANCE = ("kernel_seconds", "compile_seconds", "nodes_per_second", "host", "finished_at")


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """Every algorithm on three boards. (JSON is YAML.)"""
    experiment = {
        "experiment": "jobs",
        "domains": [{"sliding_tiles": SMALL}],
        "instances": [{"scrambled": {"count": 3, "seed": 8, "moves": 30}}],
        "algorithms": [{name: parameters} for name, parameters in ALGORITHMS.items()],
        "heuristics": ["manhattan"],
        "limits": {"nodes": 2000},
        "paths": True,
    }
    path = tmp_path / "jobs.yaml"
    path.write_text(json.dumps(experiment), encoding="utf-8")
    return path


def outcome(config: Path, jobs: int) -> dict[str, list[dict[str, Any]]]:
    """Rows of all results, without what the clock and the machine decide."""
    home = config.parent / str(jobs)
    done = subprocess.run(
        [sys.executable, RUN, "run", config, "--jobs", str(jobs), "--results", home],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return {
        path.name: [
            {column: value for column, value in row.items() if column not in BY_CHANCE}
            for row in pq.read_table(path).to_pylist()
        ]
        for path in sorted((home / "jobs").glob("*.parquet"))
    }


def test_counts_do_not_depend_on_the_number_of_jobs(config: Path) -> None:
    one, two = outcome(config, 1), outcome(config, 2)
    assert len(one["runs.parquet"]) == 3 * len(ALGORITHMS)
    assert one == two

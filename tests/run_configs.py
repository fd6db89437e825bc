"""Runs configs that come with the program, as a user runs them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from harness.results import Results, load

ROOT = Path(__file__).parents[1]


@pytest.fixture
def results(tmp_path: Path) -> Callable[..., Results]:
    """The results of a config, whose run has to end well."""

    def run(name: str, *overrides: str) -> Results:
        config = ROOT / "configs" / f"{name}.yaml"
        words = ["run", str(config), "--results", str(tmp_path), "--jobs", "2"]
        words += [word for override in overrides for word in ("--set", override)]
        command = [sys.executable, str(ROOT / "run.py"), *words]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return load(tmp_path / name)

    return run

"""The same functions as plain Python, and compiled with bounds checked: the same counts."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import sample_runs
from sample_runs import outcome

from harness import contract_check
from harness.model import KernelFault, Run

ROOT = Path(__file__).parents[1]


def elsewhere(which: str, **environment: str) -> list[dict[str, Any]]:
    """What another process makes of the same runs."""
    path = os.pathsep.join([str(ROOT), str(ROOT / "tests")])
    done = subprocess.run(
        [sys.executable, str(ROOT / "tests" / "sample_runs.py"), which],
        env={**os.environ, "PYTHONPATH": path, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return json.loads(done.stdout)


def test_the_samples_end_in_several_ways() -> None:
    found = Counter(row["status"] for row in outcome(sample_runs.small()))
    assert set(found) == {"solved", "unsolvable", "node_limit"}
    assert found["solved"] == 2 * len(sample_runs.ALGORITHMS)  # from two of the three starts
    assert {row["status"] for row in outcome(sample_runs.levels())} == {"solved"}
    assert {row["status"] for row in outcome(sample_runs.larger())} >= {"solved", "node_limit"}
    assert max(row["visited"] for row in outcome(sample_runs.larger())) > 4 * 4096 / 5


@pytest.mark.parametrize("which", [sample_runs.small, sample_runs.larger, sample_runs.levels])
def test_not_compiled(which: Callable[[], list[Run]]) -> None:
    compiled = outcome(which())
    assert {row["engine"] for row in compiled} == {"local"}
    plain = [{**row, "engine": "uncompiled"} for row in compiled]
    assert elsewhere(which.__name__, NUMBA_DISABLE_JIT="1") == plain


@pytest.mark.parametrize("zero", [0.0, np.float64(0), np.uint8(0), False, np.bool_(False)])
def test_values_are_refused_that_would_not_compile(zero: object) -> None:
    """Searches would cut decimals down to whole numbers, and go on."""
    [run, *_] = sample_runs.small()
    kernel = valued(zero)
    name = type(zero).__name__
    with pytest.raises(KernelFault, match=rf"evaluate gives {name}; a signed integer is wanted"):
        contract_check.check_goal(run, kernel, {}, "", (), ())
    for whole in (0, np.int64(0), np.int8(0)):
        contract_check.check_goal(run, valued(whole), {}, "", (), ())


def valued(zero: object) -> Any:
    """What a check of the goal needs of a kernel, whose heuristic gives ``zero`` there."""
    return SimpleNamespace(
        heuristic=SimpleNamespace(),
        domain=SimpleNamespace(goal_state=lambda parameters, instance: None),
        replay=SimpleNamespace(value_of=lambda T, H, goal: zero),
    )


@pytest.mark.parametrize("which", [sample_runs.small, sample_runs.levels])
def test_bounds_checked(which: Callable[[], list[Run]]) -> None:
    """An index out of bounds would raise IndexError; unchecked, it reads or writes anything."""
    assert elsewhere(which.__name__, NUMBA_BOUNDSCHECK="1") == outcome(which())

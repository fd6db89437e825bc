"""Plans of small configs over the catalogue of tests."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from harness import config
from harness.expansion import Plan, plan
from harness.model import Run, UserError

BASE: dict[str, Any] = {
    "experiment": "walk",
    "domains": ["line"],
    "instances": [{"literal": [[1], [5]]}],
    "algorithms": ["best"],
    "heuristics": ["zero"],
}


def plan_of(folder: Path, **changes: Any) -> Plan:
    path = folder / "c.yaml"
    path.write_text(yaml.safe_dump({**BASE, **changes}, sort_keys=False), encoding="utf-8")
    return plan(config.load(path))


def complaints_of(folder: Path, **changes: Any) -> list[str]:
    with pytest.raises(UserError) as caught:
        plan_of(folder, **changes)
    assert caught.value.exit_status == 2
    return str(caught.value).splitlines()


def outline(runs: list[Run]) -> list[tuple[Any, ...]]:
    return [
        (run.algorithm.name, run.heuristic and run.heuristic.name, run.instance.text)
        for run in runs
    ]


def ids(made: Plan) -> set[str]:
    return {run.run_id for run in made.runs}

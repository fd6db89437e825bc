"""The examples of docs/config.md work, and it names every key."""

from __future__ import annotations

import doctest
import importlib
import json
import re
from pathlib import Path
from typing import Any

import pytest

from harness import config, yaml_reader
from harness.expansion import plan

GUIDE = (config.SCHEMA_FILE.parent / "config.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```yaml\n(.*?)```", GUIDE, re.DOTALL)
HEURISTIC = """
FITS = "sliding_tiles"
def admissible(params): return True
def prepare(T, params): return ()
def evaluate(T, H, state): return 0
"""
BASE = {
    "experiment": "example",
    "domains": [{"sliding_tiles": {"width": 3, "height": 3, "goal": "blank_last"}}],
    "instances": [{"random": {"count": 2, "seed": 3}}],
    "algorithms": ["breadth_first", "a_star"],
    "heuristics": ["manhattan"],
}


@pytest.fixture
def runs_of(tmp_path: Path) -> Any:
    (tmp_path / "my_boards.txt").write_text("8 1 3 4 0 2 7 6 5\n")
    (tmp_path / "my_heuristic.py").write_text(HEURISTIC)

    def runs_of(example: str) -> Any:
        path = tmp_path / "example.yaml"
        path.write_text(json.dumps({**BASE, **yaml_reader.parse(example, "example").data}))
        return plan(config.load(path)).runs

    return runs_of


@pytest.mark.parametrize("example", EXAMPLES)
def test_examples_can_be_planned(runs_of: Any, example: str) -> None:
    assert len(runs_of(example)) > 0


def test_the_counts_that_the_guide_tells(runs_of: Any) -> None:
    [axes] = [example for example in EXAMPLES if "reopening" in example]
    runs = runs_of(axes)
    assert len({run.run_id for run in runs if run.algorithm.name == "breadth_first"}) == 2
    parameters = {str(r.algorithm.parameters) for r in runs if r.algorithm.name == "a_star"}
    assert len(parameters) == 6
    assert len(runs) == 2 * (1 + 6 * 3)


def test_every_key_is_told() -> None:
    schema = config.json_schema()
    keys = {*schema["properties"]}
    for definition in schema["$defs"].values():
        keys |= set(definition.get("properties", {}))
    prose = re.sub(r"```.*?```", "", GUIDE, flags=re.DOTALL)
    told = set(re.findall(r"[a-z_]+", " ".join(re.findall(r"`[^`]+`", prose))))
    assert keys <= told


@pytest.mark.parametrize(
    "name",
    ["complaints", "dataset_registry", "identity", "parameters", "specs", "suggest", "yaml_reader"],
)
def test_docstrings(name: str) -> None:
    found = doctest.testmod(importlib.import_module(f"harness.{name}"))
    assert found.attempted > 0
    assert found.failed == 0

"""Whatever is changed in a good config, what comes is a plan or one sentence."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import small_catalogue
from hypothesis import given, settings
from hypothesis import strategies as st

from harness import config
from harness.expansion import plan
from harness.model import UserError
from kernels import catalogue

GOOD: dict[str, Any] = {
    "experiment": "walk",
    "title": "Walk",
    "domains": [{"line": {"length": [5, 9], "goal": [[1], "end"], "operator_order": "RL"}}, "grid"],
    "instances": [
        {"literal": [[1], "2"], "names": ["one", "two"], "domain": "line"},
        {"random": {"count": 2, "seed": 7}, "domain": "line"},
        {"scrambled": {"count": 2, "moves": 9, "seed": 1}, "domain": "line"},
        {"literal": ["x"], "domain": "grid"},
        {"file": "walks.txt", "name": "walks", "domain": "grid"},
    ],
    "algorithms": ["blind", {"best": {"tie_break": ["fifo", "random(3)"], "weight": 2}}, "exact"],
    "heuristics": ["zero", {"away": {"twice": [True, False]}}, "./mine.py"],
    "limits": {"nodes": 1000, "seconds": 1.5, "memory": "1 GiB"},
    "seeds": [0, 1],
    "repeats": 1,
    "unsolvable": "report",
    "require": None,
    "paths": False,
    "include": [{"domain": ["line", "grid"]}],
    "exclude": [{"heuristic.twice": True, "instance": "one"}],
    "tables": [{"name": "t", "rows": ["algorithm"], "columns": ["cost", {"metric": "visited"}]}],
    "plots": [{"name": "p", "kind": "levels", "metric": "visited", "by": ["heuristic.twice"]}],
}
WORDS = ["", "line", "zero", "best", "random", "random(1)", "nodes", "./mine.py", ".", "..", "é\n"]
SCALARS = (
    st.none() | st.booleans() | st.integers(-2, 12) | st.floats(-2, 9) | st.sampled_from(WORDS)
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from([*WORDS, *GOOD, "count", "literal"]), inner, max_size=3)
    ),
    max_leaves=6,
)


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a nested value but the whole."""
    inside = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in inside:
        yield (*path, key)
        if isinstance(inner, dict | list):
            yield from paths(inner, (*path, key))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("mutations")
    (folder / "walks.txt").write_text("a\nb\n")
    mine = small_catalogue.FILES["heuristics/line/zero.py"]
    (folder / "mine.py").write_text(mine)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(catalogue, "HOME", small_catalogue.make(folder / "catalogue"))
        yield folder


def outcome(folder: Path, content: Any) -> str:
    path = folder / "c.yaml"
    path.write_text(json.dumps(content, indent=1), encoding="utf-8")
    try:
        return f"{len(plan(config.load(path)).runs)} runs"
    except UserError as error:
        assert error.exit_status == 2
        return str(error)


def test_the_good_one(folder: Path) -> None:
    assert outcome(folder, GOOD).endswith(" runs")


@settings(max_examples=150)
@given(place=st.sampled_from(list(paths(GOOD))), value=VALUES)
def test_one_value_replaced(folder: Path, place: tuple[Any, ...], value: Any) -> None:
    content = copy.deepcopy(GOOD)
    inner = content
    for step in place[:-1]:
        inner = inner[step]
    inner[place[-1]] = value
    said = outcome(folder, content)
    assert said.endswith(" runs") or all("c.yaml" in line for line in said.splitlines())


@settings(max_examples=60)
@given(place=st.sampled_from(list(paths(GOOD))))
def test_one_value_missing(folder: Path, place: tuple[Any, ...]) -> None:
    content = copy.deepcopy(GOOD)
    inner = content
    for step in place[:-1]:
        inner = inner[step]
    del inner[place[-1]]
    said = outcome(folder, content)
    assert said.endswith(" runs") or all("c.yaml" in line for line in said.splitlines())

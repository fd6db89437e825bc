from __future__ import annotations

import json
from typing import Any

import pytest

from harness import columns
from harness.specs import RUN_KEYS, PlotSpec, TableSpec, matches, value_at


def test_keys_of_patterns_are_columns() -> None:
    assert set(RUN_KEYS) <= {column.name for column in columns.RUNS}


def test_specs_survive_json() -> None:
    table = TableSpec.model_validate(
        {"name": "t", "rows": ["heuristic.count_blank"], "columns": ["cost"], "where": {"seed": 1}}
    )
    plot = PlotSpec.model_validate({"name": "p", "kind": "scatter", "x": "h_start", "y": "cost"})
    assert TableSpec.model_validate(json.loads(json.dumps(table.model_dump(mode="json")))) == table
    assert PlotSpec.model_validate(json.loads(json.dumps(plot.model_dump(mode="json")))) == plot


ROW = {
    "algorithm": "a_star",
    "algorithm_params": '{"tie_break":"fifo","weight":1.5}',
    "heuristic": None,
    "heuristic_params": None,
    "domain": "sliding_tiles",
    "domain_params": '{"goal":[1,2,0],"parent_pruning":true,"width":3}',
    "seed": 1,
}


@pytest.mark.parametrize(
    ("pattern", "fits"),
    [
        ({}, True),
        ({"algorithm": "a_star"}, True),
        ({"algorithm": ["a_star", "ida_star"], "seed": 1}, True),
        ({"algorithm": ["ida_star"]}, False),
        ({"algorithm": "a_star", "seed": 2}, False),
        ({"heuristic": None}, True),
        ({"heuristic": ["zero", None]}, True),
        ({"heuristic": "zero"}, False),
        ({"heuristic.count_blank": None}, True),
        ({"heuristic.count_blank": False}, False),
        ({"algorithm.tie_break": "fifo"}, True),
        ({"algorithm.weight": 1.5}, True),
        ({"domain.parent_pruning": True}, True),
        ({"domain.parent_pruning": 1}, False),
        ({"seed": True}, False),
        ({"domain.width": [3, 4]}, True),
        ({"domain.goal": [1, 2, 0]}, True),
        ({"domain.goal": [[0, 1, 2], [1, 2, 0]]}, True),
        ({"domain.goal": [[0, 1, 2]]}, False),
    ],
)
def test_patterns(pattern: dict[str, Any], fits: bool) -> None:
    assert matches(pattern, ROW) is fits


def test_values_of_rows() -> None:
    assert value_at(ROW, "domain.width") == 3
    assert value_at(ROW, "domain.height") is None
    assert value_at(ROW, "seed") == 1

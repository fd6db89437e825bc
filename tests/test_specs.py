from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import ValidationError

from harness import columns, specs, summaries
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


@pytest.mark.parametrize("statistic", ["mean", "median", "sum", "min", "max"])
@pytest.mark.parametrize("metric", ["status", "finished_at"])
def test_there_are_no_statistics_of_words(metric: str, statistic: str) -> None:
    column = {"metric": metric, "statistic": statistic}
    problem = f"there is no {statistic} of '{metric}', which holds no numbers"
    with pytest.raises(ValidationError, match=problem):
        TableSpec.model_validate({"name": "t", "rows": ["algorithm"], "columns": [column]})


def test_what_is_averaged_is_what_the_summaries_average() -> None:
    assert summaries.AVERAGES.keys() == specs.AVERAGED


@pytest.mark.parametrize(
    "axes",
    [{"kind": "bars", "metric": "status"}, {"kind": "scatter", "x": "cost", "y": "instance"}],
)
def test_words_are_not_drawn(axes: dict[str, str]) -> None:
    with pytest.raises(ValidationError, match=r"there is no plot of '.*', which holds no numbers"):
        PlotSpec.model_validate({"name": "p", **axes})


@pytest.mark.parametrize(
    ("source", "metric"),
    [
        ("runs", "heuristic.count_blank"),
        ("runs", "solution"),
        ("levels", "cost_ratio"),
        ("iterations", "last_expanded"),
        ("iterations", "cost"),
    ],
)
def test_a_metric_is_one_of_its_source(source: str, metric: str) -> None:
    spec = {"name": "t", "source": source, "rows": ["algorithm"], "columns": [metric]}
    with pytest.raises(ValidationError, match=f"unknown metric '{metric}'"):
        TableSpec.model_validate(spec)


def test_solutions_are_drawn_by_what_they_cost() -> None:
    PlotSpec.model_validate({"name": "p", "kind": "solutions", "metric": "cost_ratio"})
    with pytest.raises(ValidationError, match="unknown metric 'expanded'"):
        PlotSpec.model_validate({"name": "p", "kind": "solutions", "metric": "expanded"})


@pytest.mark.parametrize("metric", ["expanded", "generated", "evaluated", "kernel_seconds"])
def test_a_cactus_is_drawn_of_what_a_search_takes(metric: str) -> None:
    PlotSpec.model_validate({"name": "p", "kind": "cactus", "metric": metric})


def test_a_cactus_is_not_drawn_of_costs() -> None:
    with pytest.raises(ValidationError, match="unknown metric 'cost'"):
        PlotSpec.model_validate({"name": "p", "kind": "cactus", "metric": "cost"})


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

"""Patterns: 'include', 'exclude', and the 'where' of tables and plots."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from planning import complaints_of, outline, plan_of

SHOWN: dict[str, dict[str, Any]] = {
    "tables": {"name": "t", "rows": ["algorithm"], "columns": ["cost"]},
    "plots": {"name": "p", "kind": "bars", "metric": "cost"},
}


@pytest.mark.parametrize(
    ("changes", "kept"),
    [
        ({"exclude": [{"algorithm": "blind"}]}, {("best", "zero"), ("best", "away")}),
        ({"exclude": [{"heuristic": ["zero", None]}]}, {("best", "away")}),
        ({"include": [{"heuristic": "zero"}]}, {("best", "zero")}),
        (
            {"include": [{"heuristic": "zero"}, {"algorithm": "blind"}]},
            {("best", "zero"), ("blind", None)},
        ),
        (
            {"include": [{"algorithm": "best"}], "exclude": [{"heuristic": "zero"}]},
            {("best", "away")},
        ),
        (
            {"exclude": [{"algorithm.weight": 1, "heuristic": "away"}]},
            {("best", "zero"), ("blind", None)},
        ),
        (
            {"include": [{"tie_break": "fifo", "operator_order": "LR"}]},
            {("best", "zero"), ("best", "away")},
        ),
    ],
)
def test_include_and_exclude(folder: Path, changes: dict[str, Any], kept: set[Any]) -> None:
    made = plan_of(folder, algorithms=["blind", "best"], heuristics=["zero", "away"], **changes)
    assert {line[:2] for line in outline(made.runs)} == kept
    assert made.warnings == []


def test_patterns_for_single_runs(folder: Path) -> None:
    made = plan_of(
        folder,
        algorithms=[{"best": {"tie_break": "random"}}],
        seeds=[0, 1],
        repeats=2,
        exclude=[{"instance": "1", "seed": 0}, {"tie_break": "random(1)", "repeat": 1}],
    )
    assert [(run.instance.text, run.seed, run.repeat) for run in made.runs] == [
        ("1", 1, 0),
        ("5", 0, 0),
        ("5", 0, 1),
        ("5", 1, 0),
    ]


def test_patterns_that_miss(folder: Path) -> None:
    made = plan_of(folder, exclude=[{"instance": "9"}])
    assert made.warnings == [f"{folder}/c.yaml:13: exclude[0]: no run fits this pattern"]
    assert len(made.runs) == 2
    [line] = complaints_of(folder, include=[{"instance": "9"}])
    assert line.startswith(f"{folder}/c.yaml:13: include[0]: no run fits this pattern: ")
    assert line.endswith("'include' and 'exclude' leave no run")
    [line] = complaints_of(folder, exclude=[{"instance": ["1", "5"]}])
    assert line == f"{folder}/c.yaml:12: exclude: 'include' and 'exclude' leave no run"


@pytest.mark.parametrize(
    "where",
    [
        {"instance": "9"},
        {"instance": "nosuch/*"},
        {"instance": ["8", "9"]},
        {"repeat": 7, "status": "solved"},
        {"heuristic": None},
        {"domain.length": 99},
    ],
)
@pytest.mark.parametrize("section", ["tables", "plots"])
def test_a_table_or_plot_of_no_run_is_refused(
    folder: Path, section: str, where: dict[str, Any]
) -> None:
    [line] = complaints_of(folder, **{section: [{**SHOWN[section], "where": where}]})
    assert re.match(rf"{folder}/c\.yaml:1\d: {section}\[0\]\.where: \{{", line)
    assert line.endswith("no run of this config fits")


def test_a_table_of_runs_that_are_left_out_is_refused(folder: Path) -> None:
    table = {**SHOWN["tables"], "where": {"instance": "1"}}
    assert plan_of(folder, tables=[table]).runs
    [line] = complaints_of(folder, tables=[table], exclude=[{"instance": "1"}])
    assert "tables[0].where" in line


@pytest.mark.parametrize("where", [{}, {"depth": 9}, {"instance": "1", "status": "unsolvable"}])
def test_what_only_a_search_can_tell_is_not_refused(folder: Path, where: dict[str, Any]) -> None:
    assert plan_of(folder, tables=[{**SHOWN["tables"], "where": where}]).runs


def test_a_status_that_does_not_exist_is_refused(folder: Path) -> None:
    [line] = complaints_of(folder, tables=[{**SHOWN["tables"], "where": {"status": "solvd"}}])
    assert "tables[0].where.status: unknown status 'solvd'; did you mean 'solved'?" in line


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"exclude": [{"heuristic": "zeroo"}]},
            "exclude[0].heuristic: unknown heuristic 'zeroo'; did",
        ),
        (
            {"exclude": [{"algorithm.wait": 1}]},
            "exclude[0].algorithm.wait: unknown parameter of the a",
        ),
        (
            {"tables": [{"name": "t", "rows": ["heuristic.x"], "columns": ["cost"]}]},
            "tables[0].rows[0]: unknown parameter of the heuristics 'x' (known: none)",
        ),
        (
            {
                "plots": [
                    {"name": "p", "kind": "levels", "metric": "visited", "by": ["domain.lenth"]}
                ]
            },
            "plots[0].by[0]: unknown parameter of the domains 'lenth'; did you mean 'length'?",
        ),
        (
            {
                "plots": [
                    {"name": "p", "kind": "bars", "metric": "cost", "where": {"domain": "grid"}}
                ]
            },
            "plots[0].where.domain: unknown domain 'grid' (known: line)",
        ),
    ],
)
def test_names_that_nothing_has(folder: Path, changes: dict[str, Any], message: str) -> None:
    [line] = complaints_of(folder, **changes)
    assert message in line

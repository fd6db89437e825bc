"""What cannot be planned, and how it is told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from planning import complaints_of, plan_of


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"domains": ["lin"]},
            "3: domains[0]: unknown domain 'lin'; did you mean 'line'? (known: gr",
        ),
        (
            {"algorithms": ["bst"]},
            "9: algorithms[0]: unknown algorithm 'bst'; did you mean 'best'?",
        ),
        (
            {"heuristics": ["awy"]},
            "11: heuristics[0]: unknown heuristic 'awy'; did you mean 'away'?",
        ),
        ({"heuristics": ["octile"]}, "11: heuristics[0]: 'octile' fits grid, not line"),
        (
            {"heuristics": []},
            "9: algorithms[0]: best needs a heuristic; the key 'heuristics' names n",
        ),
        (
            {"algorithms": [{"best": {"tie_brek": "fifo"}}]},
            "algorithms[0].best.tie_brek: unknown parameter 'tie_brek'; did you mean 'tie_break'?",
        ),
        (
            {"algorithms": [{"best": {"tie_break": "fifoo"}}]},
            "best.tie_break: 'fifoo' is not one of fifo, lifo, random; did you mean 'fifo'?",
        ),
        (
            {"algorithms": [{"best": {"tie_break": ["fifo", "random(x)"]}}]},
            "best.tie_break[1]: 'random(x)' is not one of fifo, lifo, random",
        ),
        ({"algorithms": [{"best": {"weight": 0}}]}, "best.weight: 0 is less than 1"),
        ({"algorithms": [{"best": {"weight": [1, 101]}}]}, "best.weight[1]: 101 is more than 100"),
        ({"algorithms": [{"best": {"weight": "1"}}]}, "best.weight: '1' is not a number"),
        ({"algorithms": [{"best": {"weight": True}}]}, "best.weight: true is not a number"),
        ({"algorithms": [{"best": {"weight": []}}]}, "best.weight: [] is empty: an axis needs"),
        (
            {"algorithms": [{"best": {"weight": [2, 2.0]}}]},
            "best.weight[1]: 2.0 stands on this axis",
        ),
        ({"algorithms": [{"best": {"weight": None}}]}, "best.weight: null is not a number"),
        (
            {"algorithms": ["asks"]},
            "algorithms[0].asks: the parameter 'limit' is missing: how deep",
        ),
        ({"algorithms": [{"asks": {"limit": 1.5}}]}, "asks.limit: 1.5 is not a whole number"),
        ({"algorithms": [{"asks": {"limit": 1, "word": 3}}]}, "asks.word: 3 is not text"),
        ({"heuristics": [{"away": {"twice": 1}}]}, "away.twice: 1 is neither true nor false"),
        ({"heuristics": [{"away": {"twice": "no"}}]}, "away.twice: 'no' is neither true nor false"),
        (
            {"domains": [{"line": {"goal": "zeroo"}}]},
            "line.goal: 'zeroo' is not one of zero, end; did",
        ),
        (
            {"domains": [{"line": {"goal": 5}}]},
            "line.goal: 5 is not a list of whole numbers or one of",
        ),
        (
            {"domains": [{"line": {"goal": [[]]}}]},
            "line.goal[0]: [] is not a list of whole numbers",
        ),
        (
            {"domains": [{"line": {"length": 2}}]},
            "domains[0]: no run can use this: line: no even len",
        ),
        (
            {"heuristics": ["zero", "zero"]},
            "heuristics[1]: zero is the same as zero in heuristics[0]",
        ),
        (
            {"heuristics": ["away", {"away": {"twice": [True, False]}}]},
            "heuristics[1]: away(twice=false) is the same as away in heuristics[0]",
        ),
    ],
)
def test_what_cannot_be_planned(folder: Path, changes: dict[str, Any], message: str) -> None:
    [line] = complaints_of(folder, **changes)
    assert line.startswith(f"{folder}/c.yaml:")
    assert message in line.removeprefix(f"{folder}/c.yaml:")


def test_all_faults_are_told_together(folder: Path) -> None:
    lines = complaints_of(folder, domains=["lin"], algorithms=[{"best": {"weight": 0, "x": 1}}])
    assert len(lines) == 3


def test_endless_axes_are_refused(folder: Path) -> None:
    axes = {"length": list(range(1, 100)), "goal": [[n] for n in range(2000)]}
    [line] = complaints_of(folder, domains=[{"line": axes}])
    assert "domains[0].line: 198000 combinations; at most 100000 are tried" in line


def test_endless_repeats_are_refused(folder: Path) -> None:
    [line] = complaints_of(folder, repeats=9_000_000)
    assert "18000000 runs; at most 10000000 are planned" in line


def test_refused_combinations_do_not_stop_the_others(folder: Path) -> None:
    made = plan_of(
        folder,
        domains=["line", {"grid": {"size": 2}}],
        instances=[{"literal": [[1]], "domain": "line"}, {"literal": ["..."], "domain": "grid"}],
        algorithms=["blind", "exact", {"best": {"tie_break": ["fifo", "lifo"], "weight": [1, 99]}}],
        heuristics=["zero", {"away": {"twice": True}}],
    )
    assert [(r.algorithm, r.heuristic, r.domain, r.reason) for r in made.refused] == [
        (
            "blind",
            None,
            "grid(size=2)",
            "blind needs unit costs; operators of grid(size=2) have others",
        ),
        (
            "exact",
            "away(twice=true)",
            "line",
            "away(twice=true) does not claim to be admissible, and exact needs that",
        ),
        ("exact", "away", "grid(size=2)", "away fits line, not grid"),
        ("best(tie_break=fifo,weight=1)", "away", "grid(size=2)", "away fits line, not grid"),
        ("best(tie_break=fifo,weight=99)", "away", "grid(size=2)", "away fits line, not grid"),
        ("best(tie_break=lifo,weight=1)", "away", "grid(size=2)", "away fits line, not grid"),
        ("best(tie_break=lifo,weight=99)", "zero", "line", "best: heavy lifo"),
        ("best(tie_break=lifo,weight=99)", "zero", "grid(size=2)", "best: heavy lifo"),
        ("best(tie_break=lifo,weight=99)", "away(twice=true)", "line", "best: heavy lifo"),
        ("best(tie_break=lifo,weight=99)", "away", "grid(size=2)", "away fits line, not grid"),
    ]
    assert {(run.domain.name, run.heuristic.name) for run in made.runs if run.heuristic} == {
        ("line", "zero"),
        ("line", "away"),
        ("grid", "zero"),
    }


def test_require_admissible(folder: Path) -> None:
    both = [{"away": {"twice": [False, True]}}]
    made = plan_of(folder, heuristics=both, require="admissible")
    assert {run.heuristic.parameters["twice"] for run in made.runs if run.heuristic} == {False}
    assert [r.heuristic for r in made.refused] == ["away(twice=true)"]
    [line] = complaints_of(
        folder, heuristics=[{"away": {"twice": True}}, "zero"], require="admissible"
    )
    assert "heuristics[0]: no run can use this: away(twice=true) does not claim" in line


def test_a_domain_without_instances(folder: Path) -> None:
    instances = [{"literal": [[1]], "domain": "line"}]
    [line] = complaints_of(folder, domains=["line", "grid"], instances=instances)
    assert "domains[1]: no run can use this: grid has no instances" in line


def test_probable_slips_are_told(folder: Path) -> None:
    made = plan_of(folder, algorithms=["blind"], seeds=[1, 2])
    assert [warning.split(": ", 1)[1] for warning in made.warnings] == [
        "heuristics: none of the algorithms uses a heuristic",
        "seeds: no algorithm draws random numbers",
    ]

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import small_catalogue
import yaml
from hypothesis import given
from hypothesis import strategies as st

from harness import config
from harness.expansion import Plan, plan
from harness.identity import RunIds, canonical_json
from harness.model import Choice, Run, UserError
from harness.parameters import label, settings
from kernels import catalogue
from kernels.contract import Parameter

BASE: dict[str, Any] = {
    "experiment": "walk",
    "domains": ["line"],
    "instances": [{"literal": [[1], [5]]}],
    "algorithms": ["best"],
    "heuristics": ["zero"],
}


SHOWN: dict[str, dict[str, Any]] = {
    "tables": {"name": "t", "rows": ["algorithm"], "columns": ["cost"]},
    "plots": {"name": "p", "kind": "bars", "metric": "cost"},
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(catalogue, "HOME", small_catalogue.make(tmp_path / "catalogue"))
    return tmp_path


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


def test_the_cross_product_in_the_order_of_the_config(folder: Path) -> None:
    made = plan_of(folder, algorithms=["blind", "best"], heuristics=["zero", "away"])
    assert outline(made.runs) == [
        ("blind", None, "1"),
        ("blind", None, "5"),
        ("best", "zero", "1"),
        ("best", "zero", "5"),
        ("best", "away", "1"),
        ("best", "away", "5"),
    ]
    assert (made.refused, made.warnings) == ([], [])


def test_a_run_holds_all_that_it_needs(folder: Path) -> None:
    made = plan_of(folder, limits={"nodes": 1e3, "memory": "1 KiB"}, paths=True)
    run = made.runs[0]
    assert run.domain.parameters == {"length": 9, "goal": "zero", "operator_order": "LR"}
    assert list(run.algorithm.parameters) == ["tie_break", "weight"]
    assert Path(run.algorithm.path) == folder / "catalogue/algorithms/best.py"
    assert (run.experiment, run.keep_path, run.seed, run.repeat) == ("walk", True, None, 0)
    assert (run.limits.nodes, run.limits.seconds, run.limits.memory) == (1000, None, 1024)


def test_lists_are_axes(folder: Path) -> None:
    domains = [{"line": {"length": [5, 7, 9], "goal": [[1], "end"]}}]
    made = plan_of(folder, domains=domains, algorithms=[{"best": {"weight": [1, 1.5]}}])
    seen = [
        (
            r.algorithm.parameters["weight"],
            r.domain.parameters["length"],
            r.domain.parameters["goal"],
        )
        for r in made.runs[::2]
    ]
    assert seen == [
        (weight, length, goal)
        for weight in (1, 1.5)
        for length in (5, 7, 9)
        for goal in ([1], "end")
    ]


def test_a_list_of_integers_is_one_value_where_that_is_meant(folder: Path) -> None:
    made = plan_of(folder, domains=[{"line": {"goal": [1, 2]}}])
    assert {tuple(run.domain.parameters["goal"]) for run in made.runs} == {(1, 2)}


def test_run_ids_are_hashes_of_what_determines_the_counts(folder: Path) -> None:
    made = plan_of(folder, algorithms=[{"best": {"tie_break": "random"}}], seeds=[3], repeats=2)
    run = made.runs[1]
    identity = {
        "domain": "line",
        "domain_params": {"length": 9, "goal": "zero", "operator_order": "LR"},
        "instance": "1",
        "algorithm": "best",
        "algorithm_params": {"tie_break": "random", "weight": 1},
        "heuristic": "zero",
        "heuristic_params": {},
        "seed": 3,
        "repeat": 1,
    }
    text = json.dumps(identity, sort_keys=True, separators=(",", ":"))
    assert run.run_id == hashlib.sha256(text.encode()).hexdigest()[:16]


def test_run_ids_do_not_depend_on_neighbours_order_limits_or_place(folder: Path) -> None:
    algorithms = ["blind", {"best": {"tie_break": ["fifo", "lifo"]}}]
    made = plan_of(folder, algorithms=algorithms, heuristics=["zero", "away"])
    elsewhere = folder / "elsewhere"
    elsewhere.mkdir()
    turned = plan_of(
        elsewhere,
        experiment="other",
        title="Other",
        instances=[{"literal": [[5], [1]], "names": ["five", "one"]}],
        algorithms=[{"best": {"tie_break": ["lifo", "fifo"], "weight": 1.0}}, "blind"],
        heuristics=[{"away": {"twice": [True, False]}}, "zero"],
        limits={"nodes": 7},
        paths=True,
    )
    kept = [
        run for run in turned.runs if not (run.heuristic and run.heuristic.parameters.get("twice"))
    ]
    assert ids(made) == {run.run_id for run in kept}
    assert len(ids(made)) == 10


@given(
    st.dictionaries(
        st.text(max_size=5),
        st.integers() | st.text(max_size=5) | st.lists(st.integers()),
        max_size=5,
    )
)
def test_canonical_json_forgets_the_order(values: dict[str, Any]) -> None:
    turned = dict(reversed(values.items()))
    assert canonical_json(values) == canonical_json(turned)
    assert json.loads(canonical_json(values)) == values


@given(st.text(max_size=9), st.none() | st.integers(0, 2**63), st.integers(0, 9))
def test_run_ids_hash_canonical_json(instance: str, seed: int | None, repeat: int) -> None:
    choice = Choice("d", {"b": [1, "ä"], "a": None}, "/somewhere")
    identity = {
        **{"domain": "d", "domain_params": choice.parameters, "instance": instance},
        **{"algorithm": "d", "algorithm_params": choice.parameters},
        **{"heuristic": None, "heuristic_params": None, "seed": seed, "repeat": repeat},
    }
    expected = hashlib.sha256(canonical_json(identity).encode()).hexdigest()[:16]
    assert RunIds(choice, choice, None).run_id(instance, seed, repeat) == expected


def test_seeds_multiply_only_what_draws(folder: Path) -> None:
    algorithms = [{"best": {"tie_break": ["fifo", "random", "random(7)"]}}]
    made = plan_of(folder, algorithms=algorithms, seeds=[0, 1], instances=[{"literal": [[1]]}])
    seen = [(run.algorithm.parameters["tie_break"], run.seed) for run in made.runs]
    assert seen == [("fifo", None), ("random", 0), ("random", 1), ("random", 7)]
    assert made.warnings == []


def test_a_seed_twice_is_one_search_twice(folder: Path) -> None:
    algorithms = [{"best": {"tie_break": ["random", "random(1)"]}}]
    [line] = complaints_of(folder, algorithms=algorithms, seeds=[0, 1])
    assert line.endswith("best with seed 1 on 1 is planned twice")


def test_repeats(folder: Path) -> None:
    made = plan_of(folder, repeats=3)
    assert [run.repeat for run in made.runs] == [0, 1, 2, 0, 1, 2]
    assert len(ids(made)) == 6


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


def test_none_is_a_value_where_it_is_the_default(folder: Path) -> None:
    made = plan_of(folder, algorithms=[{"blind": {"depth": [None, 4]}}], heuristics=[])
    assert [run.algorithm.parameters["depth"] for run in made.runs[::2]] == [None, 4]


def test_whole_numbers_are_the_same_however_written(folder: Path) -> None:
    one = plan_of(folder, algorithms=[{"best": {"weight": 2}}])
    other = plan_of(folder, algorithms=[{"best": {"weight": 2.0}}])
    assert ids(one) == ids(other)


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


HEURISTIC = small_catalogue.FILES["heuristics/line/away.py"]


def test_a_heuristic_beside_the_config(folder: Path) -> None:
    (folder / "mine.py").write_text(HEURISTIC)
    made = plan_of(folder, heuristics=[{"./mine.py": {"twice": True}}])
    assert made.runs[0].heuristic == Choice("mine", {"twice": True}, str(folder / "mine.py"))
    (folder / "deep").mkdir()
    (folder / "mine.py").rename(folder / "deep" / "mine.py")
    assert ids(plan_of(folder, heuristics=[{"deep/mine.py": {"twice": True}}])) == ids(made)
    assert not list(folder.rglob("__pycache__"))


def test_an_edited_heuristic_is_read_anew(folder: Path) -> None:
    (folder / "mine.py").write_text(HEURISTIC)
    plan_of(folder, heuristics=["mine.py"])
    (folder / "mine.py").write_text(HEURISTIC.replace("twice", "thrice"))
    [run, _] = plan_of(folder, heuristics=["mine.py"]).runs
    assert run.heuristic is not None
    assert run.heuristic.parameters == {"thrice": False}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("def prepare(T, params):\n    return (\n", "mine.py:2: is not Python: '(' was never"),
        (f"{HEURISTIC}\nx = 1 / 0\n", "mine.py:12: ZeroDivisionError: division by zero"),
        (f"{HEURISTIC}\nraise SystemExit\n", "mine.py:12: SystemExit: no message"),
        ("import no_such_module_at_all\nFITS = no_such_module_at_all.x\n"
         "prepare = evaluate = None\n", "mine.py:1: ModuleNotFoundError: No module named"),
        ('FITS = "line"\ndef prepare(T, params): pass\n', "mine.py: does not define evaluate"),
        ("prepare = evaluate = None\n", "mine.py: does not define FITS"),
        ('FITS = "grid"\nprepare = evaluate = None\n', "mine.py: fits grid, not line"),
        ('FITS = "lin"\nprepare = evaluate = None\n', "FITS: unknown domain 'lin'; did you"),
        ('FITS = "line"\nPARAMETERS = {"x": 1}\nprepare = evaluate = None\n',
         "mine.py: PARAMETERS is not a mapping of names to Parameter(...)"),
        ("\0", "mine.py:1: is not Python"),
    ],
)  # fmt: skip
def test_broken_heuristic_files(folder: Path, text: str, message: str) -> None:
    (folder / "mine.py").write_text(text)
    [line] = complaints_of(folder, heuristics=["mine.py"])
    assert line.startswith(f"{folder}/c.yaml:11: heuristics[0]: {folder}")
    assert message in line


def test_claims_that_fail(folder: Path) -> None:
    (folder / "mine.py").write_text(HEURISTIC.replace('params["twice"]', 'params["once"]'))
    with pytest.raises(UserError, match=r"mine.py:7: KeyError: 'once'"):
        plan_of(folder, heuristics=["mine.py"], require="admissible")


def test_a_missing_heuristic_file(folder: Path) -> None:
    (folder / "mine.py").write_text(HEURISTIC)
    [line] = complaints_of(folder, heuristics=["./mime.py"])
    assert line.endswith("mime.py: there is no such file; did you mean 'mine.py'?")


def test_two_heuristics_of_one_name(folder: Path) -> None:
    (folder / "away.py").write_text(HEURISTIC)
    [line] = complaints_of(folder, heuristics=["away", {"./away.py": {"twice": True}}])
    assert "heuristics[1]: its file has the name of another heuristic, heuristics[0]" in line


def test_planning_does_without_numba() -> None:
    text = (
        "import pathlib, sys, tempfile\n"
        "from harness import config, expansion\n"
        "path = pathlib.Path(tempfile.mkdtemp()) / 'c.yaml'\n"
        "path.write_text('{experiment: a, domains: [sliding_tiles], algorithms: [ida_star], '\n"
        "                'heuristics: [manhattan], instances: [{random: {count: 3, seed: 1}}]}')\n"
        "assert len(expansion.plan(config.load(path)).runs) == 3\n"
        "print('numba' in sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


@given(st.integers(-50, 50), st.integers(-50, 50), st.integers(-100, 100))
def test_bounds_are_included(low: int, high: int, value: int) -> None:
    parameter = Parameter("integer", low, "n", minimum=low, maximum=high)
    found, faults = settings({"n": parameter}, {"n": value})
    assert bool(faults) == (not low <= value <= high)
    assert [one.values["n"] for one in found] == ([] if faults else [value])


@given(st.lists(st.lists(st.integers(0, 99), min_size=1, max_size=4, unique=True), max_size=3))
def test_axes_multiply(axes: list[list[int]]) -> None:
    parameters = {f"p{i}": Parameter("integer", 0, "n") for i in range(len(axes))}
    found, _ = settings(parameters, {f"p{i}": axis for i, axis in enumerate(axes)})
    seen = {tuple(one.values.values()) for one in found}
    size = 1
    for i, axis in enumerate(axes):
        size *= len(axis)
        assert {values[i] for values in seen} == set(axis)
    assert len(found) == len(seen) == size


def test_labels() -> None:
    assert label("a_star", {}) == "a_star"
    given_parameters = {"goal": [1, 2, 0], "parent_pruning": False, "limit": None, "order": "UDLR"}
    assert (
        label("t", given_parameters) == "t(goal=[1,2,0],parent_pruning=false,limit=null,order=UDLR)"
    )


def test_a_heuristic_file_that_is_none(folder: Path) -> None:
    os.mkfifo(folder / "mine.py")
    [line] = complaints_of(folder, heuristics=["./mine.py"])
    assert line.endswith("mine.py: is there, but is not a file")

"""From a config to its runs."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from planning import complaints_of, ids, outline, plan_of

from harness.identity import RunIds, canonical_json
from harness.model import Choice


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


def test_none_is_a_value_where_it_is_the_default(folder: Path) -> None:
    made = plan_of(folder, algorithms=[{"blind": {"depth": [None, 4]}}], heuristics=[])
    assert [run.algorithm.parameters["depth"] for run in made.runs[::2]] == [None, 4]


def test_whole_numbers_are_the_same_however_written(folder: Path) -> None:
    one = plan_of(folder, algorithms=[{"best": {"weight": 2}}])
    other = plan_of(folder, algorithms=[{"best": {"weight": 2.0}}])
    assert ids(one) == ids(other)


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

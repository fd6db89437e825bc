from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from harness import config
from harness.complaints import MOST_SHOWN
from harness.model import UserError
from harness.schema import Selection
from harness.specs import ColumnSpec

FULL = """\
experiment: eight_puzzle
title: The 8-puzzle
about: |
  Two lines
  of text.
domains:
  - sliding_tiles: {width: 3, height: 3, operator_order: [UDLR, ULRD]}
instances:
  - literal: [[8, 7, 6, 5, 4, 3, 2, 1, 0], "1 2 3 4 5 6 7 8 0"]
    names: [far, near]
  - file: boards.txt
    domain: sliding_tiles
  - random: {count: 1e2, seed: 1}
  - scrambled: {count: 10, moves: 100, seed: 7}
  - dataset: korf1985
    only: [1, 5, "7"]
algorithms: [breadth_first, {a_star: {tie_break: [fifo, "random(7)"]}}]
heuristics: [zero, {manhattan: {count_blank: [true, false]}}, ./mine.py]
limits: {nodes: 1e6, generated: 5E6, seconds: 60, memory: 2GiB}
seeds: [0, 1]
repeats: 2
unsolvable: search
require: admissible
paths: true
exclude:
  - {algorithm: a_star, heuristic: [zero, mine], "heuristic.count_blank": true}
tables:
  - name: traveled
    rows: [algorithm, heuristic.count_blank]
    columns: [visited, {metric: generated, statistic: mean}]
plots:
  - {name: levels, kind: levels, metric: visited, scale: log}
"""
SMALL = """\
experiment: small
domains: [sliding_tiles]
instances: [{literal: [[1, 0]]}]
algorithms: [breadth_first]
"""


@pytest.fixture
def write(tmp_path: Path) -> Any:
    def write(text: str) -> Path:
        path = tmp_path / "c.yaml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def complaints_of(path: Path, *overrides: str) -> list[str]:
    with pytest.raises(UserError) as caught:
        config.load(path, overrides)
    assert caught.value.exit_status == 2
    return [line.removeprefix(f"{path}:") for line in str(caught.value).splitlines()]


def test_a_full_config(write: Any) -> None:
    path = write(FULL)
    experiment = config.load(path)
    assert experiment.experiment == "eight_puzzle"
    assert experiment.about == "Two lines\nof text.\n"
    orders = {"width": 3, "height": 3, "operator_order": ["UDLR", "ULRD"]}
    assert experiment.domains == [Selection("sliding_tiles", orders)]
    literal, file, random, scrambled, dataset = (b.model_dump() for b in experiment.instances)
    assert literal["literal"] == [[8, 7, 6, 5, 4, 3, 2, 1, 0], "1 2 3 4 5 6 7 8 0"]
    assert literal["names"] == ["far", "near"]
    assert (file["file"], file["domain"]) == ("boards.txt", "sliding_tiles")
    assert random["random"] == {"count": 100, "seed": 1}
    assert scrambled["scrambled"] == {"count": 10, "moves": 100, "seed": 7}
    assert dataset["only"] == ["1", "5", "7"]
    assert experiment.algorithms[0] == Selection("breadth_first")
    assert experiment.limits.model_dump() == {
        "nodes": 1_000_000,
        "generated": 5_000_000,
        "seconds": 60,
        "memory": 2 * 1024**3,
    }
    assert isinstance(experiment.limits.nodes, int)
    assert experiment.source == path
    assert experiment.text == FULL
    assert experiment.tables[0].columns == [
        ColumnSpec(metric="visited"),
        ColumnSpec(metric="generated", statistic="mean"),
    ]


def test_defaults(write: Any) -> None:
    experiment = config.load(write(SMALL))
    assert experiment.heuristics == []
    assert experiment.limits.model_dump() == dict.fromkeys(
        ["nodes", "generated", "seconds", "memory"]
    )
    assert (experiment.seeds, experiment.repeats) == ([0], 1)
    assert (experiment.unsolvable, experiment.require, experiment.paths) == ("report", None, False)


@pytest.mark.parametrize(
    ("size", "amount"),
    [
        ("2GiB", 2 * 2**30),
        ("500 MB", 500_000_000),
        ("1.5 KiB", 1536),
        ("2 TB", 2 * 10**12),
        ("64KB", 64_000),
        ("7 B", 7),
        ("4096", 4096),
        ("1e3", 1000),
    ],
)
def test_sizes(write: Any, size: str, amount: int) -> None:
    assert config.load(write(f"{SMALL}limits: {{memory: {size}}}")).limits.memory == amount


@pytest.mark.parametrize(
    ("extra", "line"),
    [
        ("limits: {nodes: 0}", "5: limits.nodes: 0 is not at least 1"),
        ("limits: {nodes: -1}", "5: limits.nodes: -1 is not at least 1"),
        ("limits: {nodes: true}", "5: limits.nodes: true is not a whole number"),
        ("limits: {nodes: 1.5}", "5: limits.nodes: 1.5 is not a whole number"),
        ("limits: {nodes: '5'}", "5: limits.nodes: '5' is not a whole number"),
        ("limits: {nodes: 1e30}", "5: limits.nodes: 1e+30 is not at most 9223372036854775807"),
        ("limits: {seconds: 0}", "5: limits.seconds: 0 is not more than 0"),
        ("limits: {seconds: true}", "5: limits.seconds: true is not a number"),
        ("limits: {seconds: .inf}", "5: limits.seconds: '.inf' is not a finite number"),
        (
            "limits: {memory: 2 Gb of RAM}",
            "5: limits.memory: '2 Gb of RAM' is not a size, such as 2GiB, 500 MB or a number of "
            "bytes",
        ),
        ("limits: {memory: 2GiBx}", "5: limits.memory: '2GiBx' is not a size"),
        ("limits: {memory: 0 GiB}", "5: limits.memory: '0 GiB' is not at least 1"),
        ("limits: 5", "5: limits: 5 is not a mapping"),
        (
            "limits:\n  node: 5",
            "6: limits.node: unknown key 'node'; did you mean 'nodes'? (known: nodes, generated, "
            "seconds, memory)",
        ),
        ("seeds: []", "5: seeds: [] is empty"),
        ("seeds: [1, 1]", "5: seeds: holds 1 more than once"),
        ("seeds: [-1]", "5: seeds[0]: -1 is not at least 0"),
        ("seeds: 3", "5: seeds: 3 is not a list"),
        ("repeats: 0", "5: repeats: 0 is not at least 1"),
        (
            "unsolvable: serch",
            "5: unsolvable: 'serch' is not one of report, search; did you mean 'search'?",
        ),
        ("paths: no", "5: paths: 'no' is neither true nor false"),
        ("title: 2024", "5: title: 2024 is not text; where text is meant, put it in quotes"),
        ("heuristics: [{a: 1}]", "5: heuristics[0]: {'a': 1} has no mapping of parameters"),
        ("heuristics: [3]", "5: heuristics[0]: 3 is neither a name nor a name with parameters"),
        (
            "heuristics:\n  - manhattan:\n    count_blank: true",
            "6: heuristics[0]: {'manhattan': None, 'count_blank': True} has 2 keys (manhattan, "
            "count_blank) where one name is wanted",
        ),
        (
            "exclude: [{heuristc: zero}]",
            "5: exclude[0]: unknown key 'heuristc'; did you mean 'heuristic'?",
        ),
        ("exclude: [{seed: []}]", "5: exclude[0]: seed: [] is neither a value nor a list"),
        ("reference: korf", "5: reference: unknown reference 'korf'"),
        (
            "plots: [{name: p, kind: scater}]",
            "5: plots[0].kind: 'scater' is not one of levels, iterations, bars, spread, scatter, "
            "distribution, cactus, solutions; did you mean 'scatter'?",
        ),
        (
            "plots: [{name: p, kind: scatter, x: cost}]",
            "5: plots[0]: y is missing: a plot of kind scatter takes x and y",
        ),
        (
            "plots: [{name: p, kind: bars, metric: visited, x: cost}]",
            "5: plots[0]: x has no meaning: a plot of kind bars takes metric",
        ),
        (
            "tables: [{name: t, rows: [algoritm], columns: [visited]}]",
            "5: tables[0]: unknown key 'algoritm'; did you mean 'algorithm'?",
        ),
        (
            "tables: [{name: t, rows: [level], columns: [visited]}]",
            "5: tables[0]: unknown key 'level'",
        ),
        (
            "tables: [{name: t, rows: [algorithm], columns: [{metric: visited, statistic: men}]}]",
            "5: tables[0].columns[0].statistic: 'men' is not one of value, mean, median, sum, min, "
            "max, count, solved; did you mean 'mean'?",
        ),
        (
            "tables: [{name: t, rows: [algorithm], columns: [visited], reference: true}]",
            "5: tables[0].reference: true, but the config names no published figures",
        ),
        (
            "tables: [{name: t, rows: [algorithm], columns: [{metric: status, statistic: mean}]}]",
            "5: tables[0]: there is no mean of 'status', which holds no numbers",
        ),
        (
            "plots: [{name: p, kind: bars, metric: status}]",
            "5: plots[0]: there is no plot of 'status', which holds no numbers",
        ),
        (
            "plots:\n  - {name: p, kind: levels, metric: visited}\n"
            "  - {name: p, kind: levels, metric: expanded}",
            "7: plots[1].name: 'p' is also the name of plots[0]",
        ),
    ],
)
def test_one_sentence_with_line_key_and_value(write: Any, extra: str, line: str) -> None:
    [complaint] = complaints_of(write(f"{SMALL}{extra}\n"))
    assert complaint.startswith(line)


@pytest.mark.parametrize(
    ("block", "line"),
    [
        ("{litral: [[1]]}", "3: instances[0]: says not where its instances come from"),
        ("{litral: [[1]]}", "did you mean 'literal'?"),
        ("{file: a, dataset: b}", "3: instances[0]: file and dataset stand together"),
        ("7", "3: instances[0]: 7 is not a mapping with one of literal, file, random"),
        ("{literal: []}", "3: instances[0].literal: [] is empty"),
        ("{literal: [1, 2]}", "3: instances[0].literal[0]: 1 is neither a list of whole numbers"),
        ("{literal: [[1, true]]}", "3: instances[0].literal[0]: [1, True] is neither a list"),
        ("{literal: [[]]}", "3: instances[0].literal[0]: [] is neither a list"),
        ("{literal: [[1]], names: [a, b]}", "3: instances[0]: 2 names for 1 instances"),
        ("{literal: [[1], [2]], names: [a, a]}", "3: instances[0].names: holds 'a' more than once"),
        ("{file: a, names: [b]}", "instances[0].names: unknown key 'names'; did you mean 'name'?"),
        ("{random: {count: 5}}", "3: instances[0].random: the key 'seed' is missing"),
        ("{random: {count: 0, seed: 1}}", "3: instances[0].random.count: 0 is not at least 1"),
        ("{random: {count: 1, seed: 1, moves: 2}}", "(known: count, seed)"),
        ("{dataset: x, only: []}", "3: instances[0].only: [] is empty"),
        ("{dataset: x, domain: pancake}", "3: instances[0].domain: unknown domain 'pancake'"),
    ],
)
def test_instance_blocks(write: Any, block: str, line: str) -> None:
    text = SMALL.replace("{literal: [[1, 0]]}", block)
    assert any(line in complaint for complaint in complaints_of(write(text)))


@pytest.mark.parametrize("key", ["experiment", "domains", "instances", "algorithms"])
def test_missing_keys(write: Any, key: str) -> None:
    text = "".join(line for line in SMALL.splitlines(True) if not line.startswith(key))
    other = " (or 'games')" if key == "domains" else ""
    assert complaints_of(write(text)) == [f"1: the key {key!r} is missing{other}"]


@pytest.mark.parametrize("name", ["Eight Puzzle", "../x", "", "a/b", "é"])
def test_names_that_make_no_folder(write: Any, name: str) -> None:
    text = SMALL.replace("experiment: small", f"experiment: {json.dumps(name)}")
    assert complaints_of(write(text))[0].startswith("1: experiment: ")


@pytest.mark.parametrize("text", ["- a\n", "word\n", "5\n", "~\n"])
def test_a_config_is_a_mapping(write: Any, text: str) -> None:
    assert complaints_of(write(text)) == ["1: a config is a mapping of keys to values"]


def test_all_faults_are_told_together(write: Any) -> None:
    text = SMALL + "limits: {nodes: 0, seconds: -1}\nrepeats: x\n"
    assert [line.split(":")[0] for line in complaints_of(write(text))] == ["5", "5", "6"]


def test_endless_faults_are_cut(write: Any) -> None:
    lines = complaints_of(write(SMALL + "seeds: [" + ", ".join(["x"] * 50) + "]\n"))
    assert lines[MOST_SHOWN:] == ["and 30 more like these"]


def test_overrides(write: Any) -> None:
    path = write(FULL)
    overrides = [
        "limits.nodes=1e5",
        "domains.0.sliding_tiles.width=4",
        "algorithms.0.breadth_first.goal_test=expansion",
        'exclude.0."heuristic.count_blank"=false',
        "limits.seconds=",
        "title=no",
    ]
    experiment = config.load(path, overrides)
    assert experiment.limits.nodes == 100_000
    assert experiment.domains[0].parameters["width"] == 4
    assert experiment.algorithms[0] == Selection("breadth_first", {"goal_test": "expansion"})
    assert experiment.exclude[0]["heuristic.count_blank"] is False
    assert experiment.limits.seconds is None
    assert experiment.title == "no"
    assert path.read_text() == FULL
    assert yaml.safe_load(experiment.text) == yaml.safe_load(FULL)
    assert all(f"# --set {override}\n" in experiment.text for override in overrides)


def test_overrides_make_what_is_not_there(write: Any) -> None:
    experiment = config.load(write(SMALL), ["limits.nodes=7", "heuristics=[zero]"])
    assert experiment.limits.nodes == 7
    assert experiment.heuristics == [Selection("zero")]


@pytest.mark.parametrize(
    ("override", "message"),
    [
        ("limits.nodes", "--set limits.nodes: is not PATH=VALUE"),
        ("=5", "--set =5: is not PATH=VALUE"),
        ("limits.nodes=0", "--set limits.nodes=0: limits.nodes: 0 is not at least 1"),
        ("limit.nodes=5", "--set limit.nodes=5: limit: unknown key 'limit'; did you mean 'limits'"),
        ("seeds.4=1", "--set seeds.4=1: seeds is a list of 2; '4' is not one of its indices 0..1"),
        ("seeds.x=1", "--set seeds.x=1: seeds is a list of 2; 'x' is not one of its indices 0..1"),
        ("title.x=1", "--set title.x=1: title is 'The 8-puzzle', which has nothing inside"),
        ("title=[1", "--set title=[1: value:2: is not YAML"),
    ],
)
def test_overrides_that_do_not_fit(write: Any, override: str, message: str) -> None:
    assert complaints_of(write(FULL), override)[0].startswith(message)


@given(nodes=st.integers(1, 2**63 - 1), seeds=st.sets(st.integers(0, 99), min_size=1))
def test_an_override_is_as_good_as_an_edit(
    tmp_path_factory: pytest.TempPathFactory, nodes: int, seeds: set[int]
) -> None:
    folder = tmp_path_factory.mktemp("override")
    (folder / "plain.yaml").write_text(SMALL)
    edited = f"{SMALL}limits:\n  nodes: {nodes}\nseeds: {sorted(seeds)}\n"
    (folder / "edited.yaml").write_text(edited)
    overrides = [f"limits.nodes={nodes}", f"seeds={sorted(seeds)}"]
    one = config.load(folder / "plain.yaml", overrides)
    other = config.load(folder / "edited.yaml")
    assert one.model_dump() == other.model_dump()


def test_the_published_schema_is_current() -> None:
    """``python -m harness.config`` writes it anew."""
    assert json.loads(config.SCHEMA_FILE.read_text(encoding="utf-8")) == config.json_schema()


def test_the_schema_knows_every_key() -> None:
    schema = config.json_schema()
    of_games = {"games", "evaluators", "candidates", "players"}
    known = set(yaml.safe_load(FULL)) | {"include", "reference"} | of_games
    assert known == set(schema["properties"])
    assert schema["required"] == ["experiment", "instances"]
    assert schema["additionalProperties"] is False

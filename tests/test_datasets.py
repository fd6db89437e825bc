"""Published instance sets: how they are described, edited, listed, and taken into a config."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from fake_solver import FakeKernels, TileSolver
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rooms_registry import (
    ABOUT,
    OTHER_BYTES,
    OTHER_ROOMS,
    PUBLIC,
    ROOMS,
    Answer,
    Registry,
    Server,
    entry,
    hash_of,
    put,
    refusal,
    registry_of,
    serving,
)
from typer.testing import CliRunner, Result

from harness import cli, config, dataset_registry, runner, worker
from harness.dataset_registry import EditedSet, FetchedSet, ShippedSet
from harness.expansion import plan
from kernels import catalogue


@pytest.fixture
def server() -> Iterator[Server]:
    with serving() as made:
        yield made


@pytest.fixture
def registry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, server: Server) -> Registry:
    return registry_of(server.url, tmp_path, monkeypatch)


def edited(**changes: Any) -> dict[str, Any]:
    instances_sha256 = hash_of(["#o#\n# #", "oo", " o\n#o"])
    edits = {"2": [[0, 1, "o"]]}
    content = {**ABOUT, "base": "rooms", "edits": edits, "instances_sha256": instances_sha256}
    return content | changes


def test_an_edited_set(registry: Registry, server: Server) -> None:
    registry.write("mine", **edited())
    made = dataset_registry.load("mine")
    assert made.read() == {**ROOMS, "2": "oo"}
    assert (made.domain, made.size, made.place()) == ("rooms", 3, "in the cache")
    assert made.path() == dataset_registry.load("rooms").path()
    assert len(server.asked) == 1


@given(st.data())
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_edits_change_the_squares_that_they_name(registry: Registry, data: st.DataObject) -> None:
    """The rows of an instance as lists of characters, changed one by one, are the oracle."""
    put(registry, PUBLIC)
    n = data.draw(st.sampled_from(list(ROOMS)))
    rows = [list(row) for row in ROOMS[n].split("\n")]
    squares = [(row, column) for row, cells in enumerate(rows) for column in range(len(cells))]
    edits = data.draw(
        st.lists(st.tuples(st.sampled_from(squares), st.sampled_from("#o")), min_size=1)
    )
    for (row, column), character in edits:
        rows[row][column] = character
    want = {**ROOMS, n: "\n".join("".join(row).rstrip() for row in rows)}
    registry.write(
        "mine",
        **edited(
            edits={n: [[row, column, mark] for (row, column), mark in edits]},
            instances_sha256=hash_of(list(want.values())),
        ),
    )
    assert dataset_registry.load("mine").read(registry.data) == want


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"edits": {"4": [[0, 0, "o"]]}}, "mine.yaml: edits.4: unknown instance '4'"),
        ({"edits": {"2": [[1, 0, "o"]]}}, "mine.yaml: edits.2: there is no row 1, column 0"),
        ({"edits": {"2": [[0, 2, "o"]]}}, "mine.yaml: edits.2: there is no row 0, column 2"),
        ({"edits": {"2": [[0, 0, "x"]]}}, "mine.yaml: edits.2: 'x' is no mark"),
        ({"edits": {"2": [[0, 0, "#"]]}}, "holds other instances: the hash of its 3 is "),
        ({"base": "mine"}, "mine.yaml: base: 'mine' is an edited set itself"),
        ({"base": "room"}, "unknown dataset 'room'; did you mean 'rooms'?"),
    ],
)
def test_edits_that_cannot_be(registry: Registry, changes: dict[str, Any], problem: str) -> None:
    registry.write("mine", **edited(**changes))
    assert problem in refusal(registry, name="mine")


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (entry("http://x", sha256="12"), "rooms.yaml:6: sha256: String should match"),
        (entry("ftp://x"), "rooms.yaml:5: url: String should match pattern"),
        (entry("http://x", instances="3"), "rooms.yaml:8: instances: Input should be a valid int"),
        (entry("http://x", color=3), "rooms.yaml:10: color: Extra inputs are not permitted"),
        (ABOUT, "rooms.yaml:1: domain: Field required"),
        (edited(edits={"1": [[0, -1, "o"]]}), "rooms.yaml:8: edits.1[0][1]: Input should be great"),
        (edited(edits={"1": [[0, 1, "oo"]]}), "edits.1[0][2]: String should have at most 1 char"),
        (edited(edits={"1": [[0, 1]]}), "rooms.yaml:7: edits.1[0][2]: Field required"),
        ([1], "rooms.yaml:1: is not a mapping of keys to values"),
    ],
)
def test_a_bad_entry_is_told_with_its_line(registry: Registry, content: Any, problem: str) -> None:
    text = yaml.safe_dump(content, sort_keys=False)
    (registry.home / "rooms.yaml").write_text(text, encoding="utf-8")
    assert problem in refusal(registry)


def test_a_set_of_a_domain_that_is_not_there(registry: Registry) -> None:
    registry.write("rooms", **entry("http://x", domain="room"))
    put(registry, PUBLIC)
    assert refusal(registry, registry.data).startswith(
        "rooms: unknown domain 'room'; did you mean 'rooms'?"
    )


Command = Callable[..., Result]


@pytest.fixture
def command(registry: Registry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    monkeypatch.chdir(tmp_path)
    return lambda *words: CliRunner().invoke(cli.app, list(map(str, words)))


CONFIG = """
experiment: few
domains: [rooms]
instances:
  - dataset: rooms
    only: [3, 1]
algorithms: [best]
heuristics: [zero]
"""


def test_a_config_takes_a_set(command: Command, registry: Registry, tmp_path: Path) -> None:
    file = tmp_path / "few.yaml"
    file.write_text(CONFIG)
    put(registry, OTHER_BYTES)
    for made in (plan(config.load(file), registry.data), plan(config.load(file))):
        assert [(run.instance.name, run.instance.text) for run in made.runs] == [
            ("rooms/3", ROOMS["3"]),
            ("rooms/1", ROOMS["1"]),
        ]
    file.write_text(CONFIG.replace("3, 1", "31"))
    [line] = command("check", file).stderr.splitlines()
    assert line == (
        f"error: {file}:5: instances[0]: only: rooms has no instance '31'; did you mean '3'?"
    )


def test_a_set_of_another_domain(command: Command, registry: Registry, server: Server) -> None:
    """It is not fetched to no purpose; a domain that is named for it may try."""
    Path("few.yaml").write_text(CONFIG.replace("[rooms]", "[line, grid]"))
    [line] = command("check", "few.yaml").stderr.splitlines()
    assert "few.yaml:5: instances[0]: rooms is a set of rooms, not of line, grid; " in line
    assert server.asked == []
    named = CONFIG.replace("[rooms]", "[grid]").replace("[3, 1]", "[3, 1]\n    domain: grid")
    Path("few.yaml").write_text(named)
    assert len(command("check", "few.yaml", "--all").stdout.splitlines()) == 2


def test_check_takes_a_folder(command: Command, registry: Registry, server: Server) -> None:
    Path("few.yaml").write_text(CONFIG)
    put(registry, OTHER_ROOMS)
    result = command("check", "few.yaml", "--data", registry.data)
    assert result.exit_code == 2
    [line] = result.stderr.splitlines()
    assert line.startswith(f"error: few.yaml:5: instances[0]: rooms: {registry.data}/several/rooms")
    put(registry, OTHER_BYTES)
    result = command("check", "few.yaml", "--data", registry.data, "--all")
    assert result.exit_code == 0
    assert [line.split("\t")[4] for line in result.stdout.splitlines()] == ["rooms/3", "rooms/1"]
    assert server.asked == []


def test_check_says_what_the_network_says(command: Command, server: Server) -> None:
    Path("few.yaml").write_text(CONFIG)
    server.answer = Answer(b"", status=404)
    result = command("check", "few.yaml")
    assert result.exit_code == 2
    fetching, line = result.stderr.splitlines()
    assert fetching == f"fetching rooms from {server.url}"
    assert line.startswith(f"error: few.yaml:5: instances[0]: rooms: {server.url} answers 404")


def test_run_fetches_and_goes_on_without_network(
    command: Command, registry: Registry, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "search_solver", TileSolver)
    monkeypatch.setattr(runner, "compiled_kernels", FakeKernels)
    Path("few.yaml").write_text(CONFIG)
    first = command("run", "few.yaml")
    assert first.exit_code == 0
    assert "2 runs (0 recorded before)" in first.stderr
    server.answer = Answer(b"", status=503)
    again = command("run", "few.yaml")
    assert "2 runs (2 recorded before)" in again.stderr
    put(registry, OTHER_ROOMS)
    refused = command("run", "few.yaml", "--data", registry.data)
    assert refused.exit_code == 2
    assert "holds other instances" in refused.stderr
    assert server.asked == ["/rooms.txt"]


CSV = """\
# title: "Two rooms: small"
# citation: >-
#   Nobody,
#   1998
# licence: free
# domain: rooms
id,instance
a,o
b,#
"""


def test_the_listing_fetches_nothing(command: Command, registry: Registry, server: Server) -> None:
    registry.write("mine", **edited())
    (registry.home / "more.csv").write_text(CSV)
    wheres = []
    for words in ("datasets",), ("list", "datasets"), ("datasets", "--data", registry.data):
        rows = [re.split("  +", line.strip()) for line in command(*words).stdout.splitlines()]
        assert rows[0] == ["datasets", "domain", "instances", "where"]
        assert [[*row[:3], row[4]] for row in rows[1:4]] == [
            ["mine", "rooms", "3", "Three rooms"],
            ["more", "rooms", "2", "Two rooms: small"],
            ["rooms", "rooms", "3", "Three rooms"],
        ]
        assert ["rooms: free"] in rows
        wheres.append([row[3] for row in rows[1:4]])
        assert registry.cached() == []
        put(registry, PUBLIC)
    away, here = "to be fetched", f"in {registry.data}"
    shipped = "comes with the program"
    assert wheres == [[away, shipped, away], [away, shipped, away], [here, shipped, here]]
    assert server.asked == []
    dataset_registry.load("rooms").read()
    assert "in the cache" in command("datasets").stdout


def test_fetch(command: Command, registry: Registry, server: Server) -> None:
    result = command("datasets", "fetch", "rooms")
    assert result.exit_code == 0
    [file] = registry.cache.glob("*")
    assert result.stdout.splitlines() == [
        f"rooms: 3 instances of rooms, in {file}",
        "terms: free",
        "citation: Nobody 1999",
    ]
    assert result.stderr == f"fetching rooms from {server.url}\n"
    assert command("datasets", "fetch", "rooms").stderr == ""
    mine = put(registry, OTHER_BYTES)
    found = command("datasets", "fetch", "rooms", "--data", registry.data)
    assert found.stdout.startswith(f"rooms: 3 instances of rooms, in {mine}\n")
    (registry.home / "more.csv").write_text(CSV)
    lines = command("datasets", "fetch", "more").stdout.splitlines()
    assert lines[0] == f"more: 2 instances of rooms, in {registry.home / 'more.csv'}"
    assert lines[2] == "citation: Nobody, 1998"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("fetch",), "error: fetch: NAME is missing: one of rooms"),
        (("fetch", "room"), "error: unknown dataset 'room'; did you mean 'rooms'? (known: rooms)"),
        (("rooms",), "'fetch'"),
        (("--data", "nowhere"), "'nowhere' does not exist"),
    ],
)
def test_commands_that_are_wrong(command: Command, words: tuple[str, ...], message: str) -> None:
    result = command("datasets", *words)
    assert result.exit_code == 2
    assert message in result.stderr


# What comes with the program.


def test_every_set_can_be_described() -> None:
    found = [dataset_registry.load(name) for name in dataset_registry.names()]
    assert {type(one) for one in found} == {ShippedSet, FetchedSet, EditedSet}
    for one in found:
        assert one.domain in [*catalogue.names("domains"), *catalogue.names("games")]
        if isinstance(one, FetchedSet):
            assert re.match(
                r"https://raw\.githubusercontent\.com/[\w.-]+/[\w.-]+/[0-9a-f]{40}/.", one.url
            )


def test_the_guide_tells_every_set() -> None:
    guide = (Path(__file__).parents[1] / "docs" / "datasets.md").read_text(encoding="utf-8")
    told = re.findall(r"^\| `(\w+)` \| `(\w+)` \| (\d+) \|", guide, re.MULTILINE)
    found = [dataset_registry.load(name) for name in dataset_registry.names()]
    assert sorted(told) == [(one.name, one.domain, str(one.size)) for one in found]


def levels(file: Path) -> list[str]:
    """The levels in a file: lines with a wall that belong together, from their common left edge."""
    blocks = re.split(r"\n(?:[^#\n]*\n)+", file.read_text(encoding="utf-8"))
    found = []
    for block in blocks:
        rows = [row.rstrip() for row in block.split("\n") if "#" in row]
        margin = min((len(row) - len(row.lstrip()) for row in rows), default=0)
        found.append("\n".join(row[margin:] for row in rows))
    return [level for level in found if level]


PUBLISHED = [
    ("dimitri_yorick", "dimitri_yorick61.xsb", 61),
    ("dimitri_yorick_s4", "dimitri_yorick_s4_reconstruction.xsb", 61),
    ("microban", "microban155.xsb", 155),
]


@pytest.mark.parametrize(("name", "file", "count"), PUBLISHED)
def test_the_published_levels(data_folder: Path, name: str, file: str, count: int) -> None:
    """Read in another way; the edited set has a file of its own here, to compare with."""
    want = levels(data_folder / "sokoban" / file)
    found = dataset_registry.load(name)
    assert list(found.read(data_folder).values()) == want
    assert list(found.read(data_folder)) == [str(n) for n in range(1, count + 1)]
    assert not isinstance(found, ShippedSet)
    assert found.instances_sha256 == hash_of(want)


def test_the_edited_levels(data_folder: Path) -> None:
    before, after = (
        dataset_registry.load(name).read(data_folder)
        for name in ("dimitri_yorick", "dimitri_yorick_s4")
    )
    changed = [n for n in before if before[n] != after[n]]
    assert changed == ["13", "25", "26", "27", "28", "29", "32"]
    for n in changed:
        squares = list(zip(before[n], after[n], strict=True))
        assert [pair for pair in squares if pair[0] != pair[1]] == [("#", " ")]


def test_the_program_comes_without_levels() -> None:
    """The files of sets that are fetched hold no drawing of a level."""
    for name in dataset_registry.names():
        if not isinstance(dataset_registry.load(name), ShippedSet):
            text = (dataset_registry.HOME / f"{name}.yaml").read_text(encoding="utf-8")
            assert "##" not in text

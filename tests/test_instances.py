from __future__ import annotations

from itertools import permutations
from pathlib import Path
from types import ModuleType
from typing import Any

import naive
import pytest
import small_catalogue
import yaml
from hypothesis import given
from hypothesis import strategies as st

from harness import config, dataset_registry, instance_files, modules
from harness.expansion import Plan, plan
from harness.model import Instance, UserError
from kernels import catalogue

TILES = {"sliding_tiles": {"width": 3, "height": 3, "goal": "blank_last"}}
TINY = {"sliding_tiles": {"width": 2, "height": 2, "goal": "blank_last"}}


def plan_of(folder: Path, *blocks: dict[str, Any], **changes: Any) -> Plan:
    content = {
        "experiment": "boards",
        "domains": [TILES],
        "instances": list(blocks),
        "algorithms": ["breadth_first"],
        **changes,
    }
    path = folder / "c.yaml"
    path.write_text(yaml.safe_dump(content, sort_keys=False), encoding="utf-8")
    return plan(config.load(path))


def found(folder: Path, *blocks: dict[str, Any], **changes: Any) -> list[Instance]:
    return [run.instance for run in plan_of(folder, *blocks, **changes).runs]


def complaints_of(folder: Path, *blocks: dict[str, Any], **changes: Any) -> list[str]:
    with pytest.raises(UserError) as caught:
        plan_of(folder, *blocks, **changes)
    assert caught.value.exit_status == 2
    return str(caught.value).splitlines()


def test_literals(tmp_path: Path) -> None:
    block = {"literal": [[8, 7, 6, 5, 4, 3, 2, 1, 0], "1,2,3, 4,5,6  7 8 0"]}
    assert found(tmp_path, block) == [
        Instance("8 7 6 5 4 3 2 1 0", "8 7 6 5 4 3 2 1 0"),
        Instance("1 2 3 4 5 6 7 8 0", "1 2 3 4 5 6 7 8 0"),
    ]
    named = found(tmp_path, {**block, "names": ["far", "goal"]})
    assert [instance.name for instance in named] == ["far", "goal"]


FILE = """\
# boards

8 7 6 5 4 3 2 1 0  # the article's
\t# nothing
1 2 3 4 5 6 7 8 0
"""


def test_a_file(tmp_path: Path) -> None:
    (tmp_path / "boards.txt").write_text(FILE)
    expected = [("boards/1", "8 7 6 5 4 3 2 1 0"), ("boards/2", "1 2 3 4 5 6 7 8 0")]
    made = found(tmp_path, {"file": "boards.txt"})
    assert [(one.name, one.text) for one in made] == expected
    assert found(tmp_path, {"file": "boards.txt", "name": "mine"})[1].name == "mine/2"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (FILE + "1 2 3\n", "boards.txt:6: 3 numbers for a 3x3 board of 9"),
        (FILE + "1 2 3 4 5 6 7 8 x\n", "boards.txt:6: '1 2 3 4 5 6 7 8 x' is not a list of whole"),
        (FILE + "\n1 2 3 4 5 6 7 8 0\n", "boards.txt:7: is the same instance as"),
        ("# nothing\n", "boards.txt: holds no instance"),
    ],
)
def test_bad_lines_of_a_file(tmp_path: Path, content: str, message: str) -> None:
    (tmp_path / "boards.txt").write_text(content)
    [line] = complaints_of(tmp_path, {"file": "boards.txt"})
    assert message in line


ROOMS = "; rooms\n#o#\n# #\n\n\no  \n; the last\n  o\n"


def rooms(folder: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> dict[str, Any]:
    """What a config of rooms needs: a catalogue with a domain that splits files, and a file."""
    monkeypatch.setattr(catalogue, "HOME", small_catalogue.make(folder / "catalogue"))
    (folder / "rooms.txt").write_text(text)
    return {"domains": ["rooms"], "algorithms": ["best"], "heuristics": ["zero"]}


def test_a_file_that_the_domain_splits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = rooms(tmp_path, monkeypatch, ROOMS)
    expected = [("rooms/1", "#o#\n# #"), ("rooms/2", "o"), ("rooms/3", "  o")]
    made = found(tmp_path, {"file": "rooms.txt"}, **words)
    assert [(one.name, one.text) for one in made] == expected
    assert found(tmp_path, {"file": "rooms.txt", "name": "mine"}, **words)[2].name == "mine/3"
    both = {**words, "domains": [{"rooms": {"marks": ["o", "x"]}}]}
    made = found(tmp_path, {"file": "rooms.txt"}, **both)
    assert [(one.name, one.text) for one in made] == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (ROOMS + "\n#x#\n", "rooms.txt:10: instance 4: 'x' is no mark"),
        (ROOMS + "\n#o#\n# #", "rooms.txt:10: instance 4: is the same instance as"),
        ("; nothing\n\n", "instances[0]: {folder}/rooms.txt: holds no instance"),
        ("<o>", "instances[0]: {folder}/rooms.txt: is not of rooms"),
    ],
)
def test_faults_in_a_file_that_the_domain_splits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, message: str
) -> None:
    words = rooms(tmp_path, monkeypatch, text)
    [line] = complaints_of(tmp_path, {"file": "rooms.txt"}, **words)
    assert message.format(folder=tmp_path) in line
    assert "is the same" not in message or line.endswith("rooms.txt:2: instance 1")


def test_a_file_of_which_each_variant_reads_a_part(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = rooms(tmp_path, monkeypatch, "o\n\nx\n\nox\n")
    words["domains"] = [{"rooms": {"marks": ["o", "x"]}}]
    [line] = complaints_of(tmp_path, {"file": "rooms.txt"}, **words)
    assert line.endswith("rooms.txt:5: instance 3: 'x' is no mark")
    rooms(tmp_path, monkeypatch, "o\n\nx\n")
    made = plan_of(tmp_path, {"file": "rooms.txt"}, **words)
    seen = [(run.domain.parameters["marks"], run.instance.name) for run in made.runs]
    assert seen == [("o", "rooms/1"), ("x", "rooms/2")]
    assert [warning.partition(": instances[0]: ")[2] for warning in made.warnings] == [
        f"1 of 2 instances do not fit rooms(marks={marks}): left out there" for marks in "ox"
    ]


def test_a_file_that_domains_split_differently(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of one domain with an instance a line and one that splits, each has what it can read."""
    words = rooms(tmp_path, monkeypatch, "5\n7\n")
    words["domains"] = ["rooms", "line"]
    block, room = {"file": "rooms.txt"}, {"literal": ["o"], "domain": "rooms"}
    made = plan_of(tmp_path, block, room, **words)
    seen = [(run.domain.name, run.instance.name, run.instance.text) for run in made.runs]
    assert seen == [("rooms", "o", "o"), ("line", "rooms/1", "5"), ("line", "rooms/2", "7")]
    [warning] = made.warnings
    assert warning.endswith("1 of 1 instances do not fit rooms: left out there")
    only = plan_of(tmp_path, {**block, "domain": "line"}, room, **words)
    assert [run.run_id for run in only.runs] == [run.run_id for run in made.runs]
    assert only.warnings == []
    rooms(tmp_path, monkeypatch, "5\n77\n")
    [line] = complaints_of(tmp_path, block, **words)
    assert line.endswith("rooms.txt:2: 77 is not on a line of 9")
    rooms(tmp_path, monkeypatch, "55\n77\n")
    assert [
        line.partition("rooms.txt:")[2] for line in complaints_of(tmp_path, block, **words)
    ] == [
        "1: instance 1: '5' is no mark",
        "1: 55 is not on a line of 9",
        "2: 77 is not on a line of 9",
    ]


@pytest.mark.parametrize("cost", ["pushes", "moves"])
def test_a_file_of_levels(tmp_path: Path, cost: str) -> None:
    words = {"domains": [{"sokoban": {"cost": cost}}]}
    text = "; two levels\n\n #####  \n #@$.#\n #####\n; 1\n\n-####\n##-+#\n#-$-#\n#####\n; 2\n"
    (tmp_path / "levels.xsb").write_text(text)
    made = found(tmp_path, {"file": "levels.xsb"}, **words)
    assert [(one.name, one.text) for one in made] == [
        ("levels/1", "#####\n#@$.#\n#####"),
        ("levels/2", " ####\n## +#\n# $ #\n#####"),
    ]
    (tmp_path / "levels.xsb").write_text(text + "####\n#$.#\n####\n")
    [line] = complaints_of(tmp_path, {"file": "levels.xsb"}, **words)
    assert line.endswith("levels.xsb:13: instance 3: has 0 men (@ or +) where one is wanted")


LINES = st.lists(st.sampled_from(["o", "# o", " o#  ", "", "  ", "; o"]), max_size=12)


@pytest.fixture(scope="module")
def rooms_domain(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    folder = small_catalogue.make(tmp_path_factory.mktemp("catalogue"))
    return modules.load(folder / "domains" / "rooms.py")


@given(lines=LINES)
def test_every_instance_stands_where_its_place_says(
    rooms_domain: ModuleType, lines: list[str]
) -> None:
    """Each row of a file belongs to one instance, in order; a place is that of its first row."""
    text = "\n".join(lines)
    rows = [(n, row) for n, row in enumerate(lines, 1) if row.strip() and not row.startswith(";")]
    if not rows:
        with pytest.raises(UserError, match="holds no instance"):
            instance_files.entries(Path("a.txt"), text, rooms_domain)
        return
    entries = instance_files.entries(Path("a.txt"), text, rooms_domain)
    assert [row for entry in entries for row in entry.item.split("\n")] == [row for _, row in rows]
    starts = [n for n, _ in rows if n - 1 not in dict(rows)]
    assert [entry.place for entry in entries] == [
        f"a.txt:{line}: instance {n}" for n, line in enumerate(starts, 1)
    ]


def test_a_missing_file(tmp_path: Path) -> None:
    (tmp_path / "boards.txt").write_text(FILE)
    [line] = complaints_of(tmp_path, {"file": "bords.txt"})
    assert line.startswith(f"{tmp_path}/c.yaml:8: instances[0]: {tmp_path}/bords.txt: there is no")
    assert line.endswith("did you mean 'boards.txt'?")


def test_random_instances_are_the_same_every_time(tmp_path: Path) -> None:
    few = found(tmp_path, {"random": {"count": 5, "seed": 1}})
    many = found(tmp_path, {"random": {"count": 9, "seed": 1}})
    other = found(tmp_path, {"random": {"count": 5, "seed": 2}})
    assert many[:5] == few
    assert {one.text for one in few}.isdisjoint(one.text for one in other)
    assert [one.name for one in few] == [f"random(seed=1)/{n}" for n in range(1, 6)]


def test_random_instances_are_all_that_can_be_solved(tmp_path: Path) -> None:
    """From a 2x2 goal half of the 24 permutations can be reached."""
    made = found(tmp_path, {"random": {"count": 12, "seed": 0}}, domains=[TINY])
    goal = (1, 2, 3, 0)
    solvable = {
        " ".join(map(str, board))
        for board in permutations(range(4))
        if naive.is_solvable(board, goal, 2, 2)
    }
    assert len(solvable) == 12
    assert {one.text for one in made} == solvable


def test_more_random_instances_than_there_are(tmp_path: Path) -> None:
    [line] = complaints_of(tmp_path, {"random": {"count": 13, "seed": 0}}, domains=[TINY])
    assert line.endswith("instances[0]: only 12 different instances come up, 13 are wanted")


def test_scrambled_instances(tmp_path: Path) -> None:
    """One move from the goal of a 2x2 board leads to two boards."""
    block = {"scrambled": {"count": 2, "moves": 1, "seed": 3}}
    made = found(tmp_path, block, domains=[TINY])
    assert {one.text for one in made} == {"1 0 3 2", "1 2 0 3"}
    assert [one.name for one in made] == [f"scrambled(seed=3,moves=1)/{n}" for n in (1, 2)]
    block["scrambled"]["count"] = 3
    [line] = complaints_of(tmp_path, block, domains=[TINY])
    assert line.endswith("only 2 different instances come up, 3 are wanted")


@pytest.mark.parametrize("kind", ["random", "scrambled"])
def test_a_domain_that_cannot_make_such_an_instance(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """Its reason is the complaint, at the line of the block's key."""
    monkeypatch.setattr(catalogue, "HOME", small_catalogue.make(tmp_path / "catalogue"))
    line = tmp_path / "catalogue" / "domains" / "line.py"
    refusal = f"\n\ndef {kind}_instance(params, *given):\n    raise ValueError('too short')\n"
    line.write_text(line.read_text() + refusal)
    block = {kind: {"count": 3, "seed": 1, **({"moves": 7} if kind == "scrambled" else {})}}
    words = {"domains": ["line"], "algorithms": ["best"], "heuristics": ["zero"]}
    complaints = complaints_of(tmp_path, {"literal": ["5"]}, block, **words)
    text = (tmp_path / "c.yaml").read_text().splitlines()
    number = next(n for n, line in enumerate(text, start=1) if f"{kind}:" in line)
    assert complaints == [f"{tmp_path}/c.yaml:{number}: instances[1].{kind}: too short"]


def test_ten_thousand_instances(tmp_path: Path) -> None:
    runs = plan_of(tmp_path, {"random": {"count": 10_000, "seed": 5}}).runs
    assert len({run.run_id for run in runs}) == len({run.instance.text for run in runs}) == 10_000


def test_a_dataset(tmp_path: Path) -> None:
    korf = {"sliding_tiles": {"goal": "blank_first"}}
    made = found(tmp_path, {"dataset": "korf1985"}, domains=[korf])
    assert [one.name for one in made] == [f"korf1985/{n}" for n in range(1, 101)]
    assert made[0].text == "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3"
    some = found(tmp_path, {"dataset": "korf1985", "only": [79, "2"]}, domains=[korf])
    assert some == [made[78], made[1]]


@pytest.mark.parametrize(
    ("block", "message"),
    [
        ({"dataset": "korf1986"}, "unknown dataset 'korf1986'; did you mean 'korf1985'?"),
        ({"dataset": "korf1985", "only": [101]}, "only: korf1985 has no instance '101'"),
    ],
)
def test_datasets_that_are_not_there(tmp_path: Path, block: dict[str, Any], message: str) -> None:
    [line] = complaints_of(tmp_path, block)
    assert line.startswith(f"{tmp_path}/c.yaml:8: instances[0]: {message}")


@pytest.mark.parametrize(
    ("name", "count", "mean_manhattan"),
    [("korf1985", 100, 37.05), ("korf_felner_2002", 1000, 36.94)],
)
def test_published_sets(name: str, count: int, mean_manhattan: float) -> None:
    """Mean initial estimates as the papers print them (the second one as 36.942)."""
    published = dataset_registry.load(name)
    boards = [[int(n) for n in text.split()] for text in published.read().values()]
    assert list(published.read()) == [str(n) for n in range(1, count + 1)]
    assert published.size == count
    assert all(sorted(board) == list(range(16)) for board in boards)
    total = sum(
        abs(cell // 4 - number // 4) + abs(cell % 4 - number % 4)
        for board in boards
        for cell, number in enumerate(board)
        if number
    )
    assert total / count == pytest.approx(mean_manhattan, abs=0.004)
    assert str(count) in published.title


def test_the_copy_is_that_of_the_published_data(data_folder: Path) -> None:
    rows = (data_folder / "sliding_tiles" / "korf100.csv").read_text().splitlines()[1:]
    assert list(dataset_registry.load("korf1985").read().values()) == [
        row.split(",")[1] for row in rows
    ]
    lines = (data_folder / "sliding_tiles" / "random1000_korf_felner.txt").read_text().splitlines()
    assert list(dataset_registry.load("korf_felner_2002").read().values()) == lines


UNSOLVABLE = [2, 1, 3, 4, 5, 6, 7, 8, 0]


def test_the_doctor_reports(tmp_path: Path) -> None:
    made = plan_of(tmp_path, {"literal": [UNSOLVABLE, [1, 2, 3, 4, 5, 6, 7, 8, 0]]})
    unsolvable, solvable = made.runs
    assert unsolvable.fault is not None
    assert "parity" in unsolvable.fault
    assert solvable.fault is None
    searched = plan_of(tmp_path, {"literal": [UNSOLVABLE]}, unsolvable="search").runs
    assert [(run.fault, run.run_id) for run in searched] == [(None, unsolvable.run_id)]


GOAL, FAR = [1, 2, 3, 4, 5, 6, 7, 8, 0], [8, 7, 6, 5, 4, 3, 2, 1, 0]


def test_duplicates_name_both_places(tmp_path: Path) -> None:
    (tmp_path / "boards.txt").write_text("8 7 6 5 4 3 2 1 0\n")
    twice = {"literal": [GOAL, "1 2 3 4 5 6 7 8 0"]}
    [first, second] = complaints_of(tmp_path, twice, {"literal": [FAR]}, {"file": "boards.txt"})
    config_file = tmp_path / "c.yaml"
    assert first == (
        f"{config_file}:18: instances[0].literal[1]: is the same instance as "
        f"{config_file}:9: instances[0].literal[0]"
    )
    assert second.startswith(f"{tmp_path}/boards.txt:1: is the same instance as {config_file}:")
    assert second.endswith("instances[1].literal[0]")


def test_a_name_twice(tmp_path: Path) -> None:
    blocks = [{"literal": [board], "names": ["a"]} for board in (GOAL, FAR)]
    [line] = complaints_of(tmp_path, *blocks)
    assert "instances[1].literal[0]: has the name 'a' of" in line
    drawn = {"random": {"count": 2, "seed": 1}}
    assert all("is the same instance as" in line for line in complaints_of(tmp_path, drawn, drawn))


@pytest.mark.parametrize(
    ("board", "message"),
    [
        ([1, 2, 3], "3 numbers for a 3x3 board of 9"),
        ([1, 2, 3, 4, 5, 6, 7, 8, 8], "needs each of 0..8 once"),
        ([1, 2, 3, 4, 5, 6, 7, 8, 9], "needs each of 0..8 once"),
        ("1 2 3 4 5 6 7 8 zero", "is not a list of whole numbers"),
    ],
)
def test_boards_that_are_none(tmp_path: Path, board: object, message: str) -> None:
    [line] = complaints_of(tmp_path, {"literal": [GOAL, board]})
    assert line.startswith(f"{tmp_path}/c.yaml:")
    assert "instances[0].literal[1]: " in line
    assert message in line


def test_instances_that_fit_some_of_the_domains(tmp_path: Path) -> None:
    sizes = {"sliding_tiles": {"width": [2, 3], "height": [2, 3]}}
    made = plan_of(tmp_path, {"literal": [GOAL, [1, 2, 3, 0]]}, domains=[sizes])
    seen = [(run.domain.parameters["width"], run.instance.text) for run in made.runs]
    assert seen == [(2, "1 2 3 0"), (3, "1 2 3 4 5 6 7 8 0")]
    assert [refusal.reason for refusal in made.refused] == [
        "sliding_tiles(width=2,height=3) has no instances",
        "sliding_tiles(width=3,height=2) has no instances",
    ]
    left_out = [warning.partition(": instances[0]: ")[2] for warning in made.warnings]
    assert left_out[0] == (
        "1 of 2 instances do not fit sliding_tiles(width=2,height=2): left out there"
    )
    assert len(left_out) == 4


def test_blocks_for_one_domain(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "HOME", small_catalogue.make(tmp_path / "catalogue"))
    walks = {"domains": ["line", "grid"], "algorithms": ["best"], "heuristics": ["zero"]}
    blocks = [{"literal": ["7"], "domain": "line"}, {"literal": ["x"], "domain": "grid"}]
    made = plan_of(tmp_path, *blocks, **walks)
    assert [(run.domain.name, run.instance.text) for run in made.runs] == [
        ("line", "7"),
        ("grid", "x"),
    ]
    drawn = {"random": {"count": 1, "seed": 1}}
    [line] = complaints_of(tmp_path, drawn, **walks)
    assert line.endswith("domain 'grid' cannot make instances: it has no random_instance")
    [line] = complaints_of(tmp_path, {"scrambled": {"count": 1, "seed": 1, "moves": 2}}, **walks)
    assert line.endswith("domain 'grid' cannot make instances: it has no scrambled_instance")

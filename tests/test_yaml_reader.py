from __future__ import annotations

import json
import os
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.model import UserError
from harness.yaml_reader import MOST_ALIASED_VALUES, MOST_DIGITS, MOST_NESTED, parse, read, spell

TEXT = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), max_size=20)
SCALARS = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
)
VALUES = st.recursive(
    SCALARS | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=20,
)


def value_of(text: str) -> object:
    return parse(f"a: {text}", "f.yaml").data["a"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("true", True),
        ("False", False),
        ("null", None),
        ("~", None),
        ("", None),
        ("-12", -12),
        ("+3", 3),
        ("010", 10),
        ("0o10", 8),
        ("0x1F", 31),
        ("1_000_000", 1_000_000),
        ("1e6", 1e6),
        ("1E6", 1e6),
        ("1.5e3", 1500.0),
        ("1e-3", 0.001),
        (".5", 0.5),
        ("5.", 5.0),
        ("1_000.5", 1000.5),
    ],
)
def test_core_schema_values(text: str, value: object) -> None:
    assert value_of(text) == value
    assert type(value_of(text)) is type(value)


WORDS = "no yes on off y n No YES 1:30 190:20:30 2024-01-01 2024-01-01T12:00:00Z 1__0 _1 1_ 12e e5"


@pytest.mark.parametrize("word", [*WORDS.split(), "0b11", "nul", "=", "<", "+", "."])
def test_words_stay_words(word: str) -> None:
    assert value_of(word) == word


def test_quoted_numbers_are_text() -> None:
    assert value_of("'1e6'") == "1e6"
    assert value_of('"true"') == "true"


@given(st.dictionaries(TEXT, VALUES, max_size=5))
def test_json_is_yaml(data: dict[str, object]) -> None:
    read_back = parse(json.dumps(data, ensure_ascii=False), "f.yaml").data
    assert json.dumps(read_back) == json.dumps(data)


@given(st.lists(st.integers(0, 3), min_size=1, max_size=8))
def test_every_value_knows_its_line(blank_lines: list[int]) -> None:
    text, expected = "", {}
    for i, blanks in enumerate(blank_lines):
        text += "\n" * blanks + f"key{i}:\n  - 1\n  - {{x: 2}}\n"
        line = text.count("\n") - 2
        expected[f"key{i}"] = line
    document = parse(text, "f.yaml")
    for key, line in expected.items():
        assert document.place((key,)) == f"f.yaml:{line}"
        assert document.place((key, 0)) == f"f.yaml:{line + 1}"
        assert document.place((key, 1, "x")) == f"f.yaml:{line + 2}"


def test_an_unknown_place_is_that_around_it() -> None:
    document = parse("a:\n  b: 1\n", "f.yaml")
    assert document.place(("a", "missing", 3)) == "f.yaml:1"
    assert document.complaint(("a", "b"), "is odd") == "f.yaml:2: a.b: is odd"


def test_keys_are_spelled_as_people_do() -> None:
    assert spell(("algorithms", 1, "a_star", "tie_break", 0)) == "algorithms[1].a_star.tie_break[0]"
    assert spell(()) == ""


def test_anchors_and_aliases() -> None:
    document = parse("a: &limits {nodes: 5}\nb: *limits\n", "f.yaml")
    assert document.data == {"a": {"nodes": 5}, "b": {"nodes": 5}}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "f.yaml: is empty"),
        ("# nothing\n", "f.yaml: is empty"),
        ("a: 1\nb: 2\na: 3\n", "f.yaml:3: the key 'a' stands here twice, first on line 1"),
        ("a:\n  - {b: 1, b: 2}", "f.yaml:2: a[0]: the key 'b' stands here twice, first on line 2"),
        ("a:\n\t- 1\n", "f.yaml:2: a tab cannot indent a line; use blanks"),
        ("a:\n  b: 1\n\tc: 2\n", "f.yaml:3: a tab cannot indent a line; use blanks"),
        ("a: .inf", "f.yaml:1: a: '.inf' is not a finite number"),
        ("a: -.INF", "f.yaml:1: a: '-.INF' is not a finite number"),
        ("a:\n  - .nan", "f.yaml:2: a[0]: '.nan' is not a finite number"),
        ("a: 1e999", "f.yaml:1: a: '1e999' is not a finite number"),
        ("1: x", "f.yaml:1: a key must be text, not '1' (put it in quotes)"),
        ("[1]: x", "f.yaml:1: a key must be text, not a list or mapping (put it in quotes)"),
        ("a: !!set {x}", "f.yaml:1: a: tags such as !!set have no meaning here"),
        ("a: !!int x", "f.yaml:1: a: 'x' is no !!int"),
        ("a: &a [*a]", "f.yaml:1: a[0]: an alias stands inside what it stands for"),
        ("a: *b", "f.yaml:1: an alias (*name) stands before its anchor (&name)"),
        ("--- 1\n--- 2\n", "f.yaml:2: holds more than one document"),
        ("a: b: c", "f.yaml:1: a colon inside a value, or a wrong indentation"),
        ("a: @x", "f.yaml:1: a value cannot start with this character"),
        ("a:\n  - [1, 2\nb: 1", "f.yaml:3: is not YAML"),
        ("a: 1\nb: '\x01'", "f.yaml:2: is not YAML"),
        ("[" * 5000, "f.yaml:1: lists and mappings are nested too deeply"),
        ("a: !!bool yes", "f.yaml:1: a: 'yes' is no !!bool"),
        ("a: !!null x", "f.yaml:1: a: 'x' is no !!null"),
        ("a: !!int '٣'", "f.yaml:1: a: '٣' is no !!int"),
        ("a: !!float nan", "f.yaml:1: a: 'nan' is no !!float"),
    ],
)
def test_refusals_name_the_line(text: str, message: str) -> None:
    with pytest.raises(UserError) as caught:
        parse(text, "f.yaml")
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)
    assert caught.value.exit_status == 2


@pytest.mark.parametrize("start", ["", "-", "0x", "0o"])
def test_numbers_that_are_too_long(start: str) -> None:
    """Python refuses to write out whole numbers of some thousand digits."""
    digits = "7" * (MOST_DIGITS - len(start))
    assert str(value_of(start + digits))
    with pytest.raises(UserError) as caught:
        parse(f"a: 1\nb: {start}7{digits}", "f.yaml")
    shown = f"{start}{digits}"[:40]
    problem = f"is a number of more than {MOST_DIGITS} digits"
    assert str(caught.value) == f"f.yaml:2: b: {shown!r} {problem}"


@pytest.mark.parametrize("depth", [MOST_NESTED + 1, 480, 500, 900, 1500])
@pytest.mark.parametrize("unit", [("[", "]"), ("{a: ", "}"), ("- ", "")])
def test_deep_nesting_is_refused(depth: int, unit: tuple[str, str]) -> None:
    opened, closed = unit
    for inside in range(MOST_NESTED - 1, MOST_NESTED + 1):
        parse(f"{opened * inside}1{closed * inside}", "f.yaml")
    with pytest.raises(UserError) as caught:
        parse(f"{opened * depth}1{closed * depth}", "f.yaml")
    assert str(caught.value) == (
        f"f.yaml:1: lists and mappings are nested too deeply: at most {MOST_NESTED} in one another"
    )


def test_aliases_nest_too() -> None:
    text = "a0: &a0 [1]\n" + "".join(f"a{i}: &a{i} [*a{i - 1}]\n" for i in range(1, 600))
    with pytest.raises(UserError, match=r"^f.yaml:1: lists and mappings are nested too deeply"):
        parse(text, "f.yaml")


def test_no_code_is_run() -> None:
    with pytest.raises(UserError, match="tags such as"):
        parse("a: !!python/object/apply:os.getcwd []", "f.yaml")


def test_a_billion_laughs_are_refused() -> None:
    levels = "abcdefghij"
    text = "a: &a [" + ",".join(["lol"] * 9) + "]\n"
    for before, name in pairwise(levels):
        text += f"{name}: &{name} [" + ",".join([f"*{before}"] * 9) + "]\n"
    with pytest.raises(UserError, match=f"repeat more than {MOST_ALIASED_VALUES} values"):
        parse(text, "f.yaml")


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "korf1985.yaml").write_text("a: 1\n")
    (tmp_path / "latin.yaml").write_bytes(b"a: 1\nb: caf\xe9\n")
    with pytest.raises(UserError, match=r"there is no such file; did you mean 'korf1985.yaml'"):
        read(tmp_path / "korf1986.yaml")
    with pytest.raises(UserError, match=r"is a folder, not a file"):
        read(tmp_path)
    os.mkfifo(tmp_path / "pipe.yaml")
    with pytest.raises(UserError, match=r"pipe.yaml: is not a file$"):
        read(tmp_path / "pipe.yaml")
    with pytest.raises(UserError, match=r"latin.yaml:2: is not UTF-8 text"):
        read(tmp_path / "latin.yaml")
    with pytest.raises(UserError, match=r"there is no such file$"):
        read(tmp_path / "missing_folder" / "a.yaml")


def test_a_byte_order_mark_is_no_content(tmp_path: Path) -> None:
    (tmp_path / "bom.yaml").write_bytes("a: 1\n".encode("utf-8-sig"))
    assert read(tmp_path / "bom.yaml").data == {"a": 1}

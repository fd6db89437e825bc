"""Sokoban levels as texts: what is read, however it is written, and what is refused."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive_sokoban import UNPRUNED, dead_squares, parse, sokoban
from random_levels import costs_to_go, random_level, some_levels, states_of

from kernels.domains import sokoban as domain

PARAMS = {name: parameter.default for name, parameter in domain.PARAMETERS.items()}
CORRIDOR = "#####\n#@$.#\n#####"
FRAME = "#" * 50

LEVELS = st.integers(0, 10_000).map(random_level)
LINE_ENDS = st.sampled_from(["\n", "\r\n", "\r"])
TITLES = st.sampled_from(
    [
        "; 7: a name",
        "Title: Two rooms",
        "Author: N. N.",
        "Level 12",
        "'Gate'",
        "::",
        "1",
        "---",
        "a#",
    ]
)


@st.composite
def written(draw: st.DrawFn, level: str, border: bool = True) -> list[str]:
    """The rows of a level with other signs for floor, and with margins if ``border``."""
    margin = draw(st.integers(0, 3)) if border else 0
    rows = [" " * margin + row for row in level.split("\n")]
    rows = [row + " " * draw(st.integers(0, 3)) for row in rows]
    signs = draw(st.sampled_from([" ", "-", "_", " -_"]))
    return [
        "".join(draw(st.sampled_from(signs)) if sign == " " else sign for sign in row)
        for row in rows
    ]


@given(LEVELS, st.data())
def test_a_level_is_read_to_its_canonical_text_however_it_is_written(
    level: str, data: st.DataObject
) -> None:
    assert domain.read(PARAMS, level) == level
    rows = data.draw(written(level))
    above, below = data.draw(st.integers(0, 2)), data.draw(st.integers(0, 2))
    rows = [*[""] * above, *rows, *[" "] * below]
    mark = data.draw(st.sampled_from(["", "\ufeff"]))
    assert domain.read(PARAMS, mark + data.draw(LINE_ENDS).join(rows)) == level
    assert domain.read(PARAMS, "|".join(level.split("\n"))) == level


@given(st.lists(LEVELS, min_size=1, max_size=4), st.data())
def test_a_file_is_split_into_its_levels(levels: list[str], data: st.DataObject) -> None:
    """Titles and comments stand before a level or directly below it; blank lines end one."""
    lines: list[str] = data.draw(st.lists(TITLES, max_size=2))
    begins = []
    for level in levels:
        begins.append(len(lines) + 1)
        lines += data.draw(written(level))
        blanks = st.lists(st.sampled_from(["", "  "]), min_size=1, max_size=2)
        lines += data.draw(st.lists(TITLES, max_size=1))
        lines += data.draw(blanks) + data.draw(st.lists(TITLES, max_size=2))
    mark = data.draw(st.sampled_from(["", "\ufeff"]))
    found = domain.split(mark + data.draw(LINE_ENDS).join(lines))
    assert [line for line, _ in found] == begins
    assert [domain.read(PARAMS, item) for _, item in found] == levels


@given(st.lists(LEVELS, min_size=1, max_size=3), st.data())
def test_an_slc_file_is_split_into_its_levels(levels: list[str], data: st.DataObject) -> None:
    lines = [
        '<?xml version="1.0" encoding="ISO-8859-1"?>',
        '<!DOCTYPE SokobanLevels SYSTEM "SokobanLev.dtd">',
        '<SokobanLevels xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">',
        "  <Title>Some &amp; others</Title>",
        '  <LevelCollection Copyright="N. N." MaxWidth="8" MaxHeight="8">',
    ]
    begins = []
    for number, level in enumerate(levels):
        begins.append(len(lines) + 1)
        lines.append(f'    <Level Id="{number}" Width="8" Height="8">')
        lines += [f"      <L>{row}</L>" for row in data.draw(written(level))]
        lines += ["    </Level>", *data.draw(st.lists(st.just(""), max_size=2))]
    lines += ["  </LevelCollection>", "</SokobanLevels>"]
    found = domain.split(data.draw(st.sampled_from(["\n", "\r\n"])).join(lines))
    assert [line for line, _ in found] == begins
    assert [domain.read(PARAMS, item) for _, item in found] == levels


def test_a_file_without_levels_has_none() -> None:
    assert domain.split("") == []
    assert domain.split("Some words.\n\nAnd others\n") == []
    with pytest.raises(ValueError, match="is neither levels nor XML"):
        domain.split("<SokobanLevels><Level></SokobanLevels>")


def test_a_row_with_a_foreign_sign_stays_part_of_its_level() -> None:
    ((line, item),) = domain.split("title\n\n#####\n#@x #\n# $.#\n#####\n")
    assert line == 3
    with pytest.raises(ValueError, match="row 2: 'x'"):
        domain.read(PARAMS, item)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("#####\n#@$.#\n#x  #\n#####", "row 3: 'x' is none of"),
        ("#####\n#@$.#\n\t####", r"row 3: '\\t' is none of"),
        ("", "has 0 men"),
        ("#####\n# $.#\n#####", "has 0 men"),
        ("#####\n#@$+#\n#####", "has 2 men .* row 2 column 2, row 2 column 4"),
        ("#####\n#@  #\n#####", "has no box"),
        ("######\n#@$$.#\n######", r"has 2 boxes .* and 1 goal "),
        ("######\n#@$..#\n######", r"has 1 box .* and 2 goals"),
        ("#####\n#@$.#\n#   #\n## ##", "walls that are not closed.* row 4 column 3"),
        ("#####\n#@$.#\n####", None),
        ("#####\n#@$.\n#####", "walls that are not closed.* row 2 column 4"),
        ("#####\n#@  #\n# $.#####\n#   #\n ####", None),
        ("#####\n#@  #\n# $.#####\n    #\n ####", "walls that are not closed.* row 4 column 1"),
        ("@$.", "walls that are not closed"),
        (f"{FRAME}#\n#@$.{' ' * 46}#\n{FRAME}#", "has 3 rows and 51 columns; at most 50"),
        ("\n".join(["###", "#@#", "#$#", "#.#", *["# #"] * 46, "###"]), "has 51 rows"),
    ],
)
def test_what_is_no_level_is_refused_with_the_reason(text: str, reason: str | None) -> None:
    if reason is None:
        assert domain.read(PARAMS, text) == text
    else:
        with pytest.raises(ValueError, match=reason):
            domain.read(PARAMS, text)


@pytest.mark.parametrize("item", [7, None, ["#####", "#@$.#", "#####"], True])
def test_an_instance_is_a_text(item: Any) -> None:
    with pytest.raises(ValueError, match="is not the rows of a level"):
        domain.read(PARAMS, item)


def test_the_largest_level() -> None:
    rows = [FRAME, "#@$." + " " * 45 + "#", *["#" + " " * 48 + "#"] * 47, FRAME]
    text = "\n".join(rows)
    assert domain.read(PARAMS, text) == text
    assert domain.specialise_for(PARAMS, text)["WORDS"] == -(-(48 * 48 + 12) // 64)


def test_pushes_are_named_by_column_row_and_direction() -> None:
    names = {domain.operator_name((2 * 50 + 3) * 4 + code) for code in range(4)}
    assert names == {"3 2 up", "3 2 down", "3 2 left", "3 2 right"}
    assert domain.operator_name((49 * 50 + 48) * 4 + 1) == "48 49 down"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("########\n#@$.#*##\n########", None),
        ("########\n#@ .#$##\n########", "row 2 column 6"),
        ("########\n#@$ #.##\n########", "row 2 column 6"),
        ("#######\n#  @  #\n#   $ #\n#.   ##\n#######", None),
        ("#######\n#$ @  #\n#     #\n#  . ##\n#######", "row 2 column 2"),
    ],
)
def test_the_doctor_sees_what_is_out_of_reach(text: str, reason: str | None) -> None:
    found = domain.doctor(PARAMS, domain.read(PARAMS, text))
    assert (found is None) if reason is None else (found is not None and reason in found)


def test_the_doctor_calls_nothing_unsolvable_that_can_be_solved() -> None:
    """It sees the boxes on dead squares, whatever the parameters leave out."""
    seen = 0
    for text in some_levels(80, 12_000, most_states=600):
        problem = sokoban(text, replace(UNPRUNED, cost="pushes"))
        can_be_solved = problem.start in costs_to_go(problem, states_of(problem))
        found = domain.doctor({**PARAMS, "dead_squares": False}, text)
        level = parse(text)
        assert (found is not None) == bool(dead_squares(level) & set(level.boxes))
        assert not (found and can_be_solved)
        seen += found is not None
    assert seen > 5


def test_a_level_whose_boxes_are_all_scenery_has_no_goals() -> None:
    text = "#######\n#@ #*##\n#######"
    assert domain.read(PARAMS, text) == text
    assert domain.doctor(PARAMS, text) is None
    assert len(domain.prepare(PARAMS, text).goal_squares) == 0


def test_levels_on_one_line_each() -> None:
    text = "; two\n#####|#@$.#|#####\n\n#####|#.$@#|#####\n#####\n#@$.#\n#####\n"
    found = domain.split(text)
    assert [line for line, _ in found] == [2, 4, 5]
    assert [domain.read(PARAMS, item) for _, item in found] == [
        "#####\n#@$.#\n#####",
        "#####\n#.$@#\n#####",
        "#####\n#@$.#\n#####",
    ]


def test_a_title_in_angle_brackets_is_no_xml() -> None:
    assert domain.split("<three squares>\n\n#####\n#@$.#\n#####") == [(3, "#####\n#@$.#\n#####")]


def test_slc_with_a_namespace_and_comments() -> None:
    level = "<Level Id='x'><L>#####</L><L>#@$.#</L><L>#####</L></Level>"
    text = (
        f"<?xml version='1.0'?>\n<!-- <Level>\n -->\n<A xmlns='urn:levels'>\n{level}\n{level}</A>"
    )
    assert domain.split(text) == [(5, "#####\n#@$.#\n#####"), (6, "#####\n#@$.#\n#####")]


def test_a_level_inside_another_is_refused() -> None:
    """Each would be read again with all those around it."""
    text = "<A>\n" + "<Level>\n" * 3 + "</Level>" * 3 + "</A>"
    with pytest.raises(ValueError, match=r"^the <Level> on line 3 stands inside that on line 2$"):
        domain.split(text)


def test_slc_is_read_in_a_time_that_grows_as_its_length_does() -> None:
    """Deep tags, many levels, and what would be comments if it stood outside of CDATA."""
    level = "<Level><L>#####</L><L>#@<!-- -->$.#</L><L>#####</L></Level>\n"
    deep = "<a>" * 200_000 + level + "</a>" * 200_000
    text = f"<A>{deep}{level * 20_000}<T><![CDATA[{'<!--' * 500_000}]]></T>\n{level}</A>"
    began = time.process_time()
    found = domain.split(text)
    assert time.process_time() - began < 20
    assert found[0] == (1, "#####\n#@$.#\n#####")
    assert found[-1] == (20_003, "#####\n#@$.#\n#####")
    assert len(found) == 20_002


@pytest.mark.parametrize("end", ["\x0b", "\x0c", "\x85", "\u2028", "\t"])
def test_only_line_ends_end_a_line(end: str) -> None:
    """Whatever else Python takes for one is a foreign character, in its own row."""
    [(line, item)] = domain.split(f"\n#####\n#@$.#{end}\n#####\n")
    assert line == 2
    with pytest.raises(ValueError, match=r"row 2: .* is none of"):
        domain.read(PARAMS, item)

from __future__ import annotations

import csv
import io
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.latex import escape_latex
from harness.model import UserError
from harness.summaries import Cell
from harness.table_formats import render
from harness.tables import Header, Table

SMALL = Table(
    name="my_table-2",
    title="100 % of a_b",
    headers=[
        Header("algorithm", is_key=True, is_number=False),
        Header("domain.width", is_key=True),
        Header("expanded"),
        Header("mean cost"),
        Header("check", is_number=False),
    ],
    rows=[
        [Cell("a_star"), Cell("3"), Cell(1234567), Cell(1234.5, 3), Cell("a|b & c")],
        [Cell("a star"), Cell("3"), Cell(7, mark="at_least"), Cell(None), Cell("")],
        [Cell(None), Cell("3"), Cell(8), Cell(2.0, 3, "partial"), Cell("exact")],
    ],
    notes=["*: a_note"],
)


def test_text() -> None:
    assert render(SMALL, "text") == (
        "100 % of a_b\n"
        "\n"
        "algorithm  domain.width   expanded  mean cost  check\n"
        "─────────  ────────────  ─────────  ─────────  ───────\n"
        "a_star                3  1,234,567  1,234.500  a|b & c\n"
        "a star                3         ≥7\n"
        "-                     3          8     2.000*  exact\n"
        "\n"
        "*: a_note\n"
    )


def test_markdown() -> None:
    assert render(SMALL, "markdown") == (
        "**100 % of a\\_b**\n"
        "\n"
        "| algorithm | domain.width | expanded | mean cost | check |\n"
        "| --- | ---: | ---: | ---: | --- |\n"
        "| a\\_star | 3 | 1,234,567 | 1,234.500 | a\\|b & c |\n"
        "| a star | 3 | ≥7 |  |  |\n"
        "| - | 3 | 8 | 2.000\\* | exact |\n"
        "\n"
        "\\*: a\\_note\n"
    )


def test_csv_holds_bare_numbers() -> None:
    assert list(csv.reader(io.StringIO(render(SMALL, "csv")))) == [
        ["algorithm", "domain.width", "expanded", "mean_cost", "check"],
        ["a_star", "3", "1234567", "1234.5", "a|b & c"],
        ["a star", "3", "7", "", ""],
        ["", "3", "8", "2.0", "exact"],
    ]


def test_latex() -> None:
    text = render(SMALL, "latex")
    for line in (
        r"\caption{100 \% of a\_b}",
        r"\begin{tabular}{lrrrl}",
        r"a\_star & 3 & 1,234,567 & 1,234.500 & a\textbar{}b \& c \\",
        r"a star & 3 & $\geq$7 &  &  \\",
        r"\toprule",
        r"\midrule",
        r"\bottomrule",
    ):
        assert line in text


def test_latex_macros_have_names_of_their_own_made_of_letters() -> None:
    lines = [line for line in render(SMALL, "latex").splitlines() if "newcommand" in line]
    assert lines == [
        r"\newcommand{\myTableTwoAStarExpanded}{1234567}",
        r"\newcommand{\myTableTwoAStarMeanCost}{1234.5}",
        r"\newcommand{\myTableTwoAStarExpandedA}{7} % a lower bound",
        r"\newcommand{\myTableTwoExpanded}{8}",
        r"\newcommand{\myTableTwoMeanCost}{2.0}",
    ]


def test_an_unknown_format_is_refused() -> None:
    with pytest.raises(UserError, match="did you mean 'latex'"):
        render(SMALL, "latx")


WORDS = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=12)


@given(st.lists(st.tuples(WORDS, WORDS, st.integers()), max_size=6))
def test_csv_gives_back_what_went_in(rows: list[tuple[str, str, int]]) -> None:
    headers = [Header("a", is_key=True), Header("b", is_number=False), Header("c")]
    cells = [[Cell(a), Cell(b), Cell(c)] for a, b, c in rows]
    text = render(Table("t", "t", headers, cells, []), "csv")
    read = list(csv.reader(io.StringIO(text, newline="")))
    assert read == [["a", "b", "c"], *([a, b, str(c)] for a, b, c in rows)]


@given(WORDS, st.lists(WORDS, max_size=30))
def test_macro_names_are_unique_letters(name: str, keys: list[str]) -> None:
    headers = [Header("key", is_key=True), Header("metric")]
    rows = [[Cell(key), Cell(number)] for number, key in enumerate(keys)]
    text = render(Table(name, "t", headers, rows, []), "latex")
    names = re.findall(r"^\\newcommand\{\\([^}]*)\}\{(\d+)\}", text, re.MULTILINE)
    assert [int(number) for _, number in names] == list(range(len(keys)))
    assert len({name for name, _ in names}) == len(keys)
    assert all(re.fullmatch("[A-Za-z]+", name) for name, _ in names)


@given(WORDS)
def test_no_special_character_of_latex_is_left(text: str) -> None:
    escaped = re.sub(r"\\[&%$#_{}]|\\text[a-z]+\{\}|\$\\geq\$", "", escape_latex(text))
    assert not set(escaped) & set("&%$#_{}~^\\<>|")

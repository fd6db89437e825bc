"""Tables that show several printed columns, and the notes that count their figures."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from made_records import record
from made_tables import Made, heads, made, notes, table, values

from harness import publish, references
from harness.model import UserError

__all__ = ["made"]


FILE = """
title: Two levels
citation: A table.
counting_rule: As it comes.
where: {algorithm: ida_star}
figures:
  - {where: {instance: i/1}, printed: {depth: 15, generated: 186476, last_generated: 7416}}
  - {where: {instance: i/2}, printed: {depth: 6, generated: 24}, expected: {h_start: 2}}
  - {where: {instance: i/3}, unfinished: 1000}
  - {where: {instance: i/4}, unfinished: 1000, printed: {h_start: 5}}
errata:
  - {where: {instance: i/2}, printed: 24, correct: 20, explanation: a slip}
  - {where: {instance: i/2}, column: depth, printed: 6, correct: 7, explanation: a slip}
"""

RUNS = [
    record(
        "ida_star",
        "manhattan",
        "i/1",
        depth=15,
        generated=186476,
        h_start=11,
        iterations=[(0, 11, 0, 7416)],
    ),
    record(
        "ida_star",
        "manhattan",
        "i/2",
        depth=7,
        generated=20,
        h_start=2,
        iterations=[(0, 2, 0, 12), (1, 3, 0, 8)],
    ),
    record("ida_star", "manhattan", "i/3", generated=1000, h_start=3, status="node_limit"),
    record(
        "ida_star", "manhattan", "i/4", generated=77, h_start=5, depth=9, iterations=[(0, 5, 0, 77)]
    ),
]


@pytest.fixture
def two_levels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "references").mkdir()
    (tmp_path / "references" / "two_levels.yaml").write_text(FILE)
    monkeypatch.setattr(references, "HOME", tmp_path / "references")
    return "two_levels"


def test_a_table_shows_each_printed_column_before_the_measured_one(
    made: Made, two_levels: str
) -> None:
    shown = table(
        made(RUNS, reference=two_levels),
        rows=["instance"],
        columns=["generated", "depth", "expanded", "last_generated"],
        reference=True,
    )
    assert heads(shown) == [
        "instance", "printed generated", "generated", "printed depth", "depth", "expanded",
        "printed last_generated", "last_generated", "status", "check",
    ]  # fmt: skip
    assert values(shown) == [
        ["i/1", 186476, 186476, 15, 15, None, 7416, 7416, "solved", "exact"],
        ["i/2", 24, 20, 6, 7, None, None, 8, "solved",
         "erratum: depth printed 6, recounted 7; generated printed 24, recounted 20 (a slip)"],
        ["i/3", "N/A", 1000, None, None, None, None, None, "node_limit",
         "exact (not solved within 1,000, as printed: 1 node_limit)"],
        ["i/4", "N/A", 77, None, 9, None, None, 77, "solved",
         "generated differs in being solved: printed N/A, recounted 77"],
    ]  # fmt: skip


def test_a_note_counts_the_figures_of_each_printed_column(made: Made, two_levels: str) -> None:
    """Of those that the table is about: one alone stands beside its run."""
    results = made(RUNS, reference=two_levels)
    spec = {"rows": ["instance"], "columns": ["generated"], "reference": True}
    shown = table(results, **spec)
    assert shown.notes[-2:] == [
        "2 figures of generated: 1 exact, 1 erratum; 2 printed as N/A: 1 exact, 1 differs.",
        "2 figures of depth: 1 exact, 1 erratum.",
    ]
    some = notes(table(results, where={"instance": ["i/1", "i/3"]}, **spec))
    assert "1 figure of generated: 1 exact; 1 printed as N/A: 1 exact." in some
    assert "figures of depth" not in some
    one = notes(table(results, where={"instance": "i/1"}, **spec))
    assert "figures of" not in one


def test_printed_columns_of_a_table_that_is_split(made: Made, two_levels: str) -> None:
    """Only the algorithm that the figures are about has them."""
    others = [record("a_star", instance=f"i/{i}", depth=3 + i) for i in (1, 2)]
    shown = table(
        made([*RUNS[:2], *others], reference=two_levels),
        rows=["instance"], split="algorithm", columns=["depth"], reference=True,
    )  # fmt: skip
    assert heads(shown) == [
        "instance", "printed depth ida_star", "ida_star", "a_star", "check",
    ]  # fmt: skip
    assert [row[1:4] for row in values(shown)] == [[15, 15, 4], [6, 7, 5]]


def test_what_was_printed_of_a_column_that_is_not_there_is_left_out(
    made: Made, two_levels: str
) -> None:
    """Where others have printed ones: it would stand before something else."""
    shown = table(
        made(RUNS[:2], reference=two_levels),
        rows=["instance"], columns=["depth", "last_generated"], reference=True,
    )  # fmt: skip
    assert heads(shown) == [
        "instance", "printed depth", "depth", "printed last_generated", "last_generated", "check",
    ]  # fmt: skip


def test_rows_of_many_runs_have_no_printed_column_of_single_ones(
    made: Made, two_levels: str
) -> None:
    columns = ["depth", {"metric": "depth", "statistic": "count"}]
    results = made(RUNS[:2], reference=two_levels)
    shown = table(results, rows=["algorithm"], columns=columns, reference=True)
    assert heads(shown) == ["algorithm", "mean depth", "runs", "n", "check"]


def test_tables_read_together_tell_the_counting_rule_once(made: Made, two_levels: str) -> None:
    spec = {"rows": ["instance"], "columns": ["depth"], "reference": True}
    plain = {"name": "plain", "rows": ["instance"], "columns": ["depth"]}
    specs = [plain, {"name": "first", **spec}, {"name": "second", **spec}]
    results = made(RUNS, reference=two_levels, tables=specs)
    rule, source = "Counting rule: As it comes.", "printed: A table."
    apart = list(publish.tables(results, "text"))
    assert [rule in text for text in apart] == [False, True, True]
    together = list(publish.tables(results, "text", together=True))
    assert together == [apart[0], apart[1], apart[2].replace(f"{rule}\n", "")]
    assert [source in text for text in together] == [False, True, True]


@pytest.mark.parametrize(
    ("right", "wrong", "problem"),
    [
        ("printed: 24, correct", "printed: 25, correct", "12: errata[0]: names no copy, and"),
        ("expected: {h_start: 2}", "expected: {depth: 2}", "8: figures[1]: says twice what depth"),
    ],
)
def test_a_fault_in_a_reference_file_has_its_place(
    two_levels: str, right: str, wrong: str, problem: str
) -> None:
    (references.HOME / "two_levels.yaml").write_text(FILE.replace(right, wrong))
    with pytest.raises(UserError, match=re.escape(f"two_levels.yaml:{problem}")):
        references.load("two_levels")

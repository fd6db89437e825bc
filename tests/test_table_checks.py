from __future__ import annotations

from pathlib import Path

import pytest
from made_records import record, traveled
from made_tables import Made, heads, made, notes, table, values

from harness import references
from harness.model import Record, UserError

__all__ = ["made"]


def test_the_traveled_table(made: Made) -> None:
    shown = table(
        made(traveled(), reference="eight_puzzle_traveled"),
        rows=["algorithm", "heuristic"],
        columns=["visited", "expanded", "generated", "depth"],
        reference=True,
    )
    exact = "exact (printed = visited + 9)"
    assert heads(shown) == [
        "algorithm", "heuristic", "printed", "visited", "expanded", "generated", "depth", "check",
    ]  # fmt: skip
    assert values(shown) == [
        ["breadth_first", None, 181447, 181438, None, None, 30, exact],
        ["greedy_best_first", "digit_difference", 18656, 18647, 13948, 36349, 212, exact],
        ["greedy_best_first", "misplaced", 1327, 1318, 824, 2216, 92, exact],
        ["greedy_best_first", "manhattan", 247, 238, 144, 387, 66, exact],
    ]
    assert "nine digits" in notes(shown)


def test_a_difference_from_the_reference_is_named(made: Made) -> None:
    runs = traveled()
    runs[2].row |= {"visited": 1319, "expanded": 820}
    runs[3].row |= {"status": "node_limit"}
    runs.append(record("greedy_best_first", "zero", visited=7))
    shown = table(
        made(runs, reference="eight_puzzle_traveled"),
        rows=["algorithm", "heuristic"], columns=["visited"], reference=True,
    )  # fmt: skip
    assert [row[2] for row in values(shown)] == [181447, 18656, 1327, 247, None]
    assert [row[-1] for row in values(shown)][2:] == [
        "visited differs by +1; expanded differs by -4",
        "cut (1 node_limit)",
        "no figure",
    ]


def test_levels_beside_published_levels(made: Made) -> None:
    shown = table(
        made(traveled(), reference="eight_puzzle_traveled"),
        source="levels", where={"algorithm": "breadth_first"},
        rows=["level"], columns=["visited"], reference=True,
    )  # fmt: skip
    assert heads(shown) == ["level", "printed", "visited", "check"]
    assert values(shown)[:3] == [
        ["0", None, 0, "no figure"],
        ["1", 2, 2, "exact"],
        ["2", 5, 5, "exact"],
    ]
    assert values(shown)[-1] == ["30", 221, 221, "exact"]


def test_many_figures_in_a_row_are_counted(made: Made) -> None:
    board = {"width": 4, "height": 4, "goal": "blank_first"}
    korf = {**board, "parent_pruning": True, "operator_order": "ULRD"}
    rows = [("korf1985/79", 540859, 42, 28), ("korf1985/12", 546343, 45, 35)]
    runs = [
        record("ida_star", "manhattan", name, domain_params=korf, cost=cost, h_start=h,
               heuristic_params={"count_blank": False}, generated=generated)
        for name, generated, cost, h in rows
    ]  # fmt: skip
    shown = table(
        made(runs, reference="korf1985"), rows=["algorithm"], columns=["generated"], reference=True
    )
    assert values(shown) == [["ida_star", (540859 + 546343) / 2, 2, "exact (2 figures)"]]


OWN = """
title: Half and half
citation: A table.
counting_rule: As it comes.
figures:
  - {where: {instance: i/1, algorithm: b}, expected: {generated: 7}}
  - {where: {instance: i/2, algorithm: b}, expected: {generated: 8, depth: 3}}
  - {where: {instance: i/3, algorithm: b}, printed: {depth: 4}, expected: {h_start: 2}}
aggregates:
  - {where: {instance: i/4}, column: generated, statistic: sum, over: 2, printed: 9,
     published: false}
levels:
  - {where: {instance: i/1, algorithm: b}, column: generated, first: 1, printed: [3, 4]}
"""


@pytest.fixture
def half(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "references").mkdir()
    (tmp_path / "references" / "half.yaml").write_text(OWN)
    monkeypatch.setattr(references, "HOME", tmp_path / "references")
    return "half"


def half_runs() -> list[Record]:
    levels = [(0, 0, 0, 0), (1, 0, 3, 0), (2, 0, 4, 0)]
    return [
        record("a", instance="i/1", generated=9, levels=[(0, 0, 0, 0), (1, 0, 9, 0)]),
        record("b", instance="i/1", generated=7, levels=levels),
        record("b", instance="i/2", generated=8, depth=3),
        record("b", instance="i/3", depth=4, h_start=2),
        record("a", instance="i/4", generated=4),
        record("b", instance="i/4", generated=5),
    ]


def test_rows_of_recounted_figures_alone_say_so(made: Made, half: str) -> None:
    """One that mixes them with printed ones does not."""
    shown = table(
        made(half_runs(), reference=half),
        rows=["instance"], columns=["generated"], reference=True,
    )  # fmt: skip
    assert heads(shown) == ["instance", "mean generated", "n", "check"]
    assert [row[-1] for row in values(shown)] == [
        "exact (recounted)",
        "exact (recounted)",
        "exact",
        "exact (recounted = sum of generated)",
    ]


def test_a_table_that_is_split_shows_printed_beside_the_columns_that_have_figures(
    made: Made, half: str
) -> None:
    spec = {"source": "levels", "rows": ["level"], "columns": ["generated"], "reference": True}
    results = made(half_runs()[:2], reference=half)
    shown = table(results, split="algorithm", **spec)
    assert heads(shown) == ["level", "a", "printed generated b", "b", "check"]
    assert values(shown) == [
        ["0", 0, None, 0, "no figure"],
        ["1", 9, 3, 3, "exact"],
        ["2", None, 4, 4, "exact"],
    ]
    alone = table(results, split="algorithm", where={"algorithm": "b"}, **spec)
    assert heads(alone) == ["level", "printed", "b", "check"]


def test_a_figure_about_a_whole_line_stands_behind_its_keys(made: Made, half: str) -> None:
    """Its runs are repetitions of one, which the table puts side by side."""
    levels = [(0, 0, 0, 0), (1, 0, 3, 0), (2, 0, 4, 0)]
    runs = [record("b", instance="i/1", repeat=n, generated=7, levels=levels) for n in (1, 2)]
    shown = table(
        made(runs, reference=half),
        source="levels", rows=["level"], split="repeat", columns=["generated"], reference=True,
    )  # fmt: skip
    assert heads(shown) == ["level", "printed", "repeat=1", "repeat=2", "check"]
    assert [row[1] for row in values(shown)] == [None, 3, 4]


def test_reference_figures_need_a_reference(made: Made) -> None:
    with pytest.raises(UserError, match="names no reference"):
        table(made([record()]), rows=["algorithm"], columns=["cost"], reference=True)

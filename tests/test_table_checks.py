from __future__ import annotations

import pytest
from made_records import record, traveled
from made_tables import Made, heads, made, notes, table, values

from harness.model import UserError

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


def test_reference_figures_need_a_reference(made: Made) -> None:
    with pytest.raises(UserError, match="names no reference"):
        table(made([record()]), rows=["algorithm"], columns=["cost"], reference=True)

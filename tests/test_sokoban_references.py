"""The published Sokoban tables are those that were recounted, and what runs give beside them."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest
from made_records import record
from made_tables import Made, made, table, values

from harness.model import Record
from harness.references import Reference, load

__all__ = ["made"]

PUBLIC, OPENED = "dimitri_yorick", "dimitri_yorick_s4"
EDITED = (13, 25, 26, 27, 28, 29, 32)
"""Levels in which a corner is open in the reconstruction."""

SOKOBAN = {
    "operator_order": "UDLR",
    "cost": "pushes",
    "dead_squares": True,
    "freeze_deadlocks": False,
    "bipartite_deadlocks": False,
}
COLUMNS = {
    "depth": ("pushes", "pushes_recounted"),
    "generated": ("nodes_total", "nodes_recounted"),
    "h_start": ("initial_bound", "initial_bound_recounted"),
    "last_generated": ("nodes_last_iteration", "last_iteration_nodes_recounted"),
}
"""Where each column stands in the printed table and in the recount."""

Numbers = dict[str, int]


def rows(file: Path) -> list[dict[str, str]]:
    with open(file, newline="") as lines:
        return list(csv.DictReader(lines))


def numbers(row: dict[str, str], version: int) -> Numbers:
    """What stands there as a number; neither blanks nor ``>1000000``."""
    texts = {column: row[names[version]] for column, names in COLUMNS.items()}
    return {column: int(text) for column, text in texts.items() if text.isdigit()}


@pytest.fixture
def printed(data_folder: Path) -> dict[str, Numbers]:
    """The article's figures by the names of the instances that they are compared with."""
    table = rows(data_folder / "tables" / "s4baby_kids61.csv")
    by_level = {int(row["level"]): numbers(row, 0) for row in table}
    opened = {f"{OPENED}/{level}": by_level[level] for level in EDITED}
    return {f"{PUBLIC}/{level}": found for level, found in by_level.items()} | opened


@pytest.fixture
def counted(data_folder: Path) -> dict[str, Numbers]:
    """What the recount has, without the depths of levels that it did not solve within the limit."""
    found: dict[str, Numbers] = {}
    for row in rows(data_folder / "sokoban" / "s4baby_recount.csv"):
        level = int(row["level"])
        known = numbers(row, 1)
        if "generated" not in known:
            del known["depth"]
        found[f"{PUBLIC}/{level}"] = known
        if level in EDITED:
            found[f"{OPENED}/{level}"] = known | {
                "depth": int(row["pushes_printed"]),
                "generated": int(row["nodes_recounted_reconstruction"]),
                "last_generated": int(row["last_iteration_nodes_recounted_reconstruction"]),
            }
    return found


def figures(reference: Reference) -> dict[str, Any]:
    return {str(figure.where["instance"]): figure for figure in reference.figures}


def test_s4_baby_is_the_table_that_was_printed(
    printed: dict[str, Numbers], counted: dict[str, Numbers]
) -> None:
    found = figures(load("sokoban_s4_baby"))
    assert found.keys() == printed.keys() == counted.keys()
    assert len(found) == 61 + 7
    for name, figure in found.items():
        assert (figure.printed or {}) == printed[name], name
        assert figure.unfinished == (None if "generated" in printed[name] else 1_000_000), name
        further = {c: n for c, n in counted[name].items() if c not in printed[name]}
        if figure.unfinished:
            further.pop("generated", None)
        assert figure.expected == further, name
    assert (
        sum("generated" in printed[name] for name in found if name.startswith(f"{PUBLIC}/")) == 54
    )


def test_s4_baby_has_an_erratum_for_each_figure_that_differs(
    printed: dict[str, Numbers], counted: dict[str, Numbers]
) -> None:
    wanted: dict[tuple[str, str], tuple[Any, int]] = {}
    for name, known in counted.items():
        for column, number in known.items():
            figure = printed[name].get(column)
            if figure is not None and figure != number:
                wanted[name, column] = figure, number
        if "generated" in known and "generated" not in printed[name]:
            wanted[name, "generated"] = "N/A", known["generated"]
    errata = load("sokoban_s4_baby").errata
    found = {(e.where["instance"], e.column or "generated"): (e.printed, e.correct) for e in errata}
    assert found == wanted
    assert {name for name, _ in found} == {f"{PUBLIC}/{level}" for level in (4, *EDITED, 55, 60)}
    assert found[f"{PUBLIC}/4", "generated"] == (24, 20)


def runs(counted: dict[str, Numbers]) -> list[Record]:
    """Runs that count as the recount does."""
    made_runs = []
    for name, known in counted.items():
        solved = "generated" in known
        total, last = known.get("generated", 1_000_000), known.get("last_generated", 0)
        made_runs.append(
            record(
                "ida_star_stack",
                "nearest_goal",
                name,
                domain="sokoban",
                domain_params=SOKOBAN,
                status="solved" if solved else "node_limit",
                depth=known.get("depth"),
                h_start=known["h_start"],
                generated=total,
                iterations=[(0, known["h_start"], 0, total - last), (1, 99, 0, last)],
            )
        )
    return made_runs


def test_s4_baby_beside_what_was_recounted(made: Made, counted: dict[str, Numbers]) -> None:
    shown = table(
        made(runs(counted), reference="sokoban_s4_baby"),
        rows=["instance"],
        columns=["depth", "generated", "h_start", "last_generated"],
        reference=True,
    )
    assert [header.label for header in shown.headers] == [
        "instance", "printed depth", "depth", "printed generated", "generated", "printed h_start",
        "h_start", "printed last_generated", "last_generated", "status", "check",
    ]  # fmt: skip
    checks = {row[0]: row[-1] for row in values(shown)}
    assert checks[f"{PUBLIC}/1"] == checks[f"{OPENED}/29"] == "exact"
    assert checks[f"{PUBLIC}/51"] == "exact (not solved within 1,000,000, as printed: 1 node_limit)"
    assert checks[f"{PUBLIC}/4"].startswith("erratum: printed 24, recounted 20 (")
    assert checks[f"{PUBLIC}/55"].startswith("erratum: printed N/A, recounted 396,682 (")
    both = "erratum: depth printed 10, recounted 12; generated printed 142, recounted 373 ("
    assert checks[f"{PUBLIC}/29"].startswith(both)
    told = {name for name, text in checks.items() if text.startswith("erratum")}
    assert told == {f"{PUBLIC}/{level}" for level in (4, *EDITED, 55, 60)}
    assert all(text.startswith(("exact", "erratum")) for text in checks.values())
    assert shown.notes[-4:] == [
        "61 figures of generated: 53 exact, 8 errata; 7 printed as N/A: 5 exact, 2 errata.",
        "61 figures of depth: 60 exact, 1 erratum.",
        "14 figures of h_start: 14 exact.",
        "14 figures of last_generated: 13 exact, 1 erratum.",
    ]


@pytest.mark.parametrize("changed", [{"operator_order": "ULRD"}, {"cost": "moves"}])
def test_runs_by_another_rule_are_not_compared(made: Made, changed: dict[str, Any]) -> None:
    run = record(
        "ida_star_stack", "nearest_goal", f"{PUBLIC}/1", domain="sokoban",
        domain_params=SOKOBAN | changed, generated=1,
    )  # fmt: skip
    checks = load("sokoban_s4_baby").check(made([run]))
    assert {check.verdict for check in checks} == {"not run"}


def test_microban_has_the_pushes_that_were_recounted(data_folder: Path) -> None:
    recount = rows(data_folder / "sokoban" / "microban_1_77_push_optimal.csv")
    found = figures(load("microban_push_optimal"))
    wanted = {f"microban/{row['level']}": {"depth": int(row["push_optimal"])} for row in recount}
    assert {name: figure.expected for name, figure in found.items()} == wanted
    assert len(found) == 77
    assert all(figure.printed is None for figure in found.values())


def test_microban_is_compared_with_each_optimal_algorithm(made: Made) -> None:
    algorithms = ["a_star", "ida_star", "breadth_first", "greedy_best_first"]
    results = made(
        [
            record(name, None if name == "breadth_first" else "nearest_goal", "microban/1",
                   domain="sokoban", domain_params=SOKOBAN, depth=8 if name != "ida_star" else 9)
            for name in algorithms
        ],
        reference="microban_push_optimal",
    )  # fmt: skip
    shown = table(results, rows=["instance", "algorithm"], columns=["depth"], reference=True)
    assert {row[1]: row[-1] for row in values(shown)} == {
        "a_star": "exact (recounted)",
        "ida_star": "depth differs by +1",
        "breadth_first": "exact (recounted)",
        "greedy_best_first": "no figure",
    }

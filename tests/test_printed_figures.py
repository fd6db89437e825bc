"""References whose figures of a run are several, are missing, or are known to be wrong."""

from __future__ import annotations

import doctest
from decimal import Decimal
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from guides import HOME, blocks
from made_records import record, recorded
from pydantic import ValidationError

from harness import checks, references, table_checks, yaml_reader
from harness.checks import Check
from harness.model import Record
from harness.references import Reference


def reference(**content: Any) -> Reference:
    return Reference.model_validate(
        {"title": "t", "citation": "c", "counting_rule": "r", **content}
    )


def check(folder: Path, made_reference: Reference, *records: Record) -> list[Check]:
    return made_reference.check(recorded(folder, records))


def ida_star(instance: str, **columns: Any) -> Record:
    return record("ida_star", instance=instance, **columns)


def erratum(printed: Any, correct: Any, **more: Any) -> dict[str, Any]:
    return {"printed": printed, "correct": correct, "explanation": "a slip", **more}


def test_several_printed_columns_of_a_run(tmp_path: Path) -> None:
    """The offset is of the main column alone."""
    figure = {"printed": {"depth": 15, "generated": 187, "last_generated": 74}}
    figure |= {"expected": {"h_start": 11}}
    run = ida_star(
        "a", depth=15, generated=186, h_start=11, iterations=[(0, 11, 9, 112), (1, 12, 9, 74)]
    )
    found = check(tmp_path, reference(figures=[figure], offset=1), run)
    assert [(c.column, c.printed, c.measured, c.published, c.text) for c in found] == [
        ("depth", 15, 15, True, "exact"),
        ("generated", 187, 186, True, "exact (printed = generated + 1)"),
        ("last_generated", 74, 74, True, "exact"),
        ("h_start", 11, 11, False, "exact (recounted)"),
    ]


def test_the_last_iteration_of_a_cut_run_is_not_compared(tmp_path: Path) -> None:
    figure = {"printed": {"h_start": 11, "last_generated": 74, "generated": 186}}
    run = ida_star("a", h_start=11, generated=99, iterations=[(0, 11, 9, 74)], status="time_limit")
    found = check(tmp_path, reference(figures=[figure]), run)
    assert [(c.column, c.verdict) for c in found] == [
        ("h_start", "exact"),  # which a limit leaves alone
        ("last_generated", "cut"),
        ("generated", "cut"),
    ]


def test_a_figure_of_runs_by_several_algorithms_is_compared_with_each(tmp_path: Path) -> None:
    runs = [record(name, depth=depth) for name, depth in (("a", 7), ("b", 7), ("c", 8))]
    runs += [record("c", depth=8, repeat=1)]
    found = check(tmp_path, reference(figures=[{"expected": {"depth": 7}}]), *runs)
    assert [(c.text, len(c.run_ids)) for c in found] == [
        ("exact (recounted)", 1),
        ("exact (recounted)", 1),
        ("depth differs by +1", 2),
    ]


@pytest.mark.parametrize(
    ("columns", "verdict", "text"),
    [
        (
            {"status": "node_limit", "generated": 999999},
            "exact",
            "exact (not solved within 1,000,000, as printed: 1 node_limit)",
        ),
        (
            {"status": "memory_limit", "generated": 2000000},
            "exact",
            "exact (not solved within 1,000,000, as printed: 1 memory_limit)",
        ),
        (
            {"status": "solved", "generated": 1000000},
            "exact",
            "exact (not solved within 1,000,000, as printed)",
        ),
        ({"status": "node_limit", "generated": 999998}, "cut", "cut (1 node_limit)"),
        ({"status": "time_limit", "generated": 1000}, "cut", "cut (1 time_limit)"),
        ({"status": "kernel_error", "generated": None}, "cut", "cut (1 kernel_error)"),
        (
            {"status": "solved", "generated": 396681},
            "differs",
            "generated differs in being solved: printed N/A, recounted 396,682",
        ),
        (
            {"status": "unsolvable", "generated": 6},
            "differs",
            "generated differs in being unsolvable: printed N/A, recounted 7",
        ),
    ],
)
def test_a_run_printed_as_not_solved(
    tmp_path: Path, columns: dict[str, Any], verdict: str, text: str
) -> None:
    made_reference = reference(figures=[{"unfinished": 1_000_000}], offset=1)
    [found] = check(tmp_path, made_reference, ida_star("a", **columns))
    assert (found.printed, found.verdict, found.text) == (None, verdict, text)


def test_a_run_printed_as_not_solved_that_is_not_there(tmp_path: Path) -> None:
    figure = {"where": {"instance": "b"}, "unfinished": 1_000_000}
    [found] = check(tmp_path, reference(figures=[figure]), ida_star("a"))
    assert (found.verdict, found.run_ids) == ("not run", frozenset())


@pytest.mark.parametrize(
    ("generated", "verdict", "text"),
    [
        (24, "exact", "exact"),
        (20, "erratum", "erratum: printed 24, recounted 20 (a slip)"),
        (21, "differs", "generated differs by -3"),
    ],
)
def test_an_erratum_is_told_where_what_is_right_was_measured(
    tmp_path: Path, generated: int, verdict: str, text: str
) -> None:
    made_reference = reference(figures=[{"printed": 24}], errata=[erratum(24, 20)])
    [found] = check(tmp_path, made_reference, ida_star("a", generated=generated))
    assert (found.verdict, found.text) == (verdict, text)


def test_figures_of_errata_are_as_the_printed_program_counts(tmp_path: Path) -> None:
    made_reference = reference(figures=[{"printed": 25}], errata=[erratum(25, 21)], offset=1)
    [found] = check(tmp_path, made_reference, ida_star("a", generated=20))
    assert (found.verdict, found.measured, found.counted) == ("erratum", 20, 21)


def test_an_erratum_is_of_its_own_figure_alone(tmp_path: Path) -> None:
    figures = [
        {"where": {"instance": name}, "printed": {"generated": 9, "depth": 9}} for name in "ab"
    ]
    errata = [erratum(9, 7, where={"instance": "a"}, column="depth")]
    runs = [ida_star(name, generated=7, depth=7) for name in "ab"]
    found = check(tmp_path, reference(figures=figures, errata=errata), *runs)
    assert [(c.column, c.verdict) for c in found] == [
        ("generated", "differs"),
        ("depth", "erratum"),
        ("generated", "differs"),
        ("depth", "differs"),
    ]


def test_a_slip_of_another_copy_explains_nothing(tmp_path: Path) -> None:
    errata = [erratum(24, 20, copy="slides")]
    [found] = check(
        tmp_path, reference(figures=[{"printed": 24}], errata=errata), ida_star("a", generated=20)
    )
    assert found.verdict == "differs"


def test_an_erratum_of_a_run_printed_as_not_solved(tmp_path: Path) -> None:
    made_reference = reference(figures=[{"unfinished": 1_000_000}], errata=[erratum("N/A", 1500)])
    [found] = check(tmp_path, made_reference, ida_star("a", generated=1500))
    assert found.text == "erratum: printed N/A, recounted 1,500 (a slip)"


def test_errata_of_levels_and_of_means(tmp_path: Path) -> None:
    made_reference = reference(
        levels=[{"column": "visited", "printed": [1, 3]}],
        aggregates=[
            {"column": "cost", "statistic": "mean", "over": 2, "printed": 5.1, "digits": 1}
        ],
        errata=[
            erratum(3, 2, column="visited", level=1),
            erratum(5.1, 5.5, column="cost", statistic="mean"),
        ],
    )
    runs = [
        ida_star(n, cost=c, levels=[(0, 0, 0, 1), (1, 0, 0, 2)]) for n, c in (("a", 5), ("b", 6))
    ]
    found = check(tmp_path, made_reference, *runs)
    assert [(c.level, c.statistic, c.verdict, c.counted) for c in found] == [
        (0, None, "exact", 1),
        (1, None, "erratum", 2),
        (None, "mean", "erratum", Decimal("5.5")),
    ]


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ({"figures": [{"printed": {"dept": 1}}]}, "unknown metric 'dept'; did you mean 'depth'"),
        ({"figures": [{"expected": {"status": 1}}]}, "no figure of 'status', which holds no numb"),
        ({"column": "genrated"}, "unknown metric 'genrated'; did you mean 'generated'"),
        (
            {"figures": [{"printed": 3, "unfinished": 1_000_000}]},
            "says twice what generated is",
        ),
        (
            {"figures": [{"printed": {"depth": 3}, "expected": {"depth": 3}}]},
            "says twice what depth is",
        ),
        (
            {"figures": [{"printed": 24}], "errata": [erratum(42, 20)]},
            "names no copy, and there is no figure 42 of generated with this where",
        ),
        (
            {"figures": [{"printed": 24}], "errata": [erratum(24, 20, where={"instance": "a"})]},
            "names no copy",
        ),
        ({"errata": [erratum("n/a", 20)]}, "N/A"),
    ],
)
def test_what_a_reference_may_not_say(content: dict[str, Any], problem: str) -> None:
    with pytest.raises(ValidationError, match=problem):
        reference(**content)


@pytest.mark.parametrize("module", [checks, table_checks, references])
def test_docstrings(module: ModuleType) -> None:
    found = doctest.testmod(module)
    assert found.attempted > 0
    assert found.failed == 0


def test_the_example_of_the_guide(tmp_path: Path) -> None:
    """Each of its figures meets the run that it describes."""
    guide = blocks(HOME / "docs" / "tables_and_plots.md")
    [text] = [block.content for block in guide if block.content.startswith("title: ")]
    example = Reference.model_validate(yaml_reader.parse(text, "guide").data)
    board = {"domain_params": {"operator_order": "UDLR"}}
    iterations = [(0, 11, 0, 790), (1, 12, 0, 74)]
    runs = [
        ida_star("levels/1", depth=15, generated=864, h_start=11, iterations=iterations, **board),
        ida_star("levels/2", depth=6, generated=20, **board),
        ida_star("levels/3", generated=1000, status="node_limit", **board),
    ]
    assert [found.text for found in check(tmp_path, example, *runs)] == [
        *["exact"] * 3,
        "exact (recounted)",
        "exact",
        "erratum: printed 24, recounted 20 (a slip)",
        "exact (not solved within 1,000, as printed: 1 node_limit)",
    ]


def test_words_are_compared_for_equality(tmp_path: Path) -> None:
    figures = [{"where": {"instance": name}, "words": {"best_move": "6,6"}} for name in "abcde"]
    runs = [
        record("alpha_beta", instance="a", best_move="6,6"),
        record("alpha_beta", instance="b", best_move="5,6"),
        record("alpha_beta", instance="c", best_move=None),
        record("alpha_beta", instance="d", best_move=None, status="time_limit"),
    ]
    found = check(tmp_path, reference(figures=figures), *runs)
    assert [(c.column, c.printed, c.measured, c.counted, c.published, c.text) for c in found] == [
        ("best_move", "6,6", "6,6", "6,6", False, "exact (recounted)"),
        ("best_move", "6,6", "5,6", "5,6", False, "best_move differs in being 5,6 and not 6,6"),
        ("best_move", "6,6", None, None, False, "best_move differs in having no value"),
        ("best_move", "6,6", None, None, False, "cut (1 time_limit)"),
        ("best_move", "6,6", None, None, False, "not run"),
    ]
    assert found[1].both == "printed 6,6, recounted 5,6"


def test_words_have_to_be_the_same_in_every_repetition(tmp_path: Path) -> None:
    runs = [record(best_move=move, repeat=n) for n, move in enumerate(["6,6", "5,6", None])]
    [found] = check(tmp_path, reference(figures=[{"words": {"best_move": "6,6"}}]), *runs)
    assert found.text == "best_move differs from run to run: 5,6, 6,6, None"


@pytest.mark.parametrize("column", ["expanded", "best_mve", "cost_ratio"])
def test_words_are_of_columns_of_text(column: str) -> None:
    with pytest.raises(ValidationError, match=f"unknown metric '{column}'"):
        reference(figures=[{"words": {column: "6,6"}}])


def test_runs_with_other_candidates_are_other_runs(tmp_path: Path) -> None:
    """And no repetitions."""
    runs = [
        record(generated=count, candidates=name, candidates_params="{}", run_id=name)
        for name, count in (("all", 9), ("one_ring", 4))
    ]
    found = check(tmp_path, reference(figures=[{"printed": 9}]), *runs)
    assert [c.text for c in found] == ["exact", "generated differs by -5"]

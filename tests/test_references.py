from __future__ import annotations

import csv
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_records import record, recorded, traveled
from pydantic import ValidationError

from harness import references
from harness.model import Record, UserError
from harness.references import Check, Reference, load, names
from harness.specs import TableSpec
from harness.tables import build

FIFTEEN = {
    "width": 4,
    "height": 4,
    "goal": "blank_first",
    "parent_pruning": True,
    "operator_order": "ULRD",
}


def check(folder: Path, reference: str | Reference, records: list[Record]) -> list[Check]:
    results = recorded(folder, records)
    chosen = load(reference) if isinstance(reference, str) else reference
    return chosen.check(results)


def ida_star(instance: str, **columns: Any) -> Record:
    options = {"domain_params": FIFTEEN, "heuristic_params": {"count_blank": False}} | columns
    return record("ida_star", "manhattan", instance, **options)


def reference(**content: Any) -> Reference:
    return Reference.model_validate(
        {"title": "t", "citation": "c", "counting_rule": "r", **content}
    )


def test_the_traveled_table_is_exact(tmp_path: Path) -> None:
    checks = check(tmp_path, "eight_puzzle_traveled", traveled())
    assert {c.verdict for c in checks} == {"exact"}
    printed = [c.printed for c in checks if c.published and c.level is None]
    assert printed == [181447, 18656, 1327, 247]
    assert checks[0].text == "exact (printed = visited + 9)"
    assert sum(c.level is not None for c in checks) == 30


def test_the_levels_of_the_traveled_table_add_up_to_its_total() -> None:
    traveled_reference = load("eight_puzzle_traveled")
    total = traveled_reference.figures[0].printed
    assert sum(traveled_reference.levels[0].printed) + traveled_reference.offset == total


def test_the_8_puzzle_has_half_of_all_permutations() -> None:
    levels = load("eight_puzzle_levels").levels[0]
    assert sum(levels.printed) == 9 * 8 * 7 * 6 * 5 * 4 * 3 * 2 // 2
    assert len(levels.printed) == 32
    assert load("eight_puzzle_levels").figures[0].printed == 181440


@pytest.mark.parametrize(
    ("name", "puzzle", "states"),
    [("eight_puzzle_levels", "3x3", 181_440), ("three_by_four_levels", "4x3", 239_500_800)],
)
def test_levels_of_puzzles_are_those_recounted(
    name: str, puzzle: str, states: int, data_folder: Path
) -> None:
    with open(data_folder / "tables" / "sliding_depth_counts.csv", newline="") as file:
        rows = [
            r for r in csv.DictReader(file) if (r["puzzle"], r["blank_goal"]) == (puzzle, "corner")
        ]
    recounted = {int(row["depth"]): int(row["states"]) for row in rows}
    levels = load(name).levels[0]
    assert dict(enumerate(levels.printed, levels.first)) == recounted
    assert sum(levels.printed) == load(name).figures[0].printed == states


def test_korf_1985_is_the_copy_that_was_recounted(data_folder: Path) -> None:
    with open(data_folder / "sliding_tiles" / "korf100.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    korf = load("korf1985")
    assert len(korf.figures) == len(rows) == 100
    for figure, row in zip(korf.figures, rows, strict=True):
        assert figure.where == {"instance": f"korf1985/{row['id']}"}
        assert figure.printed == int(row["nodes_copy_c"]) == int(row["nodes_recounted"])
        expected = {"cost": int(row["optimal_moves"]), "h_start": int(row["manhattan"])}
        assert figure.expected == expected
    assert korf.aggregates[0].printed == sum(int(row["nodes_recounted"]) for row in rows)
    slips = {(e.where["instance"], e.copy_): (e.printed, e.correct) for e in korf.errata}
    assert slips == {
        (f"korf1985/{row['id']}", copy): (int(row[f"nodes_copy_{copy}"]), int(row["nodes_copy_c"]))
        for row in rows
        for copy in "ab"
        if row[f"nodes_copy_{copy}"] != row["nodes_copy_c"]
    }


def test_the_mean_h_of_korf_and_felner_s_instances(data_folder: Path) -> None:
    lines = (data_folder / "sliding_tiles" / "random1000_korf_felner.txt").read_text().splitlines()
    total = 0
    for line in lines:
        for cell, tile in enumerate(map(int, line.split())):
            if tile:
                total += abs(cell // 4 - tile // 4) + abs(cell % 4 - tile % 4)
    aggregate = next(
        a for a in load("korf_felner_2002_manhattan").aggregates if a.column == "h_start"
    )
    assert len(lines) == aggregate.over == 1000
    assert aggregate.printed == Decimal(total) / 1000


def test_a_mean_of_a_thousand_is_rounded_as_printed(tmp_path: Path) -> None:
    """401,189,630,547 nodes in all, the start of each search among them."""
    total, runs = 401_189_630_547, 1000
    share, rest = divmod(total, runs)
    records = [
        ida_star(
            f"korf_felner_2002/{i + 1}",
            generated=share - 1 + (i < rest),
            cost=53 if i < 522 else 52,
            h_start=37 if i < 940 else 36,
        )
        for i in range(runs)
    ]
    results = recorded(tmp_path, records, reference="korf_felner_2002_manhattan")
    checks = load("korf_felner_2002_manhattan").check(results)
    assert [c.measured for c in checks] == [
        401189630, 401189630547, Decimal("52.522"), Decimal("36.940"),
    ]  # fmt: skip
    assert {c.verdict for c in checks} == {"exact"}
    assert checks[0].text == "exact (printed = mean of generated + 1, rounded down)"
    spec = {"name": "t", "rows": ["algorithm"], "columns": ["generated"], "reference": True}
    table = build(results, TableSpec.model_validate(spec))
    assert [cell.value for cell in table.rows[0]] == [
        "ida_star", 401189630, 401189629.547, 1000, checks[0].text,
    ]  # fmt: skip


def test_a_sample_of_many_runs_is_not_compared_with_their_mean(tmp_path: Path) -> None:
    records = [ida_star(f"korf_felner_2002/{i}", generated=5, cost=3) for i in range(30)]
    checks = check(tmp_path, "korf_felner_2002_manhattan", records)
    assert {(c.verdict, c.explanation) for c in checks} == {("not run", "30 of 1000 runs")}
    assert all(c.measured is None for c in checks)


def test_a_difference_of_one_node_is_seen(tmp_path: Path) -> None:
    records = [ida_star("korf1985/79", generated=540860, cost=42, h_start=28)]
    checks = check(tmp_path, "korf1985", records)
    run = [c for c in checks if c.verdict not in ("not run", "exact")]
    assert [(c.column, c.printed, c.measured, c.text) for c in run] == [
        ("generated", 540860, 540860, "generated differs by +1")
    ]
    assert sum(c.verdict == "exact" for c in checks) == 2
    assert sum(c.verdict == "not run" for c in checks) == 3 * 99 + 2


@pytest.mark.parametrize(
    "options",
    [
        {"domain_params": FIFTEEN | {"operator_order": "UDLR"}},
        {"domain_params": FIFTEEN | {"goal": "blank_last"}},
        {"domain_params": FIFTEEN | {"parent_pruning": False}},
        {"heuristic_params": {"count_blank": True}},
    ],
)
def test_runs_counted_by_another_rule_are_not_compared(
    tmp_path: Path, options: dict[str, Any]
) -> None:
    checks = check(tmp_path, "korf1985", [ida_star("korf1985/79", generated=1, **options)])
    assert {c.verdict for c in checks} == {"not run"}


def test_a_run_that_was_cut_is_not_compared(tmp_path: Path) -> None:
    made = reference(figures=[{"where": {}, "printed": 5}])
    [found] = check(tmp_path, made, [record(generated=3, status="time_limit")])
    assert (found.verdict, found.measured, found.text) == ("cut", None, "cut (1 time_limit)")


def test_repeated_runs_have_to_agree(tmp_path: Path) -> None:
    made = reference(figures=[{"where": {}, "printed": 5}])
    [same] = check(tmp_path / "a", made, [record(generated=5, repeat=n) for n in range(3)])
    assert (same.verdict, len(same.run_ids)) == ("exact", 3)
    [other] = check(tmp_path / "b", made, [record(generated=5 + n, repeat=n) for n in range(2)])
    assert (other.verdict, other.text) == ("differs", "generated differs from run to run: 5, 6")


def test_a_run_without_the_value_differs(tmp_path: Path) -> None:
    made = reference(figures=[{"where": {}, "expected": {"cost": 5}}])
    [found] = check(tmp_path, made, [record(cost=None, status="unsolvable")])
    assert (found.verdict, found.published) == ("differs", False)


def test_a_level_that_a_run_did_not_reach_has_no_nodes(tmp_path: Path) -> None:
    made = reference(levels=[{"column": "visited", "first": 0, "printed": [1, 2, 0, 3]}])
    checks = check(tmp_path, made, [record(levels=[(0, 1, 0, 1), (1, 2, 2, 2)])])
    assert [(c.level, c.measured, c.verdict) for c in checks] == [
        (0, 1, "exact"),
        (1, 2, "exact"),
        (2, 0, "exact"),
        (3, 0, "differs"),
    ]


@given(
    st.lists(st.integers(0, 10**12), min_size=1, max_size=30),
    st.integers(0, 4),
    st.sampled_from(["nearest", "down"]),
)
def test_rounding_is_that_of_the_definition(numbers: list[int], digits: int, rounding: str) -> None:
    exact = Fraction(sum(numbers), len(numbers))
    error = Fraction(references._rounded(exact, digits, rounding)) - exact
    step = Fraction(1, 10**digits)
    if rounding == "down":
        assert -step < error <= 0
    else:
        assert -step / 2 < error <= step / 2


def test_every_reference_can_be_read() -> None:
    assert {
        "eight_puzzle_levels",
        "eight_puzzle_traveled",
        "korf1985",
        "korf_felner_2002_manhattan",
    } <= set(names())
    for name in names():
        loaded = load(name)
        assert loaded.figures or loaded.levels or loaded.aggregates
        assert all(erratum.printed != erratum.correct for erratum in loaded.errata)


def test_an_unknown_reference(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="did you mean 'korf1985'") as refusal:
        load("korf1958")
    assert refusal.value.exit_status == 2


def test_a_reference_with_a_fault_is_named_with_file_and_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "title: t\ncitation: c\ncounting_rule: r\nfigures:\n  - where: {}\n    printed: many\n"
    (tmp_path / "made.yaml").write_text(text)
    monkeypatch.setattr(references, "HOME", tmp_path)
    with pytest.raises(UserError, match=r"made\.yaml:6: figures\[0\]\.printed"):
        load("made")


def test_keys_that_mean_nothing_are_refused() -> None:
    with pytest.raises(ValidationError, match="figurs"):
        reference(figurs=[])

"""Tables of an experiment's results: which rows, columns and notes they have.

How a table is written down, as text, Markdown, LaTeX or CSV, is ``harness.table_formats``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from harness.columns import BY_NAME
from harness.groups import Key, label, runs, shown
from harness.results import Results
from harness.samples import Sample, samples, without_levels
from harness.specs import ColumnSpec, TableSpec
from harness.summaries import AVERAGES, Cell, summarise, words
from harness.table_checks import CheckColumns
from harness.table_notes import notes_of


@dataclass(frozen=True)
class Header:
    """Head of a column.

    is_key
        whether it tells which runs the row is about; its numbers are names, not quantities.
    is_number
        whether it is set flush right.
    """

    label: str
    is_key: bool = False
    is_number: bool = True


@dataclass(frozen=True)
class Table:
    """A table ready to be written down; each row has one cell for each header.

    known
        those of the notes that are the same under every such table of the experiment.
    """

    name: str
    title: str
    headers: list[Header]
    rows: list[list[Cell]]
    notes: list[str]
    known: frozenset[str] = frozenset()


Line = Mapping[Any, Sample]
"""The samples of one row of a table by the value of ``split``, or by None where nothing splits."""


class Column(NamedTuple):
    """One column of a table: its head, and how its cell is found."""

    header: Header
    cell: Callable[[Line], Cell]


def build(results: Results, spec: TableSpec) -> Table:
    """The table that a spec describes.

    Raises UserError for reference figures where the experiment names none.
    """
    keys = [*spec.rows, *([spec.split] if spec.split else [])]
    metrics = list(dict.fromkeys(column.metric for column in spec.columns))
    found = samples(results, spec.source, keys, metrics, spec.where)
    specs = [_with_statistic(column, found) for column in spec.columns]
    lines = _lines(found, split=spec.split is not None)
    checks = CheckColumns(results, spec) if spec.reference else None
    beside = _printed_beside(checks, specs, spec.split, lines)
    columns = [
        *_key_columns(spec.rows, lines),
        *_metric_columns(specs, spec.split, lines, checks, beside),
        *_count_columns(specs, spec, found),
    ]
    notes: list[str] = []
    if spec.source == "levels" and (lost := without_levels(results, spec.where)):
        notes.append(f"Levels of {runs(lost)} are lost: left out; run the config again.")
    if checks:
        printed = Column(Header("printed"), lambda line: checks.printed(line.values()))
        verdict = Header("check", is_number=False)
        told = any(printed.cell(line).value is not None for line in lines)
        if told and checks.column not in beside and (not beside or checks.column in metrics):
            columns.insert(len(spec.rows), printed)
        columns.append(Column(verdict, lambda line: checks.verdict(line.values())))
        notes += checks.notes(line.values() for line in lines)
    rows = [[column.cell(line) for column in columns] for line in lines]
    marks = {cell.mark for row in rows for cell in row if cell.value is not None}
    return Table(
        name=spec.name,
        title=spec.title or spec.name.replace("_", " "),
        headers=[column.header for column in columns],
        rows=rows,
        notes=notes_of(found, specs, marks, split=spec.split is not None) + notes,
        known=frozenset({checks.rule} if checks else ()),
    )


def _with_statistic(column: ColumnSpec, found: Sequence[Sample]) -> ColumnSpec:
    """The column with its default statistic filled in."""
    single = all(len(sample.rows) == 1 for sample in found)
    default = "value" if single or not BY_NAME[column.metric].is_number else "mean"
    return column.model_copy(update={"statistic": column.statistic or default})


def _lines(found: Sequence[Sample], split: bool) -> list[Line]:
    lines: dict[Key, dict[Any, Sample]] = {}
    for sample in found:
        key, side = (sample.key[:-1], sample.key[-1]) if split else (sample.key, None)
        lines.setdefault(key, {})[side] = sample
    return list(lines.values())


def _key_columns(keys: Sequence[str], lines: Sequence[Line]) -> list[Column]:
    def value(line: Line, place: int) -> Any:
        return next(iter(line.values())).key[place]

    def column(place: int, key: str) -> Column:
        values = [value(line, place) for line in lines]
        is_number = all(isinstance(v, int) and not isinstance(v, bool) for v in values)
        header = Header(key, is_key=True, is_number=is_number and bool(values))
        return Column(header, lambda line: _key_cell(value(line, place)))

    return [column(place, key) for place, key in enumerate(keys)]


def _key_cell(value: Any) -> Cell:
    return Cell(None if value is None else shown(value))


def _printed_beside(
    checks: CheckColumns | None,
    specs: Sequence[ColumnSpec],
    split: str | None,
    lines: Sequence[Line],
) -> frozenset[str]:
    """Metrics whose printed figures stand beside the measured ones, and not behind the keys.

    These are all but the reference's own column; and that one too where it is not alone, or where
    figures are about one of the columns into which a line is split and not about the whole line.
    """
    if checks is None:
        return frozenset()
    metrics = {spec.metric for spec in specs}
    further = checks.further & metrics
    one_sided = any(
        checks.printed([sample]).value is not None
        for line in lines
        if len(line) > 1
        for sample in line.values()
    )
    is_beside = one_sided if split else bool(further)
    return further | ({checks.column} & metrics if is_beside else set())


def _metric_columns(
    specs: Sequence[ColumnSpec],
    split: str | None,
    lines: Sequence[Line],
    checks: CheckColumns | None,
    beside: frozenset[str],
) -> list[Column]:
    """The measured columns; before the first of a metric stands what was printed of it."""
    sides = list(dict.fromkeys(side for line in lines for side in line)) if split else [None]
    columns: list[Column] = []
    for side in sides:
        name = label([split], (side,)) if split else ""
        told: set[str] = set()
        for spec in specs:
            of_values = spec.statistic in ("value", *AVERAGES)
            if checks and of_values and spec.metric in beside - told:
                told.add(spec.metric)
                columns += _printed_columns(checks, spec.metric, side, name, lines)
            columns.append(_measured_column(spec, side, name, alone=len(specs) == 1))
    return columns


def _printed_columns(
    checks: CheckColumns, metric: str, side: Any, name: str, lines: Sequence[Line]
) -> list[Column]:
    """What was printed of a metric, where a figure is about the runs of one of the lines."""

    def cell(line: Line) -> Cell:
        return checks.printed([line[side]], metric) if side in line else Cell(None)

    header = Header(" ".join(filter(None, ["printed", metric, name])))
    return [Column(header, cell)] if any(cell(line).value is not None for line in lines) else []


def _measured_column(spec: ColumnSpec, side: Any, name: str, alone: bool) -> Column:
    heads = [name] if name and alone else [_head(spec), *filter(None, [name])]
    is_number = spec.statistic != "value" or BY_NAME[spec.metric].is_number
    header = Header(" ".join(heads), is_number=is_number)
    return Column(header, lambda line: _cell(line.get(side), spec))


def _head(spec: ColumnSpec) -> str:
    heads = {"value": spec.metric, "count": "runs", "solved": "solved"}
    return heads.get(spec.statistic or "value", f"{spec.statistic} {spec.metric}")


def _cell(sample: Sample | None, spec: ColumnSpec) -> Cell:
    return summarise(sample, spec.metric, spec.statistic or "value") if sample else Cell(None)


def _count_columns(
    specs: Sequence[ColumnSpec], spec: TableSpec, found: Sequence[Sample]
) -> list[Column]:
    """How many runs the statistics are over, and how runs ended that did not end by themselves."""
    if spec.split:
        return []
    incomplete = any(len(sample.answered) < len(sample.rows) for sample in found)
    columns = []
    if any(column.statistic in AVERAGES for column in specs):
        columns.append(Column(Header("n"), lambda line: Cell(len(line[None].answered))))
        if incomplete:
            columns.append(Column(Header("runs"), lambda line: Cell(len(line[None].rows))))
    elif incomplete and "status" not in (*spec.rows, *(column.metric for column in specs)):
        columns.append(Column(Header("status", is_number=False), _status))
    return columns


def _status(line: Line) -> Cell:
    return Cell(words(row["status"] for row in line[None].rows))

"""Tables and figures of an experiment, as the specs in its ``experiment.json`` want them."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from harness import match_tables
from harness import tables as table_builder
from harness.groups import Row
from harness.parquet_files import replace
from harness.results import EXPERIMENT_FILE, Results
from harness.specs import PARTS, ColumnSpec, PlotSpec, TableSpec
from harness.table_formats import render
from harness.tables import Table

TABLES = "tables"
FIGURES = "figures"

DEFAULT_TABLE = TableSpec(
    name="runs",
    title="Runs",
    rows=["domain", "algorithm", "heuristic"],
    columns=[
        ColumnSpec(metric="cost"),
        ColumnSpec(metric="expanded"),
        ColumnSpec(metric="generated"),
        ColumnSpec(metric="kernel_seconds"),
    ],
)
"""What is shown of searches by an experiment that asks for no table."""

_GAME_KEYS = ("domain", "instance", "algorithm", "heuristic", "candidates")
_GAME_METRICS = ("value", "best_move", "generated", "leaves", "visited", "kernel_seconds")
_OF_ONE_POSITION = frozenset({"instance", "value", "best_move"})
_MOST_POSITIONS = 50
"""With more of them, a table that nobody asked for draws them together."""


def table_specs(results: Results) -> list[TableSpec]:
    """The tables that the experiment's config asks for, or one that suits any.

    Matches have a table of their own, which no config asks for.
    """
    specs = results.experiment.get("tables") or []
    default = [] if match_tables.are_in(results) else [_default(results)]
    return [TableSpec.model_validate(spec) for spec in specs] or default


def _default(results: Results) -> TableSpec:
    """What suits the runs.

    Of games, which alone have candidates: the keys and parameters that differ, and the metrics of
    which there is something.
    """
    parameters = [f"{part}_params" for part in PARTS]
    rows = results.rows((*_GAME_KEYS, *parameters, *_GAME_METRICS), {})
    if all(row["candidates"] is None for row in rows):
        return DEFAULT_TABLE
    many = len({row["instance"] for row in rows}) > _MOST_POSITIONS
    left_out = _OF_ONE_POSITION if many else frozenset()
    keys = [key for key in _GAME_KEYS if len({row[key] for row in rows}) > 1]
    metrics = [name for name in _GAME_METRICS if any(_has(row[name], name) for row in rows)]
    kept = [key for key in keys if key not in left_out]
    columns = [ColumnSpec(metric=name) for name in metrics if name not in left_out]
    update = {"rows": [*kept, *_axes(rows)] or ["algorithm"], "columns": columns}
    return DEFAULT_TABLE.model_copy(update=update)


def _axes(rows: Sequence[Row]) -> list[str]:
    """Keys of the parameters of which one and the same thing has several values."""
    seen: dict[tuple[str, str], set[str]] = {}
    for row in rows:
        for part in PARTS:
            for parameter, value in json.loads(row[f"{part}_params"] or "{}").items():
                key = (f"{part}.{parameter}", row[part])
                seen.setdefault(key, set()).add(json.dumps(value))
    return list(dict.fromkeys(key for (key, _), values in seen.items() if len(values) > 1))


def _has(value: Any, metric: str) -> bool:
    """Whether a run has something of a metric; one that stores no positions visited 0."""
    return bool(value) if metric == "visited" else value is not None


def _built(results: Results) -> Iterator[Table]:
    """All tables of an experiment, that of its matches first."""
    if match_tables.are_in(results):
        yield match_tables.build(results)
    for spec in table_specs(results):
        yield table_builder.build(results, spec)


def plot_specs(results: Results) -> list[PlotSpec]:
    """The figures that the experiment's config asks for."""
    return [PlotSpec.model_validate(spec) for spec in results.experiment.get("plots") or []]


def tables(results: Results, format: str, together: bool = False) -> Iterator[str]:
    """The tables in a format of ``harness.table_formats``, each ending in a newline.

    together
        whether they are read one below the other; then a counting rule is told once.
    """
    told: frozenset[str] = frozenset()
    for table in _built(results):
        notes = [note for note in table.notes if note not in told]
        yield render(dataclasses.replace(table, notes=notes), format)
        told |= table.known if together else told


def write_tables(results: Results) -> None:
    """Write ``tables/<name>.txt`` for each table, where it does not say so already."""
    folder = results.folder / TABLES
    folder.mkdir(exist_ok=True)
    for table in _built(results):
        path, content = folder / f"{table.name}.txt", render(table, "text").encode()
        if not path.exists() or path.read_bytes() != content:
            replace(path, content)


def draw(results: Results, format: str) -> Iterator[Path]:
    """Draw ``figures/<name>.<format>`` for each figure; yields the files."""
    for spec in plot_specs(results):
        file = figure_file(results, spec, format)
        _draw(results, spec, file)
        yield file


def draw_outdated(results: Results) -> None:
    """Draw the figures that are missing or older than the results, as PNG."""
    written = max(
        path.stat().st_mtime_ns
        for path in (results.folder / "runs.parquet", results.folder / EXPERIMENT_FILE)
    )
    for spec in plot_specs(results):
        file = figure_file(results, spec, "png")
        if not file.exists() or file.stat().st_mtime_ns < written:
            _draw(results, spec, file)


def figure_file(results: Results, spec: PlotSpec, format: str) -> Path:
    """Where a figure lies."""
    return results.folder / FIGURES / f"{spec.name}.{format}"


def _draw(results: Results, spec: PlotSpec, file: Path) -> None:
    """Draw a figure whole or not at all."""
    from harness.plots import draw

    file.parent.mkdir(exist_ok=True)
    unfinished = file.with_name(f".unfinished-{file.name}")
    draw(results, spec, unfinished)
    unfinished.replace(file)

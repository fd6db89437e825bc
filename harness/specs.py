"""Which tables and plots belong to an experiment, and how rows are picked by a pattern."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    WithJsonSchema,
    model_validator,
)
from pydantic_core import PydanticCustomError

from harness import columns
from harness.suggest import unknown

PARTS = ("domain", "algorithm", "heuristic", "candidates")
"""What has parameters: ``heuristic.count_blank`` is the key of a heuristic's parameter."""

RUN_KEYS = (
    "domain", "instance", "algorithm", "heuristic", "candidates", "tie_break", "operator_order",
    "seed", "repeat",
)  # fmt: skip
"""Columns of a run that are known before it starts."""

RUN_COLUMNS = tuple(column.name for column in columns.RUNS)
"""Columns of ``runs.parquet``."""

SOURCE_COLUMNS: dict[str, tuple[str, ...]] = {
    "runs": (),
    "levels": tuple(column.name for column in columns.LEVELS if column is not columns.RUN_ID),
    "iterations": tuple(
        column.name for column in columns.ITERATIONS if column is not columns.RUN_ID
    ),
    "solutions": tuple(column.name for column in columns.SOLUTIONS if column is not columns.RUN_ID),
}
"""Columns that a table's source has beside those of its runs."""

_DERIVED = tuple(column.name for column in columns.DERIVED)

METRICS: dict[str, tuple[str, ...]] = {
    "runs": (*RUN_COLUMNS, *_DERIVED),
    "levels": SOURCE_COLUMNS["levels"],
    "iterations": SOURCE_COLUMNS["iterations"],
    "solutions": (*SOURCE_COLUMNS["solutions"], columns.COST_RATIO.name),
}
"""What a table's source has numbers or words of."""

Source = Literal["runs", "levels", "iterations", "solutions"]
Statistic = Literal["value", "mean", "median", "sum", "min", "max", "count", "solved"]
PlotKind = Literal[
    "levels", "iterations", "bars", "spread", "scatter", "distribution", "cactus", "solutions"
]

EVERY = "/*"
"""At the end of a value wanted: all the instances of a set, whose names have one beginning."""

AVERAGED = frozenset({"mean", "median", "sum", "min", "max"})
"""Statistics that are taken of numbers."""

_PLOTTED: dict[str, tuple[str, ...]] = {
    "levels": METRICS["levels"],
    "iterations": METRICS["iterations"],
    "cactus": ("expanded", "generated", "evaluated", "kernel_seconds"),
    "solutions": ("cost", "depth", columns.COST_RATIO.name),
}
"""Metrics of kinds of plots that do not take all those of runs."""


class Strict(BaseModel):
    """No unknown keys, no silent conversions, no changes afterwards."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


def check_key(key: object, known: tuple[str, ...]) -> str:
    """``key`` if it is one of ``known`` or the key of a parameter.

    Raises PydanticCustomError with the nearest known key.
    """
    part, dot, parameter = str(key).partition(".")
    if key in known or (part in PARTS and dot and parameter.isidentifier()):
        return str(key)
    raise PydanticCustomError("unknown_key", "{message}", {"message": unknown("key", key, known)})


def check_metric(metric: str, known: tuple[str, ...]) -> None:
    """Raises PydanticCustomError, with the nearest known metric, if it is not one of ``known``."""
    if metric not in known:
        problem = unknown("metric", metric, known)
        raise PydanticCustomError("unknown_metric", "{message}", {"message": problem})


def check_numbers(metric: str, what: str) -> None:
    """Raises PydanticCustomError if ``what``, a statistic or a plot, is asked of words."""
    if not columns.BY_NAME[metric].is_number:
        problem = f"there is no {what} of {metric!r}, which holds no numbers"
        raise PydanticCustomError("no_numbers", "{message}", {"message": problem})


def _check_pattern(pattern: dict[str, Any], known: tuple[str, ...]) -> dict[str, Any]:
    for key, allowed in pattern.items():
        check_key(key, known)
        if isinstance(allowed, dict) or allowed == []:
            raise PydanticCustomError(
                "pattern_value",
                "{key}: {seen} is neither a value nor a list of values",
                {"key": key, "seen": allowed},
            )
    return pattern


_PATTERN_SCHEMA = WithJsonSchema(
    {
        "type": "object",
        "description": "column, or part.parameter: the value wanted, or a list of such values",
        "additionalProperties": {"type": ["string", "number", "boolean", "null", "array"]},
    }
)
RunPattern = Annotated[
    dict[str, Any], AfterValidator(lambda p: _check_pattern(p, RUN_KEYS)), _PATTERN_SCHEMA
]
"""Picks runs before they are made: keys are ``RUN_KEYS`` and parameters."""
Pattern = Annotated[
    dict[str, Any], AfterValidator(lambda p: _check_pattern(p, RUN_COLUMNS)), _PATTERN_SCHEMA
]
"""Picks recorded runs: keys are ``RUN_COLUMNS`` and parameters."""

FileStem = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]+$")]


class ColumnSpec(Strict):
    """One column of a table: a metric and how it is drawn together over the runs of a row.

    In a config a word stands for ``{metric: word}``.
    """

    metric: str = Field(description="a column of the table's source")
    statistic: Statistic | None = Field(
        default=None, description="default: value where each row is one run, else mean"
    )


def _column(column: object) -> object:
    return {"metric": column} if isinstance(column, str) else column


_Column = Annotated[
    ColumnSpec,
    BeforeValidator(_column, json_schema_input_type=str | ColumnSpec),
]


class TableSpec(Strict):
    """A table: one row for each combination of the values of ``rows``."""

    name: FileStem = Field(description="file stem of the table")
    title: str | None = None
    source: Source = "runs"
    where: Pattern = {}
    rows: list[str] = Field(min_length=1, description="one row for each combination of values")
    columns: list[_Column] = Field(min_length=1, description="metrics, with their statistics")
    split: str | None = Field(default=None, description="one column for each value of this key")
    reference: bool = Field(default=False, description="add printed figures and the column 'check'")

    @model_validator(mode="after")
    def _keys_exist(self) -> TableSpec:
        known = (*SOURCE_COLUMNS[self.source], *RUN_COLUMNS)
        for key in (*self.rows, *((self.split,) if self.split else ())):
            check_key(key, known)
        for column in self.columns:
            check_metric(column.metric, METRICS[self.source])
            if column.statistic in AVERAGED:
                check_numbers(column.metric, column.statistic)
        return self


class PlotSpec(Strict):
    """A figure: one line, bar or colour for each combination of the values of ``by``."""

    name: FileStem = Field(description="file stem of the figure")
    title: str | None = None
    kind: PlotKind
    metric: str | None = Field(default=None, description="for all kinds but scatter")
    x: str | None = Field(default=None, description="for scatter")
    y: str | None = Field(default=None, description="for scatter")
    by: list[str] = Field(default=["algorithm", "heuristic"], min_length=1)
    where: Pattern = {}
    scale: Literal["linear", "log"] | None = None

    @model_validator(mode="after")
    def _keys_exist(self) -> PlotSpec:
        needed = ("x", "y") if self.kind == "scatter" else ("metric",)
        for name in ("metric", "x", "y"):
            given = getattr(self, name)
            if (given is not None) != (name in needed):
                problem = "is missing" if name in needed else "has no meaning"
                raise PydanticCustomError(
                    "plot_key",
                    "{name} {problem}: a plot of kind {kind} takes {needed}",
                    {
                        "name": name,
                        "problem": problem,
                        "kind": self.kind,
                        "needed": " and ".join(needed),
                    },
                )
            if given is not None:
                check_metric(given, _PLOTTED.get(self.kind, METRICS["runs"]))
                check_numbers(given, "plot")
        for key in self.by:
            check_key(key, RUN_COLUMNS)
        return self


@lru_cache(maxsize=4096)
def _parameters(text: str) -> dict[str, Any]:
    parameters: dict[str, Any] = json.loads(text)
    return parameters


def value_at(row: Mapping[str, Any], key: str) -> Any:
    """What a row holds under ``key``: a column, or a parameter out of its part's JSON text.

    A parameter that the row's part does not have is None.

    >>> row = {"heuristic": "manhattan", "heuristic_params": '{"count_blank":true}'}
    >>> value_at(row, "heuristic"), value_at(row, "heuristic.count_blank")
    ('manhattan', True)
    """
    part, dot, parameter = key.partition(".")
    if not dot:
        return row[key]
    text = row[f"{part}_params"]
    return None if text is None else _parameters(text).get(parameter)


def matches(pattern: Mapping[str, Any], row: Mapping[str, Any]) -> bool:
    """Whether every key of the pattern has, in this row, the value wanted or one of those wanted.

    >>> row = {"algorithm": "a_star", "heuristic": "zero"}
    >>> matches({"algorithm": "a_star", "heuristic": ["zero", "misplaced"]}, row)
    True
    """
    return all(_allows(wanted, value_at(row, key)) for key, wanted in pattern.items())


def _allows(wanted: Any, value: Any) -> bool:
    if isinstance(wanted, list) and wanted != value:
        return any(_same(one, value) for one in wanted)
    return _same(wanted, value)


def _same(wanted: Any, value: Any) -> bool:
    """Equality in which true is not 1, and ``microban/*`` is every name that begins like it.

    >>> _same("microban/*", "microban/12"), _same("microban/*", "microban"), _same(True, 1)
    (True, False, False)
    """
    if isinstance(wanted, str) and wanted.endswith(EVERY) and isinstance(value, str):
        return value.startswith(wanted.removesuffix("*"))
    return isinstance(wanted, bool) == isinstance(value, bool) and bool(wanted == value)

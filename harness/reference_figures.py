"""The figures that a reference file may hold: of single runs, of levels, of many runs, errata."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from harness.columns import RUNS
from harness.specs import METRICS, Pattern, check_metric, check_numbers


def _decimal(value: object) -> object:
    return Decimal(str(value)) if isinstance(value, float) else value


def _metric(name: str) -> str:
    check_metric(name, METRICS["runs"])
    check_numbers(name, "figure")
    return name


def _text_column(name: str) -> str:
    words = tuple(column.name for column in RUNS if column.kind == "text")
    check_metric(name, words)
    return name


def _level_metric(name: str) -> str:
    check_metric(name, METRICS["levels"])
    return name


Figure = Annotated[int | Decimal, BeforeValidator(_decimal)]
Metric = Annotated[str, AfterValidator(_metric)]
"""A column of numbers of ``runs.parquet``, or a derived metric."""
TextColumn = Annotated[str, AfterValidator(_text_column)]
"""A column of text of ``runs.parquet``."""


class Figures(BaseModel):
    """Figures of the runs that match ``where``."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    where: Pattern = {}


class RunFigure(Figures):
    """What was printed of single runs.

    printed
        the figure of the reference's column, or figures by their columns.
    unfinished
        what the reference's column exceeds, where it was printed as not solved within so much.
    expected
        further columns, as they were recounted.
    words
        columns of text, as they were recounted: the best move of a game, say.
    """

    printed: Figure | dict[Metric, Figure] | None = None
    unfinished: Annotated[int, Field(ge=1)] | None = None
    expected: dict[Metric, Figure] = {}
    words: dict[TextColumn, str] = {}


class LevelFigures(Figures):
    """What was printed of the levels of a run, from level ``first`` on."""

    column: Annotated[str, AfterValidator(_level_metric)]
    first: int = 0
    printed: Annotated[list[int], Field(min_length=1)]


class Aggregate(Figures):
    """What was printed of many runs together.

    over
        how many runs it takes; fewer are not compared.
    published
        whether it was printed, or else recounted.
    digits, rounding
        decimals that were printed, and how the rest was rounded.
    """

    column: Metric
    statistic: Literal["mean", "sum"]
    over: int
    printed: Figure
    offset: int = 0
    digits: int = 0
    rounding: Literal["nearest", "down"] = "nearest"
    published: bool = True

    @property
    def rule(self) -> str:
        """How the figure comes from the column, in words."""
        figure = "printed" if self.published else "recounted"
        column = f"{self.column} + {self.offset}" if self.offset else self.column
        rounded = ", rounded down" if self.rounding == "down" else ""
        return f"{figure} = {self.statistic} of {column}{rounded}"


class Erratum(Figures):
    """A figure that was printed otherwise than it is right.

    column
        where it is not the reference's own.
    copy
        the copy of the table that prints it so; without one it is a figure of this reference.
    """

    column: Metric | None = None
    statistic: Literal["mean", "sum"] | None = None
    level: int | None = None
    copy_: Annotated[str | None, Field(alias="copy")] = None
    printed: Figure | Literal["N/A"]
    correct: Figure
    explanation: str

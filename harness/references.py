"""Published figures, and how recorded runs compare with them.

A reference is a file ``references/<name>.yaml``; ``Reference`` is its schema. Its figures stay as
they were printed; where a program of the time counted otherwise, ``offset`` and
``counting_rule`` say how and why.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from harness import yaml_reader
from harness.groups import Row, tally
from harness.model import UserError
from harness.results import Results
from harness.specs import Pattern, matches
from harness.suggest import unknown

HOME = Path(__file__).parent / "references"

Verdict = Literal["exact", "differs", "cut", "not run"]


def _decimal(value: object) -> object:
    return Decimal(str(value)) if isinstance(value, float) else value


Figure = Annotated[int | Decimal, BeforeValidator(_decimal)]


class _Strict(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class _Figures(_Strict):
    where: Pattern = {}


class RunFigure(_Figures):
    """What was printed of single runs; ``expected`` are further columns as they were recounted."""

    printed: Figure | None = None
    expected: dict[str, Figure] = {}


class LevelFigures(_Figures):
    """What was printed of the levels of a run, from level ``first`` on."""

    column: Literal["expanded", "generated", "visited"]
    first: int = 0
    printed: Annotated[list[int], Field(min_length=1)]


class Aggregate(_Figures):
    """What was printed of many runs together.

    over
        how many runs it takes; fewer are not compared.
    published
        whether it was printed, or else recounted.
    digits, rounding
        decimals that were printed, and how the rest was rounded.
    """

    column: str
    statistic: Literal["mean", "sum"]
    over: int
    printed: Figure
    offset: int = 0
    digits: int = 0
    rounding: Literal["nearest", "down"] = "nearest"
    published: bool = True

    @property
    def rule(self) -> str:
        """How the printed figure comes from the column, in words."""
        column = f"{self.column} + {self.offset}" if self.offset else self.column
        rounded = ", rounded down" if self.rounding == "down" else ""
        return f"printed = {self.statistic} of {column}{rounded}"


class Erratum(_Figures):
    """A figure that one copy prints otherwise; ``column`` where it is not the reference's own."""

    column: str | None = None
    statistic: Literal["mean", "sum"] | None = None
    level: int | None = None
    copy_: Annotated[str, Field(alias="copy")]
    printed: Figure
    correct: Figure
    explanation: str


class Reference(_Strict):
    """A published table.

    where
        what holds for all of its figures.
    column, offset
        what the printed figures of single runs count: printed = column + offset.
    counting_rule
        how its program counted, in words, the reason of ``offset`` included.
    """

    title: str
    citation: str
    counting_rule: str
    where: Pattern = {}
    column: str = "generated"
    offset: int = 0
    figures: list[RunFigure] = []
    levels: list[LevelFigures] = []
    aggregates: list[Aggregate] = []
    errata: list[Erratum] = []

    def check(self, results: Results) -> list[Check]:
        """Every figure beside what was measured, in the order of the file."""
        figures: list[_Figures] = [*self.figures, *self.levels, *self.aggregates]
        wheres = [figure.where for figure in figures]
        columns = {self.column, *(a.column for a in self.aggregates)}
        columns.update(column for figure in self.figures for column in figure.expected)
        keys = sorted(columns.union(*wheres))
        rows = results.rows(keys, self.where)
        levels = _levels_by_run(results) if self.levels else {}
        return [
            *(c for f in self.figures for c in self._run_checks(f, _matching(rows, f.where))),
            *(c for f in self.levels for c in _level_checks(f, _matching(rows, f.where), levels)),
            *(_aggregate_check(f, _matching(rows, f.where)) for f in self.aggregates),
        ]

    def _run_checks(self, figure: RunFigure, rows: list[Row]) -> Iterator[Check]:
        if figure.printed is not None:
            values = [row[self.column] for row in rows]
            yield _compared(figure.where, self.column, figure.printed, rows, values, self.offset)
        for column, expected in figure.expected.items():
            values = [row[column] for row in rows]
            check = _compared(figure.where, column, expected, rows, values)
            yield replace(check, published=False)


@dataclass(frozen=True)
class Check:
    """One figure beside what was measured.

    printed
        the figure; where ``published`` is false, not printed but recounted.
    measured
        the column of the runs that match; of many runs together, their statistic with the offset
        added and rounded as the printed one. None where there is nothing to compare.
    verdict
        "exact", "differs", "cut" (a run did not end by itself) or "not run" (there are not the
        runs that it takes).
    run_ids
        the runs that match ``where``.
    """

    where: Mapping[str, Any]
    column: str
    printed: int | Decimal
    measured: int | Decimal | None
    verdict: Verdict
    explanation: str
    run_ids: frozenset[str]
    published: bool = True
    level: int | None = None
    statistic: str | None = None

    @property
    def text(self) -> str:
        """The verdict with its explanation, short enough for a table."""
        if self.verdict == "differs":
            what = f"{self.statistic} {self.column}" if self.statistic else self.column
            return f"{what} differs {self.explanation}"
        return f"{self.verdict} ({self.explanation})" if self.explanation else self.verdict


def names() -> list[str]:
    """All references."""
    return sorted(path.stem for path in HOME.glob("*.yaml"))


def load(name: str) -> Reference:
    """The reference of this name.

    Raises UserError with the nearest known name, or what is wrong in the file.
    """
    if name not in names():
        raise UserError(unknown("reference", name, names()))
    document = yaml_reader.read(HOME / f"{name}.yaml")
    try:
        return Reference.model_validate(document.data)
    except ValidationError as error:
        first = error.errors()[0]
        raise UserError(document.complaint(first["loc"], first["msg"])) from None


def _matching(rows: Sequence[Row], where: Mapping[str, Any]) -> list[Row]:
    return [row for row in rows if matches(where, row)]


def _compared(
    where: Mapping[str, Any],
    column: str,
    printed: int | Decimal,
    rows: Sequence[Row],
    values: Sequence[Any],
    offset: int = 0,
) -> Check:
    """The check of a figure that every one of ``rows`` should give."""

    def check(verdict: Verdict, explanation: str, measured: int | Decimal | None = None) -> Check:
        run_ids = frozenset(row["run_id"] for row in rows)
        return Check(where, column, printed, measured, verdict, explanation, run_ids)

    if not rows:
        return check("not run", "")
    if stopped := tally(rows):
        return check("cut", stopped)
    if len(set(values)) > 1:
        return check("differs", "from run to run: " + ", ".join(map(str, sorted(set(values)))))
    measured = values[0]
    if measured is None:
        return check("differs", "in having no value")
    if measured + offset == printed:
        return check("exact", f"printed = {column} + {offset}" if offset else "", measured)
    return check("differs", f"by {measured + offset - printed:+,}", measured)


def _levels_by_run(results: Results) -> dict[tuple[str, int], Row]:
    return {(row["run_id"], row["level"]): row for row in results.levels.to_pylist()}


def _level_checks(
    figures: LevelFigures, rows: Sequence[Row], levels: Mapping[tuple[str, int], Row]
) -> Iterator[Check]:
    nowhere = {figures.column: 0}
    for level, printed in enumerate(figures.printed, figures.first):
        found = (levels.get((row["run_id"], level), nowhere) for row in rows)
        values = [row[figures.column] for row in found]
        check = _compared(figures.where, figures.column, printed, rows, values)
        yield replace(check, level=level)


def _aggregate_check(figure: Aggregate, rows: Sequence[Row]) -> Check:
    count = len(rows)
    measured: int | Decimal | None = None
    verdict: Verdict = "not run"
    explanation = f"{count} of {figure.over} runs" if count else ""
    if count == figure.over and (stopped := tally(rows)):
        verdict, explanation = "cut", stopped
    elif count == figure.over:
        total = Fraction(sum(row[figure.column] + figure.offset for row in rows))
        exact = total / count if figure.statistic == "mean" else total
        measured = _rounded(exact, figure.digits, figure.rounding)
        if measured == figure.printed:
            verdict, explanation = "exact", figure.rule
        else:
            verdict, explanation = "differs", f"by {measured - figure.printed:+,}"
    return Check(
        where=figure.where,
        column=figure.column,
        printed=figure.printed,
        measured=measured,
        verdict=verdict,
        explanation=explanation,
        run_ids=frozenset(row["run_id"] for row in rows),
        published=figure.published,
        statistic=figure.statistic,
    )


def _rounded(value: Fraction, digits: int, rounding: str) -> int | Decimal:
    """``value`` with ``digits`` decimals; a half goes up.

    >>> _rounded(Fraction(2, 3), 2, "nearest"), _rounded(Fraction(2, 3), 0, "down")
    (Decimal('0.67'), 0)
    """
    half = Fraction(1, 2) if rounding == "nearest" else 0
    scaled = math.floor(value * 10**digits + half)
    return Decimal(scaled).scaleb(-digits) if digits else scaled

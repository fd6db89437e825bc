"""Published figures, and how recorded runs compare with them.

A reference is a file ``references/<name>.yaml``; ``Reference`` is its schema. Its figures stay as
they were printed; where a program of the time counted otherwise, ``offset`` and
``counting_rule`` say how and why.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError, model_validator
from pydantic_core import PydanticCustomError

from harness import yaml_reader
from harness.checks import (
    UNFINISHED,
    Check,
    Verdict,
    compared,
    compared_as_unfinished,
    compared_words,
)
from harness.groups import Row, group, tally
from harness.model import UserError
from harness.reference_figures import (
    Aggregate,
    Erratum,
    Figures,
    LevelFigures,
    Metric,
    RunFigure,
)
from harness.results import Results
from harness.specs import Pattern, matches
from harness.suggest import unknown

HOME = Path(__file__).parent / "references"

ONE_RUN = (
    "domain", "domain_params", "instance", "start", "algorithm", "algorithm_params", "heuristic",
    "heuristic_params", "candidates", "candidates_params", "seed",
)  # fmt: skip
"""Columns in which runs agree that are repetitions of one run."""


class Reference(BaseModel):
    """A published table.

    where
        what holds for all of its figures.
    column, offset
        what the printed figures of single runs count: printed = column + offset.
    counting_rule
        how its program counted, in words, the reason of ``offset`` included.
    """

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    title: str
    citation: str
    counting_rule: str
    where: Pattern = {}
    column: Metric = "generated"
    offset: int = 0
    figures: list[RunFigure] = []
    levels: list[LevelFigures] = []
    aggregates: list[Aggregate] = []
    errata: list[Erratum] = []

    @model_validator(mode="after")
    def _figures_have_one_value(self) -> Reference:
        for place, figure in enumerate(self.figures):
            printed, expected = self.printed_of(figure).keys(), figure.expected.keys()
            twice = printed & expected
            if figure.unfinished:
                twice |= {self.column} & (printed | expected)
            if twice:
                raise PydanticCustomError(
                    "two_figures",
                    "says twice what {column} is",
                    {"key": ("figures", place), "column": min(twice)},
                )
        return self

    @model_validator(mode="after")
    def _errata_are_of_printed_figures(self) -> Reference:
        printed = list(self._printed())
        for place, erratum in enumerate(self.errata):
            figure = (*self._place_of(erratum), erratum.printed)
            if erratum.copy_ is None and figure not in printed:
                raise PydanticCustomError(
                    "erratum_of_nothing",
                    "names no copy, and there is no figure {printed} of {column} with this where",
                    {"key": ("errata", place), "printed": str(figure[-1]), "column": figure[1]},
                )
        return self

    def printed_of(self, figure: RunFigure) -> dict[str, int | Decimal]:
        """The printed figures of single runs by their columns."""
        if isinstance(figure.printed, dict):
            return dict(figure.printed)
        return {} if figure.printed is None else {self.column: figure.printed}

    def check(self, results: Results) -> list[Check]:
        """Every figure beside what was measured, in the order of the file.

        A figure of single runs that several match which are no repetitions of one run gives a
        check for each of them.
        """
        figures: list[Figures] = [*self.figures, *self.levels, *self.aggregates]
        columns = {self.column, *ONE_RUN, *(a.column for a in self.aggregates)}
        for figure in self.figures:
            columns |= self.printed_of(figure).keys() | figure.expected.keys()
            columns |= figure.words.keys()
        keys = sorted(columns.union(*(figure.where for figure in figures)))
        rows = results.rows(keys, self.where)
        levels = _levels_by_run(results) if self.levels else {}
        checks = [
            *(c for f in self.figures for c in self._run_checks(f, rows)),
            *(c for f in self.levels for c in _level_checks(f, _matching(rows, f.where), levels)),
            *(_aggregate_check(f, _matching(rows, f.where)) for f in self.aggregates),
        ]
        return list(map(self._explained, checks))

    def _run_checks(self, figure: RunFigure, rows: Sequence[Row]) -> Iterator[Check]:
        for repetitions in _runs(rows, figure.where):
            yield from self._checks_of_one(figure, repetitions)

    def _checks_of_one(self, figure: RunFigure, rows: Sequence[Row]) -> Iterator[Check]:
        """The checks of a single run, all of whose repetitions are ``rows``."""
        if figure.unfinished:
            yield compared_as_unfinished(
                figure.where, self.column, figure.unfinished, rows, self.offset
            )
        for column, printed in self.printed_of(figure).items():
            values = [row[column] for row in rows]
            offset = self.offset if column == self.column else 0
            yield compared(figure.where, column, printed, rows, values, offset)
        for column, expected in figure.expected.items():
            values = [row[column] for row in rows]
            check = compared(figure.where, column, expected, rows, values)
            yield replace(check, published=False)
        for column, wanted in figure.words.items():
            values = [row[column] for row in rows]
            check = compared_words(figure.where, column, wanted, rows, values)
            yield replace(check, published=False)

    def _explained(self, check: Check) -> Check:
        """The check, as an erratum where one says that what was measured is right."""
        if check.verdict != "differs" or not check.published:
            return check
        place = (check.where, check.column, check.level, check.statistic)
        own = (e for e in self.errata if e.copy_ is None and self._place_of(e) == place)
        explanations = [e.explanation for e in own if e.correct == check.counted]
        if not explanations:
            return check
        return replace(check, verdict="erratum", explanation=explanations[0])

    def _place_of(self, erratum: Erratum) -> tuple[Any, ...]:
        """Which figure an erratum is of: where, column, level, statistic."""
        return erratum.where, erratum.column or self.column, erratum.level, erratum.statistic

    def _printed(self) -> Iterator[tuple[Any, ...]]:
        """Of every figure where, column, level, statistic, and what was printed."""
        for run in self.figures:
            for column, printed in self.printed_of(run).items():
                yield run.where, column, None, None, printed
            if run.unfinished:
                yield run.where, self.column, None, None, UNFINISHED
        for levels in self.levels:
            for level, printed in enumerate(levels.printed, levels.first):
                yield levels.where, levels.column, level, None, printed
        for figure in self.aggregates:
            yield figure.where, figure.column, None, figure.statistic, figure.printed


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
        key = first["loc"] or first.get("ctx", {}).get("key", ())
        raise UserError(document.complaint(key, first["msg"])) from None


def _matching(rows: Sequence[Row], where: Mapping[str, Any]) -> list[Row]:
    return [row for row in rows if matches(where, row)]


def _runs(rows: Sequence[Row], where: Mapping[str, Any]) -> list[list[Row]]:
    """The rows that match, those of one run together; one empty list if none does."""
    return [g.rows for g in group(_matching(rows, where), ONE_RUN)] or [[]]


def _levels_by_run(results: Results) -> dict[tuple[str, int], Row]:
    return {(row["run_id"], row["level"]): row for row in results.levels.to_pylist()}


def _level_checks(
    figures: LevelFigures, rows: Sequence[Row], levels: Mapping[tuple[str, int], Row]
) -> Iterator[Check]:
    nowhere = {figures.column: 0}
    for level, printed in enumerate(figures.printed, figures.first):
        found = (levels.get((row["run_id"], level), nowhere) for row in rows)
        values = [row[figures.column] for row in found]
        check = compared(figures.where, figures.column, printed, rows, values)
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

"""Statistics over the runs of a table row, none of which mixes in runs that a limit cut."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Literal

from harness.columns import ANSWERED, BY_NAME, LIMITED, UNCOUNTED
from harness.groups import Row, shown
from harness.samples import Sample

MEAN_DIGITS = 3
"""Decimals of a mean of whole numbers."""

MEDIAN_DIGITS = 1
"""Decimals of a median of whole numbers."""

MOST_WORDS = 4
"""Different words that a cell lists; of more, it gives the number."""

Mark = Literal["", "at_least", "so_far", "partial"]

SIGNS: dict[Mark, str] = {"": "", "at_least": "≥", "so_far": "†", "partial": "*"}
"""How marks are printed."""


@dataclass(frozen=True)
class Cell:
    """One value of a table.

    digits
        decimals that a float is shown with.
    mark
        "at_least": a limit cut the run, the value is a lower bound; "so_far": a limit cut the run,
        the value is that of its best solution; "partial": a statistic from which runs that did not
        end by themselves are left out.
    """

    value: int | float | Decimal | str | None
    digits: int = 0
    mark: Mark = ""

    @property
    def text(self) -> str:
        """The value as people read it, with its mark.

        >>> Cell(1234567).text, Cell(1234.5678, digits=3, mark="partial").text, Cell(None).text
        ('1,234,567', '1,234.568*', '')
        """
        if self.value is None or isinstance(self.value, str):
            return self.value or ""
        whole = isinstance(self.value, int)  # which a format with decimals would round
        number = f"{self.value:,}" if whole else f"{self.value:,.{self.digits}f}"
        sign = SIGNS[self.mark]
        return sign + number if self.mark == "at_least" else number + sign


AVERAGES: dict[str, Callable[[list[Any]], Any]] = {
    "mean": lambda values: sum(values) / len(values),
    "median": lambda values: float(statistics.median(values)),
    "sum": sum,
    "min": min,
    "max": max,
}
"""Statistics over the runs that ended by themselves."""


def summarise(sample: Sample, metric: str, statistic: str) -> Cell:
    """The cell of a sample: ``statistic`` (see ``harness.specs.Statistic``) of ``metric``."""
    return _HANDLERS.get(statistic, _average)(sample, metric, statistic)


def words(values: Iterable[Any]) -> str:
    """What the values are, with their numbers where they differ.

    >>> words(["solved"]), words(["solved", "node_limit", "solved"])
    ('solved', '2 solved, 1 node_limit')
    """
    counts = Counter(map(shown, values))
    if len(counts) == 1:
        return next(iter(counts))
    if len(counts) > MOST_WORDS:
        return f"{len(counts)} values"
    return ", ".join(f"{count} {word}" for word, count in counts.most_common())


def answered_values(sample: Sample, metric: str) -> list[Any]:
    """Values of the runs that ended by themselves (of all, if they are settled) and have one."""
    pairs = zip(sample.rows, sample.values[metric], strict=True)
    return [
        value
        for row, value in pairs
        if value is not None and (sample.settled or row["status"] in ANSWERED)
    ]


def mark_of(row: Row, metric: str) -> Mark:
    """What a limit made of a run's value.

    >>> mark_of({"status": "time_limit"}, "expanded"), mark_of({"status": "time_limit"}, "cost")
    ('at_least', 'so_far')
    """
    if row["status"] not in LIMITED:
        return ""
    column = BY_NAME[metric]
    return "at_least" if column.censored else "so_far" if column.provisional else ""


def _average(sample: Sample, metric: str, statistic: str) -> Cell:
    values = answered_values(sample, metric)
    mark: Mark = "partial" if len(sample.answered) < len(sample.rows) else ""
    column = BY_NAME[metric]
    whole = {"mean": MEAN_DIGITS, "median": MEDIAN_DIGITS}.get(statistic, 0)
    digits = whole if column.kind == "integer" else column.digits
    return Cell(AVERAGES[statistic](values) if values else None, digits, mark)


def _value(sample: Sample, metric: str, statistic: str) -> Cell:
    """The value that the runs have in common, mostly because there is only one run."""
    column = BY_NAME[metric]
    if not column.is_number:
        return Cell(words(sample.values[metric]))
    pairs = zip(sample.rows, sample.values[metric], strict=True)
    found = {
        (value, "" if sample.settled or value is None else mark_of(row, metric))
        for row, value in pairs
        if row["status"] not in UNCOUNTED
    }
    if len(found) != 1:
        return Cell(None)
    value, mark = found.pop()
    return Cell(value, column.digits, mark)


def _count(sample: Sample, metric: str, statistic: str) -> Cell:
    return Cell(len(sample.rows))


def _solved(sample: Sample, metric: str, statistic: str) -> Cell:
    return Cell(sum(row["status"] == "solved" for row in sample.rows))


_HANDLERS: dict[str, Callable[[Sample, str, str], Cell]] = {
    "value": _value,
    "count": _count,
    "solved": _solved,
}

"""One published figure beside what was measured, and the words for how they compare."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import partial
from typing import Any, Literal, get_args

from harness.columns import ANSWERED, BY_NAME, LIMITED
from harness.groups import Row, tally

Verdict = Literal["exact", "erratum", "differs", "cut", "not run"]
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)

UNFINISHED = "N/A"
"""What is printed in place of the figure of a run that was not solved within the limit."""

Number = int | Decimal


@dataclass(frozen=True)
class Check:
    """One figure beside what was measured.

    printed
        the figure, None for one printed as not solved; where ``published`` is false, not printed
        but recounted. Of a column of text it is words, and ``measured`` too.
    measured
        the column of the runs that match; of many runs together, their statistic with the offset
        added and rounded as the printed one. None where there is nothing to compare.
    verdict
        "exact", "erratum" (the figure is known to be wrong, and what was measured is known to be
        right), "differs", "cut" (a run did not end by itself) or "not run" (there are not the runs
        that it takes).
    run_ids
        the runs that it is about.
    offset
        what the printed program counted beside the column of a single run.
    """

    where: Mapping[str, Any]
    column: str
    printed: Number | str | None
    measured: Number | str | None
    verdict: Verdict
    explanation: str
    run_ids: frozenset[str]
    published: bool = True
    level: int | None = None
    statistic: str | None = None
    offset: int = 0

    @property
    def counted(self) -> Number | str | None:
        """What was measured, as the printed program would have counted it."""
        if self.measured is None or isinstance(self.measured, str):
            return self.measured
        return self.measured + self.offset

    @property
    def text(self) -> str:
        """The verdict with its explanation, short enough for a table."""
        if self.verdict == "differs":
            return f"{self._what} differs {self.explanation}"
        if self.verdict == "erratum":
            return f"erratum: {self.both} ({self.explanation})"
        explanation = self.explanation
        if self.verdict == "exact" and not self.published:
            explanation = explanation or "recounted"
        return f"{self.verdict} ({explanation})" if explanation else self.verdict

    @property
    def both(self) -> str:
        """The printed figure and the measured one, in words."""
        return f"printed {worded(self.printed)}, recounted {worded(self.counted)}"

    @property
    def named(self) -> str:
        """Both figures after the name of what they are of."""
        return f"{self._what} {self.both}"

    @property
    def _what(self) -> str:
        return f"{self.statistic} {self.column}" if self.statistic else self.column


def worded(figure: Number | str | None) -> str:
    """A figure in words.

    >>> worded(396682), worded(None), worded("6,6")
    ('396,682', 'N/A', '6,6')
    """
    if isinstance(figure, str):
        return figure
    return UNFINISHED if figure is None else f"{figure:,}"


def compared(
    where: Mapping[str, Any],
    column: str,
    printed: Number,
    rows: Sequence[Row],
    values: Sequence[Any],
    offset: int = 0,
) -> Check:
    """The check of a figure that every one of ``rows`` should give."""
    check = partial(_check, where, column, printed, rows, offset)
    if unlike := _incomparable(column, rows, values):
        return check(*unlike)
    measured = values[0]
    if measured + offset == printed:
        return check("exact", f"printed = {column} + {offset}" if offset else "", measured)
    return check("differs", f"by {measured + offset - printed:+,}", measured)


def compared_words(
    where: Mapping[str, Any],
    column: str,
    wanted: str,
    rows: Sequence[Row],
    values: Sequence[Any],
) -> Check:
    """The check of a column of text, which every one of ``rows`` should have so."""
    check = partial(_check, where, column, wanted, rows, 0)
    if unlike := _incomparable(column, rows, values):
        return check(*unlike)
    measured = values[0]
    if measured == wanted:
        return check("exact", "", measured)
    return check("differs", f"in being {measured} and not {wanted}", measured)


def _incomparable(
    column: str, rows: Sequence[Row], values: Sequence[Any]
) -> tuple[Verdict, str] | None:
    """Verdict and explanation where the rows give no single value, or None."""
    if not rows:
        return "not run", ""
    if stopped := _cut(column, rows, values):
        return "cut", stopped
    if len(set(values)) > 1:
        several = ", ".join(map(str, sorted(set(values), key=_nothing_last)))
        return "differs", f"from run to run: {several}"
    return None if values[0] is not None else ("differs", "in having no value")


def compared_as_unfinished(
    where: Mapping[str, Any], column: str, limit: int, rows: Sequence[Row], offset: int = 0
) -> Check:
    """The check of runs that were printed as not solved within ``limit`` of the column.

    A run that a limit of its own cut before it came so far shows nothing.
    """
    check = partial(_check, where, column, None, rows, offset)
    if not rows:
        return check("not run")
    for row in rows:
        if row["status"] in ANSWERED and row[column] + offset <= limit:
            ended = check("differs", f"in being {row['status']}", row[column])
            return replace(ended, explanation=f"{ended.explanation}: {ended.both}")
    if not all(_reached(row, column, limit - offset) for row in rows):
        return check("cut", tally(rows))
    told = filter(None, [f"not solved within {limit:,}, as printed", tally(rows)])
    return check("exact", ": ".join(told))


def _reached(row: Row, column: str, count: int) -> bool:
    """Whether a search, which may have been cut then, counted so much."""
    ended = row["status"] in LIMITED or row["status"] in ANSWERED
    return ended and row[column] is not None and row[column] >= count


def _check(
    where: Mapping[str, Any],
    column: str,
    printed: Number | str | None,
    rows: Sequence[Row],
    offset: int,
    verdict: Verdict,
    explanation: str = "",
    measured: Number | str | None = None,
) -> Check:
    run_ids = frozenset(row["run_id"] for row in rows)
    return Check(where, column, printed, measured, verdict, explanation, run_ids, offset=offset)


def _cut(column: str, rows: Sequence[Row], values: Sequence[Any]) -> str:
    """How those runs ended whose values a whole search might not have; "" if there are none.

    A limit leaves alone what is known of the start.
    """
    is_of_the_search = BY_NAME[column].censored or BY_NAME[column].provisional
    pairs = zip(rows, values, strict=True)
    return tally(
        row
        for row, value in pairs
        if is_of_the_search or value is None or row["status"] not in LIMITED
    )


def _nothing_last(value: Number | str | None) -> tuple[bool, Number | str]:
    return value is None, 0 if value is None else value


def errata_texts(checks: Iterable[Check], main: str) -> list[str]:
    """The texts of errata, those of the same runs for the same reason as one.

    main
        the column whose name goes without saying.
    """
    alike: dict[tuple[str, frozenset[str]], list[Check]] = {}
    for check in checks:
        if check.verdict == "erratum":
            alike.setdefault((check.explanation, check.run_ids), []).append(check)
    return [_erratum_text(group, main) for group in alike.values()]


def _erratum_text(checks: Sequence[Check], main: str) -> str:
    if [check.column for check in checks] == [main]:
        return checks[0].text
    return f"erratum: {'; '.join(check.named for check in checks)} ({checks[0].explanation})"

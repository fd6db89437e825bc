"""The columns of a table that set published figures beside what was measured."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from decimal import Decimal

from harness import references
from harness.checks import UNFINISHED, VERDICTS, Check, errata_texts, worded
from harness.model import UserError
from harness.results import Results
from harness.samples import Sample
from harness.specs import TableSpec
from harness.summaries import Cell

NO_FIGURE = "no figure"

MOST_SHOWN = 3
"""Differences that a cell names; it counts the rest."""

_PLURALS = {"erratum": "errata", "differs": "differ"}


class CheckColumns:
    """Which figures of the experiment's reference belong to which rows of a table.

    column
        the reference's own column.
    rule
        a note: how its figures were counted.
    further
        columns of which figures of single runs were printed beside the reference's own column.

    Raises UserError where the experiment names no reference.
    """

    def __init__(self, results: Results, spec: TableSpec) -> None:
        name = results.experiment.get("reference")
        if not name:
            raise UserError(
                f"table {spec.name!r} asks for reference figures, "
                "but the experiment names no reference"
            )
        reference = references.load(name)
        self.column = reference.column
        self._checks = reference.check(results)
        self._level = spec.rows.index("level") if "level" in spec.rows else None
        self._comparable = spec.source == "runs" or self._level is not None
        self.rule = f"Counting rule: {reference.counting_rule}"
        self._citation = f"printed: {reference.citation}"
        printed = (reference.printed_of(figure) for figure in reference.figures)
        self.further = frozenset().union(*printed) - {self.column}

    def printed(self, samples: Iterable[Sample], column: str | None = None) -> Cell:
        """The published figure about exactly these samples' runs.

        column
            what it is of, by default the reference's own column.
        """
        samples = list(samples)
        run_ids = _run_ids(samples)
        figures = [
            check
            for check in self._of(samples)
            if check.published
            and check.column == (column or self.column)
            and check.run_ids == run_ids
        ]
        return _figure(figures[0].printed) if len(figures) == 1 else Cell(None)

    def verdict(self, samples: Iterable[Sample]) -> Cell:
        """In words, how all the figures about these samples' runs compare."""
        found = self._of(list(samples))
        checks = [check for check in found if check.verdict != "not run"] or found
        if not checks:
            return Cell(NO_FIGURE)
        differing = [c.text for c in checks if c.verdict not in ("exact", "erratum")]
        wrong = list(dict.fromkeys([*differing, *errata_texts(checks, self.column)]))
        if wrong:
            more = f" and {len(wrong) - MOST_SHOWN} more" if len(wrong) > MOST_SHOWN else ""
            return Cell("; ".join(wrong[:MOST_SHOWN]) + more)
        told = [check.text for check in checks if self._is_main(check)]
        if len(told) > 1:
            return Cell(f"exact ({len(told)} figures)")
        printed = [check.text for check in checks if check.published]
        return Cell([*told, *printed, checks[0].text][0])

    def notes(self, lines: Iterable[Iterable[Sample]]) -> list[str]:
        """Citation and counting rule, and how many of the figures about these lines are met."""
        checks = {id(check): check for line in lines for check in self._of(list(line))}
        single = [c for c in checks.values() if c.published and c.statistic is None]
        columns = [self.column, *dict.fromkeys(check.column for check in single)]
        counts = (_counts([c for c in single if c.column == name]) for name in columns)
        return [self._citation, self.rule, *filter(None, dict.fromkeys(counts))]

    def _is_main(self, check: Check) -> bool:
        return check.published and check.column == self.column

    def _of(self, samples: Sequence[Sample]) -> list[Check]:
        if not self._comparable:
            return []
        level = None if self._level is None else samples[0].key[self._level]
        run_ids = _run_ids(samples)
        return [c for c in self._checks if c.level == level and c.run_ids and c.run_ids <= run_ids]


def _run_ids(samples: Sequence[Sample]) -> frozenset[str]:
    return frozenset().union(*(sample.run_ids for sample in samples))


def _counts(checks: Sequence[Check]) -> str:
    """How many figures of a column there are, and how they compare; "" of fewer than two."""
    if len(checks) < 2:
        return ""
    figures = [check for check in checks if check.printed is not None]
    unfinished = [check for check in checks if check.printed is None]
    told = []
    if figures:
        plural = "figures" if len(figures) > 1 else "figure"
        told.append(f"{len(figures)} {plural} of {checks[0].column}: {_verdicts(figures)}")
    if unfinished:
        told.append(f"{len(unfinished)} printed as {UNFINISHED}: {_verdicts(unfinished)}")
    return "; ".join(told) + "."


def _verdicts(checks: Sequence[Check]) -> str:
    """How many there are of each verdict.

    >>> from dataclasses import replace
    >>> erratum = Check({}, "generated", 24, 20, "erratum", "a slip", frozenset("r"))
    >>> _verdicts([replace(erratum, verdict="exact"), erratum, erratum])
    '1 exact, 2 errata'
    """
    counts = Counter(check.verdict for check in checks)
    return ", ".join(
        f"{counts[verdict]} {_PLURALS.get(verdict, verdict) if counts[verdict] > 1 else verdict}"
        for verdict in VERDICTS
        if counts[verdict]
    )


def _figure(printed: int | Decimal | str | None) -> Cell:
    if printed is None or isinstance(printed, str):
        return Cell(worded(printed))
    exponent = printed.as_tuple().exponent if isinstance(printed, Decimal) else 0
    return Cell(printed, digits=-int(exponent))

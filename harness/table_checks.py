"""The columns of a table that set published figures beside what was measured."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal

from harness import references
from harness.model import UserError
from harness.references import Check
from harness.results import Results
from harness.samples import Sample
from harness.specs import TableSpec
from harness.summaries import Cell

NO_FIGURE = "no figure"

MOST_SHOWN = 3
"""Differences that a cell names; it counts the rest."""


class CheckColumns:
    """Which figures of the experiment's reference belong to which rows of a table.

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
        self._column = reference.column
        self._checks = reference.check(results)
        self._level = spec.rows.index("level") if "level" in spec.rows else None
        self._comparable = spec.source == "runs" or self._level is not None
        self.notes = [
            f"printed: {reference.citation}",
            f"Counting rule: {reference.counting_rule}",
        ]

    def printed(self, samples: Iterable[Sample]) -> Cell:
        """The published figure of the reference's column about exactly these samples' runs."""
        samples = list(samples)
        run_ids = _run_ids(samples)
        figures = [c for c in self._of(samples) if self._is_main(c) and c.run_ids == run_ids]
        return _figure(figures[0].printed) if len(figures) == 1 else Cell(None)

    def verdict(self, samples: Iterable[Sample]) -> Cell:
        """In words, how all the figures about these samples' runs compare."""
        found = self._of(list(samples))
        checks = [check for check in found if check.verdict != "not run"] or found
        if not checks:
            return Cell(NO_FIGURE)
        wrong = list(dict.fromkeys(c.text for c in checks if c.verdict != "exact"))
        if wrong:
            more = f" and {len(wrong) - MOST_SHOWN} more" if len(wrong) > MOST_SHOWN else ""
            return Cell("; ".join(wrong[:MOST_SHOWN]) + more)
        told = [check.text for check in checks if self._is_main(check)] or [checks[0].text]
        return Cell(told[0] if len(told) == 1 else f"exact ({len(told)} figures)")

    def _is_main(self, check: Check) -> bool:
        return check.published and check.column == self._column

    def _of(self, samples: Sequence[Sample]) -> list[Check]:
        if not self._comparable:
            return []
        level = None if self._level is None else samples[0].key[self._level]
        run_ids = _run_ids(samples)
        return [c for c in self._checks if c.level == level and c.run_ids and c.run_ids <= run_ids]


def _run_ids(samples: Sequence[Sample]) -> frozenset[str]:
    return frozenset().union(*(sample.run_ids for sample in samples))


def _figure(printed: int | Decimal) -> Cell:
    exponent = printed.as_tuple().exponent if isinstance(printed, Decimal) else 0
    return Cell(printed, digits=-int(exponent))

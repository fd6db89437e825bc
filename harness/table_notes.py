"""The notes under a table: which runs its numbers leave out, and what its marks mean."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from harness.columns import BY_NAME, DERIVED
from harness.groups import tally, unequal_instances, varying
from harness.samples import Sample
from harness.specs import ColumnSpec
from harness.summaries import AVERAGES, SIGNS, Mark, answered_values

_MEANINGS: dict[Mark, str] = {
    "at_least": "the run was cut by a limit, so that a whole search counts at least as much",
    "so_far": "of the best solution when a limit ended the run; it might have found a better one",
    "partial": "over the runs that ended by themselves, the others left out",
}


def notes_of(
    found: Sequence[Sample], specs: Sequence[ColumnSpec], marks: Collection[Mark], split: bool
) -> list[str]:
    """Sentences that a reader of these samples' table has to know."""
    rows = {row["run_id"]: row for sample in found for row in sample.rows}
    averaged = [spec.metric for spec in specs if spec.statistic in AVERAGES]
    notes = [f"{SIGNS[mark]}: {text}." for mark, text in _MEANINGS.items() if mark in marks]
    if stopped := tally(rows.values()):
        notes.append(f"Of {len(rows)} runs, these did not end by themselves: {stopped}.")
    if not rows:
        notes.append("No recorded run belongs here.")
    shown = {spec.metric for spec in specs}
    notes += [f"{column.name}: {column.about}." for column in DERIVED if column.name in shown]
    if any(spec.statistic != "value" for spec in specs):
        notes += _of_axes(found, "cell" if split else "row")
    if averaged:
        notes += _of_statistics(found, list(dict.fromkeys(averaged)), split)
    notes += _of_values(found, specs)
    return notes


def _of_axes(found: Sequence[Sample], place: str) -> Iterator[str]:
    """What is drawn together."""
    sizes = sorted({len(sample.rows) for sample in found})
    axes = list(dict.fromkeys(axis for sample in found for axis in varying(sample.rows)))
    if not axes:
        return
    size = f"{sizes[0]}" if len(sizes) == 1 else f"{sizes[0]} to {sizes[-1]}"
    what = "instances" if axes == ["instance"] else f"runs: {', '.join(axes)}"
    yield f"Each {place} draws together {size} {what}."


def _of_statistics(found: Sequence[Sample], metrics: Sequence[str], split: bool) -> Iterator[str]:
    sizes = sorted({len(sample.answered) for sample in found})
    if split and sizes:
        size = f"{sizes[0]}" if len(sizes) == 1 else f"{sizes[0]} to {sizes[-1]}"
        yield f"Each statistic is over {size} runs."
    for metric in metrics:
        counts = [(len(answered_values(s, metric)), len(s.answered)) for s in found]
        if any(having < answered for having, answered in counts):
            yield f"{metric}: over the runs that have one (not all do)."
    settled = all(sample.settled for sample in found)  # then fewer and fewer have one
    common = None if settled else unequal_instances(found)
    if common is not None:
        yield f"Rows are over different instances; {common} instances are common to all."


def _of_values(found: Sequence[Sample], specs: Sequence[ColumnSpec]) -> Iterator[str]:
    for spec in specs:
        several = any(len(sample.rows) > 1 for sample in found)
        if spec.statistic == "value" and several and BY_NAME[spec.metric].is_number:
            yield f"{spec.metric}: empty where the runs of a row differ."

"""What the command line says of the runs when they are done: what failed, and how they ended."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

from harness.model import Run
from harness.runner import Summary

FAILURES_SHOWN = 10
"""Kinds of failure that are told."""


def lines(summary: Summary, folder: Path, fresh: bool) -> Iterator[str]:
    """What became of the runs, in the order in which it is said.

    folder
        of the results.
    fresh
        whether runs that were recorded were made again.
    """
    yield from _failures(summary)
    if summary.stopped_by is None:
        yield f"{folder}: {_ended(summary)}"
    else:
        name = signal.Signals(summary.stopped_by).name
        yield f"stopped by {name}: {_recorded(summary, folder, fresh)}"


def _failures(summary: Summary) -> Iterator[str]:
    """A line for each kind of failure, with the first of its instances."""
    alike: dict[tuple[str, ...], list[str]] = {}
    for made, detail in summary.failures:
        instances = alike.setdefault((detail, *_what_failed(made)), [])
        if made.instance.name not in instances:
            instances.append(made.instance.name)
    for (detail, kind, *parts), instances in list(alike.items())[:FAILURES_SHOWN]:
        others = f" and {len(instances) - 1} more" if len(instances) > 1 else ""
        yield f"{kind} {', '.join([*parts, instances[0]])}{others}: {detail}"
    if len(alike) > FAILURES_SHOWN:
        yield f"and {len(alike) - FAILURES_SHOWN} more kinds of failure"


def _what_failed(made: Run) -> tuple[str, ...]:
    """The instance alone, or the search."""
    if made.fault is not None:
        return ("invalid:",)
    heuristic = (made.heuristic.name,) if made.heuristic else ()
    return ("failed:", made.algorithm.name, *heuristic)


def _recorded(summary: Summary, folder: Path, fresh: bool) -> str:
    if fresh:
        return (
            f"{summary.made} of {summary.runs} runs were made afresh and are recorded in {folder}; "
            "the others keep the rows they had"
        )
    return (
        f"{summary.recorded} of {summary.runs} runs are recorded in {folder}; "
        "the same command goes on from there"
    )


def _ended(summary: Summary) -> str:
    statuses = ", ".join(f"{n} {status}" for status, n in summary.statuses.most_common())
    before = summary.runs - summary.made
    return f"{summary.runs} runs ({before} recorded before): {statuses}"

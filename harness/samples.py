"""The values behind the cells of a table and the points of a figure, one for each run."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import add
from typing import Any

from harness.columns import BY_NAME, FILES
from harness.groups import Group, Key, group
from harness.results import Results
from harness.specs import RUN_KEYS


@dataclass
class Sample(Group):
    """Runs that agree in some keys, with their values of some metrics.

    values
        for each metric one value a run, in the order of ``rows``; None where there is none. In
        levels and iterations a run that did not reach a level has counted 0 there, and one without
        any iteration (of an algorithm that has none) is left out; where several levels fall into
        one sample, a run's value is their sum (of bounds, the largest).
    """

    values: dict[str, list[Any]] = field(default_factory=dict)


def samples(
    results: Results,
    source: str,
    keys: Sequence[str],
    metrics: Sequence[str],
    where: Mapping[str, Any],
) -> list[Sample]:
    """The runs that match ``where``, drawn together by ``keys``, in the order of the keys.

    source
        "runs", "levels" or "iterations"; for the latter two ``level``, or ``iteration`` and
        ``bound``, may be among the keys. Values of a key come in the order of the config,
        numbers that were measured (levels and bounds, costs) in their own, nothing at the end.
    """
    found = _SOURCES[source](results, keys, metrics, where)
    ranks: list[dict[Any, int]] = [{} for _ in keys]
    for sample in found:
        for rank, value in zip(ranks, sample.key, strict=True):
            rank.setdefault(value, len(rank))
    measured = {name for name in keys if name in BY_NAME and BY_NAME[name].is_number}
    measured.difference_update(RUN_KEYS)

    def place(sample: Sample) -> list[tuple[bool, int]]:
        triples = zip(keys, ranks, sample.key, strict=True)
        return [
            (value is None, value or 0) if name in measured else (False, rank[value])
            for name, rank, value in triples
        ]

    return sorted(found, key=place)


def _of_runs(
    results: Results, keys: Sequence[str], metrics: Sequence[str], where: Mapping[str, Any]
) -> list[Sample]:
    rows = results.rows(["domain", "start", *keys, *metrics], where)
    return [
        Sample(g.key, g.rows, {metric: [row[metric] for row in g.rows] for metric in metrics})
        for g in group(rows, keys)
    ]


def _of_levels(
    results: Results, keys: Sequence[str], metrics: Sequence[str], where: Mapping[str, Any]
) -> list[Sample]:
    return _of_details("levels", True, results, keys, metrics, where)


def _of_iterations(
    results: Results, keys: Sequence[str], metrics: Sequence[str], where: Mapping[str, Any]
) -> list[Sample]:
    return _of_details("iterations", False, results, keys, metrics, where)


def _of_details(
    file: str,
    all_have_rows: bool,
    results: Results,
    keys: Sequence[str],
    metrics: Sequence[str],
    where: Mapping[str, Any],
) -> list[Sample]:
    own = {column.name for column in FILES[file]}
    run_keys = [key for key in keys if key not in own]
    own_keys = [key for key in keys if key in own]
    table = getattr(results, file)
    rows = results.rows(["domain", "start", *run_keys], where)
    if not all_have_rows:
        recorded = set(table["run_id"].unique().to_pylist())
        rows = [row for row in rows if row["run_id"] in recorded]
    groups = group(rows, run_keys)
    place = {row["run_id"]: (g, i) for g in groups for i, row in enumerate(g.rows)}
    lists = [table[name].to_pylist() for name in (*own_keys, *metrics)]
    found: dict[tuple[Key, Key], Sample] = {}
    for run_id, *numbers in zip(table["run_id"].to_pylist(), *lists, strict=True):
        if run_id not in place:
            continue
        g, i = place[run_id]
        own_key = tuple(numbers[: len(own_keys)])
        sample = found.get((g.key, own_key))
        if sample is None:
            key = _merged(keys, dict(zip(run_keys, g.key, strict=True)), own_keys, own_key)
            values = {metric: [_NOWHERE.get(metric, 0)] * len(g.rows) for metric in metrics}
            sample = found[g.key, own_key] = Sample(key, g.rows, values)
        for metric, number in zip(metrics, numbers[len(own_keys) :], strict=True):
            before = sample.values[metric][i]
            join = _JOINS.get(metric, add)
            sample.values[metric][i] = number if before is None else join(before, number)
    return list(found.values())


def _merged(
    keys: Sequence[str], run_key: dict[str, Any], own_keys: Sequence[str], own_key: Key
) -> Key:
    values = run_key | dict(zip(own_keys, own_key, strict=True))
    return tuple(values[key] for key in keys)


_NOWHERE: dict[str, None] = {"bound": None, "level": None, "iteration": None}
"""Metrics that are no counts: a run has none of them where it did not come."""

_JOINS: dict[str, Callable[[Any, Any], Any]] = dict.fromkeys(_NOWHERE, max)

_SOURCES: dict[str, Callable[..., list[Sample]]] = {
    "runs": _of_runs,
    "levels": _of_levels,
    "iterations": _of_iterations,
}

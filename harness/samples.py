"""The values behind the cells of a table and the points of a figure, one for each run."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import add
from typing import Any

import pyarrow as pa

from harness.columns import ANSWERED, BY_NAME, COST_RATIO, FILES
from harness.groups import Group, Key, Row, group
from harness.results import Results
from harness.specs import PARTS, RUN_KEYS

ALWAYS = (*RUN_KEYS, *(f"{part}_params" for part in PARTS), "start", "expanded")
"""Columns that the rows of every sample have."""


@dataclass
class Sample(Group):
    """Runs that agree in some keys, with their values of some metrics.

    values
        for each metric one value a run, in the order of ``rows``; None where there is none. In
        levels and iterations a run that did not reach a level has counted 0 there, and one without
        any iteration (of an algorithm that has none) is left out; where several levels fall into
        one sample, a run's value is their sum (of bounds, the largest). Among solutions a run that
        did not find so many is left out, and of several that fall into one sample its last counts.
    settled
        whether the values stand however the runs ended, as those of a solution that was found do.
    """

    values: dict[str, list[Any]] = field(default_factory=dict)
    settled: bool = False

    @property
    def answered(self) -> list[Row]:
        """The runs whose values are final: those that ended by themselves, or all if settled."""
        return self.rows if self.settled else super().answered


def samples(
    results: Results,
    source: str,
    keys: Sequence[str],
    metrics: Sequence[str],
    where: Mapping[str, Any],
) -> list[Sample]:
    """The runs that match ``where``, drawn together by ``keys``, in the order of the keys.

    source
        "runs", "levels", "iterations" or "solutions"; of the latter three, their own columns may
        be among the keys. Values of a key come in the order of the config, numbers that were
        measured (levels and bounds, costs) in their own, nothing at the end.
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


def without_levels(results: Results, where: Mapping[str, Any]) -> int:
    """How many of the runs that match ``where`` expanded nodes whose levels are lost."""
    return sum(_lacks_levels(results, row) for row in results.rows(["expanded"], where))


def _lacks_levels(results: Results, row: Row) -> bool:
    return bool(row["expanded"]) and row["run_id"] not in results.run_ids_of("levels")


def _of_runs(
    results: Results, keys: Sequence[str], metrics: Sequence[str], where: Mapping[str, Any]
) -> list[Sample]:
    rows = results.rows([*ALWAYS, *keys, *metrics], where)
    return [
        Sample(g.key, g.rows, {metric: [row[metric] for row in g.rows] for metric in metrics})
        for g in group(rows, keys)
    ]


def _of_levels(
    results: Results, keys: Sequence[str], metrics: Sequence[str], where: Mapping[str, Any]
) -> list[Sample]:
    found = _of_details("levels", lambda row: not _lacks_levels(results, row))
    return found(results, keys, metrics, where)


def _of_iterations(
    results: Results, keys: Sequence[str], metrics: Sequence[str], where: Mapping[str, Any]
) -> list[Sample]:
    recorded = results.run_ids_of("iterations")
    found = _of_details("iterations", lambda row: row["run_id"] in recorded)
    own = [(place, key) for place, key in enumerate(keys) if key in ("iteration", "bound")]
    drawn = found(results, keys, metrics, where)
    for sample in drawn:
        sample.settled = any(
            all(_was_done(results, row, key, sample.key[place]) for row in sample.rows)
            for place, key in own
        )
    return drawn


def _was_done(results: Results, row: Row, key: str, value: int) -> bool:
    """Whether a run ended by itself, or was cut in a later iteration than that one."""
    last: int = results.last_iterations[row["run_id"]][key]
    return row["status"] in ANSWERED or last > value


def _of_solutions(
    results: Results, keys: Sequence[str], metrics: Sequence[str], where: Mapping[str, Any]
) -> list[Sample]:
    recorded = results.run_ids_of("solutions")
    found = _of_details("solutions", lambda row: row["run_id"] in recorded)
    return [_of_finders(sample) for sample in found(results, keys, ["cost", *metrics], where)]


def _of_finders(sample: Sample) -> Sample:
    """The sample without the runs that found no such solution."""
    places = [i for i, cost in enumerate(sample.values["cost"]) if cost is not None]
    rows = [sample.rows[i] for i in places]
    values = {metric: [all_[i] for i in places] for metric, all_ in sample.values.items()}
    return Sample(sample.key, rows, values, settled=True)


def _of_details(file: str, belongs: Callable[[Row], bool]) -> Callable[..., list[Sample]]:
    """Draws together the rows of ``<file>.parquet`` that are of runs which belong."""
    own = {column.name for column in FILES[file]}
    joins = _JOINS[file]

    def found(
        results: Results, keys: Sequence[str], metrics: Sequence[str], where: Mapping[str, Any]
    ) -> list[Sample]:
        run_keys = [key for key in keys if key not in own]
        own_keys = [key for key in keys if key in own]
        rows = filter(belongs, results.rows([*ALWAYS, *run_keys], where))
        groups = group(rows, run_keys)
        place = {row["run_id"]: (g, i) for g in groups for i, row in enumerate(g.rows)}
        table: pa.Table = getattr(results, file)
        lists = [_values(results, table, name) for name in (*own_keys, *metrics)]
        found: dict[tuple[Key, Key], Sample] = {}
        for run_id, *numbers in zip(table["run_id"].to_pylist(), *lists, strict=True):
            if run_id not in place:
                continue
            g, i = place[run_id]
            own_key = tuple(numbers[: len(own_keys)])
            sample = found.get((g.key, own_key))
            if sample is None:
                key = _merged(keys, dict(zip(run_keys, g.key, strict=True)), own_keys, own_key)
                values = {m: [None if m in joins else 0] * len(g.rows) for m in metrics}
                sample = found[g.key, own_key] = Sample(key, g.rows, values)
            for metric, number in zip(metrics, numbers[len(own_keys) :], strict=True):
                if number is None:
                    continue
                before = sample.values[metric][i]
                join = joins.get(metric, add)
                sample.values[metric][i] = number if before is None else join(before, number)
        return list(found.values())

    return found


def _values(results: Results, table: pa.Table, name: str) -> list[Any]:
    if name != COST_RATIO.name:
        values: list[Any] = table[name].to_pylist()
        return values
    pairs = zip(table["run_id"].to_pylist(), table["cost"].to_pylist(), strict=True)
    return [results.cost_ratio(run_id, cost) for run_id, cost in pairs]


def _merged(
    keys: Sequence[str], run_key: dict[str, Any], own_keys: Sequence[str], own_key: Key
) -> Key:
    values = run_key | dict(zip(own_keys, own_key, strict=True))
    return tuple(values[key] for key in keys)


def _later(before: Any, now: Any) -> Any:
    return now


_JOINS: dict[str, dict[str, Callable[[Any, Any], Any]]] = {
    "levels": {"level": max},
    "iterations": {"iteration": max, "bound": max},
    "solutions": dict.fromkeys(
        (*(column.name for column in FILES["solutions"]), COST_RATIO.name), _later
    ),
}
"""What is made of two values of a run; others are added up.

These metrics are no counts: a run has none of them where it did not come.
"""

_SOURCES: dict[str, Callable[..., list[Sample]]] = {
    "runs": _of_runs,
    "levels": _of_levels,
    "iterations": _of_iterations,
    "solutions": _of_solutions,
}

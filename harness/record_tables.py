"""From records to Arrow tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pyarrow as pa

from harness.columns import FILES, schema
from harness.model import Record


def tables_of(records: Sequence[Record]) -> dict[str, pa.Table]:
    """The rows of each file that ``records`` make.

    Raises ValueError for a row with a column that ``harness.columns.RUNS`` does not have.
    """
    return {file: build(records) for file, build in _BUILDERS.items()}


def _runs(records: Sequence[Record]) -> pa.Table:
    names = [column.name for column in FILES["runs"]]
    unknown = set().union(*(record.row.keys() for record in records)) - set(names)
    if unknown:
        raise ValueError(f"no such columns in runs.parquet: {', '.join(sorted(unknown))}")
    plain = schema("runs").remove_metadata()
    return pa.table(
        [pa.array([r.row.get(f.name) for r in records], f.type) for f in plain], schema=plain
    )


def _levels(records: Sequence[Record]) -> pa.Table:
    return _stacked("levels", records, [record.levels for record in records])


def _iterations(records: Sequence[Record]) -> pa.Table:
    return _stacked("iterations", records, [record.iterations for record in records])


def _solutions(records: Sequence[Record]) -> pa.Table:
    return _stacked("solutions", records, [record.solutions for record in records])


def _paths(records: Sequence[Record]) -> pa.Table:
    paths = [record.path or [] for record in records]
    steps = [step for path in paths for step in range(len(path))]
    operators = [operator for path in paths for operator in path]
    ids = _repeated_ids(records, [len(path) for path in paths])
    return pa.table([ids, steps, operators], schema=schema("paths").remove_metadata())


def _games(records: Sequence[Record]) -> pa.Table:
    plain = schema("games").remove_metadata()
    rows = [{"run_id": record.row["run_id"], **row} for record in records for row in record.games]
    return pa.table(
        [pa.array([row.get(f.name) for row in rows], f.type) for f in plain], schema=plain
    )


def _stacked(file: str, records: Sequence[Record], arrays: Sequence[np.ndarray]) -> pa.Table:
    """Arrays may have only the first columns of a file; then the others are empty."""
    plain = schema(file).remove_metadata()
    width = len(plain) - 1
    numbers = np.zeros((sum(map(len, arrays)), width), np.int64)
    absent = np.ones(numbers.shape, np.bool_)
    begin = 0
    for array in arrays:
        rows, columns = slice(begin, begin + len(array)), slice(array.shape[1])
        numbers[rows, columns] = array
        absent[rows, columns] = False
        begin += len(array)
    ids = _repeated_ids(records, [len(a) for a in arrays])
    stacked = [
        pa.array(np.ascontiguousarray(numbers[:, i]), mask=absent[:, i]) for i in range(width)
    ]
    return pa.table([ids, *stacked], schema=plain)


def _repeated_ids(records: Sequence[Record], lengths: Sequence[int]) -> pa.Array:
    ids = pa.array([record.row["run_id"] for record in records], pa.string())
    return ids.take(pa.array(np.repeat(np.arange(len(records)), lengths)))


_BUILDERS: dict[str, Callable[[Sequence[Record]], pa.Table]] = {
    "runs": _runs,
    "levels": _levels,
    "iterations": _iterations,
    "paths": _paths,
    "solutions": _solutions,
    "games": _games,
}

"""Parquet files of a results folder: reading and writing one, and the view that all give together.

A results folder holds merged files (``runs.parquet``, ``levels.parquet``, ...) and, in ``parts/``,
numbered folders with files of the same names. A run in a later part stands in place of every
earlier run with its run id, levels, iterations and path included.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from harness.columns import SCHEMA_VERSION, schema
from harness.model import UserError

PARTS = "parts"
KNOWN_VERSIONS = frozenset(str(version) for version in range(1, SCHEMA_VERSION + 1))


class DamagedFileError(Exception):
    """A file that is not, or no longer, what its name promises; ``path`` is the file."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(f"{path} is damaged ({reason})")
        self.path = path


def read_marks(path: Path) -> dict[str, str]:
    """The marks in a file's schema: ``searchbench_schema`` and ``searchbench_experiment``.

    Raises DamagedFileError; UserError if the file is of another program or schema version.
    """
    with _open(path) as file:
        return _marks(path, file)


def read_table(path: Path, columns: Sequence[str] | None = None) -> pa.Table:
    """``runs.parquet``, ``levels.parquet``, ... as a table, or some of its columns.

    Starts no threads. Raises DamagedFileError; UserError as ``read_marks`` does.
    """
    with _open(path) as file:
        version = int(_marks(path, file)["searchbench_schema"])
        present = schema(path.stem, version=version)
        if not file.schema_arrow.equals(present):
            raise DamagedFileError(path, "its columns are not those of its schema version")
        wanted = schema(path.stem).names if columns is None else list(columns)
        try:
            known = [name for name in wanted if name in present.names]
            table = file.read(columns=known, use_threads=False).replace_schema_metadata()
        except (pa.ArrowException, OSError) as error:
            raise DamagedFileError(path, _reason(error)) from None
    return table if known == wanted else _completed(table, path.stem, wanted)


def _completed(table: pa.Table, file: str, names: Sequence[str]) -> pa.Table:
    """The table with columns of a later schema version, which are empty."""
    fields = [schema(file).field(name) for name in names]
    return pa.table(
        [
            table[field.name] if field.name in table.column_names else _nothing(field, table)
            for field in fields
        ],
        schema=pa.schema(fields),
    )


def _nothing(field: pa.Field, table: pa.Table) -> pa.Array:
    return pa.nulls(table.num_rows, field.type)


def write_table(table: pa.Table, path: Path, experiment: str) -> None:
    """Write ``<file>.parquet`` in place of what was there, in one step.

    Raises OSError with its error number; then what was there still is.
    """
    buffer = pa.BufferOutputStream()
    marked = table.cast(schema(path.stem, experiment))
    pq.write_table(marked, buffer, compression="zstd", write_page_checksum=True)
    replace(path, buffer.getvalue())


def replace(path: Path, content: bytes | pa.Buffer) -> None:
    """Write a file whole or not at all: beside its place, then renamed into it."""
    temporary = path.with_name(f".{path.name}.tmp")
    try:
        temporary.write_bytes(content)
        os.replace(temporary, path)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise


def part_folders(folder: Path) -> list[Path]:
    """The complete parts of a results folder, oldest first."""
    parts = folder / PARTS
    try:
        names = sorted(name for name in os.listdir(parts) if name.isdigit())
    except (FileNotFoundError, NotADirectoryError):
        return []
    return [parts / name for name in names]


def read_view(
    folder: Path,
    files: Sequence[str],
    on_damage: Callable[[DamagedFileError], None],
    run_columns: Sequence[str] | None = None,
    other_columns: Sequence[str] | None = None,
) -> dict[str, pa.Table]:
    """All rows that a results folder holds in its files of some kinds, merged and in parts.

    ``run_columns`` are the columns wanted of ``runs``, ``other_columns`` those of the others.
    A damaged file is handed to ``on_damage`` and left out; in a part, the whole part is.
    """
    columns: dict[str, Sequence[str] | None] = dict.fromkeys(files, other_columns)
    columns["runs"] = ["run_id"]
    if "runs" in files:
        columns["runs"] = run_columns and list(dict.fromkeys(["run_id", *run_columns]))
    found: dict[str, list[pa.Table]] = {file: [] for file in columns}
    replaced: set[str] = set()
    for part in reversed(part_folders(folder)):
        try:
            tables = _read_folder(part, columns)
            if "runs" not in tables:
                raise DamagedFileError(part / "runs.parquet", "it is missing")
        except DamagedFileError as error:
            if part.exists():  # else it was merged meanwhile, and its rows come below
                on_damage(error)
            continue
        run_ids = set(tables["runs"]["run_id"].to_pylist())
        for file, table in tables.items():
            found[file].append(_without(table, run_ids & replaced))
        replaced |= run_ids
    for file in files:
        try:
            merged = _read_folder(folder, {file: columns[file]})
        except DamagedFileError as error:
            on_damage(error)
            continue
        if merged:
            found[file].append(_without(merged[file], replaced))
    return {file: _joined(found[file], file, columns[file]) for file in files}


def _read_folder(folder: Path, columns: Mapping[str, Sequence[str] | None]) -> dict[str, pa.Table]:
    paths = {file: folder / f"{file}.parquet" for file in columns}
    return {
        file: read_table(paths[file], columns[file]) for file in columns if paths[file].exists()
    }


def _joined(tables: list[pa.Table], file: str, columns: Sequence[str] | None) -> pa.Table:
    """Tables that were found latest first, as one, earliest first."""
    if tables:
        return pa.concat_tables(reversed(tables))
    empty = schema(file).remove_metadata().empty_table()
    return empty if columns is None else empty.select(columns)


def int64_array(numbers: Sequence[int]) -> pa.Array:
    """``numbers`` as an Arrow array; unlike ``pyarrow.array``, it does not import pandas."""
    buffer = pa.py_buffer(np.array(numbers, np.int64))
    return pa.Array.from_buffers(pa.int64(), len(numbers), [None, buffer])


def _without(table: pa.Table, run_ids: set[str]) -> pa.Table:
    if not run_ids or not table.num_rows:
        return table
    return table.filter(pc.invert(pc.is_in(table["run_id"], pa.array(sorted(run_ids)))))


def _open(path: Path) -> pq.ParquetFile:
    if path.exists() and not path.is_file():  # a FIFO would be waited for
        raise DamagedFileError(path, "it is no file")
    try:
        return pq.ParquetFile(path, page_checksum_verification=True)
    except PermissionError:
        raise UserError(f"cannot read {path}: permission denied", 1) from None
    except (pa.ArrowException, OSError) as error:
        raise DamagedFileError(path, _reason(error)) from None


def _marks(path: Path, file: pq.ParquetFile) -> dict[str, str]:
    metadata = file.schema_arrow.metadata or {}
    marks = {key.decode(): value.decode() for key, value in metadata.items()}
    version = marks.get("searchbench_schema")
    if version is None:
        raise UserError(f"{path} was not written by searchbench")
    if version not in KNOWN_VERSIONS:
        raise UserError(
            f"{path} has schema version {version}; this program knows versions up to "
            f"{SCHEMA_VERSION}"
        )
    return marks


def _reason(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0].rstrip(".")

"""The results folder of one experiment: rows are appended in small parts and merged at the end.

Whatever moment the process is killed at, every part that was appended is there afterwards, once.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from harness import engine
from harness.columns import FILES, OPTIONAL_FILES, SCHEMA_VERSION
from harness.folder_lock import FolderLock
from harness.groups import runs
from harness.model import Record, UserError
from harness.parquet_files import (
    PARTS,
    DamagedFileError,
    part_folders,
    read_marks,
    read_view,
    replace,
    write_table,
)
from harness.record_tables import tables_of
from harness.results import EXPERIMENT_FILE, Results, load, read_experiment

__all__ = ["Finished", "Results", "Store", "load"]

MERGE_AT = 256
"""Parts after which ``append`` merges, so that a long sweep does not pile up small files."""

_MERGED = ".merged"  # parts whose rows are in the merged files, on their way out


class Finished(NamedTuple):
    """What has to be known of a recorded run to say whether it still answers."""

    kernel_digest: str | None
    status: str
    limits: str | None
    expanded: int | None
    generated: int | None
    kernel_seconds: float | None
    peak_bytes: int | None
    detail: str | None
    depth: int | None = None
    engine: str = engine.COMPILED
    best_move: str | None = None


def _to_stderr(message: str) -> None:
    print(f"warning: {message}", file=sys.stderr)


class Store:
    """One process's right to write into the results folder of one experiment.

    folder
        made if it is not there; locked until ``close`` or the end of the process.
    warn
        told, in one sentence each, of files that had to be set aside.

    Raises UserError: the folder belongs to another experiment, program or schema version
    (exit status 2); it cannot be written, or another process writes to it (1).
    """

    def __init__(
        self, folder: Path, experiment: str, warn: Callable[[str], None] = _to_stderr
    ) -> None:
        self.folder = folder
        self.experiment = experiment
        self._warn = warn
        self._parts = folder / PARTS
        if folder.exists() and not folder.is_dir():
            raise UserError(f"{folder} is not a folder")
        with self._writing():
            folder.mkdir(parents=True, exist_ok=True)
            self._refuse_foreign()
            self._lock = FolderLock(folder)
            self._clear()
        self._pending = len(part_folders(folder))
        self._next = 1 + max((int(part.name) for part in part_folders(folder)), default=0)

    def close(self) -> None:
        """Give the folder free for other processes; nothing may be written afterwards."""
        self._lock.release()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def append(self, records: Sequence[Record]) -> None:
        """Record runs as one part, all of them or (after a UserError) none.

        Of several records with the same run id the last one counts.
        """
        if not records:
            return
        tables = tables_of(list({record.row["run_id"]: record for record in records}.values()))
        part = self._parts / f"{self._next:08d}"
        temporary = self._parts / f".{part.name}"
        with self._writing():
            try:
                temporary.mkdir(parents=True)
                for file, table in tables.items():
                    if table.num_rows:
                        write_table(table, temporary / f"{file}.parquet", self.experiment)
                os.rename(temporary, part)
            except OSError:
                shutil.rmtree(temporary, ignore_errors=True)
                raise
        self._next += 1
        self._pending += 1
        if self._pending >= MERGE_AT:
            self.merge()

    def merge(self) -> None:
        """Move all parts into the merged files, in the order of the experiment's runs.

        The parts go, in one step, once all merged files are in place. Interrupted anywhere and
        done again, it gives the same files.
        """
        if not self._pending:
            return
        tables = self._read_all()
        order = self.read_experiment().get("run_ids", [])
        with self._writing():
            for file, table in tables.items():
                path = self.folder / f"{file}.parquet"
                if table.num_rows or file not in OPTIONAL_FILES:
                    write_table(_sorted(table, file, order), path, self.experiment)
                else:
                    path.unlink(missing_ok=True)
            os.rename(self._parts, self.folder / _MERGED)
            self._clear()
        self._pending = 0

    def rows(self, columns: Sequence[str] | None = None) -> pa.Table:
        """All recorded runs, those of earlier configs too, or some of their columns."""
        return read_view(self.folder, ["runs"], self._set_aside, columns)["runs"]

    def finished(self) -> dict[str, Finished]:
        """What is recorded, by run id."""
        table = self.rows(Finished._fields)
        fields = (table[name].to_pylist() for name in Finished._fields)
        rows = map(Finished._make, zip(*fields, strict=True))
        return dict(zip(table["run_id"].to_pylist(), rows, strict=True))

    def run_ids_of(self, file: str) -> frozenset[str]:
        """The runs of which ``<file>.parquet`` has rows; what is damaged there is set aside."""
        table = read_view(self.folder, [file], self._set_aside)[file]
        return frozenset(table["run_id"].unique().to_pylist())

    def keep_copy(self, run_ids: Collection[str], why: str) -> None:
        """Copy all rows of recorded runs, which are to be replaced, into a folder of results."""
        tables = self._read_all()
        target = _free_name(self.folder, "replaced")
        wanted = pa.array(sorted(run_ids), pa.string())
        with self._writing():
            target.mkdir()
            for file, table in tables.items():
                rows = table.filter(pc.is_in(table["run_id"], wanted))
                write_table(rows, target / f"{file}.parquet", self.experiment)
        self._warn(
            f"{runs(len(run_ids))} recorded before {why}: made again, while the rows recorded "
            f"before are kept in {target}"
        )

    def write_experiment(self, experiment: dict[str, Any]) -> None:
        """Write ``experiment.json``: what tables, plots and later runs need to know.

        Keys: title, about, reference, tables, plots (specs as in a config), run_ids (of the
        current config, in its order), instances (their names), config (its text). Name and schema
        version are added.
        """
        marked = {"experiment": self.experiment, "schema": SCHEMA_VERSION} | experiment
        text = json.dumps(marked, ensure_ascii=False, indent=1) + "\n"
        with self._writing():
            replace(self.folder / EXPERIMENT_FILE, text.encode())

    def read_experiment(self) -> dict[str, Any]:
        """The content of ``experiment.json``, or {} if there is none."""
        try:
            return read_experiment(self.folder)
        except DamagedFileError as error:
            self._set_aside(error)
            return {}

    def _read_all(self) -> dict[str, pa.Table]:
        while True:
            damaged: list[DamagedFileError] = []
            tables = read_view(self.folder, list(FILES), damaged.append)
            if not damaged:
                return tables
            for error in damaged:
                self._set_aside(error)

    def _set_aside(self, error: DamagedFileError) -> None:
        """Move a damaged file, or the whole part that it lies in, to ``damaged-...``."""
        in_part = error.path.parent.parent == self._parts
        source = error.path.parent if in_part else error.path
        if not source.exists():  # another file of the same part was damaged as well
            return
        target = _free_name(self.folder, f"damaged-{'part-' if in_part else ''}{source.name}")
        with self._writing():
            os.rename(source, target)
        lost = _LOST["part" if in_part else source.stem]
        self._warn(f"{error}; it was set aside as {target.name}: {lost}")

    def _refuse_foreign(self) -> None:
        names = {self.read_experiment().get("experiment", self.experiment)}
        for source in (self.folder, *part_folders(self.folder)[:1]):
            path = source / "runs.parquet"
            if path.exists():
                with contextlib.suppress(DamagedFileError):
                    names.add(read_marks(path)["searchbench_experiment"])
        for name in names - {self.experiment}:
            raise UserError(
                f"{self.folder} holds the results of experiment {name!r}, "
                f"not of {self.experiment!r}"
            )

    def _clear(self) -> None:
        """Remove what a killed process left half written or had merged already."""
        for left in (*self.folder.glob(_MERGED), *self._parts.glob(".*")):
            shutil.rmtree(left)
        for left in self.folder.glob(".*.tmp"):
            left.unlink()

    @contextlib.contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise UserError(
                f"cannot write to {self.folder}: {error.strerror or error}; "
                "what was recorded before is kept",
                1,
            ) from None


_LOST = {
    "part": "its runs count as not made",
    "runs": "its runs count as not made",
    "levels": "runs recorded there are made again by the next run",
    "iterations": "runs recorded there are made again by the next run",
    "paths": "runs recorded there are made again by the next run that wants their paths",
    "solutions": "runs recorded there are made again by the next run",
    "games": "runs recorded there are made again by the next run",
    "experiment": "it is written anew",
}


def _free_name(folder: Path, name: str) -> Path:
    candidates = (folder / (name if i == 1 else f"{name}-{i}") for i in range(1, 1 << 30))
    return next(path for path in candidates if not path.exists())


def _sorted(table: pa.Table, file: str, order: Sequence[str]) -> pa.Table:
    """By place of the run in ``order``, runs not in it last by run id; then by the second column.

    The second column numbers a run's rows; in ``runs`` no two rows share a run id.
    """
    place = pc.index_in(table["run_id"], pa.array(order, pa.string()))
    keys = [("place", "ascending"), ("run_id", "ascending")]
    if file != "runs":
        keys.append((table.column_names[1], "ascending"))
    return table.take(pc.sort_indices(table.append_column("place", place), sort_keys=keys))

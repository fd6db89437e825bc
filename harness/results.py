"""What an experiment has recorded, as tables, plots and checks read it."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from harness import minimal_trees
from harness.columns import (
    ANSWERED,
    COST_RATIO,
    MINIMAL_LEAVES,
    OF_LAST_ITERATION,
    RUNS,
    SCHEMA_VERSION,
)
from harness.description import fault_of
from harness.expected_rows import OF_MATCHES, files_with_rows, kept_by
from harness.model import MATCH, UserError
from harness.parquet_files import (
    KNOWN_VERSIONS,
    DamagedFileError,
    int64_array,
    part_folders,
    read_view,
)
from harness.specs import PARTS, matches
from kernels import catalogue

EXPERIMENT_FILE = "experiment.json"


@dataclass(frozen=True)
class Results:
    """The recorded runs of an experiment's current config.

    folder
        where they lie.
    experiment
        the content of ``experiment.json``.
    runs
        columns as in ``harness.columns.RUNS``, rows in the order of the config.
    """

    folder: Path
    experiment: Mapping[str, Any]
    runs: pa.Table

    @cached_property
    def levels(self) -> pa.Table:
        """Levels of these runs; columns as in ``harness.columns.LEVELS``."""
        return self._details("levels")

    @cached_property
    def iterations(self) -> pa.Table:
        """Iterations of these runs; columns as in ``harness.columns.ITERATIONS``."""
        return self._details("iterations")

    @cached_property
    def solutions(self) -> pa.Table:
        """Solutions of these runs as they were found; columns as in ``harness.columns.SOLUTIONS``.

        Empty where nothing was recorded but runs with one solution, or none.
        """
        return self._details("solutions")

    @cached_property
    def paths(self) -> pa.Table:
        """Solutions of these runs, an operator a row; columns as in ``harness.columns.PATHS``.

        Empty where the config does not ask for them.
        """
        return self._details("paths")

    @cached_property
    def games(self) -> pa.Table:
        """The moves of these runs that are matches; columns as in ``harness.columns.GAMES``."""
        return self._details("games")

    @cached_property
    def _run_ids(self) -> dict[str, frozenset[str]]:
        return {}

    def run_ids_of(self, file: str) -> frozenset[str]:
        """The runs of which ``<file>.parquet`` has rows."""
        if file not in self._run_ids:
            run_ids = getattr(self, file)["run_id"].unique().to_pylist()
            self._run_ids[file] = frozenset(run_ids)
        return self._run_ids[file]

    @cached_property
    def least_costs(self) -> dict[str, int | None]:
        """By run id, the least cost that any of these runs found for the same problem."""
        names = ("domain", "domain_params", "start")
        problems = list(zip(*(self.runs[name].to_pylist() for name in names), strict=True))
        least: dict[tuple[str, str, str | None], int] = {}
        for problem, cost in zip(problems, self.runs["cost"].to_pylist(), strict=True):
            if cost is not None:
                least[problem] = min(cost, least.get(problem, cost))
        run_ids = self.runs["run_id"].to_pylist()
        return {run_id: least.get(p) for run_id, p in zip(run_ids, problems, strict=True)}

    def cost_ratio(self, run_id: str, cost: int | None) -> float | None:
        """``cost`` divided by the least cost found for the run's problem, None where unknown.

        Where that least cost is 0, it is 1 for a cost of 0 and infinite for any other.
        """
        least = self.least_costs[run_id]
        if cost is None or least is None:
            return None
        return 1.0 if cost == least else cost / least if least else math.inf

    @cached_property
    def last_iterations(self) -> dict[str, Mapping[str, int]]:
        """By run id, what was counted in the last iteration of each run that has any."""
        last: dict[str, Mapping[str, int]] = {}
        for row in self.iterations.to_pylist():
            before = last.get(row["run_id"])
            if before is None or row["iteration"] > before["iteration"]:
                last[row["run_id"]] = row
        return last

    def _details(self, file: str) -> pa.Table:
        """Rows of another file; UserError where it is damaged, or missing though it had rows."""
        path = self.folder / f"{file}.parquet"

        def damaged(error: DamagedFileError) -> None:
            if error.path == path:
                raise UserError(f"{error}; {_REMEDY}")
            _warn(error)

        table = read_view(self.folder, [file], damaged)[file]
        if not path.exists() and self._had_more(file, table):
            raise UserError(f"{path} is missing; {_REMEDY}")
        return table.filter(pc.is_in(table["run_id"], self.runs["run_id"].combine_chunks()))

    def _had_more(self, file: str, table: pa.Table) -> bool:
        """Whether a run must have had rows in a file that are not in ``table``."""
        known = catalogue.names("algorithms")
        kept = {
            name: kept_by(catalogue.path_of("algorithms", name)) if name in known else frozenset()
            for name in self.runs["algorithm"].unique().to_pylist()
        }
        kept |= {MATCH: OF_MATCHES}
        present = set(table["run_id"].unique().to_pylist())
        names = ("run_id", "algorithm", "expanded", "depth")
        rows = zip(*(self.runs[name].to_pylist() for name in names), strict=True)
        return any(
            run_id not in present and file in files_with_rows(kept[algorithm], expanded, depth)
            for run_id, algorithm, expanded, depth in rows
        )

    def rows(self, keys: Iterable[str], where: Mapping[str, Any]) -> list[dict[str, Any]]:
        """The runs that match ``where``, each with at least ``run_id``, ``status`` and ``keys``.

        A key is a column, a derived metric or a parameter (``heuristic.count_blank``); for a
        parameter the row holds its part's JSON text, which ``harness.specs.value_at`` looks into.
        """
        columns = list(dict.fromkeys(map(column_of, ("run_id", "status", *keys, *where))))
        lists = [_DERIVATIONS.get(column, _recorded)(self, column) for column in columns]
        rows = (dict(zip(columns, values, strict=True)) for values in zip(*lists, strict=True))
        return [row for row in rows if matches(where, row)]


_REMEDY = "run the config again, which makes the runs once more whose rows it held"


def _recorded(results: Results, column: str) -> list[Any]:
    values: list[Any] = results.runs[column].to_pylist()
    return values


def _cost_ratios(results: Results, column: str) -> list[float | None]:
    runs = (results.runs[name].to_pylist() for name in ("run_id", "cost"))
    return [results.cost_ratio(run_id, cost) for run_id, cost in zip(*runs, strict=True)]


def _last_counts(results: Results, column: str) -> list[int | None]:
    runs = (results.runs[name].to_pylist() for name in ("run_id", "status"))
    last = results.last_iterations
    return [
        last[run_id][OF_LAST_ITERATION[column]] if run_id in last and status in ANSWERED else None
        for run_id, status in zip(*runs, strict=True)
    ]


def _minimal_leaves(results: Results, column: str) -> list[float | None]:
    return minimal_trees.of_runs(results.runs)


_DERIVATIONS: dict[str, Callable[[Results, str], list[Any]]] = {
    COST_RATIO.name: _cost_ratios,
    MINIMAL_LEAVES.name: _minimal_leaves,
    **dict.fromkeys(OF_LAST_ITERATION, _last_counts),
}


def column_of(key: str) -> str:
    """The column of ``runs.parquet`` in which a key's value lies.

    >>> column_of("heuristic.count_blank"), column_of("visited")
    ('heuristic_params', 'visited')
    """
    part, dot, _ = key.partition(".")
    return f"{part}_params" if dot and part in PARTS else key


def load(folder: Path) -> Results:
    """What ``folder`` holds, whether a run is under way, was killed, or has ended.

    Nothing is changed; a damaged file is left out and named on stderr. Raises UserError (exit
    status 2) where there are no results.
    """
    if folder.exists() and not folder.is_dir():
        raise UserError(f"{folder} is not a folder of results")
    merged = folder / "runs.parquet"
    if not merged.exists() and not part_folders(folder):
        raise UserError(f"{folder} holds no results")
    try:
        experiment = read_experiment(folder)
    except DamagedFileError as error:
        raise UserError(f"{error}; run the config again to have it written anew") from None
    runs = read_view(folder, ["runs"], _warn)["runs"]
    if "run_ids" in experiment:
        place = {run_id: i for i, run_id in enumerate(runs["run_id"].to_pylist())}
        current = [place[run_id] for run_id in experiment["run_ids"] if run_id in place]
        runs = _renamed(runs.take(int64_array(current)), experiment)
    if not runs.num_rows:
        raise UserError(f"{folder} holds no results of its experiment's present config")
    return Results(folder, experiment, runs.select([column.name for column in RUNS]))


def _renamed(runs: pa.Table, experiment: Mapping[str, Any]) -> pa.Table:
    """Instances by their present names; a run is the same run whatever its instance is called."""
    names = dict(zip(experiment["run_ids"], experiment.get("instances", ()), strict=False))
    recorded = runs["instance"].to_pylist()
    run_ids = runs["run_id"].to_pylist()
    present = [names.get(run_id, old) for run_id, old in zip(run_ids, recorded, strict=True)]
    if present == recorded:  # pyarrow.array would import pandas for nothing
        return runs
    place = runs.schema.get_field_index("instance")
    return runs.set_column(place, runs.schema.field(place), pa.array(present, pa.string()))


def read_experiment(folder: Path) -> dict[str, Any]:
    """The content of ``experiment.json``, or {} if there is none.

    Raises DamagedFileError, also where a value is not what it should be; UserError if the schema
    version is another.
    """
    path = folder / EXPERIMENT_FILE
    if not path.exists():
        return {}
    if not path.is_file():  # a FIFO would be waited for
        raise DamagedFileError(path, "it is no file")
    try:
        experiment: dict[str, Any] = json.loads(path.read_bytes())
    except RecursionError:
        raise DamagedFileError(path, "its values are nested too deeply") from None
    except ValueError as error:
        raise DamagedFileError(path, str(error)) from None
    if not isinstance(experiment, dict):
        raise DamagedFileError(path, "it holds no mapping")
    if str(experiment.get("schema", SCHEMA_VERSION)) not in KNOWN_VERSIONS:
        raise UserError(
            f"{path} has schema version {experiment['schema']}; "
            f"this program knows versions up to {SCHEMA_VERSION}"
        )
    if fault := fault_of(experiment):
        raise DamagedFileError(path, fault)
    return experiment


def _warn(error: DamagedFileError) -> None:
    print(f"warning: {error}; it is left out", file=sys.stderr)

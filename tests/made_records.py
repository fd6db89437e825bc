"""Records made by hand, for tests of what is done with them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from harness import parquet_files
from harness.columns import FILES, RUNS
from harness.model import Record
from harness.results import Results
from harness.store import Store, load

TILES = {
    "width": 3,
    "height": 3,
    "goal": [1, 2, 3, 4, 5, 6, 7, 8, 0],
    "operator_order": "ULRD",
    "parent_pruning": False,
}

Parameters = Mapping[str, Any]


def record(
    algorithm: str = "a_star",
    heuristic: str | None = "manhattan",
    instance: str = "i/1",
    *,
    algorithm_params: Parameters | None = None,
    heuristic_params: Parameters | None = None,
    domain_params: Parameters | None = None,
    levels: Sequence[Sequence[int]] = (),
    iterations: Sequence[Sequence[int]] = (),
    path: list[str] | None = None,
    solutions: Sequence[Sequence[int]] = (),
    games: Sequence[dict[str, Any]] = (),
    **columns: Any,
) -> Record:
    """A run that was solved, unless ``columns`` say otherwise.

    Its run id is a hash of what tells it from others, as that of a real run is.
    """
    domain_params = dict(domain_params or TILES)
    row: dict[str, Any] = {
        "experiment": "made",
        "domain": "sliding_tiles",
        "domain_params": _json(domain_params),
        "instance": instance,
        "algorithm": algorithm,
        "algorithm_params": _json(algorithm_params or {}),
        "heuristic": heuristic,
        "heuristic_params": None if heuristic is None else _json(heuristic_params or {}),
        "tie_break": (algorithm_params or {}).get("tie_break"),
        "operator_order": domain_params.get("operator_order"),
        "status": "solved",
        "kernel_digest": "0" * 16,
        "engine": "local",
        "host": "here",
        "searchbench_version": "0",
        "compile_seconds": 0.0,
        "kernel_seconds": 0.5,
        "finished_at": datetime(2020, 1, 2, 3, 4, 5, tzinfo=UTC),
        "start": f"start of {instance}",
        "repeat": 0,
        "limits": "{}",
        **columns,
    }
    identity = ("domain", "domain_params", "start", "algorithm", "algorithm_params")
    identity = (*identity, "heuristic", "heuristic_params", "repeat")
    digest = hashlib.sha256(repr([row[name] for name in identity]).encode()).hexdigest()
    row.setdefault("run_id", digest[:16])
    return Record(
        row,
        _numbers(levels),
        _numbers(iterations),
        path,
        _numbers(solutions, 5),
        list(games),
    )


def _numbers(rows: Sequence[Sequence[int]], width: int = 4) -> np.ndarray:
    return np.array(rows, np.int64).reshape(-1, width)


def _json(parameters: Parameters) -> str:
    return json.dumps(parameters, sort_keys=True, separators=(",", ":"))


def recorded(folder: Path, records: Sequence[Record], **experiment: Any) -> Results:
    """The results of an experiment whose runs are ``records``, by way of a folder."""
    with Store(folder, "made") as store:
        run_ids = [record.row["run_id"] for record in records]
        store.write_experiment({"run_ids": run_ids, **experiment})
        store.append(records)
        store.merge()
    return load(folder)


def traveled() -> list[Record]:
    """The four runs of the 8-puzzle's traveled table, with what is known of them."""
    news = [2, 5, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529]
    news += [10878, 16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221]
    greedy = {"tie_break": "lexicographic", "reopening": "never", "store_start": False}
    rows = [
        ("digit_difference", 18647, 13948, 36349, 212),
        ("misplaced", 1318, 824, 2216, 92),
        ("manhattan", 238, 144, 387, 66),
    ]
    start = "8 7 6 5 4 3 2 1 0"
    breadth_first = record(
        "breadth_first",
        None,
        start,
        start=start,
        algorithm_params={"goal_test": "between_levels", "store_start": False},
        visited=181438,
        depth=30,
        levels=[(level, 0, 0, new) for level, new in enumerate([0, *news])],
    )
    return [
        breadth_first,
        *(
            record(
                "greedy_best_first",
                heuristic,
                start,
                start=start,
                algorithm_params=greedy,
                heuristic_params={"count_blank": True},
                visited=visited,
                expanded=expanded,
                generated=generated,
                depth=depth,
            )
            for heuristic, visited, expanded, generated, depth in rows
        ),
    ]


def numbered(number: int, version: int = 0, **columns: Any) -> Record:
    """A run with a path and as many levels, iterations and solutions as its version says."""
    return record(
        run_id=f"{number:016x}",
        expanded=version,
        levels=[(i, version, version, version) for i in range(version + 1)],
        iterations=[(i, 10 + i, version, version) for i in range(version)],
        path=["U"] * version if version else None,
        solutions=[(i, 20 - i, 20 - i, i, 2 * i) for i in range(version)],
        games=[move(ply, generated=version) for ply in range(version)],
        **columns,
    )


def move(ply: int, player: str = "one", generated: int = 1) -> dict[str, Any]:
    """A row of ``games.parquet``, without its run id."""
    return {
        "ply": ply,
        "player": player,
        "move": "1,1",
        "value": -ply,
        "status": "solved",
        "expanded": 1,
        "generated": generated,
        "evaluated": 2,
        "kernel_seconds": 0.25,
    }


def content(folder: Path) -> dict[str, list[dict[str, Any]]]:
    """All rows of a results folder, in an order of their own."""

    def damaged(error: Exception) -> None:
        raise error

    view = parquet_files.read_view(folder, list(FILES), damaged)
    return {file: sorted(table.to_pylist(), key=str) for file, table in view.items()}


def expected(records: dict[str, Record]) -> dict[str, list[dict[str, Any]]]:
    """What ``content`` is to give for these records, derived from them row by row."""
    rows: dict[str, list[dict[str, Any]]] = {file: [] for file in FILES}
    for run_id, made in records.items():
        rows["runs"].append({c.name: made.row.get(c.name) for c in RUNS})
        for file in ("levels", "iterations", "solutions"):
            names = [c.name for c in FILES[file][1:]]
            rows[file] += [
                {"run_id": run_id} | dict.fromkeys(names) | dict(zip(names, numbers, strict=False))
                for numbers in getattr(made, file).tolist()
            ]
        steps = enumerate(made.path or [])
        rows["games"] += [{"run_id": run_id} | row for row in made.games]
        rows["paths"] += [{"run_id": run_id, "step": i, "operator": op} for i, op in steps]
    return {file: sorted(rows[file], key=str) for file in rows}

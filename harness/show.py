"""A recorded solution as text or as pictures.

A file ``harness/drawings/<domain>.py`` knows how the boards of a domain look. It is found by its
name and defines

``OPERATOR: str``
    what an operator is called: "push", "move".
``boards(start, params, operators) -> list of boards``
    the board before the first operator and after each, grids of kinds of cells; worked out by rules
    of its own, so that it checks the solution. Raises ValueError where that breaks them.
``paint(cell, kind)``
    draw one cell of a kind (``harness.pictures.Cell``).
``lurd(start, params, operators) -> str``
    (optional) every step of the man as a letter; raises ValueError as ``boards`` does.
"""

from __future__ import annotations

import importlib
import json
import mimetypes
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import pyarrow.compute as pc

from harness.model import UserError
from harness.parquet_files import replace
from harness.results import Results

DRAWINGS = Path(__file__).parent / "drawings"
FOLDER = "solutions"
"""Where pictures lie in a folder of results."""

EXAMPLES = 3
"""Runs that a message names."""

COLUMNS = (
    "run_id", "status", "depth", "domain", "domain_params", "instance", "algorithm", "heuristic",
    "start",
)  # fmt: skip
"""What is read of a run."""

HOW_TO_RECORD = "set 'paths: true' in the config (or --set paths=true) and run it again"

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Solution:
    """A run's path, and what is known of the run.

    row
        its row in ``runs.parquet``.
    operators
        from the start to the goal, as text.
    drawing
        the file for its domain in ``harness/drawings``, or None.
    boards
        what that file makes of the path; empty without one.
    """

    row: Row
    operators: Sequence[str]
    drawing: ModuleType | None
    boards: Sequence[Any]

    @property
    def parameters(self) -> dict[str, Any]:
        """Of its domain."""
        parameters: dict[str, Any] = json.loads(self.row["domain_params"])
        return parameters


def show(results: Results, run: str | None, format: str | None, out: Path | None) -> str:
    """What the command prints: a solution, or the name of the file into which it is written.

    run
        a run id or the beginning of one; None stands for the only run that has a solution.
    format
        a key of ``FORMATS``; None for the picture that ``out`` names by its end, or else text.
    out
        file to write; None for stdout, or for pictures a file in the results folder.

    Raises UserError: no such run, no path, a path that breaks its domain's rules, a format that the
    domain does not have or that the name of ``out`` contradicts (exit status 2); a file that cannot
    be written (1).
    """
    format = format or _format_of(out)
    if out is not None:
        _check_name(out, format)
    solution = _solution(results, _chosen(results, run))
    content = FORMATS[format](solution)
    if out is None and format not in PICTURES:
        return content.decode()
    file = out or results.folder / FOLDER / f"{solution.row['run_id']}.{format}"
    try:
        if out is None:
            file.parent.mkdir(exist_ok=True)
        _write(file, content)
    except OSError as error:
        raise UserError(f"cannot write {file}: {error.strerror or error}", 1) from None
    return f"{file}\n"


def _format_of(out: Path | None) -> str:
    ending = out.suffix.lower().lstrip(".") if out else ""
    return ending if ending in PICTURES else "text"


def _check_name(out: Path, format: str) -> None:
    """Raises UserError where a file's name tells of another kind of content than is written."""
    kind, packed = mimetypes.MimeTypes().guess_type(out.name)
    told = packed or kind
    if told and not told.startswith(MEDIA[format]):
        written = MEDIA[format].rstrip("/")
        raise UserError(f"--out {out}: ends like {told}, where --format {format} writes {written}")


def _chosen(results: Results, run: str | None) -> Row:
    rows = results.rows(COLUMNS, {})
    if run is None:
        found = [row for row in rows if _has_path(results, row)]
        reason = f"{results.folder} has the solutions of {len(found) or 'no'} runs"
    else:
        found = [row for row in rows if row["run_id"].startswith(run)]
        reason = f"{results.folder} has {len(found) or 'no'} runs whose id begins with {run!r}"
    if len(found) == 1:
        return found[0]
    if not found and run is None:
        raise UserError(f"{reason}; {HOW_TO_RECORD}")
    raise UserError(f"{reason}; name one by '--run ID': {_examples(found or rows)}")


def _examples(rows: Sequence[Row]) -> str:
    named = [f"{row['run_id']} ({_about(row)})" for row in rows[:EXAMPLES]]
    more = [f"and {len(rows) - EXAMPLES} more"] if len(rows) > EXAMPLES else []
    return ", ".join([*named, *more])


def _about(row: Row) -> str:
    return f"{row['instance']}, {_search(row)}"


def _search(row: Row) -> str:
    return ", ".join(row[part] for part in ("algorithm", "heuristic") if row[part])


def _has_path(results: Results, row: Row) -> bool:
    return row["depth"] == 0 or row["run_id"] in results.run_ids_of("paths")


def _solution(results: Results, row: Row) -> Solution:
    """The path of a run, checked by its domain's drawing where there is one."""
    run = f"run {row['run_id']} ({_about(row)})"
    if row["depth"] is None:
        raise UserError(f"{run} has found no solution: its status is {row['status']}")
    if not _has_path(results, row):
        raise UserError(f"the path of {run} is not recorded; {HOW_TO_RECORD}")
    drawing = _drawing(row["domain"])
    if row["start"] is None:
        raise UserError(f"the start of {run} is not recorded: the file is damaged")
    try:
        operators = _operators(results, row)
        arguments = row["start"], json.loads(row["domain_params"]), operators
        boards = drawing.boards(*arguments) if drawing else []
    except ValueError as error:
        raise UserError(f"the path of {run} is no solution: {error}") from None
    return Solution(row, operators, drawing, boards)


def _operators(results: Results, row: Row) -> list[str]:
    """Operators of a run in order; raises ValueError where some are missing."""
    path = results.paths.filter(pc.equal(results.paths["run_id"], row["run_id"]))
    operators = dict(zip(path["step"].to_pylist(), path["operator"].to_pylist(), strict=True))
    if path.num_rows != row["depth"] or sorted(operators) != list(range(row["depth"])):
        raise ValueError(f"it has {row['depth']} operators, and {path.num_rows} are recorded")
    return [operators[step] for step in range(row["depth"])]


def _drawn() -> list[str]:
    """Domains that have a drawing."""
    return sorted(file.stem for file in DRAWINGS.glob("*.py") if file.stem != "__init__")


def _drawing(domain: str) -> ModuleType | None:
    if domain not in _drawn():
        return None
    return importlib.import_module(f"harness.drawings.{domain}")


def _write(file: Path, content: bytes) -> None:
    if file.exists() and not file.is_file():  # a device, say, which is not to be replaced
        file.write_bytes(content)
    else:
        replace(file, content)


def _text(solution: Solution) -> bytes:
    """The number of operators, then one operator a line."""
    return "\n".join([str(len(solution.operators)), *solution.operators, ""]).encode()


def _lurd(solution: Solution) -> bytes:
    domain, lurd = solution.row["domain"], getattr(solution.drawing, "lurd", None)
    if lurd is None:
        having = [name for name in _drawn() if hasattr(_drawing(name), "lurd")]
        raise UserError(f"a solution of {domain} has no lurd form, which is for {_and(having)}")
    steps: str = lurd(solution.row["start"], solution.parameters, solution.operators)
    return f"{steps}\n".encode()


def _picture(kind: str, solution: Solution) -> bytes:
    drawing = solution.drawing
    if drawing is None:
        raise UserError(
            f"{solution.row['domain']} has no drawing: its solutions are text only "
            f"(drawn are {_and(_drawn())})"
        )
    from harness import pictures

    caption = pictures.Caption(solution.row["instance"], _search(solution.row), drawing.OPERATOR)
    return pictures.KINDS[kind](solution.boards, drawing.paint, caption)


def _and(names: Sequence[str]) -> str:
    return " and ".join(names)


FORMATS: dict[str, Callable[[Solution], bytes]] = {
    "text": _text,
    "lurd": _lurd,
    "gif": partial(_picture, "gif"),
    "png": partial(_picture, "png"),
}
MEDIA = {"text": "text/", "lurd": "text/", "gif": "image/gif", "png": "image/png"}
"""How the media type of what a format gives begins."""

PICTURES = frozenset({"gif", "png"})

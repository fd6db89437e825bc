"""Prints what a run has found, or draws its boards: a path, a best line, a game of a match."""

from __future__ import annotations

import json
import mimetypes
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from harness import game_lines
from harness.model import MATCH, UserError
from harness.parquet_files import replace
from harness.results import Results
from harness.solutions import (
    COLUMNS,
    HOW_TO_RECORD,
    Row,
    Solution,
    about,
    drawing_of,
    has_path,
    of_search,
    with_drawing,
)

FOLDER = "solutions"
"""Where pictures lie in a folder of results."""

EXAMPLES = 3
"""Runs that a message names."""


@dataclass(frozen=True)
class _Kind:
    """A kind of runs.

    found
        what they have found, in words.
    remedy
        what is to be done where nothing is recorded of that; "" where nothing is.
    has
        whether it is recorded of a run.
    read
        reads and checks it; raises UserError where there is nothing to show.
    """

    found: str
    remedy: str
    has: Callable[[Results, Row], bool]
    read: Callable[[Results, Row], Solution]


_SEARCH = _Kind("solutions", f"; {HOW_TO_RECORD}", has_path, of_search)
_GAME = _Kind("best lines", f"; {HOW_TO_RECORD}", game_lines.has_line, game_lines.of_game)
_MATCH = _Kind("games", "", game_lines.has_moves, game_lines.of_match)


def _kind(row: Row) -> _Kind:
    if row["algorithm"] == MATCH:
        return _MATCH
    return _GAME if row["candidates"] else _SEARCH


def show(results: Results, run: str | None, format: str | None, out: Path | None) -> str:
    """What the command prints: a solution, or the name of the file into which it is written.

    run
        a run id or the beginning of one; None stands for the only run of which something can be
        shown.
    format
        a key of ``FORMATS``; None for the picture that ``out`` names by its end, or else text.
    out
        file to write; None for stdout, or for pictures a file in the results folder.

    Raises UserError: no such run, no path or line, one that breaks its domain's rules, a format
    that the domain does not have or that the name of ``out`` contradicts (exit status 2); a file
    that cannot be written (1).
    """
    format = format or _format_of(out)
    if out is not None:
        _check_name(out, format)
    row = _chosen(results, run)
    solution = _kind(row).read(results, row)
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
    kind = _kind(rows[0])
    if run is None:
        found = [row for row in rows if kind.has(results, row)]
        reason = f"{results.folder} has the {kind.found} of {len(found) or 'no'} runs"
    else:
        found = [row for row in rows if row["run_id"].startswith(run)]
        reason = f"{results.folder} has {len(found) or 'no'} runs whose id begins with {run!r}"
    if len(found) == 1:
        return found[0]
    if not found and run is None:
        raise UserError(f"{reason}{kind.remedy}")
    raise UserError(f"{reason}; name one by '--run ID': {_examples(found or rows)}")


def _examples(rows: Sequence[Row]) -> str:
    named = [f"{row['run_id']} ({about(row)})" for row in rows[:EXAMPLES]]
    more = [f"and {len(rows) - EXAMPLES} more"] if len(rows) > EXAMPLES else []
    return ", ".join([*named, *more])


def _write(file: Path, content: bytes) -> None:
    if file.exists() and not file.is_file():  # a device, say, which is not to be replaced
        file.write_bytes(content)
    else:
        replace(file, content)


def _text(solution: Solution) -> bytes:
    return solution.text.encode()


def _lurd(solution: Solution) -> bytes:
    domain, lurd = solution.row["domain"], getattr(solution.drawing, "lurd", None)
    if lurd is None:
        having = [name for name in with_drawing() if hasattr(drawing_of(name), "lurd")]
        raise UserError(f"a solution of {domain} has no lurd form, which is for {_and(having)}")
    parameters = json.loads(solution.row["domain_params"])
    steps: str = lurd(solution.row["start"], parameters, solution.operators)
    return f"{steps}\n".encode()


def _picture(kind: str, solution: Solution) -> bytes:
    drawing = solution.drawing
    if drawing is None:
        raise UserError(
            f"{solution.row['domain']} has no drawing: its solutions are text only "
            f"(drawn are {_and(with_drawing())})"
        )
    from harness import pictures

    caption = pictures.Caption(*solution.title, drawing.OPERATOR)
    return pictures.KINDS[kind](solution.boards, drawing.paint, caption)


def _and(names: Sequence[str]) -> str:
    """Names in words.

    >>> _and(["gomoku", "sliding_tiles", "sokoban"])
    'gomoku, sliding_tiles and sokoban'
    """
    *before, last = names
    return f"{', '.join(before)} and {last}" if before else last


FORMATS: dict[str, Callable[[Solution], bytes]] = {
    "text": _text,
    "lurd": _lurd,
    "gif": partial(_picture, "gif"),
    "png": partial(_picture, "png"),
}
MEDIA = {"text": "text/", "lurd": "text/", "gif": "image/gif", "png": "image/png"}
"""How the media type of what a format gives begins."""

PICTURES = frozenset({"gif", "png"})

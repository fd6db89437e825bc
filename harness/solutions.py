"""What a run has found, read out of its results and checked: paths from a start to a goal.

What runs of games have found is read by ``harness.game_lines``.

A file ``harness/drawings/<domain>.py`` knows how the boards of a domain, or of a game, look. It is
found by its name and defines

``OPERATOR: str``
    what an operator is called: "push", "move".
``boards(start, params, operators) -> list of boards``
    the board before the first operator and after each, grids of kinds of cells; worked out by rules
    of its own, so that it checks the solution. Raises ValueError where that breaks them; of a
    domain also where the last board is no goal.
``paint(cell, kind)``
    draw one cell of a kind (``harness.pictures.Cell``).
``lurd(start, params, operators) -> str``
    (optional) every step of the man as a letter; raises ValueError as ``boards`` does.

and of a game, in which the two players are called X and O:

``PLAYERS: dict[str, str]``
    what each of them looks like in pictures.
``mover(board) -> str``
    who is to move.
``outcome(board) -> str | None``
    who has won, or "draw", or None where the game goes on.
``written(board) -> str``
    a board as several lines of text.
``brief(start) -> str``
    a position in a few words.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from harness.model import MATCH, UserError
from harness.results import Results

DRAWINGS = Path(__file__).parent / "drawings"

COLUMNS = (
    "run_id", "status", "depth", "domain", "domain_params", "instance", "algorithm",
    "algorithm_params", "heuristic", "heuristic_params", "candidates", "candidates_params",
    "value", "best_move", "start", "detail",
)  # fmt: skip
"""What is read of a run."""

LONGEST_POSITION = 24
"""Characters of a position that is shown as it is."""

HOW_TO_RECORD = "set 'paths: true' in the config (or --set paths=true) and run it again"

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Solution:
    """A run's path, and what is known of the run.

    row
        its row in ``runs.parquet``.
    operators
        from the start to the goal, as text; of a game the moves.
    drawing
        the file for its domain in ``harness/drawings``, or None.
    boards
        what that file makes of the path; empty without one.
    text
        all of it in words.
    title
        two lines above pictures: the problem; the search, and what it came to.
    """

    row: Row
    operators: Sequence[str]
    drawing: ModuleType | None
    boards: Sequence[Any]
    text: str
    title: tuple[str, str]


def named(row: Row) -> str:
    """A run, in words."""
    return f"run {row['run_id']} ({about(row)})"


def about(row: Row) -> str:
    """What a run was about: instance, and what searched."""
    return f"{instance(row)}, {search(row)}"


def instance(row: Row) -> str:
    """What a run's instance is called; of a game, a long position without a name in a few words."""
    name: str = row["instance"]
    if name != row["start"] or len(name) <= LONGEST_POSITION:
        return name
    brief = getattr(drawing_of(row["domain"]), "brief", None)
    return brief(name) if brief else name


def search(row: Row) -> str:
    """What searched, or who played."""
    if row["algorithm"] == MATCH:
        return " against ".join(players(row))
    parts = ("algorithm", "heuristic", "candidates")
    return ", ".join(row[part] for part in parts if row[part])


def players(row: Row) -> tuple[str, str]:
    """Of a match, the one who moves first in the opening and the other."""
    match = json.loads(row["algorithm_params"])
    return match["first"], match["second"]


def has_path(results: Results, row: Row) -> bool:
    """Whether the path of a run is known."""
    return row["depth"] == 0 or row["run_id"] in results.run_ids_of("paths")


def of_search(results: Results, row: Row) -> Solution:
    """The path of a run, checked by its domain's drawing where there is one.

    Raises UserError where there is none, or one that is no solution.
    """
    if row["depth"] is None:
        raise UserError(f"{named(row)} has found no solution: its status is {row['status']}")
    if not has_path(results, row):
        raise UserError(f"the path of {named(row)} is not recorded; {HOW_TO_RECORD}")
    check_start(row)
    try:
        operators = in_order(results.paths, row, "step", "operator", row["depth"])
        drawing, boards = drawn(row, operators)
    except ValueError as error:
        raise UserError(f"the path of {named(row)} is no solution: {error}") from None
    text = "\n".join([str(len(operators)), *operators, ""])
    return Solution(row, operators, drawing, boards, text, (row["instance"], search(row)))


def check_start(row: Row) -> None:
    """Raises UserError where a run's row has no start."""
    if row["start"] is None:
        raise UserError(f"the start of {named(row)} is not recorded: the file is damaged")


def in_order(
    table: pa.Table, row: Row, number: str, operator: str, expected: int | None = None
) -> list[str]:
    """Operators of a run, from the rows of another file, whose columns are named.

    Raises ValueError where some are missing, or they are not as many as ``expected``.
    """
    path = table.filter(pc.equal(table["run_id"], row["run_id"]))
    operators = dict(zip(path[number].to_pylist(), path[operator].to_pylist(), strict=True))
    count = max(operators, default=-1) + 1 if expected is None else expected
    if path.num_rows != count or sorted(operators) != list(range(count)):
        raise ValueError(f"it has {count} {operator}s, and {path.num_rows} are recorded")
    return [operators[step] for step in range(count)]


def drawn(row: Row, operators: Sequence[str]) -> tuple[ModuleType | None, Sequence[Any]]:
    """The drawing of a run's domain, and its boards; raises ValueError as that file does."""
    drawing = drawing_of(row["domain"])
    if drawing is None:
        return None, []
    return drawing, drawing.boards(row["start"], json.loads(row["domain_params"]), operators)


def with_drawing() -> list[str]:
    """Domains and games that have a drawing."""
    return sorted(file.stem for file in DRAWINGS.glob("*.py") if file.stem != "__init__")


def drawing_of(domain: str) -> ModuleType | None:
    """The drawing of a domain or a game, if there is one."""
    if domain not in with_drawing():
        return None
    return importlib.import_module(f"harness.drawings.{domain}")

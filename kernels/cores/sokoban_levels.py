"""Sokoban levels as people write them: the rows of a level, and files of many levels.

XSB, as in the level collections of XSokoban: ``#`` wall, ``.`` goal, ``$`` box, ``*`` box on a
goal, ``@`` man, ``+`` man on a goal; blank, ``-`` or ``_`` floor. SLC is the same rows in XML.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from xml.parsers import expat

MOST = 50  # rows and columns
WALL, GOALS, BOXES, MEN = "#", ".*+", "$*", "@+"
FLOOR = " -_"
ROW_END = "|"
SYMBOLS = frozenset(WALL + GOALS + BOXES + MEN + FLOOR)
_AS_BLANKS = str.maketrans(dict.fromkeys(FLOOR, " "))

_TAG = re.compile(r"<(\w+:)?Level\b")

Square = tuple[int, int]
"""Row and column, from 0."""

STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1))
"""Up, down, left, right; the opposite of a direction differs from it in the lowest bit."""


@dataclass(frozen=True)
class Level:
    """What a level consists of.

    floor
        the squares that matter, row by row: those that the man could reach if there were no boxes,
        and what is connected with a box or a goal elsewhere.
    goals, boxes
        squares, row by row. A box on a goal that the man can never come to is taken for wall.
    enclosed
        boxes and goals that the man can never come to.
    """

    floor: tuple[Square, ...]
    goals: tuple[Square, ...]
    boxes: tuple[Square, ...]
    man: Square
    enclosed: tuple[Square, ...]


def canonical(text: str) -> str:
    """A level's rows with blanks for floor, without margins.

    Raises ValueError with the row (from 1) where there is something else than a level.
    """
    rows = _lines(text.replace(ROW_END, "\n"))
    for number, row in enumerate(rows, start=1):
        foreign = next((symbol for symbol in row if symbol not in SYMBOLS), None)
        if foreign:
            raise ValueError(f"row {number}: {foreign!r} is none of # . $ * @ + - _ and blank")
    bare = textwrap.dedent("\n".join(row.translate(_AS_BLANKS).rstrip() for row in rows))
    made = bare.strip("\n")
    read(made)
    return made


def _lines(text: str) -> list[str]:
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")


@lru_cache(maxsize=1024)
def read(text: str) -> Level:
    """The level of a canonical text.

    Raises ValueError with what is wrong with it.
    """
    cells = {
        (row, column): symbol
        for row, line in enumerate(text.split("\n"))
        for column, symbol in enumerate(line)
    }
    _check_size(cells)
    men, goals, boxes = (
        [cell for cell, symbol in cells.items() if symbol in kind] for kind in (MEN, GOALS, BOXES)
    )
    if len(men) != 1:
        raise ValueError(f"has {len(men)} men (@ or +) where one is wanted{_places(men)}")
    if not boxes:
        raise ValueError("has no box ($ or *)")
    if len(boxes) != len(goals):
        raise ValueError(
            f"has {_count(len(boxes), 'box', 'es')} ($ or *) and "
            f"{_count(len(goals), 'goal', 's')} (. * or +)"
        )
    inside = _connected(cells, men)
    _check_closed(inside, cells)
    fixed = {cell for cell in boxes if cell not in inside and cell in goals}
    enclosed = [cell for cell in {*boxes, *goals} - fixed if cell not in inside]
    for cell in fixed:
        cells[cell] = WALL
    elsewhere = _connected(cells, enclosed)
    _check_closed(elsewhere, cells)
    return Level(
        floor=tuple(sorted(inside | elsewhere)),
        goals=tuple(cell for cell in goals if cell not in fixed),
        boxes=tuple(cell for cell in boxes if cell not in fixed),
        man=men[0],
        enclosed=tuple(sorted(enclosed)),
    )


def _check_size(cells: dict[Square, str]) -> None:
    rows = 1 + max((row for row, _ in cells), default=-1)
    columns = 1 + max((column for _, column in cells), default=-1)
    if rows > MOST or columns > MOST:
        raise ValueError(f"has {rows} rows and {columns} columns; at most {MOST} of each are taken")


def _count(number: int, what: str, plural: str) -> str:
    return f"{number} {what}{plural if number != 1 else ''}"


def _places(cells: list[Square]) -> str:
    places = ", ".join(f"row {row + 1} column {column + 1}" for row, column in cells)
    return f": {places}" if places else ""


def _connected(cells: dict[Square, str], seeds: list[Square]) -> set[Square]:
    """The squares connected with the seeds, and those next to them that are outside of the text."""
    found = set(seeds)
    waiting = list(seeds)
    while waiting:
        row, column = waiting.pop()
        for down, right in STEPS if (row, column) in cells else ():
            cell = row + down, column + right
            if cell not in found and cells.get(cell) != WALL:
                found.add(cell)
                waiting.append(cell)
    return found


def _check_closed(inside: set[Square], cells: dict[Square, str]) -> None:
    """Raises ValueError if a way leads out of the text."""
    for row, column in sorted(inside):
        if (row, column) not in cells:
            near = next(one for one in _neighbours(row, column) if one in inside and one in cells)
            raise ValueError(
                f"has walls that are not closed: a way leads out at row {near[0] + 1} "
                f"column {near[1] + 1}"
            )


def _neighbours(row: int, column: int) -> Iterator[Square]:
    return ((row + down, column + right) for down, right in STEPS)


def split(text: str) -> list[tuple[int, str]]:
    """The levels in the text of a file: the line (from 1) where each begins, and its rows.

    Titles, comments and blank lines stand between levels; a level may stand on one line. Raises
    ValueError for XML that is none, or that has a level inside another.
    """
    text = text.removeprefix("\ufeff")
    is_xml = text.lstrip().startswith("<") and _TAG.search(text)
    return _levels_of_xml(text) if is_xml else _levels_of_rows(text)


def _levels_of_rows(text: str) -> list[tuple[int, str]]:
    found: list[tuple[int, list[str]]] = []
    within = False
    for number, line in enumerate(_lines(text), start=1):
        if ROW_END in line and _is_row(line.replace(ROW_END, ""), within=False):
            found.append((number, [line]))
            within = False
        elif _is_row(line, within):
            if not within:
                found.append((number, []))
            found[-1][1].append(line)
            within = True
        else:
            within = False
    return [(number, "\n".join(rows)) for number, rows in found]


def _is_row(line: str, within: bool) -> bool:
    """Whether a line is a row of a level; ``within``: whether the line before it is one.

    A line from wall to wall below a row is a row whatever stands between, so that a foreign
    character in it is found; a row without any wall leaves the level open, which is found too.
    """
    bare = line.strip()
    if not bare:
        return False
    if SYMBOLS.issuperset(bare):
        return WALL in bare or (within and not set(bare) <= set(FLOOR))
    return within and len(bare) > 1 and bare[0] == bare[-1] == WALL


def _levels_of_xml(text: str) -> list[tuple[int, str]]:
    reader = _XmlReader()
    try:
        reader.parser.Parse(text, True)
    except expat.ExpatError as error:
        raise ValueError(f"is neither levels nor XML: {error}") from None
    return [(line, "\n".join(rows)) for line, rows in reader.found]


class _XmlReader:
    """Gathers the levels of an XML text while it is parsed, whatever the namespace of their tags.

    found
        of each level its line and the text of its rows, as far as no tag stands in a row.
    """

    def __init__(self) -> None:
        self.found: list[tuple[int, list[str]]] = []
        self._within = False  # a level
        self._in_row = False
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        name = _local(tag)
        if name == "Level":
            line = self.parser.CurrentLineNumber
            if self._within:
                raise ValueError(
                    f"the <Level> on line {line} stands inside that on line {self.found[-1][0]}"
                )
            self.found.append((line, []))
            self._within = True
        self._in_row = self._within and name == "L"
        if self._in_row:
            self.found[-1][1].append("")

    def _end(self, tag: str) -> None:
        self._in_row = False
        if _local(tag) == "Level":
            self._within = False

    def _text(self, text: str) -> None:
        if self._in_row:
            self.found[-1][1][-1] += text


def _local(tag: str) -> str:
    """A tag's name without its namespace."""
    return tag.rpartition(":")[2]

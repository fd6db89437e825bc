"""Tables written down as text, Markdown, LaTeX or CSV.

Numbers: text, Markdown and the body of a LaTeX table separate thousands by commas; whole numbers
are always given in full. CSV and the LaTeX macros hold bare digits.
"""

from __future__ import annotations

import csv
import io
import re
import textwrap
from collections.abc import Callable, Iterable, Iterator

from rich.cells import cell_len

from harness.groups import NOTHING
from harness.latex import escape_latex, macros
from harness.model import UserError
from harness.suggest import unknown
from harness.summaries import Cell
from harness.tables import Header, Table

NOTE_WIDTH = 100
"""Characters in a line of a note."""


def render(table: Table, format: str) -> str:
    """The table in a format, ending in a newline.

    Raises UserError for a format that is not one of ``FORMATS``.
    """
    if format not in FORMATS:
        raise UserError(unknown("format", format, FORMATS))
    return FORMATS[format](table)


def _shown(cell: Cell, header: Header) -> str:
    """A cell for people."""
    return NOTHING if cell.value is None and header.is_key else cell.text


def _bare(cell: Cell) -> str:
    """A cell for programs."""
    return "" if cell.value is None else str(cell.value)


def _grid(table: Table, escape: Callable[[str], str] = str) -> list[list[str]]:
    heads = [escape(header.label) for header in table.headers]
    rows = ([escape(_shown(c, h)) for c, h in _pairs(row, table)] for row in table.rows)
    return [heads, *rows]


def _pairs(row: list[Cell], table: Table) -> Iterator[tuple[Cell, Header]]:
    return zip(row, table.headers, strict=True)


def _text(table: Table) -> str:
    grid = _grid(table)
    widths = [max(map(cell_len, column)) for column in zip(*grid, strict=True)]

    def line(cells: list[str]) -> str:
        padded = []
        for cell, width, header in zip(cells, widths, table.headers, strict=True):
            space = " " * (width - cell_len(cell))
            padded.append(space + cell if header.is_number else cell + space)
        return "  ".join(padded).rstrip()

    rule = "  ".join("─" * width for width in widths)
    notes = [textwrap.fill(note, NOTE_WIDTH, subsequent_indent="  ") for note in table.notes]
    lines = [table.title, "", line(grid[0]), rule, *map(line, grid[1:])]
    return "\n".join([*lines, *([""] if notes else []), *notes]) + "\n"


def _markdown(table: Table) -> str:
    def line(cells: Iterable[str]) -> str:
        return f"| {' | '.join(cells)} |"

    heads, *rows = _grid(table, _escape_markdown)
    rule = line("---:" if header.is_number else "---" for header in table.headers)
    lines = [f"**{_escape_markdown(table.title)}**", "", line(heads), rule, *map(line, rows)]
    for note in table.notes:
        lines += ["", _escape_markdown(note)]
    return "\n".join(lines) + "\n"


def _escape_markdown(text: str) -> str:
    return re.sub(r"([\\|*_`<>\[\]])", r"\\\1", text)


def _csv(table: Table) -> str:
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(header.label.replace(" ", "_") for header in table.headers)
    writer.writerows([_bare(cell) for cell in row] for row in table.rows)
    return file.getvalue()


def _latex(table: Table) -> str:
    heads, *rows = (" & ".join(cells) + r" \\" for cells in _grid(table, escape_latex))
    columns = "".join("r" if header.is_number else "l" for header in table.headers)
    body = [
        r"\begin{table}",
        r"  \centering",
        rf"  \caption{{{escape_latex(table.title)}}}",
        rf"  \label{{tab:{table.name}}}",
        rf"  \begin{{tabular}}{{{columns}}}",
        r"    \toprule",
        f"    {heads}",
        r"    \midrule",
        *(f"    {row}" for row in rows),
        r"    \bottomrule",
        r"  \end{tabular}",
        *(rf"  \par{{\footnotesize {escape_latex(note)}\par}}" for note in table.notes),
        r"\end{table}",
    ]
    return "\n".join([*macros(table), *body]) + "\n"


FORMATS: dict[str, Callable[[Table], str]] = {
    "text": _text,
    "markdown": _markdown,
    "latex": _latex,
    "csv": _csv,
}

"""Text and numbers for LaTeX: escaping, and one macro for each number of a table."""

from __future__ import annotations

import re
from itertools import count
from string import ascii_uppercase

from harness.tables import Table

_ESCAPES = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "≥": r"$\geq$",
    "†": r"\textdagger{}",
    **{character: f"\\{character}" for character in "&%$#_{}"},
}

_DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def escape_latex(text: str) -> str:
    r"""``text`` so that LaTeX prints it as it stands.

    >>> escape_latex("count_blank=true, 50 %")
    'count\\_blank=true, 50 \\%'
    """
    return "".join(_ESCAPES.get(character, character) for character in text)


def macros(table: Table) -> list[str]:
    r"""A line ``\newcommand{\nameRowColumn}{number}`` for each number in a table's cells.

    Names are made of letters alone, of the keys that tell the rows apart and of the column's head;
    where two would be the same, the later one gets a letter more. Numbers are bare digits, as
    ``\num`` of the package siunitx takes them.
    """
    keys = [place for place, header in enumerate(table.headers) if header.is_key]
    telling = [p for p in keys if len({row[p].value for row in table.rows}) > 1]
    lines, used = [], set[str]()
    prefix = _camel(table.name)
    for row in table.rows:
        subject = "".join(_capital(_camel(str(row[p].value or ""))) for p in telling)
        for header, cell in zip(table.headers, row, strict=True):
            if header.is_key or isinstance(cell.value, str | None):
                continue
            name = _unused(f"{prefix}{subject}{_capital(_camel(header.label))}", used)
            used.add(name)
            bound = " % a lower bound" if cell.mark == "at_least" else ""
            lines.append(rf"\newcommand{{\{name}}}{{{cell.value}}}{bound}")
    return lines


def _camel(text: str) -> str:
    """The letters and digits of ``text``, digits as words, each word's first letter a capital.

    >>> _camel("a_star 15"), _camel("levels-2")
    ('aStarOneFive', 'levelsTwo')
    """
    words = re.findall(r"[A-Za-z]+|[0-9]", text)
    spelled = [_DIGITS[int(word)] if word.isdigit() else word for word in words]
    return "".join(spelled[:1] + [_capital(word) for word in spelled[1:]])


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _unused(name: str, used: set[str]) -> str:
    """``name``, or with the first suffix A, B, ..., Z, AA, ... that nothing else has."""
    candidates = (name + _letters(n) for n in count())
    return next(candidate for candidate in candidates if candidate not in used)


def _letters(number: int) -> str:
    letters = ""
    while number:
        number, place = divmod(number - 1, len(ascii_uppercase))
        letters = ascii_uppercase[place] + letters
    return letters

"""Files of several instances: split by the domain where it knows how, else one instance a line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from harness.model import UserError

_COMMENT = re.compile(r"(^|\s)#.*")


class Entry(NamedTuple):
    """One instance of a file, before the domain has read it.

    place
        for messages: file and line, and which instance it is where that is more than its line.
    """

    item: str
    place: str


def entries(path: Path, text: str, domain: ModuleType) -> list[Entry]:
    """The instances in the text of a file, in its order.

    Raises UserError if there is none.
    """
    if hasattr(domain, "split"):
        found = [
            Entry(item, f"{path}:{line}: instance {n}")
            for n, (line, item) in enumerate(_split(path, text, domain), start=1)
        ]
    else:
        found = [Entry(content, f"{path}:{line}") for line, content in _lines(text)]
    if not found:
        raise UserError(f"{path}: holds no instance")
    return found


def _split(path: Path, text: str, domain: ModuleType) -> list[tuple[int, str]]:
    try:
        parts: list[tuple[int, str]] = domain.split(text)
    except ValueError as error:
        raise UserError(f"{path}: {error}") from None
    return parts


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Number and content of the lines that hold more than a comment."""
    for number, line in enumerate(text.splitlines(), start=1):
        content = _COMMENT.sub("", line).strip()
        if content:
            yield number, content

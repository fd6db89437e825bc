"""Parameters of kind "content": a text that a config gives as it is, or as the file that holds it.

The value is the text, so that what a run is depends on it and on no path.
"""

from __future__ import annotations

import hashlib
from functools import cached_property
from pathlib import Path
from typing import Any

from harness.model import UserError
from harness.yaml_reader import text_of

MOST_BYTES = 64 * 1024 * 1024
LONGEST_NAME = 40
"""A text of one line and at most so many characters stands in labels as it is."""


class Content(str):
    """A text of Unix lines without a byte order mark.

    brief
        what it is called in labels: its file as the config names it, or how long it is.
    """

    brief: str

    @cached_property
    def _digest(self) -> str:
        return hashlib.sha256(self.encode()).hexdigest()

    def __repr__(self) -> str:
        """Short however long the text is, and different for different texts."""
        return f"Content({self._digest})"


def content(value: Any, folder: Path) -> Content:
    """The content that a config gives: text, or ``{file: PATH}`` with a path beside the config.

    Raises UserError for a file that cannot be read, ValueError for any other value.
    """
    if isinstance(value, str):
        return _made(value, _brief(value))
    if not isinstance(value, dict) or list(value) != ["file"]:
        raise ValueError("is neither text nor {file: PATH}")
    name = value["file"]
    if not isinstance(name, str) or not name or "\0" in name:
        raise ValueError(
            "names no file: {file: PATH} takes the path of one, relative to the config"
        )
    path = folder / name
    _check_size(path)
    return _made(text_of(path), name)


def _check_size(path: Path) -> None:
    try:
        too_large = path.stat().st_size > MOST_BYTES
        readable = path.is_file() or path.is_dir()
    except OSError:
        return  # ``text_of`` says why
    if too_large or not readable:
        reason = f"holds more than {MOST_BYTES >> 20} MiB" if too_large else "is not a file"
        raise UserError(f"{path}: {reason}")


def _made(text: str, brief: str) -> Content:
    made = Content(text.removeprefix("\ufeff").replace("\r\n", "\n"))
    made.brief = brief
    return made


def _brief(text: str) -> str:
    lines = text.count("\n") + (not text.endswith("\n"))
    if lines > 1:
        return f"<{lines} lines>"
    return text.strip() if len(text) <= LONGEST_NAME else f"{text[: LONGEST_NAME - 3]}..."

"""Standard output and error as files, by what becomes of a write that fails."""

from __future__ import annotations

import io
import os
from typing import Any, TextIO


class ReaderGone(Exception):
    """Whoever read the output has seen enough; the rest goes nowhere."""


class Forgiving(io.FileIO):
    """Drops what cannot be written: messages that nobody can read are no reason to fail."""

    def write(self, data: Any, /) -> int:
        """Write some of ``data``; how many bytes are done with."""
        try:
            return super().write(data)
        except OSError:
            return memoryview(data).nbytes


class Followed(io.FileIO):
    """Tells a reader that has gone from any other fault; after either, all goes nowhere.

    Python would try again at its end to write what is left, and complain.
    """

    def write(self, data: Any, /) -> int:
        """Write some of ``data``; how many bytes were written. Raises ReaderGone or OSError."""
        try:
            return super().write(data)
        except OSError as error:
            os.dup2(os.open(os.devnull, os.O_WRONLY), self.fileno())
            if isinstance(error, BrokenPipeError):
                raise ReaderGone from None
            raise


def reopened(stream: TextIO, kind: type[io.FileIO]) -> TextIO:
    """The same descriptor as a text stream of this kind, by lines if it was so."""
    return io.TextIOWrapper(
        io.BufferedWriter(kind(stream.fileno(), "w", closefd=False)),
        encoding=stream.encoding,
        errors=stream.errors,
        line_buffering=getattr(stream, "line_buffering", False),
    )

"""Standard output, messages and exit statuses of the command line, whatever the streams are."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

import typer

from harness.model import UserError

_BROKEN_PIPE = 141


def open_streams() -> None:
    """Put the null device where a standard stream was closed before the program began."""
    sys.stdout = sys.stdout or _nowhere(1)
    sys.stderr = sys.stderr or _nowhere(2)


def status_of(call: Callable[[], int]) -> int:
    """What ``call`` returns, or the status that stands for its error, which is then said."""
    try:
        status = call()
    except UserError as error:
        say(f"error: {error}")
        status = error.exit_status
    except KeyboardInterrupt:
        status = 128 + signal.SIGINT
    except BrokenPipeError:  # whoever read the output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = _BROKEN_PIPE
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        say(f"error: {place}{error.strerror or error}")
        status = 1
    return status


@contextmanager
def writing() -> Iterator[None]:
    """Tell a fault of stdout from that of a file; a reader that has gone is none."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        reason = error.strerror or error
        raise UserError(f"standard output cannot be written to: {reason}", 1) from None


def write(text: str) -> None:
    """Write to stdout, adding nothing."""
    with writing():
        typer.echo(text, nl=False)


def say(message: str) -> None:
    """Write a message to stderr, on a line of its own."""
    print(message, file=sys.stderr, flush=True)


def _nowhere(number: int) -> TextIO:
    """The null device as a standard stream, which workers have as well."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), number)
    os.set_inheritable(number, True)
    return open(number, "w", encoding="utf-8")

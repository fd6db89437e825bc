"""Standard output, messages and exit statuses of the command line, whatever the streams are."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

import typer

from harness.descriptors import Followed, Forgiving, ReaderGone, reopened
from harness.model import UserError

_BROKEN_PIPE = 141


def open_streams() -> None:
    """Have standard streams that can be written to, whatever the program was started with.

    The null device stands for one that was closed. No message fails for a stderr that is full, and
    a reader of stdout that has gone is told apart from other faults (ReaderGone).
    """
    sys.stdout = reopened(sys.stdout, Followed) if sys.stdout else _nowhere(1)
    sys.stderr = reopened(sys.stderr, Forgiving) if sys.stderr else _nowhere(2)


def status_of(call: Callable[[], int]) -> int:
    """What ``call`` returns, or the status that stands for its error, which is then said."""
    try:
        status = call()
    except UserError as error:
        say(f"error: {error}")
        status = error.exit_status
    except KeyboardInterrupt:
        status = 128 + signal.SIGINT
    except ReaderGone:
        status = _BROKEN_PIPE
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        say(f"error: {place}{error.strerror or error}")
        status = 1
    return status


@contextmanager
def writing() -> Iterator[None]:
    """Tell a fault of stdout from that of a file."""
    try:
        yield
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

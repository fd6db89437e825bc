"""An exception of somebody's heuristic, of a compiler or of a library as one sentence."""

from __future__ import annotations

import re
import textwrap
import traceback
from pathlib import Path

from harness.model import KernelFault

LONGEST = 400
"""Characters of a message that are kept."""

_NOISE = re.compile(r"^(Failed in \w+ mode pipeline.*|During: .*|\s*)$")
_PLACE = re.compile(r'^File "(.+)", line (\d+)', re.MULTILINE)


def sentence(error: BaseException) -> str:
    """What happened and, unless the message is meant for users, of what kind it is and where.

    >>> sentence(KernelFault("the heuristic gave -1"))
    'the heuristic gave -1'
    >>> sentence(MemoryError("cannot reserve 99 bytes"))
    'MemoryError: cannot reserve 99 bytes'
    """
    if isinstance(error, KernelFault):
        return _one_line(str(error))
    of_compiler = type(error).__module__.startswith("numba.")
    reason, place = (_compiling if of_compiler else _running)(error)
    words = ": ".join(filter(None, (type(error).__name__, reason)))
    return _one_line(words) + (f" ({place})" if place else "")


def _running(error: BaseException) -> tuple[str, str]:
    """Message, and the line of code that raised it."""
    frames = traceback.extract_tb(error.__traceback__)
    return str(error), _place(frames[-1].filename, frames[-1].lineno) if frames else ""


def _compiling(error: BaseException) -> tuple[str, str]:
    """What numba's message comes to, and the first place it names."""
    message = str(error)
    reason = ""
    for line in message.splitlines():
        if not _NOISE.match(line):
            reason = f"{reason} {line.strip(' >')}".lstrip()
            if not reason.endswith(":"):
                break
    found = _PLACE.search(message)
    return reason, _place(*found.groups()) if found else ""


def _place(file: str, line: object) -> str:
    return f"{Path(file).name}:{line}"


def _one_line(text: str) -> str:
    return textwrap.shorten(text, LONGEST, placeholder=" ...")

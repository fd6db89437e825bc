"""Messages about names that are not known."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def did_you_mean(name: object, known: Iterable[str]) -> str:
    """``"; did you mean 'fifo'?"``, or nothing where no known name is near.

    >>> did_you_mean("fifoo", ["fifo", "lifo"])
    "; did you mean 'fifo'?"
    """
    near = difflib.get_close_matches(str(name), list(known), n=1, cutoff=0.5)
    return f"; did you mean {near[0]!r}?" if near else ""


def unknown(what: str, name: object, known: Iterable[str]) -> str:
    """One sentence: the name seen, the nearest known one, and all of them.

    >>> unknown("key", "limts", ["limits", "seeds"])
    "unknown key 'limts'; did you mean 'limits'? (known: limits, seeds)"
    """
    names = list(known)
    return (
        f"unknown {what} {name!r}{did_you_mean(name, names)} (known: {', '.join(names) or 'none'})"
    )

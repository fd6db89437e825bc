"""What carries runs out, as the column ``engine`` of their rows tells it.

Plain Python may count otherwise than compiled code: NumPy's scalars of 8 to 32 bits wrap where
Numba's sums are int64. So runs that were made with compiling switched off have a name of their own,
and neither kind ever answers for the other.
"""

from __future__ import annotations

import os

COMPILED = "local"
UNCOMPILED = "uncompiled"

_SWITCH = "NUMBA_DISABLE_JIT"


def named(uncompiled: bool) -> str:
    """The engine of a process in which compiling is switched off, or is not."""
    return UNCOMPILED if uncompiled else COMPILED


def present() -> str:
    """The engine of the runs that would be made now.

    The environment is read as Numba reads it, without loading the compiler for it.
    """
    try:
        return named(bool(int(os.environ.get(_SWITCH, "0"))))
    except ValueError:  # Numba warns, and takes its default
        return COMPILED

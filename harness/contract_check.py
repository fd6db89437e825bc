"""Whether a kernel's functions give what their contract says, found before a search is compiled."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType
from typing import Any

import numpy as np
from numba import config, errors, int64, typeof, types

from harness.error_text import sentence
from harness.model import KernelFault, Run
from kernels.counters import DEAD_END, MAX_VALUE
from kernels.specialise import Kernel

VALUES = f"0 to {MAX_VALUE}, and {DEAD_END} for a dead end"
"""What a heuristic may give, in words."""

_WANTED = "a NamedTuple of arrays (and whole numbers) is wanted"
_LEAST, _MOST = -(1 << 63), (1 << 63) - 1


def check(run: Run, kernel: Kernel, T: Any, H: Any) -> None:
    """Compile the functions that give numbers, and see of what type these are.

    Search arithmetic is int64: other numbers would be cut down to it, or make all of it decimal.

    Raises KernelFault with the file and the function.
    """
    if config.DISABLE_JIT:
        return
    state = int64[::1]
    require_number(run.domain.path, kernel.domain, "cost", typeof(T), state, int64)
    if run.heuristic is None or kernel.heuristic is None:
        return
    path = run.heuristic.path
    tables = (typeof(T), type_of(path, H), state)
    require_number(path, kernel.heuristic, "evaluate", *tables)
    if hasattr(kernel.heuristic, "update"):
        require_number(path, kernel.heuristic, "update", *tables, int64, int64)


def type_of(path: str, H: Any) -> types.Type:
    """Of what type tables are; raises KernelFault where Numba knows none, as for masked arrays."""
    try:
        return typeof(H)
    except (TypeError, ValueError, errors.NumbaError) as error:
        reason = f"what cannot be compiled ({sentence(error)}), {_WANTED}"
        raise KernelFault(f"{path}: prepare gives {reason}") from error


def check_tables(path: str, H: Any) -> None:
    """Whether a heuristic's tables are whole numbers and arrays of them, in tuples.

    Others do not compile, or make decimals of its values; and a kernel that was compiled with whole
    numbers would take decimals too.

    Raises KernelFault with the file, and with the first that is something else.
    """
    for place, value in _leaves(H, ""):
        if not place or not _is_whole(value):
            field = f" as {place[1:]}" if place else ""
            raise KernelFault(f"{path}: prepare gives {_kind(value)}{field}, {_WANTED}")


def _leaves(value: Any, place: str) -> Iterator[tuple[str, Any]]:
    """What lies in nested tuples, each with its place, such as ``.tables.0``."""
    if isinstance(value, tuple):
        for name, part in zip(getattr(value, "_fields", range(len(value))), value, strict=True):
            yield from _leaves(part, f"{place}.{name}")
    else:
        yield place, value


def _is_whole(value: Any) -> bool:
    if isinstance(value, np.ndarray):
        return value.dtype.kind in "iub"
    if isinstance(value, int):
        return _LEAST <= value <= _MOST
    return isinstance(value, np.integer | np.bool_)


def _kind(value: Any) -> str:
    """
    >>> _kind(None), _kind([1]), _kind(np.zeros(2)), _kind(1 << 70)
    ('None', 'a list', 'an array of float64', 'an int beyond 64 bits')
    """
    if value is None:
        return "None"
    if isinstance(value, np.ndarray):
        return f"an array of {value.dtype}"
    name = type(value).__name__
    article = "an" if name[0].lower() in "aeiou" else "a"
    is_too_long = isinstance(value, int) and not _is_whole(value)
    return f"{article} {name}" + (" beyond 64 bits" if is_too_long else "")


def in_words(h: int) -> str:
    """A heuristic's value; what it means where that is no distance."""
    return f"{h} (a dead end)" if h == DEAD_END else str(h)


def check_goal(
    run: Run, kernel: Kernel, parameters: dict[str, Any], instance: str, T: Any, H: Any
) -> None:
    """Searches look for the goal only where h = 0, so h has to be 0 there.

    Raises KernelFault where the domain names a goal and the heuristic gives it another value.
    """
    if kernel.heuristic is None or not hasattr(kernel.domain, "goal_state"):
        return
    goal = kernel.domain.goal_state(parameters, instance)
    h = kernel.replay.value_of(T, H, goal)
    path = run.heuristic.path if run.heuristic else ""
    if type(h) is not int and not isinstance(h, np.signedinteger):  # uncompiled, see ``check``
        kind = type(h).__name__
        raise KernelFault(f"{path}: evaluate gives {kind}; a signed integer is wanted")
    if h != 0:
        given = in_words(int(h))
        raise KernelFault(f"{path}: evaluate gives {given} in the goal; it must give 0 there")


def require_number(path: str, module: ModuleType, name: str, *arguments: types.Type) -> None:
    """Compile a function for these types; raises KernelFault unless it gives a signed integer."""
    function = getattr(module, name)
    if not hasattr(function, "nopython_signatures"):
        raise KernelFault(f"{path}: {name} is not compiled; decorate it with kernels.jit.inlined")
    try:
        function.compile(arguments)
    except errors.NumbaError as error:
        raise KernelFault(f"{path}: {name} cannot be compiled: {sentence(error)}") from error
    kind = function.overloads[arguments].signature.return_type
    if kind == types.none:
        reason = "each way through it ends without a value, or in an error"
        raise KernelFault(f"{path}: {name} gives no number: {reason}")
    if not isinstance(kind, types.Integer) or not kind.signed:
        raise KernelFault(f"{path}: {name} gives {kind}; a signed integer is wanted")

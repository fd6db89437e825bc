"""Whether a kernel's functions give what their contract says, found before a search is compiled."""

from __future__ import annotations

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
    try:
        tables = typeof(H)
    except (TypeError, ValueError) as error:
        raise KernelFault(f"{path}: prepare gives no NamedTuple of arrays: {error}") from error
    require_number(path, kernel.heuristic, "evaluate", typeof(T), tables, state)
    if hasattr(kernel.heuristic, "update"):
        arguments = (typeof(T), tables, state, int64, int64)
        require_number(path, kernel.heuristic, "update", *arguments)


def holds_decimals(H: Any) -> bool:
    """Whether a heuristic's tables hold numbers other than whole ones.

    Such tables need ``check`` again: a kernel compiled with whole ones would take them too.
    """
    return any(np.asarray(field).dtype.kind not in "iub" for field in H)


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
        given = f"{h} (a dead end)" if h == DEAD_END else str(h)
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

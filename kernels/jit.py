"""The decorators of compiled code.

``compiled``: an entry point, called from Python; its machine code is kept on disk.
``inlined``: a function that is put into its callers: those of domains and heuristics, and the small
ones of structures and cores.
``shared``: the same, but too long to stand in several places.

All do without numba's run-time for reference counts. Left on, every function with a branch or a
loop in it counts each array that it is handed up and down, atomically: three times the cost of a
whole search. It also means that whatever would allocate does not compile. ``forceinline``: LLVM's
own judgement leaves some of the small functions as calls that hand over forty array fields. Only
entry points have a compiled wrapper for Python, since wrappers took a third of the time to compile;
any other function that Python calls is run as plain Python.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from numba import njit

compiled = njit(cache=True, _nrt=False, no_cfunc_wrapper=True)


@cache
def _run_plainly(kind: type) -> type:
    """Such a dispatcher, but called from Python it runs its source: there is nothing to jump to."""

    def call(self: Any, *arguments: Any) -> Any:
        return self.py_func(*arguments)

    return type(kind.__name__, (kind,), {"__call__": call})


def _unwrapped(**options: Any) -> Callable[[Callable[..., Any]], Any]:
    compile_it = njit(_nrt=False, no_cfunc_wrapper=True, no_cpython_wrapper=True, **options)

    def decorate(function: Callable[..., Any]) -> Any:
        made = compile_it(function)
        if made is not function:  # it is the function itself where compiling is off
            kind: type = type(made)
            made.__class__ = _run_plainly(kind)
        return made

    return decorate


inlined = _unwrapped(forceinline=True)
shared = _unwrapped()

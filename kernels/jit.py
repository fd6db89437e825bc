"""The decorators of compiled code.

``compiled``: an entry point, called from Python; its machine code is kept on disk.
``inlined``: a function that is put into its callers: those of domains and heuristics, and the small
ones of structures and cores.
``shared``: the same, but too long to stand in several places.

All do without numba's run-time for reference counts. Left on, every function with a branch or a
loop in it counts each array that it is handed up and down, atomically: three times the cost of a
whole search. It also means that whatever would allocate does not compile. ``forceinline``: LLVM's
own judgement leaves some of the small functions as calls that hand over forty array fields. Only
entry points have a wrapper for Python, and can be called from there: wrappers took a third of the
time to compile.
"""

from __future__ import annotations

from numba import njit

compiled = njit(cache=True, _nrt=False, no_cfunc_wrapper=True)
inlined = njit(_nrt=False, no_cfunc_wrapper=True, no_cpython_wrapper=True, forceinline=True)
shared = njit(_nrt=False, no_cfunc_wrapper=True, no_cpython_wrapper=True)

"""The two decorators of compiled code.

``compiled``: an entry point, called from Python; its machine code is kept on disk.
``inlined``: everything called in a search's inner loop.

Both do without numba's run-time for reference counts. Left on, every function with a branch or a
loop in it counts each array that it is handed up and down, atomically: three times the cost of a
whole search. It also means that whatever would allocate does not compile.
``forceinline``: LLVM's own judgement leaves some of the small functions as calls that hand over
forty array fields.
"""

from __future__ import annotations

from numba import njit

compiled = njit(cache=True, _nrt=False)
inlined = njit(forceinline=True, _nrt=False)

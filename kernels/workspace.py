"""Memory that searches run in: reserved once in a process, used again by every later run.

A reserved array takes address space only; a page of it takes memory when it is first touched. So
arrays can be reserved as large as the memory limit allows, a search uses as much of them as it
needs, and nothing is copied when it needs more. Arrays begin at different places within their
pages: a processor takes a load for a dependant of an earlier store 4096 bytes away.
"""

from __future__ import annotations

import math
import mmap

import numpy as np

_PAGE = 1 << 12
_STAGGER = 13 * 64  # bytes, a whole number of cache lines


class Workspace:
    """Named arrays of one worker process.

    memory
        bytes that one search may fill; algorithms size their arrays by it.
    """

    def __init__(self, memory: int) -> None:
        self.memory = memory
        self._buffers: dict[str, np.ndarray] = {}

    def array(self, name: str, shape: int | tuple[int, ...], dtype: type) -> np.ndarray:
        """Reserve an array, C-contiguous. Its content is whatever the last user left (at first 0).

        Raises MemoryError where not even address space is left.
        """
        items = math.prod(shape) if isinstance(shape, tuple) else shape
        need = items * np.dtype(dtype).itemsize
        buffer = self._buffers.get(name)
        if buffer is None or len(buffer) < need:
            offset = len(self._buffers) * _STAGGER % _PAGE
            buffer = self._buffers[name] = _reserve(need + _PAGE)[offset:]
        return buffer[:need].view(dtype).reshape(shape)


def _reserve(n_bytes: int) -> np.ndarray:
    flags = {}
    if hasattr(mmap, "MAP_PRIVATE"):
        no_reserve = getattr(mmap, "MAP_NORESERVE", 0)  # Python 3.13
        flags = {"flags": mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | no_reserve}
    try:
        return np.frombuffer(mmap.mmap(-1, n_bytes, **flags), dtype=np.uint8)
    except (OSError, OverflowError) as error:
        raise MemoryError(f"cannot reserve {n_bytes} bytes: {error}") from error

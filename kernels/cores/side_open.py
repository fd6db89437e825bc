"""Open lists of the sides of a bidirectional search: which structure, and arrays for each of them.

Both structures give the same order; the bucket queue refuses priorities beyond its lists, and the
search starts again over heaps.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kernels.contract import Parameter, constants
from kernels.structures import bucket_queue, heap
from kernels.workspace import Workspace

BUCKETS, HEAP = 1, 2
open_list: Any = heap if constants.OPEN_LIST == HEAP else bucket_queue

OPEN_LIST = Parameter(
    "choice",
    "auto",
    "how open is kept: the order is the same, the speed is not",
    ("auto", "buckets", "heap"),
)
EPSILON = Parameter(
    "integer",
    None,
    "a number that no operator costs less than; none: 1 where each costs 1, else 0",
    minimum=0,
    maximum=(1 << 24) - 1,
)
ENTRY_BYTES = heap.BYTES if open_list is heap else 0


@dataclass(frozen=True)
class _Named:
    """A workspace in which arrays of one open list have names of their own."""

    workspace: Workspace
    prefix: str

    def array(self, name: str, shape: int | tuple[int, ...], dtype: type) -> np.ndarray:
        return self.workspace.array(f"{self.prefix}_{name}", shape, dtype)


def allocate(workspace: Workspace, prefix: str, capacity: int) -> Any:
    """One open list for so many nodes."""
    return open_list.allocate(_Named(workspace, prefix), capacity)


def code_of(params: dict[str, Any]) -> int:
    """BUCKETS or HEAP."""
    return HEAP if params["open_list"] == "heap" else BUCKETS


def fallback(params: dict[str, Any]) -> dict[str, Any]:
    """The same search over heaps, for priorities that no list stands for."""
    return {**params, "open_list": "heap"}

"""Longest line: who has more stones in one line, as a sign.

For either player, the greatest number of his stones in a line of k neighbouring cells (a row, a
column or a diagonal; every place of k cells that a win could be in). The value is the sign of the
first player's number minus the other's. With ``open_lines`` off, stones of the other player in the
same cells do not matter, which is the article's wording taken as it stands: "the longest own count
in a line". With it on, only lines without a stone of the other player count, since only they can
still win.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kernels.contract import Parameter
from kernels.cores.line_board_tables import windows
from kernels.cores.line_boards import LENGTH
from kernels.jit import inlined

FITS = "m_n_k"
WIN = 1
PARAMETERS = {
    "open_lines": Parameter("boolean", False, "count only lines that the other has no stone in")
}


class Tables(NamedTuple):
    """What ``evaluate`` looks up.

    cells
        uint64[lines, k]: the cells of each line.
    open_lines
        int64, 1 or 0.
    """

    cells: np.ndarray
    open_lines: int


def symmetric(params: dict[str, Any]) -> bool:
    """Images have images of the lines."""
    return True


def prepare(T: Any, params: dict[str, Any]) -> Tables:
    """The lines of the board."""
    cells = np.array(windows(T.width, T.height, T.length), dtype=np.uint64)
    return Tables(cells.reshape(-1, T.length), int(params["open_lines"]))


@inlined
def evaluate(T, E, state):
    """1, 0 or -1."""
    longest, others = 0, 0
    for i in range(len(E.cells)):
        line, first, second = np.uint64(i), 0, 0
        for j in range(LENGTH):
            holder = state[E.cells[line, np.uint64(j)]]
            first += holder & 1
            second += holder >> 1
        if E.open_lines == 0 or second == 0:
            longest = max(longest, first)
        if E.open_lines == 0 or first == 0:
            others = max(others, second)
    return np.int64(longest > others) - np.int64(longest < others)

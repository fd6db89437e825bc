"""MTD(f): tests that enclose the value, over a table (Plaat, Schaeffer, Pijls & de Bruin 1996).

Plaat, A., Schaeffer, J., Pijls, W. & de Bruin, A. 1996, "Best-first fixed-depth minimax
algorithms", Artificial Intelligence 87, 255-293. The root is searched by fail-soft alpha-beta with
windows of no width, until what the tests gave as lower and upper bound is the same. The first test
is at the first guess, each other one at what the last one gave. What a test learns stays in the
table for the next.

Each test is an iteration; its bound is the value tested, beta. The best move is that of the last
test that failed high. The search itself, the table and what is counted:
``kernels.cores.game_tree``, ``kernels.cores.game_passes``. Memory: the table and the path.
"""

from __future__ import annotations

from typing import Any

from kernels.contract import Parameter
from kernels.cores.game_parameters import (
    DEPTH_PARAMETER,
    ORDERING_PARAMETER,
    REPLACEMENT_PARAMETER,
    REQUIRED_TABLE_BITS,
    settings_of,
    specialised,
)
from kernels.cores.game_tree import Search, advance, allocate, begin, bytes_used, path
from kernels.game_contract import MAX_VALUE

__all__ = ["Search", "advance", "allocate", "begin", "bytes_used", "path"]

PLAYS = True
PARAMETERS = {
    "depth": DEPTH_PARAMETER,
    "first_guess": Parameter(
        "integer",
        0,
        "value tested first, from the side of the player to move",
        minimum=-MAX_VALUE,
        maximum=MAX_VALUE,
    ),
    "table_bits": REQUIRED_TABLE_BITS,
    "replacement": REPLACEMENT_PARAMETER,
    "ordering": ORDERING_PARAMETER,
}
USES_HEURISTIC = True
EXACT = "minimax value at the depth"
MEMORY = "path, and a table of fixed size"
ITERATIVE = True


def specialise(params: dict[str, Any]) -> dict[str, int]:
    """Tests, with a table."""
    return specialised(tests=True, table=True)


def settings(params: dict[str, Any], seed: int | None) -> list[int]:
    """Depth, first guess, table and order."""
    return settings_of(params)

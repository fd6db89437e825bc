"""Minimax to a given depth (Shannon 1950).

Shannon, C. E. 1950, "Programming a computer for playing chess", Philosophical Magazine 41, 256-275.
Every line of play is searched to the depth, or to the end of the game; positions there are
evaluated, and values are backed up to the root. The best move is the first with the greatest value.
The search itself and what it counts: ``kernels.cores.game_tree``. Memory: the path.
"""

from __future__ import annotations

from typing import Any

from kernels.cores.game_parameters import DEPTH_PARAMETER, EVALUATE, settings_of, specialised
from kernels.cores.game_tree import Search, advance, allocate, begin, bytes_used, path

__all__ = ["Search", "advance", "allocate", "begin", "bytes_used", "path"]

PLAYS = True
PARAMETERS = {"depth": DEPTH_PARAMETER, "evaluate": EVALUATE}
USES_HEURISTIC = True
EXACT = "minimax value at the depth"
MEMORY = "path"


def specialise(params: dict[str, Any]) -> dict[str, int]:
    """Nothing is pruned."""
    return specialised(prunes=False)


def settings(params: dict[str, Any], seed: int | None) -> list[int]:
    """Depth, and what is evaluated."""
    return settings_of(params)

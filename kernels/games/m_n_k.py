"""m,n,k-games: k own stones in a row win, on m columns and n rows. 3,3,3 is tic-tac-toe.

Two players put a stone on an empty cell in turn. k or more in a row, a column or a diagonal win; a
full board without them is a draw. van den Herik, Uiterwijk & van Rijswijck 2002, "Games solved: now
and in the future", has what is known of them.
"""

from __future__ import annotations

from typing import Any

from kernels.contract import Parameter
from kernels.cores.line_board_tables import LONGEST_SIDE, MOST_CELLS_OF_EXACT_KEYS, Rules
from kernels.cores.line_board_texts import LineGame
from kernels.cores.line_boards import key, mover, moves, outcome, play, undo

__all__ = ["key", "mover", "moves", "outcome", "play", "undo"]

PARAMETERS = {
    "m": Parameter("integer", 3, "cells in a row", minimum=1, maximum=LONGEST_SIDE),
    "n": Parameter("integer", 3, "cells in a column", minimum=1, maximum=LONGEST_SIDE),
    "k": Parameter("integer", 3, "stones in a line that win", minimum=1, maximum=LONGEST_SIDE),
    "symmetry": Parameter("boolean", False, "take mirrored and turned positions for one"),
    "keys": Parameter(
        "choice",
        "auto",
        "exact: one for each position, on up to "
        f"{MOST_CELLS_OF_EXACT_KEYS} cells; zobrist: hashes; auto: exact where they fit",
        choices=("auto", "exact", "zobrist"),
    ),
}


def fault(params: dict[str, Any]) -> str | None:
    """A line that fits nowhere, or a board with too many positions for exact keys."""
    m, n, k = params["m"], params["n"], params["k"]
    if k > max(m, n):
        return f"k: no line of {k} cells fits a board of {m} columns and {n} rows"
    if params["keys"] == "exact" and m * n > MOST_CELLS_OF_EXACT_KEYS:
        return (
            f"keys: exact ones are for boards of up to {MOST_CELLS_OF_EXACT_KEYS} cells, and this "
            f"one has {m * n}; choose zobrist"
        )
    return None


def reduces_symmetry(params: dict[str, Any]) -> bool:
    """Where the parameter says so."""
    return bool(params["symmetry"])


def _rules(params: dict[str, Any]) -> Rules:
    return Rules(
        width=params["m"],
        height=params["n"],
        length=params["k"],
        exactly=False,
        symmetry=params["symmetry"],
        exact_keys=_has_exact_keys(params),
    )


def _has_exact_keys(params: dict[str, Any]) -> bool:
    fits = params["m"] * params["n"] <= MOST_CELLS_OF_EXACT_KEYS
    return bool(params["keys"] == "exact" or (params["keys"] == "auto" and fits))


_game = LineGame(_rules)
specialise = _game.specialise
exact_keys = _game.exact_keys
move_name = _game.move_name
read = _game.read
doctor = _game.doctor
random_instance = _game.random_instance
scrambled_instance = _game.scrambled_instance
prepare = _game.prepare
start = _game.start
written = _game.written
drawn = _game.drawn

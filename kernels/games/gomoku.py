"""Gomoku: five own stones in a row win, on 15 x 15 cells.

Two players put a stone on an empty cell in turn; there are no forbidden moves and no opening rules
("freestyle"). Lines of six and more win too, or by the rule ``exactly_five`` do not. A full board
without a win is a draw. Allis, van den Herik & Huntjens 1996, "Go-Moku solved by new search
techniques", Computational Intelligence 12(1), found it a win of the first player by either rule.
"""

from __future__ import annotations

from typing import Any

from kernels.contract import Parameter
from kernels.cores.line_board_tables import LONGEST_SIDE, Rules
from kernels.cores.line_board_texts import LineGame
from kernels.cores.line_boards import key, mover, moves, outcome, play, undo

__all__ = ["key", "mover", "moves", "outcome", "play", "undo"]

FIVE = 5
PARAMETERS = {
    "width": Parameter("integer", 15, "cells in a row", minimum=FIVE, maximum=LONGEST_SIDE),
    "height": Parameter("integer", 15, "cells in a column", minimum=FIVE, maximum=LONGEST_SIDE),
    "rule": Parameter(
        "choice",
        "five_or_more",
        "whether a line of six or more stones wins",
        choices=("five_or_more", "exactly_five"),
    ),
    "symmetry": Parameter("boolean", False, "take mirrored and turned positions for one"),
}


def reduces_symmetry(params: dict[str, Any]) -> bool:
    """Where the parameter says so."""
    return bool(params["symmetry"])


def _rules(params: dict[str, Any]) -> Rules:
    return Rules(
        width=params["width"],
        height=params["height"],
        length=FIVE,
        exactly=params["rule"] == "exactly_five",
        symmetry=params["symmetry"],
        exact_keys=False,
    )


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

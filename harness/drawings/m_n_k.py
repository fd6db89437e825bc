"""m,n,k-games: a recorded line replayed move by move, and its boards. A move is ``row,column``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from harness import stones
from harness.stones import FIRST, SECOND, WINNING, Board, brief, mover, outcome, written

if TYPE_CHECKING:
    from harness.pictures import Cell

__all__ = ["brief", "mover", "outcome", "written"]

OPERATOR = "move"
PLAYERS = {FIRST: "X", SECOND: "O"}

PAPER, WON, FRAME, LINE = "#ffffff", "#cdeccf", "#f0c95a", "#b9bfc7"
BLUE, RED = "#0072b2", "#c8432b"
STROKE = 0.13


def boards(start: str, params: Mapping[str, Any], operators: Sequence[str]) -> list[Board]:
    """The board before the first move and after each; see ``harness.stones``.

    Raises ValueError with the reason where ``start`` is no board or a move may not be made.
    """
    rules = stones.Rules(params["m"], params["n"], params["k"])
    return stones.replay(rules, stones.read(rules, start), operators, stones.cell_named)


def paint(cell: Cell, kind: str) -> None:
    """Draw one cell: crosses and noughts."""
    stones.paint_ground(cell, kind, (PAPER, WON, FRAME), LINE)
    if kind[0] == FIRST:
        cell.line(0.26, 0.26, 0.74, 0.74, BLUE, STROKE)
        cell.line(0.26, 0.74, 0.74, 0.26, BLUE, STROKE)
    if kind[0] == SECOND:
        cell.disc(0.5, 0.5, 0.3, RED)
        cell.disc(0.5, 0.5, 0.3 - STROKE, WON if WINNING in kind else PAPER)

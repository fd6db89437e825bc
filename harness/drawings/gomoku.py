"""Gomoku: a recorded line replayed move by move, and its boards. A move is ``row,column``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from harness import stones
from harness.stones import FIRST, SECOND, Board, brief, mover, outcome, written

if TYPE_CHECKING:
    from harness.pictures import Cell

__all__ = ["brief", "mover", "outcome", "written"]

OPERATOR = "move"
PLAYERS = {FIRST: "black", SECOND: "white"}

FIVE = 5

WOOD, WON, FRAME, LINE = "#e8c48d", "#9fd39f", "#c8432b", "#a9804a"
RIM = "#20262e"
FILLINGS = {FIRST: "#20262e", SECOND: "#ffffff"}


def boards(start: str, params: Mapping[str, Any], operators: Sequence[str]) -> list[Board]:
    """The board before the first move and after each; see ``harness.stones``.

    Raises ValueError with the reason where ``start`` is no board or a move may not be made.
    """
    exactly = params["rule"] == "exactly_five"
    rules = stones.Rules(params["width"], params["height"], FIVE, exactly)
    return stones.replay(rules, stones.read(rules, start), operators, stones.cell_named)


def paint(cell: Cell, kind: str) -> None:
    """Draw one cell: black and white stones on wood."""
    stones.paint_ground(cell, kind, (WOOD, WON, FRAME), LINE)
    if kind[0] in FILLINGS:
        cell.disc(0.5, 0.5, 0.37, RIM)
        cell.disc(0.5, 0.5, 0.32, FILLINGS[kind[0]])

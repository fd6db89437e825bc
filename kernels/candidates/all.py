"""All: every legal move, in the game's own order."""

from __future__ import annotations

from typing import Any

from kernels.contract import game
from kernels.game_contract import EVERY_GAME
from kernels.jit import inlined

FITS = EVERY_GAME
BY_REMAINING = False


def symmetric(params: dict[str, Any]) -> bool:
    """All moves are all moves."""
    return True


def prepare(T: Any, params: dict[str, Any]) -> tuple[()]:
    """Nothing to look up."""
    return ()


@inlined
def generate(T, C, state, remaining, into, at):
    """The game's own list."""
    return game.moves(T, state, into, at)

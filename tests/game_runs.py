"""Makes and solves single runs of the games that come with the program, by name, for tests."""

from __future__ import annotations

from typing import Any

import playing
from searching import choice, solve

from harness.model import Record, Run
from kernels import catalogue

TIC_TAC_TOE: dict[str, Any] = {"m": 3, "n": 3, "k": 3}


def game_run(
    game: str,
    algorithm: str,
    parameters: dict[str, Any] | None = None,
    *,
    board: dict[str, Any] | None = None,
    position: Any = "empty",
    evaluator: str | None = "zero",
    candidates: str = "all",
    **limits: Any,
) -> Run:
    """A run of a game; parameters that are not given are the defaults."""
    chosen = choice("games", game, **(board or {}))
    module = catalogue.load(catalogue.path_of("games", game))
    return playing.game_run(
        chosen,
        module.read(chosen.parameters, position),
        algorithm,
        parameters or {},
        choice("evaluators", evaluator, game) if evaluator else None,
        choice("candidates", candidates, game),
        **limits,
    )


def solved(*arguments: Any, **named: Any) -> Record:
    """The record of such a run."""
    return solve(game_run(*arguments, **named))

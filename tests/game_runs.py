"""Makes and solves single runs of the games that come with the program, by name, for tests."""

from __future__ import annotations

from typing import Any

from searching import choice, solve

from harness.model import Instance, Limits, Record, Run
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
    text = module.read(chosen.parameters, position)
    return Run(
        run_id="0" * 16,
        experiment="test",
        domain=chosen,
        instance=Instance(text, text),
        algorithm=choice("algorithms", algorithm, **(parameters or {})),
        heuristic=choice("evaluators", evaluator, game) if evaluator else None,
        candidates=choice("candidates", candidates, game),
        limits=Limits(**{"memory": 1 << 28, **limits}),
        keep_path=True,
    )


def solved(*arguments: Any, **named: Any) -> Record:
    """The record of such a run."""
    return solve(game_run(*arguments, **named))

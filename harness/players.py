"""What a game of a match is made of: searches by two players in turn, each with its own kernel."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import asdict, replace
from typing import Any

from harness.identity import RUN_ID_DIGITS
from harness.model import MATCH, Choice, Instance, Player, Run


def match_of(first: Player, second: Player) -> Choice:
    """What stands in the place of the algorithm: both players with all that decides their moves.

    Their limits are among it. A search that a limit ends may have a move all the same, so that
    limits decide how a game goes on, as parameters do.
    """
    players = {player.name: _described(player) for player in (first, second)}
    return Choice(MATCH, {"first": first.name, "second": second.name, "players": players}, "")


def _described(player: Player) -> dict[str, Any]:
    parts = {
        "algorithm": player.algorithm,
        "evaluator": player.heuristic,
        "candidates": player.candidates,
    }
    told: dict[str, Any] = {}
    for part, choice in parts.items():
        told[part] = choice.name if choice else None
        told[f"{part}_params"] = choice.parameters if choice else None
    told["limits"] = {name: n for name, n in asdict(player.limits).items() if n is not None}
    return told if player.seed is None else told | {"seed": player.seed}


def search_of(run: Run, player: Player, position: str) -> Run:
    """The search for a player's move in a position (its canonical text) of a match.

    Without a memory limit of his own he has that of the run.
    """
    limits = replace(player.limits, memory=player.limits.memory or run.limits.memory)
    return replace(
        run,
        instance=Instance(run.instance.name, position),
        algorithm=player.algorithm,
        heuristic=player.heuristic,
        candidates=player.candidates,
        seed=run.seed if player.seed is None else player.seed,
        limits=limits,
        keep_path=False,
        players=None,
    )


def searches_of(run: Run) -> tuple[Run, ...]:
    """The searches of whose kernels a run is made: itself, or one for each player of a match."""
    if run.players is None:
        return (run,)
    return tuple(search_of(run, player, run.instance.text) for player in run.players)


def digest_of(kernels: Iterable[str]) -> str:
    """Digest of a match, 16 hex digits: that of its players' kernel digests, in whatever order."""
    return hashlib.sha256("\n".join(sorted(kernels)).encode()).hexdigest()[:RUN_ID_DIGITS]

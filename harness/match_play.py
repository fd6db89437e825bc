"""Plays one game of a match: each player in turn searches the position and makes his best move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from harness.model import KernelFault, Player, Record, Run
from harness.players import digest_of, search_of
from harness.referee import Referee
from kernels.game_contract import DRAW, FIRST_WINS

SUMS = (
    "expanded", "generated", "evaluated", "leaves", "cutoffs", "table_hits", "kernel_seconds",
)  # fmt: skip
"""Columns of a match that are sums over the searches for all moves, cut ones included."""

_OF_A_MOVE = ("value", "status", "expanded", "generated", "evaluated", "kernel_seconds")


class Searcher(Protocol):
    """What searches for the moves."""

    def solve(self, run: Run) -> Record:
        """Search within the run's limits."""

    def referee(self, run: Run) -> Referee:
        """The rules of the run's game, at its position."""


def play(run: Run, searcher: Searcher) -> Record:
    """The record of a match, whose first player moves first in the opening.

    It is ``solved`` with the value 1, 0 or -1 (of the first player: won, drawn, lost) when the game
    is over. A player whose search ends at a limit moves all the same if it has a value by then, as
    iterative deepening has; else the match has the status of that search. ``depth`` is the number
    of moves played, ``best_move`` the first of them.

    Raises KernelFault, with player and move, for a fault in a search and for one that is over and
    names no move.
    """
    assert run.players is not None
    game, other = (
        searcher.referee(search_of(run, player, run.instance.text)) for player in run.players
    )
    opener = game.mover
    rows: list[dict[str, Any]] = []
    searches: list[dict[str, Any]] = []
    status, detail = "solved", None
    while not game.is_over:
        player = run.players[game.mover != opener]
        found = _searched(run, player, game, searcher)
        searches.append(found)
        if found["value"] is None:
            status, detail = found["status"], _cut(player, game, found)
            break
        rows.append(_move(player, game, found))
    row = {
        "status": status,
        "detail": detail,
        "value": _result(game.outcome, opener) if game.is_over else None,
        "depth": len(rows),
        "best_move": rows[0]["move"] if rows else None,
        "kernel_digest": digest_of((game.digest, other.digest)),
        **_totals(searches),
    }
    nothing = np.empty((0, 4), dtype=np.int64)
    path = game.moves if run.keep_path else None
    return Record(row, levels=nothing, iterations=nothing, path=path, games=rows)


def _searched(run: Run, player: Player, game: Referee, searcher: Searcher) -> dict[str, Any]:
    """What the search for the next move gave: columns of ``runs.parquet``."""
    try:
        return searcher.solve(search_of(run, player, game.position)).row
    except KernelFault as fault:
        raise KernelFault(f"{_turn(player, game)}: {fault}") from None


def _move(player: Player, game: Referee, found: dict[str, Any]) -> dict[str, Any]:
    """Make the best move; its row of ``games.parquet``, without the run id."""
    move = found["best_move"]
    if move is None:
        name = player.algorithm.name
        raise KernelFault(f"{_turn(player, game)}: {name} gives a value, but no move")
    row = {"ply": len(game.moves), "player": player.name, "move": move}
    if not game.play(move):
        raise KernelFault(f"{_turn(player, game)}: {move} breaks the game's rules")
    return row | {name: found[name] for name in _OF_A_MOVE}


def _cut(player: Player, game: Referee, found: dict[str, Any]) -> str:
    reason = found.get("detail") or found["status"]
    return f"{_turn(player, game)}: no value within the limits of the player ({reason})"


def _turn(player: Player, game: Referee) -> str:
    return f"{player.name}, move {len(game.moves) + 1}"


def _result(outcome: int, opener: int) -> int:
    """1, 0 or -1 from the side of the player who moved first in the opening."""
    if outcome == DRAW:
        return 0
    winner = int(outcome != FIRST_WINS)
    return 1 if winner == opener else -1


def _totals(searches: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Sums over all searches, and the most memory that one of them used."""
    sums = {name: sum(found[name] or 0 for found in searches) for name in SUMS}
    seconds = sums["kernel_seconds"]
    return sums | {
        "peak_bytes": max((found["peak_bytes"] for found in searches), default=0),
        "nodes_per_second": sums["expanded"] / seconds if seconds else None,
    }

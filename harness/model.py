"""The few plain objects that the parts of the harness hand to each other."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np


class UserError(Exception):
    """Something the user can put right, said in one sentence; ``exit_status`` 2 or 1."""

    def __init__(self, message: str, exit_status: int = 2) -> None:
        super().__init__(message)
        self.exit_status = exit_status


class KernelFault(Exception):
    """A heuristic (or domain) broke its contract while it was searched with, in one sentence."""


@dataclass(frozen=True)
class Choice:
    """A domain, heuristic, algorithm, ... with all its parameters, defaults filled in.

    name
        its file's stem.
    parameters
        every parameter of its ``PARAMETERS``, in that order.
    path
        its file (an absolute path, as text).
    """

    name: str
    parameters: dict[str, Any]
    path: str


@dataclass(frozen=True)
class Instance:
    """A start state: ``text`` is its canonical form, ``name`` what people call it."""

    name: str
    text: str


@dataclass(frozen=True)
class Limits:
    """Where a run stops: nodes expanded, nodes generated, seconds of search, bytes stored."""

    nodes: int | None = None
    generated: int | None = None
    seconds: float | None = None
    memory: int | None = None


MATCH = "match"
"""Stands for the algorithm of a run that is a game between two players."""

ALL_OPPONENTS = "all"
"""Stands for all opponents of a player together in the table of a match; no player is called so."""


@dataclass(frozen=True)
class Player:
    """Who takes part in matches: a configuration that chooses moves.

    heuristic
        its evaluator, or None where its algorithm uses none.
    limits
        of the search for each of its moves.
    seed
        of its random choices where its algorithm names one; else they have that of the run.
    """

    name: str
    algorithm: Choice
    heuristic: Choice | None
    candidates: Choice
    limits: Limits
    seed: int | None = None


@dataclass(frozen=True)
class Run:
    """One search to make, or one game of a match.

    domain, heuristic, candidates
        of a game: the game, its evaluator and its candidate generator; elsewhere the latter is
        None.
    run_id
        16 hex digits: a hash of what determines the counts (domain, instance text, algorithm,
        heuristic, their parameters, seed, repeat), not of names, paths, limits or neighbours.
    fault
        why the instance cannot be solved (the doctor's words), or None. Such a run is recorded
        as ``invalid_instance`` without a search.
    players
        of a game of a match: first the one who moves first in the instance, which is its opening.
        ``algorithm`` is ``MATCH`` then, with all about the players as its parameters; heuristic and
        candidates are None, and there are no limits but those of the players.
    """

    run_id: str
    experiment: str
    domain: Choice
    instance: Instance
    algorithm: Choice
    heuristic: Choice | None
    seed: int | None = None
    repeat: int = 0
    limits: Limits = field(default_factory=Limits)
    keep_path: bool = False
    fault: str | None = None
    candidates: Choice | None = None
    players: tuple[Player, Player] | None = None


@dataclass
class Record:
    """What a run gave.

    row
        the columns of ``runs.parquet`` (see ``harness.columns``) that the run determines.
    levels
        int64[n, 4]: level, expanded, generated, visited; of games int64[n, 11], with the further
        columns of ``levels.parquet``.
    iterations
        int64[m, 4]: iteration, bound, expanded, generated.
    path
        operators of the solution as text, or None where it was not asked for.
    solutions
        int64[s, 5]: solution, cost, depth, expanded, generated; the last two when it was found.
        Only of algorithms that go on to better ones.
    games
        of a match, a row of ``games.parquet`` for each move, without its run id.
    """

    row: dict[str, Any]
    levels: np.ndarray
    iterations: np.ndarray
    path: list[str] | None = None
    solutions: np.ndarray = field(default_factory=lambda: np.zeros((0, 5), dtype=np.int64))
    games: list[dict[str, Any]] = field(default_factory=list)

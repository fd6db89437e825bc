"""Connect Four's functions bound into a probe, compiled or as plain Python; and random games."""

from __future__ import annotations

import importlib
import random
import sys
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import naive_connect_four as naive
import numpy as np
from bound_probes import PROBES
from numba import config

from kernels import catalogue, sources, specialise
from kernels.games import connect_four
from kernels.sources import Binding
from kernels.specialise import Kernel

WEIGHTS = {"weight_one": 3, "weight_two": 11, "weight_three": 47}
"""No sum of few of them is another one."""


def parameters(width: int, height: int, symmetry: bool = False) -> dict[str, Any]:
    return {"width": width, "height": height, "symmetry": symmetry}


@dataclass(frozen=True)
class Seen:
    """What the probe saw before a move, or after the last one."""

    outcome: int
    mover: int
    evaluated: int
    updated: int
    key: int
    moves: list[int]
    candidates: list[int]
    state: list[int]


class Probe:
    """The functions of one size."""

    def __init__(
        self, params: dict[str, Any], evaluator: str, candidates: str, is_compiled: bool
    ) -> None:
        self.params = params
        self.size = connect_four.specialise(params)
        binding = Binding(
            algorithm=PROBES / "connect_four.py",
            domain=catalogue.path_of("games", "connect_four"),
            heuristic=catalogue.path_of("evaluators", evaluator, "connect_four"),
            constants=self.size,
            candidates=catalogue.path_of("candidates", candidates, "connect_four"),
        )
        kernel = specialise.load(binding, self._bind) if is_compiled else _plain(binding)
        self._bind(kernel)

    def _bind(self, kernel: Kernel) -> None:
        assert kernel.heuristic is not None and kernel.candidates is not None
        self.entries, self.evaluator = kernel.algorithm, kernel.heuristic
        self.T = kernel.domain.prepare(self.params, "empty")
        self.E = kernel.heuristic.prepare(self.T, WEIGHTS)
        self.C = kernel.candidates.prepare(self.T, {})
        self.follow("empty", [0])

    def follow(self, position: str, moves: list[int]) -> list[Seen]:
        """Play moves and take them back: what was seen after 0, 1, ... of them."""
        state = connect_four.start(self.params, position)
        before, plies = state.copy(), len(moves) + 1
        rows = np.full((plies, 6), -99, dtype=np.int64)
        keys = np.zeros(plies, dtype=np.uint64)
        legal, tried = np.full((2, plies, self.size["MAX_MOVES"] + 2), -99, dtype=np.int64)
        states = np.zeros((plies, len(state)), dtype=np.int64)
        script = np.array(moves, dtype=np.int64)
        with np.errstate(over="ignore"):
            self.entries.follow(
                self.T, self.E, self.C, state, script, rows, keys, legal, tried, states
            )
        assert (state == before).all(), "undo does not restore the state"
        for made in (legal, tried):
            assert (made[:, 0] == -99).all() and (made[:, -1] == -99).all()
        return [
            Seen(*map(int, row[:4]), int(key), *_listed(row[4:], *found), state.tolist())
            for row, key, found, state in zip(
                rows, keys, zip(legal, tried, strict=True), states, strict=True
            )
        ]


def _listed(counts: np.ndarray, *found: np.ndarray) -> list[list[int]]:
    return [moves[1 : 1 + count].tolist() for count, moves in zip(counts, found, strict=True)]


@cache
def probe(
    width: int,
    height: int,
    symmetry: bool = False,
    evaluator: str = "windows",
    candidates: str = "centre_first",
    is_compiled: bool = False,
) -> Probe:
    return Probe(parameters(width, height, symmetry), evaluator, candidates, is_compiled)


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    folder = tempfile.TemporaryDirectory(prefix="plain-games-")
    sys.path.append(folder.name)
    return folder


def _plain(binding: Binding) -> Kernel:
    """The kernel's functions, not compiled."""
    entering = sources.read(binding)
    package = f"plain_{entering.digest()}"
    entering.write(package, Path(_folder().name) / package)
    importlib.invalidate_caches()
    before, config.DISABLE_JIT = config.DISABLE_JIT, 1
    try:
        names = entering.modules(package)
        importlib.import_module(f"{package}.contract")
        roles = {role: importlib.import_module(name) for role, name in names.items()}
    finally:
        config.DISABLE_JIT = before
    return Kernel(
        digest=entering.digest(),
        algorithm=roles["algorithm"],
        domain=roles["game"],
        heuristic=roles["evaluator"],
        replay=roles["replay"],
        compile_seconds=0.0,
        candidates=roles["candidates"],
    )


def random_game(
    rng: random.Random, width: int, height: int
) -> tuple[list[int], list[naive.Board], list[int]]:
    """Moves until the game is over, the boards before and after them, and their outcomes.

    Some games shun wins, so that they last.
    """
    shuns = rng.choice([0, 0, 1, 5])
    moves, boards, outcomes = [], [naive.empty(width)], [naive.ONGOING]
    while outcomes[-1] == naive.ONGOING:
        for _ in range(1 + shuns):
            move = rng.choice(naive.moves(boards[-1], height))
            after = naive.play(boards[-1], move)
            outcome = naive.outcome(after, height)
            if outcome not in (naive.FIRST_WINS, naive.SECOND_WINS):
                break
        moves.append(move)
        boards.append(after)
        outcomes.append(outcome)
    return moves, boards, outcomes

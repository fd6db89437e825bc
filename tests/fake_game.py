"""A game without kernels, for tests of matches: take one stone or two; who takes the last wins.

A position is "STONES MOVER", with the mover 0 or 1. Where the game begins with a multiple of ten
stones, it is a draw. Players are known by the name of their algorithm, a key of ``_HABITS``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from harness.model import Choice, Instance, KernelFault, Limits, Player, Record, Run
from harness.players import match_of
from kernels.game_contract import DRAW, FIRST_WINS, ONGOING, SECOND_WINS

GAME = Choice("stones", {}, "/stones.py")
ALL = Choice("all", {}, "/all.py")


class FakeReferee:
    def __init__(self, run: Run) -> None:
        self.digest = f"kernel of {run.algorithm.name}"
        self.stones, self.mover = map(int, run.instance.text.split())
        self.is_drawn = self.stones % 10 == 0
        self.moves: list[str] = []

    @property
    def legal(self) -> list[str]:
        return [str(n) for n in (1, 2) if n <= self.stones]

    def is_move(self, name: str) -> bool:
        return name in ("1", "2")

    def play(self, name: str) -> bool:
        if name not in self.legal:
            return False
        self.moves.append(name)
        self.stones -= int(name)
        self.mover = 1 - self.mover
        return True

    def take_back(self, count: int) -> None:
        for _ in range(count):
            self.stones += int(self.moves.pop())
            self.mover = 1 - self.mover

    @property
    def outcome(self) -> int:
        if self.stones:
            return ONGOING
        return DRAW if self.is_drawn else SECOND_WINS if self.mover == 0 else FIRST_WINS

    @property
    def is_over(self) -> bool:
        return self.outcome != ONGOING

    @property
    def position(self) -> str:
        return f"{self.stones} {self.mover}"

    @property
    def drawing(self) -> str:
        return "o" * self.stones


class FakeSearcher:
    """Keeps the searches that it was asked for."""

    def __init__(self) -> None:
        self.asked: list[Run] = []

    def solve(self, run: Run) -> Record:
        self.asked.append(run)
        stones = int(run.instance.text.split()[0])
        return found(**_HABITS[run.algorithm.name](stones))

    def referee(self, run: Run) -> Any:
        return FakeReferee(run)


def found(
    best_move: str | None, value: int | None = 5, status: str = "solved", **columns: Any
) -> Record:
    counts = {"expanded": 3, "generated": 7, "evaluated": 4, "leaves": 2, "cutoffs": 1}
    row = {
        "best_move": best_move,
        "value": value,
        "status": status,
        **counts,
        "table_hits": 6,
        "kernel_seconds": 0.5,
        "peak_bytes": 100,
        **columns,
    }
    nothing = np.empty((0, 4), dtype=np.int64)
    return Record(row, levels=nothing, iterations=nothing)


def _fail(stones: int) -> dict[str, Any]:
    raise KernelFault("evaluate gave 2.5")


_HABITS: dict[str, Callable[[int], dict[str, Any]]] = {
    "knows": lambda stones: {"best_move": str(stones % 3 or 1)},
    "takes_one": lambda stones: {"best_move": "1", "value": -stones, "peak_bytes": 900},
    "hurried": lambda stones: {"best_move": "1", "status": "node_limit", "detail": "3 expanded"},
    "too_slow": lambda stones: {
        "best_move": None,
        "value": None,
        "status": "time_limit",
        "detail": "2 seconds",
    },
    "speechless": lambda stones: {"best_move": None},
    "cheats": lambda stones: {"best_move": "9"},
    "broken": _fail,
}


def player_of(habit: str, name: str | None = None, limits: Limits | None = None) -> Player:
    algorithm = Choice(habit, {}, f"/{habit}.py")
    return Player(name or habit, algorithm, None, ALL, limits or Limits())


def match_run(position: str, first: Player, second: Player, keep_path: bool = False) -> Run:
    return Run(
        run_id="0" * 16,
        experiment="stones",
        domain=GAME,
        instance=Instance(position, position),
        algorithm=match_of(first, second),
        heuristic=None,
        keep_path=keep_path,
        players=(first, second),
    )

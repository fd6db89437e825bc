"""A game under way, by the rules that are compiled into a kernel."""

from __future__ import annotations

from typing import Any

import numpy as np

from harness.model import Run
from kernels import game_contract
from kernels.specialise import Kernel


class Referee:
    """Plays moves, given by their names, from the position of a run.

    run
        one search, of a game; any kernel of that game will do.
    T
        what the game looks up.
    """

    def __init__(self, run: Run, kernel: Kernel, T: Any) -> None:
        self.digest = kernel.digest
        self._parameters = run.domain.parameters
        self._kernel = kernel
        self._tables = T
        self._position = run.instance.text
        self._moves: list[int] = []
        self._scratch = np.zeros(kernel.replay.scratch_size(), dtype=np.int64)
        count = kernel.domain.specialise(self._parameters)["MOVES"]
        self._numbers = {self.name(move): move for move in range(count)}
        self._state = self._start()

    def name(self, move: int) -> str:
        """A move as people write it."""
        name: str = self._kernel.domain.move_name(self._parameters, move)
        return name

    @property
    def moves(self) -> list[str]:
        """The moves played so far."""
        return [self.name(move) for move in self._moves]

    @property
    def legal(self) -> list[str]:
        """Names of the moves that may be played now, in the game's order."""
        return [name for name, move in self._numbers.items() if self._allows(move)]

    def is_move(self, name: str) -> bool:
        """Whether a text is the name of any move of the game, whatever the position."""
        return name in self._numbers

    def play(self, name: str) -> bool:
        """Play a move, if it is legal; whether it was."""
        if name not in self._numbers or not self._allows(self._numbers[name]):
            return False
        self._moves.append(self._numbers[name])
        self._advance(self._state, self._moves[-1:])
        return True

    def take_back(self, count: int) -> None:
        """Take back the last moves, so many of them."""
        del self._moves[len(self._moves) - count :]
        self._state = self._start()
        self._advance(self._state, self._moves)

    @property
    def is_over(self) -> bool:
        """Whether no move is to come."""
        return self.outcome != game_contract.ONGOING

    @property
    def outcome(self) -> int:
        """As in ``kernels.game_contract``."""
        return int(self._kernel.replay.outcome_of(self._tables, self._state))

    @property
    def mover(self) -> int:
        """Who is to move: 0 the first player, 1 the second."""
        return int(self._kernel.domain.mover(self._tables, self._state))

    @property
    def position(self) -> str:
        """Canonical text of the position."""
        text: str = self._kernel.domain.written(self._parameters, self._state)
        return text

    @property
    def drawing(self) -> str:
        """The position in several lines, for people."""
        text: str = self._kernel.domain.drawn(self._parameters, self._state)
        return text

    def _start(self) -> np.ndarray:
        state: np.ndarray = self._kernel.domain.start(self._parameters, self._position)
        return state

    def _allows(self, move: int) -> bool:
        return self._advance(self._state.copy(), [move]) == 1

    def _advance(self, state: np.ndarray, moves: list[int]) -> int:
        """Play moves as far as they are legal; how many were."""
        line = np.array(moves, dtype=np.int64)
        return int(self._kernel.replay.play_back(self._tables, state, line, self._scratch))

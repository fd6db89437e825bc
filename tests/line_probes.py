"""Games in which a line of stones wins, compiled or left as plain Python, as tests call them."""

from __future__ import annotations

import importlib
import sys
import tempfile
from functools import cache
from pathlib import Path
from types import ModuleType

import numpy as np
from bound_probes import PROBES
from naive_games import FIRST, SECOND, LineBoard
from numba import config

from kernels import catalogue, sources, specialise
from kernels.cores import line_board_tables as boards
from kernels.cores.line_board_tables import Rules
from kernels.cores.line_board_texts import LineGame
from kernels.evaluators.m_n_k import longest_line
from kernels.sources import Binding
from kernels.specialise import Kernel

TEXTS = LineGame(lambda params: params["rules"])


def rules_of(board: LineBoard, symmetry: bool = False, exact_keys: bool = False) -> Rules:
    """The rules of a naive board."""
    return Rules(board.width, board.height, board.length, board.exactly, symmetry, exact_keys)


def _binding(rules: Rules) -> Binding:
    return Binding(
        PROBES / "line_boards.py",
        catalogue.path_of("games", "m_n_k"),
        catalogue.path_of("evaluators", "longest_line", "m_n_k"),
        boards.specialise(rules),
        catalogue.path_of("candidates", "all", "m_n_k"),
    )


@cache
def _plain_folder() -> tempfile.TemporaryDirectory[str]:
    folder = tempfile.TemporaryDirectory(prefix="plain-games-")
    sys.path.append(folder.name)
    return folder


def _plain_modules(bound: Binding) -> dict[str, ModuleType]:
    """The modules of a kernel, not compiled."""
    entering = sources.read(bound)
    package = f"plain_game_{entering.digest()}"
    entering.write(package, Path(_plain_folder().name) / package)
    importlib.invalidate_caches()
    before, config.DISABLE_JIT = config.DISABLE_JIT, 1
    try:
        return {r: importlib.import_module(m) for r, m in entering.modules(package).items()}
    finally:
        config.DISABLE_JIT = before


@cache
def compiled_game(rules: Rules) -> LineKernel:
    """The game's functions, compiled as searches are."""
    start = "." * (rules.width * rules.height)

    def warm(kernel: Kernel) -> None:
        made = LineKernel(rules, kernel.algorithm, kernel.replay)
        made.follow(start, [0])
        made.attempt(start, [0])
        made.lists(start)
        made.keys([start])
        made.value(start, open_lines=False)

    kernel = specialise.load(_binding(rules), warm)
    return LineKernel(rules, kernel.algorithm, kernel.replay)


def plain_game(rules: Rules) -> LineKernel:
    """The same functions, not compiled."""
    modules = _plain_modules(_binding(rules))
    return LineKernel(rules, modules["algorithm"], modules["replay"])


class LineKernel:
    """A game's functions; positions are those of ``naive_games.LineBoard``."""

    def __init__(self, rules: Rules, probe: ModuleType, replay: ModuleType) -> None:
        self.rules, self.probe, self.replay = rules, probe, replay
        self.T = boards.tables(rules)

    def start(self, position: str) -> np.ndarray:
        """State vector of a position, whoever has how many stones."""
        board = LineBoard(self.rules.width, self.rules.height, self.rules.length)
        return TEXTS.start({"rules": self.rules}, board.text(position))

    def follow(self, position: str, moves: list[int]) -> tuple[np.ndarray, np.ndarray]:
        """States after 0, 1, ... moves, up to the end of the game, on the way there and back."""
        state = self.start(position)
        forth, back = np.full((2, len(moves) + 1, len(state)), 99, dtype=np.int64)
        script = np.array(moves, dtype=np.int64)
        played = self.probe.follow(self.T, state, script, forth, back)
        return forth[: played + 1], back[: played + 1]

    def attempt(self, position: str, moves: list[int]) -> list[tuple[int, int, int]]:
        """Outcome, player to move and key after each of these moves."""
        state = self.start(position)
        outcomes, movers = np.full((2, len(moves)), 99, dtype=np.int64)
        keys = np.zeros(len(moves), dtype=np.uint64)
        script = np.array(moves, dtype=np.int64)
        self.probe.attempt(self.T, state, script, outcomes, movers, keys)
        assert (state == self.start(position)).all()
        return list(zip(outcomes.tolist(), movers.tolist(), keys.tolist(), strict=True))

    def lists(self, position: str) -> tuple[list[int], list[int]]:
        """Moves and candidates, which are written without a look beyond their number."""
        count = position.count(".")
        legal, generated = np.full((2, count + 1), 99, dtype=np.int64)
        self.probe.lists(self.T, (), self.start(position), legal, generated)
        assert legal[0] == generated[0] == count
        return legal[1:].tolist(), generated[1:].tolist()

    def keys(self, positions: list[str]) -> list[int]:
        """Key of each position."""
        states = np.stack([self.start(position) for position in positions])
        keys = np.zeros(len(states), dtype=np.uint64)
        self.probe.keys_of(self.T, states, keys)
        return [int(key) for key in keys]

    def value(self, position: str, open_lines: bool) -> int:
        """By the longest line, or that of the end of the game."""
        E = longest_line.prepare(self.T, {"open_lines": open_lines})
        return int(self.replay.value_of(self.T, E, self.start(position)))


def stones_of(position: str) -> int:
    """How many stones are on the board."""
    return position.count(FIRST) + position.count(SECOND)

"""Runs kernels of games without the driver, in slices of any size, and compares them with twins.

The driver looks anew at all sources for each choice of parameters, and tests make thousands of
these.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from itertools import repeat
from pathlib import Path
from typing import Any

import numpy as np
from naive_play import ALGORITHMS, Found, Game
from searching import choice

from harness import kernel_of, modules
from harness.model import Choice
from kernels import counters as at
from kernels import game_contract as play
from kernels import specialise
from kernels.specialise import Kernel
from kernels.workspace import Workspace

PROBES = Path(__file__).parent / "probes"
UNLIMITED = 1 << 62

COLUMNS = {
    "expanded": play.LEVEL_EXPANDED,
    "generated": play.LEVEL_GENERATED,
    "leaves": play.LEVEL_LEAVES,
    "evaluated": play.LEVEL_EVALUATED,
    "cutoffs": play.LEVEL_CUTOFFS,
    "table_hits": play.LEVEL_TABLE_HITS,
    "first_wins": play.LEVEL_FIRST_WINS,
    "second_wins": play.LEVEL_SECOND_WINS,
    "draws": play.LEVEL_DRAWS,
}

_workspace = Workspace(1 << 28)


def probe(name: str, **parameters: Any) -> Choice:
    """A file of the probes, with its defaults, some replaced."""
    path = PROBES / f"{name}.py"
    known = getattr(modules.load(path), "PARAMETERS", {})
    defaults = {name: parameter.default for name, parameter in known.items()}
    return Choice(name, {**defaults, **parameters}, str(path))


@dataclass(frozen=True)
class Player:
    """A loaded kernel, with the choices that it is made of; the algorithm's parameters may vary."""

    kernel: Kernel
    game: Choice
    algorithm: Choice
    evaluator: Choice
    candidates: Choice

    def begin(self, position: str, parameters: dict[str, Any]) -> tuple[Any, tuple[Any, ...]]:
        """A search that has begun, and the tables that it is handed."""
        kernel, rules = self.kernel, self.game.parameters
        assert kernel.heuristic is not None and kernel.candidates is not None
        T = kernel.domain.prepare(rules, position)
        E = kernel.heuristic.prepare(T, self.evaluator.parameters)
        C = kernel.candidates.prepare(T, self.candidates.parameters)
        numbers = kernel.algorithm.settings({**self.algorithm.parameters, **parameters}, None)
        search = kernel.algorithm.allocate(_workspace, np.array(numbers, dtype=np.int64))
        kernel.algorithm.begin(search, T, E, C, kernel.domain.start(rules, position))
        return search, (T, E, C)

    def search(
        self,
        position: str,
        parameters: dict[str, Any],
        slices: Iterable[tuple[int, int]] = repeat((UNLIMITED, UNLIMITED)),
    ) -> Found:
        """The search to its end; ``slices``: expansions and generations of each call."""
        search, tables = self.begin(position, parameters)
        for budget in slices:
            status = self.kernel.algorithm.advance(search, *tables, *budget)
            if status != at.RUNNING:
                break
        assert status == at.SOLVED
        assert search.counters[play.HAS_VALUE] == 1
        found = self._found(search)
        clear(search)
        return found

    def _found(self, search: Any) -> Found:
        counters = search.counters
        found = Found(int(counters[play.VALUE]), self.kernel.algorithm.path(search))
        for ply, row in enumerate(search.levels[: counters[at.LEVELS]].tolist()):
            found.levels[ply].update({name: row[k] for name, k in COLUMNS.items()})
        assert found.total("evaluated") == counters[at.EVALUATED]
        if getattr(self.kernel.algorithm, "ITERATIVE", False):
            closed = search.iterations[: counters[at.ITERATIONS]].tolist()
            rest = [
                found.total(name) - sum(row[k] for row in closed)
                for k, name in ((1, "expanded"), (2, "generated"))
            ]
            found.iterations = [tuple(row) for row in [*closed, [counters[at.BOUND], *rest]]]
        return found


def solve_all(
    game: Choice,
    algorithm: Choice,
    evaluator: Choice,
    candidates: Choice,
    positions: list[str],
    parameters: list[dict[str, Any]],
) -> list[tuple[int, int]]:
    """Value and best move (-1: none) of each position, with its own parameters, in one call."""
    many = replace(algorithm, path=str(PROBES / "solve_all.py"))
    constants = modules.load(Path(algorithm.path)).specialise(algorithm.parameters)
    binding = kernel_of.bind(game, many, evaluator, positions[0], candidates)
    binding = replace(binding, constants={**binding.constants, **constants})
    found = np.zeros((len(positions), 4), dtype=np.int64)

    def solve(kernel: Kernel, some: slice) -> None:
        assert kernel.heuristic is not None and kernel.candidates is not None
        T = kernel.domain.prepare(game.parameters, positions[0])
        E = kernel.heuristic.prepare(T, evaluator.parameters)
        C = kernel.candidates.prepare(T, candidates.parameters)
        numbers = [kernel.algorithm.settings({**algorithm.parameters, **own}) for own in parameters]
        settings = np.array(numbers, dtype=np.int64)
        starts = np.array([kernel.domain.start(game.parameters, one) for one in positions])
        search = kernel.algorithm.allocate(_workspace, settings.max(axis=0))
        kernel.algorithm.solve_all(search, T, E, C, starts[some], settings[some], found[some])

    solve(specialise.load(binding, lambda kernel: solve(kernel, slice(0, 0))), slice(None))
    assert (found[:, :2] == (at.SOLVED, 1)).all()
    return [(int(value), int(move)) for _, _, value, move in found]


def clear(search: Any) -> None:
    """Leave the arrays as a search wants to find them."""
    search.levels[:] = 0
    search.iterations[: search.counters[at.ITERATIONS] + 1] = 0
    search.counters[:] = 0


def player(
    game: Choice,
    algorithm: str,
    parameters: dict[str, Any],
    evaluator: Choice,
    candidates: Choice,
    position: str,
) -> Player:
    """The kernel for these choices; ``position`` is any one to compile it with."""
    chosen = choice("algorithms", algorithm, **parameters)
    binding = kernel_of.bind(game, chosen, evaluator, position, candidates)

    def warm(kernel: Kernel) -> None:
        fresh = Player(kernel, game, chosen, evaluator, candidates)
        search, tables = fresh.begin(position, parameters)
        kernel.algorithm.advance(search, *tables, 0, 0)
        clear(search)

    return Player(specialise.load(binding, warm), game, chosen, evaluator, candidates)


def twin(algorithm: str, game: Game, root: Any, parameters: dict[str, Any], longest: int) -> Found:
    """What the slow search finds; ``longest``: plies of the longest game, where no depth is set."""
    given = {k: v for k, v in parameters.items() if v is not None}
    return ALGORITHMS[algorithm](game, root, **{"depth": longest, **given})


def check_same(found: Found, want: Found) -> None:
    """To the last count."""
    assert levels_of(found) == levels_of(want)
    assert (found.value, found.line) == (want.value, want.line)
    assert found.iterations == want.iterations


def levels_of(found: Found) -> list[tuple[int, ...]]:
    """Counts by ply, in the order of COLUMNS, as far as anything was counted."""
    plies = max((ply for ply, level in found.levels.items() if any(level.values())), default=-1)
    return [tuple(found.levels[ply][name] for name in COLUMNS) for ply in range(plies + 1)]


_OUTCOMES = {play.ONGOING: None, play.FIRST_WINS: 1, play.SECOND_WINS: -1, play.DRAW: 0}


@cache
def layered_rules() -> Any:
    """The probe's random game, as plain Python."""
    return modules.load(PROBES / "layered_game.py")


def layered_twin(parameters: dict[str, Any], seed: str, scores_ends: bool, drops: bool) -> Game:
    """The same game; a position is its ply and its number, the first one (0, 0)."""
    T = layered_rules().prepare(parameters, seed)

    def moves(position: tuple[int, int], remaining: int) -> list[int]:
        count, *legal = T.legal[position[1]].tolist()
        return legal[: count - 1 if drops and remaining % 2 == 1 and count > 1 else count]

    return Game(
        outcome=lambda position: _OUTCOMES[int(T.outcomes[position[1]])],
        first_moves=lambda position: (position[0] + T.first_mover) % 2 == 0,
        moves=moves,
        after=lambda position, move: (position[0] + 1, int(T.successors[position[1], move])),
        value=lambda position: int(T.values[position[1]]),
        key=lambda position: position[1],
        win=None if scores_ends else 3,
        by_remaining=drops,
    )

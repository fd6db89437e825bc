"""The compiled functions of Sokoban and its heuristics, as Python calls them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from bound_probes import PROBES, compiled
from naive_sokoban import UNPRUNED, Rules, State
from random_levels import text_of

from kernels import catalogue
from kernels.domains import sokoban
from kernels.sources import Binding
from kernels.specialise import Kernel


def parameters(rules: Rules) -> dict[str, Any]:
    """All parameters of the domain."""
    return dict(vars(rules))


def binding(probe: str, rules: Rules, text: str, heuristic: str | None = None) -> Binding:
    """A probe on levels of the size class of ``text``."""
    params = parameters(rules)
    chosen = None
    if heuristic is not None:
        chosen = catalogue.path_of("heuristics", heuristic, "sokoban")
    constants = {
        "UNIT_COST": int(sokoban.unit_cost(params)),
        **sokoban.specialise(params),
        **sokoban.specialise_for(params, text),
    }
    domain = catalogue.path_of("domains", "sokoban")
    return Binding(PROBES / f"{probe}.py", domain, chosen, constants)


@dataclass(frozen=True)
class Child:
    """What a push makes: its name and cost, the packed state, whether it is a goal, its pushes."""

    name: str
    cost: int
    key: tuple[int, ...]
    is_goal: bool
    further: tuple[str, ...]


class Board:
    """A level's compiled functions."""

    def __init__(self, text: str, rules: Rules, kernel: Kernel | None = None) -> None:
        self.text, self.params = text, parameters(rules)
        self.probe = (kernel or kernel_of(text, rules)).algorithm
        self.constants = sokoban.specialise_for(self.params, text)
        self.T = sokoban.prepare(self.params, text)
        self._state = np.full(self.constants["STATE_SIZE"], 99, dtype=np.int64)

    def key_of(self, state: State | None = None) -> tuple[int, ...]:
        """The packed state of the start, or of another state of the level."""
        text = self.text if state is None else text_of(self.text, state)
        key = np.full(self.constants["WORDS"], 99, dtype=np.uint64)
        self.probe.pack(self.T, sokoban.start(self.params, text), key)
        return tuple(key.tolist())

    def expand(self, key: tuple[int, ...], last: int | None = None) -> list[Child]:
        """All children, whose keys are the same by ``successor``; the state is left as it was."""
        words, most = self.constants["WORDS"], self.constants["MAX_OPERATORS"]
        packed, again = np.array(key, dtype=np.uint64), np.full(words, 99, dtype=np.uint64)
        operators, costs = np.full((2, most + 1), -1, dtype=np.int64)
        keys, succeeding = np.full((2, most, words), 99, dtype=np.uint64)
        goals = np.zeros(most, dtype=np.bool_)
        further = np.zeros((most, most + 1), dtype=np.int64)
        last = sokoban.NO_OPERATOR if last is None else last
        count = self.probe.expand(
            self.T, packed, last, self._state, again, operators, keys, costs, goals, further
        )
        assert tuple(again.tolist()) == key
        assert all(0 <= op < 1 << 16 for op in operators[:count].tolist())
        for asked in (-1, last):  # another state was generated last; this one
            made = self.probe.succeed(self.T, packed, asked, self._state, operators, succeeding)
            assert made == count
            assert (succeeding[:count] == keys[:count]).all()
        return [
            Child(
                sokoban.operator_name(int(operators[i])),
                int(costs[i]),
                tuple(keys[i].tolist()),
                bool(goals[i]),
                tuple(
                    map(sokoban.operator_name, further[i].tolist()[: list(further[i]).index(-1)])
                ),
            )
            for i in range(count)
        ]


_kernels: dict[str, Kernel] = {}


def kernel_of(text: str, rules: Rules) -> Kernel:
    """The compiled functions for levels of the size of ``text``."""

    def warm(kernel: Kernel) -> None:
        board = Board(text, rules, kernel)
        board.expand(board.key_of())

    bound = binding("pushes", rules, text)
    key = repr(bound.constants)
    if key not in _kernels:
        _kernels[key] = compiled(bound, warm)
    return _kernels[key]


@dataclass(frozen=True)
class Assessment:
    """h of states (n), and of their children by ``update`` and ``evaluate`` (n, MAX_OPERATORS)."""

    values: list[int]
    updated: list[list[int]]
    evaluated: list[list[int]]


def assess(text: str, heuristic: str, states: list[State], H: Any = None) -> Assessment:
    """h of states of a level, in this order, and of all their children; -1 where there is none.

    H
        the heuristic's tables; new ones if None.
    """
    rules = UNPRUNED
    params = parameters(rules)
    T = sokoban.prepare(params, text)
    tables = heuristic_tables(text, heuristic) if H is None else H
    most = sokoban.specialise_for(params, text)["MAX_OPERATORS"]
    vectors = {state: sokoban.start(params, text_of(text, state)) for state in set(states)}
    values = np.full(len(states), -1, dtype=np.int64)
    updated = np.full((len(states), most), -1, dtype=np.int64)
    evaluated = updated.copy()
    stacked = np.stack([vectors[state] for state in states])

    def warm(kernel: Kernel) -> None:
        operators = np.zeros(most, dtype=np.int64)
        kernel.algorithm.assess(T, tables, stacked, operators, values, updated, evaluated)

    warm(compiled(binding("heuristic", rules, text, heuristic), warm))
    return Assessment(values.tolist(), updated.tolist(), evaluated.tolist())


def heuristic_tables(text: str, heuristic: str) -> Any:
    """What a heuristic prepares for a level."""
    module = catalogue.load(catalogue.path_of("heuristics", heuristic, "sokoban"))
    return module.prepare(sokoban.prepare(parameters(UNPRUNED), text), {})

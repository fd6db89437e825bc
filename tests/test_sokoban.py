"""The domain ``sokoban``, compiled, against its twin: on every state of small levels."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import count, product
from random import Random

import numpy as np
import pytest
from naive_domains import DEAD_END, Problem, Step
from naive_sokoban import (
    UNPRUNED,
    Rules,
    State,
    sokoban,
)
from random_levels import random_level, some_levels, states_of
from sokoban_probes import Board, assess, heuristic_tables

from kernels.domains import sokoban as compiled_sokoban

RULES = [
    Rules(cost=cost, dead_squares=dead, freeze_deadlocks=freeze, bipartite_deadlocks=bipartite)
    for cost in ("pushes", "moves")
    for dead, freeze, bipartite in product((False, True), repeat=3)
]
ORDERS = compiled_sokoban.PARAMETERS["operator_order"].choices


def described(rules: Rules) -> str:
    short = {"dead_squares": "dead", "freeze_deadlocks": "freeze", "bipartite_deadlocks": "match"}
    return "-".join([rules.cost, *(word for name, word in short.items() if getattr(rules, name))])


every_rule = pytest.mark.parametrize("rules", RULES, ids=described)


@cache
def small_levels(how_many: int, first_seed: int, most_states: int) -> list[str]:
    return list(some_levels(how_many, first_seed, most_states))


def check_expansion(board: Board, problem: Problem, most: int = 10_000) -> int:
    """Compare all states, or about so many, from the start on; how many there are."""
    keys = {problem.start: board.key_of()}
    waiting = [problem.start]
    for state in waiting:
        steps = problem.operators(state, None)
        children = board.expand(keys[state])
        assert [(child.name, child.cost) for child in children] == [
            (name, cost) for name, _, cost in steps
        ], board.text
        for child, (_, there, _) in zip(children, steps, strict=True):
            if there not in keys and len(waiting) < most:
                waiting.append(there)
            assert keys.setdefault(there, child.key) == child.key
            assert child.is_goal == problem.is_goal(there)
            assert list(child.further) == names(problem.operators(there, child.name))
    assert len(set(keys.values())) == len(keys), "two states have the same key"
    return len(waiting)


def has_pushes(problem: Problem) -> bool:
    return bool(problem.operators(problem.start, None))


def names(steps: list[Step]) -> list[str]:
    return [name for name, _, _ in steps]


@every_rule
def test_every_push_of_every_state(rules: Rules) -> None:
    for number, text in enumerate(small_levels(150, 0, 300)):
        ordered = replace(rules, operator_order=ORDERS[number % len(ORDERS)])
        check_expansion(Board(text, ordered), sokoban(text, ordered))


@pytest.mark.parametrize("order", ORDERS)
def test_every_operator_order(order: str) -> None:
    rules = Rules(operator_order=order)
    seen = 0
    for text in small_levels(15, 500, 300):
        seen += check_expansion(Board(text, rules), sokoban(text, rules))
    assert seen > 150


@pytest.mark.parametrize("rules", [RULES[1], RULES[3], RULES[7], RULES[15]], ids=described)
def test_starts_in_any_order(rules: Rules) -> None:
    """What is remembered from one state to the next decides nothing; many starts are deadlocks."""
    dead = 0
    for seed, text in enumerate(small_levels(25, 13_000, 300)):
        board, problem = Board(text, rules), sokoban(text, rules)
        states = states_of(sokoban(text, replace(UNPRUNED, cost=rules.cost)))
        Random(seed).shuffle(states)
        for state in states:
            steps = problem.operators(state, None)
            children = board.expand(board.key_of(state))
            assert [child.name for child in children] == names(steps)
            dead += not steps and bool(sokoban(text, UNPRUNED).operators(state, None))
    assert dead > 100


@pytest.mark.parametrize("cost", ["pushes", "moves"])
def test_packed_states_are_those_of_the_texts_that_show_them(cost: str) -> None:
    """However the boxes and the man came there."""
    rules = replace(UNPRUNED, cost=cost)
    for text in small_levels(30, 900, 120):
        board, problem = Board(text, rules), sokoban(text, rules)
        keys = {problem.start: board.key_of()}
        for state in states_of(problem):
            children = board.expand(keys[state])
            assert board.key_of(state) == keys[state]
            for child, (_, there, _) in zip(children, problem.operators(state, None), strict=True):
                keys[there] = child.key


@pytest.mark.parametrize("cost", ["pushes", "moves"])
@pytest.mark.parametrize(
    ("size", "boxes", "words"), [(9, 5, 2), (13, 17, 3), (48, 20, 30)], ids=["2", "3", "many"]
)
def test_a_walk_through_states_of_several_words(
    size: int, boxes: int, words: int, cost: str
) -> None:
    """So many rows and columns, and at least so many words."""
    rules = Rules(cost=cost, freeze_deadlocks=True)
    levels = (random_level(seed, (size, size), (boxes, boxes)) for seed in count())
    text = next(text for text in levels if has_pushes(sokoban(text, rules)))
    board, problem, random = Board(text, rules), sokoban(text, rules), Random(size)
    assert board.constants["WORDS"] >= words
    start = problem.start, board.key_of()
    state, key = start
    seen: dict[State, tuple[int, ...]] = {}
    for _ in range(60):
        steps, children = problem.operators(state, None), board.expand(key)
        assert [(child.name, child.cost) for child in children] == [(s[0], s[2]) for s in steps]
        pairs = [(step[1], child.key) for step, child in zip(steps, children, strict=True)]
        seen.update(pairs)
        state, key = random.choice(pairs or [start])
    assert all(board.key_of(state) == key for state, key in random.sample([*seen.items()], 20))
    assert len(set(seen.values())) == len(seen)


# Heuristics


def checked(text: str, heuristic: str, states: list[State]) -> Iterator[int]:
    """Compare h of states and of their children, in this order; the values."""
    problem = sokoban(text, UNPRUNED, heuristic)
    found = assess(text, heuristic, states)
    for state, value, updated, evaluated in zip(
        states, found.values, found.updated, found.evaluated, strict=True
    ):
        children = [problem.h(child) for _, child, _ in problem.operators(state, None)]
        assert value == problem.h(state), (text, state)
        if value != DEAD_END:
            assert updated[: len(children)] == children, (text, state)
        assert evaluated[: len(children)] == children, (text, state)
        yield value


@pytest.mark.parametrize("heuristic", ["nearest_goal", "matching"])
def test_heuristics_of_every_state_in_any_order(heuristic: str) -> None:
    """The matching is kept from one call to the next: so the states come in random order."""
    values: list[int] = []
    for seed, text in enumerate(small_levels(100, 3000, 1000)):
        states = states_of(sokoban(text, UNPRUNED))
        Random(seed).shuffle(states)
        values += checked(text, heuristic, states)
    assert DEAD_END in values
    assert 0 in values
    assert len(set(values)) > 8


def test_a_matching_that_is_kept_for_long_stays_exact() -> None:
    """A box at the left wall fits the goal there alone, and so on the right.

    On the way from one state to another both boxes may for a moment need the same goal. What that
    leaves behind must not add up: a search goes through more states than 2^63 has room for.
    """
    text = "#######\n#     #\n#     #\n#.$ $.#\n#  @  #\n#     #\n#######"
    problem = sokoban(text, UNPRUNED, "matching")
    solvable = [state for state in states_of(problem) if problem.h(state) != DEAD_END]
    tables = heuristic_tables(text, "matching")
    order = Random(1).choices(solvable, k=20_000)
    values = assess(text, "matching", order, tables).values
    exact = {state: problem.h(state) for state in solvable}
    assert values == [exact[state] for state in order]
    greatest = max(int(np.abs(field).max()) for field in tables if field.dtype == np.int64)
    assert greatest < 1 << 45

"""Every kind of search on random Sokoban levels against its twin on the naive domain."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from naive import ALGORITHMS, Problem, Result
from naive_sokoban import UNPRUNED, Rules, State, parse, sokoban
from oracles import check_conservation, check_record
from random_levels import costs_to_go, sokoban_run, some_levels, states_of
from searching import choice, solve

from harness.model import Limits
from kernels import catalogue
from kernels.domains import sokoban as domain

PRUNED = Rules(freeze_deadlocks=True, bipartite_deadlocks=True)
MOVES, MOVES_PRUNED = (replace(rules, cost="moves") for rules in (UNPRUNED, PRUNED))
COLUMNS = ("status", "cost", "depth", "expanded", "generated", "evaluated", "reopened", "visited")
NEAREST, MATCHING = "nearest_goal", "matching"


@dataclass(frozen=True)
class Search:
    """An algorithm with its parameters, its heuristic (or None), and the domain's rules.

    tree
        it may never end where there is no solution, and may take long where it is deep.
    """

    algorithm: str
    parameters: tuple[tuple[str, Any], ...]
    heuristic: str | None
    rules: Rules
    tree: bool = False

    def __str__(self) -> str:
        names = [self.algorithm, *(str(value) for _, value in self.parameters)]
        return "-".join([*names, self.heuristic or "blind", self.rules.cost])


def search(
    algorithm: str,
    heuristic: str | None,
    rules: Rules,
    tree: bool = False,
    **parameters: Any,
) -> Search:
    return Search(algorithm, tuple(parameters.items()), heuristic, rules, tree)


SEARCHES = (
    search("a_star", NEAREST, UNPRUNED, tie_break="low_h"),
    search("a_star", MATCHING, Rules(), tie_break="lifo"),
    search("a_star", MATCHING, MOVES, tie_break="fifo"),
    search("weighted_a_star", NEAREST, PRUNED, weight=1.5, tie_break="high_h"),
    search("greedy_best_first", MATCHING, UNPRUNED, tie_break="low_h", reopening="never"),
    search("greedy_best_first", NEAREST, MOVES_PRUNED, tie_break="low_h", reopening="always"),
    search("uniform_cost", None, MOVES, tie_break="fifo"),
    search("breadth_first", None, PRUNED, goal_test="generation"),
    search("depth_first", None, Rules()),
    search("depth_first_branch_and_bound", MATCHING, MOVES, duplicate_detection="table"),
    search("iterative_deepening", None, PRUNED, tree=True),
    search("ida_star", NEAREST, UNPRUNED, tree=True, duplicate_detection="none"),
    search("ida_star", MATCHING, MOVES, tree=True, duplicate_detection="path"),
    search("ida_star_transposition", MATCHING, UNPRUNED, table_bits=14),
    search("ida_star_transposition", NEAREST, MOVES_PRUNED, tree=True, table_bits=14),
    search("ida_star_stack", NEAREST, UNPRUNED, tree=True, next_bound="plus_one"),
    search("ida_star_stack", NEAREST, Rules(), tree=True, next_bound="least_excess"),
    search("ida_star_stack", MATCHING, MOVES, tree=True, next_bound="least_excess"),
    search("rbfs", MATCHING, UNPRUNED, tree=True, duplicate_detection="path"),
    search("breadth_first_heuristic_search", MATCHING, UNPRUNED, tree=True),
    search("partial_expansion_a_star", MATCHING, UNPRUNED, selection="auto"),
    search("anytime_weighted_a_star", NEAREST, MOVES, weight=3),
    search("enforced_hill_climbing", MATCHING, PRUNED),
    search("beam_search", NEAREST, UNPRUNED, width=3),
)
DEEPEST_TREE = 5
"""Pushes of the solutions that tree searches look for."""


@cache
def levels() -> list[str]:
    """Levels of one size class, solvable and not."""
    return list(some_levels(80, 7000, most_states=700))


@cache
def exact_cost(text: str, cost: str) -> int | None:
    problem = sokoban(text, replace(UNPRUNED, cost=cost))
    return costs_to_go(problem, states_of(problem)).get(problem.start)


def twin(problem: Problem, chosen: Search) -> Result:
    parameters = dict(chosen.parameters)
    if chosen.algorithm == "depth_first":
        parameters["limit"] = parameters.pop("depth_limit", None)
    return ALGORITHMS[chosen.algorithm](problem, **parameters)


def promises(chosen: Search) -> bool:
    """Whether its solutions are cheapest; the stack's are where every push costs 1."""
    unit = chosen.rules.cost == "pushes"
    if unit and chosen.algorithm == "ida_star_stack":
        return True
    algorithm = choice("algorithms", chosen.algorithm, **dict(chosen.parameters))
    module = catalogue.load(Path(algorithm.path))
    claims = hasattr(module, "optimal")
    claim = module.optimal(algorithm.parameters) if claims else module.OPTIMAL
    return claim == "cost" or (unit and claim == "operators")


def compare(text: str, chosen: Search, problem: Problem) -> Result:
    """Assert that search and twin give the same, to the last count."""
    want = twin(problem, chosen)
    check_conservation(want, problem)
    run = sokoban_run(
        text, chosen.rules, chosen.algorithm, dict(chosen.parameters), chosen.heuristic
    )
    record = solve(run)
    row = record.row
    found = {column: row[column] for column in COLUMNS}
    expected = {column: getattr(want, column) for column in COLUMNS}
    if chosen.heuristic is None:
        expected["evaluated"] = 0
    assert found == expected, (text, chosen)
    assert want.peak_open in (None, row["peak_open"])
    assert [tuple(level) for level in record.levels[:, 1:].tolist()] == want.levels
    assert [tuple(line) for line in record.iterations[:, 1:].tolist()] == want.iterations
    assert [tuple(line) for line in record.solutions[:, 1:].tolist()] == want.solutions
    assert record.path == want.path
    return want


@pytest.mark.parametrize("chosen", SEARCHES, ids=str)
def test_a_search_and_its_twin(chosen: Search) -> None:
    seen: Counter[str] = Counter()
    for text in levels():
        pushes = exact_cost(text, "pushes")
        if chosen.tree and (pushes is None or pushes > DEEPEST_TREE):
            continue
        problem = sokoban(text, chosen.rules, chosen.heuristic or "zero")
        want = compare(text, chosen, problem)
        seen[want.status] += 1
        seen["reopened"] += want.reopened
        if promises(chosen):
            assert want.cost == exact_cost(text, chosen.rules.cost)
    assert seen["solved"] >= 25
    assert chosen.tree or seen["unsolvable"] >= 25


def numbered(problem: Problem, text: str) -> Problem:
    """The same, with states in the order in which the domain's ``lexicographic`` compares them.

    The floor's squares have numbers, row by row; a box is the bit of its number, and above all of
    them is the number of the man's square.
    """
    numbers = {square: number for number, square in enumerate(sorted(parse(text).floor))}

    def key(state: State) -> tuple[int, State]:
        boxes, man = state
        return sum(1 << numbers[box] for box in boxes) + (numbers[man] << 52), state

    return Problem(
        key(problem.start),
        lambda state, last: [
            (name, key(child), cost) for name, child, cost in problem.operators(state[1], last)
        ],
        lambda state: problem.is_goal(state[1]),
        lambda state: problem.h(state[1]),
    )


def test_the_tie_break_that_compares_states() -> None:
    chosen = search("a_star", NEAREST, UNPRUNED, tie_break="lexicographic")
    differ = 0
    for text in levels():
        problem = sokoban(text, UNPRUNED, NEAREST)
        want = compare(text, chosen, numbered(problem, text))
        differ += want.levels != ALGORITHMS["a_star"](problem, tie_break="fifo").levels
    assert differ > 5


LOST = (
    "########\n#  @.#$##\n########",
    "########\n# $@ #.##\n########",
    "#########\n#@$ .# $#\n#     #.#\n#########",
    "#########\n#@$ ##  #\n#   ##$.#\n#   ##  #\n#. #######\n#########",
)
"""A box that nobody comes to, a goal without its box, and both."""


@pytest.mark.parametrize("text", LOST)
@pytest.mark.parametrize("chosen", [SEARCHES[0], SEARCHES[4]], ids=str)
def test_a_level_that_is_lost_from_the_first_is_searched_in_vain(text: str, chosen: Search) -> None:
    assert parse(text).is_lost
    assert domain.doctor(choice("domains", "sokoban").parameters, text) is not None
    run = sokoban_run(
        text, chosen.rules, chosen.algorithm, dict(chosen.parameters), chosen.heuristic
    )
    assert solve(run).row["status"] == "unsolvable"


@pytest.mark.parametrize("chosen", [SEARCHES[0], SEARCHES[1], SEARCHES[4]], ids=str)
def test_a_level_without_boxes_that_matter_is_solved(chosen: Search) -> None:
    """All of its boxes are scenery."""
    text = "########\n#@  #*##\n########"
    compare(text, chosen, sokoban(text, chosen.rules, chosen.heuristic or "zero"))


def test_conservation_in_records_of_runs() -> None:
    chosen = SEARCHES[0]
    for text in levels()[:20]:
        run = sokoban_run(
            text, chosen.rules, chosen.algorithm, dict(chosen.parameters), chosen.heuristic
        )
        check_record(solve(run), sokoban(text, chosen.rules, NEAREST))


def test_limits_hold() -> None:
    """A search that is cut says so, with no more nodes than are allowed."""
    chosen = search("breadth_first", None, PRUNED, goal_test="generation")
    cut = 0
    for text in levels():
        run = sokoban_run(
            text,
            chosen.rules,
            chosen.algorithm,
            dict(chosen.parameters),
            None,
            Limits(memory=1 << 28, nodes=5),
        )
        row = solve(run).row
        cut += row["status"] == "node_limit"
        assert row["expanded"] <= 5
    assert cut > 5

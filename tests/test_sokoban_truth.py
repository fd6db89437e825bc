"""Sokoban's prunings and heuristics, as they are defined, against exact distances.

On every state of small levels. That the compiled ones are those of the definitions is tested in
``test_sokoban.py``.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from naive_domains import DEAD_END
from naive_sokoban import (
    UNPRUNED,
    Rules,
    matching,
    nearest_goal,
    parse,
    sokoban,
)
from oracles import dijkstra
from random_levels import costs_to_go, some_levels, states_of

PRUNINGS = [
    Rules(dead_squares=dead, freeze_deadlocks=freeze, bipartite_deadlocks=bipartite)
    for dead, freeze, bipartite in product((False, True), repeat=3)
    if dead or freeze or bipartite
]


@pytest.mark.parametrize("cost", ["pushes", "moves"])
def test_every_push_that_is_left_out_leads_to_where_nothing_can_be_solved(cost: str) -> None:
    left_out = dict.fromkeys(PRUNINGS, 0)
    for text in some_levels(40, 1000, most_states=800):
        problem = sokoban(text, replace(UNPRUNED, cost=cost))
        states = states_of(problem)
        to_go = costs_to_go(problem, states)
        for rules in PRUNINGS:
            pruned = sokoban(text, replace(rules, cost=cost))
            for state in states:
                every, kept = (p.operators(state, None) for p in (problem, pruned))
                omitted = [step for step in every if step not in kept]
                assert [step for step in every if step not in omitted] == kept
                assert not any(child in to_go for _, child, _ in omitted), (text, rules, state)
                left_out[rules] += len(omitted)
    every_one = Rules(dead_squares=True, freeze_deadlocks=True, bipartite_deadlocks=True)
    assert left_out[Rules()] > 0
    assert left_out[replace(every_one, freeze_deadlocks=False)] < left_out[every_one]
    assert left_out[replace(every_one, bipartite_deadlocks=False)] < left_out[every_one]


@pytest.mark.parametrize("cost", ["pushes", "moves"])
def test_solutions_cost_the_same_with_every_pruning(cost: str) -> None:
    solvable = 0
    for text in some_levels(40, 2000, most_states=800):
        problem = sokoban(text, replace(UNPRUNED, cost=cost))
        exact = costs_to_go(problem, states_of(problem)).get(problem.start)
        solvable += bool(exact)
        for rules in PRUNINGS:
            pruned = sokoban(text, replace(rules, cost=cost))
            costs = [c for state, c in dijkstra(pruned).items() if pruned.is_goal(state)]
            assert min(costs, default=None) == exact
    assert solvable > 10


@pytest.mark.parametrize("cost", ["pushes", "moves"])
@pytest.mark.parametrize("heuristic", ["nearest_goal", "matching"])
def test_heuristics_are_admissible_and_consistent(heuristic: str, cost: str) -> None:
    """A dead end counts as infinite: so has every state that is reached from it."""
    seen = {"exact": 0, "below": 0, "dead end": 0, "dead and not seen": 0}
    for text in some_levels(100, 3000):
        problem = sokoban(text, replace(UNPRUNED, cost=cost), heuristic)
        states = states_of(problem)
        to_go = costs_to_go(problem, states)
        h = {state: problem.h(state) for state in states}
        for state, value in h.items():
            exact = to_go.get(state)
            if value == DEAD_END:
                seen["dead end"] += 1
                assert exact is None
            elif exact is None:
                seen["dead and not seen"] += 1
            else:
                seen["exact" if value == exact else "below"] += 1
                assert value <= exact
                assert (value == 0) >= problem.is_goal(state)
            for _, child, step in problem.operators(state, None):
                if value == DEAD_END:
                    assert h[child] == DEAD_END
                else:
                    assert value <= step + h[child]
    assert all(seen.values())


def test_matching_is_never_less_than_nearest_goal() -> None:
    more = 0
    for text in some_levels(60, 4000):
        level = parse(text)
        for state in states_of(sokoban(text, UNPRUNED)):
            least, best = nearest_goal(level, state), matching(level, state)
            assert least <= best
            more += least < best < DEAD_END
    assert more > 100


def test_bipartite_deadlocks_are_the_dead_ends_of_matching() -> None:
    """Without a box on a dead square there may be one, and the pruning leaves it out."""
    rules = replace(UNPRUNED, bipartite_deadlocks=True)
    found = 0
    for text in some_levels(60, 5000):
        problem, pruned = (sokoban(text, each, "matching") for each in (UNPRUNED, rules))
        for state in states_of(problem):
            every, kept = (p.operators(state, None) for p in (problem, pruned))
            assert kept == [step for step in every if problem.h(step[1]) != DEAD_END]
            left_out = [child for name, child, cost in every if (name, child, cost) not in kept]
            found += sum(nearest_goal(parse(text), child) != DEAD_END for child in left_out)
    assert found > 0

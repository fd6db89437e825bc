"""Breadth-first search over a table with four bits for each state there is.

Cooperman, G. & Finkelstein, L. 1992, "New methods for using Cayley graphs in interconnection
networks", Discrete Applied Mathematics 37/38, 95-118, keep the depth of each state modulo 3 in two
bits; Korf, R. E. & Schultze, P. 2005, "Large-scale parallel breadth-first search", AAAI, 1380-1385,
give such a table a place for each state by ranking. Two more bits tell which states are still to be
expanded, at even and at odd depths. A level is expanded in the order of the states' numbers.

It needs a domain that numbers its states and takes back each operator by another one. Finds a
solution with the fewest operators: from the goal down to the start, each time to a neighbour whose
depth is one less. The new states are tested for the goal when a level is done (between_levels), or
the whole space is visited (never; the first goal met is reported all the same).

Counted as by ``breadth_first`` in a domain without parent pruning, since no state remembers its
operator: a child is generated when its operator is applied; a node is expanded when its turn comes;
``visited`` is the states stored. Memory: four bits for each state that the domain numbers. A start
that has no number leads to no state that has one, so that it is unsolvable without a search.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kernels import counters as at
from kernels.contract import Parameter, constants, domain
from kernels.cores.look_ahead import is_goal_after
from kernels.jit import compiled, inlined

BETWEEN_LEVELS, NEVER = range(2)
TESTS = ("between_levels", "never")

PARAMETERS = {
    "goal_test": Parameter(
        "choice", "between_levels", "when the new states of a level are tested for the goal", TESTS
    ),
}
USES_HEURISTIC = False
OPTIMAL = "operators"
COMPLETE = True
MEMORY = "four bits for each state of the space"
NEEDS = ("rank_count", "rank", "unrank", "inverse")

STATES = constants.RANK_COUNT
WORDS = (STATES + 15) // 16
GOAL_TEST = 0  # field of ``settings``
EXPANDED = np.uint64(at.LEVEL_EXPANDED)
GENERATED = np.uint64(at.LEVEL_GENERATED)
STORED = np.uint64(at.LEVEL_VISITED)
WORD = at.CURSOR  # the word of the table with the next state to be expanded, or before it
DEPTH = at.SCRATCH  # of the level that is expanded
FOUND = at.SCRATCH + 1  # number of the first goal met, plus one
FOUND_DEPTH = at.SCRATCH + 2
NO_GOAL = 0

# Four bits of a state: 1 + depth modulo 3, or 0; then to be expanded at an even depth, at an odd.
_DEPTH_BITS, _TO_EXPAND = np.uint64(3), np.uint64(4)
_ALL_TO_EXPAND = np.uint64(0x4444444444444444)
_ZERO, _ONE, _FOUR, _15 = np.uint64(0), np.uint64(1), np.uint64(4), np.uint64(15)


class Search(NamedTuple):
    """The table, 16 states a word; ``path`` of the solution; ``state``, ``operators``: scratch."""

    counters: np.ndarray
    levels: np.ndarray
    iterations: np.ndarray
    settings: np.ndarray
    state: np.ndarray
    operators: np.ndarray
    table: np.ndarray
    path: np.ndarray


def specialise(params: dict[str, Any]) -> dict[str, int]:
    """Nothing beside the domain's constants."""
    return {}


def settings(params: dict[str, Any], seed: int | None) -> list[int]:
    """Where the goal is looked for."""
    return [TESTS.index(params["goal_test"])]


def allocate(workspace: Any, settings: np.ndarray) -> Search:
    """A table of the whole space, or of no state where that is more than the memory."""
    words = WORDS if workspace.memory >= 8 * WORDS else 0
    levels = min(16 * words, 1 << 24) + 2
    return Search(
        counters=workspace.array("counters", at.SIZE, np.int64),
        levels=workspace.array("levels", (levels, 3), np.int64),
        iterations=workspace.array("iterations", (1, 3), np.int64),
        settings=settings,
        state=workspace.array("state", constants.STATE_SIZE, np.int64),
        operators=workspace.array("operators", constants.MAX_OPERATORS + 4, np.int64),
        table=workspace.array("bit_table", words, np.uint64),
        path=workspace.array("path_operators", levels, np.int64),
    )


def path(search: Search) -> list[int]:
    """Operators from the start to the goal."""
    return search.path[: search.counters[FOUND_DEPTH]].tolist()


def bytes_used(search: Search) -> int:
    """Bytes of the table, filled or not; those that it needs where they are more than allowed."""
    return 8 * WORDS


@inlined
def _rank_applied(T, state, number, op):
    domain.apply(T, state, op)
    after = domain.rank(T, state)
    domain.undo(T, state, op)
    return after


_rank_after = getattr(domain, "rank_after", _rank_applied)


@inlined
def _bits_of(table, number):
    """Depth bits of a state, uint64."""
    place = np.uint64(number)
    return (table[place >> _FOUR] >> ((place & _15) << np.uint64(2))) & _DEPTH_BITS


@inlined
def _depth_bits(depth):
    return np.uint64(1 + depth % 3)


@inlined
def _store(table, number, depth):
    """Enter a new state, to be expanded at its depth."""
    place = np.uint64(number)
    bits = _depth_bits(depth) | _TO_EXPAND << np.uint64(depth & 1)
    table[place >> _FOUR] |= bits << ((place & _15) << np.uint64(2))


@inlined
def _descend(search, T, number, depth):
    """Write the path from the start to a state into ``path``; each step is the first that fits."""
    table, state, operators = search.table, search.state, search.operators
    domain.unrank(T, number, state)
    while depth > 0:
        wanted = _depth_bits(depth - 1)
        count = domain.generate(T, state, domain.NO_OPERATOR, operators, 0)
        for i in range(count):
            op = operators[np.uint64(i)]
            before = _rank_after(T, state, number, op)
            if _bits_of(table, before) == wanted:
                domain.apply(T, state, op)
                number = before
                depth -= 1
                search.path[np.uint64(depth)] = domain.inverse(T, op)
                break


@compiled
def begin(search, T, H, start):
    """Empty the table and enter the start, the only state of level 0."""
    counters, table = search.counters, search.table
    counters[at.LEVELS] = 1
    if len(table) == 0:
        return
    for word in range(len(table)):
        table[np.uint64(word)] = _ZERO
    for i in range(constants.STATE_SIZE):
        search.state[i] = start[i]
    number = domain.rank(T, search.state)
    domain.unrank(T, number, search.state)
    for i in range(constants.STATE_SIZE):
        if search.state[i] != start[i]:
            return
    _store(table, number, 0)
    search.levels[0, STORED] = 1
    counters[at.VISITED] = 1
    counters[WORD] = number >> 4
    counters[FOUND] = number + 1 if domain.is_goal(T, search.state) else NO_GOAL


@compiled
def advance(search, T, H, expansions, generations):
    """Expand the next states of the level."""
    counters, levels, table = search.counters, search.levels, search.table
    state, operators = search.state, search.operators
    word, depth, found = np.uint64(counters[WORD]), counters[DEPTH], counters[FOUND]
    between_levels = search.settings[GOAL_TEST] == BETWEEN_LEVELS
    left = levels[np.uint64(depth), STORED] - levels[np.uint64(depth), EXPANDED]
    status = at.RUNNING
    if len(table) == 0:
        return at.OUT_OF_MEMORY
    if counters[at.VISITED] == 0:
        return at.EXHAUSTED
    if found != NO_GOAL and depth == 0 and between_levels:
        return at.SOLVED
    while True:
        if left == 0:
            if found != NO_GOAL and between_levels:
                status = at.SOLVED
                break
            left = levels[np.uint64(depth + 1), STORED]
            if left == 0:
                status = at.EXHAUSTED if found == NO_GOAL else at.SOLVED
                break
            depth += 1
            word = _ZERO
        if depth + 2 >= len(levels):
            status = at.OUT_OF_MEMORY
            break
        if expansions == 0 or generations <= 0:
            break
        to_expand = _ALL_TO_EXPAND << np.uint64(depth & 1)
        while table[word] & to_expand == _ZERO:
            word += _ONE
        bits, place = table[word] & to_expand, word << _FOUR
        table[word] &= ~(bits & (_ZERO - bits))
        while bits & _15 == _ZERO:
            bits >>= _FOUR
            place += _ONE
        number = np.int64(place)
        left -= 1
        expansions -= 1
        counters[at.LEVELS] = depth + 2
        levels[np.uint64(depth), EXPANDED] += 1
        domain.unrank(T, number, state)
        count = domain.generate(T, state, domain.NO_OPERATOR, operators, 0)
        generations -= count
        levels[np.uint64(depth + 1), GENERATED] += count
        for i in range(count):
            op = operators[np.uint64(i)]
            child = _rank_after(T, state, number, op)
            if _bits_of(table, child) != _ZERO:
                continue
            _store(table, child, depth + 1)
            levels[np.uint64(depth + 1), STORED] += 1
            counters[at.VISITED] += 1
            if found == NO_GOAL and is_goal_after(T, state, op):
                found = child + 1
                counters[FOUND_DEPTH] = depth + 1
    if status == at.SOLVED:
        _descend(search, T, found - 1, counters[FOUND_DEPTH])
    counters[WORD], counters[DEPTH], counters[FOUND] = np.int64(word), depth, found
    return status

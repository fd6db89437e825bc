"""IDA* with a transposition table (Sen & Bagchi 1989; Reinefeld & Marsland 1994).

Sen, A. K. & Bagchi, A. 1989, "Fast recursive formulations for best-first search that allow
controlled use of memory", IJCAI, 297-302. Reinefeld, A. & Marsland, T. A. 1994, "Enhanced
iterative-deepening search", IEEE Transactions on Pattern Analysis and Machine Intelligence 16,
701-710. IDA* that does not enter a state again in vain: a child within the bound is dropped if its
state is on the path, or if the table knows that this iteration has entered it with a g at most as
great. Values are not backed up. The table is described in ``kernels.structures.transpositions``.

Optimal in cost with an admissible heuristic. Take an iteration that ends without a solution, a
cheapest solution (of cost C), and the last state s on it that was entered with a g at most its
cost along this solution. The successor t of s on it came with a g that is small enough too, and was
not entered. It was not dropped, and s does not owe its g to the operator that leads back to t: else
t had been entered with a g at most as great. So t was over the bound, with an f of at most C: the
next bound is at most C. What the table forgets only makes the search enter more states. Complete
in finite spaces: paths are simple, so that each iteration ends, and so do the iterations.

Counted: a child is generated when its operator is chosen; a node is expanded when its operators
are asked for (the start once in each iteration); evaluations are the start's and one for each child
generated. A child is first held against the bound, then against path and table; a goal within the
bound ends the search at once. ``visited`` is the states in the table when the search ends, at the
depth where each was entered last. Memory: the table and the path.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kernels import counters as at
from kernels.contract import Parameter, constants, domain
from kernels.cores import cost_path, cycle_check
from kernels.cores.child import EVALUATES, begin_with, child_value, is_dead, is_kept, start_value
from kernels.cores.cost_path import COST, END, MAX_OPERATORS, NEXT, VALUE, VIA
from kernels.cores.deepest import DEEPEST
from kernels.cores.iterations import close_iteration
from kernels.jit import compiled, inlined
from kernels.structures import transpositions
from kernels.structures.path_set import PathSet

PARAMETERS = {
    "table_bits": Parameter(
        "integer",
        20,
        "binary logarithm of the number of states that the table holds",
        minimum=4,
        maximum=32,
    )
}
USES_HEURISTIC = True
OPTIMAL = "cost"
COMPLETE = True
MEMORY = "table of fixed size, and the path"
ITERATIVE = True

NO_BOUND = 1 << 62
ENTRIES = 0  # field of ``settings``

EXPANDED = np.uint64(at.LEVEL_EXPANDED)
GENERATED = np.uint64(at.LEVEL_GENERATED)
STORED = np.uint64(at.LEVEL_VISITED)
NEXT_BOUND = at.SCRATCH
DEPTH = at.CURSOR


class Search(NamedTuple):
    """The path from the start to the current node, the operators still to try on it, the table."""

    counters: np.ndarray
    levels: np.ndarray
    iterations: np.ndarray
    settings: np.ndarray
    state: np.ndarray
    key: np.ndarray
    path: np.ndarray
    operators: np.ndarray
    known: PathSet
    table: transpositions.Transpositions


def specialise(params: dict[str, Any]) -> dict[str, int]:
    """States on the path are never entered again."""
    return {"CYCLE_CHECK": 1}


def settings(params: dict[str, Any], seed: int | None) -> list[int]:
    """The size of the table."""
    return [1 << params["table_bits"]]


def allocate(workspace: Any, settings: np.ndarray) -> Search:
    """The table, and stacks for paths of ``DEEPEST`` operators."""
    return Search(
        counters=workspace.array("counters", at.SIZE, np.int64),
        levels=workspace.array("levels", (DEEPEST + 2, 3), np.int64),
        iterations=workspace.array("iterations", (DEEPEST, 3), np.int64),
        settings=settings,
        state=workspace.array("state", constants.STATE_SIZE, np.int64),
        key=workspace.array("key", constants.WORDS, np.uint64),
        path=cost_path.rows(workspace),
        operators=cost_path.operators(workspace),
        known=cycle_check.allocate(workspace, DEEPEST),
        table=transpositions.allocate(workspace, int(settings[ENTRIES])),
    )


def path(search: Search) -> list[int]:
    """Operators from the start to the goal."""
    return cost_path.leading_to(search.path, int(search.counters[DEPTH]))


def bytes_used(search: Search) -> int:
    """Bytes of the stacks and of the part of the table that are in use."""
    table = transpositions.bytes_used(search.table, int(search.counters[at.VISITED]))
    return int(search.counters[at.LEVELS]) * cost_path.ROW_BYTES + table


@inlined
def _enter(counters, levels, table, place, key, g, depth):
    """Write a state into an entry, and keep ``visited`` what the table holds."""
    if transpositions.is_used(table, place):
        levels[np.uint64(transpositions.depth_of(table, place)), STORED] -= 1
        counters[at.VISITED] -= 1
    transpositions.write(table, place, key, g, depth)
    levels[np.uint64(depth), STORED] += 1
    counters[at.VISITED] += 1


@inlined
def _enter_start(search):
    """The same for the start, whose packed state is in ``key``."""
    place, _ = transpositions.find(search.table, search.key)
    _enter(search.counters, search.levels, search.table, place, search.key, 0, 0)


@compiled
def begin(search, T, H, start):
    """Set the bound to h of the start, and enter the start."""
    counters, state = search.counters, search.state
    for i in range(constants.STATE_SIZE):
        state[i] = start[i]
    h = start_value(T, H, state)
    counters[at.BOUND] = h
    counters[at.LEVELS] = 1
    counters[NEXT_BOUND] = NO_BOUND
    cost_path.put(search.path, 0, h, 0, domain.NO_OPERATOR)
    cycle_check.start(search.known, T, state, search.key)
    transpositions.start(search.table)
    if begin_with(counters, h):
        _enter_start(search)


@inlined
def _rise(search, T):
    """Begin the next iteration; its bound, or NO_BOUND if there is no room to record this one."""
    counters = search.counters
    if counters[at.ITERATIONS] + 2 > len(search.iterations):
        return NO_BOUND
    close_iteration(counters, search.levels, search.iterations)
    counters[at.BOUND] = counters[NEXT_BOUND]
    transpositions.next_iteration(search.table)
    domain.pack(T, search.state, search.key)
    _enter_start(search)
    return counters[at.BOUND]


@compiled
def advance(search, T, H, expansions, generations):
    """Go on. Between calls, ``state`` is a node within the bound that is still to be expanded."""
    counters, levels, state, key = search.counters, search.levels, search.state, search.key
    stack, operators, known, table = search.path, search.operators, search.known, search.table
    bound, next_bound = counters[at.BOUND], counters[NEXT_BOUND]
    deepest, depth = counters[at.LEVELS], counters[DEPTH]
    row = stack[np.uint64(depth)]
    h, g, via = row[VALUE], row[COST], row[VIA]
    allowed = generations
    status = at.RUNNING
    if counters[at.BAD_VALUE] != 0:
        status = at.BAD_HEURISTIC
    elif depth == 0 and h == 0 and domain.is_goal(T, state):
        status = at.SOLVED
    while status == at.RUNNING and expansions > 0 and generations > 0:
        if depth == DEEPEST:
            status = at.OUT_OF_MEMORY
            break
        expansions -= 1
        levels[np.uint64(depth), EXPANDED] += 1
        deepest = max(deepest, depth + 2)
        place = depth * MAX_OPERATORS
        end = place + domain.generate(T, state, via, operators, place)
        within = False
        while not within:
            if place == end:
                if depth == 0:
                    break
                cycle_check.leave(known, depth)
                domain.undo(T, state, via)
                depth -= 1
                row = stack[np.uint64(depth)]
                place, end, h, g, via = row[NEXT], row[END], row[VALUE], row[COST], row[VIA]
                continue
            op = operators[np.uint64(place)]
            place += 1
            levels[np.uint64(depth + 1), GENERATED] += 1
            generations -= 1
            child_h = child_value(T, H, state, h, op)
            if not is_kept(child_h):
                if is_dead(child_h):
                    continue
                counters[at.BAD_VALUE] = child_h
                status = at.BAD_HEURISTIC
                break
            child_g = g + domain.cost(T, state, op)
            if child_g + child_h > bound:
                next_bound = min(next_bound, child_g + child_h)
                continue
            domain.apply(T, state, op)
            if cycle_check.knows(known, T, state, key):
                domain.undo(T, state, op)
                continue
            entry, is_known = transpositions.find(table, key)
            if is_known and transpositions.was_entered(table, entry, child_g):
                domain.undo(T, state, op)
                continue
            within = True
            row = stack[np.uint64(depth)]
            row[NEXT], row[END] = place, end
            depth += 1
            h, g, via = child_h, child_g, op
            cost_path.put(stack, depth, h, g, via)
            cycle_check.enter(known, key, depth)
            _enter(counters, levels, table, entry, key, g, depth)
            if h == 0 and domain.is_goal(T, state):
                status = at.SOLVED
        if not within and status == at.RUNNING:
            if next_bound == NO_BOUND:
                status = at.EXHAUSTED
            else:
                counters[at.LEVELS], counters[NEXT_BOUND] = deepest, next_bound
                bound, next_bound = _rise(search, T), NO_BOUND
                if bound == NO_BOUND:
                    status = at.OUT_OF_MEMORY
    counters[NEXT_BOUND], counters[at.LEVELS], counters[DEPTH] = next_bound, deepest, depth
    counters[at.EVALUATED] += EVALUATES * (allowed - generations)
    return status

"""Random walk from the start, over and over: each applicable operator is as likely as another.

As in Aleliunas, R., Karp, R. M., Lipton, R. J., Lovasz, L. & Rackoff, C. 1979, "Random walks,
universal traversal sequences, and the complexity of maze problems", FOCS, 218-223; with restarts. A
walk goes back to the start after ``steps`` operators, or in a state that has none. The domain's
parent pruning applies. The numbers are drawn as by ``kernels.random.SplitMix64.below``, one for
each step, from the run's seed.

Counted: in each step a node is expanded (its operators are asked for) and one child generated; the
level is the number of the step in its walk. The goal is tested on generation, the start before the
first walk. No states are stored: visited is 0. Not optimal, and not complete, though it finds a
solution in the end if walks are long enough and never stop. Memory: the path.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kernels import counters as at
from kernels.contract import Parameter, constants, domain
from kernels.cores import drawing
from kernels.jit import compiled

LONGEST = 1 << 24  # operators of a walk
FOR_EVER = (1 << 62) - 1

PARAMETERS = {
    "steps": Parameter(
        "integer", 1000, "operators of a walk before it restarts", minimum=1, maximum=LONGEST
    ),
    "restarts": Parameter(
        "integer", None, "walks after the first; none: until a limit stops the run", minimum=0
    ),
    "choice": Parameter(
        "choice",
        "random",
        "how an operator is chosen: each as likely, by the run's seed",
        ("random",),
    ),
}
USES_HEURISTIC = False
OPTIMAL = "no"
COMPLETE = False
MEMORY = "path"
GIVES_UP = "no solution in any of the walks"

STEPS, RESTARTS, SEED = range(3)  # fields of ``settings``
ROW_BYTES = 8 * 4  # of a step: an operator, and a row of ``levels``

EXPANDED = np.uint64(at.LEVEL_EXPANDED)
GENERATED = np.uint64(at.LEVEL_GENERATED)
DEPTH = at.CURSOR
RESTARTED = at.SCRATCH  # times


class Search(NamedTuple):
    """The walk from the start to the current state; ``operators`` is scratch."""

    counters: np.ndarray
    levels: np.ndarray
    iterations: np.ndarray
    settings: np.ndarray
    start: np.ndarray
    state: np.ndarray
    path: np.ndarray
    operators: np.ndarray
    random: np.ndarray


def specialise(params: dict[str, Any]) -> dict[str, int]:
    """Nothing beside the domain's constants."""
    return {}


def settings(params: dict[str, Any], seed: int | None) -> list[int]:
    """Steps, restarts and the seed."""
    restarts = params["restarts"]
    return [params["steps"], FOR_EVER if restarts is None else restarts, seed or 0]


def allocate(workspace: Any, settings: np.ndarray) -> Search:
    """Room for one walk."""
    return Search(
        counters=workspace.array("counters", at.SIZE, np.int64),
        levels=workspace.array("levels", (LONGEST + 2, 3), np.int64),
        iterations=workspace.array("iterations", (1, 3), np.int64),
        settings=settings,
        start=workspace.array("start", constants.STATE_SIZE, np.int64),
        state=workspace.array("state", constants.STATE_SIZE, np.int64),
        path=workspace.array("walk", LONGEST + 1, np.int64),
        operators=workspace.array("operators", constants.MAX_OPERATORS + 4, np.int64),
        random=workspace.array("random", 1, np.uint64),
    )


def path(search: Search) -> list[int]:
    """Operators from the start to the goal."""
    return [int(op) for op in search.path[: search.counters[DEPTH]]]


def bytes_used(search: Search) -> int:
    """Bytes of the longest walk."""
    return int(search.counters[at.LEVELS]) * ROW_BYTES


@compiled
def begin(search, T, H, start):
    """Stand in the start state."""
    for i in range(constants.STATE_SIZE):
        search.start[i] = start[i]
        search.state[i] = start[i]
    search.random[0] = np.uint64(search.settings[SEED])
    search.counters[at.LEVELS] = 1


@compiled
def advance(search, T, H, expansions, generations):
    """Take steps. Between calls, ``state`` is a node that is still to be expanded."""
    counters, levels, state = search.counters, search.levels, search.state
    operators, walk = search.operators, search.path
    steps, restarts = search.settings[STEPS], search.settings[RESTARTS]
    depth, deepest = counters[DEPTH], counters[at.LEVELS]
    via = domain.NO_OPERATOR if depth == 0 else walk[np.uint64(depth - 1)]
    status = at.RUNNING
    if depth == 0 and domain.is_goal(T, state):
        status = at.SOLVED
    while status == at.RUNNING and expansions > 0 and generations > 0:
        expansions -= 1
        levels[np.uint64(depth), EXPANDED] += 1
        count = domain.generate(T, state, via, operators, 0)
        if count > 0:
            drawn = drawing.below(search.random, np.uint64(count))
            via = operators[drawn]
            generations -= 1
            levels[np.uint64(depth + 1), GENERATED] += 1
            domain.apply(T, state, via)
            walk[np.uint64(depth)] = via
            depth += 1
            if domain.is_goal(T, state):
                status = at.SOLVED
        elif depth == 0:
            status = at.EXHAUSTED
        deepest = max(deepest, depth + 1)
        if status == at.RUNNING and (depth == steps or count == 0):
            if counters[RESTARTED] == restarts:
                status = at.CUT_OFF
            else:
                counters[RESTARTED] += 1
                depth, via = 0, domain.NO_OPERATOR
                for i in range(constants.STATE_SIZE):
                    state[np.uint64(i)] = search.start[np.uint64(i)]
    counters[DEPTH], counters[at.LEVELS] = depth, deepest
    return status

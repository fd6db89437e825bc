"""Depth-first searches with a heuristic, and the random walk, written from their definitions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from naive_counts import Counts, Result
from naive_domains import DEAD_END, Operator, Problem, State
from naive_informed import splitmix64


def iterative_broadening(
    problem: Problem, depth_limit: int = 100, duplicate_detection: str = "path"
) -> Result:
    """Ginsberg & Harvey 1992: depth-limited searches of the first 1, 2, 3, ... children by h.

    The children are those generated; all of a node's are evaluated when it is expanded, and those
    with h = DEAD_END are left out of everything that follows. A child on the path is not entered if
    ``duplicate_detection`` is "path". Ends without a solution after an iteration in which no node
    had more children than were kept.
    """
    counts = Counts()
    path: list[Operator] = []
    on_path: list[State] = [problem.start]
    dropped = False

    def evaluate(state: State) -> int:
        counts.evaluated += 1
        return problem.h(state)

    def descend(state: State, last: Operator | None, breadth: int) -> bool:
        nonlocal dropped
        depth = len(path)
        if depth == depth_limit:
            return False
        counts.expanded[depth] += 1
        rated = [(evaluate(step[1]), step) for step in problem.operators(state, last)]
        rated = [pair for pair in rated if pair[0] != DEAD_END]
        rated.sort(key=lambda pair: pair[0])
        dropped |= len(rated) > breadth
        for _, (operator, child, _) in rated[:breadth]:
            counts.generated[depth + 1] += 1
            if duplicate_detection == "path" and child in on_path:
                continue
            path.append(operator)
            on_path.append(child)
            if problem.is_goal(child) or descend(child, operator, breadth):
                return True
            path.pop()
            on_path.pop()
        return False

    evaluate(problem.start)
    if problem.is_goal(problem.start):
        return counts.result(problem, [])
    if depth_limit == 0:
        return counts.result(problem, None)
    for breadth in count(1):
        dropped = False
        found = descend(problem.start, None, breadth)
        counts.end_iteration(breadth)
        if found or not dropped:
            break
    return counts.result(problem, path if found else None)


def depth_first_branch_and_bound(
    problem: Problem,
    order: str = "f",
    upper_bound: int | None = None,
    depth_limit: int | None = None,
    duplicate_detection: str = "path",
) -> Result:
    """Depth-first search that cuts what cannot be cheaper than the best solution so far.

    All children of a node are generated and evaluated when it is expanded; those with h = DEAD_END
    are dropped; then the others are looked at by f = g + h or in operator order. A child with f
    over ``upper_bound``, or not below the cost of the best solution, is cut; then a goal is a
    solution; then a child at the ``depth_limit``, or a duplicate, is not entered.

    duplicate_detection
        path: a state on the path; table: one entered before with no greater g, and with a limit
        by no more operators, as it was last entered; none.
    """
    counts = Counts()
    best: list[Operator] | None = None
    bound = None if upper_bound is None else upper_bound + 1
    path: list[Operator] = []
    on_path: list[State] = []
    entered: dict[State, tuple[int, int]] = {}

    def evaluate(state: State) -> int:
        counts.evaluated += 1
        return problem.h(state)

    def is_duplicate(state: State, g: int) -> bool:
        if duplicate_detection == "table" and state in entered:
            known_g, known_depth = entered[state]
            return known_g <= g and (depth_limit is None or known_depth <= len(path))
        return duplicate_detection == "path" and state in on_path

    def meet(state: State, last: Operator | None, g: int, h: int) -> None:
        nonlocal best, bound
        if bound is not None and g + h >= bound:
            return
        if problem.is_goal(state):
            best, bound = list(path), g
            done = counts.expanded.total(), counts.generated.total()
            counts.solutions.append((g, len(path), *done))
        elif len(path) != depth_limit and not is_duplicate(state, g):
            if duplicate_detection == "table":
                if state in entered:
                    counts.reopened += 1
                else:
                    counts.visited[len(path)] += 1
                entered[state] = g, len(path)
            on_path.append(state)
            expand(state, last, g)
            on_path.pop()

    def expand(state: State, last: Operator | None, g: int) -> None:
        counts.expanded[len(path)] += 1
        children = []
        for operator, child, cost in problem.operators(state, last):
            counts.generated[len(path) + 1] += 1
            children.append((g + cost, evaluate(child), operator, child))
        children = [child for child in children if child[1] != DEAD_END]
        if order == "f":
            children.sort(key=lambda child: child[0] + child[1])
        for child_g, h, operator, child in children:
            path.append(operator)
            meet(child, operator, child_g, h)
            path.pop()

    meet(problem.start, None, 0, evaluate(problem.start))
    return counts.result(problem, best)


def numbers_below(seed: int, bits: Iterator[int] | None = None) -> Iterator[int]:
    """Send n to get a uniform number in 0 .. n-1: the next draw that is not in an unfair rest."""
    bits = bits or splitmix64(seed)
    n = yield 0
    while True:
        fair = 2**64 // n * n
        n = yield next(draw for draw in bits if draw < fair) % n


def random_walk(problem: Problem, steps: int = 1000, restarts: int = 0, seed: int = 0) -> Result:
    """Walks of uniformly random operators from the start; the goal is tested on generation.

    A walk ends after ``steps`` operators, or where there is none; there are ``restarts`` more.
    If the start itself has none, there is nothing to walk.
    """
    counts = Counts()
    draw = numbers_below(seed)
    next(draw)
    if problem.is_goal(problem.start):
        return counts.result(problem, [])
    for _ in range(restarts + 1):
        state, path = problem.start, list[Operator]()
        while len(path) < steps:
            counts.expanded[len(path)] += 1
            found = problem.operators(state, path[-1] if path else None)
            if not found:
                break
            operator, state, _ = found[draw.send(len(found))]
            path.append(operator)
            counts.generated[len(path)] += 1
            if problem.is_goal(state):
                return counts.result(problem, path)
        if not path:
            break
    return counts.result(problem, None)

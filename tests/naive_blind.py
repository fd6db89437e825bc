"""Search without a heuristic, written as plainly as a textbook."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

from naive_counts import Counts, Node, Result
from naive_domains import Operator, Problem, State


def breadth_first(
    problem: Problem, goal_test: str = "generation", store_start: bool = True
) -> Result:
    """Graph search, level by level; within a level in the order of generation.

    goal_test
        generation: when a new state is stored; expansion: before a node is expanded;
        between_levels: all new states of a level, when the level before is done;
        never: the space is exhausted, and the goal state met first is the solution.
    store_start
        False: the start is not among the known states until it is generated again.
    """
    counts = Counts()
    start = Node(problem.start)
    known = set()
    if store_start:
        known.add(start.state)
        counts.visited[0] += 1
    met = [start] if problem.is_goal(start.state) else []
    if met and goal_test != "never":
        return counts.result(problem, [])
    level = [start]
    while level:
        next_level = []
        for node in level:
            if goal_test == "expansion" and problem.is_goal(node.state):
                return counts.result(problem, node.path())
            counts.expanded[node.depth] += 1
            for operator, state, _ in problem.operators(node.state, node.operator):
                counts.generated[node.depth + 1] += 1
                if state in known:
                    continue
                known.add(state)
                counts.visited[node.depth + 1] += 1
                child = Node(state, node, operator, node.depth + 1)
                next_level.append(child)
                if problem.is_goal(state):
                    met.append(child)
                    if goal_test == "generation":
                        return counts.result(problem, child.path())
        if met and goal_test == "between_levels":
            return counts.result(problem, met[0].path())
        level = next_level
    return counts.result(problem, met[0].path() if met else None)


def depth_first(
    problem: Problem, limit: int | None = None, duplicate_detection: str = "explored"
) -> Result:
    """Enters every state at once that is no duplicate; the goal is tested on generation.

    duplicate_detection
        explored: a state that was generated before is a duplicate, and states are stored;
        path: a state on the path is; none: no state is.

    "unsolvable" with a limit means that there is no solution within the limit.
    """
    if duplicate_detection == "explored":
        return depth_first_graph(problem, limit)
    return depth_first_tree(problem, limit, duplicate_detection == "path")


def depth_first_tree(problem: Problem, limit: int | None, checks_path: bool) -> Result:
    """Stores nothing; a node at the limit is not expanded."""
    counts = Counts()
    path: list[Operator] = []
    on_path: list[State] = [problem.start]

    def descend(state: State, last: Operator | None) -> bool:
        if len(path) == limit:
            return False
        counts.expanded[len(path)] += 1
        for operator, child, _ in problem.operators(state, last):
            counts.generated[len(path) + 1] += 1
            if checks_path and child in on_path:
                continue
            path.append(operator)
            on_path.append(child)
            if problem.is_goal(child) or descend(child, operator):
                return True
            path.pop()
            on_path.pop()
        return False

    found = problem.is_goal(problem.start) or descend(problem.start, None)
    return counts.result(problem, path if found else None)


def depth_first_graph(problem: Problem, limit: int | None = None) -> Result:
    """Graph search that enters every new state at once; the goal is tested on generation.

    With a ``limit``, states at that depth are stored and not expanded, and a known state that
    is reached at a smaller depth than before is entered again, which counts as reopened.
    "unsolvable" then means that there is no solution within the limit.
    """
    counts = Counts()
    depth_of = {problem.start: 0}
    counts.visited[0] += 1
    path: list[Operator] = []
    untried: list[Iterator[Any]] = []  # of each node on the path: operators still to be tried

    def enter(state: State, last: Operator | None) -> None:
        if limit is not None and len(path) == limit:
            untried.append(iter(()))
        else:
            counts.expanded[len(path)] += 1
            untried.append(iter(problem.operators(state, last)))

    if problem.is_goal(problem.start):
        return counts.result(problem, [])
    enter(problem.start, None)
    while untried:
        step = next(untried[-1], None)
        if step is None:
            untried.pop()
            del path[-1:]
            continue
        operator, state, _ = step
        depth = len(path) + 1
        counts.generated[depth] += 1
        if state not in depth_of:
            counts.visited[depth] += 1
        elif limit is not None and depth < depth_of[state]:
            counts.reopened += 1
        else:
            continue
        depth_of[state] = depth
        path.append(operator)
        if problem.is_goal(state):
            return counts.result(problem, path)
        enter(state, operator)
    return counts.result(problem, None)


def iterative_deepening(problem: Problem, duplicate_detection: str = "none") -> Result:
    """Depth-first tree search with depth limits 0, 1, 2, ...; nothing is stored.

    The start is tested before the first iteration, any other node when it is generated. Ends
    without a solution after an iteration that met no node at its limit, so never in a space
    with cycles, unless ``duplicate_detection`` is "path": a state on the path is not entered
    again.
    """
    counts = Counts()
    path: list[Operator] = []
    on_path: list[State] = [problem.start]
    cut = False

    def descend(state: State, last: Operator | None, limit: int) -> bool:
        nonlocal cut
        if len(path) == limit:
            cut = True
            return False
        counts.expanded[len(path)] += 1
        for operator, child, _ in problem.operators(state, last):
            counts.generated[len(path) + 1] += 1
            if duplicate_detection == "path" and child in on_path:
                continue
            path.append(operator)
            on_path.append(child)
            if problem.is_goal(child) or descend(child, operator, limit):
                return True
            path.pop()
            on_path.pop()
        return False

    if problem.is_goal(problem.start):
        return counts.result(problem, [])
    for limit in count():
        cut = False
        found = descend(problem.start, None, limit)
        counts.end_iteration(limit)
        if found or not cut:
            break
    return counts.result(problem, path if found else None)

"""Searches that go layer by layer and forget, written as plainly as they are defined."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from naive_counts import Counts, Node, Result
from naive_domains import DEAD_END, Operator, Problem, State


def beam_search(
    problem: Problem,
    width: int = 100,
    duplicate_detection: str = "all",
    widen: int | None = None,
    depth_limit: int | None = None,
) -> Result:
    """Of the children of a level, the ``width`` of least h are the next level.

    They are sorted by h; equal ones stay in the order in which they were generated. A duplicate
    of a state of an earlier level (all), or of one that is among the best of its own level at
    the time when it is generated (all, level), is not looked at further; a child with h = DEAD_END
    is evaluated and dropped.
    """
    counts = Counts()
    counts.evaluated += 1
    start = Node(problem.start, h=problem.h(problem.start))
    if problem.is_goal(start.state) or depth_limit == 0:
        counts.visited[0] = 1
        return _ended(counts, problem, start if problem.is_goal(start.state) else None, False)
    while True:
        counts.visited.clear()
        counts.visited[0] = 1
        beam, stored, dropped = [start], {start.state}, False
        goal = None
        while beam and goal is None and beam[0].depth != depth_limit:
            best: list[Node] = []
            for node in beam:
                counts.expanded[node.depth] += 1
                for operator, state, _ in problem.operators(node.state, node.operator):
                    counts.generated[node.depth + 1] += 1
                    if duplicate_detection == "all" and state in stored:
                        continue
                    if duplicate_detection != "none" and state in [one.state for one in best]:
                        continue
                    counts.evaluated += 1
                    child = Node(state, node, operator, node.depth + 1, h=problem.h(state))
                    if child.h == DEAD_END:
                        continue
                    if problem.is_goal(state):
                        goal = child
                        break
                    best = sorted([*best, child], key=lambda one: one.h)
                    dropped |= len(best) > width
                    best = best[:width]
                if goal is not None:
                    break
            if best or goal is not None:
                counts.visited[beam[0].depth + 1] = len(best) + (goal is not None)
            beam = best
            stored |= {node.state for node in best}
        counts.end_iteration(width)
        if goal is not None or not dropped or widen is None:
            return _ended(counts, problem, goal, searched_all=not dropped and not beam)
        width *= widen


def enforced_hill_climbing(problem: Problem) -> Result:
    """Breadth-first search for a state of smaller h, from there again, and so on to the goal.

    A child with h = DEAD_END is evaluated and dropped.
    """
    counts = Counts()
    counts.evaluated += 1
    node = Node(problem.start, h=problem.h(problem.start))
    if problem.is_goal(node.state):
        counts.visited[0] = 1
        return counts.result(problem, [])
    while True:
        counts.visited.clear()
        counts.visited[node.depth] = 1
        better = _better_state(problem, counts, node)
        if better is None:
            return _ended(counts, problem, None, searched_all=node.parent is None)
        if problem.is_goal(better.state):
            return _ended(counts, problem, better, False)
        node = better


def _better_state(problem: Problem, counts: Counts, start: Node) -> Node | None:
    known, queue = {start.state}, [start]
    for node in queue:
        counts.expanded[node.depth] += 1
        for operator, state, _ in problem.operators(node.state, node.operator):
            counts.generated[node.depth + 1] += 1
            if state in known:
                continue
            counts.evaluated += 1
            child = Node(state, node, operator, node.depth + 1, h=problem.h(state))
            if child.h == DEAD_END:
                continue
            known.add(state)
            counts.visited[node.depth + 1] += 1
            if child.h < start.h or problem.is_goal(state):
                return child
            queue.append(child)
    return None


def breadth_first_heuristic_search(problem: Problem, upper_bound: int | None = None) -> Result:
    """Layers of nodes with f <= bound, of which three are remembered; g is the depth.

    A child with h = DEAD_END is evaluated and dropped.

    The path between two states that are known to be on it is found by the same search within
    the greatest f on the path, for a target at a known distance.
    """
    counts = Counts()
    counts.evaluated += 1
    start = (problem.start, problem.h(problem.start))
    counts.visited[0] = 1
    if problem.is_goal(problem.start):
        return counts.result(problem, [])
    bound = start[1] if upper_bound is None else upper_bound
    if start[1] > bound:
        return _ended(counts, problem, None, searched_all=False)
    while True:
        counts.visited.clear()
        counts.visited[0] = 1
        search = _Layers(problem, counts, bound, start, depth=0)
        found = search.run(bound // 2, problem.is_goal, None)
        path = None
        if found is not None:
            path = _path(_Layers(problem, counts, found.f, start, depth=0), found, bound // 2)
        counts.end_iteration(bound)
        if found is not None or not search.cut:
            return counts.result(problem, path)
        if upper_bound is not None:
            return _ended(counts, problem, None, searched_all=False)
        bound = min(search.cut)


@dataclass
class _Layered:
    """A node: how it was reached, its ancestor in the relay layer, the greatest f on its path."""

    state: State
    operator: Operator | None
    h: int
    distance: int
    relay: _Layered | None
    f: int


@dataclass
class _Layers:
    """One breadth-first search from a state and its h, ``depth`` operators below the start."""

    problem: Problem
    counts: Counts
    bound: int
    start: tuple[State, int]
    depth: int
    cut: list[int] = field(default_factory=list)

    def run(
        self, relay_at: int, is_target: Callable[[State], bool], length: int | None
    ) -> _Layered | None:
        """The target; ``length`` is its distance, or None if that is not known."""
        state, h = self.start
        before: set[State] = set()
        layer = [_Layered(state, None, h, 0, None, self.depth + h)]
        while layer:
            here = {node.state for node in layer}
            after: dict[State, _Layered] = {}
            for node in layer:
                relay = node if node.distance == relay_at else node.relay
                self.counts.expanded[self.depth + node.distance] += 1
                for operator, state, _ in self.problem.operators(node.state, node.operator):
                    level = self.depth + node.distance + 1
                    self.counts.generated[level] += 1
                    self.counts.evaluated += 1
                    h = self.problem.h(state)
                    if h == DEAD_END:
                        continue
                    if level + h > self.bound:
                        self.cut.append(level + h)
                        continue
                    f = max(node.f, level + h)
                    child = _Layered(state, operator, h, node.distance + 1, relay, f)
                    if length in (None, child.distance) and is_target(state):
                        return child
                    known = state in before or state in here or state in after
                    if child.distance != length and not known:
                        after[state] = child
                        self.counts.visited[level] += length is None
            before, layer = here, list(after.values())
        return None


def _path(search: _Layers, target: _Layered, relay_at: int) -> list[Operator]:
    """Operators from the start of ``search`` to what was found there."""
    if target.distance == 1:
        return [target.operator]
    relay = target.relay
    if relay is None:
        return _between(search, target.state, target.distance)
    behind = replace(search, start=(relay.state, relay.h), depth=search.depth + relay_at)
    rest = target.distance - relay_at
    return _between(search, relay.state, relay_at) + _between(behind, target.state, rest)


def _between(search: _Layers, target: State, length: int) -> list[Operator]:
    found = search.run(length // 2, lambda state: state == target, length)
    assert found is not None, "a state on the path is not found again"
    return _path(search, found, length // 2)


def _ended(counts: Counts, problem: Problem, goal: Node | None, searched_all: bool) -> Result:
    """Solved; or unsolvable, if all was searched; or given up, which has the status node_limit."""
    result = counts.result(problem, None if goal is None else goal.path())
    return result if goal is not None or searched_all else replace(result, status="node_limit")

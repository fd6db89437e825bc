"""Twins of partial-expansion A*, anytime weighted A* and breadth-first search over a bit table."""

from __future__ import annotations

from fractions import Fraction
from itertools import count
from typing import Any

from naive_counts import Counts, Node, Result, replay
from naive_domains import DEAD_END, Operator, Problem, State
from naive_informed import tie_breaker


def breadth_first_bit_table(problem: Problem, goal_test: str = "between_levels") -> Result:
    """Level by level, with every operator of every state. Operators are taken back by others.

    goal_test
        between_levels: all new states of a level, when the level before is done;
        never: the space is exhausted.

    The path goes up from the goal, each time by the first operator that leads to a state one
    level higher. The goal must be one state.
    """
    counts = Counts()
    depths = {problem.start: 0}
    counts.visited[0] += 1
    level = [problem.start]
    depth = 0
    while level:
        if goal_test == "between_levels" and any(map(problem.is_goal, level)):
            break
        below = []
        for state in level:
            counts.expanded[depth] += 1
            for _, child, _ in problem.operators(state, None):
                counts.generated[depth + 1] += 1
                if child not in depths:
                    depths[child] = depth + 1
                    counts.visited[depth + 1] += 1
                    below.append(child)
        level = below
        depth += 1
    goals = [state for state in depths if problem.is_goal(state)]
    return counts.result(problem, upward(problem, depths, goals[0]) if goals else None)


def upward(problem: Problem, depths: dict[State, int], state: State) -> list[Operator]:
    """Operators from the start to a state."""
    path: list[Operator] = []
    while depths[state] > 0:
        above = next(
            parent
            for _, parent, _ in problem.operators(state, None)
            if depths.get(parent) == depths[state] - 1
        )
        path.insert(0, next(op for op, to, _ in problem.operators(above, None) if to == state))
        state = above
    return path


class OpenList:
    """A list of nodes; the one with the least value, then the least tie-break, goes first."""

    def __init__(self, tie_break: str, seed: int) -> None:
        self.key = tie_breaker(tie_break, seed)
        self.turns = count(1)
        self.entries: dict[int, tuple[Any, ...]] = {}
        self.nodes: dict[int, Node] = {}

    def put(self, node: Node, value: int) -> None:
        """Put on open, or anew with another value."""
        node.is_open = True
        node.turn = next(self.turns)
        self.entries[id(node)] = (value, self.key(node), node.turn)
        self.nodes[id(node)] = node

    def take(self) -> tuple[int, Node]:
        """The first one and its value."""
        first = min(self.entries, key=self.entries.__getitem__)
        node = self.nodes.pop(first)
        node.is_open = False
        return self.entries.pop(first)[0], node

    def __len__(self) -> int:
        return len(self.nodes)


def improve(node: Node, parent: Node, operator: Operator, g: int) -> None:
    node.parent, node.operator, node.g, node.depth = parent, operator, g, parent.depth + 1


def partial_expansion_a_star(
    problem: Problem,
    selection: str = "auto",
    tie_break: str = "low_h",
    reopening: str = "always",
    seed: int = 0,
    foresees: bool = True,
) -> Result:
    """A* whose nodes have a value F, at first f, and go back on open until they have no more.

    selection
        children: at each expansion all children are made, and count as generated;
        auto: only those that are put on open (or are known), if the heuristic ``foresees`` f.

    The first time a node's children with f <= F are put on open, later those with f = F. Those with
    h = DEAD_END never are, nor does their f count.
    """
    counts = Counts()
    makes_all = selection == "children" or not foresees
    best = OpenList(tie_break, seed)
    counts.evaluated += 1
    start = Node(problem.start, h=problem.h(problem.start))
    nodes = {start.state: start}
    counts.visited[0] += 1
    fresh = {start.state}  # states whose node was not expanded on its present path
    best.put(start, start.h)
    counts.peak_open = 1
    while len(best):
        value, node = best.take()
        if problem.is_goal(node.state):
            return counts.result(problem, node.path())
        counts.expanded[node.depth] += 1
        is_first = node.state in fresh
        fresh.discard(node.state)
        later = []
        for operator, state, cost in problem.operators(node.state, node.operator):
            counts.evaluated += 1
            h = problem.h(state)
            g = node.g + cost
            f = g + h
            is_dead = h == DEAD_END
            if f > value and not is_dead:
                later.append(f)
            wanted = not is_dead and (f == value or (f < value and is_first))
            if wanted or makes_all:
                counts.generated[node.depth + 1] += 1
            if not wanted:
                continue
            child = nodes.get(state)
            if child is None:
                child = nodes[state] = Node(state, h=h)
                counts.visited[node.depth + 1] += 1
            elif g >= child.g:
                continue
            elif not child.is_open:
                if reopening == "never":
                    continue
                counts.reopened += 1
            improve(child, node, operator, g)
            fresh.add(state)
            best.put(child, f)
        if later:
            best.put(node, min(later))
        counts.peak_open = max(counts.peak_open, len(best))
    return counts.result(problem, None)


def anytime_weighted_a_star(
    problem: Problem,
    weight: float | str = 2,
    tie_break: str = "low_h",
    reopening: str = "always",
    seed: int = 0,
) -> Result:
    """Weighted A* that goes on after a solution, without what cannot lead to a cheaper one.

    A child with h = DEAD_END is dropped.
    """
    p, q = Fraction(str(weight)).as_integer_ratio()
    counts = Counts()
    best = OpenList(tie_break, seed)
    incumbent: list[Operator] | None = None
    cost_of_incumbent = float("inf")

    def value(node: Node) -> int:
        return q * node.g + p * node.h

    def found(path: list[Operator]) -> None:
        nonlocal incumbent, cost_of_incumbent
        incumbent, cost_of_incumbent = path, replay(problem, path)[1]
        totals = counts.expanded.total(), counts.generated.total()
        counts.solutions.append((int(cost_of_incumbent), len(path), *totals))

    counts.evaluated += 1
    start = Node(problem.start, h=problem.h(problem.start))
    nodes = {start.state: start}
    counts.visited[0] += 1
    best.put(start, value(start))
    counts.peak_open = 1
    if problem.is_goal(start.state):
        found([])
    while len(best):
        _, node = best.take()
        if node.g + node.h >= cost_of_incumbent:
            continue
        counts.expanded[node.depth] += 1
        for operator, state, cost in problem.operators(node.state, node.operator):
            counts.generated[node.depth + 1] += 1
            g = node.g + cost
            child = nodes.get(state)
            counts.evaluated += child is None
            h = problem.h(state)
            if h == DEAD_END or g + h >= cost_of_incumbent or (child is not None and g >= child.g):
                continue
            if problem.is_goal(state):
                found([*node.path(), operator])
                continue
            if child is None:
                child = nodes[state] = Node(state, h=h)
                counts.visited[node.depth + 1] += 1
            elif not child.is_open:
                if reopening == "never":
                    continue
                counts.reopened += 1
            improve(child, node, operator, g)
            best.put(child, value(child))
        counts.peak_open = max(counts.peak_open, len(best))
    return counts.result(problem, incumbent)

"""What a search found and what it took; how it is counted.

*generated* counts the operators applied, at the level of the child; the root is not counted.
*expanded* counts the nodes whose operators were asked for. *visited* counts the states stored,
at the level where they were stored first. *evaluated* counts calls of the heuristic.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from naive_domains import Operator, Problem, State


@dataclass
class Result:
    """What a search found and what it took.

    status
        "solved", or "unsolvable" if the search ended without a goal.
    cost, depth, path
        of the solution, or None; ``path`` is the list of its operators.
    levels
        (expanded, generated, visited) by depth, down to the last depth where one is not 0.
    iterations
        (bound, expanded, generated) of each iteration.
    peak_open
        most open nodes after an expansion, at least 1; None for algorithms without an open list.
    selected_f
        f of the nodes that a best-first search selected, in that order.
    solutions
        (cost, operators, expanded, generated) of each better solution, when it was found.
    """

    status: str
    cost: int | None
    depth: int | None
    expanded: int
    generated: int
    evaluated: int
    reopened: int
    visited: int
    peak_open: int | None
    levels: list[tuple[int, int, int]]
    iterations: list[tuple[int, int, int]]
    path: list[Operator] | None
    selected_f: list[int] = field(default_factory=list)
    solutions: list[tuple[int, int, int, int]] = field(default_factory=list)


@dataclass
class Counts:
    """The counters of a running search; the first three by level."""

    expanded: Counter[int] = field(default_factory=Counter)
    generated: Counter[int] = field(default_factory=Counter)
    visited: Counter[int] = field(default_factory=Counter)
    evaluated: int = 0
    reopened: int = 0
    peak_open: int | None = None
    iterations: list[tuple[int, int, int]] = field(default_factory=list)
    selected_f: list[int] = field(default_factory=list)
    solutions: list[tuple[int, int, int, int]] = field(default_factory=list)

    def end_iteration(self, bound: int) -> None:
        """What was counted since the last iteration belongs to the one with this bound."""
        expanded = self.expanded.total() - sum(row[1] for row in self.iterations)
        generated = self.generated.total() - sum(row[2] for row in self.iterations)
        self.iterations.append((bound, expanded, generated))

    def result(self, problem: Problem, path: list[Operator] | None) -> Result:
        """The result of a search that ends now, with this solution or with none."""
        levels = max([*self.expanded, *self.generated, *self.visited], default=-1) + 1
        return Result(
            status="unsolvable" if path is None else "solved",
            cost=None if path is None else replay(problem, path)[1],
            depth=None if path is None else len(path),
            expanded=self.expanded.total(),
            generated=self.generated.total(),
            evaluated=self.evaluated,
            reopened=self.reopened,
            visited=self.visited.total(),
            peak_open=self.peak_open,
            levels=[
                (self.expanded[level], self.generated[level], self.visited[level])
                for level in range(levels)
            ],
            iterations=self.iterations,
            path=path,
            selected_f=self.selected_f,
            solutions=self.solutions,
        )


def replay(problem: Problem, path: list[Operator]) -> tuple[State, int]:
    """The state that the operators lead to from the start, and what they cost together.

    Raises KeyError if an operator is not applicable where it stands.
    """
    state, total, last = problem.start, 0, None
    for operator in path:
        steps = {name: (child, cost) for name, child, cost in problem.operators(state, last)}
        state, cost = steps[operator]
        total += cost
        last = operator
    return state, total


@dataclass(eq=False)
class Node:
    """A state and how it was reached."""

    state: State
    parent: Node | None = None
    operator: Operator | None = None
    depth: int = 0
    g: int = 0
    h: int = 0
    turn: int = 0  # number of the latest time that the node was put on open
    is_open: bool = False

    def path(self) -> list[Operator]:
        """Operators from the start, along the present parents."""
        operators = []
        node = self
        while node.parent is not None:
            operators.append(node.operator)
            node = node.parent
        return operators[::-1]

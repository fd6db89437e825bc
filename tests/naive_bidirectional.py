"""Bidirectional searches, written as plainly as their papers; open lists are searched in full.

Each takes the problem and its reverse, whose start is the problem's goal.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count

from naive_counts import Counts, Node, Result
from naive_domains import DEAD_END, Operator, Problem, State

Undo = Callable[[Operator], Operator]
"""Turns an operator of the reverse problem into that of the problem which leads back."""


@dataclass
class Side:
    """One of the two searches: the nodes that it stored, by state."""

    problem: Problem
    nodes: dict[State, Node] = field(default_factory=dict)

    def open(self) -> list[Node]:
        """The open nodes."""
        return [node for node in self.nodes.values() if node.is_open]


@dataclass
class Meeting:
    """The cheapest solution so far: what it costs, and the two nodes of one state."""

    cost: int | None = None
    forward: Node | None = None
    backward: Node | None = None

    def path(self, undo: Undo) -> list[Operator] | None:
        """Its operators, along the parents as they are now."""
        if self.forward is None or self.backward is None:
            return None
        return self.forward.path() + [undo(name) for name in reversed(self.backward.path())]


def bidirectional_breadth_first(
    problem: Problem, reverse: Problem, undo: Undo, side: str = "smaller"
) -> Result:
    """Whole levels in turn, or always the smaller; ends when a new state is known to both sides."""
    counts = Counts()
    sides = (Side(problem), Side(reverse))
    newest: list[list[Node]] = []
    for one in sides:
        root = one.nodes[one.problem.start] = Node(one.problem.start)
        newest.append([root])
        counts.visited[0] += 1
    turn = 0
    meeting = Meeting()
    if problem.start == reverse.start:
        meeting = Meeting(0, newest[0][0], newest[1][0])
    while meeting.cost is None and newest[0] and newest[1]:
        if side == "smaller":
            turn = 0 if len(newest[0]) <= len(newest[1]) else 1
        here, there = sides[turn], sides[1 - turn]
        level, newest[turn] = newest[turn], []
        for node in level:
            counts.expanded[node.depth] += 1
            for operator, state, _ in here.problem.operators(node.state, node.operator):
                counts.generated[node.depth + 1] += 1
                if state in here.nodes:
                    continue
                child = here.nodes[state] = Node(state, node, operator, node.depth + 1)
                newest[turn].append(child)
                counts.visited[child.depth] += 1
                if state in there.nodes:
                    both = (child, there.nodes[state])
                    meeting = Meeting(0, *(both if turn == 0 else both[::-1]))
                    return counts.result(problem, meeting.path(undo))
        turn = 1 - turn
    return counts.result(problem, meeting.path(undo))


class HeuristicSearch:
    """What MM and NBS do alike: nodes, meetings, expansion with reopening.

    What has h = DEAD_END is evaluated and not stored, be it a child or a root.
    """

    def __init__(self, problem: Problem, reverse: Problem) -> None:
        self.counts = Counts()
        self.sides = (Side(problem), Side(reverse))
        self.meeting = Meeting()
        self.turns = count(1)
        for one in self.sides:
            root = Node(one.problem.start, h=self._evaluated(one, one.problem.start))
            if root.h == DEAD_END:
                continue
            one.nodes[root.state] = root
            self.counts.visited[0] += 1
            self.put_on_open(root)
        self.counts.peak_open = self.counts.visited[0]
        if problem.start == reverse.start:
            self.meeting = Meeting(0, *(one.nodes[problem.start] for one in self.sides))

    def _evaluated(self, side: Side, state: State) -> int:
        self.counts.evaluated += 1
        return side.problem.h(state)

    def put_on_open(self, node: Node) -> None:
        """Open from now on, and the latest."""
        node.is_open, node.turn = True, next(self.turns)

    def expand(self, number: int, node: Node) -> None:
        """Expand a node of side 0 or 1."""
        here, there = self.sides[number], self.sides[1 - number]
        node.is_open = False
        self.counts.expanded[node.depth] += 1
        for operator, state, cost in here.problem.operators(node.state, node.operator):
            self.counts.generated[node.depth + 1] += 1
            g = node.g + cost
            child = here.nodes.get(state)
            if child is None:
                h = self._evaluated(here, state)
                if h == DEAD_END:
                    continue
                child = here.nodes[state] = Node(state, h=h)
                self.counts.visited[node.depth + 1] += 1
            elif g >= child.g:
                continue
            elif not child.is_open:
                self.counts.reopened += 1
            child.parent, child.operator, child.g = node, operator, g
            child.depth = node.depth + 1
            self.put_on_open(child)
            self._meet(number, child, there.nodes.get(state))
        n_open = sum(len(one.open()) for one in self.sides)
        self.counts.peak_open = max(self.counts.peak_open or 0, n_open)

    def _meet(self, number: int, child: Node, other: Node | None) -> None:
        if other is not None:
            cost = child.g + other.g
            if self.meeting.cost is None or cost < self.meeting.cost:
                both = (child, other)
                self.meeting = Meeting(cost, *(both if number == 0 else both[::-1]))

    def result(self, undo: Undo) -> Result:
        """The search ends now."""
        return self.counts.result(self.sides[0].problem, self.meeting.path(undo))


def mm(
    problem: Problem, reverse: Problem, undo: Undo, epsilon: int, tie_break: str = "low_g"
) -> Result:
    """Least max(f, 2 g + epsilon) on either side, forward if equal; ends by the paper's rule."""
    search = HeuristicSearch(problem, reverse)
    sign = 1 if tie_break == "low_g" else -1

    def priority(node: Node) -> int:
        return max(node.g + node.h, 2 * node.g + epsilon)

    while True:
        fronts = [side.open() for side in search.sides]
        if not fronts[0] or not fronts[1]:
            return search.result(undo)
        best = [
            min(front, key=lambda node: (priority(node), sign * node.g, -node.turn))
            for front in fronts
        ]
        least = [priority(node) for node in best]
        least_f = [min(node.g + node.h for node in front) for front in fronts]
        least_g = [min(node.g for node in front) for front in fronts]
        bound = max(min(least), *least_f, sum(least_g) + epsilon)
        if search.meeting.cost is not None and search.meeting.cost <= bound:
            return search.result(undo)
        number = 0 if least[0] <= least[1] else 1
        search.expand(number, best[number])


def nbs(problem: Problem, reverse: Problem, undo: Undo, epsilon: int) -> Result:
    """Pairs of least max(f, f, g + g + epsilon), chosen by lists of waiting and ready nodes."""
    search = HeuristicSearch(problem, reverse)
    made_ready: dict[int, int] = {}  # id of a node -> its turn when it was moved
    moves = count(1)
    when: dict[int, int] = {}  # id of a ready node -> number of its move
    bound = 0

    def is_ready(node: Node) -> bool:
        return made_ready.get(id(node)) == node.turn

    def waiting(number: int) -> list[Node]:
        """In the order in which they become ready."""
        nodes = [node for node in search.sides[number].open() if not is_ready(node)]
        return sorted(nodes, key=lambda node: (node.g + node.h, node.h, -node.turn))

    def ready(number: int) -> list[Node]:
        """In the order in which they are taken."""
        nodes = [node for node in search.sides[number].open() if is_ready(node)]
        return sorted(nodes, key=lambda node: (node.g, node.h, -when[id(node)]))

    def make_ready(node: Node) -> None:
        made_ready[id(node)] = node.turn
        when[id(node)] = next(moves)

    def best_pair() -> tuple[Node, Node] | None:
        nonlocal bound
        for number in (0, 1):
            for node in waiting(number):
                if node.g + node.h < bound:
                    make_ready(node)
        while search.sides[0].open() and search.sides[1].open():
            pair = [ready(number)[:1] for number in (0, 1)]
            bounds = []
            if pair[0] and pair[1]:
                bounds.append(pair[0][0].g + pair[1][0].g + epsilon)
                if bounds[0] <= bound:
                    return pair[0][0], pair[1][0]
            first = [node for number in (0, 1) for node in waiting(number)[:1]]
            within = [node for node in first if node.g + node.h <= bound]
            for node in within:
                make_ready(node)
            if not within:
                bound = min(bounds + [node.g + node.h for node in first])
        return None

    def is_proved() -> bool:
        return search.meeting.cost is not None and search.meeting.cost <= bound

    while pair := best_pair():
        for number in (0, 1):
            if is_proved():
                return search.result(undo)
            search.expand(number, pair[number])
    return search.result(undo)


BIDIRECTIONAL: dict[str, Callable[..., Result]] = {
    "bidirectional_breadth_first": bidirectional_breadth_first,
    "mm": mm,
    "nbs": nbs,
}
"""The twin of each algorithm: called with a Problem, its reverse, and the parameters."""

"""IDA* over an explicit stack of nodes, as some Sokoban programs have it."""

from __future__ import annotations

from math import inf

from naive_counts import Counts, Node, Result
from naive_domains import DEAD_END, Problem


def ida_star_stack(problem: Problem, next_bound: str = "plus_one") -> Result:
    """Every child of a node is put on the stack, and looked at when it is taken from there.

    The bound starts at h(start). Of a node that is taken: a goal (only where h = 0) ends the
    search; beyond the bound it is dropped; else all its children are generated and put on the
    stack, in operator order, those with h = DEAD_END excepted. Ends without a solution after an
    iteration that dropped nothing. Nothing is stored, and no duplicate found.

    next_bound
        plus_one: one more than the last; least_excess: the least f that was dropped.
    """
    counts = Counts()

    def evaluate(node: Node) -> int:
        counts.evaluated += 1
        return problem.h(node.state)

    def iteration(bound: float) -> Node | float:
        """A goal, or the least f that was dropped (infinite if nothing was)."""
        dropped = inf
        stack = [start]
        while stack:
            node = stack.pop()
            if node.h == 0 and problem.is_goal(node.state):
                return node
            if node.g + node.h > bound:
                dropped = min(dropped, node.g + node.h)
                continue
            counts.expanded[node.depth] += 1
            for operator, state, cost in problem.operators(node.state, node.operator):
                counts.generated[node.depth + 1] += 1
                child = Node(state, node, operator, node.depth + 1, node.g + cost)
                child.h = evaluate(child)
                if child.h != DEAD_END:
                    stack.append(child)
        return dropped

    start = Node(problem.start)
    start.h = evaluate(start)
    bound: float = inf if start.h == DEAD_END else start.h
    while bound < inf:
        ended = iteration(bound)
        if counts.expanded:
            counts.end_iteration(int(bound))
        if isinstance(ended, Node):
            return counts.result(problem, ended.path())
        bound = bound + 1 if ended < inf and next_bound == "plus_one" else ended
    return counts.result(problem, None)

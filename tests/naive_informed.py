"""Search with a heuristic (and uniform-cost search), written as plainly as a textbook."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from heapq import heappop, heappush
from itertools import count
from typing import Any

from naive_counts import Counts, Node, Result
from naive_domains import DEAD_END, Operator, Problem, State

MASK = 2**64 - 1


def splitmix64(seed: int) -> Iterator[int]:
    """SplitMix64 of Steele, Lea & Flood 2014, "Fast splittable pseudorandom number generators"."""
    for n in count(1):
        z = (seed + n * 0x9E3779B97F4A7C15) & MASK
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        yield z ^ (z >> 31)


def tie_breaker(name: str, seed: int) -> Callable[[Node], tuple[Any, ...]]:
    """Key of a node among those of equal f: the least is selected, then the earliest put on open.

    A random key is drawn each time that a node is put on open.
    """
    random = splitmix64(seed)
    keys: dict[str, Callable[[Node], tuple[Any, ...]]] = {
        "fifo": lambda node: (),
        "lifo": lambda node: (-node.turn,),
        "low_h": lambda node: (node.h, -node.turn),
        "high_h": lambda node: (-node.h, -node.turn),
        "lexicographic": lambda node: (node.state,),
        "random": lambda node: (next(random),),
    }
    return keys[name]


def best_first(
    problem: Problem,
    kind: str = "a_star",
    tie_break: str = "fifo",
    reopening: str = "always",
    weight: float | str | Fraction = 1,
    seed: int = 0,
    store_start: bool = True,
) -> Result:
    """Selects the open node of least f; the goal is tested on selection.

    kind
        a_star: f = g + h; weighted_a_star: f = q g + p h for the weight p/q in lowest terms;
        greedy: f = h; uniform_cost: f = g (the heuristic is not asked).
    reopening
        never: a closed node stays closed; in greedy search an open one keeps its first path too.
    weight
        a number, read as it is written (1.1 is 11/10), or text such as "3/2".
    seed
        of the tie-break "random".
    store_start
        False: the start is not among the known states until it is generated again.

    A child with h = DEAD_END is evaluated and dropped.

    A node that is put on open again with a cheaper path has a new parent, while those generated
    from it keep the depth and g that they had; the solution is the path along the parents.
    """
    p, q = Fraction(str(weight)).as_integer_ratio()
    f: Callable[[Node], int] = {
        "a_star": lambda node: node.g + node.h,
        "weighted_a_star": lambda node: q * node.g + p * node.h,
        "greedy": lambda node: node.h,
        "uniform_cost": lambda node: node.g,
    }[kind]
    tie_key = tie_breaker(tie_break, seed)
    improves_closed = reopening == "always"
    improves_open = improves_closed or kind != "greedy"
    counts = Counts()
    nodes: dict[State, Node] = {}
    heap: list[tuple[int, tuple[Any, ...], int, Node]] = []
    turns = count(1)
    open_now = 0

    def evaluate(state: State) -> int:
        if kind == "uniform_cost":
            return 0
        counts.evaluated += 1
        return problem.h(state)

    def put_on_open(node: Node) -> None:
        nonlocal open_now
        open_now += not node.is_open
        node.is_open = True
        node.turn = next(turns)
        heappush(heap, (f(node), tie_key(node), node.turn, node))

    start = Node(problem.start, h=evaluate(problem.start))
    if store_start:
        nodes[start.state] = start
        counts.visited[0] += 1
    put_on_open(start)
    counts.peak_open = open_now
    while heap:
        f_value, _, turn, node = heappop(heap)
        if turn != node.turn:
            continue  # the node was put on open anew since
        node.is_open = False
        open_now -= 1
        counts.selected_f.append(f_value)
        if problem.is_goal(node.state):
            return counts.result(problem, node.path())
        counts.expanded[node.depth] += 1
        for operator, state, cost in problem.operators(node.state, node.operator):
            counts.generated[node.depth + 1] += 1
            g = node.g + cost
            child = nodes.get(state)
            if child is None:
                h = evaluate(state)
                if h == DEAD_END:
                    continue
                child = nodes[state] = Node(state, h=h)
                counts.visited[node.depth + 1] += 1
            elif child.is_open:
                if g >= child.g or not improves_open:
                    continue
            else:
                if g >= child.g or not improves_closed:
                    continue
                counts.reopened += 1
            child.parent, child.operator = node, operator
            child.g, child.depth = g, node.depth + 1
            put_on_open(child)
        counts.peak_open = max(counts.peak_open, open_now)
    return counts.result(problem, None)


def ida_star(problem: Problem, duplicate_detection: str = "none") -> Result:
    """Iterative-deepening A* of Korf 1985; nothing is stored.

    The bound starts at h(start) and rises to the least f above it. A child is generated and
    evaluated; if its h is DEAD_END it is dropped; beyond the bound it is cut off, a goal ends the
    search at once. The start is tested before the first iteration. Ends without a solution after an
    iteration that cut nothing off.

    duplicate_detection
        path: a child within the bound whose state is on the path is dropped.
    """
    counts = Counts()
    path: list[Operator] = []
    on_path: list[State] = [problem.start]
    next_bound: int | None = None

    def evaluate(state: State) -> int:
        counts.evaluated += 1
        return problem.h(state)

    def descend(state: State, last: Operator | None, g: int, bound: int) -> bool:
        nonlocal next_bound
        counts.expanded[len(path)] += 1
        for operator, child, cost in problem.operators(state, last):
            counts.generated[len(path) + 1] += 1
            h = evaluate(child)
            if h == DEAD_END:
                continue
            f = g + cost + h
            if f > bound:
                next_bound = f if next_bound is None else min(next_bound, f)
                continue
            if duplicate_detection == "path" and child in on_path:
                continue
            path.append(operator)
            on_path.append(child)
            if problem.is_goal(child) or descend(child, operator, g + cost, bound):
                return True
            path.pop()
            on_path.pop()
        return False

    bound: int | None = evaluate(problem.start)
    if problem.is_goal(problem.start):
        return counts.result(problem, [])
    found = False
    while bound is not None and not found:
        next_bound = None
        found = descend(problem.start, None, 0, bound)
        counts.end_iteration(bound)
        bound = next_bound
    return counts.result(problem, path if found else None)

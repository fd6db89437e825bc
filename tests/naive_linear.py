"""Heuristic searches in memory linear in the depth, or fixed; written from their definitions."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from naive_counts import Counts, Result
from naive_domains import DEAD_END, Operator, Problem, State


class Goal(Exception):
    """The search has found what it was looking for."""


def ida_star_transposition(
    problem: Problem,
    table_bits: int = 20,
    bucket_of: Callable[[State, int], int] | None = None,
) -> Result:
    """IDA* that enters no state again in an iteration with a g at least as great.

    A child is evaluated; if its h is DEAD_END it is dropped; beyond the bound it is cut off; it is
    dropped if its state is on the path, or stands in the table as entered in this iteration with a
    g not greater. A goal ends the search.

    bucket_of
        the bucket, of so many, of a state. A bucket has four places; a state that is not in it goes
        to the first free one, else to that of the first state of an earlier iteration, else to that
        of the first state with the greatest g. None: nothing is ever forgotten.
    """
    counts = Counts()
    buckets = (1 << table_bits) // 4
    table: dict[int | State, list[tuple[State, int, int, int]]] = {}
    path: list[Operator] = []
    on_path: list[State] = []
    next_bound: float = inf

    def evaluate(state: State) -> int:
        counts.evaluated += 1
        return problem.h(state)

    def places(state: State) -> list[tuple[State, int, int, int]]:
        return table.setdefault(bucket_of(state, buckets) if bucket_of else state, [])

    def is_known(state: State, g: int, iteration: int) -> bool:
        return any(
            entry == state and entered == iteration and entry_g <= g
            for entry, entry_g, entered, _ in places(state)
        )

    def remember(state: State, g: int, iteration: int) -> None:
        bucket = places(state)
        own = [i for i, entry in enumerate(bucket) if entry[0] == state]
        older = [i for i, entry in enumerate(bucket) if entry[2] < iteration]
        if not own and len(bucket) < 4:
            bucket.append((state, g, iteration, len(path)))
            counts.visited[len(path)] += 1
            return
        greatest = max(range(len(bucket)), key=lambda i: bucket[i][1])
        place = (own or older or [greatest])[0]
        counts.visited[bucket[place][3]] -= 1
        bucket[place] = (state, g, iteration, len(path))
        counts.visited[len(path)] += 1

    def enter(state: State, last: Operator | None, g: int, bound: float, iteration: int) -> None:
        nonlocal next_bound
        remember(state, g, iteration)
        if path and problem.is_goal(state):
            raise Goal
        counts.expanded[len(path)] += 1
        on_path.append(state)
        for operator, child, cost in problem.operators(state, last):
            counts.generated[len(path) + 1] += 1
            h = evaluate(child)
            f = g + cost + h
            if h == DEAD_END:
                continue
            if f > bound:
                next_bound = min(next_bound, f)
            elif child not in on_path and not is_known(child, g + cost, iteration):
                path.append(operator)
                enter(child, operator, g + cost, bound, iteration)
                path.pop()
        on_path.pop()

    bound: float = evaluate(problem.start)
    if problem.is_goal(problem.start):
        remember(problem.start, 0, 0)
        return counts.result(problem, [])
    iteration = 0
    while bound < inf:
        next_bound = inf
        try:
            enter(problem.start, None, 0, bound, iteration)
        except Goal:
            counts.end_iteration(int(bound))
            return counts.result(problem, path)
        counts.end_iteration(int(bound))
        bound = next_bound
        iteration += 1
    return counts.result(problem, None)


def rbfs(problem: Problem, duplicate_detection: str = "none") -> Result:
    """Recursive best-first search of Korf 1993; of equal F the first in operator order.

    A child with h = DEAD_END is generated and evaluated, and then dropped.

    duplicate_detection
        path: a child whose state is on the path is generated and evaluated, and then dropped.
    """
    counts = Counts()
    path: list[Operator] = []
    on_path: list[State] = []

    def evaluate(state: State) -> int:
        counts.evaluated += 1
        return problem.h(state)

    def search(
        state: State, last: Operator | None, g: int, f: int, stored: float, limit: float
    ) -> float:
        if problem.is_goal(state):
            raise Goal
        counts.expanded[len(path)] += 1
        on_path.append(state)
        children = []
        for number, (operator, child, cost) in enumerate(problem.operators(state, last)):
            counts.generated[len(path) + 1] += 1
            h = evaluate(child)
            if h == DEAD_END:
                continue
            child_f = g + cost + h
            value: float = max(stored, child_f) if f < stored else child_f
            if duplicate_detection == "none" or child not in on_path:
                children.append([value, number, operator, child, g + cost, child_f])
        while True:
            children.sort(key=lambda entry: entry[:2])
            least = children[0][0] if children else inf
            if least > limit or least == inf:
                on_path.pop()
                return least
            second = children[1][0] if len(children) > 1 else inf
            _, _, operator, child, child_g, child_f = children[0]
            path.append(operator)
            children[0][0] = search(child, operator, child_g, child_f, least, min(limit, second))
            path.pop()

    h = evaluate(problem.start)
    try:
        search(problem.start, None, 0, h, h, inf)
    except Goal:
        return counts.result(problem, path)
    return counts.result(problem, None)


def budgeted_tree_search(
    problem: Problem, c1: int = 2, c2: int = 8, duplicate_detection: str = "none"
) -> Result:
    """Budgeted tree search of Helmert et al. 2019.

    A search with a limit stops when it has made all expansions allowed and would make another. The
    problem is solved at once when a solution is found that costs no more than the lower bound. A
    child with h = DEAD_END is dropped, whatever the limit.

    duplicate_detection
        path: a child within the limit whose state is on the path is dropped.
    """
    counts = Counts()
    best_cost, best_path = inf, None
    lower: float = 0
    below = above = inf
    used = 0

    class OverBudgetError(Exception):
        pass

    def evaluate(state: State) -> int:
        counts.evaluated += 1
        return problem.h(state)

    def found(cost: int, path: list[Operator]) -> None:
        nonlocal best_cost, best_path
        best_cost, best_path = cost, list(path)
        totals = counts.expanded.total(), counts.generated.total()
        counts.solutions.append((cost, len(path), *totals))
        if cost <= lower:
            raise Goal

    def descend(
        path: list[Operator], states: list[State], g: int, limit: float, allowed: float
    ) -> None:
        nonlocal used, below, above
        if used == allowed:
            raise OverBudgetError
        used += 1
        counts.expanded[len(path)] += 1
        for operator, child, cost in problem.operators(states[-1], path[-1] if path else None):
            counts.generated[len(path) + 1] += 1
            child_h = evaluate(child)
            if child_h == DEAD_END:
                continue
            f = g + cost + child_h
            if f > limit:
                above = min(above, f)
            elif f >= best_cost:
                below = max(below, best_cost)
            elif duplicate_detection == "none" or child not in states:
                below = max(below, f)
                if problem.is_goal(child):
                    found(g + cost, [*path, operator])
                else:
                    descend([*path, operator], [*states, child], g + cost, limit, allowed)

    def search(limit: float, allowed: float) -> tuple[float, float]:
        """What the search says of the cost of a cheapest solution and of the limit to try."""
        nonlocal used, below, above
        used, below, above = 0, h, inf
        try:
            descend([], [problem.start], 0, limit, allowed)
        except OverBudgetError:
            return 0, below
        finally:
            counts.end_iteration(int(limit))
        return (best_cost, best_cost) if below >= best_cost else (above, inf)

    def one_round(budget: int) -> int:
        nonlocal lower
        lower, upper = search(lower, inf)
        if used >= c1 * budget or lower >= best_cost:
            return used
        step = 1
        while upper == inf and lower < best_cost:
            low, high = search(lower + step, c2 * budget)
            step *= 2
            lower, upper = max(lower, low), min(upper, high)
            if high == inf and used >= c1 * budget:
                return used
        while lower < upper and lower < best_cost:
            low, high = search((lower + upper) // 2, c2 * budget)
            lower, upper = max(lower, low), min(upper, high)
            if high == inf and used >= c1 * budget:
                return used
        return max(used, c1 * budget)

    h = evaluate(problem.start)
    lower = h
    budget = 0
    try:
        if problem.is_goal(problem.start):
            found(0, [])
        while lower < best_cost:
            budget = one_round(budget)
    except Goal:
        pass
    return counts.result(problem, best_path)

"""Random small graphs with a start, goals and a heuristic: as text, and as a naive problem."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from naive_domains import DEAD_END, Problem
from oracles import dijkstra
from searching import choice

from harness.model import Instance, Limits, Run

HIGHEST_COST = 4
HIGHEST_DEAD_END = 20
"""Values of vertices from which no goal can be reached go up to this."""

Edge = tuple[int, int, int]
"""The vertex left, the vertex entered, the cost."""


@dataclass(frozen=True)
class GraphCase:
    """A problem of the domain ``graph``, and the same as the naive algorithms take it.

    edges, values
        texts for the domain and for its heuristic ``given``.
    start, goals
        names of vertices. States of ``problem`` are their numbers, in the order of appearance in
        ``edges``, and its operators have the names that recorded paths have.
    """

    edges: str
    values: str
    start: str
    goals: tuple[str, ...]
    problem: Problem

    @property
    def instance(self) -> str:
        """Start and goals as a config gives them."""
        return f"{self.start} -> {', '.join(self.goals)}"


def graph_case(
    seed: int,
    *,
    vertices: int = 8,
    edges: int = 16,
    zero_costs: bool = True,
    admissible: bool = True,
    positive: bool = False,
    goals: int = 1,
    solvable: bool = False,
    dead_ends: float = 0,
    acyclic: bool = False,
    unit_costs: bool = False,
) -> GraphCase:
    """A random graph, most likely with parallel edges, loops, and vertices out of reach.

    vertices, edges
        how many. A vertex that no edge has does not count as one.
    zero_costs
        whether an edge may cost 0.
    admissible
        h is at most the cost to the nearest goal (from 0 to 20 where no goal can be reached), and
        as a rule not consistent; else it is any number from 0 to 9. It is 0 in goals.
    positive
        h is at least 1 wherever the cost to the nearest goal is.
    goals
        how many goals; the start may be among them.
    solvable
        whether a goal can be reached for certain (the goals are then all taken from what can be).
    dead_ends
        the share of the vertices from which no goal can be reached whose h is DEAD_END; where h is
        not ``admissible``, the share of all vertices that are no goals.
    acyclic
        every edge leads to a vertex of a higher number; those that begin where they end are left
        out.
    unit_costs
        every edge costs 1.
    """
    random, dying = Random(seed), Random(f"dead ends of {seed}")
    lowest = 0 if zero_costs else 1
    table = [
        (
            random.randrange(vertices),
            random.randrange(vertices),
            random.randint(lowest, HIGHEST_COST),
        )
        for _ in range(edges)
    ]
    if acyclic:
        table = [(min(a, b), max(a, b), cost) for a, b, cost in table if a != b]
    if unit_costs:
        table = [(a, b, 1) for a, b, _ in table]
    names = [f"v{vertex}" for edge in table for vertex in edge[:2]]
    order = {name: number for number, name in enumerate(dict.fromkeys(names))}
    numbered = [(order[f"v{a}"], order[f"v{b}"], cost) for a, b, cost in table]
    start = random.randrange(len(order))
    reached = dijkstra(edge_problem(numbered, start, (), {}))
    eligible = sorted(reached) if solvable else range(len(order))
    chosen = sorted(random.sample(eligible, min(goals, len(eligible))))
    h = {}
    to_go = _costs_to_go(numbered, chosen)
    for vertex in range(len(order)):
        exact = to_go.get(vertex)
        highest = 9 if not admissible else HIGHEST_DEAD_END if exact is None else exact
        least = min(int(positive), highest)
        h[vertex] = 0 if vertex in chosen else random.randint(least, highest)
        may_die = vertex not in chosen and (exact is None or not admissible)
        if may_die and dying.random() < dead_ends:
            h[vertex] = DEAD_END
    listed = list(order)
    return GraphCase(
        edges="\n".join(f"v{a},v{b},{cost}" for a, b, cost in table),
        values="\n".join(f"{name} {as_given(h[number])}" for name, number in order.items()),
        start=listed[start],
        goals=tuple(listed[goal] for goal in chosen),
        problem=edge_problem(numbered, start, chosen, h),
    )


def as_given(h: int) -> str:
    """A value as the heuristic ``given`` takes it."""
    return "dead" if h == DEAD_END else str(h)


def edge_problem(
    edges: Sequence[Edge], start: int, goals: Sequence[int], h: dict[int, int]
) -> Problem:
    """A graph whose operators are its edges, named by number; a vertex not in ``h`` has h = 0."""
    leaving: dict[int, list[tuple[str, int, int]]] = {}
    for number, (tail, head, cost) in enumerate(edges, 1):
        leaving.setdefault(tail, []).append((f"edge {number}", head, cost))
    return Problem(
        start,
        lambda vertex, last: leaving.get(vertex, []),
        lambda vertex: vertex in goals,
        lambda vertex: h.get(vertex, 0),
    )


def _costs_to_go(edges: Sequence[Edge], goals: Sequence[int]) -> dict[int, int]:
    """Least cost to a goal, of each vertex that can reach one."""
    backward = edge_problem([(b, a, cost) for a, b, cost in edges], 0, (), {})
    found: dict[int, int] = {}
    for goal in goals:
        for vertex, cost in dijkstra(replace(backward, start=goal)).items():
            found[vertex] = min(cost, found.get(vertex, cost))
    return found


def side_by_side(cases: Sequence[GraphCase]) -> list[GraphCase]:
    """The same cases as parts of one graph, which the harness loads once."""
    edges, values, before, count = [], [], [], 0
    for case in cases:
        before.append(count)
        count += case.edges.count("\n") + 1
        edges.append(case.edges.replace("v", f"part{len(before)}v"))
        values.append(case.values.replace("v", f"part{len(before)}v"))
    return [
        GraphCase(
            "\n".join(edges),
            "\n".join(values),
            f"part{number}{case.start}",
            tuple(f"part{number}{goal}" for goal in case.goals),
            renumbered(case.problem, first),
        )
        for number, (case, first) in enumerate(zip(cases, before, strict=True), 1)
    ]


def renumbered(problem: Problem, first: int) -> Problem:
    """The same with its edges numbered from behind ``first`` on."""

    def operators(state: int, last: str | None) -> list[tuple[str, int, int]]:
        steps = problem.operators(state, last)
        return [(f"edge {int(name[5:]) + first}", child, cost) for name, child, cost in steps]

    return replace(problem, operators=operators)


def graph_run(
    case: GraphCase,
    algorithm: str,
    parameters: dict[str, Any] | None = None,
    heuristic: bool = True,
    limits: Limits | None = None,
    seed: int | None = None,
    **domain: Any,
) -> Run:
    """A run on a case, with its values as the heuristic or with none.

    seed
        of the algorithm's random choices.
    domain
        more parameters of the domain.
    """
    chosen = choice("heuristics", "given", "graph", values=case.values) if heuristic else None
    return Run(
        run_id="0" * 16,
        experiment="test",
        domain=choice("domains", "graph", edges=case.edges, **domain),
        instance=Instance(case.instance, case.instance),
        algorithm=choice("algorithms", algorithm, **(parameters or {})),
        heuristic=chosen,
        seed=seed,
        limits=limits or Limits(memory=1 << 28),
        keep_path=True,
    )

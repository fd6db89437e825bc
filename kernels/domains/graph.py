"""Graph: any weighted directed graph, given edge by edge as text.

One edge a line (or between semicolons): the vertex that it leaves, the vertex that it enters, and
its cost, a whole number that may be 0 and is 1 where it is left out. Fields stand between commas or
between blanks. What follows a # is a comment; a first line ``from,to,cost`` is a header. Several
edges between the same two vertices, and edges from a vertex to itself, are kept as they are. Edges
are tried in the order in which they stand.

An operator is an edge, named by its number: the first one is ``edge 1``. Vertices are numbered in
the order in which they appear; this number is the state. An instance is ``START -> GOAL``, or
``START -> GOAL, GOAL`` where several vertices are goals.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from kernels.contract import REQUIRED, Parameter
from kernels.cores.edge_lists import ARROW, MOST_EDGES, Graph, graph_of, unknown_vertex
from kernels.jit import inlined
from kernels.random import SplitMix64

NO_OPERATOR = MOST_EDGES  # edges are numbered from 0

PARAMETERS = {
    "edges": Parameter("content", REQUIRED, "the edges, one a line: from, to and cost"),
    "directed": Parameter(
        "boolean", True, "false: each line is two edges, one in each direction, the second behind"
    ),
    "reversed": Parameter("boolean", False, "walk every edge from its head to its tail"),
}


class Tables(NamedTuple):
    """What the compiled functions look up; reversed, tails and heads have changed places.

    names
        uint8[n], the vertices' names in UTF-8 with a line feed between, for ``names_of``.
    reversed
        int64, 1 if edges are walked from head to tail.
    first, edges
        int64[vertices + 1], int64[edges]: vertex v is left by ``edges[first[v]:first[v + 1]]``.
    tails, heads, costs
        int64[edges], by edge: the vertex left, the vertex entered, what it costs.
    goals
        int64[vertices], 1 for goals.
    """

    names: np.ndarray
    reversed: int
    first: np.ndarray
    edges: np.ndarray
    tails: np.ndarray
    heads: np.ndarray
    costs: np.ndarray
    goals: np.ndarray


def _graph(params: dict[str, Any]) -> Graph:
    return graph_of(params["edges"], params["directed"])


def fault(params: dict[str, Any]) -> str | None:
    """What is wrong with the edges."""
    try:
        _graph(params)
    except ValueError as error:
        return f"edges: {error}"
    return None


def unit_cost(params: dict[str, Any]) -> bool:
    """Whether every edge costs 1."""
    return bool((_graph(params).costs == 1).all())


def operator_name(op: int) -> str:
    """The edge's number, counted from 1."""
    return f"edge {op + 1}"


def specialise(params: dict[str, Any]) -> dict[str, int]:
    """Most edges at a vertex, in or out, as the next power of 4, so that few kernels are needed."""
    graph = _graph(params)
    most = max(np.bincount(graph.tails).max(), np.bincount(graph.heads).max())
    return {
        "WORDS": 1,
        "STATE_SIZE": 1,
        "MAX_OPERATORS": next(4**n for n in range(1, 9) if 4**n >= most),
    }


def read(params: dict[str, Any], item: Any) -> str:
    """Canonical text of an instance: start, arrow, goals in the order of their numbers."""
    if not isinstance(item, str) or item.count(ARROW) != 1:
        raise ValueError(f"{item!r} is not START {ARROW} GOAL")
    numbers = _graph(params).numbers
    left, right = (side.replace(",", " ").split() for side in item.split(ARROW))
    if len(left) != 1 or not right:
        raise ValueError(f"{item!r} is not START {ARROW} GOAL: it needs one start, and a goal")
    for name in (*left, *right):
        if name not in numbers:
            raise ValueError(unknown_vertex(name, numbers))
    return f"{left[0]} {ARROW} {', '.join(sorted(set(right), key=numbers.__getitem__))}"


def _ends(params: dict[str, Any], instance: str) -> tuple[int, tuple[int, ...]]:
    """Numbers of the start and of the goals."""
    numbers = _graph(params).numbers
    left, _, right = instance.partition(f" {ARROW} ")
    return numbers[left], tuple(numbers[name] for name in right.split(", "))


def doctor(params: dict[str, Any], instance: str) -> str | None:
    """Nothing: what a search does where the goal is out of reach is worth to be seen."""
    return None


def random_instance(params: dict[str, Any], rng: SplitMix64) -> str:
    """Two vertices, each pair of different ones as likely; the goal may be out of reach."""
    names = list(_graph(params).numbers)
    start = rng.below(len(names))
    goal = (start + 1 + rng.below(len(names) - 1)) % len(names) if len(names) > 1 else start
    return f"{names[start]} {ARROW} {names[goal]}"


def prepare(params: dict[str, Any], instance: str) -> Tables:
    """Tables of a graph and its goals; the same object for all starts."""
    goals = _ends(params, instance)[1]
    return _tables(params["edges"], params["directed"], params["reversed"], goals)


@lru_cache(maxsize=64)
def _tables(edges: str, directed: bool, backward: bool, goals: tuple[int, ...]) -> Tables:
    flags = np.zeros(len(graph_of(edges, directed).numbers), dtype=np.int64)
    flags[list(goals)] = 1
    return _without_goals(edges, directed, backward)._replace(goals=flags)


@lru_cache(maxsize=8)
def _without_goals(edges: str, directed: bool, backward: bool) -> Tables:
    graph = graph_of(edges, directed)
    tails, heads = (graph.heads, graph.tails) if backward else (graph.tails, graph.heads)
    leaving = np.bincount(tails, minlength=len(graph.numbers))
    return Tables(
        np.frombuffer("\n".join(graph.numbers).encode(), dtype=np.uint8).copy(),
        int(backward),
        np.concatenate([[0], np.cumsum(leaving)]).astype(np.int64),
        np.argsort(tails, kind="stable").astype(np.int64),
        tails,
        heads,
        graph.costs,
        np.zeros(0, dtype=np.int64),
    )


def names_of(encoded: bytes) -> list[str]:
    """Names of the vertices by number, out of ``Tables.names``."""
    return encoded.decode().split("\n")


def start(params: dict[str, Any], instance: str) -> np.ndarray:
    """State vector int64[1] of the start."""
    return np.array([_ends(params, instance)[0]], dtype=np.int64)


def goal_state(params: dict[str, Any], instance: str) -> np.ndarray:
    """State vector int64[1] of the goal with the lowest number."""
    return np.array([_ends(params, instance)[1][0]], dtype=np.int64)


def reverse(params: dict[str, Any], instance: str) -> tuple[dict[str, Any], str] | None:
    """Every edge is walked the other way, from the goal to the start; None for several goals."""
    left, _, right = instance.partition(f" {ARROW} ")
    if "," in right:
        return None
    return {**params, "reversed": not params["reversed"]}, f"{right} {ARROW} {left}"


def reverse_operator(op: int) -> int:
    """The same edge."""
    return op


def rank_count(params: dict[str, Any]) -> int:
    """Number of vertices."""
    return len(_graph(params).numbers)


@inlined
def generate(T, state, last, ops, at):
    """The edges that leave the vertex."""
    vertex = np.uint64(state[0])
    begin = T.first[vertex]
    count = T.first[vertex + np.uint64(1)] - begin
    for i in range(count):
        ops[np.uint64(at + i)] = T.edges[np.uint64(begin + i)]
    return count


@inlined
def apply(T, state, op):
    """Go to the vertex that the edge enters."""
    state[0] = T.heads[np.uint64(op)]


@inlined
def undo(T, state, op):
    """Go back to the vertex that the edge leaves."""
    state[0] = T.tails[np.uint64(op)]


@inlined
def cost(T, state, op):
    """Cost of the edge."""
    return T.costs[np.uint64(op)]


@inlined
def pack(T, state, key):
    """The vertex's number."""
    key[0] = np.uint64(state[0])


@inlined
def unpack(T, key, state):
    """The vertex's number."""
    state[0] = np.int64(key[0])


@inlined
def successor(T, key, op, child):
    """The vertex that the edge enters."""
    child[0] = np.uint64(T.heads[np.uint64(op)])


@inlined
def is_goal(T, state):
    """Whether the vertex is marked."""
    return T.goals[np.uint64(state[0])] != 0


@inlined
def rank(T, state):
    """The vertex's number."""
    return state[0]


@inlined
def unrank(T, number, state):
    """The vertex of that number."""
    state[0] = number


@inlined
def rank_after(T, state, number, op):
    """The vertex that the edge enters."""
    return T.heads[np.uint64(op)]

"""Given: a value for each vertex, as a text lists them.

One vertex a line (or between semicolons): its name and its value, fields and comments as in the
edges of the domain; a first line ``vertex,h`` or ``vertex,h,h_backward`` is a header. A third field
is the vertex's value where edges are walked from head to tail, as in the half of a bidirectional
search that comes from the goal. What is not given is 0. The word ``dead`` in place of a value says
that no goal can be reached from there: it gives DEAD_END.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from kernels.contract import REQUIRED, Parameter
from kernels.cores import edge_lists
from kernels.counters import DEAD_END, MAX_VALUE
from kernels.domains import graph
from kernels.jit import inlined

FITS = "graph"
HEADERS = (["vertex", "h"], ["vertex", "h", "h_backward"])
DEAD = "dead"
CLAIMS = {"none": 0, "admissible": 1, "consistent": 2}

PARAMETERS = {
    "values": Parameter("content", REQUIRED, "the values, one vertex a line: name and h"),
    "claims": Parameter(
        "choice",
        "none",
        "what the values are said to be; consistent ones are admissible too",
        choices=tuple(CLAIMS),
    ),
}


class Tables(NamedTuple):
    """values: int64[vertices], by vertex."""

    values: np.ndarray


def admissible(params: dict[str, Any]) -> bool:
    """As the config claims."""
    return CLAIMS[params["claims"]] >= CLAIMS["admissible"]


def consistent(params: dict[str, Any]) -> bool:
    """As the config claims."""
    return CLAIMS[params["claims"]] >= CLAIMS["consistent"]


@lru_cache(maxsize=8)
def values_of(text: str) -> dict[str, tuple[int, int]]:
    """Value forward and backward of each vertex named.

    Raises ValueError with the line and what is wrong there.
    """
    found: dict[str, tuple[int, int]] = {}
    for line, fields in edge_lists.fields_of_lines(text):
        if not 2 <= len(fields) <= 3:
            raise ValueError(f"line {line}: {' '.join(fields)!r} is not a vertex and its value")
        if not found and [field.lower() for field in fields] in HEADERS:
            continue
        if fields[0] in found:
            raise ValueError(f"line {line}: {fields[0]!r} has a value already")
        numbers = [_value(field, line) for field in fields[1:]]
        found[fields[0]] = numbers[0], numbers[-1] if len(numbers) == 2 else 0
    return found


def _value(field: str, line: int) -> int:
    if field.lower() == DEAD:
        return DEAD_END
    value = edge_lists.whole_number(field)
    if value is None:
        raise ValueError(
            f"line {line}: the value {field!r} is neither a whole number >= 0 nor '{DEAD}'"
        )
    if value > MAX_VALUE:
        raise ValueError(f"line {line}: the value {field} is more than {MAX_VALUE}")
    return value


def fault(params: dict[str, Any]) -> str | None:
    """What is wrong with the values, whatever the graph."""
    try:
        values_of(params["values"])
    except ValueError as error:
        return f"values: {error}"
    return None


def prepare(T: Any, params: dict[str, Any]) -> Tables:
    """The values by vertex.

    Raises ValueError for a vertex that no edge has, and for a goal whose value is not 0, or that is
    said to be dead.
    """
    values = _by_vertex(bytes(T.names), T.reversed, params["values"])
    wrong = np.flatnonzero(values * T.goals)
    if len(wrong):
        goal, value = graph.names_of(bytes(T.names))[wrong[0]], values[wrong[0]]
        if value == DEAD_END:
            raise ValueError(f"values: {goal!r} is a goal, and so cannot be {DEAD}; its value is 0")
        raise ValueError(f"values: {goal!r} is a goal and has the value {value}, not 0")
    return Tables(values)


@lru_cache(maxsize=8)
def _by_vertex(names: bytes, backward: int, text: str) -> np.ndarray:
    numbers = {name: number for number, name in enumerate(graph.names_of(names))}
    values = np.zeros(len(numbers), dtype=np.int64)
    for name, both in values_of(text).items():
        if name not in numbers:
            raise ValueError(f"values: {edge_lists.unknown_vertex(name, numbers)}")
        values[numbers[name]] = both[backward]
    return values


@inlined
def evaluate(T, H, state):
    """The vertex's value."""
    return H.values[np.uint64(state[0])]


@inlined
def update(T, H, state, h, op):
    """The value of the vertex that the edge enters."""
    return H.values[np.uint64(T.heads[np.uint64(op)])]

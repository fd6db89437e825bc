"""Texts of graphs: one edge a line, or between semicolons; fields between commas or blanks."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from kernels.counters import MAX_VALUE

MOST_EDGES = 65_535  # their numbers have 16 bits, and one more stands for none
ARROW = "->"
HEADERS = (["from", "to"], ["from", "to", "cost"])
MOST_COMPARED = 5000  # names that an unknown one is compared with


class Graph(NamedTuple):
    """A graph as it was read: vertices by name, and of each edge its ends and its cost."""

    numbers: dict[str, int]
    tails: np.ndarray
    heads: np.ndarray
    costs: np.ndarray


def fields_of_lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """Number of the line, and the fields, of each line or part of a line that has any.

    Raises ValueError for an empty field, or for a blank inside one, between commas.
    """
    for number, line in enumerate(text.split("\n"), 1):
        for part in line.partition("#")[0].split(";"):
            if "," in part:
                fields = [field.strip() for field in part.split(",")]
                if not all(fields):
                    raise ValueError(f"line {number}: {part.strip()!r} has an empty field")
                blank = next((field for field in fields if len(field.split()) > 1), None)
                if blank is not None:
                    raise ValueError(f"line {number}: {blank!r} has a blank inside")
            else:
                fields = part.split()
            if fields:
                yield number, fields


@lru_cache(maxsize=8)
def graph_of(text: str, directed: bool) -> Graph:
    """The graph that a text describes.

    Raises ValueError with the line and what is wrong there.
    """
    numbers: dict[str, int] = {}
    ends: list[int] = []
    costs: list[int] = []
    for line, fields in fields_of_lines(text):
        if not 2 <= len(fields) <= 3:
            raise ValueError(f"line {line}: {' '.join(fields)!r} is not an edge: FROM TO COST")
        if not numbers and [field.lower() for field in fields] in HEADERS:
            continue
        ends += [numbers.setdefault(_name(field, line), len(numbers)) for field in fields[:2]]
        costs.append(_cost(fields[2], line) if len(fields) == 3 else 1)
    if not costs:
        raise ValueError("there is no edge")
    table = np.array(ends, dtype=np.int64).reshape(-1, 2)
    if not directed:
        table = np.hstack([table, table[:, ::-1]]).reshape(-1, 2)
    if len(table) > MOST_EDGES:
        raise ValueError(f"{len(table)} edges; at most {MOST_EDGES} have a number")
    repeats = len(table) // len(costs)
    prices = np.repeat(np.array(costs, dtype=np.int64), repeats)
    return Graph(numbers, table[:, 0].copy(), table[:, 1].copy(), prices)


def _name(field: str, line: int) -> str:
    if ARROW in field:
        raise ValueError(
            f"line {line}: {field!r} is no name: {ARROW} stands between start and goal"
        )
    return field


def _cost(field: str, line: int) -> int:
    cost = whole_number(field)
    if cost is None:
        raise ValueError(f"line {line}: the cost {field!r} is not a whole number >= 0")
    if cost > MAX_VALUE:
        raise ValueError(f"line {line}: the cost {field} is more than {MAX_VALUE}")
    return cost


def whole_number(field: str) -> int | None:
    """The number that digits stand for, or None. More digits than 30 stand for 10 ** 30."""
    if not (field.isascii() and field.isdigit()):
        return None
    return int(field) if len(field) <= 30 else 10**30


def unknown_vertex(name: str, numbers: dict[str, int]) -> str:
    """That no edge has this vertex, and which name comes nearest."""
    near = get_close_matches(name, list(numbers)[:MOST_COMPARED], n=1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    return f"no edge leaves or enters a vertex {name!r}{hint}"

"""The least leaves that alpha-beta has to look at, beside those that it did look at."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import pyarrow as pa

from harness.columns import ANSWERED

UNPRUNED = "minimax"
"""The algorithm whose leaves are those of the whole tree."""

_OF_TREE = ("domain", "domain_params", "start", "candidates", "candidates_params")
"""Columns in which runs to the same depth agree that are of the same tree.

An evaluator gives the leaves their values and decides neither which nor how many they are.
"""


def least_leaves(leaves: int, depth: int) -> float:
    """Leaves of the minimal tree where the whole one, uniform, has ``leaves`` at ``depth`` plies.

    Knuth & Moore 1975: b^ceil(d/2) + b^floor(d/2) - 1 with b moves at each of d plies, even if the
    best move always comes first. Here b is the d-th root of the leaves.

    >>> round(least_leaves(10**4, 4)), round(least_leaves(10**3, 3)), round(least_leaves(7, 1))
    (199, 109, 7)
    """
    base: float = leaves ** (1 / depth)
    return float(base ** -(-depth // 2) + base ** (depth // 2) - 1)


def of_runs(runs: pa.Table) -> list[float | None]:
    """For each run the least leaves of its tree, by a run of minimax over the same tree.

    None where there is no such run that ended by itself, and where no depth is given.
    """
    columns = (*_OF_TREE, "algorithm", "algorithm_params", "status", "leaves")
    lists = (runs[name].to_pylist() for name in columns)
    rows = [dict(zip(columns, values, strict=True)) for values in zip(*lists, strict=True)]
    whole = _leaves_of_trees(rows)
    return [_least(tree, whole) for tree in map(_tree_of, rows)]


_Tree = tuple[Any, ...]


def _leaves_of_trees(rows: Iterable[dict[str, Any]]) -> dict[_Tree, int]:
    return {
        _tree_of(row): row["leaves"]
        for row in rows
        if row["algorithm"] == UNPRUNED and row["status"] in ANSWERED and row["leaves"]
    }


def _tree_of(row: dict[str, Any]) -> _Tree:
    """What tells the tree that a run searched, its depth last; None where that has no limit."""
    depth = json.loads(row["algorithm_params"]).get("depth")
    return (*(row[name] for name in _OF_TREE), depth)


def _least(tree: _Tree, whole: dict[_Tree, int]) -> float | None:
    depth = tree[-1]
    if not isinstance(depth, int) or tree not in whole:
        return None
    return least_leaves(whole[tree], depth)

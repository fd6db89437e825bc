"""Which rows of other files belong to a row of ``runs.parquet``, so that their loss is seen."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from harness import modules

OF_MATCHES = frozenset({"games"})
"""Files that hold rows of matches."""


@cache
def kept_by(algorithm: Path) -> frozenset[str]:
    """Files that hold rows of an algorithm's runs, by what the algorithm's file says of itself."""
    module = modules.load(algorithm)
    search = getattr(module, "Search", None)
    kept = {
        "levels": True,
        "iterations": getattr(module, "ITERATIVE", False),
        "solutions": "solutions" in getattr(search, "_fields", ()),
    }
    return frozenset(file for file, is_kept in kept.items() if is_kept)


def files_with_rows(
    kept: frozenset[str], expanded: int | None, depth: int | None
) -> frozenset[str]:
    """Those of the files ``kept`` in which a run with these counts has at least one row.

    >>> kept = frozenset({"levels", "solutions"})
    >>> sorted(files_with_rows(kept, 7, None)), sorted(files_with_rows(kept, 0, 0))
    (['levels'], ['solutions'])
    >>> sorted(files_with_rows(OF_MATCHES, 7, 0)), sorted(files_with_rows(OF_MATCHES, 7, 5))
    ([], ['games'])
    """
    counted = {"levels", "iterations"} if expanded else set()
    found = set() if depth is None else {"solutions"}
    moved = {"games"} if depth else set()
    return kept & (counted | found | moved)

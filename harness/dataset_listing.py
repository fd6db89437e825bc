"""What is told of the published instance sets."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from harness import dataset_registry
from harness.listing import Section
from harness.model import UserError


def section(data: Path | None = None) -> Section:
    """All sets, with where each would be taken from now; nothing is fetched.

    data
        folder of published sets (see ``harness.dataset_files.data_folder``).
    """
    sets = [dataset_registry.load(name) for name in dataset_registry.names()]
    rows: dict[str, tuple[str, ...]] = {
        one.name: (one.domain, str(one.size), one.place(data), one.title) for one in sets
    }
    notes = ("Terms:", *(f"{one.name}: {one.licence}" for one in sets))
    return Section(rows, ("domain", "instances", "where"), notes)


def fetched(name: str, data: Path | None = None) -> Iterator[str]:
    """Lines on a set that is fetched, unless it is here already.

    Raises UserError as reading it does.
    """
    if not name:
        raise UserError(f"fetch: NAME is missing: one of {', '.join(dataset_registry.names())}")
    wanted = dataset_registry.load(name)
    size = len(wanted.read(data))
    yield f"{name}: {size} instances of {wanted.domain}, in {wanted.path(data)}"
    yield f"terms: {wanted.licence}"
    yield f"citation: {wanted.citation}"

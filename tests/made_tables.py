"""Tables of made records, and what is in them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from made_records import recorded

from harness.model import Record
from harness.results import Results
from harness.specs import TableSpec
from harness.tables import Table, build

Made = Callable[..., Results]


@pytest.fixture
def made(tmp_path: Path) -> Made:
    """Makes the results of an experiment whose runs are given."""

    def make(records: list[Record], **experiment: Any) -> Results:
        return recorded(tmp_path, records, **experiment)

    return make


def table(results: Results, **spec: Any) -> Table:
    """The table of a spec, whose name may be left out."""
    return build(results, TableSpec.model_validate({"name": "made", **spec}))


def heads(shown: Table) -> list[str]:
    """The heads of its columns."""
    return [header.label for header in shown.headers]


def values(shown: Table) -> list[list[Any]]:
    """The values of its cells, row by row."""
    return [[cell.value for cell in row] for row in shown.rows]


def notes(shown: Table) -> str:
    """Its notes as one text."""
    return " ".join(shown.notes)

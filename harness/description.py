"""What stands in ``experiment.json``, and whether what was read there can be that."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from harness.specs import PlotSpec, TableSpec


class Description(BaseModel):
    """The keys of ``experiment.json`` that are read again, each of which may be missing."""

    model_config = ConfigDict(strict=True)

    experiment: str = ""
    title: str | None = None
    reference: str | None = None
    tables: list[TableSpec] = []
    plots: list[PlotSpec] = []
    run_ids: list[str] = []
    instances: list[str] = []


def fault_of(content: Mapping[str, Any]) -> str | None:
    """The first value that is not what its key wants, with the reason, or None.

    >>> fault_of({"run_ids": 3}), fault_of({"title": "Levels"})
    ('run_ids: 3 is not a list', None)
    """
    try:
        Description.model_validate(content)
    except ValidationError as error:
        from harness.complaints import first_problem

        return first_problem(error, Description)
    return None

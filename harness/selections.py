"""What a config says of one thing that it names, and of one player: names, parameters, limits."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, WithJsonSchema
from pydantic_core import PydanticCustomError

from harness.quantities import Count, Seconds, Size
from harness.specs import Strict


@dataclass(frozen=True)
class Selection:
    """A domain, algorithm, heuristic, ... that a config names, with the parameters given there."""

    name: str
    parameters: dict[str, Any] = field(default_factory=dict)


def _selection(value: object) -> Selection:
    if isinstance(value, str) and value:
        return Selection(value)
    if not isinstance(value, dict):
        raise PydanticCustomError(
            "selection", "is neither a name nor a name with parameters below it"
        )
    if len(value) != 1:
        raise PydanticCustomError(
            "selection",
            "has {count} keys ({keys}) where one name is wanted: a list entry names one thing, "
            "and its parameters are indented below it",
            {"count": len(value), "keys": ", ".join(value) or "none"},
        )
    [(name, parameters)] = value.items()
    if not isinstance(parameters, dict | None):
        raise PydanticCustomError(
            "selection", "has no mapping of parameters behind {name}", {"name": repr(name)}
        )
    return Selection(name, parameters or {})


Entry = Annotated[
    Selection,
    BeforeValidator(_selection),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "string"},
                {
                    "type": "object",
                    "minProperties": 1,
                    "maxProperties": 1,
                    "additionalProperties": {
                        "type": ["object", "null"],
                        "description": "parameter: value, or a list of values to try each",
                    },
                },
            ]
        }
    ),
]


class Limits(Strict):
    """Where a run stops; no key, no limit."""

    nodes: Count | None = Field(default=None, description="nodes expanded")
    generated: Count | None = Field(default=None, description="nodes generated")
    seconds: Seconds | None = Field(default=None, description="seconds of search")
    memory: Size | None = Field(default=None, description="bytes of the search's arrays")


class PlayerSpec(Strict):
    """A player: what chooses its moves."""

    algorithm: Entry = Field(description="a name, with parameters")
    evaluator: Entry | None = Field(
        default=None, description="a name, or the path of a file beside the config"
    )
    candidates: Entry = Field(
        default=Selection("all"), description="generator of the moves that are looked at"
    )
    limits: Limits | None = Field(
        default=None, description="of the search for each move; default: those of the config"
    )

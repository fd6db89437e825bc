"""Numbers and sizes as a config may write them."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Annotated

from pydantic import BeforeValidator, Field
from pydantic_core import PydanticCustomError

LARGEST = 2**63 - 1
"""Counts and seeds are 64-bit."""


def whole(value: object) -> object:
    """An integral decimal such as ``1e6`` as an integer; anything else as it is."""
    return int(value) if type(value) is float and value.is_integer() else value


_SIZE = re.compile(r"([0-9]+(?:\.[0-9]+)?) *(?:([kKMGT])(i?))?B")


def _size(value: object) -> object:
    """Bytes of ``2GiB`` (powers of 1024) or ``500 MB`` (powers of 1000)."""
    if not isinstance(value, str):
        return whole(value)
    parts = _SIZE.fullmatch(value.strip())
    if parts is None:
        raise PydanticCustomError(
            "size", "is not a size, such as 2GiB, 500 MB or a number of bytes"
        )
    amount, prefix, binary = parts.groups()
    power = "kMGT".index(prefix.replace("K", "k")) + 1 if prefix else 0
    return int(Decimal(amount) * (1024 if binary else 1000) ** power)


MOST = 10_000_000
"""Runs of an experiment, instances of a block, moves of a scramble: more is taken for a slip."""

Count = Annotated[int, Field(ge=1, le=LARGEST), BeforeValidator(whole)]
Amount = Annotated[int, Field(ge=1, le=MOST), BeforeValidator(whole)]
Natural = Annotated[int, Field(ge=0, le=LARGEST), BeforeValidator(whole)]
Seconds = Annotated[float, Field(gt=0, allow_inf_nan=False)]
Size = Annotated[
    int,
    Field(ge=1, le=LARGEST, description="bytes, or text such as 2GiB or 500 MB"),
    BeforeValidator(_size, json_schema_input_type=int | str),
]

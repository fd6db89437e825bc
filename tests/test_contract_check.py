"""What a heuristic's ``prepare`` may give, and how anything else is told."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import numpy as np
import pytest

from harness import contract_check
from harness.model import KernelFault

WANTED = "a NamedTuple of arrays (and whole numbers) is wanted"


class Pair(NamedTuple):
    first: Any
    second: Any


@pytest.mark.parametrize(
    ("tables", "what"),
    [
        (None, "None"),
        (3, "an int"),
        ("text", "a str"),
        ([1, 2], "a list"),
        (np.zeros(3, dtype=np.int64), "an array of int64"),
        (object(), "an object"),
        (Pair(1, None), "None as second"),
        (Pair(Pair(1, np.zeros(2, dtype=np.int8)), Pair("a", (1, 2, 3))), "a str as second.first"),
        ((1, (2, (3, 4.0))), "a float as 1.1.1"),
        ((1 << 63,), "an int beyond 64 bits as 0"),
        (Pair(np.zeros(2), 1), "an array of float64 as first"),
        (Pair(np.array([None]), 1), "an array of object as first"),
        (Pair(np.array(["abc"]), 1), "an array of <U3 as first"),
        (Pair(np.float32(1), 1), "a float32 as first"),
    ],
)
def test_tables_that_are_none(tables: Any, what: str) -> None:
    with pytest.raises(KernelFault) as caught:
        contract_check.check_tables("/own.py", tables)
    assert str(caught.value) == f"/own.py: prepare gives {what}, {WANTED}"


def test_tables_that_are_some() -> None:
    whole = [np.zeros(3, kind) for kind in (bool, np.int8, np.uint8, np.int64, np.uint64)]
    scalars = (True, np.bool_(True), np.uint8(1), -(1 << 63), (1 << 63) - 1)
    for tables in ((), Pair(*whole[:2]), Pair(Pair((), tuple(whole)), scalars)):
        contract_check.check_tables("/own.py", tables)


def test_arrays_that_numba_does_not_know() -> None:
    masked = (np.ma.masked_array([1, 2], [True, False]),)
    with pytest.raises(KernelFault, match=rf"own.py: prepare gives what .*, {re.escape(WANTED)}"):
        contract_check.type_of("/own.py", masked)

"""Functions that are only called by compiled code can be called from Python all the same."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numba import njit

from kernels.jit import inlined, shared


@pytest.mark.parametrize("decorator", [inlined, shared])
def test_called_from_python_and_from_compiled_code(decorator: Any) -> None:
    @decorator
    def larger(a, b):
        return a if a > b else b

    @decorator
    def largest(numbers):
        found = numbers[0]
        for n in numbers:
            found = larger(found, n)
        return found

    @njit
    def entry(numbers):
        return largest(numbers)

    numbers = np.array([3, 1, 4, 1, 5, 9, 2, 6])
    assert largest(numbers) == 9
    assert entry(numbers) == 9
    assert largest(numbers) == 9


def test_what_stops_it_is_told_as_python_tells_it() -> None:
    @inlined
    def first(numbers):
        return numbers[0]

    with pytest.raises(IndexError):
        first(())

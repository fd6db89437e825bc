"""Values of parameters, axes, and how they are written."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from harness.parameters import label, settings
from kernels.contract import Parameter


@given(st.integers(-50, 50), st.integers(-50, 50), st.integers(-100, 100))
def test_bounds_are_included(low: int, high: int, value: int) -> None:
    parameter = Parameter("integer", low, "n", minimum=low, maximum=high)
    found, faults = settings({"n": parameter}, {"n": value})
    assert bool(faults) == (not low <= value <= high)
    assert [one.values["n"] for one in found] == ([] if faults else [value])


@given(st.lists(st.lists(st.integers(0, 99), min_size=1, max_size=4, unique=True), max_size=3))
def test_axes_multiply(axes: list[list[int]]) -> None:
    parameters = {f"p{i}": Parameter("integer", 0, "n") for i in range(len(axes))}
    found, _ = settings(parameters, {f"p{i}": axis for i, axis in enumerate(axes)})
    seen = {tuple(one.values.values()) for one in found}
    size = 1
    for i, axis in enumerate(axes):
        size *= len(axis)
        assert {values[i] for values in seen} == set(axis)
    assert len(found) == len(seen) == size


def test_labels() -> None:
    assert label("a_star", {}) == "a_star"
    given_parameters = {"goal": [1, 2, 0], "parent_pruning": False, "limit": None, "order": "UDLR"}
    assert (
        label("t", given_parameters) == "t(goal=[1,2,0],parent_pruning=false,limit=null,order=UDLR)"
    )

"""Arrays that searches share, one search after the other."""

from __future__ import annotations

import numpy as np
import psutil
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernels.workspace import Workspace

MEGABYTE = 1 << 20


def address(array: np.ndarray) -> int:
    return int(array.__array_interface__["data"][0])


@pytest.mark.parametrize("shape", [0, 1, 1000, (0, 3), (7, 3), (2, 3, 4)])
@pytest.mark.parametrize("dtype", [np.uint8, np.int32, np.int64, np.uint64])
def test_arrays_are_what_was_asked_for(shape: int | tuple[int, ...], dtype: type) -> None:
    array = Workspace(MEGABYTE).array("a", shape, dtype)
    assert array.shape == (shape if isinstance(shape, tuple) else (shape,))
    assert array.dtype == dtype
    assert array.flags.c_contiguous
    assert array.flags.writeable
    assert address(array) % 64 == 0  # so a row of 64 bytes is one cache line
    assert not array.any()


def test_a_name_keeps_its_memory() -> None:
    workspace = Workspace(MEGABYTE)
    first = workspace.array("a", 1000, np.int64)
    first[:] = range(1000)
    assert workspace.array("a", (10, 10), np.int64).ravel().tolist() == list(range(100))
    assert workspace.array("a", 1000, np.uint64)[999] == 999
    assert address(workspace.array("a", 8, np.uint8)) == address(first)


def test_a_larger_array_is_new_and_empty() -> None:
    workspace = Workspace(MEGABYTE)
    small = workspace.array("a", 10, np.int64)
    small[:] = 7
    large = workspace.array("a", 100_000, np.int64)
    assert not large.any()
    large[:] = 8
    assert small.tolist() == [7] * 10  # whoever still holds it can use it


@given(st.lists(st.tuples(st.sampled_from("abcd"), st.integers(0, 3000)), max_size=20))
def test_names_do_not_overlap(requests: list[tuple[str, int]]) -> None:
    workspace = Workspace(MEGABYTE)
    for name, size in requests:
        workspace.array(name, size, np.int64)[:] = ord(name)
        for other, least in {n: s for n, s in requests[: requests.index((name, size))]}.items():
            if other != name:
                assert set(workspace.array(other, least, np.int64).tolist()) <= {0, ord(other)}


def test_memory_is_taken_when_it_is_touched() -> None:
    process = psutil.Process()
    before = process.memory_info().rss
    array = Workspace(MEGABYTE).array("a", 4 << 30, np.uint8)
    assert process.memory_info().rss - before < 64 * MEGABYTE
    array[: 128 * MEGABYTE] = 1
    assert process.memory_info().rss - before > 100 * MEGABYTE


def test_memory_goes_with_the_workspace() -> None:
    process = psutil.Process()
    workspace = Workspace(MEGABYTE)
    workspace.array("a", 256 * MEGABYTE, np.uint8)[:] = 1
    before = process.memory_info().rss
    del workspace
    assert before - process.memory_info().rss > 200 * MEGABYTE


@pytest.mark.parametrize("bits", [55, 60, 70])
def test_more_than_there_are_addresses(bits: int) -> None:
    with pytest.raises(MemoryError, match="cannot reserve"):
        Workspace(MEGABYTE).array("a", 1 << bits, np.int64)

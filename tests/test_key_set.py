"""The set of keys, compiled, against Python's."""

from __future__ import annotations

from functools import cache
from types import ModuleType

import numpy as np
import pytest
from bound_probes import binding, board, compiled
from hypothesis import given
from hypothesis import strategies as st

from kernels.specialise import Kernel
from kernels.structures import key_set

LAST = (1 << 64) - 1


@cache
def probe() -> ModuleType:
    return compiled(binding("key_sets", board(3, 3)), warm).algorithm


def warm(kernel: Kernel) -> None:
    words = key_set.words_to_grow(key_set.SMALLEST, 0)
    slots, keys = np.zeros(words, dtype=np.uint64), np.zeros(1, dtype=np.uint64)
    kernel.algorithm.reset(slots)
    kernel.algorithm.add(slots, key_set.SMALLEST, 0, keys, np.zeros(1, dtype=np.int64))
    kernel.algorithm.hashes(keys, keys)


class Set:
    """A compiled set in memory that held anything before."""

    def __init__(self, capacity: int, n_slots: int | None = None) -> None:
        words = max(4 * capacity, 2 * key_set.SMALLEST)
        self.slots = np.full(words + 1, 12345, dtype=np.uint64)
        self.n_slots = n_slots or key_set.SMALLEST
        probe().reset(self.slots)
        self.keys: set[int] = set()

    def add(self, keys: list[int]) -> list[bool]:
        given = np.array(keys, dtype=np.uint64)
        is_new = np.zeros(len(keys), dtype=np.int64)
        self.n_slots = probe().add(self.slots, self.n_slots, len(self.keys), given, is_new)
        self.keys |= set(keys)
        return is_new.astype(bool).tolist()


def is_new(keys: list[int]) -> list[bool]:
    known: set[int] = set()
    answers = []
    for key in keys:
        answers.append(key not in known)
        known.add(key)
    return answers


SMALL_KEYS = st.one_of(st.integers(0, 9), st.integers(LAST - 9, LAST), st.integers(0, LAST))


@given(st.lists(SMALL_KEYS, max_size=60), st.integers(2, 9))
def test_small_sets_that_grow_over_and_over(keys: list[int], n_slots: int) -> None:
    made = Set(len(keys), n_slots)
    assert made.add(keys) == is_new(keys)
    assert made.add(keys) == [False] * len(keys)
    assert 5 * len(made.keys) <= 4 * made.n_slots + 5


@pytest.mark.parametrize("step", [1, 1 << 32, 0x9E3779B97F4A7C15])
def test_large_sets_find_again_what_they_hold(step: int) -> None:
    keys = [step * k & LAST for k in range(100_000)]
    made = Set(len(keys))
    assert all(made.add(keys))
    assert not any(made.add(keys[::-1]))
    assert not any(made.add([0]))
    assert all(made.add([(step * k & LAST) for k in range(100_000, 100_100)]))


def test_a_set_is_empty_again_after_a_reset() -> None:
    made = Set(10_000)
    made.add(list(range(10_000)))
    probe().reset(made.slots)
    made.n_slots, made.keys = key_set.SMALLEST, set()
    keys = list(range(12_000))
    assert all(made.add(keys))


@pytest.mark.parametrize("step", [1, 1 << 8, 1 << 20, 1 << 40])
def test_hashes_are_spread_evenly(step: int) -> None:
    """Of 64 parts with 1,000 keys each on average, none is off by six standard deviations."""
    keys = np.arange(64_000, dtype=np.uint64) * np.uint64(step)
    hashed = np.zeros_like(keys)
    probe().hashes(keys, hashed)
    parts = np.bincount((hashed >> np.uint64(26)).astype(np.int64), minlength=64)
    assert len(parts) == 64
    assert abs(parts - 1000).max() < 6 * 1000**0.5


def test_what_growing_touches() -> None:
    """The new table, the word for the key 0, and the keys behind them."""
    assert key_set.words_to_grow(4096, 3000) == 6144 + 1 + 3000
    assert key_set.words_for(0) >= key_set.words_to_grow(key_set.SMALLEST, key_set.SMALLEST)
    assert key_set.words_for(1 << 30) == 1 << 27

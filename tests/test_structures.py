"""Hash table and node store, compiled, against dictionaries."""

from __future__ import annotations

from functools import cache
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from bound_probes import binding, board, compiled
from hypothesis import given
from hypothesis import strategies as st

from kernels.specialise import Kernel

WORDS = (1, 3, 4)  # of a board up to 4x4, of 5x5 and of 6x6
NONE = 0xFFFFFFFF
GREATEST = (1 << 24) - 1


@cache
def probe_of(words: int) -> ModuleType:
    return compiled(binding("structures", board(3, 3), WORDS=words), warm).algorithm


def warm(kernel: Kernel) -> None:
    probe = kernel.algorithm
    nodes = np.zeros((1, probe.store.COLUMNS), dtype=np.uint64)
    keys = np.zeros((1, probe.store.WORDS), dtype=np.uint64)
    slots, numbers = np.zeros(8, dtype=np.uint64), np.zeros(8, dtype=np.int64)
    probe.enter(slots, 8, nodes, 0, keys, numbers)
    probe.rebuild(slots, 8, nodes, 0, 1)
    probe.hashes(keys, slots)
    probe.is_crowded(8, 1)
    probe.write(nodes, 0, keys[0], NONE, 0, 0, 0, 0)
    probe.lead(nodes, 0, NONE, 0, 0, 0)
    probe.link(nodes, 0, NONE, NONE)
    probe.close(nodes, 0)
    probe.fields(nodes, 0, numbers)


class Table:
    """A compiled hash table with room for so many nodes."""

    def __init__(self, words: int, slots: int, capacity: int) -> None:
        self.probe = probe_of(words)
        self.slots = np.zeros(slots, dtype=np.uint64)
        self.nodes = np.zeros((capacity, words + 3), dtype=np.uint64)
        self.count = 0

    def enter(self, keys: np.ndarray) -> list[int]:
        found = np.empty(len(keys), dtype=np.int64)
        self.count = self.probe.enter(
            self.slots, len(self.slots), self.nodes, self.count, keys, found
        )
        return found.tolist()

    def grow(self, slots: int, first: int = 0) -> None:
        """Enter the nodes from ``first`` into a table of so many slots, which held anything."""
        self.slots = np.full(slots, 12345, dtype=np.uint64)
        self.probe.rebuild(self.slots, slots, self.nodes, first, self.count)


def look_up(keys: np.ndarray, known: dict[tuple[int, ...], int]) -> list[int]:
    """What ``Table.enter`` has to answer."""
    answers = []
    for key in map(tuple, keys.tolist()):
        answers.append(known.get(key, -1))
        known.setdefault(key, len(known))
    return answers


@pytest.mark.parametrize("words", WORDS)
@given(data=st.data())
def test_small_tables(words: int, data: st.DataObject) -> None:
    """Down to a single free slot, so that long probes go over the end."""
    word = st.integers(0, 3) | st.integers(0, (1 << 64) - 1)
    key = st.tuples(*[word] * words)
    keys = np.array(data.draw(st.lists(key, min_size=1, max_size=24)), dtype=np.uint64)
    different = len(set(map(tuple, keys.tolist())))
    table = Table(words, data.draw(st.integers(different + 1, 40)), different)
    known: dict[tuple[int, ...], int] = {}
    assert table.enter(keys) == look_up(keys, known)
    table.grow(data.draw(st.integers(different + 1, 60)))
    assert table.enter(keys) == look_up(keys, known)
    assert table.count == different


@pytest.mark.parametrize("words", WORDS)
def test_large_tables(words: int) -> None:
    """So many keys that some have equal hashes; grown by half when it is crowded, as searches do.

    Among n random 32-bit hashes some n * n / 2 ** 33 pairs are equal: 10 of 300,000 expected.
    """
    rng = np.random.default_rng(words)
    keys = rng.integers(0, 1 << 64, (300_000, words), dtype=np.uint64)
    keys[200_000:, : words - 1] = 0  # neighbours of states differ in few words
    hashed = np.empty(len(keys), dtype=np.uint64)
    probe_of(words).hashes(keys, hashed)
    assert 0 < len(keys) - len(np.unique(hashed)) < 40

    table = Table(words, 1 << 12, len(keys))
    known: dict[tuple[int, ...], int] = {}
    for part in np.array_split(keys, 300):
        repeats = part[rng.integers(0, len(part), 50)]
        while table.probe.is_crowded(len(table.slots), table.count + len(part)):
            table.grow(len(table.slots) * 3 // 2)
        for lot in (part, repeats):
            assert table.enter(lot) == look_up(lot, known)
    assert table.enter(keys) == look_up(keys, known)
    assert table.nodes[:, :words].tolist() == keys.tolist()


@pytest.mark.parametrize("words", WORDS)
def test_hashes_are_spread_evenly(words: int) -> None:
    """Keys that differ in single tiles of one word, as the states of a board do."""
    numbers = np.arange(1 << 16, dtype=np.uint64)
    for word in range(words):
        for shift in (0, 20, 48):
            keys = np.zeros((len(numbers), words), dtype=np.uint64)
            keys[:, word] = numbers << np.uint64(shift)
            hashed = np.empty(len(keys), dtype=np.uint64)
            probe_of(words).hashes(keys, hashed)
            assert int(hashed.max()) < 1 << 32
            share = np.bincount((hashed >> np.uint64(24)).astype(np.int64), minlength=256)
            # Poisson with mean 256; six standard deviations
            assert share.min() > 256 - 96 and share.max() < 256 + 96


def test_nodes_before_the_first_are_left_out() -> None:
    """So a search forgets a start that it does not store."""
    table = Table(1, 8, 4)
    keys = np.array([[5], [6], [7]], dtype=np.uint64)
    table.enter(keys)
    table.grow(8, first=1)
    assert table.enter(keys[1:]) == [1, 2]
    assert table.enter(keys[:1]) == [-1]
    assert table.count == 4


def test_crowded_is_more_than_four_of_five() -> None:
    crowded = probe_of(1).is_crowded
    assert [bool(crowded(4095, n)) for n in (0, 3275, 3276, 3277)] == [False, False, False, True]
    assert not crowded(1 << 33, (1 << 33) * 4 // 5)
    assert crowded(1 << 33, (1 << 33) * 4 // 5 + 1)


# Node store

LINK = st.integers(0, NONE - 1) | st.just(NONE)
COUNT = st.integers(0, GREATEST) | st.sampled_from([0, 1, GREATEST])
OPERATOR = st.integers(0, (1 << 16) - 1) | st.sampled_from([0, (1 << 16) - 1])
FIELDS = ("parent", "depth", "g", "h", "op", "previous", "next", "closed")
STEPS = st.one_of(
    st.fixed_dictionaries(
        {"do": st.just("write")}
        | {"parent": LINK, "depth": COUNT, "g": COUNT, "h": COUNT, "op": OPERATOR}
    ),
    st.fixed_dictionaries(
        {"do": st.just("lead"), "parent": LINK, "depth": COUNT, "g": COUNT, "op": OPERATOR}
    ),
    st.fixed_dictionaries({"do": st.just("link"), "previous": LINK, "next": LINK}),
    st.fixed_dictionaries({"do": st.just("close")}),
)


@pytest.mark.parametrize("words", WORDS)
@given(steps=st.lists(st.tuples(st.integers(0, 2), STEPS), max_size=20))
def test_fields_do_not_disturb_each_other(
    words: int, steps: list[tuple[int, dict[str, Any]]]
) -> None:
    probe = probe_of(words)
    keys = np.full((3, words), (1 << 64) - 1, dtype=np.uint64)
    keys[1] = 0
    nodes = np.zeros((3, words + 3), dtype=np.uint64)
    fresh = {"previous": NONE, "next": NONE, "closed": 0}
    written: dict[int, dict[str, int]] = {}
    for node, step in [*((n, {"do": "write"}) for n in range(3)), *steps]:
        step = dict(step)
        do = step.pop("do")
        if do == "write":
            step = {"parent": NONE, "depth": 0, "g": 0, "h": 0, "op": 0} | step
            probe.write(nodes, node, keys[node], **step)
            written[node] = step | fresh
        elif do == "lead":
            probe.lead(nodes, node, **step)
            written[node] |= step | fresh
        elif do == "link":
            probe.link(nodes, node, **step)
            written[node] |= step
        else:
            probe.close(nodes, node)
            written[node]["closed"] = 1
    for node, fields in written.items():
        values = np.zeros(len(FIELDS), dtype=np.int64)
        probe.fields(nodes, node, values)
        assert dict(zip(FIELDS, values.tolist(), strict=True)) == fields
        assert nodes[node, :words].tolist() == keys[node].tolist()

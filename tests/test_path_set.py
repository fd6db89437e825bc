"""The set of states on a path, compiled, against a list."""

from __future__ import annotations

from functools import cache
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from bound_probes import binding, board, compiled
from hypothesis import given
from hypothesis import strategies as st

from kernels.random import SplitMix64
from kernels.specialise import Kernel
from kernels.workspace import Workspace

WORDS = (1, 3)
DEEPEST = 6000
WORKSPACES = {words: Workspace(1 << 26) for words in WORDS}


@cache
def probe_of(words: int) -> ModuleType:
    def warm(kernel: Kernel) -> None:
        played(kernel.algorithm, words, np.zeros((1, words), dtype=np.uint64), [0])

    return compiled(binding("path_sets", board(3, 3), WORDS=words), warm).algorithm


def played(probe: Any, words: int, keys: np.ndarray, steps: list[int]) -> tuple[list[bool], int]:
    path = probe.path_set.allocate(WORKSPACES[words], DEEPEST)
    found = np.zeros(len(steps), dtype=np.bool_)
    depth = probe.play(path, keys, np.array(steps, dtype=np.int64), found)
    return found.tolist(), int(depth)


def expected(keys: np.ndarray, steps: list[int]) -> tuple[list[bool], int]:
    path: list[tuple[int, ...]] = []
    found = []
    for step in steps:
        if step < 0:
            path.pop()
            found.append(False)
            continue
        key = tuple(keys[step].tolist())
        found.append(key in path)
        if key not in path:
            path.append(key)
    return found, len(path)


def steps_of(rng: SplitMix64, keys: np.ndarray, count: int, down: int) -> list[int]:
    """Random steps that never leave an empty path; one in ``down`` takes a state off."""
    steps: list[int] = []
    path: list[bytes] = []
    for _ in range(count):
        if path and rng.below(down) == 0:
            path.pop()
            steps.append(-1)
            continue
        step = rng.below(len(keys))
        steps.append(step)
        key = keys[step].tobytes()
        if key not in path:
            path.append(key)
    return steps


@pytest.mark.parametrize("words", WORDS)
@given(data=st.data())
def test_against_a_list(words: int, data: st.DataObject) -> None:
    rng = SplitMix64(data.draw(st.integers(0, 2**64 - 1)))
    different = data.draw(st.integers(1, 40))
    keys = np.array([[rng.below(3) for _ in range(words)] for _ in range(different)], np.uint64)
    steps = steps_of(rng, keys, data.draw(st.integers(1, 300)), data.draw(st.integers(2, 9)))
    assert played(probe_of(words), words, keys, steps) == expected(keys, steps)


@pytest.mark.parametrize("words", WORDS)
def test_long_paths(words: int) -> None:
    """Far beyond the first size of the table, twice, so that what the first left is there."""
    rng = SplitMix64(5)
    keys = np.array([[rng.next() for _ in range(words)] for _ in range(DEEPEST)], np.uint64)
    down = [*range(DEEPEST - 1)]
    for steps in (down + [0, 17, DEEPEST - 2] + [-1] * 5000 + down, [3, 4, -1, 4, 3]):
        found, depth = played(probe_of(words), words, keys, steps)
        on_path: dict[int, None] = {}
        want = []
        for step in steps:
            want.append(step in on_path)
            if step < 0:
                on_path.popitem()
            else:
                on_path[step] = None
        assert (found, depth) == (want, len(on_path))

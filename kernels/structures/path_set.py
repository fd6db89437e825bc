"""The states on the current path of a depth-first search, to be found by their packed form.

Open addressing with linear probing. States leave in the opposite order to that in which they came,
so that the slot of one that leaves is simply emptied: no later state has been probed past it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kernels.contract import constants
from kernels.jit import inlined, shared
from kernels.structures.hash_table import hash_of

WORDS = constants.WORDS
SMALLEST = 1 << 10
BYTES = 8 * (WORDS + 3)  # of a state on the path, with its share of the table
_ZERO, _ONE, _32 = np.uint64(0), np.uint64(1), np.uint64(32)


class PathSet(NamedTuple):
    """keys: uint64[deepest + 1, WORDS], by depth; places: uint64[deepest + 1], the slot of each;
    slots: uint64[n], depth plus one, 0 where empty; size: int64[1], slots in use.
    """

    keys: np.ndarray
    places: np.ndarray
    slots: np.ndarray
    size: np.ndarray


def allocate(workspace: Any, deepest: int) -> PathSet:
    """Room for paths of ``deepest`` operators."""
    return PathSet(
        keys=workspace.array("path_keys", (deepest + 1, WORDS), np.uint64),
        places=workspace.array("path_places", deepest + 1, np.uint64),
        slots=workspace.array("path_slots", max(SMALLEST, 8 * (deepest + 1)), np.uint64),
        size=workspace.array("path_size", 1, np.int64),
    )


@inlined
def reset(path):
    """Empty it, whatever an earlier search left: ``_widen`` empties what it takes into use."""
    for slot in range(SMALLEST):
        path.slots[np.uint64(slot)] = _ZERO
    path.size[0] = SMALLEST


@inlined
def _slot_of(path, key):
    """The slot where ``key`` is, or the empty one where it would go."""
    size = np.uint64(path.size[0])
    slot = (hash_of(key) * size) >> _32
    while path.slots[slot] != _ZERO:
        depth = path.slots[slot] - _ONE
        same = True
        for word in range(WORDS):
            same &= path.keys[depth, np.uint64(word)] == key[np.uint64(word)]
        if same:
            break
        slot += _ONE
        if slot == size:
            slot = _ZERO
    return slot


@inlined
def contains(path, key):
    """Whether the state with this key (uint64[WORDS]) is on the path."""
    return path.slots[_slot_of(path, key)] != _ZERO


@shared
def _widen(path, depth):
    """Four times as many slots, for the states at depths 0 .. depth-1."""
    for slot in range(4 * path.size[0]):
        path.slots[np.uint64(slot)] = _ZERO
    path.size[0] *= 4
    for number in range(depth):
        _enter(path, np.uint64(number))


@inlined
def _enter(path, depth):
    slot = _slot_of(path, path.keys[depth])
    path.slots[slot] = depth + _ONE
    path.places[depth] = slot


@inlined
def push(path, key, depth):
    """Put a state that is not on the path at ``depth`` (int64), one below the last one."""
    if 2 * depth >= path.size[0]:
        _widen(path, depth)
    row = np.uint64(depth)
    for word in range(WORDS):
        path.keys[row, np.uint64(word)] = key[np.uint64(word)]
    _enter(path, row)


@inlined
def pop(path, depth):
    """Take the last state, at ``depth``, off the path."""
    path.slots[path.places[np.uint64(depth)]] = _ZERO

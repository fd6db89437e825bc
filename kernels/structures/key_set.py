"""A set of 64-bit keys that only grows: open addressing, linear probing, no deletion.

``slots`` is uint64: a slot holds a key, and zero is empty. The key 0 has word 0 for itself, which
is 1 where it is in the set; slots proper are words 1 to ``n_slots``. The upper half of the key's
hash decides the slot by multiplication (Lemire 2019, "Fast random integer generation in an
interval"), so that a table may have any size. At most four of five slots are used; growth is by
half.

Growing takes no second table. The keys are first put behind the place of the new one, and from
there into it; so ``words_to_grow`` words are touched, up to 2.3 times the old table.
"""

from __future__ import annotations

import numpy as np

from kernels.jit import inlined, shared

SMALLEST = 1 << 12
OF_ZERO = np.uint64(0)  # the word that tells whether the key 0 is in the set

_ZERO, _ONE, _32 = np.uint64(0), np.uint64(1), np.uint64(32)
_MIX_1, _MIX_2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_30, _27 = np.uint64(30), np.uint64(27)


def words_for(memory: int) -> int:
    """Words (uint64) to reserve for so many bytes of memory; enough for the smallest table."""
    return max(memory // 8, words_to_grow(SMALLEST, SMALLEST))


@inlined
def hash_of(key):
    """Upper 32 bits of a hash of a key (uint64)."""
    mixed = (key ^ (key >> _30)) * _MIX_1
    mixed = (mixed ^ (mixed >> _27)) * _MIX_2
    return mixed >> _32


@inlined
def add(slots, n_slots, key):
    """Put a key in; whether it is new. There has to be an empty slot."""
    if key == _ZERO:
        is_new = slots[OF_ZERO] == _ZERO
        slots[OF_ZERO] = _ONE
        return is_new
    size = np.uint64(n_slots)
    slot = ((hash_of(key) * size) >> _32) + _ONE
    while slots[slot] != _ZERO:
        if slots[slot] == key:
            return False
        slot += _ONE
        if slot > size:
            slot = _ONE
    slots[slot] = key
    return True


@inlined
def is_crowded(n_slots, n_keys):
    """Whether more than four of five slots would be used."""
    return 5 * n_keys > 4 * n_slots


@inlined
def larger(n_slots):
    """Slots of the next larger table."""
    return n_slots + n_slots // 2


@inlined
def words_to_grow(n_slots, n_keys):
    """Words that are touched when a table of so many keys becomes the next larger one."""
    return n_slots + n_slots // 2 + 1 + n_keys


@inlined
def reset(slots):
    """Make it an empty set of SMALLEST slots."""
    for word in range(SMALLEST + 1):
        slots[np.uint64(word)] = _ZERO


@shared
def grow(slots, n_slots):
    """Make it the next larger table; its slots."""
    wider = larger(n_slots)
    behind = np.uint64(wider) + _ONE
    end = behind
    for number in range(n_slots):
        key = slots[np.uint64(number) + _ONE]
        if key != _ZERO:
            slots[end] = key
            end += _ONE
    for number in range(wider):
        slots[np.uint64(number) + _ONE] = _ZERO
    while end > behind:
        end -= _ONE
        add(slots, wider, slots[end])
    return wider

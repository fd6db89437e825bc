"""Entry points to the set of keys."""

from __future__ import annotations

from kernels.jit import compiled
from kernels.structures import key_set


@compiled
def reset(slots):
    key_set.reset(slots)


@compiled
def add(slots, n_slots, n_keys, keys, is_new):
    """Put ``keys`` in, one after the other; slots at the end. Before: ``n_keys`` in ``n_slots``."""
    for i in range(len(keys)):
        if key_set.is_crowded(n_slots, n_keys + 1):
            n_slots = key_set.grow(slots, n_slots)
        is_new[i] = key_set.add(slots, n_slots, keys[i])
        n_keys += is_new[i]
    return n_slots


@compiled
def hashes(keys, hashed):
    for i in range(len(keys)):
        hashed[i] = key_set.hash_of(keys[i])

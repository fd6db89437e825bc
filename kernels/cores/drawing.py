"""Random numbers in compiled code: the same that ``kernels.random.SplitMix64`` draws."""

from __future__ import annotations

import numpy as np

from kernels.jit import inlined

_ZERO = np.uint64(0)
_LAST = np.uint64(0xFFFFFFFFFFFFFFFF)


@inlined
def following(random):
    """The next 64 random bits; ``random`` (uint64[1]) holds the state, at first the seed."""
    random[_ZERO] += np.uint64(0x9E3779B97F4A7C15)
    z = random[_ZERO]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@inlined
def below(random, n):
    """A uniform number in 0 .. n-1, for an ``n`` (uint64) that is not 0.

    Numbers from the last multiple of n on are drawn anew. Only the last n can be among them, so
    that the remainder which decides it is seldom needed.
    """
    bits = following(random)
    while bits > _LAST - n:
        if bits <= _LAST - (_LAST - n + np.uint64(1)) % n:
            break
        bits = following(random)
    return bits % n

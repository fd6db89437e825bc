"""Random numbers that are the same on every machine and with every version of every library."""

from __future__ import annotations

_MASK = (1 << 64) - 1


class SplitMix64:
    """Steele, Lea & Flood 2014, "Fast splittable pseudorandom number generators".

    >>> rng = SplitMix64(1234567)
    >>> rng.next()
    6457827717110365317
    """

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def next(self) -> int:
        """The next 64 random bits."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        """A uniform integer in 0 .. n-1 (rejection, so without bias)."""
        if not 0 < n <= 1 << 64:
            raise ValueError(f"below({n}): needs a number from 1 to 2 ** 64")
        reject_from = (1 << 64) - (1 << 64) % n
        while True:
            bits = self.next()
            if bits < reject_from:
                return bits % n

    def shuffle(self, items: list) -> None:
        """Permute ``items`` in place, every order equally likely (Fisher & Yates)."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]

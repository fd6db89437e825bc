"""The twin of a game-tree search's transposition table: a dictionary of places."""

from __future__ import annotations

from dataclasses import dataclass

_MASK = (1 << 64) - 1


@dataclass
class Entry:
    key: int
    value: int
    remaining: int
    bound: str
    move: int
    iteration: int


class Table:
    """At most 2^bits entries, or half as many pairs, by place."""

    def __init__(self, bits: int, replacement: str) -> None:
        self.bits, self.replacement, self.iteration = bits, replacement, 0
        self.places: dict[tuple[int, int], Entry] = {}

    def _place(self, key: int) -> int:
        z = ((key ^ key >> 30) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ z >> 27) * 0x94D049BB133111EB) & _MASK
        bits = self.bits - 1 if self.replacement == "two_tier" else self.bits
        return (z ^ z >> 31) >> 64 - bits

    def find(self, key: int, remaining: int) -> Entry | None:
        place = self._place(key)
        both = [self.places.get((place, tier)) for tier in (0, 1)]
        found = [entry for entry in both if entry is not None and entry.key == key]
        return next((e for e in found if e.remaining == remaining), found[0] if found else None)

    def store(self, key: int, value: int, remaining: int, bound: str, move: int) -> None:
        place = self._place(key)
        new = Entry(key, value, remaining, bound, move, self.iteration)
        old = self.places.get((place, 0))
        stays = old and old.iteration == self.iteration and old.remaining > remaining
        if self.replacement == "always" or (self.replacement == "deeper" and not stays):
            self.places[place, 0] = new
        elif self.replacement == "two_tier" and stays:
            self.places[place, 1] = new
        elif self.replacement == "two_tier":
            if old and old.key != key:
                self.places[place, 1] = old
            self.places[place, 0] = new

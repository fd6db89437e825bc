"""SplitMix64 against published numbers, and what is drawn with it."""

from __future__ import annotations

from collections import Counter
from itertools import islice, permutations

import naive
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernels.random import SplitMix64

WHOLE = 1 << 64


def test_published_numbers() -> None:
    """Of the reference program at prng.di.unimi.it, for the seed 1234567 (Rosetta Code)."""
    rng = SplitMix64(1234567)
    assert [rng.next() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_published_frequencies() -> None:
    """Of floor(5 x) for 100,000 numbers x in [0, 1) and the seed 987654321 (Rosetta Code)."""
    rng = SplitMix64(987654321)
    found = Counter(5 * rng.next() // WHOLE for _ in range(100_000))
    assert [found[n] for n in range(5)] == [20027, 19892, 20073, 19978, 20030]


@given(st.integers(0, WHOLE - 1))
def test_agrees_with_the_naive_one(seed: int) -> None:
    rng = SplitMix64(seed)
    assert [rng.next() for _ in range(5)] == list(islice(naive.splitmix64(seed), 5))


@given(st.integers(-WHOLE, WHOLE), st.integers(-3, 3))
def test_seeds_count_modulo_two_to_the_sixty_four(seed: int, turns: int) -> None:
    assert SplitMix64(seed).next() == SplitMix64(seed + turns * WHOLE).next()


class Loaded(SplitMix64):
    """Gives numbers that were chosen."""

    def __init__(self, *numbers: int) -> None:
        self.numbers = list(numbers)

    def next(self) -> int:
        return self.numbers.pop(0)


def test_numbers_that_would_favour_some_are_drawn_again() -> None:
    """2 ** 64 = 3 m + 1, so for three the last number is one too many."""
    assert Loaded(WHOLE - 1, WHOLE - 2, 5).below(3) == 2
    assert Loaded(WHOLE - 1).below(4) == 3
    half = WHOLE // 2 + 1
    rng = Loaded(WHOLE - 1, half, half - 1)
    assert rng.below(half) == half - 1
    assert rng.numbers == []


@given(st.integers(1, 1 << 70), st.integers(0, WHOLE - 1))
def test_below(n: int, seed: int) -> None:
    if n <= WHOLE:
        assert 0 <= SplitMix64(seed).below(n) < n
    else:
        with pytest.raises(ValueError):
            SplitMix64(seed).below(n)


@pytest.mark.parametrize("n", [0, -1])
def test_below_nothing(n: int) -> None:
    with pytest.raises(ValueError) as caught:
        SplitMix64(1).below(n)
    assert str(n) in str(caught.value)


@pytest.mark.parametrize("n", [2, 3, 6, 7])
def test_all_numbers_are_as_likely(n: int) -> None:
    """Chi-square, five deviations."""
    rng = SplitMix64(n)
    found = Counter(rng.below(n) for _ in range(n * 1000))
    chi_square = sum((found[i] - 1000) ** 2 / 1000 for i in range(n))
    assert chi_square < n - 1 + 5 * (2 * (n - 1)) ** 0.5


def test_all_orders_are_as_likely() -> None:
    """Chi-square with 23 degrees of freedom, five deviations."""
    rng, found = SplitMix64(8), Counter[tuple[int, ...]]()
    for _ in range(24 * 500):
        items = [0, 1, 2, 3]
        rng.shuffle(items)
        found[tuple(items)] += 1
    assert set(found) == set(permutations(range(4)))
    assert sum((count - 500) ** 2 / 500 for count in found.values()) < 23 + 5 * 46**0.5


@given(st.lists(st.integers()), st.integers(0, 99))
def test_shuffled_items_are_the_same(items: list[int], seed: int) -> None:
    shuffled, again = list(items), list(items)
    SplitMix64(seed).shuffle(shuffled)
    SplitMix64(seed).shuffle(again)
    assert shuffled == again
    assert sorted(shuffled) == sorted(items)

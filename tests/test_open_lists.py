"""Bucket queue and heap, compiled, against a list that is sorted anew each time."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from functools import cache
from itertools import count
from typing import Any

import naive
import numpy as np
import pytest
from bound_probes import binding, board, compiled
from hypothesis import given
from hypothesis import strategies as st
from probes.open_lists import PEEK, POP, PUSH, REFUSED, REMOVE

from kernels import tie_breaks
from kernels.specialise import Kernel
from kernels.workspace import Workspace

NODES = 1 << 13
SEED = 5
LISTS = {"buckets": ("fifo", "lifo", "low_h", "high_h"), "heap": tuple(tie_breaks.CODES)}
KINDS = [(kind, tie_break) for kind, names in LISTS.items() for tie_break in names]
LARGEST = {"buckets": ((1 << 14) - 1, (1 << 10) - 1), "heap": ((1 << 40) - 1, (1 << 24) - 1)}
"""Greatest f and h."""

Action = tuple[str, int, int, int]
"""What to do, f, h, and which of the nodes in question."""


class OpenList:
    """A compiled open list with its nodes, whose states have ``words`` words."""

    def __init__(self, kind: str, kernel: Kernel, words: int = 1) -> None:
        probe = kernel.algorithm
        module = {"buckets": probe.bucket_queue, "heap": probe.heap}[kind]
        self.queue = module.allocate(Workspace(1 << 20), NODES)
        self.reset = getattr(probe, f"reset_{kind}")
        self.follow = getattr(probe, f"follow_{kind}")
        self.nodes = np.zeros((NODES, words + 3), dtype=np.uint64)
        self.keys = keys_of(words)

    def play(self, script: np.ndarray) -> list[int]:
        """Answers to a script, started on an empty list; -1 where nothing is answered."""
        answers = np.full(len(script), -1, dtype=np.int64)
        self.reset(self.queue, SEED)
        self.follow(self.queue, self.nodes, self.keys, script, answers)
        return answers.tolist()


@cache
def keys_of(words: int) -> np.ndarray:
    """Packed states, all different, of which all words but the last are often equal."""
    numbers = random.Random(3)
    last = numbers.sample(range(1 << 40), NODES)
    keys = [[*numbers.choices((0, 1 << 63, (1 << 64) - 1), k=words - 1), word] for word in last]
    return np.array(keys, dtype=np.uint64)


@cache
def open_list(kind: str, tie_break: str, words: int = 1) -> OpenList:
    constants = {"TIE_BREAK": tie_breaks.CODES[tie_break], "WORDS": words}
    bound = binding("open_lists", board(3, 3), **constants)
    nothing = np.empty((0, 4), dtype=np.int64)

    def warm(kernel: Kernel) -> None:
        for each in LISTS:
            if tie_break in LISTS[each]:
                OpenList(each, kernel, words).play(nothing)

    return OpenList(kind, compiled(bound, warm), words)


def order_of(tie_break: str, keys: np.ndarray) -> Callable[[int, int, int], tuple[Any, ...]]:
    """Sort key of a node put on open now, given its number, f and h."""
    arrivals, draws = count(), naive.splitmix64(SEED)
    orders: dict[str, Callable[[int, int, int], tuple[Any, ...]]] = {
        "fifo": lambda node, f, h: (f, next(arrivals)),
        "lifo": lambda node, f, h: (f, -next(arrivals)),
        "low_h": lambda node, f, h: (f, h, -next(arrivals)),
        "high_h": lambda node, f, h: (f, -h, -next(arrivals)),
        "lexicographic": lambda node, f, h: (f, keys[node].tolist()),
        "random": lambda node, f, h: (f, next(draws)),
    }
    return orders[tie_break]


def script_of(
    actions: Iterable[Action], tie_break: str, keys: np.ndarray
) -> tuple[np.ndarray, list[int]]:
    """Lines for the compiled list, and the answers that they ought to get."""
    order = order_of(tie_break, keys)
    is_open: dict[int, tuple[Any, ...]] = {}
    values: dict[int, tuple[int, int]] = {}  # f and h of each node
    closed: list[int] = []
    lines: list[tuple[int, int, int, int]] = []
    answers: list[int] = []

    def write(act: int, node: int, answer: int = -1) -> None:
        lines.append((act, node, *values[node]))
        answers.append(answer)

    def push(node: int, f: int, h: int) -> None:
        values[node] = f, h
        is_open[node] = order(node, f, h)
        write(PUSH, node)

    def remove(node: int) -> None:
        del is_open[node]
        write(REMOVE, node)

    for act, f, h, which in actions:
        if act == "push" and len(values) < len(keys):
            push(len(values), f, h)
        elif act == "reopen" and closed:
            node = closed.pop(which % len(closed))
            push(node, f, values[node][1])
        elif is_open and act in ("decrease", "remove"):
            node = sorted(is_open)[which % len(is_open)]
            remove(node)
            if act == "decrease":
                push(node, min(f, values[node][0]), values[node][1])
            else:
                closed.append(node)
        elif is_open and act in ("peek", "pop"):
            node = min(is_open, key=is_open.__getitem__)
            write(PEEK if act == "peek" else POP, node, node)
            if act == "pop":
                del is_open[node]
                closed.append(node)
    return np.array(lines, dtype=np.int64).reshape(-1, 4), answers


ACTS = st.sampled_from(["push", "push", "reopen", "decrease", "remove", "peek", "pop"])


@pytest.mark.parametrize(("kind", "tie_break"), KINDS)
@given(data=st.data())
def test_the_best_node_is_the_least_in_order(
    kind: str, tie_break: str, data: st.DataObject
) -> None:
    f, h = LARGEST[kind]
    number = st.integers(0, 2) | st.integers(0, f)
    value = st.integers(0, 2) | st.integers(0, h)
    actions = data.draw(st.lists(st.tuples(ACTS, number, value, st.integers(0, 99)), max_size=60))
    tested = open_list(kind, tie_break)
    script, answers = script_of(actions, tie_break, tested.keys)
    assert tested.play(script) == answers


def many_actions(kind: str, most_f: int, most_h: int) -> list[Action]:
    """A list that grows to some hundreds of nodes, and is emptied at the end."""
    numbers = random.Random(17)
    acts = numbers.choices(
        ("push", "reopen", "decrease", "remove", "peek", "pop"), (30, 5, 30, 5, 10, 20), k=4000
    )
    return [
        (act, numbers.randint(0, most_f), numbers.randint(0, most_h), numbers.randrange(1 << 20))
        for act in acts + ["pop"] * 1000
    ]


@pytest.mark.parametrize(("kind", "tie_break"), KINDS)
def test_long_sequences(kind: str, tie_break: str) -> None:
    tested = open_list(kind, tie_break)
    for most_f, most_h in ((3, 3), (60, 30), LARGEST[kind]):
        script, answers = script_of(many_actions(kind, most_f, most_h), tie_break, tested.keys)
        assert answers.count(-1) > 1000
        assert tested.play(script) == answers


@pytest.mark.parametrize("words", [3, 4])
def test_states_of_several_words_in_lexicographic_order(words: int) -> None:
    tested = open_list("heap", "lexicographic", words)
    script, answers = script_of(many_actions("heap", 3, 3), "lexicographic", tested.keys)
    assert tested.play(script) == answers


@pytest.mark.parametrize("tie_break", LISTS["buckets"])
def test_priorities_beyond_the_lists_are_refused(tie_break: str) -> None:
    """Nothing is changed by a refusal; where lists are by f alone, any h fits."""
    f, h = LARGEST["buckets"]
    by_h = tie_break in ("low_h", "high_h")
    lines = [
        (PUSH, 0, f, h),
        (PUSH, 1, f + 1, 0),
        (PUSH, 2, 1 << 40, 0),
        (PUSH, 3, f, h + 1),
        (POP, 0, 0, 0),
    ]
    last = 3 if tie_break == "lifo" else 0
    expected = [-1, REFUSED, REFUSED, REFUSED if by_h else -1, last]
    assert open_list("buckets", tie_break).play(np.array(lines, dtype=np.int64)) == expected

"""Errors as one sentence."""

from __future__ import annotations

import pytest
from numba import njit

from harness.error_text import LONGEST, sentence
from harness.model import KernelFault


def raised(function: object, *arguments: object) -> Exception:
    assert callable(function)
    with pytest.raises(Exception) as caught:
        function(*arguments)
    return caught.value


OBJECT = object()


@njit
def adds_text(x):
    return x + "a"


@njit
def uses_an_object(x):
    return OBJECT


@njit
def calls_a_broken_one(x):
    return adds_text(x) + 1


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (adds_text, "for signature: add(int64, "),
        (calls_a_broken_one, "for signature: add(int64, "),
        (uses_an_object, "Untyped global name 'OBJECT'"),
    ],
)
def test_a_compilers_error_is_its_reason(function: object, words: str) -> None:
    told = sentence(raised(function, 3))
    assert told.startswith("TypingError: ")
    assert words in told
    assert "Failed in" not in told
    assert "\n" not in told


def test_a_compilers_error_names_its_place() -> None:
    line = adds_text.py_func.__code__.co_firstlineno + 2
    assert sentence(raised(adds_text, 3)).endswith(f"(test_error_text.py:{line})")


def test_another_error_has_kind_message_and_place() -> None:
    def divide() -> float:
        return 1 / 0

    line = divide.__code__.co_firstlineno + 1
    told = sentence(raised(divide))
    assert told.startswith("ZeroDivisionError: ")
    assert told.endswith(f"(test_error_text.py:{line})")


def test_an_error_without_message_is_its_kind() -> None:
    assert sentence(RecursionError()) == "RecursionError"


def test_a_message_for_users_stays_as_it_is_but_on_one_line() -> None:
    assert sentence(KernelFault("h of the\n  goal is 3")) == "h of the goal is 3"


def test_a_long_message_is_cut() -> None:
    told = sentence(KernelFault("word " * LONGEST))
    assert len(told) <= LONGEST
    assert told.endswith(" ...")

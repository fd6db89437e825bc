"""Which recorded rows answer a run."""

from __future__ import annotations

import warnings

import numba
import pytest
from fake_solver import run_of
from hypothesis import given
from hypothesis import strategies as st

from harness import engine
from harness.columns import STATUSES
from harness.model import Limits
from harness.resume import answers, limits_text, tells_more
from harness.store import Finished

DIGEST = "d1"

limits = st.builds(
    Limits,
    nodes=st.none() | st.integers(1, 10**6),
    generated=st.none() | st.integers(1, 10**6),
    seconds=st.none() | st.floats(0.001, 1e6),
    memory=st.none() | st.integers(1, 10**12),
)


def recorded(
    status: str,
    before: Limits | None = None,
    expanded: int | None = 100,
    generated: int | None = 200,
    detail: str | None = None,
) -> Finished:
    text = limits_text(before or Limits())
    return Finished(DIGEST, status, text, expanded, generated, 0.1, 1000, detail)


def answered(row: Finished, now: Limits | None = None, fault: str | None = None) -> bool:
    return answers(row, run_of("expand 1", limits=now, fault=fault), DIGEST)


@pytest.mark.parametrize("status", ["solved", "unsolvable"])
@pytest.mark.parametrize(
    ("now", "expected"),
    [
        (Limits(), True),
        (Limits(nodes=100), True),
        (Limits(nodes=99), False),
        (Limits(generated=200), True),
        (Limits(generated=199), False),
        (Limits(seconds=0.01, memory=1), True),
    ],
)
def test_an_answer_holds_within_the_node_limits(status: str, now: Limits, expected: bool) -> None:
    assert answered(recorded(status, Limits(nodes=10**6)), now) is expected


@pytest.mark.parametrize(
    ("status", "before", "now", "expected"),
    [
        ("node_limit", Limits(nodes=100), Limits(nodes=100), True),
        ("node_limit", Limits(nodes=100), Limits(nodes=100, seconds=9.0), True),
        ("node_limit", Limits(nodes=100), Limits(nodes=101), False),
        ("node_limit", Limits(nodes=100), Limits(nodes=100, generated=500), False),
        ("node_limit", Limits(nodes=100), Limits(), False),
        ("time_limit", Limits(seconds=1.0), Limits(seconds=1.0), True),
        ("time_limit", Limits(seconds=1.0), Limits(seconds=1.0, memory=5), True),
        ("time_limit", Limits(seconds=1.0), Limits(seconds=2.0), False),
        ("time_limit", Limits(seconds=1.0), Limits(seconds=1.0, nodes=99), False),
        ("memory_limit", Limits(memory=5), Limits(memory=5, seconds=1.0), True),
        ("memory_limit", Limits(memory=5), Limits(memory=6), False),
        ("memory_limit", Limits(), Limits(), True),
        ("kernel_error", Limits(), Limits(), False),
    ],
)
def test_a_cut_run_answers_while_its_limit_is_the_same(
    status: str, before: Limits, now: Limits, expected: bool
) -> None:
    assert answered(recorded(status, before), now) is expected


@pytest.mark.parametrize(
    ("before", "now", "expected"),
    [
        (Limits(), Limits(nodes=1000), True),
        (Limits(nodes=101), Limits(nodes=100), True),
        (Limits(generated=201), Limits(nodes=500, generated=300), True),
        (Limits(), Limits(nodes=99), False),
        (Limits(nodes=100), Limits(nodes=1000), False),
        (Limits(generated=200), Limits(generated=300), False),
    ],
)
def test_a_search_that_gave_up_answers_within_the_node_limits(
    before: Limits, now: Limits, expected: bool
) -> None:
    """With 100 nodes expanded and 200 generated, it reached no limit that it had."""
    assert answered(recorded("node_limit", before), now) is expected


@pytest.mark.parametrize(
    ("status", "before", "now", "expected"),
    [
        ("solved", Limits(), Limits(nodes=99), True),
        ("solved", Limits(nodes=200), Limits(nodes=99), True),
        ("node_limit", Limits(nodes=100), Limits(nodes=50), True),
        ("node_limit", Limits(nodes=100), Limits(nodes=200), False),
        ("node_limit", Limits(nodes=100), Limits(), False),
        ("time_limit", Limits(seconds=9.0), Limits(seconds=1.0), True),
        ("time_limit", Limits(seconds=9.0), Limits(seconds=10.0), False),
        ("memory_limit", Limits(memory=10), Limits(memory=5), True),
        ("kernel_error", Limits(), Limits(nodes=99), False),
        ("invalid_instance", Limits(), Limits(nodes=99), False),
    ],
)
def test_a_row_tells_more_than_a_run_with_a_tighter_limit(
    status: str, before: Limits, now: Limits, expected: bool
) -> None:
    run = run_of("expand 1", limits=now)
    assert tells_more(recorded(status, before), run, DIGEST) is expected
    assert not tells_more(recorded(status, before), run, "d2")


def test_an_invalid_instance_answers_while_its_fault_is_the_same() -> None:
    row = recorded("invalid_instance", expanded=None, generated=None, detail="odd parity")
    assert answered(row, fault="odd parity")
    assert not answered(row, fault="a number is missing")
    assert not answered(row, fault=None)


def test_a_search_does_not_answer_for_an_instance_found_invalid() -> None:
    assert not answered(recorded("unsolvable"), fault="odd parity")


@pytest.mark.parametrize("status", sorted(set(STATUSES) - {"invalid_instance"}))
def test_another_kernel_never_answers(status: str) -> None:
    assert not answers(recorded(status), run_of("expand 1"), "d2")


@pytest.mark.parametrize("status", sorted(set(STATUSES) - {"invalid_instance"}))
@pytest.mark.parametrize(
    ("made_by", "switch"), [(engine.COMPILED, "1"), (engine.UNCOMPILED, "0"), ("dask", "0")]
)
def test_another_engine_never_answers(
    monkeypatch: pytest.MonkeyPatch, status: str, made_by: str, switch: str
) -> None:
    row = recorded(status)._replace(engine=made_by)
    monkeypatch.setenv("NUMBA_DISABLE_JIT", switch)
    assert not answered(row)
    assert not tells_more(row, run_of("expand 1", limits=Limits(nodes=99)), DIGEST)


def test_runs_made_as_plain_python_answer_for_such() -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NUMBA_DISABLE_JIT", "1")
        row = recorded("solved")._replace(engine=engine.UNCOMPILED)
        assert answered(row)
        assert tells_more(row, run_of("expand 1", limits=Limits(nodes=99)), DIGEST)


def test_an_invalid_instance_was_searched_by_no_engine() -> None:
    row = recorded("invalid_instance", detail="odd parity")._replace(engine=engine.UNCOMPILED)
    assert answered(row, fault="odd parity")


@pytest.mark.parametrize("text", [None, "0", "1", "2", "-1", " 1 ", "", "yes", "1.0"])
def test_the_engine_is_what_numba_makes_of_the_environment(text: str | None) -> None:
    """Numba warns of what it cannot read."""
    with pytest.MonkeyPatch.context() as patch, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if text is None:
            patch.delenv("NUMBA_DISABLE_JIT", raising=False)
        else:
            patch.setenv("NUMBA_DISABLE_JIT", text)
        before = numba.config.DISABLE_JIT
        try:
            numba.config.reload_config()
            assert engine.present() == engine.named(bool(numba.config.DISABLE_JIT))
        finally:
            patch.undo()
            numba.config.reload_config()
        assert before == numba.config.DISABLE_JIT


def test_counts_that_were_not_recorded_exceed_nothing() -> None:
    assert answered(
        recorded("memory_limit", Limits(memory=5), expanded=None, generated=None),
        Limits(nodes=1, memory=5),
    )


@given(limits, st.integers(0, 10**9), st.integers(0, 10**9))
def test_every_run_but_an_error_answers_under_the_limits_it_had(
    same: Limits, expanded: int, generated: int
) -> None:
    """Even with counts a little above them: the last expansion may go beyond a limit."""
    for status in ("solved", "unsolvable", "node_limit", "time_limit", "memory_limit"):
        assert answered(recorded(status, same, expanded, generated), same)


@given(limits, limits)
def test_texts_of_limits_are_equal_exactly_if_the_limits_are(a: Limits, b: Limits) -> None:
    assert (limits_text(a) == limits_text(b)) == (a == b)

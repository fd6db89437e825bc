"""The schedule: kernels first, batches as long as fits, nothing lost and nothing twice."""

from __future__ import annotations

from collections import Counter

from fake_solver import run_of
from hypothesis import given
from hypothesis import strategies as st

from harness.model import Choice, Run
from harness.schedule import Schedule
from harness.worker import INTERVAL, Batch, Compile


def kernel_of(run: Run) -> str:
    return run.instance.text


def schedule_of(*kernels: str, uncompiled: tuple[str, ...] = (), jobs: int = 1) -> Schedule:
    return Schedule([run_of(kernel) for kernel in kernels], kernel_of, uncompiled, jobs)


def taken(schedule: Schedule) -> tuple[Run, ...]:
    task = schedule.next()
    assert isinstance(task, Batch)
    return task.runs


def test_kernels_are_compiled_before_any_run() -> None:
    schedule = schedule_of("a", "b", "c", uncompiled=("a", "c"))
    first, second = schedule.next(), schedule.next()
    assert isinstance(first, Compile)
    assert isinstance(second, Compile)
    assert [kernel_of(first.run), kernel_of(second.run)] == ["a", "c"]
    assert schedule.compiling == 2
    assert schedule.next() is None
    schedule.compiled(first.run)
    assert schedule.next() is None
    schedule.compiled(second.run)
    assert [kernel_of(run) for _ in range(3) for run in taken(schedule)] == ["a", "b", "c"]
    assert schedule.finished


def tried(schedule: Schedule) -> Run:
    task = schedule.next()
    assert isinstance(task, Compile)
    return task.run


def test_a_kernel_is_tried_with_each_of_its_runs_until_it_is_made() -> None:
    """Those of kernels that are ready come first."""
    runs = [run_of(kernel) for kernel in ("a", "a", "b", "a", "a")]
    schedule = Schedule(runs, kernel_of, ["a"], 1)
    assert tried(schedule) == runs[0]
    schedule.not_compiled(runs[0])
    assert schedule.compiling == 0
    assert taken(schedule) == (runs[2],)
    assert tried(schedule) == runs[1]
    schedule.not_compiled(runs[1])
    assert tried(schedule) == runs[3]
    schedule.compiled(runs[3])
    assert [taken(schedule) for _ in range(2)] == [(runs[3],), (runs[4],)]
    assert schedule.finished


def test_no_run_is_left_of_a_kernel_that_cannot_be_made() -> None:
    schedule = schedule_of("a", "a", uncompiled=("a",))
    for _ in range(2):
        schedule.not_compiled(tried(schedule))
    assert schedule.finished
    assert schedule.next() is None


def test_runs_withdrawn_are_those_of_the_same_parameters() -> None:
    one, two = (Choice("own", {"value": value}, "/own.py") for value in (1, 2))
    runs = [run_of("a", heuristic=heuristic) for heuristic in (one, two, one, two, one)]
    schedule = Schedule(runs, kernel_of, ["a"], 1)
    schedule.not_compiled(tried(schedule))
    assert schedule.withdraw(runs[0]) == (runs[2], runs[4])
    assert [tried(schedule) for _ in range(2)] == [runs[1], runs[3]]
    assert schedule.finished


def test_the_first_batch_of_a_kernel_is_one_run_and_quick_ones_grow() -> None:
    schedule = schedule_of(*["a"] * 10_000, jobs=2)
    sizes = []
    for _ in range(6):
        runs = taken(schedule)
        sizes.append(len(runs))
        for run in runs:
            schedule.took(run, INTERVAL / 100)
    assert sizes[0] == 1
    assert sizes == sorted(sizes)
    assert sizes[-1] == 100


def test_slow_runs_go_one_by_one() -> None:
    schedule = schedule_of(*["a"] * 100)
    for _ in range(5):
        [run] = taken(schedule)
        schedule.took(run, 3 * INTERVAL)


def test_the_last_runs_are_shared_out_among_all_workers() -> None:
    schedule = schedule_of(*["a"] * 9, jobs=8)
    while not schedule.finished:
        [run] = taken(schedule)
        schedule.took(run, 1e-6)


def test_runs_put_back_come_next_and_in_order() -> None:
    schedule = schedule_of(*["a"] * 40)
    [first] = taken(schedule)
    schedule.took(first, INTERVAL / 4)
    runs = taken(schedule)
    assert len(runs) == 4
    schedule.put_back(runs[1:])
    assert taken(schedule)[:3] == runs[1:]


def test_runs_that_killed_a_worker_go_alone() -> None:
    schedule = schedule_of(*["a"] * 40)
    [first] = taken(schedule)
    schedule.took(first, 1e-6)
    runs = taken(schedule)
    assert len(runs) > 1
    schedule.one_by_one(runs)
    assert [taken(schedule) for _ in runs] == [(run,) for run in runs]


@given(
    st.lists(st.sampled_from("abc"), min_size=1, max_size=60),
    st.integers(1, 4),
    st.lists(st.tuples(st.floats(0, 1), st.sampled_from(["took", "back", "alone"]))),
)
def test_every_run_is_handed_out_exactly_once(
    kernels: list[str], jobs: int, fates: list[tuple[float, str]]
) -> None:
    schedule = schedule_of(*kernels, jobs=jobs)
    done: Counter[str] = Counter()
    handed_out = 0
    while not schedule.finished:
        runs = taken(schedule)
        seconds, fate = fates.pop() if fates else (0.01, "took")
        handed_out += len(runs)
        finished, rest = (runs, ()) if fate == "took" else (runs[:1], runs[1:])
        for run in finished:
            schedule.took(run, seconds)
            done[run.run_id] += 1
        if fate == "back":
            schedule.put_back(rest)
        else:
            schedule.one_by_one(rest)
    assert schedule.next() is None
    assert len(done) == len(kernels)
    assert set(done.values()) == {1}
    assert handed_out >= len(kernels)

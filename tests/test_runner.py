"""The runner: everything is recorded once, whatever happens on the way."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import fake_solver
import pyarrow.parquet as pq
import pytest
from fake_solver import ALGORITHM, FakeKernels, FakeSolver, run_of

from harness import config, recording
from harness.expansion import Plan
from harness.model import Choice, Limits, Run, UserError
from harness.runner import Summary, execute
from harness.store import Store, load

EXPERIMENT = """
experiment: wishes
title: Wishes
domains: [wishes]
instances: [{literal: [granted]}]
algorithms: [obey]
"""

KILLED = f"die {int(signal.SIGKILL)}"


@pytest.fixture
def experiment(tmp_path: Path) -> config.Experiment:
    path = tmp_path / "wishes.yaml"
    path.write_text(EXPERIMENT, encoding="utf-8")
    return config.load(path)


class Bench:
    """Makes runs in one results folder."""

    def __init__(self, experiment: config.Experiment, folder: Path) -> None:
        self.experiment = experiment
        self.folder = folder

    def make(
        self,
        runs: Sequence[Run],
        jobs: int = 2,
        fresh: bool = False,
        kernels: FakeKernels | None = None,
        make_solver: Any = FakeSolver,
    ) -> Summary:
        return execute(
            self.experiment,
            Plan(list(runs)),
            self.folder,
            jobs,
            fresh,
            make_solver,
            kernels or FakeKernels(),
        )

    def rows(self) -> dict[str, dict[str, Any]]:
        with Store(self.folder, "wishes") as store:
            return {row["run_id"]: row for row in store.rows().to_pylist()}

    def by_wish(self) -> dict[str, dict[str, Any]]:
        return {row["start"]: row for row in self.rows().values()}


@pytest.fixture
def bench(experiment: config.Experiment, tmp_path: Path) -> Bench:
    return Bench(experiment, tmp_path / "results" / "wishes")


def nothing_is_made(bench: Bench, runs: Sequence[Run], **options: Any) -> bool:
    """Not even a worker is started (it could not), nor a file touched."""
    before = written(bench.folder)
    summary = bench.make(runs, make_solver=fake_solver.no_solver, **options)
    assert summary.recorded == len(runs)
    return summary.made == 0 and written(bench.folder) == before


def written(folder: Path) -> dict[Path, int]:
    files = [path for path in folder.rglob("*") if path.is_file() and path.name != ".lock"]
    return {path: path.stat().st_mtime_ns for path in files}


def test_every_run_is_recorded_with_all_that_is_known_of_it(bench: Bench) -> None:
    tie_break = Choice("obey", {"tie_break": "random", "weight": 1.5}, "/obey.py")
    run = run_of("expand 7", algorithm=tie_break, seed=3, limits=Limits(nodes=50, seconds=2.0))
    before = datetime.now(UTC)
    summary = bench.make([run])
    assert (summary.runs, summary.made, summary.recorded) == (1, 1, 1)
    assert not summary.failed
    row = bench.rows()[run.run_id]
    assert before - timedelta(seconds=1) < row.pop("finished_at") < datetime.now(UTC)
    assert row.pop("host")
    expected = {
        "run_id": run.run_id,
        "experiment": "wishes",
        "domain": "wishes",
        "domain_params": '{"operator_order":"AB","width":3}',
        "instance": "wish/expand 7",
        "start": "expand 7",
        "algorithm": "obey",
        "algorithm_params": '{"tie_break":"random","weight":1.5}',
        "heuristic": "zero",
        "heuristic_params": "{}",
        "tie_break": "random(3)",
        "operator_order": "AB",
        "seed": 3,
        "repeat": 0,
        "status": "solved",
        "expanded": 7,
        "compile_seconds": 0.0,
        "kernel_digest": "obey.wishes.zero.1",
        "engine": "local",
        "searchbench_version": recording.version(),
        "limits": '{"nodes":50,"seconds":2.0}',
    }
    assert {name: row[name] for name in expected} == expected


def test_a_run_without_heuristic_has_none_in_its_row(bench: Bench) -> None:
    run = run_of("expand 1", heuristic=None)
    bench.make([run])
    row = bench.rows()[run.run_id]
    assert (row["heuristic"], row["heuristic_params"], row["tie_break"]) == (None, None, "fifo")


def test_the_second_time_nothing_is_made(bench: Bench) -> None:
    runs = [run_of(f"expand {i}") for i in range(20)]
    bench.make(runs)
    assert nothing_is_made(bench, runs)
    assert len(bench.rows()) == 20


def test_many_small_runs_are_all_recorded_in_the_order_of_the_plan(bench: Bench) -> None:
    runs = [run_of(f"expand {i}") for i in range(1500)]
    summary = bench.make(runs)
    assert summary.statuses == {"solved": 1500}
    rows = bench.rows()
    assert list(rows) == [run.run_id for run in runs]
    assert [row["expanded"] for row in rows.values()] == list(range(1500))


def test_fresh_makes_all_again(bench: Bench) -> None:
    runs = [run_of("expand 1"), run_of("expand 2")]
    bench.make(runs)
    first = bench.rows()
    assert bench.make(runs, fresh=True).made == 2
    second = bench.rows()
    assert first.keys() == second.keys()
    assert all(second[key]["finished_at"] > first[key]["finished_at"] for key in first)


def test_another_kernel_makes_runs_again(bench: Bench) -> None:
    run = run_of("expand 1")
    bench.make([run])
    assert bench.make([run], kernels=FakeKernels(edition=2)).made == 1
    assert bench.rows()[run.run_id]["kernel_digest"].endswith(".2")


def test_runs_as_plain_python_and_compiled_ones_are_made_for_one_another(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = run_of("expand 1")
    for switch, name in (("1", "uncompiled"), ("0", "local"), ("1", "uncompiled")):
        monkeypatch.setenv("NUMBA_DISABLE_JIT", switch)
        assert bench.make([run]).made == 1
        assert bench.rows()[run.run_id]["engine"] == name
        assert nothing_is_made(bench, [run])


def test_the_engine_that_the_solver_names_is_what_is_recorded(bench: Bench) -> None:
    """As where a file of Numba's own switches compiling off, which the planner does not see."""
    run = run_of("plain 1")
    for _ in range(2):
        assert bench.make([run]).made == 1
        assert bench.rows()[run.run_id]["engine"] == "uncompiled"


def test_an_error_does_not_keep_the_counts_of_another_engine(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = run_of("expand 1")
    bench.make([run])
    faulty = replace(run, instance=replace(run.instance, text="fault gone"))
    assert bench.make([faulty], fresh=True).failed
    assert bench.rows()[run.run_id]["status"] == "solved"
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    assert bench.make([faulty]).failed
    row = bench.rows()[run.run_id]
    assert (row["status"], row["engine"]) == ("kernel_error", "uncompiled")


def test_a_digest_that_the_solver_found_is_what_is_recorded(bench: Bench) -> None:
    run = run_of("edited 1")
    bench.make([run])
    assert bench.rows()[run.run_id]["kernel_digest"] == "edited meanwhile"
    assert bench.make([run]).made == 1


def test_only_new_runs_are_made(bench: Bench) -> None:
    runs = [run_of("expand 1"), run_of("expand 2")]
    bench.make(runs[:1])
    summary = bench.make(runs)
    assert (summary.made, summary.recorded) == (1, 2)


def test_raised_limits_make_cut_runs_again_and_keep_answers(bench: Bench) -> None:
    few, more = Limits(nodes=10), Limits(nodes=20)
    wishes = [run_of("expand 5", limits=few), run_of("cut 10", limits=few)]
    bench.make(wishes)
    assert nothing_is_made(bench, wishes)
    assert bench.make([replace(run, limits=more) for run in wishes]).made == 1
    assert bench.by_wish()["cut 10"]["limits"] == '{"nodes":20}'
    assert bench.by_wish()["expand 5"]["limits"] == '{"nodes":10}'


def test_an_invalid_instance_needs_no_worker(bench: Bench) -> None:
    run = run_of("expand 1", fault="the parity is odd")
    summary = bench.make([run], make_solver=fake_solver.no_solver)
    assert not summary.failed
    assert summary.failures == [(run, "the parity is odd")]
    row = bench.rows()[run.run_id]
    assert (row["status"], row["detail"]) == ("invalid_instance", "the parity is odd")
    assert row["expanded"] is row["kernel_digest"] is row["compile_seconds"] is None
    assert nothing_is_made(bench, [run])
    assert bench.make([replace(run, fault=None)]).made == 1
    assert bench.rows()[run.run_id]["status"] == "solved"


def test_a_killed_worker_costs_one_run(bench: Bench) -> None:
    wishes = [*[f"expand {i}" for i in range(30)], KILLED, *[f"expand {i}" for i in range(30, 60)]]
    runs = [run_of(wish) for wish in wishes]
    summary = bench.make(runs)
    assert summary.statuses == {"solved": 60, "kernel_error": 1}
    assert summary.failed
    row = bench.by_wish()[KILLED]
    assert "SIGKILL" in row["detail"]
    assert "GiB resident" in row["detail"]
    assert bench.make(runs).made == 1


def test_a_heuristic_at_fault_costs_its_runs_only(bench: Bench) -> None:
    runs = [run_of("fault h is -1"), run_of("expand 1")]
    summary = bench.make(runs)
    assert summary.failures == [(runs[0], "h is -1")]
    assert bench.by_wish()["expand 1"]["status"] == "solved"


def test_kernels_are_compiled_first_and_the_time_is_in_every_row(bench: Bench) -> None:
    runs = [run_of(f"expand {i}") for i in range(5)]
    bench.make(runs, kernels=FakeKernels(cached=False))
    assert {row["compile_seconds"] for row in bench.rows().values()} == {1.5}


@pytest.mark.parametrize("heuristic", ["broken", "deadly"])
def test_a_kernel_that_cannot_be_compiled_costs_its_runs_only(bench: Bench, heuristic: str) -> None:
    bad = Choice(heuristic, {}, "/bad.py")
    runs = [run_of(f"expand {i}", heuristic=bad) for i in range(3)] + [run_of("expand 9")]
    summary = bench.make(runs, kernels=FakeKernels(cached=False))
    assert summary.statuses == {"kernel_error": 3, "solved": 1}
    [detail] = {row["detail"] for row in bench.rows().values() if row["detail"]}
    assert "evaluate is missing" in detail or "SIGSEGV" in detail


def test_values_for_which_a_kernel_cannot_be_made_cost_their_runs_only(bench: Bench) -> None:
    """The kernel is tried with them first, and is there when the last one comes."""
    values = ["broken", "deadly", "good", "broken", "good"]
    wishes = {"good": "expand 1"}
    runs = [
        run_of(wishes.get(value, "fault"), heuristic=Choice("own", {"value": value}, "/own.py"))
        for value in values
    ]
    bench.make(runs, kernels=FakeKernels(cached=False))
    rows = list(bench.rows().values())
    assert [row["status"] for row in rows] == [
        "solved" if value == "good" else "kernel_error" for value in values
    ]
    assert {row["compile_seconds"] for row in rows if row["status"] == "solved"} == {1.5}
    deadly = rows[values.index("deadly")]["detail"]
    assert deadly.startswith("/own.py: while compiling, the worker process was ended by SIGSEGV")


def test_a_kernel_that_does_not_return_costs_its_runs_only(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is waited for once, not with each instance; other values are tried all the same."""
    monkeypatch.setattr("harness.pool.COMPILING_SILENCE", 1.0)
    endless, good = (Choice("own", {"value": value}, "/own.py") for value in ("endless", "good"))
    runs = [run_of(f"expand {number}", heuristic=endless) for number in range(200)]
    runs += [run_of("expand 200", heuristic=good), run_of("expand 201")]
    summary = bench.make(runs, kernels=FakeKernels(cached=False))
    assert summary.statuses == {"kernel_error": 200, "solved": 2}
    [detail] = {row["detail"] for row in bench.rows().values() if row["detail"]}
    assert detail.startswith("/own.py: while compiling, the worker process gave no sign of life")


def test_workers_share_the_memory_where_no_limit_is_given(bench: Bench) -> None:
    runs = [run_of("tell_limit 1"), run_of("tell_limit 2", limits=Limits(memory=4096))]
    bench.make(runs)
    rows = bench.by_wish()
    assert rows["tell_limit 2"]["detail"] == "4096"
    assert rows["tell_limit 2"]["limits"] == '{"memory":4096}'
    assert int(rows["tell_limit 1"]["detail"]) > 1 << 20
    assert rows["tell_limit 1"]["limits"] == "{}"


def test_a_path_asked_for_later_is_found_later(bench: Bench) -> None:
    run = run_of("expand 1")
    bench.make([run])
    wanted = replace(run, keep_path=True)
    assert bench.make([wanted]).made == 1
    assert nothing_is_made(bench, [wanted])
    assert (bench.folder / "paths.parquet").exists()


@pytest.mark.parametrize("loss", ["deleted", "damaged"])
def test_runs_whose_levels_are_lost_are_made_again(bench: Bench, loss: str) -> None:
    runs = [run_of("expand 7"), run_of("expand 0"), run_of("expand 9")]
    bench.make(runs)
    assert nothing_is_made(bench, runs)
    levels = bench.folder / "levels.parquet"
    if loss == "deleted":
        levels.unlink()
    else:
        levels.write_bytes(levels.read_bytes()[:-9])
    assert bench.make(runs).made == 2  # the one without an expansion need not have any
    assert nothing_is_made(bench, runs)
    assert set(pq.read_table(levels)["run_id"].to_pylist()) >= {runs[0].run_id, runs[2].run_id}


@pytest.mark.parametrize("loss", ["deleted", "cut off", "bytes changed"])
@pytest.mark.parametrize("file", ["iterations", "solutions", "games"])
def test_runs_whose_other_rows_are_lost_are_made_again(
    bench: Bench, loss: str, file: str, capfd: pytest.CaptureFixture[str]
) -> None:
    """And no others: an algorithm of another kind has no rows there."""
    keeping = Choice("obey", {"details": [file]}, "/obey.py")
    runs = [run_of("expand 7", algorithm=keeping), run_of("expand 7")]
    bench.make(runs)
    assert nothing_is_made(bench, runs)
    path = bench.folder / f"{file}.parquet"
    data = path.read_bytes()
    if loss == "deleted":
        path.unlink()
    else:
        path.write_bytes(data[:-9] if loss == "cut off" else data[:60] + b"\xff\xff" + data[62:])
    assert bench.make(runs).made == 1
    assert ("set aside" in capfd.readouterr().err) == (loss != "deleted")
    assert nothing_is_made(bench, runs)
    assert pq.read_table(path)["run_id"].to_pylist() == [runs[0].run_id]


@pytest.mark.parametrize("tighter", [Limits(nodes=10), Limits(generated=10)])
def test_rows_beyond_tighter_limits_are_kept_beside_the_new_ones(
    bench: Bench, tighter: Limits, capfd: pytest.CaptureFixture[str]
) -> None:
    """Made again, the run of 50 nodes would end at 10: the other row stays as it is."""
    runs = [run_of("expand 50"), run_of("expand 5")]
    bench.make(runs)
    before = bench.rows()
    summary = bench.make([replace(run, limits=tighter) for run in runs])
    assert summary.made == 1
    kept = load(bench.folder / "replaced")
    assert kept.runs.to_pylist() == [before[runs[0].run_id]]
    assert kept.levels["expanded"].to_pylist() == [50]
    said = capfd.readouterr().err
    assert "1 run recorded before counted more than the limits now allow" in said
    assert str(bench.folder / "replaced") in said


def test_rows_that_a_wider_limit_replaces_are_not_kept(bench: Bench) -> None:
    runs = [run_of("cut 10", limits=Limits(nodes=10))]
    bench.make(runs)
    assert bench.make([replace(runs[0], limits=Limits(nodes=20))]).made == 1
    assert not (bench.folder / "replaced").exists()


def test_another_config_is_described_anew(bench: Bench) -> None:
    runs = [run_of("expand 1"), run_of("expand 2")]
    bench.make(runs)
    summary = bench.make(runs[:1], make_solver=fake_solver.no_solver)
    assert summary.made == 0
    with Store(bench.folder, "wishes") as store:
        described = store.read_experiment()
    assert described["run_ids"] == [runs[0].run_id]
    assert described["title"] == "Wishes"
    assert described["config"] == EXPERIMENT
    assert len(bench.rows()) == 2


def test_workers_that_cannot_start_lose_nothing(bench: Bench) -> None:
    run = run_of("expand 1", fault="odd")
    with pytest.raises(UserError, match="no compiler here"):
        bench.make([run, run_of("expand 2")], make_solver=fake_solver.no_solver)
    assert list(bench.rows()) == [run.run_id]


def wait_for_rows(folder: Path) -> None:
    deadline = time.monotonic() + 20
    while not list(folder.glob("parts/[0-9]*")):
        assert time.monotonic() < deadline
        time.sleep(0.02)


def send_when_rows_are_there(bench: Bench, number: int, times: int = 1) -> None:
    def send() -> None:
        wait_for_rows(bench.folder)
        for _ in range(times):
            os.kill(os.getpid(), number)
            time.sleep(0.01)

    threading.Thread(target=send).start()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_leaves_what_is_done(bench: Bench, number: int) -> None:
    before = signal.getsignal(number)
    send_when_rows_are_there(bench, number)
    summary = bench.make([run_of("expand 1"), run_of("expand 2"), run_of("sleep 60")], jobs=1)
    assert summary.stopped_by == number
    assert summary.statuses == {"solved": 2}
    assert set(bench.by_wish()) == {"expand 1", "expand 2"}
    assert not (bench.folder / "parts").exists()
    assert signal.getsignal(number) is before


def test_a_second_signal_stops_at_once(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("harness.sweep.TICK", 5.0)
    send_when_rows_are_there(bench, signal.SIGINT, times=2)
    with pytest.raises(KeyboardInterrupt):
        bench.make([run_of("slices 12"), run_of("sleep 60")], jobs=1)
    assert set(bench.by_wish()) == {"slices 12"}


def test_a_stopped_sweep_is_gone_on_with(bench: Bench) -> None:
    runs = [run_of("expand 1"), run_of("slices 30")]
    send_when_rows_are_there(bench, signal.SIGINT)
    assert bench.make(runs, jobs=1).recorded == 1
    summary = bench.make(runs)
    assert (summary.made, summary.recorded, summary.stopped_by) == (1, 2, None)


KILLED_PARENT = """
import sys
from pathlib import Path
from harness import config
from harness.expansion import Plan
from harness.runner import execute
from fake_solver import FakeKernels, FakeSolver, run_of

if __name__ == "__main__":
    runs = [run_of("slices 6"), run_of("sleep 60"), run_of("sleep 61")]
    config_file, folder = map(Path, sys.argv[1:])
    execute(config.load(config_file), Plan(runs), folder, 2, False, FakeSolver, FakeKernels())
"""


def test_a_killed_sweep_keeps_what_was_done(bench: Bench, tmp_path: Path) -> None:
    script = tmp_path / "killed.py"
    script.write_text(KILLED_PARENT, encoding="utf-8")
    here = Path(__file__).parent
    path = os.pathsep.join((str(here), str(here.parent)))
    with subprocess.Popen(
        [sys.executable, str(script), str(bench.experiment.source), str(bench.folder)],
        env=os.environ | {"PYTHONPATH": path},
    ) as sweep:
        wait_for_rows(bench.folder)
        sweep.kill()
    assert set(bench.by_wish()) == {"slices 6"}


def test_ids_are_of_runs_not_of_their_order(bench: Bench) -> None:
    runs = [run_of(f"expand {i}", algorithm=ALGORITHM) for i in range(4)]
    bench.make(runs)
    assert nothing_is_made(bench, runs)
    assert bench.make(runs[::-1], make_solver=fake_solver.no_solver).made == 0


def test_a_failure_does_not_replace_the_counts_of_the_same_kernel(bench: Bench) -> None:
    good = run_of("expand 5")
    bench.make([good])
    kept = bench.rows()[good.run_id]
    summary = bench.make([replace(run_of("fault no room"), run_id=good.run_id)], fresh=True)
    assert summary.failed
    assert bench.rows()[good.run_id] == kept

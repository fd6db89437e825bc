from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_records import content, expected, numbered, record

from harness import parquet_files, store
from harness.columns import FILES, RUNS, STATUSES, schema
from harness.model import Record, UserError
from harness.specs import RUN_COLUMNS
from harness.store import Finished, Store, load

PROJECT = Path(__file__).parents[1]

FIXED_COLUMNS = [
    "run_id", "experiment", "domain", "domain_params", "instance", "algorithm", "algorithm_params",
    "heuristic", "heuristic_params", "tie_break", "operator_order", "seed", "status", "cost",
    "depth", "h_start", "expanded", "generated", "evaluated", "reopened", "visited", "peak_open",
    "peak_bytes", "kernel_seconds", "compile_seconds", "nodes_per_second", "kernel_digest",
    "engine", "host", "searchbench_version", "finished_at",
    "value", "best_move", "leaves", "cutoffs",
]  # fmt: skip


def test_the_columns_of_runs_are_the_fixed_ones_and_then_our_own() -> None:
    names = [column.name for column in RUNS]
    assert names[: len(FIXED_COLUMNS)] == FIXED_COLUMNS
    own = names[len(FIXED_COLUMNS) :]
    assert own[:4] == ["start", "repeat", "limits", "detail"]
    assert [column.name for column in RUNS if column.since > 1] == own[4:]
    assert names == list(RUN_COLUMNS)


def test_types_are_written_into_the_files(tmp_path: Path) -> None:
    with Store(tmp_path, "made") as made:
        made.append([numbered(1, 2)])
        made.merge()
    for file in FILES:
        assert pq.read_schema(tmp_path / f"{file}.parquet").equals(schema(file, "made"), True)
    types = {field.name: field.type for field in schema("runs")}
    assert types["expanded"] == pa.int64()
    assert types["kernel_seconds"] == pa.float64()
    assert types["finished_at"] == pa.timestamp("us", tz="UTC")


@given(
    st.lists(
        st.one_of(
            st.lists(st.tuples(st.integers(0, 5), st.integers(0, 3)), max_size=4),
            st.sampled_from(["merge", "reopen"]),
        ),
        max_size=8,
    )
)
@settings(max_examples=40, deadline=None)
def test_the_latest_record_of_each_run_is_there_once(
    tmp_path_factory: pytest.TempPathFactory, steps: list[Any]
) -> None:
    folder = tmp_path_factory.mktemp("results")
    latest: dict[str, Record] = {}
    open_store = Store(folder, "made")
    for step in steps:
        if step == "merge":
            open_store.merge()
        elif step == "reopen":
            open_store.close()
            open_store = Store(folder, "made")
        else:
            records = [numbered(number, version) for number, version in step]
            latest |= {made.row["run_id"]: made for made in records}
            open_store.append(records)
        assert content(folder) == expected(latest)
        assert open_store.finished().keys() == latest.keys()
    open_store.close()


def test_many_parts_are_merged_on_the_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "MERGE_AT", 5)
    records = {made.row["run_id"]: made for made in (numbered(i % 9, 1) for i in range(23))}
    with Store(tmp_path, "made") as made_store:
        for i in range(23):
            made_store.append([numbered(i % 9, 1)])
            assert len(parquet_files.part_folders(tmp_path)) < 5
    assert content(tmp_path) == expected(records)


def test_merged_files_do_not_depend_on_the_order_of_arrival(tmp_path: Path) -> None:
    order = [f"{number:016x}" for number in (3, 1, 4)]
    made: list[dict[str, bytes]] = []
    for name, arrivals in (("a", [1, 2, 3, 4, 5]), ("b", [5, 4, 2, 1, 3])):
        with Store(tmp_path / name, "made") as one:
            one.write_experiment({"run_ids": order})
            for number in arrivals:
                one.append([numbered(number, 2)])
            one.merge()
        files = {file: tmp_path / name / f"{file}.parquet" for file in FILES}
        made.append({file: path.read_bytes() for file, path in files.items()})
    assert made[0] == made[1]
    run_ids = pq.read_table(tmp_path / "a" / "runs.parquet")["run_id"].to_pylist()
    assert run_ids == [*order, f"{2:016x}", f"{5:016x}"]


def test_what_a_resumed_run_needs_to_know(tmp_path: Path) -> None:
    made = record(
        status="invalid_instance", detail="odd parity", limits='{"nodes":5}', peak_bytes=64,
        engine="uncompiled",
    )  # fmt: skip
    with Store(tmp_path, "made") as one:
        one.append([made])
        found = one.finished()
    assert found == {
        made.row["run_id"]: Finished(
            kernel_digest="0" * 16,
            status="invalid_instance",
            limits='{"nodes":5}',
            expanded=None,
            generated=None,
            kernel_seconds=0.5,
            peak_bytes=64,
            detail="odd parity",
            engine="uncompiled",
        )
    }


def test_a_misspelt_column_is_a_defect_of_the_program(tmp_path: Path) -> None:
    with Store(tmp_path, "made") as one, pytest.raises(ValueError, match="expandde"):
        one.append([record(expandde=3)])


def test_an_own_second_store_is_refused_until_the_first_is_closed(tmp_path: Path) -> None:
    first = Store(tmp_path, "made")
    with pytest.raises(UserError, match="is being written by process"):
        Store(tmp_path, "made")
    first.close()
    Store(tmp_path, "made").close()


def test_a_folder_from_before_there_were_solutions_is_read(tmp_path: Path) -> None:
    with Store(tmp_path, "made") as one:
        one.append([numbered(1, 2)])
        one.merge()
        (tmp_path / "solutions.parquet").unlink()
    assert load(tmp_path).solutions.num_rows == 0
    with Store(tmp_path, "made") as one:
        one.append([numbered(2, 2)])
        one.merge()
    assert set(load(tmp_path).solutions["run_id"].to_pylist()) == {f"{2:016x}"}


def test_what_no_run_has_makes_no_file(tmp_path: Path) -> None:
    with Store(tmp_path, "made") as one:
        one.append([record()])
        one.merge()
    files = {path.stem for path in tmp_path.glob("*.parquet")}
    assert files == FILES.keys() - {"paths", "solutions", "games"}


def test_a_folder_of_another_experiment_is_refused(tmp_path: Path) -> None:
    with Store(tmp_path, "made") as one:
        one.append([numbered(1)])
    with pytest.raises(UserError, match="'made', not of 'other'") as refusal:
        Store(tmp_path, "other")
    assert refusal.value.exit_status == 2
    with Store(tmp_path, "made") as one:
        one.merge()
    with pytest.raises(UserError, match="'made', not of 'other'"):
        Store(tmp_path, "other")
    shutil.rmtree(tmp_path)
    with Store(tmp_path, "made") as one:
        one.write_experiment({"run_ids": []})
    with pytest.raises(UserError, match="'made', not of 'other'"):
        Store(tmp_path, "other")


@pytest.mark.parametrize("version", [None, "3"])
def test_files_of_another_program_or_version_are_refused(
    tmp_path: Path, version: str | None
) -> None:
    marks = {} if version is None else {"searchbench_schema": version}
    pq.write_table(pa.table({"a": [1]}).replace_schema_metadata(marks), tmp_path / "runs.parquet")
    wanted = "not written by searchbench" if version is None else "schema version 3"
    for act in (lambda: Store(tmp_path, "made"), lambda: load(tmp_path)):
        with pytest.raises(UserError, match=wanted) as refusal:
            act()
        assert refusal.value.exit_status == 2
    assert [path.name for path in tmp_path.glob("damaged*")] == []


def test_an_experiment_file_of_another_version_is_refused(tmp_path: Path) -> None:
    (tmp_path / "experiment.json").write_text('{"experiment": "made", "schema": 3}')
    with pytest.raises(UserError, match="schema version 3"):
        Store(tmp_path, "made")


def test_files_of_the_version_before_are_read(tmp_path: Path) -> None:
    """With nothing in the columns that came later, until they are written anew."""
    records = {f"{n:016x}": numbered(n, n + 1) for n in range(3)}
    with Store(tmp_path, "made") as made:
        made.append(list(records.values()))
        made.merge()
        now = content(tmp_path)
        for file in FILES:
            path = tmp_path / f"{file}.parquet"
            before = schema(file, "made", 1)
            assert before.names != schema(file).names or file not in ("runs", "levels")
            pq.write_table(pq.read_table(path).select(before.names).cast(before), path)
        assert content(tmp_path) == now
        assert [row.status for row in made.finished().values()] == ["solved"] * 3
        made.append([numbered(9, 9)])
        made.merge()
    assert pq.read_schema(tmp_path / "runs.parquet").equals(schema("runs", "made"), True)
    assert len(load(tmp_path).runs) == 4


@pytest.mark.parametrize("name", ["nowhere", "empty"])
def test_a_folder_without_results(tmp_path: Path, name: str) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(UserError, match="holds no results") as failure:
        load(tmp_path / name)
    assert failure.value.exit_status == 2


def test_results_are_those_of_the_present_config_in_its_order(tmp_path: Path) -> None:
    with Store(tmp_path, "made") as one:
        one.append([numbered(number, 1) for number in range(5)])
        one.merge()
        one.append([numbered(5, 1)])
        one.write_experiment({"run_ids": [f"{n:016x}" for n in (5, 3, 9, 0)], "title": "T"})
    results = load(tmp_path)
    assert results.runs["run_id"].to_pylist() == [f"{n:016x}" for n in (5, 3, 0)]
    assert set(results.levels["run_id"].to_pylist()) == {f"{n:016x}" for n in (5, 3, 0)}
    assert results.iterations.num_rows == 3
    assert results.experiment["title"] == "T" and results.experiment["experiment"] == "made"


def test_a_config_of_which_nothing_is_recorded_has_no_results(tmp_path: Path) -> None:
    with Store(tmp_path, "made") as one:
        one.append([numbered(1)])
        one.write_experiment({"run_ids": ["f" * 16]})
    with pytest.raises(UserError, match="present config"):
        load(tmp_path)


def test_rows_are_picked_by_pattern_and_hold_what_was_asked_for(tmp_path: Path) -> None:
    with Store(tmp_path, "made") as one:
        one.append([record(heuristic_params={"count_blank": True}, expanded=5)])
        one.append([record(heuristic_params={"count_blank": False}, expanded=6)])
        one.append([record("breadth_first", None, expanded=7)])
    rows = load(tmp_path).rows(["expanded"], {"heuristic.count_blank": True})
    assert [row["expanded"] for row in rows] == [5]
    assert rows[0]["status"] == "solved"


def test_the_experiment_file_is_json_with_text_as_it_was(tmp_path: Path) -> None:
    with Store(tmp_path, "made") as one:
        one.write_experiment({"title": "Überblick ≥ 1", "run_ids": ["a"]})
        assert one.read_experiment()["title"] == "Überblick ≥ 1"
    saved = json.loads((tmp_path / "experiment.json").read_text(encoding="utf-8"))
    assert saved == {
        "experiment": "made",
        "schema": 2,
        "title": "Überblick ≥ 1",
        "run_ids": ["a"],
    }


def test_looking_what_is_there_needs_neither_pandas_nor_scipy_nor_matplotlib(
    tmp_path: Path,
) -> None:
    with Store(tmp_path, "made") as one:
        one.append([numbered(1, 1)])
        one.write_experiment({"run_ids": [f"{1:016x}"]})
        one.merge()
    program = textwrap.dedent("""
        import sys
        from pathlib import Path
        from harness.specs import TableSpec
        from harness.store import Store, load
        from harness.table_formats import render
        from harness.tables import build
        folder = Path(sys.argv[1])
        with Store(folder, "made") as store:
            assert store.finished()
        results = load(folder)
        for source in ("runs", "levels"):
            spec = {"name": "t", "source": source, "rows": ["algorithm"], "columns": ["expanded"]}
            print(render(build(results, TableSpec.model_validate(spec)), "text"))
        print(sorted({"pandas", "scipy", "matplotlib", "numba"} & set(sys.modules)))
    """)
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path)],
        env=os.environ | {"PYTHONPATH": str(PROJECT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines()[-1] == "[]"


def test_every_column_and_status_is_documented() -> None:
    text = (PROJECT / "docs" / "results.md").read_text(encoding="utf-8")
    words = set(text.replace(",", " ").replace("`", " ").split())
    names = {column.name for columns in FILES.values() for column in columns}
    assert names | set(STATUSES) <= words

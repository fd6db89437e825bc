from __future__ import annotations

import errno
import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from made_records import content, expected, move, numbered, record, recorded

from harness.model import UserError
from harness.store import Store, load


def truncate(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-20])


def flip(path: Path) -> None:
    """Change a byte of the data behind the file's first four bytes."""
    data = bytearray(path.read_bytes())
    data[60] ^= 0xFF
    path.write_bytes(bytes(data))


def empty(path: Path) -> None:
    path.write_bytes(b"")


def waiting(path: Path) -> None:
    """A named pipe, whose reader waits for ever."""
    path.unlink()
    os.mkfifo(path)


@pytest.mark.parametrize("damage", [truncate, flip, empty, waiting])
@pytest.mark.parametrize("file", ["runs", "levels"])
def test_a_damaged_part_is_set_aside_and_the_rest_is_kept(
    tmp_path: Path, damage: Callable[[Path], None], file: str
) -> None:
    said: list[str] = []
    with Store(tmp_path, "made") as one:
        one.append([numbered(1, 1)])
        one.append([numbered(2, 2)])
        one.append([numbered(3, 1)])
    damage(tmp_path / "parts" / "00000002" / f"{file}.parquet")
    with Store(tmp_path, "made", warn=said.append) as one:
        one.merge()
    kept = {made.row["run_id"]: made for made in (numbered(1, 1), numbered(3, 1))}
    assert content(tmp_path) == expected(kept)
    assert len(said) == 1
    assert "00000002" in said[0] and "damaged-part-00000002" in said[0]
    assert (tmp_path / "damaged-part-00000002" / "runs.parquet").exists()


def test_an_older_record_returns_when_the_part_that_replaced_it_is_damaged(
    tmp_path: Path,
) -> None:
    with Store(tmp_path, "made", warn=lambda message: None) as one:
        one.append([numbered(1, 3)])
        one.append([numbered(1, 1)])
        truncate(tmp_path / "parts" / "00000002" / "levels.parquet")
        one.merge()
    assert content(tmp_path) == expected({f"{1:016x}": numbered(1, 3)})


@pytest.mark.parametrize("damage", [truncate, flip, empty])
def test_damaged_merged_runs_are_set_aside_and_count_as_not_made(
    tmp_path: Path, damage: Callable[[Path], None], capsys: pytest.CaptureFixture[str]
) -> None:
    with Store(tmp_path, "made") as one:
        one.append([numbered(1, 1)])
        one.merge()
        one.append([numbered(2, 1)])
    damage(tmp_path / "runs.parquet")
    with Store(tmp_path, "made") as one:
        one.merge()
        assert list(one.finished()) == [f"{2:016x}"]
    assert (tmp_path / "damaged-runs.parquet").exists()
    message = capsys.readouterr().err
    assert message.count("\n") == 1
    assert "runs.parquet is damaged" in message and "count as not made" in message


def test_what_was_set_aside_before_is_not_overwritten(tmp_path: Path) -> None:
    for _ in range(2):
        with Store(tmp_path, "made", warn=lambda message: None) as one:
            one.append([numbered(1, 1)])
            one.merge()
            truncate(tmp_path / "runs.parquet")
            assert one.finished() == {}
    assert (tmp_path / "damaged-runs.parquet").exists()
    assert (tmp_path / "damaged-runs.parquet-2").exists()


def test_damaged_levels_leave_the_runs(tmp_path: Path) -> None:
    said: list[str] = []
    with Store(tmp_path, "made", warn=said.append) as one:
        one.append([numbered(1, 1)])
        one.merge()
        truncate(tmp_path / "levels.parquet")
        one.append([numbered(2, 1)])
        one.merge()
    rows = content(tmp_path)
    assert [row["run_id"] for row in rows["runs"]] == [f"{1:016x}", f"{2:016x}"]
    assert {row["run_id"] for row in rows["levels"]} == {f"{2:016x}"}
    assert len(said) == 1 and "are made again by the next run" in said[0]


def test_a_damaged_experiment_file_is_set_aside_by_a_run_and_named_by_a_reader(
    tmp_path: Path,
) -> None:
    said: list[str] = []
    with Store(tmp_path, "made") as one:
        one.append([numbered(1)])
    (tmp_path / "experiment.json").write_text('{"experiment": "ma')
    with pytest.raises(UserError, match=r"experiment\.json is damaged"):
        load(tmp_path)
    with Store(tmp_path, "made", warn=said.append) as one:
        assert one.read_experiment() == {}
    assert len(said) == 1 and "damaged-experiment.json" in said[0]


WRONG = [
    ([], "it holds no mapping"),
    ({"tables": 3}, "tables: 3 is not a list"),
    ({"tables": [{"name": "t"}]}, "tables[0].rows: the key 'rows' is missing"),
    ({"plots": {"name": "p"}}, "plots: {'name': 'p'} is not a list"),
    ({"plots": [{"name": "p", "kind": "pie"}]}, "plots[0].kind: 'pie' is not one of levels"),
    ({"run_ids": 3}, "run_ids: 3 is not a list"),
    ({"run_ids": [None]}, "run_ids[0]: null is not text"),
    ({"instances": {"a": "b"}}, "instances: {'a': 'b'} is not a list"),
    ({"reference": 4}, "reference: 4 is not text"),
]


@pytest.mark.parametrize(("content", "fault"), WRONG)
def test_an_experiment_file_of_the_wrong_kind_is_damaged(
    tmp_path: Path, content: object, fault: str
) -> None:
    said: list[str] = []
    with Store(tmp_path, "made") as one:
        one.append([numbered(1)])
    (tmp_path / "experiment.json").write_text(json.dumps(content))
    with pytest.raises(UserError, match=re.escape(f"experiment.json is damaged ({fault}")) as error:
        load(tmp_path)
    assert error.value.exit_status == 2
    with Store(tmp_path, "made", warn=said.append) as one:
        assert one.read_experiment() == {}
        assert len(one.finished()) == 1
    assert len(said) == 1 and "it is written anew" in said[0]


def test_an_experiment_file_that_is_none_or_nested_too_deeply(tmp_path: Path) -> None:
    with Store(tmp_path, "made") as one:
        one.append([numbered(1)])
    path = tmp_path / "experiment.json"
    path.write_text("[" * 100_000)
    with pytest.raises(UserError, match=r"damaged .its values are nested too deeply"):
        load(tmp_path)
    waiting(path)
    with pytest.raises(UserError, match=r"damaged .it is no file"):
        load(tmp_path)


def test_keys_that_the_experiment_file_lacks_are_done_without(tmp_path: Path) -> None:
    with Store(tmp_path, "made") as one:
        one.append([numbered(1)])
    (tmp_path / "experiment.json").write_text("{}")
    assert load(tmp_path).runs.num_rows == 1


def test_a_part_without_its_runs_is_damaged(tmp_path: Path) -> None:
    said: list[str] = []
    with Store(tmp_path, "made") as one:
        one.append([numbered(1, 1)])
        one.append([numbered(2, 1)])
    (tmp_path / "parts" / "00000002" / "runs.parquet").unlink()
    assert load(tmp_path).runs["run_id"].to_pylist() == [f"{1:016x}"]
    with Store(tmp_path, "made", warn=said.append) as one:
        assert list(one.finished()) == [f"{1:016x}"]
    assert len(said) == 1 and "damaged-part-00000002" in said[0]


MADE_BY = {
    "levels": "a_star",
    "iterations": "ida_star",
    "solutions": "anytime_weighted_a_star",
    "games": "match",
}
"""An algorithm whose runs have rows in a file."""


def merged(folder: Path, algorithm: str) -> None:
    details = record(
        algorithm,
        expanded=2,
        depth=1,
        levels=[(0, 2, 0, 0)],
        iterations=[(0, 1, 2, 2)],
        solutions=[(0, 1, 1, 2, 2)],
        games=[move(0)],
    )
    recorded(folder, [details])


@pytest.mark.parametrize("file", MADE_BY)
@pytest.mark.parametrize("damage", [truncate, flip, empty])
def test_a_table_that_needs_a_damaged_file_says_so(
    tmp_path: Path, damage: Callable[[Path], None], file: str
) -> None:
    merged(tmp_path, MADE_BY[file])
    damage(tmp_path / f"{file}.parquet")
    results = load(tmp_path)
    assert results.runs.num_rows == 1
    with pytest.raises(UserError, match=rf"{file}\.parquet is damaged .*run the config") as error:
        getattr(results, file)
    assert error.value.exit_status == 2


@pytest.mark.parametrize("file", MADE_BY)
def test_a_table_that_needs_a_missing_file_says_so(tmp_path: Path, file: str) -> None:
    merged(tmp_path, MADE_BY[file])
    (tmp_path / f"{file}.parquet").unlink()
    with pytest.raises(UserError, match=rf"{file}\.parquet is missing; run the config") as error:
        getattr(load(tmp_path), file)
    assert error.value.exit_status == 2


@pytest.mark.parametrize("file", ["iterations", "solutions", "games"])
def test_a_file_that_no_run_needs_is_not_missed(tmp_path: Path, file: str) -> None:
    merged(tmp_path, "a_star")
    (tmp_path / f"{file}.parquet").unlink()
    assert getattr(load(tmp_path), file).num_rows == 0


def test_rows_that_are_still_in_parts_are_not_missed(tmp_path: Path) -> None:
    with Store(tmp_path, "made") as one:
        one.append([record("ida_star", expanded=2, iterations=[(0, 1, 2, 2)])])
    assert load(tmp_path).iterations.num_rows == 1


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EACCES, errno.EDQUOT])
@pytest.mark.parametrize("act", ["append", "merge", "write_experiment"])
def test_a_folder_that_cannot_be_written_any_more_keeps_what_it_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, act: str
) -> None:
    latest = {made.row["run_id"]: made for made in (numbered(1, 1), numbered(2, 1))}
    with Store(tmp_path, "made") as one:
        one.append(list(latest.values()))

        def refuse(self: Path, data: Any) -> int:
            raise OSError(number, os.strerror(number))

        monkeypatch.setattr(Path, "write_bytes", refuse)
        attempts: dict[str, Callable[[], None]] = {
            "append": lambda: one.append([numbered(3)]),
            "merge": one.merge,
            "write_experiment": lambda: one.write_experiment({}),
        }
        with pytest.raises(UserError) as failure:
            attempts[act]()
        monkeypatch.undo()
        assert failure.value.exit_status == 1
        assert os.strerror(number) in str(failure.value) and "\n" not in str(failure.value)
        assert content(tmp_path) == expected(latest)
        one.append([numbered(3)])
        one.merge()
        assert len(one.finished()) == 3


def test_a_folder_that_cannot_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Path, *args: Any, **options: Any) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr(Path, "mkdir", refuse)
    with pytest.raises(UserError, match="Read-only file system") as failure:
        Store(tmp_path / "new", "made")
    assert failure.value.exit_status == 1


def test_a_file_in_the_place_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError, match="is not a folder of results"):
        load(tmp_path / "file")
    with pytest.raises(UserError, match="is not a folder") as failure:
        Store(tmp_path / "file", "made")
    assert failure.value.exit_status == 2

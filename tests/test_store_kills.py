from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from made_records import content, expected, numbered

from harness import parquet_files
from harness.model import UserError
from harness.store import Store, load

PROJECT = Path(__file__).parents[1]


class KilledError(BaseException):
    """What stands for SIGKILL: nothing may catch it."""


WRITING_CALLS = ("rename", "replace", "unlink", "mkdir")


@pytest.fixture
def killing(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[int], None]]:
    """Makes the process "die" at its n-th change of a file name, counted from 0."""

    def arm(moment: int) -> None:
        left = [moment]
        for name in WRITING_CALLS:
            original = getattr(os, name)

            def call(*args: Any, original: Callable[..., Any] = original, **options: Any) -> Any:
                if left[0] == 0:
                    raise KilledError
                left[0] -= 1
                return original(*args, **options)

            monkeypatch.setattr(os, name, call)

    yield arm


@pytest.mark.parametrize("moment", range(12))
def test_killed_at_any_moment_of_a_merge_nothing_is_lost_or_doubled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, killing: Callable[[int], None], moment: int
) -> None:
    latest = {}
    with Store(tmp_path, "made") as one:
        for batch in ([numbered(1, 3), numbered(2, 1)], [numbered(2, 2), numbered(3, 0)]):
            one.append(batch)
            latest |= {made.row["run_id"]: made for made in batch}
        one.merge()
        for batch in ([numbered(1, 1), numbered(4, 2)], [numbered(1, 0)]):
            one.append(batch)
            latest |= {made.row["run_id"]: made for made in batch}
        killing(moment)
        try:
            one.merge()
        except KilledError:
            pass
        else:
            assert moment > 6  # four files and the parts: all done before the kill
        monkeypatch.undo()
        assert content(tmp_path) == expected(latest)
    with Store(tmp_path, "made") as again:
        again.merge()
        assert content(tmp_path) == expected(latest)
        assert not [path.name for path in tmp_path.rglob("*.tmp")]
        assert parquet_files.part_folders(tmp_path) == []


def test_a_part_half_written_when_the_process_is_killed_leaves_no_trace(tmp_path: Path) -> None:
    with Store(tmp_path, "made") as one:
        one.append([numbered(1, 1)])
    shutil.copytree(tmp_path / "parts" / "00000001", tmp_path / "parts" / ".00000002")
    (tmp_path / "parts" / ".00000002" / "levels.parquet").write_bytes(b"PAR1")
    with Store(tmp_path, "made") as one:
        assert list(one.finished()) == [f"{1:016x}"]
    assert [path.name for path in (tmp_path / "parts").iterdir()] == ["00000001"]


def test_a_killed_process_loses_no_part_and_no_lock(tmp_path: Path) -> None:
    program = textwrap.dedent("""
        import sys
        from pathlib import Path
        from made_records import record
        from harness.store import Store
        store = Store(Path(sys.argv[1]), "made")
        number = 0
        while True:
            store.append([record(instance=str(number), levels=[(0, 1, 1, 1)])])
            number += 1
            print(number, flush=True)
            if number % 7 == 0:
                store.merge()
    """)
    path = os.pathsep.join([str(PROJECT), str(PROJECT / "tests")])
    process = subprocess.Popen(
        [sys.executable, "-c", program, str(tmp_path)],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": path},
    )
    assert process.stdout is not None
    for line in process.stdout:
        if int(line) == 10:
            with pytest.raises(UserError, match=f"process {process.pid} on") as refusal:
                Store(tmp_path, "made")
            assert refusal.value.exit_status == 1
        if int(line) >= 20:
            break
    process.send_signal(signal.SIGKILL)
    process.wait()
    with Store(tmp_path, "made") as one:
        instances = {int(name) for name in one.rows(["instance"])["instance"].to_pylist()}
        assert set(range(20)) <= instances
        assert one.rows().num_rows == len(instances)
        one.merge()
    assert load(tmp_path).levels.num_rows == len(instances)


@pytest.mark.parametrize("parts_read", [0, 1, 3])
def test_a_reader_sees_all_rows_whenever_parts_are_merged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, parts_read: int
) -> None:
    made = {record.row["run_id"]: record for record in map(numbered, range(1, 4))}
    read = parquet_files._read_folder
    reads = 0
    with Store(tmp_path, "made") as one:
        for record in made.values():
            one.append([record])
        with monkeypatch.context() as patched:

            def merging(folder: Path, columns: Any) -> Any:
                nonlocal reads
                if reads == parts_read:
                    patched.setattr(parquet_files, "_read_folder", read)
                    one.merge()
                reads += 1
                return read(folder, columns)

            patched.setattr(parquet_files, "_read_folder", merging)
            assert content(tmp_path) == expected(made)
        assert content(tmp_path) == expected(made)

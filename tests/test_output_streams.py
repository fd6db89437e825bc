"""Standard output and error that are full, gone or closed; and the program found by its file."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import made_records
import pytest

RUN = Path(__file__).parents[1] / "run.py"
FULL = Path("/dev/full")

CONFIG = """
experiment: tiles
domains: [{sliding_tiles: {width: 3, height: 3}}]
instances:
  - literal: ["1 2 0 3 4 5 6 7 8"]
algorithms: [breadth_first]
"""

PRINTING = """
from kernels.jit import inlined

FITS = "sliding_tiles"


def prepare(T, params):
    print("told" * 10000, flush=True)
    return ()


@inlined
def evaluate(T, H, state):
    return 0
"""

SOLVED = made_records.record(
    domain_params={"width": 3, "height": 3, "goal": "blank_first", "cost": "unit"},
    start="0 1 2 3 4 5 6 7 8",
    depth=0,
)

needs_full = pytest.mark.skipif(not FULL.is_char_device(), reason="no such device")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A folder with two configs, one to be warned of, and results of an experiment in ``made``."""
    (tmp_path / "tiles.yaml").write_text(CONFIG, encoding="utf-8")
    warns = f"{CONFIG}heuristics: [manhattan]\n"  # which no algorithm uses
    (tmp_path / "warns.yaml").write_text(warns, encoding="utf-8")
    made_records.recorded(tmp_path / "made", [SOLVED])
    return tmp_path


def shell(home: Path, line: str) -> subprocess.CompletedProcess[str]:
    """Call a line in a shell, in which ``run`` is the program."""
    script = f'run() {{ "{sys.executable}" "{RUN}" "$@"; }}\n{line}\n'
    return subprocess.run(
        ["sh", "-c", script], cwd=home, capture_output=True, text=True, check=False
    )


COMMANDS = ["list", "table made", "show made", "check tiles.yaml", "check tiles.yaml --all",
            "datasets", "--help", "table --help"]  # fmt: skip


@needs_full
@pytest.mark.parametrize("words", COMMANDS)
def test_a_full_stdout_is_one_sentence(home: Path, words: str) -> None:
    done = shell(home, f"run {words} > {FULL}")
    assert done.returncode == 1
    assert done.stderr == "error: standard output cannot be written to: No space left on device\n"


@needs_full
def test_what_was_run_is_kept_when_stdout_is_full(home: Path) -> None:
    done = shell(home, f"run run tiles.yaml > {FULL}; echo $?; run run tiles.yaml")
    assert done.stdout.startswith("1\n")
    assert "1 runs (1 recorded before): 1 solved" in done.stderr


@needs_full
@pytest.mark.parametrize("format", ["text", "gif", "png"])
def test_a_full_file_is_one_sentence(home: Path, format: str) -> None:
    done = shell(home, f"run show made --format {format} --out {FULL}")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"error: cannot write {FULL}: No space left on device\n"


def to_nobody(home: Path, words: str, stream: str) -> tuple[int, str]:
    """Exit status, and what went to the other stream, where no one reads ``stream``."""
    reads, writes = os.pipe()
    os.close(reads)
    other = "stderr" if stream == "stdout" else "stdout"
    streams: dict[str, int] = {stream: writes, other: subprocess.PIPE}
    command = [sys.executable, str(RUN), *words.split()]
    done = subprocess.run(command, cwd=home, text=True, check=False, **streams)  # type: ignore
    os.close(writes)
    return done.returncode, getattr(done, other)


@pytest.mark.parametrize("words", COMMANDS)
def test_a_reader_that_has_gone_is_no_error(home: Path, words: str) -> None:
    """A command says by its status that it did not come to its end, as if by SIGPIPE."""
    status = 0 if "--help" in words else 141
    assert to_nobody(home, words, "stdout") == (status, "")


@needs_full
@pytest.mark.parametrize("at_once", ["1", ""])
@pytest.mark.parametrize(("words", "status"), [("list", 141), ("--help", 0)])
def test_it_is_all_one_when_python_writes(
    home: Path, monkeypatch: pytest.MonkeyPatch, words: str, status: int, at_once: str
) -> None:
    """At once, or when there is enough to write; at its end it tries again."""
    monkeypatch.setenv("PYTHONUNBUFFERED", at_once)
    assert to_nobody(home, words, "stdout") == (status, "")
    done = shell(home, f"run {words} > {FULL}")
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1


NEEDING_STDERR = [("check warns.yaml", 0), ("table nothing", 2), ("nothing", 2), ("table", 2)]


@pytest.mark.parametrize(("words", "status"), NEEDING_STDERR)
def test_messages_that_nobody_reads_change_nothing(home: Path, words: str, status: int) -> None:
    readable = shell(home, f"run {words}")
    assert readable.returncode == status
    assert readable.stderr
    assert to_nobody(home, words, "stderr") == (status, readable.stdout)


@needs_full
@pytest.mark.parametrize(("words", "status"), NEEDING_STDERR)
def test_messages_that_find_no_place_change_nothing(home: Path, words: str, status: int) -> None:
    readable = shell(home, f"run {words}")
    full = shell(home, f"run {words} 2> {FULL}")
    assert (full.returncode, full.stdout) == (status, readable.stdout)


@needs_full
def test_a_heuristic_may_print_whatever_becomes_of_it(home: Path) -> None:
    (home / "mine.py").write_text(PRINTING, encoding="utf-8")
    config = CONFIG.replace("breadth_first", "a_star") + "heuristics: [./mine.py]\n"
    (home / "mine.yaml").write_text(config, encoding="utf-8")
    assert shell(home, f"run run mine.yaml 2> {FULL}").returncode == 0
    done = shell(home, "run run mine.yaml --fresh")
    assert "told" in done.stderr
    assert "1 solved" in done.stderr


@pytest.mark.parametrize("words", COMMANDS)
def test_a_closed_stdout_is_no_error(home: Path, words: str) -> None:
    done = shell(home, f"run {words} >&-")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("closed", ["2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
def test_closed_streams_keep_no_run_from_being_made(home: Path, closed: str) -> None:
    """And no message goes to stdout in place of stderr."""
    assert shell(home, f"run run tiles.yaml {closed}").returncode == 0
    wrong = shell(home, f"run table nothing {closed}")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert "(1 recorded before): 1 solved" in shell(home, "run run tiles.yaml").stderr


@pytest.mark.parametrize("option", ["-P", "-I"])
def test_the_packages_beside_the_program_are_found(tmp_path: Path, option: str) -> None:
    """Though Python is told not to look there, and before any that are installed."""
    shutil.copy(RUN, tmp_path)
    (tmp_path / "harness").mkdir()
    (tmp_path / "harness" / "cli.py").write_text("def main():\n    print(__file__)\n")
    done = subprocess.run(
        [sys.executable, option, str(tmp_path / "run.py")],
        capture_output=True,
        text=True,
        check=True,
        env={name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
    )
    assert done.stdout == f"{tmp_path / 'harness' / 'cli.py'}\n"

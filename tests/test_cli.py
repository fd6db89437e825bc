"""The command line: exit statuses, what goes to stdout and what to stderr, no traceback ever."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
import small_catalogue
from fake_solver import FakeKernels, TileSolver
from searching import algorithms
from typer.testing import CliRunner, Result

from harness import cli, runner, worker
from harness.model import UserError
from kernels import catalogue

HERE = Path(__file__).parent
EASY, HARD, ODD = "1 2 3 4 5 6 7 0 8", "8 7 6 5 4 3 2 1 0", "2 1 3 4 5 6 7 8 0"

CONFIG = """
experiment: tiles
domains:
  - sliding_tiles: {{width: 3, height: 3, goal: blank_last}}
instances:
  - literal: ["{easy}", "{hard}"]
    names: [{names}]
algorithms: [ida_star]
heuristics: [manhattan]
tables:
  - name: counts
    title: Nodes expanded
    rows: [algorithm, instance]
    columns: [expanded]
"""

Command = Callable[..., Result]


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    """Call the command line in ``tmp_path``, with a solver and kernels that only pretend."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(worker, "search_solver", TileSolver)
    monkeypatch.setattr(runner, "compiled_kernels", FakeKernels)
    monkeypatch.setattr("harness.preview.compiled_kernels", FakeKernels)
    return lambda *words: CliRunner().invoke(cli.app, list(map(str, words)))


def write_config(names: str = "easy, hard", hard: str = HARD) -> str:
    text = CONFIG.format(names=names, easy=EASY, hard=hard)
    Path("tiles.yaml").write_text(text, encoding="utf-8")
    return "tiles.yaml"


def start(*words: str, cwd: Path) -> subprocess.Popen[str]:
    path = os.pathsep.join((str(HERE), str(HERE.parent)))
    return subprocess.Popen(
        [sys.executable, "-c", "from fake_solver import fake_command_line as f; f()", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=cwd,
        env=os.environ | {"PYTHONPATH": path},
    )


def test_run_prints_its_tables_and_writes_them(command: Command) -> None:
    result = command("run", write_config())
    assert result.exit_code == 0
    assert result.stdout.startswith("Nodes expanded\n")
    assert [line.split() for line in result.stdout.splitlines()[-2:]] == [
        ["ida_star", "easy", "7"],
        ["ida_star", "hard", "7"],
    ]
    assert "2 runs (0 recorded before): 2 solved" in result.stderr
    assert Path("results/tiles/tables/counts.txt").read_text(encoding="utf-8") == result.stdout


def test_the_second_run_prints_the_same_and_makes_nothing(command: Command) -> None:
    first = command("run", write_config())
    second = command("run", write_config())
    assert second.stdout == first.stdout
    assert "2 runs (2 recorded before): 2 solved" in second.stderr
    third = command("run", write_config(), "--fresh", "--jobs", 1)
    assert "(0 recorded before)" in third.stderr


def test_results_may_lie_elsewhere(command: Command, tmp_path: Path) -> None:
    command("run", write_config(), "--results", tmp_path / "here")
    assert (tmp_path / "here" / "tiles" / "runs.parquet").exists()
    assert not Path("results").exists()


def test_set_changes_a_value(command: Command) -> None:
    result = command("run", write_config(), "--set", "experiment=others", "--set", "repeats=2")
    assert "4 runs" in result.stderr
    assert Path("results/others").exists()


@pytest.mark.parametrize(
    ("name", "status", "words"),
    [
        ("cut", 0, "1 node_limit"),
        ("faulty", 1, "failed: ida_star, manhattan, faulty: h of the goal is 3"),
        ("deadly", 1, "was ended by SIGKILL"),
    ],
)
def test_the_exit_status_says_whether_a_run_failed(
    command: Command, name: str, status: int, words: str
) -> None:
    result = command("run", write_config(f"easy, {name}"))
    assert result.exit_code == status
    assert words in result.stderr
    assert "Nodes expanded" in result.stdout


def test_an_invalid_instance_is_said_and_is_no_failure(command: Command) -> None:
    config = write_config(hard=ODD)
    for made in ("invalid: hard: unsolvable", "(2 recorded before)"):
        result = command("run", config)
        assert result.exit_code == 0
        assert made in result.stderr


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (("run", "missing.yaml"), "missing.yaml"),
        (("check", "missing.yaml"), "missing.yaml"),
        (("table", "nothing"), "nothing holds no results"),
        (("plot", "nothing"), "nothing holds no results"),
        (("run", "tiles.yaml", "--set", "algorithms.0=ida_stra"), "did you mean 'ida_star'?"),
        (("run", "tiles.yaml", "--set", "limits.nodes=0"), "limits.nodes"),
        (("run", "tiles.yaml", "--results", "tiles.yaml"), "tiles.yaml"),
    ],
)
def test_bad_input_is_one_sentence(command: Command, words: tuple[str, ...], fault: str) -> None:
    write_config()
    result = command(*words)
    assert result.exit_code in (1, 2)
    assert result.stderr.startswith("error: ")
    assert fault in result.stderr
    assert result.stdout == ""
    assert isinstance(result.exception, SystemExit)


@pytest.mark.parametrize(
    "words",
    [(), ("walk",), ("run",), ("run", "tiles.yaml", "--jobs", "0"), ("list", "everything"),
     ("table", "results/tiles", "--format", "word")],
)  # fmt: skip
def test_a_bad_command_is_status_2(command: Command, words: tuple[str, ...]) -> None:
    assert command(*words).exit_code == 2


def test_a_full_disk_is_one_sentence(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device", "results/tiles/tables/counts.txt")

    monkeypatch.setattr("harness.publish.replace", full)
    result = command("run", write_config())
    assert result.exit_code == 1
    assert result.stderr.endswith(
        "error: results/tiles/tables/counts.txt: No space left on device\n"
    )


def test_an_error_while_running_keeps_its_status(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise UserError("worker processes cannot start", 1)

    monkeypatch.setattr(runner, "execute", broken)
    result = command("run", write_config())
    assert (result.exit_code, result.stderr) == (1, "error: worker processes cannot start\n")


def test_check_starts_nothing_and_tells_all(command: Command) -> None:
    config = write_config(hard=ODD)
    result = command("check", config)
    assert result.exit_code == 0
    assert "tiles: 2 runs" in result.stdout
    row = next(line for line in result.stdout.splitlines() if line.startswith("ida_star"))
    assert row.split() == ["ida_star", "manhattan", "sliding_tiles", "2", "compiled"]
    assert "1 instance that cannot be searched:\n  hard: unsolvable" in result.stdout
    assert not Path("results").exists()


def test_check_names_variants_by_what_tells_them_apart(command: Command) -> None:
    config = write_config()
    orders = "domains.0.sliding_tiles.operator_order=[ULRD, UDLR]"
    result = command("check", config, "--set", orders)
    assert "sliding_tiles(operator_order=ULRD)" in result.stdout
    assert "sliding_tiles(operator_order=UDLR)" in result.stdout
    assert "sliding_tiles(width=3,height=3,goal=blank_last" in result.stdout


def test_check_all_is_a_line_a_run(command: Command) -> None:
    result = command("check", write_config(), "--all", "--set", "repeats=3")
    lines = [line.split("\t") for line in result.stdout.splitlines()]
    assert len({line[0] for line in lines}) == 6
    assert {tuple(line[1:4]) for line in lines} == {("ida_star", "manhattan", "sliding_tiles")}
    assert [line[4] for line in lines] == ["easy"] * 3 + ["hard"] * 3
    assert [line[6] for line in lines] == ["0", "1", "2"] * 2


def test_table_in_each_format(command: Command) -> None:
    command("run", write_config())
    starts = {
        "text": "Nodes expanded\n",
        "markdown": "**Nodes expanded**",
        "latex": "\\begin{table}",
        "csv": "algorithm,instance,expanded\n",
    }
    for format, beginning in starts.items():
        result = command("table", "results/tiles", "--format", format)
        assert result.exit_code == 0
        assert beginning in result.stdout
    assert set(starts) == set(cli.TableFormat)


def test_an_experiment_without_tables_gets_one(command: Command) -> None:
    result = command("run", write_config(), "--set", "tables=[]")
    assert result.exit_code == 0
    assert "ida_star" in result.stdout


def test_list_names_everything_that_lies_in_the_folders(command: Command) -> None:
    result = command("list")
    assert result.exit_code == 0
    for name in ("sliding_tiles", "manhattan", "ida_star", "korf1985", "eight_puzzle_traveled"):
        assert f"  {name} " in result.stdout
    only = command("list", "algorithms").stdout
    assert "ida_star" in only
    assert "manhattan" not in only


def test_list_tells_what_algorithms_claim(command: Command) -> None:
    lines = command("list", "algorithms").stdout.splitlines()
    places = [lines[0].index(head) for head in ("optimal", "complete", "memory")]
    told = {}
    end = 1 + len(algorithms())
    assert any("optimal:" in line for line in lines[end:])
    for line in lines[1:end]:
        claims = [re.split("  ", line[place:])[0] for place in places]
        told[line.split()[0]] = tuple(claims)
    assert told.keys() == algorithms()
    assert told["a_star"] == ("cost", "yes", "states generated")  # reopening: always, by default
    assert told["breadth_first"][:2] == ("operators", "yes")
    assert told["ida_star"] == ("cost", "no", "path")
    assert told["greedy_best_first"][0] == told["weighted_a_star"][0] == "no"


def test_list_tells_apart_what_plays_and_what_searches(command: Command) -> None:
    _, heading, rest = command("list", "algorithms").stdout.partition("algorithms for games")
    assert heading
    names = [line.split()[0] for line in rest.splitlines()[1:] if line.strip()]
    assert set(names) == algorithms(plays=True)


def test_list_loads_no_compiler() -> None:
    program = (
        "import sys\n"
        "from harness.listing import lines\n"
        "assert len(list(lines(['algorithms', 'domains', 'heuristics']))) > 10\n"
        "print('numba' in sys.modules)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=HERE.parent, capture_output=True, text=True, check=True
    )
    assert done.stdout == "False\n"


def test_list_goes_on_past_a_file_that_is_broken(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = small_catalogue.make(tmp_path / "kernels")
    (home / "algorithms" / "broken.py").write_text('"""Broken."""\nPARAMETERS = 1 / 0\n')
    monkeypatch.setattr(catalogue, "HOME", home)
    lines = [line.split() for line in command("list", "algorithms").stdout.splitlines()]
    assert ["broken", "-", "-", "-", "Broken."] in lines
    assert ["blind", "-", "-", "-", "Needs", "unit", "costs."] in lines


def test_a_second_run_loads_no_compiler_and_starts_no_process(
    tmp_path: Path, command: Command
) -> None:
    command("run", write_config())
    script = (
        "import sys\n"
        "from harness import cli, runner\n"
        "from fake_solver import FakeKernels\n"
        "runner.compiled_kernels = FakeKernels\n"
        "try:\n"
        "    cli.main()\n"
        "finally:\n"
        "    heavy = {'numba', 'pandas', 'scipy', 'matplotlib', 'multiprocessing.process'}\n"
        "    print(*sorted(heavy & set(sys.modules)), file=sys.stderr)\n"
    )
    path = os.pathsep.join((str(HERE), str(HERE.parent)))
    done = subprocess.run(
        [sys.executable, "-c", script, "run", "tiles.yaml"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": path},
        check=True,
    )
    assert done.stderr.endswith("2 solved\n\n"), done.stderr


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_with_its_status_and_a_sentence(
    command: Command, tmp_path: Path, number: int
) -> None:
    write_config("easy, slow")
    with start("run", "tiles.yaml", "--jobs", "1", cwd=tmp_path) as process:
        deadline = time.monotonic() + 20
        while not list(tmp_path.glob("results/tiles/parts/[0-9]*")):
            assert time.monotonic() < deadline
            time.sleep(0.02)
        process.send_signal(number)
        out, err = process.communicate(timeout=20)
    assert process.returncode == 128 + number
    assert out == ""
    assert err == (
        f"stopped by {signal.Signals(number).name}: 1 of 2 runs are recorded in results/tiles; "
        "the same command goes on from there\n"
    )


def test_a_reader_that_has_seen_enough_is_no_error(tmp_path: Path, command: Command) -> None:
    write_config()
    with start("check", "tiles.yaml", "--all", "--set", "repeats=5000", cwd=tmp_path) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == ""

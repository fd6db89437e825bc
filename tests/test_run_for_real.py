"""The command line with compiled kernels, as a user calls it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from kernels.specialise import CACHE_VARIABLE

RUN = Path(__file__).parents[1] / "run.py"

CONFIG = """
experiment: real
domains:
  - sliding_tiles: {width: 3, height: 3, goal: blank_last}
instances:
  - literal: ["1 2 3 4 5 6 7 0 8", "1 2 3 4 5 6 0 7 8"]
    names: [one, two]
algorithms: [ida_star]
heuristics: [./mine.py]
paths: true
tables:
  - {name: costs, rows: [instance], columns: [cost]}
"""

HEURISTIC = '''
"""h = 0."""

from kernels.jit import inlined

FITS = "sliding_tiles"


def admissible(params):
    return True


def consistent(params):
    return True


def prepare(T, params):
    return ()


@inlined
def evaluate(T, H, state):
    return 0
'''


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "real.yaml").write_text(CONFIG, encoding="utf-8")
    (tmp_path / "mine.py").write_text(HEURISTIC, encoding="utf-8")
    return tmp_path


@pytest.fixture
def nothing_cached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kernels of earlier tests would be taken where the making of one is to be seen."""
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "cache"))


def run(
    home: Path, config: str = "real.yaml", **environment: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(RUN), "run", config],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        cwd=home,
        check=False,
    )


def digests(home: Path) -> set[str]:
    return set(pq.read_table(home / "results/real/runs.parquet")["kernel_digest"].to_pylist())


def test_a_heuristic_of_ones_own_is_searched_with_edited_and_broken(home: Path) -> None:
    """The blank is one and two moves from its corner, so these are the costs."""
    done = run(home)
    assert (done.returncode, "2 solved" in done.stderr) == (0, True), done.stderr
    assert [line.split() for line in done.stdout.splitlines()[-2:]] == [["one", "1"], ["two", "2"]]
    paths = pq.read_table(home / "results/real/paths.parquet")["operator"].to_pylist()
    assert paths == ["R", "R", "R"]

    first = digests(home)
    broken = HEURISTIC.replace("return 0", "return unheard_of")
    (home / "mine.py").write_text(broken, encoding="utf-8")
    failed = run(home)
    assert failed.returncode == 1
    [message] = [line for line in failed.stderr.splitlines() if line.startswith("failed: ")]
    own = f"{home / 'mine.py'}: evaluate cannot be compiled: TypingError: "
    assert message.startswith(f"failed: ida_star, mine, one and 1 more: {own}")
    assert "unheard_of" in message
    assert "Traceback" not in failed.stderr
    assert digests(home).isdisjoint(first)

    (home / "mine.py").write_text(HEURISTIC, encoding="utf-8")
    again = run(home)
    assert "(0 recorded before): 2 solved" in again.stderr
    assert digests(home) == first


BYTES = HEURISTIC.replace("    return ()", "    return (np.array([0, 200], np.uint8),)").replace(
    "    return 0",
    "    away = 0 if domain.is_goal(T, state) else 1\n    return np.int64(H[0][away] + H[0][away])",
)
BYTES = BYTES.replace(
    "from kernels.jit",
    "import numpy as np\n\nfrom kernels.contract import domain\nfrom kernels.jit",
)


def test_runs_as_plain_python_do_not_answer_for_compiled_ones(home: Path) -> None:
    """The sum of two bytes is 400 in compiled code, and 400 - 256 in NumPy."""
    (home / "mine.py").write_text(BYTES, encoding="utf-8")
    found = []
    for switch in ("1", "0", "0", "1"):
        done = run(home, NUMBA_DISABLE_JIT=switch)
        [count] = re.findall(r"\((\d) recorded before\): 2 solved", done.stderr)
        table = pq.read_table(home / "results/real/runs.parquet")
        values = {(row["engine"], row["h_start"]) for row in table.to_pylist()}
        found.append((int(count), values))
    compiled, plain = {("local", 400)}, {("uncompiled", 144)}
    assert found == [(0, plain), (0, compiled), (2, compiled), (0, plain)]


def test_a_renamed_instance_is_not_run_again_and_goes_by_its_new_name(home: Path) -> None:
    assert "2 solved" in run(home).stderr
    config = (home / "real.yaml").read_text(encoding="utf-8")
    (home / "real.yaml").write_text(config.replace("[one, two]", "[first, two]"), encoding="utf-8")
    renamed = run(home)
    assert "(2 recorded before)" in renamed.stderr
    rows = [line.split() for line in renamed.stdout.splitlines()[-2:]]
    assert rows == [["first", "1"], ["two", "2"]]


def test_a_heuristic_that_is_not_zero_in_the_goal_is_refused(home: Path) -> None:
    """Its solvable boards would otherwise be called unsolvable."""
    (home / "mine.py").write_text(HEURISTIC.replace("return 0", "return 1"), encoding="utf-8")
    failed = run(home)
    assert failed.returncode == 1
    assert "mine.py: evaluate gives 1 in the goal; it must give 0 there" in failed.stderr
    assert "2 kernel_error" in failed.stderr


def test_files_where_the_command_is_given_do_not_enter_the_workers(home: Path) -> None:
    (home / "kernels").mkdir()
    for stranger in ("random.py", "kernels/__init__.py"):
        (home / stranger).write_text("raise SystemExit('a stranger')", encoding="utf-8")
    assert "2 solved" in run(home).stderr


SCALED = HEURISTIC.replace(
    "def prepare(T, params):\n    return ()",
    "def prepare(T, params):\n    return (np.zeros(1, dtype=np.int64) * params['factor'],)",
).replace("return 0", "return H[0][0]")
SCALED = SCALED.replace(
    'FITS = "sliding_tiles"',
    'import numpy as np\n\nfrom kernels.contract import Parameter\n\nFITS = "sliding_tiles"\n'
    'PARAMETERS = {"factor": Parameter("number", 1, "scale")}',
)


@pytest.mark.usefixtures("nothing_cached")
@pytest.mark.parametrize("factors", ["[1, 1.5]", "[1.5, 1]"])
def test_a_parameter_that_makes_decimals_is_refused_whatever_was_compiled(
    home: Path, factors: str
) -> None:
    """And whole numbers are not, whatever could not be compiled."""
    (home / "mine.py").write_text(SCALED, encoding="utf-8")
    config = (home / "real.yaml").read_text(encoding="utf-8")
    axis = config.replace("[./mine.py]", f"[{{./mine.py: {{factor: {factors}}}}}]")
    (home / "real.yaml").write_text(axis, encoding="utf-8")
    done = run(home)
    assert "2 solved" in done.stderr
    assert "2 kernel_error" in done.stderr
    assert "mine.py: prepare gives an array of float64 as 0, a NamedTuple" in done.stderr
    rows = pq.read_table(home / "results/real/runs.parquet").to_pylist()
    assert {(row["heuristic_params"], row["status"]) for row in rows} == {
        ('{"factor":1}', "solved"),
        ('{"factor":1.5}', "kernel_error"),
    }


LEVELS = """
experiment: two_sizes
domains: [sokoban]
instances:
  - literal: ["#####|#@$.#|#####", "%s"]
    names: [one word, two words]
algorithms: [random_walk]
"""

ONE_BOX = HEURISTIC.replace('"sliding_tiles"', '"sokoban"').replace(
    "    return ()",
    "    if len(T.goal_squares) > 1:\n        raise ValueError('too many')\n    return ()",
)


@pytest.mark.usefixtures("nothing_cached")
def test_a_level_that_a_heuristic_does_not_take_costs_its_own_run_only(home: Path) -> None:
    """The first of three that share a kernel, which is made by way of the next."""
    (home / "mine.py").write_text(ONE_BOX, encoding="utf-8")
    levels = ["######|#@$ .#|# $ .#|######", "#####|#@$.#|#####", "######|#@$ .#|######"]
    config = LEVELS.replace('["#####|#@$.#|#####", "%s"]', json.dumps(levels))
    config = config.replace("[one word, two words]", "[two boxes, near, far]")
    config = config.replace("[random_walk]", "[a_star]\nheuristics: [./mine.py]")
    (home / "levels.yaml").write_text(config, encoding="utf-8")
    done = run(home, "levels.yaml")
    assert "two boxes: ValueError: too many (mine.py:" in done.stderr
    rows = pq.read_table(home / "results/two_sizes/runs.parquet").to_pylist()
    assert len({row["kernel_digest"] for row in rows}) == 1
    statuses = {row["instance"]: row["status"] for row in rows}
    assert statuses == {"two boxes": "kernel_error", "near": "solved", "far": "solved"}


def test_kernels_for_instances_of_two_sizes(home: Path) -> None:
    """Each has its own kernel, which is known before the search as it is after it."""
    wide = "|".join(["#" * 34, "#@$" + " " * 30 + "#", "#" + " " * 31 + ".#", "#" * 34])
    (home / "levels.yaml").write_text(LEVELS % wide, encoding="utf-8")
    assert "2 runs (0 recorded before)" in run(home, "levels.yaml").stderr
    rows = pq.read_table(home / "results/two_sizes/runs.parquet").to_pylist()
    assert len({row["kernel_digest"] for row in rows}) == 2
    assert "2 runs (2 recorded before)" in run(home, "levels.yaml").stderr

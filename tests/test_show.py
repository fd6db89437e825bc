"""The command ``show``: which run, in which form, written where, and what is refused."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import made_records
import pytest
from PIL import Image
from small_solutions import TWO_ROWS, TWO_ROWS_PUSHES, tile_params
from typer.testing import CliRunner, Result

from harness import cli, show, solutions
from harness.model import Record

HERE = Path(__file__).parent

Command = Callable[..., Result]

TEXT = "4\n" + "\n".join(TWO_ROWS_PUSHES) + "\n"


def pushing(run_id: str, path: list[str] | None = None, depth: int = 4) -> Record:
    return made_records.record(
        "ida_star_stack",
        "matching",
        "two rows",
        run_id=run_id,
        domain="sokoban",
        domain_params={"cost": "pushes"},
        start=TWO_ROWS,
        depth=depth,
        cost=depth,
        path=TWO_ROWS_PUSHES if path is None else path,
    )


def sliding(run_id: str, depth: int = 1) -> Record:
    return made_records.record(
        "breadth_first",
        None,
        "near",
        run_id=run_id,
        domain_params=tile_params(3, 3, "blank_last"),
        start="1 2 3 4 5 6 7 0 8" if depth else "1 2 3 4 5 6 7 8 0",
        depth=depth,
        path=["R"] if depth else [],
    )


def walking(run_id: str) -> Record:
    return made_records.record(
        run_id=run_id,
        domain="graph",
        domain_params={"edges": "a b 1"},
        start="a",
        depth=2,
        path=["edge 1", "edge 2"],
    )


UNSOLVED = made_records.record(run_id="d0", instance="hard", status="node_limit")
UNRECORDED = made_records.record(run_id="e0", depth=3, cost=3)
FIVE = [pushing("a0"), sliding("b0"), walking("b1"), UNSOLVED, UNRECORDED]


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    """Call ``show`` on results of some records, in ``tmp_path``."""
    monkeypatch.chdir(tmp_path)

    def call(records: list[Record], *words: object) -> Result:
        if not Path("made").exists():
            made_records.recorded(Path("made"), records)
        return CliRunner().invoke(cli.app, ["show", "made", *map(str, words)])

    return call


def refused(result: Result, status: int = 2) -> str:
    assert result.exit_code == status, result.output
    assert result.stdout == ""
    assert result.stderr.startswith("error: ")
    assert result.stderr.count("\n") == 1
    return result.stderr.removeprefix("error: ").rstrip()


def test_text_and_letters(command: Command) -> None:
    assert command(FIVE, "--run", "a0").stdout == TEXT
    assert command(FIVE, "--run", "a", "--format", "text").stdout == TEXT
    assert command(FIVE, "--run", "a0", "--format", "lurd").stdout == "rRRlldRR\n"
    assert command(FIVE, "--run", "b0").stdout == "1\nR\n"
    assert command(FIVE, "--run", "b1").stdout == "2\nedge 1\nedge 2\n"


def test_the_only_solution_needs_no_name(command: Command) -> None:
    assert command([UNSOLVED, pushing("a0"), UNRECORDED]).stdout == TEXT


def test_a_start_that_is_a_goal_is_shown(command: Command) -> None:
    records = [sliding("b0", depth=0), UNSOLVED]
    assert command(records).stdout == "0\n"
    assert command(records, "--format", "gif").exit_code == 0
    assert command(records, "--format", "png").exit_code == 0


@pytest.mark.parametrize(("kind", "frames"), [("gif", 5), ("png", 1)])
def test_pictures_lie_among_the_results(command: Command, kind: str, frames: int) -> None:
    result = command(FIVE, "--run", "a0", "--format", kind)
    file = Path("made/solutions") / f"a0.{kind}"
    assert result.stdout == f"{file}\n"
    with Image.open(file) as picture:
        assert (picture.format, getattr(picture, "n_frames", 1)) == (kind.upper(), frames)
    before = file.read_bytes()
    assert command(FIVE, "--run", "a0", "--format", kind).exit_code == 0
    assert file.read_bytes() == before
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_out_says_where_and_its_end_says_how(command: Command) -> None:
    assert command(FIVE, "--run", "a0", "--out", "a.txt").stdout == "a.txt\n"
    assert Path("a.txt").read_bytes() == TEXT.encode()
    assert command(FIVE, "--run", "b0", "--out", "b.GIF").stdout == "b.GIF\n"
    assert Path("b.GIF").read_bytes().startswith(b"GIF89a")
    assert command(FIVE, "--run", "b0", "--out", "b.png").exit_code == 0
    assert Path("b.png").read_bytes().startswith(b"\x89PNG")
    assert command(FIVE, "--run", "a0", "--out", "a.sol", "--format", "lurd").exit_code == 0
    assert Path("a.sol").read_bytes() == b"rRRlldRR\n"
    assert command(FIVE, "--run", "b0", "--out", "picture", "--format", "gif").exit_code == 0
    assert Path("picture").read_bytes().startswith(b"GIF89a")
    assert not Path("made/solutions").exists()


@pytest.mark.parametrize(
    ("out", "format", "reason"),
    [
        ("x.png", "lurd", "ends like image/png, where --format lurd writes text"),
        ("x.GIF", "text", "ends like image/gif, where --format text writes text"),
        ("x.jpg", None, "ends like image/jpeg, where --format text writes text"),
        ("x.gif", "png", "ends like image/gif, where --format png writes image/png"),
        ("x.txt", "gif", "ends like text/plain, where --format gif writes image/gif"),
        ("x.png.gz", "png", "ends like gzip, where --format png writes image/png"),
    ],
)
def test_a_name_that_tells_of_another_format_is_refused(
    command: Command, out: str, format: str | None, reason: str
) -> None:
    words = ("--format", format) if format else ()
    assert refused(command(FIVE, "--run", "a0", "--out", out, *words)) == f"--out {out}: {reason}"
    assert not Path(out).exists()


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ((), "made has the solutions of 3 runs; name one by '--run ID': "
             "a0 (two rows, ida_star_stack, matching), b0 (near, breadth_first), "
             "b1 (i/1, a_star, manhattan)"),
        (("--run", "c"), "made has no runs whose id begins with 'c'; name one by '--run ID': "
             "a0 (two rows, ida_star_stack, matching), b0 (near, breadth_first), "
             "b1 (i/1, a_star, manhattan), and 2 more"),
        (("--run", "b"), "made has 2 runs whose id begins with 'b'; name one by '--run ID': "
             "b0 (near, breadth_first), b1 (i/1, a_star, manhattan)"),
        (("--run", "d0"), "run d0 (hard, a_star, manhattan) has found no solution: "
             "its status is node_limit"),
        (("--run", "e0"), "the path of run e0 (i/1, a_star, manhattan) is not recorded; "
             "set 'paths: true' in the config (or --set paths=true) and run it again"),
        (("--run", "b1", "--format", "gif"), "graph has no drawing: its solutions are text only "
             "(drawn are connect_four, gomoku, m_n_k, sliding_tiles and sokoban)"),
        (("--run", "b0", "--format", "lurd"), "a solution of sliding_tiles has no lurd form, "
             "which is for sokoban"),
        (("--run", "b1", "--format", "lurd"), "a solution of graph has no lurd form, "
             "which is for sokoban"),
    ],
)  # fmt: skip
def test_what_cannot_be_shown_is_one_sentence(
    command: Command, words: tuple[str, ...], reason: str
) -> None:
    assert refused(command(FIVE, *words)) == reason


def test_no_solutions_and_no_results(command: Command) -> None:
    reason = refused(command([UNSOLVED, UNRECORDED]))
    assert reason.startswith("made has the solutions of no runs; set 'paths: true'")
    result = CliRunner().invoke(cli.app, ["show", "nothing"])
    assert refused(result) == "nothing holds no results"


@pytest.mark.parametrize(
    ("path", "depth", "reason"),
    [
        (TWO_ROWS_PUSHES[:3], 4, "it has 4 operators, and 3 are recorded"),
        (TWO_ROWS_PUSHES[:3], 3, "at the end 1 of 2 boxes are on no goal"),
        (["3 1 right"] * 2, 2, "push 2 (3 1 right): no box is there"),
    ],
)
@pytest.mark.parametrize("format", ["text", "lurd", "gif", "png"])
def test_a_path_that_is_no_solution_is_refused(
    command: Command, path: list[str], depth: int, reason: str, format: str
) -> None:
    records = [pushing("a0", path, depth)]
    run = "run a0 (two rows, ida_star_stack, matching)"
    assert (
        refused(command(records, "--format", format))
        == f"the path of {run} is no solution: {reason}"
    )
    assert not Path("made/solutions").exists()


@pytest.mark.parametrize("out", ["nowhere/a.gif", "made", "made/runs.parquet/a.txt"])
def test_a_file_that_cannot_be_written_is_one_sentence(command: Command, out: str) -> None:
    assert refused(command(FIVE, "--run", "a0", "--out", out), 1).startswith(
        f"cannot write {out}: "
    )


def test_a_place_for_pictures_that_is_taken(command: Command) -> None:
    command(FIVE, "--run", "a0")
    Path("made/solutions").write_text("not a folder", encoding="utf-8")
    reason = refused(command(FIVE, "--run", "a0", "--format", "gif"), 1)
    assert reason.startswith("cannot write made/solutions/a0.gif: ")


@pytest.mark.skipif(not Path(os.devnull).is_char_device(), reason="no such device")
def test_a_device_is_written_to_and_stays(command: Command) -> None:
    assert command(FIVE, "--run", "a0", "--out", os.devnull).exit_code == 0
    assert Path(os.devnull).is_char_device()


def test_every_drawing_defines_what_it_has_to() -> None:
    for domain in solutions.with_drawing():
        drawing = solutions.drawing_of(domain)
        assert drawing is not None
        assert isinstance(drawing.OPERATOR, str)
        assert callable(drawing.boards)
        assert callable(drawing.paint)


def test_every_format_can_be_asked_for() -> None:
    assert set(show.FORMATS) == set(cli.SolutionFormat)
    assert set(show.FORMATS) > show.PICTURES


def test_text_loads_nothing_heavy(command: Command, tmp_path: Path) -> None:
    command(FIVE, "--run", "a0")
    script = (
        "import sys\n"
        "from harness import cli\n"
        "try:\n"
        "    cli.main()\n"
        "finally:\n"
        "    heavy = {'numba', 'pandas', 'scipy', 'matplotlib', 'PIL'}\n"
        "    print(*sorted(heavy & set(sys.modules)), file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, "show", "made", "--run", "a0", "--format", "lurd"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(HERE.parent)},
        check=True,
    )
    assert (done.stdout, done.stderr) == ("rRRlldRR\n", "\n")

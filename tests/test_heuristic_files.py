"""Heuristics in files of a user's own, as planning meets them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
import small_catalogue
from planning import complaints_of, ids, plan_of

from harness.model import Choice, UserError

HEURISTIC = small_catalogue.FILES["heuristics/line/away.py"]


def test_a_heuristic_beside_the_config(folder: Path) -> None:
    (folder / "mine.py").write_text(HEURISTIC)
    made = plan_of(folder, heuristics=[{"./mine.py": {"twice": True}}])
    assert made.runs[0].heuristic == Choice("mine", {"twice": True}, str(folder / "mine.py"))
    (folder / "deep").mkdir()
    (folder / "mine.py").rename(folder / "deep" / "mine.py")
    assert ids(plan_of(folder, heuristics=[{"deep/mine.py": {"twice": True}}])) == ids(made)
    assert not list(folder.rglob("__pycache__"))


def test_an_edited_heuristic_is_read_anew(folder: Path) -> None:
    (folder / "mine.py").write_text(HEURISTIC)
    plan_of(folder, heuristics=["mine.py"])
    (folder / "mine.py").write_text(HEURISTIC.replace("twice", "thrice"))
    [run, _] = plan_of(folder, heuristics=["mine.py"]).runs
    assert run.heuristic is not None
    assert run.heuristic.parameters == {"thrice": False}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("def prepare(T, params):\n    return (\n", "mine.py:2: is not Python: '(' was never"),
        (f"{HEURISTIC}\nx = 1 / 0\n", "mine.py:12: ZeroDivisionError: division by zero"),
        (f"{HEURISTIC}\nraise SystemExit\n", "mine.py:12: SystemExit: no message"),
        ("import no_such_module_at_all\nFITS = no_such_module_at_all.x\n"
         "prepare = evaluate = None\n", "mine.py:1: ModuleNotFoundError: No module named"),
        ('FITS = "line"\ndef prepare(T, params): pass\n', "mine.py: does not define evaluate"),
        ("prepare = evaluate = None\n", "mine.py: does not define FITS"),
        ('FITS = "grid"\nprepare = evaluate = None\n', "mine.py: fits grid, not line"),
        ('FITS = "lin"\nprepare = evaluate = None\n', "FITS: unknown domain 'lin'; did you"),
        ('FITS = "line"\nPARAMETERS = {"x": 1}\nprepare = evaluate = None\n',
         "mine.py: PARAMETERS is not a mapping of names to Parameter(...)"),
        ("\0", "mine.py:1: is not Python"),
    ],
)  # fmt: skip
def test_broken_heuristic_files(folder: Path, text: str, message: str) -> None:
    (folder / "mine.py").write_text(text)
    [line] = complaints_of(folder, heuristics=["mine.py"])
    assert line.startswith(f"{folder}/c.yaml:11: heuristics[0]: {folder}")
    assert message in line


def test_claims_that_fail(folder: Path) -> None:
    (folder / "mine.py").write_text(HEURISTIC.replace('params["twice"]', 'params["once"]'))
    with pytest.raises(UserError, match=r"mine.py:7: KeyError: 'once'"):
        plan_of(folder, heuristics=["mine.py"], require="admissible")


def test_a_missing_heuristic_file(folder: Path) -> None:
    (folder / "mine.py").write_text(HEURISTIC)
    [line] = complaints_of(folder, heuristics=["./mime.py"])
    assert line.endswith("mime.py: there is no such file; did you mean 'mine.py'?")


def test_two_heuristics_of_one_name(folder: Path) -> None:
    (folder / "away.py").write_text(HEURISTIC)
    [line] = complaints_of(folder, heuristics=["away", {"./away.py": {"twice": True}}])
    assert "heuristics[1]: its file has the name of another heuristic, heuristics[0]" in line


def test_a_heuristic_file_that_is_none(folder: Path) -> None:
    os.mkfifo(folder / "mine.py")
    [line] = complaints_of(folder, heuristics=["./mine.py"])
    assert line.endswith("mine.py: is there, but is not a file")

"""Which sources make a kernel, and that another source is another kernel."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import replace
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest
from one_kernel import MANHATTAN, PARAMS, binding_of, load, value_of

from kernels import catalogue, sources, specialise
from kernels.sources import SourceFault

ROOT = Path(__file__).parents[1]
SHIPPED = catalogue.path_of("heuristics", "manhattan", "sliding_tiles")
OWN = """
from kernels.jit import inlined

FITS = "sliding_tiles"


def prepare(T, params):
    return ()


@inlined
def evaluate(T, H, state):
    return VALUE
"""


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    monkeypatch.setenv(specialise.CACHE_VARIABLE, str(folder))
    return folder


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A heuristic outside of the package, which gives 1."""
    return written(tmp_path / "own.py", OWN.replace("VALUE", "1"))


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the package, which kernels are made of meanwhile."""
    return at_home(tmp_path / "copy" / "kernels", monkeypatch)


def at_home(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(ROOT / "kernels", folder, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(sources, "HOME", folder)
    return folder


def written(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def edited(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")


def digest_of(heuristic: Path) -> str:
    return sources.digest(binding_of(heuristic))


# Edits


def test_an_edited_heuristic_and_the_edit_undone(own: Path) -> None:
    first = load(own)
    assert (value_of(first), first.compile_seconds > 0) == (1, True)
    edited(own, "return 1", "return 2")
    second = load(own)
    assert (value_of(second), second.compile_seconds > 0) == (2, True)
    edited(own, "return 2", "return 1")
    third = load(own)
    assert (value_of(third), third.compile_seconds) == (1, 0.0)
    assert first.digest == third.digest != second.digest
    assert value_of(second) == 2  # still what it was when it was loaded


def test_an_edit_of_what_a_heuristic_imports(copied: Path) -> None:
    """Not the chosen file but one that it imports: its functions are inlined all the same."""
    heuristic = copied / "heuristics/sliding_tiles/manhattan.py"
    core = copied / "cores/tile_sums.py"
    first = load(heuristic)
    assert value_of(first) == MANHATTAN
    edited(core, "    value = 0\n", "    value = 100\n")
    second = load(heuristic)
    assert (value_of(second), second.compile_seconds > 0) == (100 + MANHATTAN, True)
    edited(core, "    value = 100\n", "    value = 0\n")
    third = load(heuristic)
    assert (value_of(third), third.compile_seconds) == (MANHATTAN, 0.0)
    assert first.digest == third.digest != second.digest


@pytest.mark.parametrize(
    ("file", "enters"),
    [
        ("heuristics/sliding_tiles/manhattan.py", True),
        ("cores/tile_sums.py", True),
        ("cores/replay.py", True),
        ("domains/sliding_tiles.py", True),
        ("random.py", True),  # the domain's
        ("jit.py", True),
        ("contract.py", True),
        ("heuristics/sliding_tiles/misplaced.py", False),
        ("structures/heap.py", False),
        ("algorithms/a_star.py", False),
        ("specialise.py", False),
    ],
)
def test_what_enters_a_kernel(copied: Path, file: str, enters: bool) -> None:
    heuristic = copied / "heuristics/sliding_tiles/manhattan.py"
    before = digest_of(heuristic)
    with (copied / file).open("a", encoding="utf-8") as text:
        text.write("\n# looks the same to the compiler\n")
    assert (digest_of(heuristic) != before) == enters


def test_an_edit_made_while_a_kernel_is_compiled(own: Path) -> None:
    """It belongs to the next kernel, not to the one whose sources were read before."""
    before = digest_of(own)
    bound = binding_of(own)

    def warm(kernel: specialise.Kernel) -> None:
        value_of(kernel)
        edited(own, "return 1", "return 2")

    kernel = specialise.load(bound, warm)
    assert (kernel.digest, value_of(kernel)) == (before, 1)
    assert not specialise.is_cached(bound)
    assert value_of(load(own)) == 2
    edited(own, "return 2", "return 1")
    again = load(own)
    assert (again.compile_seconds, value_of(again)) == (0.0, 1)


def test_the_whole_program_after_an_edit_of_a_core(tmp_path: Path) -> None:
    """Values are twice as large, and what they were before: recorded rows do not answer."""
    for name in ("kernels", "harness"):
        shutil.copytree(ROOT / name, tmp_path / name)
    shutil.copy(ROOT / "run.py", tmp_path)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    written(
        tmp_path / "edits.yaml",
        "experiment: edits\n"
        "domains: [{sliding_tiles: {width: 3, height: 3}}]\n"
        "instances: [{literal: ['1 2 0 3 4 5 6 7 8']}]\n"
        "algorithms: [ida_star]\nheuristics: [manhattan]\nlimits: {nodes: 1000}\n"
        "tables: [{name: t, rows: [instance], columns: [h_start]}]\n",
    )

    def h_start() -> tuple[str, bool]:
        command = [sys.executable, "run.py", "run", "edits.yaml", "--jobs", "1"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
        return done.stdout.split()[-1], "1 recorded before" in done.stderr

    core = tmp_path / "kernels/cores/tile_sums.py"
    text = core.read_text(encoding="utf-8")
    assert h_start() == ("2", False)
    core.write_text(text.replace("H.values[", "2 * H.values[").replace("h + ", "h + 2 * "))
    assert h_start() == ("4", False)
    core.write_text(text)
    assert h_start() == ("2", False)


# Names


def test_equal_names_in_different_folders(tmp_path: Path) -> None:
    paths = [written(tmp_path / str(n) / "own.py", OWN.replace("VALUE", str(n))) for n in range(3)]
    kernels = [load(path) for path in paths]
    assert [value_of(kernel) for kernel in kernels] == [0, 1, 2]
    assert [value_of(load(path)) for path in reversed(paths)] == [2, 1, 0]


def test_a_heuristic_named_like_a_shipped_one(tmp_path: Path) -> None:
    path = written(tmp_path / "manhattan.py", OWN.replace("VALUE", "7"))
    assert (value_of(load(path)), value_of(load(SHIPPED))) == (7, MANHATTAN)


def test_a_heuristic_made_of_the_shipped_one_of_its_name(tmp_path: Path) -> None:
    text = """
from kernels.heuristics.sliding_tiles import manhattan
from kernels.heuristics.sliding_tiles.manhattan import prepare
from kernels.jit import inlined

FITS = "sliding_tiles"


@inlined
def evaluate(T, H, state):
    return 10 * manhattan.evaluate(T, H, state)
"""
    assert value_of(load(written(tmp_path / "manhattan.py", text))) == 10 * MANHATTAN


@pytest.mark.parametrize(
    "name", ["my heuristic", "my-heuristic", "v1.2", "1st", "class", "__init__", "äußerst", "ﬁt"]
)
def test_names_that_are_no_names_in_python(tmp_path: Path, name: str) -> None:
    assert value_of(load(written(tmp_path / f"{name}.py", OWN.replace("VALUE", "4")))) == 4


def test_equal_names_in_one_kernel(tmp_path: Path) -> None:
    """A domain and a heuristic of one's own, both called mine.py."""
    heuristic = written(tmp_path / "h" / "mine.py", OWN.replace("VALUE", "T.blank + 5"))
    domain = tmp_path / "d" / "mine.py"
    domain.parent.mkdir()
    shutil.copy(catalogue.path_of("domains", "sliding_tiles"), domain)
    bound = replace(binding_of(heuristic), domain=domain)
    assert value_of(specialise.load(bound, value_of)) == 5


# What the digest does not depend on


def test_the_digest_is_the_same_in_every_checkout(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = digest_of(SHIPPED)
    for folder in ("a", "longer/b"):
        home = at_home(tmp_path / folder / "kernels", monkeypatch)
        assert digest_of(home / "heuristics/sliding_tiles/manhattan.py") == here
        own = written(tmp_path / folder / "own.py", OWN)
        assert digest_of(own) == digest_of(written(tmp_path / "own.py", OWN))


def test_the_digest_is_the_same_through_a_link(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = digest_of(SHIPPED)
    link = tmp_path / "link"
    link.symlink_to(ROOT)
    within = Path("kernels/heuristics/sliding_tiles/manhattan.py")
    assert digest_of(link / within) == here
    assert digest_of(ROOT / "harness" / ".." / within) == here
    monkeypatch.setattr(sources, "HOME", link / "kernels")
    assert digest_of(link / within) == digest_of(ROOT / within) == here


def test_the_digest_is_the_same_in_every_process() -> None:
    code = "import one_kernel as k, test_specialise as t; print(t.digest_of(t.SHIPPED))"
    for seed in ("0", "1", "random"):
        environment = {
            **os.environ,
            "PYTHONHASHSEED": seed,
            "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "tests")]),
        }
        command = [sys.executable, "-c", code]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        assert done.stdout.strip() == digest_of(SHIPPED)


def test_line_ends_and_byte_order_marks_do_not_matter(own: Path) -> None:
    digest, text = digest_of(own), own.read_bytes()
    own.write_bytes(b"\xef\xbb\xbf" + text.replace(b"\n", b"\r\n"))
    assert digest_of(own) == digest
    assert value_of(load(own)) == 1


def test_constants_and_compiler_versions_make_another_kernel(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bound = binding_of(own)
    first = sources.digest(bound)
    more = replace(bound, constants={**bound.constants, "WORDS": 2})
    assert sources.digest(more) != first
    turned = replace(bound, constants=dict(reversed(bound.constants.items())))
    assert sources.digest(turned) == first
    assert sources.digest(replace(bound, heuristic=None)) != first
    monkeypatch.setattr(sources, "compiler_versions", lambda: ("9.9", "9.9"))
    assert sources.digest(bound) != first


# Sources that cannot be bound


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("x = (1,)\n\nFITS = = 2\n", 3, "invalid syntax"),
        ("import kernels\n", 1, "write 'from kernels"),
        ("\nimport kernels.jit\n", 2, "write 'from kernels"),
        ("import numpy, kernels.jit as jit\n", 1, "write 'from kernels"),
        ("from . import manhattan\n", 1, "relative imports"),
        ("\n\nfrom .manhattan import evaluate\n", 3, "relative imports"),
        ("x = 1; from kernels.jit import inlined\n", 1, "a line of its own"),
        ("if True: from kernels.jit import inlined\n", 1, "a line of its own"),
        ("x = 1\x00\n", 1, "null bytes"),
        ("# \u2028 is no end of a line\n\x0c\nimport kernels\n", 3, "write 'from kernels"),
        ("from harness.model import Run\n", 1, "would go unnoticed"),
        ("import os, harness\n", 1, "would go unnoticed"),
    ],
)
def test_sources_that_cannot_be_bound(tmp_path: Path, text: str, line: int, reason: str) -> None:
    path = written(tmp_path / "wrong.py", text)
    with pytest.raises(SourceFault) as caught:
        load(path)
    assert str(caught.value).startswith(f"{path}:{line}: ")
    assert reason in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_module_beside_the_heuristic_is_refused(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It could be imported, but its edits would leave the kernel as it was."""
    helper = written(own.parent / "my_helper.py", "x = 1\n")
    monkeypatch.syspath_prepend(own.parent)
    written(own, "from my_helper import x\n" + OWN.replace("VALUE", "x"))
    with pytest.raises(SourceFault, match=f"{own}:1: edits of {helper} would go unnoticed"):
        load(own)


@pytest.mark.parametrize(
    ("folder", "statement"),
    [("my_parts", "import my_parts.part"), ("my_pieces", "from my_pieces.part import x")],
)
def test_a_folder_without_an_init_file_is_refused(
    own: Path, monkeypatch: pytest.MonkeyPatch, folder: str, statement: str
) -> None:
    """It has no file of its own, but its modules can be imported like any others."""
    part = written(own.parent / folder / "part.py", "x = 1\n")
    monkeypatch.syspath_prepend(own.parent)
    written(own, f"\n{statement}\n" + OWN.replace("VALUE", "1"))
    with pytest.raises(SourceFault, match=f"{own}:2: edits of {part.parent} would go unnoticed"):
        load(own)


def test_a_folder_without_an_init_file_is_refused_for_any_of_its_places(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A part of it may well be installed."""
    installed = own.parent / "site-packages"
    written(installed / "my_spread" / "theirs.py", "x = 1\n")
    monkeypatch.syspath_prepend(installed)
    written(own, "import my_spread.theirs\n" + OWN.replace("VALUE", "1"))
    assert len(digest_of(own)) == 16
    mine = written(own.parent / "my_spread" / "mine.py", "x = 1\n").parent
    monkeypatch.syspath_prepend(own.parent)
    sources._changeable.cache_clear()
    sources._imports.cache_clear()
    with pytest.raises(SourceFault, match=f"{own}:1: edits of {mine} would go unnoticed"):
        load(own)


def test_a_module_that_is_found_by_other_means_is_refused(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Packages that are installed to be edited do not lie on ``sys.path``."""
    helper = written(own.parent / "elsewhere" / "my_edited.py", "x = 1\n")

    class Finder:
        @staticmethod
        def find_spec(name: str, path: object, target: object = None) -> ModuleSpec | None:
            return spec_from_file_location(name, helper) if name == "my_edited" else None

    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, Finder])
    written(own, "from my_edited import x\n" + OWN.replace("VALUE", "x"))
    with pytest.raises(SourceFault, match=f"{own}:1: edits of {helper} would go unnoticed"):
        load(own)


def test_a_module_of_which_no_place_is_known_is_refused(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As ``__main__`` is, where a file is run."""
    monkeypatch.setitem(sys.modules, "my_running", ModuleType("my_running"))
    written(own, "import my_running\n" + OWN)
    with pytest.raises(SourceFault, match=f"{own}:1: edits of my_running would go unnoticed"):
        load(own)


@pytest.mark.parametrize("module", ["math", "numpy.linalg", "numba", "not_there_at_all"])
def test_installed_modules_are_not(tmp_path: Path, module: str) -> None:
    """One that is not there is for the import to complain of."""
    path = written(tmp_path / "own.py", f"import {module}\n" + OWN)
    assert digest_of(path) != digest_of(written(path, OWN))


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    for path, content in ((tmp_path / "none.py", None), (tmp_path / "latin.py", b"# \xe4\n")):
        if content is not None:
            path.write_bytes(content)
        with pytest.raises(SourceFault) as caught:
            load(path)
        assert str(caught.value).startswith(f"{path}: cannot be read")


def test_boards_have_their_own_kernels(own: Path) -> None:
    """2 x 2 and 3 x 3 differ in constants alone."""
    assert PARAMS["width"] == 2
    bound = binding_of(own)
    larger = replace(bound, constants={**bound.constants, "CELLS": 9, "WIDTH": 3, "HEIGHT": 3})
    assert sources.digest(larger) != sources.digest(bound)

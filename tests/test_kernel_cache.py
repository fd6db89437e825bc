"""The cache of compiled kernels: damaged, shared between processes, out of reach."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from numba import config
from one_kernel import MANHATTAN, binding_of, load, value_of

from kernels import catalogue, specialise
from kernels.specialise import CACHE_VARIABLE, MANIFEST, CacheFault, Kernel

ROOT = Path(__file__).parents[1]
HEURISTIC = catalogue.path_of("heuristics", "manhattan", "sliding_tiles")
BOUND = binding_of(HEURISTIC)


@pytest.fixture(scope="session")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache with one kernel in it, to be copied."""
    folder = tmp_path_factory.mktemp("filled") / "cache"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(CACHE_VARIABLE, str(folder))
        load(HEURISTIC)
        forget()
    return folder


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache."""
    folder = tmp_path / "cache"
    monkeypatch.setenv(CACHE_VARIABLE, str(folder))
    return folder


@pytest.fixture
def kernel_folder(filled: Path, cache: Path) -> Path:
    """The one kernel's folder in a cache of the test's own."""
    shutil.copytree(filled, cache)
    forget()
    [folder] = cache.iterdir()
    return folder


def forget() -> None:
    """Have the next load read the folder, as another process would."""
    for name in [name for name in sys.modules if name.startswith("kernel_")]:
        del sys.modules[name]


def hits(kernel: Kernel) -> int:
    return sum(kernel.algorithm.value.stats.cache_hits.values())


def in_processes(count: int) -> list[dict[str, Any]]:
    """What so many processes, started at the same time, tell of loading the kernel."""
    paths = os.pathsep.join([str(ROOT), str(ROOT / "tests")])
    command = [sys.executable, str(ROOT / "tests" / "one_kernel.py"), str(HEURISTIC)]
    started = [
        subprocess.Popen(
            command,
            env={**os.environ, "PYTHONPATH": paths},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(count)
    ]
    answers = []
    for process in started:
        out, err = process.communicate()
        assert process.returncode == 0, err
        assert err == ""
        answers.append(json.loads(out))
    return answers


def test_the_first_load_compiles_and_later_ones_do_not(cache: Path) -> None:
    assert not specialise.is_cached(BOUND)
    first = load(HEURISTIC)
    assert specialise.is_cached(BOUND)
    forget()
    second = load(HEURISTIC)
    assert (first.compile_seconds > 0, second.compile_seconds) == (True, 0.0)
    assert first.digest == second.digest
    assert value_of(first) == value_of(second) == MANHATTAN
    assert hits(second) == 1
    assert [folder.name[:23] for folder in cache.iterdir()] == [f"kernel_{first.digest}"]


def test_another_process_finds_it(kernel_folder: Path) -> None:
    [told] = in_processes(1)
    assert (told["seconds"], told["value"], told["hits"]) == (0.0, MANHATTAN, 1)


# Damage


def shortened(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-1])


def emptied(file: Path) -> None:
    file.write_bytes(b"")


def altered(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(bytes(content))


def doubled(file: Path) -> None:
    file.with_name("other_" + file.name).write_bytes(file.read_bytes())


@pytest.mark.parametrize(
    ("file", "damage"),
    [
        ("**/*.nbi", shortened),
        ("**/*.nbi", Path.unlink),
        ("**/*.nbc", altered),
        ("**/*.nbc", emptied),
        ("**/*.nbc", Path.unlink),
        ("**/*.nbc", doubled),
        ("**/manhattan.py", altered),
        ("**/manhattan.py", Path.unlink),
        ("constants.py", shortened),
        ("contract.py", emptied),
        (MANIFEST, altered),
        (MANIFEST, Path.unlink),
    ],
)
def test_a_damaged_file(kernel_folder: Path, file: str, damage: Callable[[Path], None]) -> None:
    [chosen] = kernel_folder.glob(file)
    damage(chosen)
    assert not specialise.is_cached(BOUND)
    recompiled(kernel_folder)


def recompiled(kernel_folder: Path) -> None:
    """Assert that loading compiles, puts things right and leaves nothing else."""
    kernel = load(HEURISTIC)
    assert (value_of(kernel), kernel.compile_seconds > 0) == (MANHATTAN, True)
    assert specialise.is_cached(BOUND)
    forget()
    again = load(HEURISTIC)
    assert (value_of(again), again.compile_seconds, hits(again)) == (MANHATTAN, 0.0, 1)
    assert list(kernel_folder.parent.iterdir()) == [kernel_folder]


@pytest.mark.parametrize("manifest", ["", "[", "null", "[]", "7", '{"constants.py": 7}', "\0"])
def test_a_manifest_that_is_none(kernel_folder: Path, manifest: str) -> None:
    (kernel_folder / MANIFEST).write_text(manifest, encoding="utf-8")
    assert not specialise.is_cached(BOUND)


def test_a_source_and_its_check_sum_changed_alike(kernel_folder: Path) -> None:
    """Its machine code is of another source, which numba knows by itself."""
    [source] = kernel_folder.glob("external/**/one_value.py")
    text = source.read_text(encoding="utf-8").replace("return heuristic", "return 1 + heuristic")
    source.write_text(text, encoding="utf-8")
    manifest = kernel_folder / MANIFEST
    sums = json.loads(manifest.read_text(encoding="utf-8"))
    sums[source.relative_to(kernel_folder).as_posix()] = specialise._sum(source)
    manifest.write_text(json.dumps(sums), encoding="utf-8")
    assert value_of(load(HEURISTIC)) == 1 + MANHATTAN


def test_a_file_in_the_place_of_the_folder(kernel_folder: Path) -> None:
    shutil.rmtree(kernel_folder)
    kernel_folder.write_text("what is this?", encoding="utf-8")
    recompiled(kernel_folder)


def test_an_empty_folder(kernel_folder: Path) -> None:
    shutil.rmtree(kernel_folder)
    kernel_folder.mkdir()
    recompiled(kernel_folder)


def test_byte_code_that_somebody_put_there(kernel_folder: Path) -> None:
    """Files of a kernel are never imported by others, but a search of them may compile them."""
    folder = kernel_folder / "__pycache__"
    folder.mkdir()
    (folder / "constants.cpython-311.pyc").write_bytes(b"\0" * 64)
    recompiled(kernel_folder)


# Several processes


def test_two_processes_that_compile_at_the_same_time(cache: Path) -> None:
    answers = in_processes(2)
    assert {told["value"] for told in answers} == {MANHATTAN}
    assert len({told["digest"] for told in answers}) == 1
    assert any(told["seconds"] > 0 for told in answers)
    left_behind(cache)


def test_four_processes_that_find_a_damaged_kernel(kernel_folder: Path) -> None:
    [code] = kernel_folder.glob("**/*.nbc")
    altered(code)
    answers = in_processes(4)
    assert {told["value"] for told in answers} == {MANHATTAN}
    left_behind(kernel_folder.parent)


def left_behind(cache: Path) -> None:
    """Assert that one whole kernel is all that is there."""
    assert len(list(cache.iterdir())) == 1
    assert specialise.is_cached(BOUND)
    forget()
    kernel = load(HEURISTIC)
    assert (kernel.compile_seconds, value_of(kernel)) == (0.0, MANHATTAN)


def test_a_kernel_in_use_outlives_its_folder(kernel_folder: Path) -> None:
    kernel = load(HEURISTIC)
    value_of(kernel)
    shutil.rmtree(kernel_folder)
    assert value_of(kernel) == MANHATTAN


# What a user may have set


def test_a_cache_of_numbas_own(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is left alone, and so are the settings."""
    elsewhere = str(tmp_path / "elsewhere")
    monkeypatch.setattr(config, "CACHE_DIR", elsewhere)
    monkeypatch.setattr(config, "CACHE_LOCATOR_CLASSES", "UserProvidedCacheLocator", raising=False)
    path, byte_code = list(sys.path), sys.dont_write_bytecode
    load(HEURISTIC)
    forget()
    again = load(HEURISTIC)
    assert (value_of(again), again.compile_seconds, hits(again)) == (MANHATTAN, 0.0, 1)
    assert not Path(elsewhere).exists()
    kept = config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES
    assert kept == (
        elsewhere,
        "UserProvidedCacheLocator",
    )
    assert (sys.path, sys.dont_write_bytecode) == (path, byte_code)


def test_a_relative_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(CACHE_VARIABLE, "here")
    first = load(HEURISTIC)
    second = load(HEURISTIC)
    assert second.algorithm is first.algorithm
    assert (tmp_path / "here").is_dir()


def test_the_users_cache_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(CACHE_VARIABLE, raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    assert specialise.cache_folder().is_relative_to(tmp_path)
    assert "searchbench" in specialise.cache_folder().parts


# What cannot be done


def sentence_of(fault: CacheFault, cache: Path) -> None:
    """Assert that it says where, why and what to do."""
    words = str(fault)
    assert str(cache) in words
    assert CACHE_VARIABLE in words
    assert "\n" not in words
    assert "Errno" not in words


def test_a_file_in_the_place_of_the_cache(cache: Path) -> None:
    cache.write_text("", encoding="utf-8")
    assert not specialise.is_cached(BOUND)
    with pytest.raises(CacheFault) as caught:
        load(HEURISTIC)
    sentence_of(caught.value, cache)


def test_a_cache_that_may_not_be_written(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: object, **options: object) -> None:
        raise PermissionError(13, "Permission denied", str(cache))

    monkeypatch.setattr(specialise.tempfile, "TemporaryDirectory", refuse)
    with pytest.raises(CacheFault, match="Permission denied") as caught:
        load(HEURISTIC)
    sentence_of(caught.value, cache)


def test_a_kernel_that_numba_would_not_read(
    kernel_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Out of a folder that cannot be written it takes no machine code, but compiles anew."""
    assert specialise.is_cached(BOUND)
    monkeypatch.setattr(specialise.os, "access", lambda path, mode: mode != os.W_OK)
    assert not specialise.is_cached(BOUND)


def test_a_full_disk(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fill(*arguments: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(specialise, "_put", fill)
        with pytest.raises(CacheFault, match="No space left on device") as caught:
            load(HEURISTIC)
    sentence_of(caught.value, cache)
    assert list(cache.iterdir()) == []
    assert value_of(load(HEURISTIC)) == MANHATTAN


class _Deliberate(Exception):
    pass


def test_compiling_that_fails_leaves_nothing(cache: Path) -> None:
    def fail(kernel: Kernel) -> None:
        value_of(kernel)
        raise _Deliberate

    path = list(sys.path)
    for _ in range(2):
        with pytest.raises(_Deliberate):
            specialise.load(BOUND, fail)
        assert list(cache.iterdir()) == []
        assert sys.path == path
    assert value_of(load(HEURISTIC)) == MANHATTAN


def test_drafts_of_processes_that_were_killed(cache: Path) -> None:
    """Old ones go; a young one may be somebody's who is compiling now."""
    old, young = cache / "building-old", cache / "building-young"
    for draft in (old, young):
        (draft / "kernel_0" / "cores").mkdir(parents=True)
        (draft / "kernel_0" / "cores" / "half.py").write_text("", encoding="utf-8")
    yesterday = time.time() - 86400
    os.utime(old, (yesterday, yesterday))
    load(HEURISTIC)
    assert not old.exists()
    assert young.exists()

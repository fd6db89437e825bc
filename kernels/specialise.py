"""Binds algorithm, domain and heuristic into one compiled kernel; its cache cannot go stale.

A kernel's folder is a package that holds a copy of every source that enters it, under the digest
of those sources: the chosen files, whatever they import from ``kernels``, the constants, and the
versions of numba and llvmlite. In the copy the placeholders of ``kernels.contract`` are the chosen
modules, and ``@njit(cache=True)`` functions keep their machine code beside it. An edit of any of
those files gives another digest, so that old code cannot come back, and an undone edit the old
digest again. A folder appears whole, by one rename, with the check sums of all its files; one that
fails its check is thrown away and made again.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import json
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import ModuleType

import llvmlite.binding as llvm
import platformdirs
from numba import config

from kernels import sources
from kernels.sources import Binding, Sources

MANIFEST = "manifest.json"
CACHE_VARIABLE = "SEARCHBENCH_CACHE"
_DRAFTS = "building-"
_LONGEST_BUILD = 3600.0  # seconds
_CACHE_CHOICES = ("CACHE_DIR", "CACHE_LOCATOR_CLASSES")  # what a user may have set for numba


@dataclass(frozen=True)
class Kernel:
    """A loaded kernel: its own copies of the chosen modules.

    domain, heuristic, candidates
        of a game the game, its evaluator and its candidate generator; the latter is None elsewhere.

    digest
        of its sources; the same on every machine.
    compile_seconds
        spent on compiling it just now; 0.0 where the cache had it.
    """

    digest: str
    algorithm: ModuleType
    domain: ModuleType
    heuristic: ModuleType | None
    replay: ModuleType
    compile_seconds: float
    candidates: ModuleType | None = None


class CacheFault(Exception):
    """The cache cannot be written; the message says where and why."""


def cache_folder() -> Path:
    """``$SEARCHBENCH_CACHE``, or the user's cache folder."""
    named = os.environ.get(CACHE_VARIABLE)
    if named:
        return Path(named).absolute()
    return Path(platformdirs.user_cache_dir("searchbench")) / "kernels"


def is_cached(binding: Binding) -> bool:
    """Whether ``load`` will find the kernel compiled."""
    return _is_usable(cache_folder() / _package(sources.read(binding).digest()))


def load(binding: Binding, warm: Callable[[Kernel], None]) -> Kernel:
    """The kernel of a binding, out of the cache or compiled now.

    warm
        calls every compiled function of the kernel once, with the types it will be used with.

    Raises SourceFault, CacheFault, and whatever compiling raises.
    """
    entering = sources.read(binding)  # once: an edit made meanwhile belongs to the next kernel
    folder = cache_folder() / _package(entering.digest())
    seconds = 0.0
    if not _is_usable(folder):
        start = time.perf_counter()
        _build(entering, folder, warm)
        seconds = time.perf_counter() - start
    return _import(entering, folder, seconds)


def _package(digest: str) -> str:
    """Name of the kernel's package and folder: its digest and what else decides machine code."""
    return f"kernel_{digest}_{_target()}"


@lru_cache(maxsize=1)
def _target() -> str:
    """Eight hex digits: processor, Python and the compiler's switches."""
    switches = (config.BOUNDSCHECK, config.DISABLE_JIT, config.OPT, config.DEBUGINFO_DEFAULT)
    features = llvm.get_host_cpu_features().flatten()
    parts = (sys.implementation.cache_tag, llvm.get_host_cpu_name(), features, repr(switches))
    return hashlib.sha256("\0".join(map(str, parts)).encode()).hexdigest()[:8]


def _build(entering: Sources, folder: Path, warm: Callable[[Kernel], None]) -> None:
    """Compile in a folder of our own, then put it in its place."""
    with _writing(folder.parent):
        folder.parent.mkdir(parents=True, exist_ok=True)
        _clear_away(folder.parent)
        own = tempfile.TemporaryDirectory(prefix=_DRAFTS, dir=folder.parent)
    with own:
        draft = Path(own.name) / folder.name
        with _writing(folder.parent):
            draft.mkdir()
            entering.write(folder.name, draft)
        warm(_import(entering, draft, 0.0))
        _forget(folder.name)
        with _writing(folder.parent):
            sums = {name: _sum(draft / name) for name in _files(draft)}
            (draft / MANIFEST).write_text(json.dumps(sums, indent=1), encoding="utf-8")
            _put(draft, folder)


def _clear_away(cache: Path) -> None:
    """Remove drafts of processes that were killed long ago."""
    for draft in cache.glob(f"{_DRAFTS}*"):
        with contextlib.suppress(OSError):
            if time.time() - draft.stat().st_mtime > _LONGEST_BUILD:
                shutil.rmtree(draft)


@contextlib.contextmanager
def _writing(cache: Path) -> Iterator[None]:
    """Raise CacheFault where the system refuses."""
    try:
        yield
    except OSError as error:
        raise CacheFault(
            f"compiled kernels cannot be kept in {cache} ({error.strerror or error}); "
            f"set {CACHE_VARIABLE} to a folder that can be written"
        ) from error


def _put(draft: Path, folder: Path) -> None:
    """Rename into place; a damaged folder goes, another process's whole one stays."""
    for _ in range(2):
        try:
            draft.rename(folder)
            return
        except OSError:
            if _is_usable(folder):
                return
            grave = draft.parent / "damaged"
            with contextlib.suppress(OSError):
                folder.rename(grave)
            shutil.rmtree(grave, ignore_errors=True)
    draft.rename(folder)


def _files(folder: Path) -> list[str]:
    return sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file())


def _sum(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def _is_usable(folder: Path) -> bool:
    """Whether the folder holds exactly what was written into it.

    Numba does not read machine code out of a folder that it could not write.
    """
    try:
        sums = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        return (
            os.access(folder, os.W_OK)
            and _files(folder) == sorted([*sums, MANIFEST])
            and all(_sum(folder / name) == value for name, value in sums.items())
        )
    except (OSError, ValueError, TypeError):
        return False


def _import(entering: Sources, folder: Path, seconds: float) -> Kernel:
    package = folder.name
    names = entering.modules(package)
    if package not in sys.modules or not _lies_in(sys.modules[package], folder):
        _forget(package)
        with _importing_from(folder.parent):
            # The contract first: it binds the domain before the heuristic, which may import it.
            for name in (f"{package}.contract", *names.values()):
                importlib.import_module(name)
    modules = {role: sys.modules[name] for role, name in names.items()}
    return Kernel(
        digest=entering.digest(),
        algorithm=modules["algorithm"],
        domain=modules.get("game") or modules["domain"],
        heuristic=modules.get("evaluator") or modules.get("heuristic"),
        replay=modules["replay"],
        compile_seconds=seconds,
        candidates=modules.get("candidates"),
    )


def _lies_in(module: ModuleType, folder: Path) -> bool:
    return Path(module.__file__ or "").parent == folder


def _forget(package: str) -> None:
    for name in [n for n in sys.modules if n == package or n.startswith(package + ".")]:
        del sys.modules[name]


@contextlib.contextmanager
def _importing_from(folder: Path) -> Iterator[None]:
    """Import packages out of ``folder``; no byte code, and machine code beside its source."""
    path, byte_code = sys.path[:], sys.dont_write_bytecode
    chosen = {name: getattr(config, name) for name in _CACHE_CHOICES if hasattr(config, name)}
    sys.path.insert(0, str(folder))
    sys.dont_write_bytecode = True
    for name in chosen:
        setattr(config, name, "")
    importlib.invalidate_caches()
    try:
        yield
    finally:
        sys.path[:], sys.dont_write_bytecode = path, byte_code
        for name, value in chosen.items():
            setattr(config, name, value)

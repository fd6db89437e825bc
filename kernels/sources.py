"""The sources that enter a kernel: which files, their digest, and the copy it is compiled from.

Nothing here imports numba, so that a digest costs milliseconds.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.metadata
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

HOME = Path(__file__).parent
CONTRACT = "contract.py"
EXTERNAL = "external"
PLACEHOLDERS = ("domain", "heuristic")
_IMPORT = re.compile(r"^(\s*from\s+)kernels(?=[\s.])")


class SourceFault(ValueError):
    """A source that cannot be bound into a kernel; the message names file and line."""


@dataclass(frozen=True)
class Binding:
    """The choice that a kernel stands for.

    algorithm, domain, heuristic
        their files; heuristic is None for a search without one.
    constants
        what they are specialised for.
    """

    algorithm: Path
    domain: Path
    heuristic: Path | None
    constants: Mapping[str, int]

    def roles(self) -> dict[str, Path]:
        """Role -> file; those of the placeholders, the algorithm, and what every kernel has."""
        chosen = {
            "domain": self.domain,
            "heuristic": self.heuristic,
            "algorithm": self.algorithm,
            "replay": HOME / "cores" / "replay.py",
        }
        return {role: path for role, path in chosen.items() if path is not None}


def place_of(path: Path) -> str:
    """Where a source lies in a kernel's folder: as in ``kernels``, or in a folder for strangers."""
    if path.is_relative_to(HOME):
        return path.relative_to(HOME).as_posix()
    return f"{EXTERNAL}/{path.name}"


def sources(binding: Binding) -> dict[str, str]:
    """Place -> text of every source that enters the kernel, sorted by place.

    Raises SourceFault for a file that cannot be read or parsed.
    """
    found: dict[str, str] = {}
    waiting = [*binding.roles().values(), HOME / CONTRACT]
    while waiting:
        path = waiting.pop()
        place = place_of(path)
        if place not in found:
            found[place] = _text(path)
            waiting += _imports(found[place], path)
    return dict(sorted(found.items()))


def digest(binding: Binding) -> str:
    """16 hex digits of the SHA-256 of all sources, roles, constants and compiler versions."""
    roles = {role: place_of(path) for role, path in binding.roles().items()}
    parts = [repr(sorted(binding.constants.items())), repr(roles), repr(compiler_versions())]
    parts += [f"{place}\0{text}" for place, text in sources(binding).items()]
    return hashlib.sha256("\0\0".join(parts).encode()).hexdigest()[:16]


def write(binding: Binding, package: str, folder: Path) -> None:
    """Write the kernel's package: sources that import from it, and the bound placeholders."""
    for place, text in sources(binding).items():
        file = folder / place
        file.parent.mkdir(parents=True, exist_ok=True)
        if place == CONTRACT:
            text += _bindings(binding, package)
        file.write_text(_renamed(text, package), encoding="utf-8")
    lines = [f"{name} = {value}\n" for name, value in sorted(binding.constants.items())]
    (folder / "constants.py").write_text("".join(lines), encoding="utf-8")
    for file in [folder, *(p for p in folder.rglob("*") if p.is_dir())]:
        (file / "__init__.py").touch()


def module_name(path: Path, package: str) -> str:
    """Name of a source's copy as a module."""
    return f"{package}.{place_of(path).removesuffix('.py').replace('/', '.')}"


@lru_cache(maxsize=1)
def compiler_versions() -> tuple[str, ...]:
    """Versions of numba and llvmlite."""
    return tuple(importlib.metadata.version(name) for name in ("numba", "llvmlite"))


def _bindings(binding: Binding, package: str) -> str:
    lines = [f"\n\nfrom {package} import constants  # noqa: E402\n"]
    for role, path in binding.roles().items():
        if role in PLACEHOLDERS:
            parent, _, name = module_name(path, package).rpartition(".")
            lines.append(f"from {parent} import {name} as {role}  # noqa: E402\n")
    return "".join(lines)


def _renamed(text: str, package: str) -> str:
    return "".join(_IMPORT.sub(rf"\g<1>{package}", line) for line in text.splitlines(keepends=True))


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise SourceFault(f"{path}: cannot be read ({error})") from error


@lru_cache(maxsize=256)
def _imports(text: str, path: Path) -> list[Path]:
    """Files of ``kernels`` that a source imports."""
    try:
        tree = ast.parse(text)
    except SyntaxError as error:
        raise SourceFault(f"{path}:{error.lineno}: {error.msg}") from error
    lines = text.splitlines()
    files: list[Path] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import) and any(_is_ours(name.name) for name in node.names):
            raise SourceFault(f"{path}:{node.lineno}: write 'from kernels... import ...' instead")
        if isinstance(node, ast.ImportFrom) and node.level:
            raise SourceFault(f"{path}:{node.lineno}: a source may not use relative imports")
        if isinstance(node, ast.ImportFrom) and _is_ours(node.module or ""):
            if not _IMPORT.match(lines[node.lineno - 1]):
                raise SourceFault(f"{path}:{node.lineno}: put this import on a line of its own")
            files += _files_of(node)
    return files


def _is_ours(module: str) -> bool:
    return module.split(".")[0] == "kernels"


def _files_of(node: ast.ImportFrom) -> list[Path]:
    base = HOME.joinpath(*(node.module or "").split(".")[1:])
    if base.with_suffix(".py").is_file():
        return [base.with_suffix(".py")]
    return [file for name in node.names if (file := base / f"{name.name}.py").is_file()]

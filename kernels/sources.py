"""The sources that enter a kernel: which files, their digest, and the copy it is compiled from.

Nothing here imports numba, so that a digest costs milliseconds.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.metadata
import importlib.util
import keyword
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

HOME = Path(__file__).parent
CONTRACT = "contract.py"
EXTERNAL = "external"
PLACEHOLDERS = ("domain", "heuristic", "game", "evaluator", "candidates")
_IMPORT = re.compile(r"^(\s*from\s+)kernels(?=[\s.])")
_INSTALLED = {"site-packages", "dist-packages"}


class SourceFault(ValueError):
    """A source that cannot be bound into a kernel; the message names file and line."""


@dataclass(frozen=True)
class Binding:
    """The choice that a kernel stands for.

    algorithm, domain, heuristic
        their files; heuristic is None for a search without one. Of a game, domain is its file and
        heuristic that of its evaluator.
    constants
        what they are specialised for.
    candidates
        file of a game's candidate generator; None: it is no game.
    """

    algorithm: Path
    domain: Path
    heuristic: Path | None
    constants: Mapping[str, int]
    candidates: Path | None = None

    def roles(self) -> dict[str, Path]:
        """Role -> file; those of the placeholders, the algorithm, and what every kernel has."""
        is_game = self.candidates is not None
        chosen = {
            "game" if is_game else "domain": self.domain,
            "evaluator" if is_game else "heuristic": self.heuristic,
            "candidates": self.candidates,
            "algorithm": self.algorithm,
            "replay": HOME / "cores" / ("play_back.py" if is_game else "replay.py"),
        }
        return {role: path for role, path in chosen.items() if path is not None}


@dataclass(frozen=True)
class Sources:
    """All that enters a kernel, as it was when it was read.

    places
        role -> place, the path of a file within the kernel's folder.
    texts
        place -> text, sorted by place.
    constants
        what they are specialised for.
    """

    places: Mapping[str, str]
    texts: Mapping[str, str]
    constants: Mapping[str, int]

    def digest(self) -> str:
        """16 hex digits of the SHA-256 of all texts, roles, constants and compiler versions."""
        parts = [repr(sorted(self.constants.items())), repr(self.places)]
        parts += [repr(compiler_versions())]
        parts += [f"{place}\0{text}" for place, text in self.texts.items()]
        return hashlib.sha256("\0\0".join(parts).encode()).hexdigest()[:16]

    def modules(self, package: str) -> dict[str, str]:
        """Role -> name of its module in the kernel's package."""
        return {role: _module_name(place, package) for role, place in self.places.items()}

    def write(self, package: str, folder: Path) -> None:
        """Write the kernel's package: texts that import from it, and the bound placeholders."""
        for place, text in self.texts.items():
            file = folder / place
            file.parent.mkdir(parents=True, exist_ok=True)
            if place == CONTRACT:
                text += self._bindings(package)
            file.write_text(_renamed(text, package), encoding="utf-8")
        lines = [f"{name} = {value}\n" for name, value in sorted(self.constants.items())]
        (folder / "constants.py").write_text("".join(lines), encoding="utf-8")
        for file in [folder, *(p for p in folder.rglob("*") if p.is_dir())]:
            (file / "__init__.py").touch()

    def _bindings(self, package: str) -> str:
        lines = [f"\n\nfrom {package} import constants  # noqa: E402\n"]
        for role, module in self.modules(package).items():
            if role in PLACEHOLDERS:
                parent, _, name = module.rpartition(".")
                lines.append(f"from {parent} import {name} as {role}  # noqa: E402\n")
        return "".join(lines)


def read(binding: Binding) -> Sources:
    """Every source that enters the kernel of a binding.

    Raises SourceFault for a file that cannot be read or bound.
    """
    places = {role: _place_of(path, role) for role, path in binding.roles().items()}
    texts: dict[str, str] = {}
    waiting = [(places[role], path) for role, path in binding.roles().items()]
    waiting.append((CONTRACT, HOME / CONTRACT))
    while waiting:
        place, path = waiting.pop()
        if place not in texts:
            texts[place] = _text(path)
            waiting += [(_place_of(file), file) for file in _imports(texts[place], path, HOME)]
    return Sources(places, dict(sorted(texts.items())), binding.constants)


def digest(binding: Binding) -> str:
    """Digest of a binding's sources as they are now."""
    return read(binding).digest()


@lru_cache(maxsize=1)
def compiler_versions() -> tuple[str, ...]:
    """Versions of numba and llvmlite."""
    return tuple(importlib.metadata.version(name) for name in ("numba", "llvmlite"))


def _place_of(path: Path, role: str = "") -> str:
    """Where a source lies in a kernel's folder: as in ``kernels``, or in a folder for strangers.

    A stranger's name is made one that can be imported.
    """
    real, home = path.resolve(), HOME.resolve()
    if real.is_relative_to(home):
        return real.relative_to(home).as_posix()
    name = re.sub(r"\W", "_", path.stem, flags=re.ASCII)
    if not name.isidentifier() or keyword.iskeyword(name) or name == "__init__":
        name = f"_{name}"
    return f"{EXTERNAL}/{role}/{name}.py"


def _module_name(place: str, package: str) -> str:
    return f"{package}.{place.removesuffix('.py').replace('/', '.')}"


def _renamed(text: str, package: str) -> str:
    return "".join(_IMPORT.sub(rf"\g<1>{package}", line) for line in text.splitlines(keepends=True))


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise SourceFault(f"{path}: cannot be read ({error})") from error


@lru_cache(maxsize=256)
def _imports(text: str, path: Path, home: Path) -> list[Path]:
    """Files of ``kernels``, which lies at ``home``, that a source imports."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError) as error:
        line = getattr(error, "lineno", None) or 1
        raise SourceFault(f"{path}:{line}: {getattr(error, 'msg', error)}") from error
    lines = text.split("\n")
    files: list[Path] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            reason = _fault_of(node, lines[node.lineno - 1])
            if reason:
                raise SourceFault(f"{path}:{node.lineno}: {reason}")
        if isinstance(node, ast.ImportFrom) and _is_ours(node.module or ""):
            files += _files_of(node, home)
    return files


def _fault_of(node: ast.Import | ast.ImportFrom, line: str) -> str | None:
    """Why an import cannot be followed into a kernel, or None."""
    if isinstance(node, ast.Import):
        if any(_is_ours(name.name) for name in node.names):
            return "write 'from kernels... import ...' instead"
        modules = [name.name for name in node.names]
    elif node.level:
        return "a source may not use relative imports"
    elif _is_ours(node.module or ""):
        return None if _IMPORT.match(line) else "put this import on a line of its own"
    else:
        modules = [node.module or ""]
    for module in modules:
        place = _changeable(module.split(".")[0])
        if place:
            return f"edits of {place} would go unnoticed: import from kernels or installed packages"
    return None


@lru_cache(maxsize=256)
def _changeable(module: str) -> str | None:
    """Where a top-level module lies that belongs neither to Python nor to an installed package.

    A file, or a folder where there is no ``__init__.py``: such a package has no file of its own,
    and may be made of several folders.
    """
    if module in sys.stdlib_module_names:
        return None
    try:
        spec = importlib.util.find_spec(module)
    except ValueError:  # it is running and was never imported, as __main__
        return module
    if spec is None:
        return None
    places = [spec.origin] if spec.origin else list(spec.submodule_search_locations or ())
    return next((place for place in places if not _INSTALLED & set(Path(place).parts)), None)


def _is_ours(module: str) -> bool:
    return module.split(".")[0] == "kernels"


def _files_of(node: ast.ImportFrom, home: Path) -> list[Path]:
    base = home.joinpath(*(node.module or "").split(".")[1:])
    if base.with_suffix(".py").is_file():
        return [base.with_suffix(".py")]
    return [file for name in node.names if (file := base / f"{name.name}.py").is_file()]

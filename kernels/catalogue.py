"""Which domains, heuristics and algorithms there are: the files in their folders, nothing else."""

from __future__ import annotations

import ast
import difflib
import importlib
from pathlib import Path
from types import ModuleType

HOME = Path(__file__).parent
KINDS = ("domains", "heuristics", "games", "evaluators", "candidates", "algorithms")
OF_ONE = frozenset({"heuristics", "evaluators", "candidates"})
"""Kinds that have a folder for each domain or game."""
SINGULAR = {kind: kind.removesuffix("s") for kind in KINDS} | {"candidates": "candidates"}


class UnknownName(ValueError):
    """A name that no file stands for; the message gives the nearest one and all of them."""


def _paths(kind: str, domain: str | None) -> dict[str, Path]:
    """Files of a kind by their names.

    Those that fit one domain, or game, lie in a folder of its name; those that fit all lie above.
    """
    folders = [HOME / kind, *([HOME / kind / domain] if kind in OF_ONE and domain else [])]
    files = (path for folder in folders for path in folder.glob("*.py"))
    return {path.stem: path for path in files if path.stem != "__init__"}


def names(kind: str, domain: str | None = None) -> list[str]:
    """All names of a kind ("domains", "algorithms", or "heuristics" of a domain), sorted.

    ``domain`` is the domain, or the game, that a kind of ``OF_ONE`` is wanted for.
    """
    return sorted(_paths(kind, domain))


def path_of(kind: str, name: str, domain: str | None = None) -> Path:
    """File that defines ``name``.

    Raises UnknownName with the nearest known name.
    """
    paths = _paths(kind, domain)
    if name not in paths:
        known = sorted(paths)
        near = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        of = f" for {domain!r}" if kind in OF_ONE else ""
        raise UnknownName(
            f"unknown {SINGULAR[kind]} {name!r}{of}{hint} (known: {', '.join(known) or 'none'})"
        )
    return paths[name]


def summary(path: Path) -> str:
    """First line of the file's docstring, read without importing it."""
    doc = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    return doc.splitlines()[0] if doc else ""


def load(path: Path) -> ModuleType:
    """The module of a file inside this package, for its plain Python part."""
    parts = path.relative_to(HOME).with_suffix("").parts
    return importlib.import_module(".".join(("kernels", *parts)))

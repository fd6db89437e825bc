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


def folder(kind: str, domain: str | None = None) -> Path:
    """Folder of a kind; heuristics lie in one for each domain, evaluators for each game."""
    return HOME / kind / domain if kind in OF_ONE and domain else HOME / kind


def names(kind: str, domain: str | None = None) -> list[str]:
    """All names of a kind ("domains", "algorithms", or "heuristics" of a domain), sorted.

    ``domain`` is the domain, or the game, that a kind of ``OF_ONE`` is wanted for.
    """
    return sorted(p.stem for p in folder(kind, domain).glob("*.py") if p.stem != "__init__")


def path_of(kind: str, name: str, domain: str | None = None) -> Path:
    """File that defines ``name``.

    Raises UnknownName with the nearest known name.
    """
    path = folder(kind, domain) / f"{name}.py"
    known = names(kind, domain)
    if name not in known:
        near = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        of = f" for {domain!r}" if kind in OF_ONE else ""
        raise UnknownName(
            f"unknown {SINGULAR[kind]} {name!r}{of}{hint} (known: {', '.join(known) or 'none'})"
        )
    return path


def summary(path: Path) -> str:
    """First line of the file's docstring, read without importing it."""
    doc = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    return doc.splitlines()[0] if doc else ""


def load(path: Path) -> ModuleType:
    """The module of a file inside this package, for its plain Python part."""
    parts = path.relative_to(HOME).with_suffix("").parts
    return importlib.import_module(".".join(("kernels", *parts)))

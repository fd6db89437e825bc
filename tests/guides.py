"""Reads the guides: the files they have a reader write, and the commands with what they print."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

HOME = Path(__file__).parents[1]
PAGES = sorted([HOME / "README.md", HOME / "CHANGELOG.md", *HOME.glob("docs/*.md")])

_BLOCK = re.compile(r"^(?:`([\w./]+)`:\n\n)?```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_ERRORS = ("error: ", "failed: ")


@dataclass(frozen=True)
class Block:
    """A fenced block; ``file`` is the name that stands alone in the line before it, if any."""

    file: str
    language: str
    content: str


@dataclass(frozen=True)
class Command:
    """A command line, and the lines that the guide shows of what it prints."""

    line: str
    shown: tuple[str, ...]


def blocks(page: Path) -> list[Block]:
    """The fenced blocks of a page."""
    text = page.read_text(encoding="utf-8")
    return [Block(*found) for found in _BLOCK.findall(text)]


def commands(block: Block) -> Iterator[Command]:
    """The commands of a console block."""
    for part in re.split(r"^\$ ", block.content, flags=re.MULTILINE)[1:]:
        line, *shown = part.splitlines()
        yield Command(line, tuple(filter(None, shown)))


def copy_of_the_program(folder: Path) -> Path:
    """The program alone, to be changed as a guide says."""
    for name in ("harness", "kernels", "configs"):
        shutil.copytree(HOME / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("run.py", "pyproject.toml"):
        shutil.copy(HOME / name, folder / name)
    return folder


def follow(page: Path, folder: Path) -> None:
    """Do all that a guide says, in ``folder``.

    Assert that each command prints the lines shown, in this order, and that it fails if and only
    if an error is among them.
    """
    for block in blocks(page):
        if block.file:
            file = folder / block.file
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(block.content, encoding="utf-8")
        elif block.language == "console":
            for command in commands(block):
                _obey(command, folder)


def followed(name: str, folder: Path) -> Path:
    """A copy of the program in which a guide was followed."""
    follow(HOME / "docs" / f"{name}.md", copy_of_the_program(folder))
    return folder


def rows(folder: Path, experiment: str) -> list[dict[str, Any]]:
    """The recorded runs, a mapping each."""
    found = pq.read_table(folder / "results" / experiment / "runs.parquet")
    return list(found.to_pylist())


def _obey(command: Command, folder: Path) -> None:
    line = re.sub(r"\bpython ", f"{shlex.quote(sys.executable)} ", command.line)
    done = subprocess.run(line, shell=True, cwd=folder, capture_output=True, text=True, check=False)
    printed = iter([*done.stdout.splitlines(), *done.stderr.splitlines()])
    for line in command.shown:
        assert line in printed, f"{command.line}\n{line}\nis not in\n{done.stdout}{done.stderr}"
    fails = any(line.startswith(_ERRORS) for line in command.shown)
    assert (done.returncode != 0) == fails, f"{command.line}\n{done.stdout}{done.stderr}"
    assert "Traceback" not in done.stderr

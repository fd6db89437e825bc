"""Style, types, and the rules of the architecture that can be read off the sources."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

HOME = Path(__file__).parents[1]
SOURCES = sorted([HOME / "run.py", *HOME.glob("harness/**/*.py"), *HOME.glob("kernels/**/*.py")])
PYTHON = ["run.py", "harness", "kernels", "tests", "benchmarks"]  # people keep files of their own
CHECKS = {
    "ruff": ["ruff", "check", *PYTHON],
    "format": ["ruff", "format", "--check", *PYTHON],
    "types": ["mypy"],
}
MODULES = {"pillow": "PIL", "pyyaml": "yaml"}
"""Distributions whose module has another name."""
COMES_WITH = {"pydantic_core": "pydantic", "requests": "pooch"}
"""Modules that another distribution brings, in the version that it needs."""


@pytest.mark.parametrize("check", CHECKS)
def test_check(check: str) -> None:
    command = [sys.executable, "-m", *CHECKS[check]]
    done = subprocess.run(command, cwd=HOME, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def imports(file: Path) -> Iterator[str]:
    """Top-level names of the modules that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name.split(".")[0] for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.split(".")[0]


def test_kernels_know_nothing_of_the_harness() -> None:
    guilty = [file for file in SOURCES if "kernels" in file.parts and "harness" in imports(file)]
    assert guilty == []


def test_what_is_imported_is_declared_and_the_reverse() -> None:
    project = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    names = [re.match(r"[\w-]+", line)[0] for line in project["dependencies"]]  # type: ignore[index]
    declared = {MODULES.get(name, name) for name in names}
    imported = {name for file in SOURCES for name in imports(file)}
    foreign = imported - set(sys.stdlib_module_names) - {"harness", "kernels"}
    assert {COMES_WITH.get(name, name) for name in foreign} == declared


def test_nobody_is_pointed_to_a_place_outside() -> None:
    """No path of a machine stands in the program or its documentation."""
    texts = [*SOURCES, HOME / "README.md", *HOME.glob("docs/*.md"), *HOME.glob("configs/*.yaml")]
    for file in texts:
        found = re.findall(r"(?<![\w.~])/(?:work|tmp|root|home)/", file.read_text(encoding="utf-8"))
        assert not found, file

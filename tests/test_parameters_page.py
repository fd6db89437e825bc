"""docs/parameters.md against what the modules declare."""

from __future__ import annotations

from pathlib import Path

import pytest

from kernels import catalogue
from kernels.contract import REQUIRED

PAGE = (Path(__file__).parents[1] / "docs/parameters.md").read_text(encoding="utf-8")
MODULES = [
    *(catalogue.path_of("domains", name) for name in catalogue.names("domains")),
    *(catalogue.path_of("algorithms", name) for name in catalogue.names("algorithms")),
    *(
        catalogue.path_of("heuristics", name, domain)
        for domain in catalogue.names("domains")
        for name in catalogue.names("heuristics", domain)
    ),
]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_every_parameter_stands_there_with_its_words(path: Path) -> None:
    _, begin, rest = PAGE.partition(f"| `{path.stem}` |")
    assert begin
    rows = rest.split("\n")
    parameters = getattr(catalogue.load(path), "PARAMETERS", {})
    for (name, parameter), row in zip(parameters.items(), rows, strict=False):
        assert f"`{name}`" in row
        assert row.endswith(f"| {parameter.doc} |")
        default = parameter.default
        shown = str(default).lower() if isinstance(default, bool) else str(default)
        words = {None: "none", REQUIRED: "required"}
        assert f"| {words.get(default, f'`{shown}`')} |" in row

"""docs/parameters.md against what the modules declare."""

from __future__ import annotations

from pathlib import Path

import pytest

from kernels import catalogue
from kernels.contract import REQUIRED

PAGE = (Path(__file__).parents[1] / "docs/parameters.md").read_text(encoding="utf-8")
SECTIONS = {part.split("\n")[0]: part for part in PAGE.split("\n## ")}
HEADINGS = {
    "domains": "Domains",
    "games": "Games",
    "algorithms": "Algorithms",
    "heuristics": "Heuristics of `{of}`",
    "evaluators": "Evaluators of `{of}`",
    "candidates": "Candidates of `{of}`",
}
OF = {"heuristics": "domains", "evaluators": "games", "candidates": "games"}
MODULES = [
    (HEADINGS[kind].format(of=of), catalogue.path_of(kind, name, of))
    for kind in HEADINGS
    for of in (catalogue.names(OF[kind]) if kind in OF else [None])
    for name in catalogue.names(kind, of)
]


@pytest.mark.parametrize(
    ("heading", "path"), MODULES, ids=lambda part: part.stem if isinstance(part, Path) else part
)
def test_every_parameter_stands_there_with_its_words(heading: str, path: Path) -> None:
    _, begin, rest = SECTIONS[heading].partition(f"| `{path.stem}` |")
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

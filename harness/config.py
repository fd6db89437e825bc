"""Reads a config: YAML and ``--set`` in, a validated ``Experiment`` out.

``python -m harness.config`` writes the JSON Schema with which editors complete a config.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from harness import yaml_reader
from harness.complaints import Complaints, shown
from harness.model import UserError
from harness.schema import Experiment
from harness.suggest import unknown
from harness.yaml_reader import Document, Key

__all__ = ["Experiment", "json_schema", "load"]

SCHEMA_FILE = Path(__file__).parents[1] / "docs" / "config.schema.json"

_STEP = re.compile(r'"([^"]*)"|([^."]+)')
_ASSIGNMENT = re.compile(r'((?:"[^"]*"|[^."=]+)(?:\.(?:"[^"]*"|[^."=]+))*)=(.*)', re.DOTALL)


def load(path: Path, overrides: Sequence[str] = ()) -> Experiment:
    """The experiment that a config file describes.

    overrides
        ``PATH=VALUE`` each: keys and list indices joined by dots (in double quotes where they hold
        a dot), and a value in YAML.

    Raises UserError that names every fault with its line, key, value and nearest known name.
    """
    document = yaml_reader.read(path)
    if not isinstance(document.data, dict):
        raise UserError(f"{document.place(())}: a config is a mapping of keys to values")
    for assignment in overrides:
        _override(document, assignment)
    if overrides:
        changes = "".join(f"# --set {assignment}\n" for assignment in overrides)
        document = replace(document, text=f"{document.text.rstrip()}\n\n{changes}")
    return validated(document)


def validated(document: Document) -> Experiment:
    """The experiment that a document describes.

    Raises UserError as ``load`` does.
    """
    complaints = Complaints(document)
    try:
        experiment = Experiment.model_validate(document.data)
    except ValidationError as error:
        complaints.add_validation(error, Experiment)
        complaints.check()
        raise
    experiment._document = document
    _cross_check(experiment, complaints)
    complaints.check()
    return experiment


def json_schema() -> dict[str, Any]:
    """JSON Schema (draft 2020-12) of a config."""
    schema = Experiment.model_json_schema()
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}


def _cross_check(experiment: Experiment, complaints: Complaints) -> None:
    """What no key can know of the others."""
    problems = list(dict.fromkeys(selection.name for selection in experiment.problems))
    for i, block in enumerate(experiment.instances):
        if block.domain is not None and block.domain not in problems:
            problem = unknown(experiment.world.problem, block.domain, problems)
            complaints.add(("instances", i, "domain"), problem)
    if experiment.reference is not None:
        from harness.references import names

        if experiment.reference not in names():
            complaints.add(("reference",), unknown("reference", experiment.reference, names()))
    for i, table in enumerate(experiment.tables):
        if table.reference and experiment.reference is None:
            complaints.add(
                ("tables", i, "reference"),
                "true, but the config names no published figures: the key 'reference' is missing",
            )
    for section in ("tables", "plots"):
        first: dict[str, int] = {}
        for i, spec in enumerate(getattr(experiment, section)):
            if first.setdefault(spec.name, i) != i:
                problem = f"{spec.name!r} is also the name of {section}[{first[spec.name]}]"
                complaints.add((section, i, "name"), problem)


def _override(document: Document, assignment: str) -> None:
    """Put one ``PATH=VALUE`` into the document, and its place into the places."""
    source = f"--set {assignment}"
    parts = _ASSIGNMENT.fullmatch(assignment)
    if parts is None:
        raise UserError(f"{source}: is not PATH=VALUE, such as limits.nodes=1e6")
    steps = [quoted or plain for quoted, plain in _STEP.findall(parts[1])]
    try:
        value = yaml_reader.parse(parts[2].strip() or "null", "value").data
    except UserError as error:
        raise UserError(f"{source}: {error}") from None
    key: Key = ()
    container = document.data
    for step, inner in pairwise(steps):
        index = _index(container, step, key, source)
        container, key = _opened(container, index, inner), (*key, index)
        document.places.setdefault(key, source)
    index = _index(container, steps[-1], key, source)
    container[index] = value
    key = (*key, index)
    for place in [place for place in document.places if place[: len(key)] == key]:
        del document.places[place]
    document.places[key] = source


def _index(container: Any, step: str, key: Key, source: str) -> str | int:
    """``step`` as a key of a mapping or an index of a list."""
    name = yaml_reader.spell(key)
    if isinstance(container, dict):
        return step
    if not isinstance(container, list):
        raise UserError(f"{source}: {name} is {shown(container)}, which has nothing inside")
    if not step.isdecimal() or int(step) >= len(container):
        raise UserError(
            f"{source}: {name} is a list of {len(container)}; {step!r} is not one of its indices"
            f" 0..{len(container) - 1}"
        )
    return int(step)


def _opened(container: Any, index: str | int, inner: str) -> Any:
    """``container[index]``, as a mapping where there is nothing yet, or only the name ``inner``."""
    present = container.get(index) if isinstance(container, dict) else container[index]
    if present is None or present == inner:
        container[index] = {} if present is None else {inner: None}
    return container[index]


def main() -> None:
    """Write the JSON Schema to docs/."""
    SCHEMA_FILE.write_text(json.dumps(json_schema(), indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

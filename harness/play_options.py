"""The options of ``run.py play`` as the config of one run, and what to take for those left out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from harness import modules, yaml_reader
from harness.complaints import shown
from harness.model import UserError
from harness.parameters import settings
from harness.suggest import unknown
from harness.yaml_reader import Document, Key, spell
from kernels import catalogue

EMPTY = "empty"
"""Position of a game that does not say with which it begins."""

SECTIONS = {
    "game": "games",
    "algorithm": "algorithms",
    "evaluator": "evaluators",
    "candidates": "candidates",
}
"""Key of a config by the part of a search that one may choose."""

_OPTIONS = {"game": "GAME"}
"""Of parts that are not given by an option called like them."""

_SECOND_CHOICES = frozenset({"zero", "all"})
"""What knows nothing: taken where there is nothing else."""


class _Options(Document):
    """A config that was never written: its values have options for places."""

    def where(self, key: Key) -> str:
        """The option, and of the key what the person wrote: that below the option's own."""
        known = key
        while known and known not in self.places:
            known = known[:-1]
        return ": ".join(filter(None, (self.place(key), spell(key[len(known) :]))))


def document_of(
    chosen: dict[str, tuple[str, dict[str, Any]]], changes: Sequence[str], position: str | None
) -> Document:
    """The config of one search that the options stand for.

    chosen
        part -> name, and the parameters that stand with it, to which those of ``changes`` are
        added.
    """
    places: dict[Key, str] = {}
    for change in changes:
        part, parameter, value = _change(change, chosen)
        stem, given = chosen[part]
        given[parameter] = value
        places[SECTIONS[part], 0, stem, parameter] = f"--set {part}.{parameter}"
    data: dict[str, Any] = {"experiment": "play"}
    for part, (stem, given) in chosen.items():
        section = SECTIONS[part]
        data[section] = [{stem: given}]
        places[(section,)] = places[section, 0] = _OPTIONS.get(part, f"--{part}")
    data["instances"] = [{"literal": [position or _beginning(*chosen["game"])]}]
    whole: Key = ("instances", 0, "literal", 0)
    places |= {whole[:steps]: "--position" for steps in range(1, len(whole) + 1)}
    return _Options(data, "play", "", places)


def why_several(document: Document) -> str:
    """Why there is more than one configuration: the first list of values."""
    for section in SECTIONS.values():
        for stem, given in document.data.get(section, [{}])[0].items():
            for parameter, value in given.items():
                if isinstance(value, list) and len(value) > 1:
                    problem = f"{shown(value)} is a list; one configuration plays, with one value"
                    return document.complaint((section, 0, stem, parameter), problem)
    return "several configurations; one plays"


def _beginning(game: str, given: dict[str, Any]) -> str:
    """The position with which a game begins, or the word for it."""
    if game not in catalogue.names("games"):
        return EMPTY
    module = modules.load(catalogue.path_of("games", game))
    if not hasattr(module, "beginning"):
        return EMPTY
    found, faults = settings(module.PARAMETERS, given)
    return EMPTY if faults else str(module.beginning(found[0].values))


def first_of(kind: str, game: str) -> str | None:
    """The first evaluator or generator of a game, one that knows something if there is one."""
    names = catalogue.names(kind, game) if game in catalogue.names("games") else []
    return min(names, key=lambda name: (name in _SECOND_CHOICES, name), default=None)


def _change(change: str, chosen: dict[str, Any]) -> tuple[str, str, Any]:
    place, sign, value = change.partition("=")
    part, dot, parameter = place.strip().partition(".")
    if not (sign and dot and parameter):
        raise UserError(f"--set {change}: is not PART.PARAMETER=VALUE, such as game.width=9")
    if part not in chosen:
        raise UserError(f"--set {change}: {unknown('part', part, chosen)}")
    try:
        return part, parameter, yaml_reader.parse(value.strip() or "null", "value").data
    except UserError as error:
        raise UserError(f"--set {change}: {error}") from None

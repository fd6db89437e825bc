"""From the names and parameters of a config to the files and settings that they stand for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

from harness import modules
from harness.complaints import Complaints
from harness.identity import canonical_json
from harness.model import Choice, UserError
from harness.parameters import Setting, label, settings
from harness.schema import Experiment, Selection
from harness.suggest import unknown
from harness.worlds import World
from harness.yaml_reader import Key, spell
from kernels import catalogue
from kernels.game_contract import EVERY_GAME

_DEFINES = {
    "domains": ("PARAMETERS", "read", "doctor"),
    "algorithms": ("PARAMETERS", "USES_HEURISTIC"),
    "heuristics": ("FITS", "prepare", "evaluate"),
    "games": ("PARAMETERS", "read", "doctor", "exact_keys"),
    "evaluators": ("FITS", "prepare", "evaluate"),
    "candidates": ("FITS", "prepare", "generate"),
}
"""What planning needs a file of each kind to define."""


@dataclass(frozen=True)
class Variant:
    """A domain, heuristic, algorithm, ... with one value for each of its parameters.

    key
        where the config names it.
    """

    choice: Choice
    setting: Setting
    module: ModuleType
    key: Key

    @property
    def name(self) -> str:
        """Name of its file."""
        return self.choice.name

    @property
    def label(self) -> str:
        """Name and the parameters that the config gives."""
        return label(self.choice.name, self.setting.given)

    def ask(self, question: str) -> Any:
        """What its module answers for its parameters, or None if it has no such function.

        Raises UserError, with file and line, if the function fails.
        """
        answer = getattr(self.module, question, None)
        if answer is None:
            return None
        try:
            return answer(self.choice.parameters)
        except Exception as error:
            raise modules.blame(error, Path(self.choice.path)) from None


@dataclass
class FittingEntry:
    """One entry of the config's heuristics, evaluators or candidates.

    fits
        by name of a domain or game, the variants that are made for it.
    """

    name: str
    key: Key
    fits: dict[str, list[Variant]] = field(default_factory=dict)


def named(kind: str, experiment: Experiment, complaints: Complaints) -> list[Variant]:
    """All variants of the config's "domains", "games" or "algorithms", in its order."""
    found: list[Variant] = []
    folder = experiment.source.parent
    for i, selection in enumerate(getattr(experiment, kind)):
        found += named_one(kind, (kind, i), selection, folder, complaints)
    _refuse_repeats(found, complaints)
    return found


def named_one(
    kind: str, key: Key, selection: Selection, folder: Path, complaints: Complaints
) -> list[Variant]:
    """The variants of one domain, game or algorithm, which the config names at ``key``.

    folder
        of the config.
    """
    try:
        path = catalogue.path_of(kind, selection.name)
        module = modules.load(path, _DEFINES[kind])
    except (catalogue.UnknownName, UserError) as error:
        complaints.add(key, str(error))
        return []
    return _variants(key, selection, path, module, folder, complaints)


def fitting(
    kind: str, experiment: Experiment, domains: Sequence[str], complaints: Complaints
) -> list[FittingEntry]:
    """The config's entries of a kind, each with its variants for those of ``domains`` it fits.

    kind
        "heuristics", or of games "evaluators" or "candidates"; where a config names none of the
        latter, they are all moves.
    """
    entries = []
    for i, selection in enumerate(getattr(experiment, kind) or _DEFAULTS.get(kind, [])):
        entry = fitting_one(kind, (kind, i), selection, experiment, domains, complaints)
        entries += [entry] if entry else []
    for domain in domains:
        variants = [variant for entry in entries for variant in entry.fits.get(domain, [])]
        _refuse_repeats(variants, complaints)
    refuse_namesakes(entries, domains, complaints)
    return entries


def fitting_one(
    kind: str,
    key: Key,
    selection: Selection,
    experiment: Experiment,
    domains: Sequence[str],
    complaints: Complaints,
) -> FittingEntry | None:
    """One such entry, which the config names at ``key``; None where it stands for no file."""
    folder = experiment.source.parent
    entry = FittingEntry(Path(selection.name).stem, key)
    try:
        files = _Files(kind, experiment.world, domains).of(selection.name, folder)
    except UserError as error:
        complaints.add(key, str(error))
        return None
    for domain, path, module in files:
        entry.fits[domain] = _variants(key, selection, path, module, folder, complaints)
    return entry


_DEFAULTS = {"candidates": [Selection("all")]}


@dataclass(frozen=True)
class _Files:
    """Finds the files that a name or a path stands for.

    domains
        names of the domains, or games, that they are wanted for.
    """

    kind: str
    world: World
    domains: Sequence[str]

    def of(self, name: str, folder: Path) -> list[tuple[str, Path, ModuleType]]:
        """Domain, file and module for each domain that a name or path stands for.

        Raises UserError if there is none.
        """
        if name.endswith(".py") or "/" in name:
            return self._beside_the_config((folder / name).absolute())
        problems = catalogue.names(self.world.problems)
        known = {domain: catalogue.names(self.kind, domain) for domain in problems}
        fitting = [domain for domain in self.domains if name in known[domain]]
        if not fitting:
            elsewhere = [domain for domain in known if name in known[domain]]
            here = sorted({one for domain in self.domains for one in known[domain]})
            wrong = f"{name!r} fits {', '.join(elsewhere)}, not {', '.join(self.domains)}"
            what = catalogue.SINGULAR[self.kind]
            raise UserError(wrong if elsewhere else unknown(what, name, here))
        return [self._shipped(name, domain) for domain in fitting]

    def _beside_the_config(self, path: Path) -> list[tuple[str, Path, ModuleType]]:
        module = modules.load(path, _DEFINES[self.kind])
        if self.world.plays and module.FITS == EVERY_GAME:
            return [(domain, path, module) for domain in self.domains]
        known = catalogue.names(self.world.problems)
        if module.FITS not in known:
            reason = unknown(self.world.problem, module.FITS, known)
            raise UserError(f"{path}: FITS: {reason}")
        if module.FITS not in self.domains:
            raise UserError(f"{path}: fits {module.FITS}, not {', '.join(self.domains)}")
        return [(module.FITS, path, module)]

    def _shipped(self, name: str, domain: str) -> tuple[str, Path, ModuleType]:
        path = catalogue.path_of(self.kind, name, domain)
        module = modules.load(path, _DEFINES[self.kind])
        if module.FITS not in (domain, EVERY_GAME):
            reason = f"FITS is {module.FITS!r}, but it lies among those of {domain!r}"
            raise UserError(f"{path}: {reason}")
        return domain, path, module


def _variants(
    key: Key,
    selection: Selection,
    path: Path,
    module: ModuleType,
    folder: Path,
    complaints: Complaints,
) -> list[Variant]:
    found, faults = settings(getattr(module, "PARAMETERS", {}), selection.parameters, folder)
    for fault in faults:
        complaints.add((*key, selection.name, *fault.where), fault.problem)
    return [
        Variant(Choice(path.stem, setting.values, str(path)), setting, module, key)
        for setting in found
    ]


def _refuse_repeats(variants: Iterable[Variant], complaints: Complaints) -> None:
    first: dict[str, Variant] = {}
    for variant in variants:
        values = [variant.name, variant.choice.parameters, variant.setting.seed]
        other = first.setdefault(canonical_json(values), variant)
        if other is not variant:
            problem = f"{variant.label} is the same as {other.label} in {_entry(other)}"
            complaints.add(variant.key, problem)


def refuse_namesakes(
    entries: Iterable[FittingEntry], domains: Iterable[str], complaints: Complaints
) -> None:
    """Results know a heuristic by its name alone, so two files may not share one."""
    for domain in domains:
        first: dict[str, Variant] = {}
        for variant in (variant for entry in entries for variant in entry.fits.get(domain, [])):
            other = first.setdefault(variant.name, variant)
            if other.choice.path != variant.choice.path:
                problem = f"its file has the name of another heuristic, {_entry(other)}; rename it"
                complaints.add(variant.key, problem)


def _entry(variant: Variant) -> str:
    return spell(variant.key)

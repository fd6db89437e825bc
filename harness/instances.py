"""Instances: written in the config, read from files, drawn by the domain, or published sets."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from harness.complaints import Complaints
from harness.model import Instance, UserError
from harness.schema import (
    Block,
    DatasetBlock,
    Experiment,
    FileBlock,
    LiteralBlock,
    RandomBlock,
    ScrambledBlock,
)
from harness.suggest import did_you_mean, unknown
from harness.variants import Variant
from harness.yaml_reader import Key, spell, text_of
from kernels.random import SplitMix64

DATASETS = Path(__file__).parent / "datasets"

_PATIENCE = 20
"""Draws in vain, in multiples of the instances wanted, after which a space counts as too small:
a last state that is still to be found is missed by that many with a probability of e^-20."""

_SMALL = 500
"""Fewer instances than this are looked for as patiently as this many."""

_COMMENT = re.compile(r"(^|\s)#.*")


class Given(NamedTuple):
    """One instance as its block gives it, before any domain has read it.

    name
        None: it is called by its canonical text.
    place
        for messages: file and line, and the key in the config.
    """

    name: str | None
    item: Any
    place: str


@dataclass(frozen=True)
class Candidate:
    """An instance that a domain can read, with the doctor's finding: why no search can solve it."""

    instance: Instance
    fault: str | None


@dataclass
class Collection:
    """The instances of one domain variant, and where each text and each name comes from."""

    candidates: list[Candidate] = field(default_factory=list)
    texts: dict[str, str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)

    def add(self, given: Given, text: str, fault: str | None, complaints: Complaints) -> None:
        """Take an instance in, unless it or its name is there already."""
        name = given.name if given.name is not None else text
        for seen, value, what in (
            (self.texts, text, "is the same instance as"),
            (self.names, name, f"has the name {name!r} of"),
        ):
            first = seen.setdefault(value, given.place)
            if first is not given.place:
                complaints.add_line(f"{given.place}: {what} {first}")
                return
        self.candidates.append(Candidate(Instance(name, text), fault))


def gather(
    experiment: Experiment, domains: Sequence[Variant], complaints: Complaints, warnings: list[str]
) -> list[list[Candidate]]:
    """The instances of each domain variant, in the order of the config's blocks.

    An instance that some of the variants can read is left out for the others, with a warning; one
    that none can read, one that stands twice and a name that stands twice are complained of.
    """
    collections = [Collection() for _ in domains]
    for i, block in enumerate(experiment.instances):
        key: Key = ("instances", i)
        targets = [
            (domain, collection)
            for domain, collection in zip(domains, collections, strict=True)
            if block.domain in (None, domain.name) and domain.ask("fault") is None
        ]
        batch = _Batch(experiment, key, complaints)
        try:
            if isinstance(block, RandomBlock | ScrambledBlock):
                for domain, collection in targets:
                    batch.draw(block, domain, collection)
            else:
                batch.read(_SOURCES[type(block)](experiment, key, block), targets, warnings)
        except UserError as error:
            complaints.add(key, str(error))
    return [collection.candidates for collection in collections]


@dataclass(frozen=True)
class _Batch:
    """Carries the instances of one block into the collections of the domains."""

    experiment: Experiment
    key: Key
    complaints: Complaints

    def read(
        self,
        entries: Sequence[Given],
        targets: Sequence[tuple[Variant, Collection]],
        warnings: list[str],
    ) -> None:
        readable: set[int] = set()
        reasons: dict[int, str] = {}
        unread: dict[str, list[int]] = {}
        for domain, collection in targets:
            for n, entry in enumerate(entries):
                try:
                    text = domain.module.read(domain.choice.parameters, entry.item)
                except ValueError as error:
                    reasons.setdefault(n, str(error))
                    unread.setdefault(domain.label, []).append(n)
                else:
                    readable.add(n)
                    self._take(entry, text, domain, collection)
        for n in sorted(reasons.keys() - readable):
            self.complaints.add_line(f"{entries[n].place}: {reasons[n]}")
        for label, missing in unread.items():
            count = len(readable.intersection(missing))
            problem = f"{count} of {len(entries)} instances do not fit {label}: left out there"
            if count:
                warnings.append(self.experiment.document.complaint(self.key, problem))

    def draw(
        self, block: RandomBlock | ScrambledBlock, domain: Variant, collection: Collection
    ) -> None:
        name, count, make = _DRAWS[type(block)](block, domain)
        place = self.experiment.document.complaint(self.key, name)
        for n, text in enumerate(_distinct(count, make), start=1):
            entry = Given(f"{name}/{n}", text, f"{place}/{n}")
            self._take(entry, text, domain, collection)

    def _take(self, entry: Given, text: str, domain: Variant, collection: Collection) -> None:
        report = self.experiment.unsolvable == "report"
        fault = domain.module.doctor(domain.choice.parameters, text) if report else None
        collection.add(entry, text, fault, self.complaints)


def _literal(experiment: Experiment, key: Key, block: LiteralBlock) -> list[Given]:
    names: Sequence[str | None] = block.names or [None] * len(block.literal)
    document = experiment.document
    places = (
        f"{document.place(place)}: {spell(place)}"
        for place in ((*key, "literal", n) for n in range(len(block.literal)))
    )
    return [Given(*entry) for entry in zip(names, block.literal, places, strict=True)]


def _file(experiment: Experiment, key: Key, block: FileBlock) -> list[Given]:
    path = experiment.source.parent / block.file
    name = block.name or path.stem
    numbered = list(_lines(text_of(path)))
    if not numbered:
        raise UserError(f"{path}: holds no instance")
    return [
        Given(f"{name}/{n}", line, f"{path}:{number}")
        for n, (number, line) in enumerate(numbered, start=1)
    ]


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Number and content of the lines that hold more than a comment."""
    for number, line in enumerate(text.splitlines(), start=1):
        content = _COMMENT.sub("", line).strip()
        if content:
            yield number, content


def _dataset(experiment: Experiment, key: Key, block: DatasetBlock) -> list[Given]:
    known = dataset(block.dataset)
    for wanted in block.only or []:
        if wanted not in known:
            hint = did_you_mean(wanted, known)
            raise UserError(f"only: {block.dataset} has no instance {wanted!r}{hint}")
    place = experiment.document.complaint(key, block.dataset)
    return [
        Given(f"{block.dataset}/{n}", known[n], f"{place}/{n}") for n in block.only or list(known)
    ]


_SOURCES: dict[type[Block], Callable[..., list[Given]]] = {
    LiteralBlock: _literal,
    FileBlock: _file,
    DatasetBlock: _dataset,
}

_Draw = tuple[str, int, Callable[[], str]]
"""What the instances are called, how many are wanted, and what makes the next one."""


def _random(block: RandomBlock, domain: Variant) -> _Draw:
    make, rng = _maker(domain, "random_instance"), SplitMix64(block.random.seed)
    name = f"random(seed={block.random.seed})"
    return name, block.random.count, lambda: make(domain.choice.parameters, rng)


def _scrambled(block: ScrambledBlock, domain: Variant) -> _Draw:
    make, rng = _maker(domain, "scrambled_instance"), SplitMix64(block.scrambled.seed)
    moves = block.scrambled.moves
    name = f"scrambled(seed={block.scrambled.seed},moves={moves})"
    return name, block.scrambled.count, lambda: make(domain.choice.parameters, rng, moves)


_DRAWS: dict[type[Block], Callable[..., _Draw]] = {
    RandomBlock: _random,
    ScrambledBlock: _scrambled,
}


def _maker(domain: Variant, name: str) -> Callable[..., str]:
    make: Callable[..., str] | None = getattr(domain.module, name, None)
    if make is None:
        raise UserError(f"domain {domain.name!r} cannot make instances: it has no {name}")
    return make


def _distinct(count: int, make: Callable[[], str]) -> Iterator[str]:
    """``count`` different instances in the order in which they come up."""
    found: set[str] = set()
    in_vain = 0
    while len(found) < count:
        text = make()
        in_vain = in_vain + 1 if text in found else 0
        if in_vain > _PATIENCE * max(count, _SMALL):
            raise UserError(f"only {len(found)} different instances come up, {count} are wanted")
        if not in_vain:
            found.add(text)
            yield text


def dataset_names() -> list[str]:
    """Names of the published instance sets that come with the program."""
    return sorted(path.stem for path in DATASETS.glob("*.csv"))


def dataset_about(name: str) -> str:
    """The first line of a set's header: what it is and where it was published."""
    with (DATASETS / f"{name}.csv").open(encoding="utf-8") as file:
        return file.readline().lstrip("# ").strip()


@lru_cache(maxsize=8)
def dataset(name: str) -> dict[str, str]:
    """The instances of a published set by their ids, in its order.

    Raises UserError with the nearest known name.
    """
    if name not in dataset_names():
        raise UserError(unknown("dataset", name, dataset_names()))
    lines = (DATASETS / f"{name}.csv").read_text(encoding="utf-8").splitlines()
    rows = csv.DictReader(line for line in lines if not line.startswith("#"))
    return {row["id"]: row["instance"] for row in rows}

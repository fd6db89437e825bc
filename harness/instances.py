"""Instances: written in the config, read from files, drawn by the domain, or published sets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from harness import dataset_registry, instance_files
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
from harness.suggest import did_you_mean
from harness.variants import Variant
from harness.yaml_reader import Key, text_of
from kernels.random import SplitMix64

_PATIENCE = 20
"""Draws in vain, in multiples of the instances wanted, after which a space counts as too small:
a last state that is still to be found is missed by that many with a probability of e^-20."""

_SMALL = 500
"""Fewer instances than this are looked for as patiently as this many."""


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


_Target = tuple[Variant, Collection]
"""A domain variant, and the collection that takes its instances in."""

_Reading = tuple[Sequence[Given], Sequence[_Target]]
"""What a block gives, and the domain variants that are to read it."""


def gather(
    experiment: Experiment,
    domains: Sequence[Variant],
    complaints: Complaints,
    warnings: list[str],
    data: Path | None = None,
) -> list[list[Candidate]]:
    """The instances of each domain variant, in the order of the config's blocks.

    An instance that some of the variants can read is left out for the others, with a warning; one
    that none can read, one that stands twice and a name that stands twice are complained of.

    data
        folder of published instance sets (see ``harness.dataset_files.data_folder``).
    """
    collections = [Collection() for _ in domains]
    for i, block in enumerate(experiment.instances):
        key: Key = ("instances", i)
        targets = [
            (domain, collection)
            for domain, collection in zip(domains, collections, strict=True)
            if block.domain in (None, domain.name) and domain.ask("fault") is None
        ]
        batch = _Batch(experiment, key, complaints, data)
        try:
            if isinstance(block, RandomBlock | ScrambledBlock):
                for domain, collection in targets:
                    batch.draw(block, domain, collection)
            else:
                batch.read(_SOURCES[type(block)](batch, block, targets), warnings)
        except UserError as error:
            complaints.add(key, str(error))
    return [collection.candidates for collection in collections]


@dataclass
class _Outcome:
    """Which of some entries the domain variants could read.

    readable
        indices of the entries that at least one could read.
    reasons
        why one could not, by index.
    unread
        indices of those that a variant could not read, by its label.
    """

    readable: set[int] = field(default_factory=set)
    reasons: dict[int, str] = field(default_factory=dict)
    unread: dict[str, list[int]] = field(default_factory=dict)


@dataclass(frozen=True)
class _Batch:
    """Carries the instances of one block into the collections of the domains."""

    experiment: Experiment
    key: Key
    complaints: Complaints
    data: Path | None

    def read(self, readings: Sequence[_Reading], warnings: list[str]) -> None:
        """Take in what can be read.

        Where domains split a file differently, each has entries of its own: a domain that can read
        none of them is warned of, not complained of, if another can read some of its own.
        """
        outcomes = [self._read(*reading) for reading in readings]
        fits_some = any(outcome.readable for outcome in outcomes)
        for (entries, _), outcome in zip(readings, outcomes, strict=True):
            left_out = outcome.readable
            if not left_out and fits_some:
                left_out = set(range(len(entries)))
            for n in sorted(outcome.reasons.keys() - left_out):
                self.complaints.add_line(f"{entries[n].place}: {outcome.reasons[n]}")
            for label, missing in outcome.unread.items():
                if count := len(left_out.intersection(missing)):
                    problem = (
                        f"{count} of {len(entries)} instances do not fit {label}: left out there"
                    )
                    warnings.append(self.experiment.document.complaint(self.key, problem))

    def _read(self, entries: Sequence[Given], targets: Sequence[_Target]) -> _Outcome:
        outcome = _Outcome()
        for domain, collection in targets:
            for n, entry in enumerate(entries):
                try:
                    text = domain.module.read(domain.choice.parameters, entry.item)
                except ValueError as error:
                    outcome.reasons.setdefault(n, str(error))
                    outcome.unread.setdefault(domain.label, []).append(n)
                else:
                    outcome.readable.add(n)
                    self._take(entry, text, domain, collection)
        return outcome

    def draw(
        self, block: RandomBlock | ScrambledBlock, domain: Variant, collection: Collection
    ) -> None:
        kind, name, count, make = _DRAWS[type(block)](block, domain)
        place = self.experiment.document.complaint(self.key, name)
        try:
            texts = list(_distinct(count, make))
        except ValueError as error:  # there are none such, and the domain says why
            self.complaints.add((*self.key, kind), str(error))
            return
        for n, text in enumerate(texts, start=1):
            entry = Given(f"{name}/{n}", text, f"{place}/{n}")
            self._take(entry, text, domain, collection)

    def _take(self, entry: Given, text: str, domain: Variant, collection: Collection) -> None:
        report = self.experiment.unsolvable == "report"
        fault = domain.module.doctor(domain.choice.parameters, text) if report else None
        collection.add(entry, text, fault, self.complaints)


def _literal(batch: _Batch, block: LiteralBlock, targets: Sequence[_Target]) -> list[_Reading]:
    names: Sequence[str | None] = block.names or [_own_name(batch, item) for item in block.literal]
    document = batch.experiment.document
    places = (document.where((*batch.key, "literal", n)) for n in range(len(block.literal)))
    given = [Given(*entry) for entry in zip(names, block.literal, places, strict=True)]
    return [(given, targets)]


def _own_name(batch: _Batch, item: Any) -> str | None:
    """A position of a game is called as the config writes it: its canonical text may be long."""
    written = batch.experiment.world.plays and isinstance(item, str) and "\n" not in item
    return item.strip() or None if written else None


def _file(batch: _Batch, block: FileBlock, targets: Sequence[_Target]) -> list[_Reading]:
    """One reading for each way in which the domains split the file; some find something in it."""
    path = batch.experiment.source.parent / block.file
    text = text_of(path)
    alike: dict[str | None, list[_Target]] = {}
    for domain, collection in targets:
        way = domain.name if hasattr(domain.module, "split") else None
        alike.setdefault(way, []).append((domain, collection))
    name = block.name or path.stem
    readings: list[_Reading] = []
    faults: list[UserError] = []
    for group in alike.values():
        try:
            entries = instance_files.entries(path, text, group[0][0].module)
        except UserError as error:
            faults.append(error)
        else:
            given = [Given(f"{name}/{n}", *entry) for n, entry in enumerate(entries, start=1)]
            readings.append((given, group))
    if faults and not readings:
        raise faults[0]
    return readings


def _dataset(batch: _Batch, block: DatasetBlock, targets: Sequence[_Target]) -> list[_Reading]:
    published = dataset_registry.load(block.dataset)
    domains = [selection.name for selection in batch.experiment.problems]
    if block.domain is None and published.domain not in domains:
        raise UserError(
            f"{block.dataset} is a set of {published.domain}, not of {', '.join(domains)}; "
            "the key 'domain' says which of these is to read it all the same"
        )
    known = published.read(batch.data)
    for wanted in block.only or []:
        if wanted not in known:
            hint = did_you_mean(wanted, known)
            raise UserError(f"only: {block.dataset} has no instance {wanted!r}{hint}")
    place = batch.experiment.document.complaint(batch.key, block.dataset)
    given = [
        Given(f"{block.dataset}/{n}", known[n], f"{place}/{n}") for n in block.only or list(known)
    ]
    return [(given, targets)]


_SOURCES: dict[type[Block], Callable[..., list[_Reading]]] = {
    LiteralBlock: _literal,
    FileBlock: _file,
    DatasetBlock: _dataset,
}

_Draw = tuple[str, str, int, Callable[[], str]]
"""The block's kind, what the instances are called, how many are wanted, and what makes one more."""


def _random(block: RandomBlock, domain: Variant) -> _Draw:
    make, rng = _maker(domain, "random_instance"), SplitMix64(block.random.seed)
    name = f"random(seed={block.random.seed})"
    return "random", name, block.random.count, lambda: make(domain.choice.parameters, rng)


def _scrambled(block: ScrambledBlock, domain: Variant) -> _Draw:
    make, rng = _maker(domain, "scrambled_instance"), SplitMix64(block.scrambled.seed)
    moves = block.scrambled.moves
    name = f"scrambled(seed={block.scrambled.seed},moves={moves})"
    count = block.scrambled.count
    return "scrambled", name, count, lambda: make(domain.choice.parameters, rng, moves)


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

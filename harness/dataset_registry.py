"""Published sets of instances: those that come with the program, and those that are fetched.

A set that comes with the program is ``datasets/<name>.csv``: its instances below a header of
comments, which hold a ``ShippedSet`` in YAML. Of a set that may not, ``datasets/<name>.yaml`` says
where it is (``FetchedSet``), or how it is made of such a set (``EditedSet``).
"""

from __future__ import annotations

import csv
import hashlib
import itertools
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from harness import dataset_files, instance_files, modules, yaml_reader
from harness.identity import canonical_json
from harness.model import UserError
from harness.suggest import unknown
from kernels import catalogue

HOME = Path(__file__).parent / "datasets"

Instances = dict[str, str]
"""The instances of a set, canonical texts, by their ids and in its order."""

Index = Annotated[int, Field(ge=0)]
Digest = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
Words = Annotated[str, Field(min_length=1)]


class _Set(BaseModel):
    """What is told of every set.

    name
        the stem of its file.
    licence
        under what terms it may be used and handed on, as far as its authors say.
    """

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    name: str
    title: Words
    citation: Words
    licence: Words


class ShippedSet(_Set):
    """A set that comes with the program."""

    domain: Words

    @property
    def size(self) -> int:
        """How many instances it has."""
        return len(self.read())

    def read(self, data: Path | None = None) -> Instances:
        """Its instances; ``data`` is not looked at."""
        return _rows(self.path())

    def path(self, data: Path | None = None) -> Path:
        """Its file."""
        return HOME / f"{self.name}.csv"

    def place(self, data: Path | None = None) -> str:
        """Where it would be taken from now, in words."""
        return "comes with the program"


class FetchedSet(_Set):
    """A set in a file elsewhere.

    url, sha256
        the file, and the SHA-256 of its bytes.
    file
        its place in a folder of data.
    instances, instances_sha256
        how many it holds, and their hash (see ``instances_hash``).
    """

    domain: Words
    url: Annotated[str, Field(pattern="^https?://")]
    sha256: Digest
    file: Words
    instances: Annotated[int, Field(ge=1)]
    instances_sha256: Digest

    @property
    def size(self) -> int:
        """How many instances it has."""
        return self.instances

    def read(self, data: Path | None = None) -> Instances:
        """Its instances, out of the folder ``data``, the cache or the network, in this order.

        Raises UserError where it cannot be had, or where the file holds another set.
        """
        path = self.path(data)
        module = _domain(self)
        try:
            entries = instance_files.entries(path, yaml_reader.text_of(path), module)
        except UserError as error:
            raise UserError(f"{self.name}: {error}") from None
        found = {
            str(n): _canonical(self.name, module, entry) for n, entry in enumerate(entries, start=1)
        }
        _check_hash(self, found, self.instances_sha256, str(path))
        return found

    def path(self, data: Path | None = None) -> Path:
        """Its file, which is fetched where it is not here.

        Raises UserError where it cannot be had.
        """
        return dataset_files.obtain(self._source, dataset_files.data_folder(data))

    def place(self, data: Path | None = None) -> str:
        """Where it would be taken from now, in words."""
        return dataset_files.place(self._source, dataset_files.data_folder(data))

    @property
    def _source(self) -> dataset_files.Source:
        return dataset_files.Source(self.name, self.url, self.sha256, self.file)


Edit = Annotated[
    tuple[Index, Index, Annotated[str, Field(min_length=1, max_length=1)]], Field(strict=False)
]
"""Row and column in an instance's canonical text, from 0, and the character to be put there."""


class EditedSet(_Set):
    """A set that is another one with some of its instances changed.

    base
        name of that one.
    edits
        by an instance's id, what is changed in its canonical text.
    instances_sha256
        hash of the instances (see ``instances_hash``).
    """

    base: Words
    edits: Annotated[dict[str, list[Edit]], Field(min_length=1)]
    instances_sha256: Digest

    @property
    def domain(self) -> str:
        """That of its base."""
        return self._base.domain

    @property
    def size(self) -> int:
        """How many instances it has."""
        return self._base.size

    def read(self, data: Path | None = None) -> Instances:
        """The instances of its base, edited.

        Raises UserError where the base cannot be had, or does not become this set.
        """
        known = dict(self._base.read(data))
        module = _domain(self)
        source = HOME / f"{self.name}.yaml"
        for n, edits in self.edits.items():
            place = f"{source}: edits.{n}"
            if n not in known:
                raise UserError(f"{place}: {unknown('instance', n, known)}")
            edited = instance_files.Entry(_edited(known[n], edits, place), place)
            known[n] = _canonical(self.name, module, edited)
        _check_hash(self, known, self.instances_sha256, str(source))
        return known

    def path(self, data: Path | None = None) -> Path:
        """The file of its base."""
        return self._base.path(data)

    def place(self, data: Path | None = None) -> str:
        """Where its base would be taken from now, in words."""
        return self._base.place(data)

    @property
    def _base(self) -> ShippedSet | FetchedSet:
        found = load(self.base)
        if isinstance(found, EditedSet):
            raise UserError(f"{HOME / self.name}.yaml: base: {self.base!r} is an edited set itself")
        return found


Dataset = ShippedSet | FetchedSet | EditedSet

_Model = TypeVar("_Model", bound=_Set)


def names() -> list[str]:
    """All sets."""
    return sorted(path.stem for path in HOME.iterdir() if path.suffix in (".csv", ".yaml"))


def load(name: str) -> Dataset:
    """The set of this name; nothing is fetched.

    Raises UserError with the nearest known name, or what is wrong in its file.
    """
    if name not in names():
        raise UserError(unknown("dataset", name, names()))
    shipped = HOME / f"{name}.csv"
    if shipped.exists():
        document = yaml_reader.parse(_header(shipped), str(shipped))
        return _validated(ShippedSet, name, document)
    document = yaml_reader.read(HOME / f"{name}.yaml")
    if isinstance(document.data, dict) and "base" in document.data:
        return _validated(EditedSet, name, document)
    return _validated(FetchedSet, name, document)


def instances_hash(texts: Iterable[str]) -> str:
    """SHA-256 of instances: of the JSON list of their canonical texts, without blanks, in UTF-8.

    >>> instances_hash(["a", "b"]) == hashlib.sha256(b'["a","b"]').hexdigest()
    True
    """
    return hashlib.sha256(canonical_json(list(texts)).encode()).hexdigest()


def _validated(model: type[_Model], name: str, document: yaml_reader.Document) -> _Model:
    if not isinstance(document.data, dict):
        raise UserError(f"{document.place(())}: is not a mapping of keys to values")
    try:
        return model.model_validate({**document.data, "name": name})
    except ValidationError as error:
        first = error.errors()[0]
        raise UserError(document.complaint(first["loc"], first["msg"])) from None


def _header(path: Path) -> str:
    """The comments at the head of a file, their marks taken off."""
    with path.open(encoding="utf-8") as file:
        marked = itertools.takewhile(lambda line: line.startswith("#"), file)
        return "".join(line.removeprefix("#").removeprefix(" ") for line in marked)


@lru_cache(maxsize=8)
def _rows(path: Path) -> Instances:
    lines = path.read_text(encoding="utf-8").splitlines()
    rows = csv.DictReader(line for line in lines if not line.startswith("#"))
    return {row["id"]: row["instance"] for row in rows}


def _domain(wanted: FetchedSet | EditedSet) -> ModuleType:
    try:
        return modules.load(catalogue.path_of("domains", wanted.domain), ("PARAMETERS", "read"))
    except catalogue.UnknownName as error:
        raise UserError(f"{wanted.name}: {error}") from None


def _canonical(name: str, domain: ModuleType, entry: instance_files.Entry) -> str:
    """What the domain, with the defaults of its parameters, makes of an instance."""
    defaults: dict[str, Any] = {key: p.default for key, p in domain.PARAMETERS.items()}
    try:
        text: str = domain.read(defaults, entry.item)
    except ValueError as error:
        raise UserError(f"{name}: {entry.place}: {error}") from None
    return text


def _edited(text: str, edits: Iterable[Edit], place: str) -> str:
    rows = [list(row) for row in text.split("\n")]
    for row, column, character in edits:
        if row >= len(rows) or column >= len(rows[row]):
            raise UserError(f"{place}: there is no row {row}, column {column}")
        rows[row][column] = character
    return "\n".join("".join(row) for row in rows)


def _check_hash(
    wanted: FetchedSet | EditedSet, found: Instances, expected: str, place: str
) -> None:
    if (digest := instances_hash(found.values())) != expected:
        counts = f"{len(found)} of {wanted.size}" if len(found) != wanted.size else str(len(found))
        raise UserError(
            f"{wanted.name}: {place}: holds other instances: the hash of its {counts} is {digest}, "
            f"where {expected} is wanted"
        )

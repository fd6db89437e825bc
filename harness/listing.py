"""What there is to search, to search with and to compare with; nothing of it is imported."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from kernels import catalogue

Entries = dict[str, str]
"""A line about each name."""


def lines(kinds: Iterable[str]) -> Iterator[str]:
    """The lines of a listing, a heading before each kind or group of names."""
    sections = {heading: found for kind in kinds for heading, found in _SECTIONS[kind]().items()}
    width = max((len(name) for found in sections.values() for name in found), default=0)
    for heading, found in sections.items():
        yield heading
        for name, about in found.items():
            yield f"  {name:{width}}  {about}".rstrip()


def _modules(kind: str, domain: str | None = None) -> Entries:
    return {
        name: catalogue.summary(catalogue.path_of(kind, name, domain))
        for name in catalogue.names(kind, domain)
    }


def _domains() -> dict[str, Entries]:
    return {"domains": _modules("domains")}


def _algorithms() -> dict[str, Entries]:
    return {"algorithms": _modules("algorithms")}


def _heuristics() -> dict[str, Entries]:
    return {
        f"heuristics for {domain}": _modules("heuristics", domain)
        for domain in catalogue.names("domains")
    }


def _datasets() -> dict[str, Entries]:
    from harness.instances import dataset_about, dataset_names

    return {"datasets": {name: dataset_about(name) for name in dataset_names()}}


def _references() -> dict[str, Entries]:
    from harness.references import load, names

    return {"references": {name: load(name).title for name in names()}}


_SECTIONS: dict[str, Callable[[], dict[str, Entries]]] = {
    "domains": _domains,
    "heuristics": _heuristics,
    "algorithms": _algorithms,
    "datasets": _datasets,
    "references": _references,
}

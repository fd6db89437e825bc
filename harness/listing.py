"""What there is to search, to search with and to compare with; no compiler is loaded for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import ModuleType
from typing import Any, NamedTuple

from harness import modules
from harness.groups import NOTHING
from harness.model import UserError
from kernels import catalogue


class Section(NamedTuple):
    """Some names, and what is told of them.

    heads
        of the columns behind the names but the last, which is a line in words.
    notes
        what the heads mean.
    """

    rows: dict[str, tuple[str, ...]]
    heads: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def lines(kinds: Iterable[str]) -> Iterator[str]:
    """The lines of a listing, a heading before each kind or group of names."""
    return written({h: found for kind in kinds for h, found in _SECTIONS[kind]().items()})


def written(sections: Mapping[str, Section]) -> Iterator[str]:
    """The lines of sections by their headings."""
    width = max((len(name) for found in sections.values() for name in found.rows), default=0)
    for heading, found in sections.items():
        table = [(heading, *found.heads, ""), *((f"  {n}", *row) for n, row in found.rows.items())]
        widths = [
            width + 2,
            *(max(map(len, column)) for column in list(zip(*table, strict=True))[1:-1]),
            0,
        ]
        for row in table:
            cells = (f"{cell:{width}}" for cell, width in zip(row, widths, strict=True))
            yield "  ".join(cells).rstrip()
        yield from (f"  {note}" for note in found.notes)


def _summaries(kind: str, domain: str | None = None) -> Section:
    paths = [catalogue.path_of(kind, name, domain) for name in catalogue.names(kind, domain)]
    return Section({path.stem: (catalogue.summary(path),) for path in paths})


def _domains() -> dict[str, Section]:
    return {"domains": _summaries("domains")}


def _algorithms() -> dict[str, Section]:
    """With what each claims, for the defaults of its parameters."""
    searching: dict[str, tuple[str, ...]] = {}
    playing: dict[str, tuple[str, ...]] = {}
    for name in catalogue.names("algorithms"):
        path = catalogue.path_of("algorithms", name)
        try:
            module = modules.load(path)
        except UserError:
            searching[name] = (*(NOTHING,) * 3, catalogue.summary(path))
            continue
        if getattr(module, "PLAYS", False):
            playing[name] = (module.EXACT, module.MEMORY, catalogue.summary(path))
        else:
            searching[name] = (*_claims(module), catalogue.summary(path))
    return {
        "algorithms": Section(searching, ("optimal", "complete", "memory"), _CLAIMS),
        "algorithms for games": Section(playing, ("value", "memory")),
    }


_CLAIMS = (
    "All with the defaults of the parameters; docs/parameters.md lists these.",
    "optimal: in what solutions are least, if the heuristic is admissible. complete: it ends in",
    "every finite space without limits, with a solution or the proof that there is none.",
)


def _claims(module: ModuleType) -> tuple[str, ...]:
    defaults = {name: p.default for name, p in getattr(module, "PARAMETERS", {}).items()}

    def claim(name: str) -> str:
        value = getattr(module, name.upper(), None)
        if value is None and hasattr(module, name):
            value = getattr(module, name)(defaults)
        return _WORDS.get(value) or str(value)

    return claim("optimal"), claim("complete"), claim("memory")


_WORDS: dict[Any, str] = {None: NOTHING, True: "yes", False: "no"}


def _heuristics() -> dict[str, Section]:
    return {
        f"heuristics for {domain}": _summaries("heuristics", domain)
        for domain in catalogue.names("domains")
    }


def _of_games(kind: str) -> dict[str, Section]:
    return {f"{kind} for {game}": _summaries(kind, game) for game in catalogue.names("games")}


def _datasets() -> dict[str, Section]:
    from harness.dataset_listing import section

    return {"datasets": section()}


def _references() -> dict[str, Section]:
    from harness.references import load, names

    return {"references": Section({name: (load(name).title,) for name in names()})}


_SECTIONS: dict[str, Callable[[], dict[str, Section]]] = {
    "domains": _domains,
    "heuristics": _heuristics,
    "algorithms": _algorithms,
    "games": lambda: {"games": _summaries("games")},
    "evaluators": lambda: _of_games("evaluators"),
    "candidates": lambda: _of_games("candidates"),
    "datasets": _datasets,
    "references": _references,
}

"""``include`` and ``exclude``: which runs of the cross product are made."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from harness.columns import STATUSES
from harness.complaints import Complaints, shown
from harness.model import UserError
from harness.schema import Experiment
from harness.specs import PARTS, RUN_KEYS, matches
from harness.suggest import unknown
from harness.variants import Variant
from harness.yaml_reader import Key

_OF_A_RUN = frozenset({"instance", "seed", "repeat", "tie_break"})
"""Keys that runs of the same domain, algorithm and heuristic may differ in."""

_NO_RUN = "no run fits this pattern"


@dataclass
class Filter:
    """Keeps the runs that fit one of ``include``, if there is any, and none of ``exclude``."""

    experiment: Experiment
    _used: set[Key] = field(default_factory=set)

    @property
    def patterns(self) -> dict[Key, dict[str, Any]]:
        """Every pattern of both keys, by its place in the config."""
        return {
            (section, i): pattern
            for section in ("include", "exclude")
            for i, pattern in enumerate(getattr(self.experiment, section))
        }

    def of(self, combination: Mapping[str, Any]) -> CombinationFilter:
        """What is left to be asked of each run of a combination (the row that its runs share)."""
        open_patterns = []
        for key, pattern in self.patterns.items():
            settled = {name: value for name, value in pattern.items() if name not in _OF_A_RUN}
            if matches(settled, combination):
                rest = {name: value for name, value in pattern.items() if name in _OF_A_RUN}
                open_patterns.append((key, rest))
        return CombinationFilter(bool(self.experiment.include), open_patterns, self._used)

    def warnings(self) -> list[str]:
        """A sentence for each pattern that no run fitted."""
        return [self._complaint(key, _NO_RUN) for key in self.patterns if key not in self._used]

    def refusal(self) -> UserError:
        """What is wrong where no run is left: the patterns of ``include`` that no run fitted."""
        consequence = "'include' and 'exclude' leave no run"
        missed = [key for key in self.patterns if key[0] == "include" and key not in self._used]
        lines = [self._complaint(key, f"{_NO_RUN}: {consequence}") for key in missed]
        section = "exclude" if self.experiment.exclude else "include"
        return UserError("\n".join(lines or [self._complaint((section,), consequence)]))

    def _complaint(self, key: Key, problem: str) -> str:
        return self.experiment.document.complaint(key, problem)


@dataclass(frozen=True)
class CombinationFilter:
    """The patterns that fit a domain, algorithm and heuristic, as far as these decide.

    choosy
        whether only what is included is kept.
    patterns
        place of a pattern, and what it still asks of a run.
    used
        places of the patterns that some run fitted; grows.
    """

    choosy: bool
    patterns: Sequence[tuple[Key, dict[str, Any]]]
    used: set[Key]

    @property
    def trivial(self) -> bool:
        """Whether every run is kept."""
        return not self.choosy and not self.patterns

    def keeps(self, run: Mapping[str, Any]) -> bool:
        """Whether a run with these values for instance, seed, repeat and tie_break is made."""
        fitting = {key for key, pattern in self.patterns if matches(pattern, run)}
        self.used.update(fitting)
        sections = {key[0] for key in fitting}
        return "exclude" not in sections and ("include" in sections or not self.choosy)


def check_names(
    experiment: Experiment, variants: Mapping[str, Sequence[Variant]], complaints: Complaints
) -> None:
    """Complain of patterns, tables and plots that mention a name or a parameter nothing has.

    variants
        the "domain", "algorithm" and "heuristic" variants of the experiment.
    """
    parameters = {
        part: sorted({name for variant in variants[part] for name in variant.choice.parameters})
        for part in PARTS
    }
    names: dict[str, Sequence[str]] = {
        part: sorted({variant.name for variant in variants[part]}) for part in PARTS
    }
    names["status"] = STATUSES
    for key, pattern in _patterns(experiment):
        for name, wanted in pattern.items():
            for one in wanted if isinstance(wanted, list) else [wanted]:
                if name in names and one is not None and one not in names[name]:
                    complaints.add((*key, name), unknown(name, one, names[name]))
    for key, name in _keys(experiment):
        part, dot, parameter = name.partition(".")
        if dot and parameter not in parameters[part]:
            problem = unknown(f"parameter of the {part}s", parameter, parameters[part])
            complaints.add(key, problem)


def check_selections(
    experiment: Experiment,
    planned: Callable[[], Iterable[Mapping[str, Any]]],
    complaints: Complaints,
) -> None:
    """Complain of tables and plots whose ``where`` no planned run can fit.

    planned
        gives each run's columns, as far as these are known before its search; other keys decide
        nothing here.
    """
    for key, pattern in _selections(experiment):
        known = {name: wanted for name, wanted in pattern.items() if _is_planned(name)}
        if known and not any(matches(known, run) for run in planned()):
            complaints.add(key, f"{shown(pattern)}: no run of this config fits")


def _is_planned(name: str) -> bool:
    """Whether a key's value is known before a search."""
    return name in RUN_KEYS or name.partition(".")[0] in PARTS


def _patterns(experiment: Experiment) -> Iterable[tuple[Key, dict[str, Any]]]:
    for section in ("include", "exclude"):
        for i, pattern in enumerate(getattr(experiment, section)):
            yield (section, i), pattern
    yield from _selections(experiment)


def _selections(experiment: Experiment) -> Iterable[tuple[Key, dict[str, Any]]]:
    for section in ("tables", "plots"):
        for i, spec in enumerate(getattr(experiment, section)):
            yield (section, i, "where"), spec.where


def _keys(experiment: Experiment) -> Iterable[tuple[Key, str]]:
    """Every key of a column or parameter that the config mentions, and where."""
    for place, pattern in _patterns(experiment):
        for name in pattern:
            yield (*place, name), name
    for i, table in enumerate(experiment.tables):
        for n, name in enumerate(table.rows):
            yield ("tables", i, "rows", n), name
        if table.split:
            yield ("tables", i, "split"), table.split
    for i, plot in enumerate(experiment.plots):
        for n, name in enumerate(plot.by):
            yield ("plots", i, "by", n), name

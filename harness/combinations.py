"""Which domain, algorithm and heuristic can work together, and why the others cannot."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from harness.complaints import Complaints
from harness.instances import Candidate
from harness.schema import Experiment
from harness.variants import HeuristicEntry, Variant
from harness.yaml_reader import Key


@dataclass(frozen=True)
class Refusal:
    """A combination of the cross product that cannot work, and why.

    algorithm, heuristic, domain
        names with the parameters that the config gives; heuristic is None where none is used.
    entries
        where the config names them, first the one that is to blame.
    """

    algorithm: str
    heuristic: str | None
    domain: str
    reason: str
    entries: tuple[Key, ...]


@dataclass(frozen=True)
class Combination:
    """A domain, an algorithm and a heuristic that are to work together."""

    domain: Variant
    algorithm: Variant
    heuristic: Variant | None
    candidates: Sequence[Candidate]

    @property
    def parts(self) -> list[Variant]:
        """Domain, heuristic if there is one, and algorithm."""
        return [part for part in (self.domain, self.heuristic, self.algorithm) if part]

    def refusal(self, guilty: Variant, reason: str) -> Refusal:
        """This combination as one that is left out."""
        heuristic = self.heuristic.label if self.heuristic else None
        keys = tuple(dict.fromkeys(part.key for part in (guilty, *self.parts)))
        return Refusal(self.algorithm.label, heuristic, self.domain.label, reason, keys)


Objection = tuple[Variant, str]
"""What is to blame for a combination that cannot work, and the reason."""


def possible(
    experiment: Experiment,
    algorithms: Sequence[Variant],
    entries: Sequence[HeuristicEntry],
    domains: Sequence[Variant],
    candidates: Sequence[Sequence[Candidate]],
    refused: list[Refusal],
) -> Iterator[Combination]:
    """The combinations that can work, in order; the others go to ``refused``."""
    for combination in _combinations(algorithms, entries, domains, candidates, refused):
        objections = (objection(experiment, combination) for objection in _OBJECTIONS)
        found = next(filter(None, objections), None)
        if found:
            refused.append(combination.refusal(*found))
        else:
            yield combination


def _combinations(
    algorithms: Sequence[Variant],
    entries: Sequence[HeuristicEntry],
    domains: Sequence[Variant],
    candidates: Sequence[Sequence[Candidate]],
    refused: list[Refusal],
) -> Iterator[Combination]:
    """The cross product; a heuristic meets the domains that it fits, the others are refused."""
    fields = list(zip(domains, candidates, strict=True))
    for algorithm in algorithms:
        if not algorithm.module.USES_HEURISTIC:
            yield from (Combination(domain, algorithm, None, found) for domain, found in fields)
            continue
        for entry in entries:
            for name, fitting in entry.fits.items():
                for heuristic, (domain, found) in product(fitting, fields):
                    if domain.name == name:
                        yield Combination(domain, algorithm, heuristic, found)
            for domain in domains:
                if domain.name not in entry.fits:
                    reason = f"{entry.name} fits {', '.join(entry.fits)}, not {domain.name}"
                    keys = (entry.key, domain.key, algorithm.key)
                    refused.append(Refusal(algorithm.label, entry.name, domain.label, reason, keys))


def _parameters_clash(experiment: Experiment, made: Combination) -> Objection | None:
    faults = ((part, part.ask("fault")) for part in made.parts)
    return next(((part, f"{part.name}: {fault}") for part, fault in faults if fault), None)


def _has_no_instances(experiment: Experiment, made: Combination) -> Objection | None:
    return None if made.candidates else (made.domain, f"{made.domain.label} has no instances")


def _needs_unit_cost(experiment: Experiment, made: Combination) -> Objection | None:
    needed = getattr(made.algorithm.module, "NEEDS_UNIT_COST", False)
    if not needed or getattr(made.domain.module, "UNIT_COST", made.domain.ask("unit_cost")):
        return None
    reason = f"{made.algorithm.name} needs unit costs; operators of {made.domain.label} have others"
    return made.algorithm, reason


def _needs_functions(experiment: Experiment, made: Combination) -> Objection | None:
    needed = getattr(made.algorithm.module, "NEEDS", ())
    missing = [name for name in needed if not hasattr(made.domain.module, name)]
    if not missing:
        return None
    what = " and ".join(f"{name!r}" for name in missing)
    return made.algorithm, f"{made.algorithm.name} needs {what}, which {made.domain.name} has not"


def _needs_admissible(experiment: Experiment, made: Combination) -> Objection | None:
    if made.heuristic is None or made.heuristic.ask("admissible"):
        return None
    claim = f"{made.heuristic.label} does not claim to be admissible"
    if getattr(made.algorithm.module, "NEEDS_ADMISSIBLE", False):
        return made.heuristic, f"{claim}, and {made.algorithm.name} needs that"
    if experiment.require == "admissible":
        return made.heuristic, f"{claim}, and 'require' asks for that"
    return None


_OBJECTIONS: tuple[Callable[[Experiment, Combination], Objection | None], ...] = (
    _parameters_clash,
    _has_no_instances,
    _needs_unit_cost,
    _needs_functions,
    _needs_admissible,
)


def check_entries(
    usable: Sequence[Combination], refused: Sequence[Refusal], complaints: Complaints
) -> None:
    """Complain of what the config names and no run can use, each reason once."""
    used = {part.key for combination in usable for part in combination.parts}
    guilty = [refusal.entries[0] for refusal in refused]
    entries = dict.fromkeys(guilty + [key for refusal in refused for key in refusal.entries])
    said: set[str] = set()
    for key in entries:
        reasons = dict.fromkeys(refusal.reason for refusal in refused if key in refusal.entries)
        news = [reason for reason in reasons if reason not in said]
        if key not in used and news:
            complaints.add(key, f"no run can use this: {'; '.join(news)}")
            said.update(news)

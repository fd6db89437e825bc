"""Which domain, algorithm and heuristic can work together, and why the others cannot."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from harness.complaints import Complaints
from harness.instances import Candidate
from harness.schema import Experiment
from harness.variants import FittingEntry, Variant
from harness.yaml_reader import Key


@dataclass(frozen=True)
class Refusal:
    """A combination of the cross product that cannot work, and why.

    algorithm, heuristic, domain, generator
        names with the parameters that the config gives; heuristic is None where none is used, and
        the candidate generator where there is no game.
    entries
        where the config names them, first the one that is to blame.
    """

    algorithm: str
    heuristic: str | None
    domain: str
    reason: str
    entries: tuple[Key, ...]
    generator: str | None = None


@dataclass(frozen=True)
class Combination:
    """A domain, an algorithm and a heuristic that are to work together on some instances.

    generator
        the candidate generator, of games only.
    """

    domain: Variant
    algorithm: Variant
    heuristic: Variant | None
    candidates: Sequence[Candidate]
    generator: Variant | None = None

    @property
    def parts(self) -> list[Variant]:
        """Domain, heuristic and generator if there are any, and algorithm."""
        parts = (self.domain, self.heuristic, self.generator, self.algorithm)
        return [part for part in parts if part]

    def refusal(self, guilty: Variant, reason: str) -> Refusal:
        """This combination as one that is left out."""
        heuristic = self.heuristic.label if self.heuristic else None
        generator = self.generator.label if self.generator else None
        keys = tuple(dict.fromkeys(part.key for part in (guilty, *self.parts)))
        return Refusal(self.algorithm.label, heuristic, self.domain.label, reason, keys, generator)


Objection = tuple[Variant, str]
"""What is to blame for a combination that cannot work, and the reason."""


def possible(
    experiment: Experiment,
    algorithms: Sequence[Variant],
    entries: Sequence[FittingEntry],
    generators: Sequence[FittingEntry],
    domains: Sequence[Variant],
    candidates: Sequence[Sequence[Candidate]],
    refused: list[Refusal],
) -> Iterator[Combination]:
    """The combinations that can work, in order; the others go to ``refused``."""
    # Each game has evaluators and generators of its own: those of another one go without saying.
    strangers: list[Refusal] = [] if experiment.world.plays else refused
    product_of_all = _combinations(algorithms, entries, domains, candidates, strangers)
    if experiment.world.plays:
        product_of_all = _with_generators(product_of_all, generators)
    for combination in product_of_all:
        found = objection_to(experiment, combination)
        if found:
            refused.append(combination.refusal(*found))
        else:
            yield combination


def objection_to(experiment: Experiment, combination: Combination) -> Objection | None:
    """Why a combination cannot work, if it cannot."""
    objections = (objection(experiment, combination) for objection in _OBJECTIONS)
    return next(filter(None, objections), None)


def _combinations(
    algorithms: Sequence[Variant],
    entries: Sequence[FittingEntry],
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


def _with_generators(
    combinations: Iterator[Combination], generators: Sequence[FittingEntry]
) -> Iterator[Combination]:
    """Each combination with every candidate generator that fits its game."""
    for combination in combinations:
        for entry in generators:
            for generator in entry.fits.get(combination.domain.name, []):
                yield replace(combination, generator=generator)


def _is_of_the_other_world(experiment: Experiment, made: Combination) -> Objection | None:
    plays = getattr(made.algorithm.module, "PLAYS", False)
    if plays == experiment.world.plays:
        return None
    what = "plays games" if plays else "plays no games"
    return made.algorithm, f"{made.algorithm.name} {what}, and {made.domain.name} is {_IS[plays]}"


_IS = {True: "none", False: "one"}


def _needs_exact_keys(experiment: Experiment, made: Combination) -> Objection | None:
    needed = getattr(made.algorithm.module, "NEEDS_EXACT_KEYS", False)
    if not needed or made.domain.ask("exact_keys"):
        return None
    reason = f"{made.algorithm.name} needs exact keys, which {made.domain.label} has not"
    return made.domain, reason


def _breaks_symmetry(experiment: Experiment, made: Combination) -> Objection | None:
    stores = made.algorithm.choice.parameters.get("table_bits") is not None
    stores |= getattr(made.algorithm.module, "NEEDS_EXACT_KEYS", False)
    if not stores or not made.domain.ask("reduces_symmetry"):
        return None
    parts = [part for part in (made.heuristic, made.generator) if part]
    guilty = next((part for part in parts if not part.ask("symmetric")), None)
    if guilty is None:
        return None
    reason = (
        f"{guilty.label} does not say that it takes mirrored positions for the same, as "
        f"{made.domain.label} does where positions are stored"
    )
    return guilty, reason


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
    if experiment.world.plays or made.heuristic is None or made.heuristic.ask("admissible"):
        return None
    claim = f"{made.heuristic.label} does not claim to be admissible"
    if getattr(made.algorithm.module, "NEEDS_ADMISSIBLE", False):
        return made.heuristic, f"{claim}, and {made.algorithm.name} needs that"
    if experiment.require == "admissible":
        return made.heuristic, f"{claim}, and 'require' asks for that"
    return None


_OBJECTIONS: tuple[Callable[[Experiment, Combination], Objection | None], ...] = (
    _is_of_the_other_world,
    _parameters_clash,
    _needs_exact_keys,
    _breaks_symmetry,
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

"""From an experiment to its runs: the cross product, less what cannot work or is not wanted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

from harness import matches
from harness.combinations import Combination, Refusal, check_entries, possible
from harness.complaints import Complaints
from harness.identity import RunIds, recorded_parameters
from harness.instances import gather
from harness.model import Choice, Limits, Run, UserError
from harness.patterns import Filter, check_names, check_selections
from harness.quantities import MOST
from harness.schema import Experiment
from harness.variants import FittingEntry, Variant, fitting, named


@dataclass
class Plan:
    """What an experiment comes to.

    runs
        by algorithm, heuristic, domain, instance, seed and repeat, in the order of the config.
    refused
        combinations that are left out because they cannot work.
    warnings
        what is probably not meant, one sentence each.
    """

    runs: list[Run] = field(default_factory=list)
    refused: list[Refusal] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)


def plan(experiment: Experiment, data: Path | None = None) -> Plan:
    """All runs of an experiment.

    data
        folder of published instance sets; default: ``$SEARCHBENCH_DATA``, if it is set.

    Raises UserError for unknown names and parameters, values out of bounds, instances that cannot
    be read or stand twice, a domain, heuristic or algorithm that can work with nothing else in the
    config, an experiment of which nothing is left, and tables and plots of runs that it has not.
    """
    made = Plan()
    if experiment.players:
        matches.fill(made, experiment, data)
        return made
    complaints = Complaints(experiment.document)
    world = experiment.world
    domains = named(world.problems, experiment, complaints)
    algorithms = named("algorithms", experiment, complaints)
    complaints.check()
    domain_names = list(dict.fromkeys(domain.name for domain in domains))
    entries = fitting(world.values, experiment, domain_names, complaints)
    generators = fitting("candidates", experiment, domain_names, complaints) if world.plays else []
    complaints.check()
    _check_use_of_heuristics(experiment, algorithms, entries, complaints, made.warnings)
    variants = {
        "domain": domains,
        "algorithm": algorithms,
        "heuristic": _variants(entries),
        "candidates": _variants(generators),
    }
    check_names(experiment, variants, complaints)
    complaints.check()
    candidates = gather(experiment, domains, complaints, made.warnings, data)
    complaints.check()
    usable = list(
        possible(experiment, algorithms, entries, generators, domains, candidates, made.refused)
    )
    check_entries(usable, made.refused, complaints)
    complaints.check()
    _multiply(experiment, usable, made)
    check_selections(experiment, lambda: _rows(made.runs), complaints)
    complaints.check()
    return made


def _variants(entries: Sequence[FittingEntry]) -> list[Variant]:
    return [variant for entry in entries for found in entry.fits.values() for variant in found]


def _check_use_of_heuristics(
    experiment: Experiment,
    algorithms: Sequence[Variant],
    entries: Sequence[FittingEntry],
    complaints: Complaints,
    warnings: list[str],
) -> None:
    world = experiment.world
    informed = [algorithm for algorithm in algorithms if algorithm.module.USES_HEURISTIC]
    if not entries:
        for algorithm in informed:
            problem = f"{algorithm.name} needs {world.a_value}; the key {world.values!r} names none"
            complaints.add(algorithm.key, problem)
    elif not informed:
        problem = f"none of the algorithms uses {world.a_value}"
        warnings.append(experiment.document.complaint((world.values,), problem))


def _multiply(experiment: Experiment, usable: Sequence[Combination], made: Plan) -> None:
    """Every combination on each of its instances, with each seed, as often as is asked for."""
    total = sum(len(c.candidates) * len(_seeds(experiment, c)) for c in usable)
    if total * experiment.repeats > MOST:
        raise UserError(
            f"{experiment.source}: {total * experiment.repeats} runs; at most {MOST} are planned"
        )
    wanted = Filter(experiment)
    for combination in usable:
        made.runs += _runs(experiment, combination, wanted)
    made.warnings += wanted.warnings()
    if "seeds" in experiment.model_fields_set and not any(
        combination.algorithm.setting.draws for combination in usable
    ):
        problem = "no algorithm draws random numbers"
        made.warnings.append(experiment.document.complaint(("seeds",), problem))
    if not made.runs:
        raise wanted.refusal()
    _refuse_twins(experiment, made.runs)


def _runs(experiment: Experiment, combination: Combination, wanted: Filter) -> Iterator[Run]:
    domain, algorithm = combination.domain.choice, combination.algorithm.choice
    heuristic = combination.heuristic.choice if combination.heuristic else None
    candidates = combination.generator.choice if combination.generator else None
    ids = RunIds(domain, algorithm, heuristic, candidates)
    limits = Limits(**experiment.limits.model_dump())
    kept = wanted.of(_row(domain, algorithm, heuristic, candidates))
    seeds = _seeds(experiment, combination)
    tie_breaks = {seed: _tie_break(algorithm, seed) for seed in seeds}
    for candidate, seed, repeat in product(
        combination.candidates, seeds, range(experiment.repeats)
    ):
        instance = candidate.instance
        own = {"instance": instance.name, "seed": seed, "repeat": repeat}
        if kept.trivial or kept.keeps({**own, "tie_break": tie_breaks[seed]}):
            yield Run(
                run_id=ids.run_id(instance.text, seed, repeat),
                experiment=experiment.experiment,
                domain=domain,
                instance=instance,
                algorithm=algorithm,
                heuristic=heuristic,
                seed=seed,
                repeat=repeat,
                limits=limits,
                keep_path=experiment.paths,
                fault=candidate.fault or _one_way(combination, instance.text),
                candidates=candidates,
            )


def _one_way(combination: Combination, instance: str) -> str | None:
    """Why a bidirectional search cannot take an instance."""
    algorithm, domain = combination.algorithm, combination.domain
    if not getattr(algorithm.module, "BIDIRECTIONAL", False):
        return None
    if domain.module.reverse(domain.choice.parameters, instance) is not None:
        return None
    return f"{algorithm.name} searches from the goal too, and this instance has more than one"


def _seeds(experiment: Experiment, combination: Combination) -> Sequence[int | None]:
    setting = combination.algorithm.setting
    if not setting.draws:
        return [None]
    return experiment.seeds if setting.seed is None else [setting.seed]


def _tie_break(algorithm: Choice, seed: int | None) -> str | None:
    word: str | None = algorithm.parameters.get("tie_break")
    return f"random({seed})" if word == "random" else word


def _row(
    domain: Choice, algorithm: Choice, heuristic: Choice | None, candidates: Choice | None
) -> dict[str, Any]:
    """The columns that all runs of a combination share, as patterns see them."""
    return {
        "domain": domain.name,
        "domain_params": recorded_parameters(domain.parameters),
        "algorithm": algorithm.name,
        "algorithm_params": recorded_parameters(algorithm.parameters),
        "heuristic": heuristic.name if heuristic else None,
        "heuristic_params": recorded_parameters(heuristic.parameters) if heuristic else None,
        "candidates": candidates.name if candidates else None,
        "candidates_params": recorded_parameters(candidates.parameters) if candidates else None,
        "operator_order": domain.parameters.get("operator_order"),
    }


def _rows(runs: Sequence[Run]) -> Iterator[dict[str, Any]]:
    """Of each run the columns that are known before its search."""
    shared: dict[tuple[int, ...], dict[str, Any]] = {}
    for run in runs:
        choices = (run.domain, run.algorithm, run.heuristic, run.candidates)
        key = tuple(map(id, choices))
        if key not in shared:
            shared[key] = _row(*choices)
        yield shared[key] | {
            "instance": run.instance.name,
            "seed": run.seed,
            "repeat": run.repeat,
            "tie_break": _tie_break(run.algorithm, run.seed),
        }


def _refuse_twins(experiment: Experiment, runs: Sequence[Run]) -> None:
    """Two runs may not be the same search: ``random(7)`` beside ``random`` with the seed 7, say."""
    if len({run.run_id for run in runs}) == len(runs):
        return
    seen: dict[str, Run] = {}
    for run in runs:
        if seen.setdefault(run.run_id, run) is not run:
            raise UserError(
                f"{experiment.source}: {run.algorithm.name} with seed {run.seed} on "
                f"{run.instance.name} is planned twice"
            )

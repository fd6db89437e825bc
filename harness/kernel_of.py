"""Which kernel a run needs."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from types import ModuleType

from harness import modules
from harness.expected_rows import OF_MATCHES, kept_by
from harness.model import Choice, Run, UserError
from harness.players import digest_of, searches_of
from kernels import sources
from kernels.sources import Binding

_known: dict[tuple, tuple[Binding, str]] = {}


def key_of(run: Run) -> tuple:
    """Equal for runs that share a kernel. Of a match, each of its searches has one."""
    choices = (run.domain, run.algorithm, run.heuristic, run.candidates)
    return (
        *((c.path, repr(c.parameters)) if c else None for c in choices),
        *instance_constants(run.domain, run.instance.text).items(),
    )


def binding_of(run: Run) -> Binding:
    """Sources and constants of a run's kernel."""
    return _entry(run)[0]


def kernel_digest(run: Run) -> str:
    """Digest of a run's kernel, computed once for runs that share it; of a match that of both.

    Raises UserError for a source that cannot be bound.
    """
    if run.players is None:
        return _entry(run)[1]
    return digest_of(_entry(search)[1] for search in searches_of(run))


def is_cached(run: Run) -> bool:
    """Whether the run's kernel lies compiled in the cache; of a match, both kernels."""
    from kernels import specialise

    return all(specialise.is_cached(binding_of(search)) for search in searches_of(run))


def details_of(run: Run) -> frozenset[str]:
    """Files in which runs of the algorithm have rows, beside ``runs.parquet``."""
    if run.players is not None:
        return OF_MATCHES
    return kept_by(Path(run.algorithm.path))


def instance_constants(domain: Choice, instance: str) -> dict[str, int]:
    """What the domain wants a kernel specialised for that depends on the instance."""
    rules = _rules(domain.path)
    if not hasattr(rules, "specialise_for"):
        return {}
    constants: dict[str, int] = rules.specialise_for(domain.parameters, instance)
    return constants


@lru_cache(maxsize=64)
def _rules(path: str) -> ModuleType:
    return modules.load(Path(path))


def bind(
    domain: Choice,
    algorithm: Choice,
    heuristic: Choice | None,
    instance: str,
    candidates: Choice | None = None,
) -> Binding:
    """Sources and constants of the kernel for an instance, given as its canonical text."""
    rules, search = _rules(domain.path), modules.load(Path(algorithm.path))
    costs = {} if candidates else {"UNIT_COST": int(_is_unit_cost(rules, domain))}
    constants = {
        **costs,
        **rules.specialise(domain.parameters),
        **instance_constants(domain, instance),
        **search.specialise(algorithm.parameters),
    }
    if "rank_count" in getattr(search, "NEEDS", ()):
        constants["RANK_COUNT"] = rules.rank_count(domain.parameters)
    heuristic_path = Path(heuristic.path) if heuristic and search.USES_HEURISTIC else None
    generator = Path(candidates.path) if candidates else None
    return Binding(Path(algorithm.path), Path(domain.path), heuristic_path, constants, generator)


def _is_unit_cost(rules: ModuleType, domain: Choice) -> bool:
    """Whether every operator costs 1."""
    if hasattr(rules, "UNIT_COST"):
        return bool(rules.UNIT_COST)
    return bool(rules.unit_cost(domain.parameters))


def _entry(run: Run) -> tuple[Binding, str]:
    key = key_of(run)
    if key not in _known:
        try:
            binding = bind(
                run.domain, run.algorithm, run.heuristic, run.instance.text, run.candidates
            )
            _known[key] = binding, sources.digest(binding)
        except sources.SourceFault as fault:
            raise UserError(str(fault)) from fault
    return _known[key]

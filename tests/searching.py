"""Makes and solves single runs of the compiled searches, for tests."""

from __future__ import annotations

from typing import Any

from harness.model import Choice, Instance, Limits, Record, Run
from harness.search import Solver
from kernels import catalogue

SOLVER = Solver()


def choice(kind: str, name: str, domain: str | None = None, **parameters: Any) -> Choice:
    """A named file with its defaults, some replaced."""
    path = catalogue.path_of(kind, name, domain)
    defaults = {k: p.default for k, p in getattr(catalogue.load(path), "PARAMETERS", {}).items()}
    assert parameters.keys() <= defaults.keys()
    return Choice(name, {**defaults, **parameters}, str(path))


def tiles_run(
    start: tuple[int, ...],
    board: dict[str, Any],
    algorithm: str,
    parameters: dict[str, Any] | None = None,
    heuristic: tuple[str, dict[str, Any]] | None = ("manhattan", {}),
    limits: Limits | None = None,
    seed: int | None = None,
) -> Run:
    """A run on a sliding-tiles board."""
    text = " ".join(map(str, start))
    chosen = None
    if heuristic is not None:
        chosen = choice("heuristics", heuristic[0], "sliding_tiles", **heuristic[1])
    return Run(
        run_id="0" * 16,
        experiment="test",
        domain=choice("domains", "sliding_tiles", **board),
        instance=Instance(text, text),
        algorithm=choice("algorithms", algorithm, **(parameters or {})),
        heuristic=chosen,
        seed=seed,
        limits=limits or Limits(memory=1 << 28),
        keep_path=True,
    )


def solve(run: Run) -> Record:
    """Solve in this process."""
    return SOLVER.solve(run)

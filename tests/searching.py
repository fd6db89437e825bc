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


def algorithms(plays: bool = False) -> set[str]:
    """Names of those that search for a path, or of those that play games."""
    paths = {name: catalogue.path_of("algorithms", name) for name in catalogue.names("algorithms")}
    modules = {name: catalogue.load(path) for name, path in paths.items()}
    return {name for name, module in modules.items() if getattr(module, "PLAYS", False) == plays}


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


SMALL: dict[str, Any] = {
    "width": 2,
    "height": 3,
    "goal": [3, 1, 0, 5, 4, 2],
    "operator_order": "RDUL",
}
"""A board that every algorithm searches in no time from a few moves away."""

ALGORITHMS: dict[str, dict[str, Any]] = {
    "breadth_first": {},
    "breadth_first_bit_table": {},
    "depth_first": {},
    "iterative_deepening": {},
    "iterative_broadening": {"depth_limit": 14},
    "depth_first_branch_and_bound": {"duplicate_detection": "table"},
    "random_walk": {"steps": 200},
    "ida_star": {"duplicate_detection": "path"},
    "ida_star_stack": {"next_bound": "least_excess"},
    "ida_star_transposition": {"table_bits": 5},
    "rbfs": {"duplicate_detection": "path"},
    "budgeted_tree_search": {"c2": 4},
    "beam_search": {"width": 20},
    "enforced_hill_climbing": {},
    "breadth_first_heuristic_search": {},
    "uniform_cost": {},
    "greedy_best_first": {},
    "a_star": {},
    "weighted_a_star": {"weight": 1.5},
    "partial_expansion_a_star": {"selection": "children"},
    "anytime_weighted_a_star": {"weight": 3},
    "bidirectional_breadth_first": {"side": "alternate"},
    "mm": {"tie_break": "high_g"},
    "nbs": {},
}
"""All of them, and parameters that are not the default."""

BLIND = (
    "breadth_first",
    "breadth_first_bit_table",
    "depth_first",
    "iterative_deepening",
    "random_walk",
    "uniform_cost",
    "bidirectional_breadth_first",
)


def small_run(algorithm: str, start: tuple[int, ...], **limits: Any) -> Run:
    """A run on SMALL, with Manhattan distance where a heuristic is used."""
    heuristic = None if algorithm in BLIND else ("manhattan", {})
    chosen = Limits(**{"memory": 1 << 28, **limits})
    return tiles_run(start, SMALL, algorithm, ALGORITHMS[algorithm], heuristic, chosen)


def essence(record: Record) -> dict[str, Any]:
    """All that has to be the same however fast the machine is."""
    timed = ("kernel_seconds", "nodes_per_second")
    return {
        **{column: value for column, value in record.row.items() if column not in timed},
        "levels": record.levels.tolist(),
        "iterations": record.iterations.tolist(),
        "solutions": record.solutions.tolist(),
        "path": record.path,
    }

"""The one problem of most searches, and the two of a bidirectional one.

A bidirectional search is handed a pair of everything: of the problem, and of its reverse, which
leads from the goal to the start.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from harness.contract_check import check_tables
from harness.model import KernelFault, Run
from kernels.specialise import Kernel

Problem = tuple[dict[str, Any], str]
"""Parameters of a domain, and an instance (its canonical text)."""


def _is_pair(kernel: Kernel) -> bool:
    return getattr(kernel.algorithm, "BIDIRECTIONAL", False)


def _problems(run: Run, kernel: Kernel) -> list[Problem]:
    problem = run.domain.parameters, run.instance.text
    if not _is_pair(kernel):
        return [problem]
    reverse = kernel.domain.reverse(*problem)
    if reverse is None:
        name = run.algorithm.name
        raise KernelFault(f"{name} searches from the goal too, which here is not one state")
    return [problem, reverse]


def _packed(kernel: Kernel, of_sides: list[Any]) -> Any:
    return tuple(of_sides) if _is_pair(kernel) else of_sides[0]


def tables(run: Run, kernel: Kernel) -> Any:
    """What the domain looks up: T, or the pair of them."""
    return _packed(kernel, [kernel.domain.prepare(*p) for p in _problems(run, kernel)])


def values(run: Run, kernel: Kernel, T: Any) -> Any:
    """What the heuristic looks up, for the T of ``tables``: H, or the pair of them.

    Raises KernelFault where that is nothing to look up.
    """
    if kernel.heuristic is None:
        return _packed(kernel, [(), ()])
    parameters = run.heuristic.parameters if run.heuristic else {}
    pair = T if _is_pair(kernel) else (T,)
    made = [kernel.heuristic.prepare(one, parameters) for one in pair]
    for H in made:
        check_tables(run.heuristic.path if run.heuristic else "", H)
    return _packed(kernel, made)


def starts(run: Run, kernel: Kernel) -> np.ndarray:
    """The start state; for a bidirectional search both, one below the other."""
    states = [kernel.domain.start(*p) for p in _problems(run, kernel)]
    return np.array(states) if _is_pair(kernel) else states[0]


def are_same(T: Any, other: Any) -> bool:
    """Whether two results of ``tables`` are the same objects."""
    if type(T) is tuple:
        return all(a is b for a, b in zip(T, other, strict=True))
    return T is other


def forward(kernel: Kernel, T: Any, H: Any) -> tuple[Any, Any]:
    """T and H of the problem itself; ``H`` may be None."""
    if not _is_pair(kernel):
        return T, H
    return T[0], None if H is None else H[0]


def problems(run: Run, kernel: Kernel, T: Any, H: Any) -> list[tuple[Problem, Any, Any]]:
    """Each problem with its own T and H."""
    pairs = (T, H) if _is_pair(kernel) else ((T,), (H,))
    return list(zip(_problems(run, kernel), *pairs, strict=True))


def path(kernel: Kernel, search: Any) -> list[int]:
    """Operators of the solution, from the start to the goal."""
    if not _is_pair(kernel):
        operators: list[int] = kernel.algorithm.path(search)
        return operators
    from_start, from_goal = kernel.algorithm.path(search)
    return [*from_start, *(kernel.domain.reverse_operator(op) for op in reversed(from_goal))]

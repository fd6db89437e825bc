"""What the driver does with a game: its tables, its checks, its best line, its record."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np
from numba import config, int64, typeof

from harness import contract_check, search_record
from harness.contract_check import require_number, type_of
from harness.model import Choice, KernelFault, Record, Run
from harness.search_record import Ended
from kernels import game_contract as play
from kernels.specialise import Kernel

CHECKED_PLIES = 12
"""Of a walk on which the evaluator's two functions are compared."""

VALUES = f"{-play.MAX_VALUE} to {play.MAX_VALUE}"
"""What an evaluator may give, in words."""

WHO_VALUES = "evaluator"

_STATE = int64[::1]


def tables(run: Run, kernel: Kernel) -> Any:
    """T of a run's game."""
    return kernel.domain.prepare(run.domain.parameters, run.instance.text)


def values(run: Run, kernel: Kernel, T: Any) -> tuple[Any, Any]:
    """What the evaluator and the candidate generator look up, for that T."""
    E = _prepared(kernel.heuristic, run.heuristic, T)
    C = _prepared(kernel.candidates, run.candidates, T)
    return E, C


def _prepared(part: ModuleType | None, chosen: Choice | None, T: Any) -> Any:
    if part is None or chosen is None:
        return ()
    tables = part.prepare(T, chosen.parameters)
    contract_check.check_tables(chosen.path, tables)
    return tables


def are_same(T: Any, other: Any) -> bool:
    """Whether two results of ``tables`` are the same object."""
    return T is other


def start(run: Run, kernel: Kernel) -> np.ndarray:
    """The position to search."""
    state: np.ndarray = kernel.domain.start(run.domain.parameters, run.instance.text)
    return state


def check(run: Run, kernel: Kernel, T: Any, E: Any, C: Any) -> None:
    """Whether game, evaluator and generator give what their contract says; raises KernelFault."""
    if config.DISABLE_JIT:
        return
    for name in ("outcome", "mover"):
        require_number(run.domain.path, kernel.domain, name, typeof(T), _STATE)
    if kernel.heuristic is not None and run.heuristic is not None:
        _check_evaluator(run.heuristic.path, kernel.heuristic, T, E)
    if kernel.candidates is not None and run.candidates is not None:
        path = run.candidates.path
        arguments = (typeof(T), type_of(path, C), _STATE, int64, _STATE, int64)
        require_number(run.candidates.path, kernel.candidates, "generate", *arguments)
    _check_update(run, kernel, T, E)


def _check_update(run: Run, kernel: Kernel, T: Any, E: Any) -> None:
    """Whether ``update`` gives what ``evaluate`` gives, near where the search begins."""
    if kernel.heuristic is None or run.heuristic is None:
        return
    legal = np.zeros(kernel.replay.scratch_size(), dtype=np.int64)
    found = np.zeros(4, dtype=np.int64)
    if kernel.replay.first_difference(T, E, start(run, kernel), CHECKED_PLIES, legal, found):
        ply, move, updated, evaluated = found.tolist()
        name = kernel.domain.move_name(run.domain.parameters, move)
        raise KernelFault(
            f"{run.heuristic.path}: update gives {updated} and evaluate {evaluated} after {name}, "
            f"{ply + 1} plies from {run.instance.text}"
        )


def _check_evaluator(path: str, evaluator: Any, T: Any, E: Any) -> None:
    if not getattr(evaluator, "SCORES_ENDS", False):
        win = getattr(evaluator, "WIN", None)
        if type(win) is not int or not 0 < win <= play.MAX_VALUE:
            wanted = f"a whole number from 1 to {play.MAX_VALUE}"
            raise KernelFault(f"{path}: WIN is {win!r}; it has to be {wanted}")
    known = typeof(T), type_of(path, E)
    require_number(path, evaluator, "evaluate", *known, _STATE)
    if hasattr(evaluator, "update"):
        require_number(path, evaluator, "update", *known, _STATE, int64, int64)


def check_again(run: Run, kernel: Kernel, T: Any, E: Any, C: Any) -> None:
    """What has to be seen of each E and C anew, though the kernel is compiled already."""
    _check_update(run, kernel, T, E)


def warm(run: Run, kernel: Kernel, T: Any, E: Any, C: Any) -> None:
    """Call what is called beside the search."""
    _played(run, kernel, T, [])
    kernel.replay.outcome_of(T, start(run, kernel))
    if kernel.heuristic is not None:
        kernel.replay.value_of(T, E, start(run, kernel))


def over_at_once(search: Any, kernel: Kernel) -> Ended | None:
    """None: a game that is over has a value all the same."""
    return None


def finish(run: Run, kernel: Kernel, search: Any, ended: Ended, T: Any, E: Any, C: Any) -> None:
    """Take the best line, which the game's rules have to allow."""
    if not search.counters[play.HAS_VALUE]:
        return
    ended.path = kernel.algorithm.path(search)
    legal = _played(run, kernel, T, ended.path)
    if legal < len(ended.path):
        name = kernel.domain.move_name(run.domain.parameters, ended.path[legal])
        raise KernelFault(f"move {legal + 1} of the best line, {name}, breaks the game's rules")


def recorded(run: Run, kernel: Kernel, search: Any, ended: Ended) -> Record:
    """The record of the run; its path is the best line."""
    record = search_record.recorded(run, kernel, search, ended)
    totals = record.levels[:, 1:].sum(axis=0)
    line = [kernel.domain.move_name(run.domain.parameters, move) for move in ended.path or []]
    known = bool(search.counters[play.HAS_VALUE])
    record.row |= {
        "cost": None,
        "depth": None,
        "h_start": None,
        "evaluated": int(totals[play.LEVEL_EVALUATED]),
        "value": int(search.counters[play.VALUE]) if known else None,
        "best_move": line[0] if line else None,
        "leaves": int(totals[play.LEVEL_LEAVES]),
        "cutoffs": int(totals[play.LEVEL_CUTOFFS]),
        "table_hits": int(totals[play.LEVEL_TABLE_HITS]),
        "first_wins": int(totals[play.LEVEL_FIRST_WINS]),
        "second_wins": int(totals[play.LEVEL_SECOND_WINS]),
        "draws": int(totals[play.LEVEL_DRAWS]),
    }
    record.path = line if run.keep_path and known else None
    return record


def _played(run: Run, kernel: Kernel, T: Any, line: list[int]) -> int:
    """How many moves of a line the game's rules allow."""
    scratch = np.zeros(kernel.replay.scratch_size(), dtype=np.int64)
    moves = np.array(line, dtype=np.int64)
    return int(kernel.replay.play_back(T, start(run, kernel), moves, scratch))

"""What the driver does with a game: its tables, its checks, its best line, its record."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from harness import contract_check, game_check, search_record
from harness.model import Choice, KernelFault, Record, Run
from harness.search_record import Ended
from kernels import counters as at
from kernels import game_contract as play
from kernels.specialise import Kernel


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
    game_check.check_types(run, kernel, T, E, C)
    game_check.check_by_trial(run, kernel, T, E, C)


def check_again(run: Run, kernel: Kernel, T: Any, E: Any, C: Any) -> None:
    """What has to be seen of each E and C anew, though the kernel is compiled already."""
    game_check.check_by_trial(run, kernel, T, E, C)


def fault_of(status: int, run: Run, kernel: Kernel, search: Any) -> str | None:
    """What was wrong where a search ended with a status that tells of a fault."""
    value = int(search.counters[at.BAD_VALUE])
    if status == at.BAD_HEURISTIC:
        return f"the evaluator gave {value}; allowed are {game_check.values(run, kernel)}"
    if status == at.BAD_CANDIDATES:
        return f"the candidate generator gave {value} moves in a position; see its contract"
    if status == at.BAD_GAME:
        return f"a game is not over after {value} moves, its MAX_PLIES"
    return None


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

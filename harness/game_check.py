"""Whether a game, its evaluator and its generator keep their contract, as far as a trial shows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import config, int64, typeof

from harness.contract_check import require_number, type_of
from harness.model import KernelFault, Run
from kernels import game_contract as play
from kernels.cores import game_trial as trial
from kernels.specialise import Kernel

PLIES = 12
"""Of the walk on which they are tried."""

PLIES_UNCOMPILED = 2

_STATE = int64[::1]

Found = tuple[int, ...]


def check_types(run: Run, kernel: Kernel, T: Any, E: Any, C: Any) -> None:
    """Compile the functions that give numbers, and see of what type these are.

    Raises KernelFault with the file and the function.
    """
    if config.DISABLE_JIT:
        return
    for name in ("outcome", "mover"):
        require_number(run.domain.path, kernel.domain, name, typeof(T), _STATE)
    if kernel.heuristic is not None and run.heuristic is not None:
        _check_evaluator(run.heuristic.path, kernel.heuristic, T, E)
    if kernel.candidates is not None and run.candidates is not None:
        path = run.candidates.path
        arguments = (typeof(T), type_of(path, C), _STATE, int64, _STATE, int64)
        require_number(path, kernel.candidates, "generate", *arguments)


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


def check_by_trial(run: Run, kernel: Kernel, T: Any, E: Any, C: Any) -> None:
    """Walk from the position, and look at all that can be seen; raises KernelFault."""
    size = kernel.replay.trial_size()
    legal, chosen = np.zeros(size, np.int64), np.zeros(size, np.int64)
    state = kernel.domain.start(run.domain.parameters, run.instance.text)
    found = np.zeros(4, np.int64)
    plies = PLIES_UNCOMPILED if config.DISABLE_JIT else PLIES
    code = kernel.replay.first_fault(T, E, C, state, plies, legal, chosen, state.copy(), found)
    if code == trial.NO_FAULT:
        return
    ply, *rest = found.tolist()
    where = run.instance.text if ply == 0 else f"a position {_plies(ply)} from {run.instance.text}"
    part, sentence = _SENTENCES[code]
    raise KernelFault(f"{_file(run, part)}: {sentence(run, kernel, rest)} in {where}")


def values(run: Run, kernel: Kernel) -> str:
    """What the evaluator may give, in words."""
    own = None if getattr(kernel.heuristic, "SCORES_ENDS", False) else kernel.heuristic
    most = getattr(own, "WIN", play.MAX_VALUE)
    return f"{-most} to {most}"


def _file(run: Run, part: str) -> str:
    chosen = getattr(run, part)
    return str(chosen.path) if chosen else part


def _name(run: Run, kernel: Kernel, move: int) -> str:
    """A move as people write it; its number where the game has no word for that."""
    try:
        return str(kernel.domain.move_name(run.domain.parameters, move))
    except Exception:
        return str(move)


def _moves(run: Run, kernel: Kernel, rest: list[int]) -> str:
    return f"moves gives {rest[0]} moves, where 1 to {_most_moves(run, kernel)} are allowed,"


def _most_moves(run: Run, kernel: Kernel) -> int:
    return int(kernel.domain.specialise(run.domain.parameters)["MAX_MOVES"])


def _unknown(run: Run, kernel: Kernel, rest: list[int]) -> str:
    known = kernel.domain.specialise(run.domain.parameters)["MOVES"]
    return f"moves gives {rest[0]}, where 0 to {known - 1} are moves,"


def _undone(run: Run, kernel: Kernel, rest: list[int]) -> str:
    return f"undo does not restore the state after {_name(run, kernel, rest[0])}"


def _number(run: Run, kernel: Kernel, rest: list[int]) -> str:
    most = _most_moves(run, kernel)
    return f"generate gives {rest[0]} moves, where 1 to {most} are allowed,{_left(rest[1])}"


def _illegal(run: Run, kernel: Kernel, rest: list[int]) -> str:
    name = _name(run, kernel, rest[0])
    return f"generate gives {name}, which is no legal move,{_left(rest[1])}"


def _twice(run: Run, kernel: Kernel, rest: list[int]) -> str:
    return f"generate gives {_name(run, kernel, rest[0])} twice{_left(rest[1])}"


def _left(remaining: int) -> str:
    return f" with {_plies(remaining)} left"


def _plies(number: int) -> str:
    return f"{number} {'ply' if number == 1 else 'plies'}"


def _range(run: Run, kernel: Kernel, rest: list[int]) -> str:
    return f"evaluate gives {rest[0]}, where {values(run, kernel)} are allowed,"


def _changed(run: Run, kernel: Kernel, rest: list[int]) -> str:
    return "evaluate changes the state"


def _differs(run: Run, kernel: Kernel, rest: list[int]) -> str:
    move, updated, evaluated = rest
    after = _name(run, kernel, move)
    return f"update gives {updated} and evaluate {evaluated} after {after}"


_SENTENCES: dict[int, tuple[str, Callable[[Run, Kernel, list[int]], str]]] = {
    trial.NUMBER_OF_MOVES: ("domain", _moves),
    trial.UNKNOWN_MOVE: ("domain", _unknown),
    trial.NOT_UNDONE: ("domain", _undone),
    trial.NUMBER_OF_CANDIDATES: ("candidates", _number),
    trial.ILLEGAL_CANDIDATE: ("candidates", _illegal),
    trial.CANDIDATE_TWICE: ("candidates", _twice),
    trial.VALUE_OUT_OF_RANGE: ("heuristic", _range),
    trial.STATE_CHANGED: ("heuristic", _changed),
    trial.UPDATE_DIFFERS: ("heuristic", _differs),
}

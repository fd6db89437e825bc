"""A random game: positions in layers, moves from each into the next, several into the same one.

Its instances are seeds. Moves have numbers that stand for something else in each position.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from kernels.contract import Parameter
from kernels.game_contract import DRAW, FIRST_WINS, SECOND_WINS
from kernels.jit import inlined
from kernels.random import SplitMix64

NONE = -1
MOVES = 4
ENDINGS = (FIRST_WINS, SECOND_WINS, DRAW)

PARAMETERS = {
    "plies": Parameter("integer", 6, "layers behind the first", minimum=1),
    "width": Parameter("integer", 6, "positions in a layer", minimum=1),
    "endings": Parameter("integer", 10, "percentage of positions in which the game is over"),
}


class Tables(NamedTuple):
    """outcomes, values: int64[n]; legal: int64[n, 1 + MOVES], count and moves; successors:
    int64[n, MOVES], NONE where the move is not legal; first_mover: 0 or 1.
    """

    outcomes: np.ndarray
    values: np.ndarray
    legal: np.ndarray
    successors: np.ndarray
    first_mover: int


def specialise(params: dict[str, Any]) -> dict[str, int]:
    plies = params["plies"]
    return {"STATE_SIZE": plies + 2, "MOVES": MOVES, "MAX_MOVES": MOVES, "MAX_PLIES": plies}


def exact_keys(params: dict[str, Any]) -> bool:
    return True


def move_name(params: dict[str, Any], move: int) -> str:
    return str(move)


def read(params: dict[str, Any], item: Any) -> str:
    return str(item)


def doctor(params: dict[str, Any], position: str) -> str | None:
    return None


def prepare(params: dict[str, Any], position: str) -> Tables:
    return _tables(params["plies"], params["width"], params["endings"], int(position))


@lru_cache(maxsize=8)
def _tables(plies: int, width: int, endings: int, seed: int) -> Tables:
    rng = SplitMix64(seed)
    n = (plies + 1) * width
    legal, successors = np.zeros((n, 1 + MOVES), np.int64), np.full((n, MOVES), NONE)
    outcomes, values = np.zeros(n, np.int64), np.zeros(n, np.int64)
    spread = 1 + rng.below(3)  # of values: few of them, or fewer
    for node in range(n):
        values[node] = rng.below(2 * spread + 1) - spread
        if node >= plies * width or (node > 0 and rng.below(100) < endings):
            outcomes[node] = ENDINGS[rng.below(3)]
            continue
        moves = list(range(MOVES))
        rng.shuffle(moves)
        moves = moves[: 1 + rng.below(MOVES)]
        legal[node, : 1 + len(moves)] = [len(moves), *moves]
        for move in moves:
            successors[node, move] = (node // width + 1) * width + rng.below(width)
    return Tables(outcomes, values, legal, successors, rng.below(2))


def start(params: dict[str, Any], position: str) -> np.ndarray:
    """Ply, then the positions up to that ply."""
    return np.zeros(params["plies"] + 2, np.int64)


@inlined
def current(state):
    return state[state[0] + 1]


@inlined
def moves(T, state, into, at):
    node = current(state)
    for i in range(T.legal[node, 0]):
        into[at + i] = T.legal[node, i + 1]
    return T.legal[node, 0]


@inlined
def play(T, state, move):
    after = T.successors[current(state), move]
    state[0] += 1
    state[state[0] + 1] = after


@inlined
def undo(T, state, move):
    state[0] -= 1


@inlined
def outcome(T, state):
    return T.outcomes[current(state)]


@inlined
def mover(T, state):
    return (state[0] + T.first_mover) & 1


@inlined
def key(T, state):
    return np.uint64(current(state))

"""Count the distinct positions of a game, by ply.

A depth-first walk that enters a position once and knows it again by its key; with a game's symmetry
reduction the images of a position are one. No value is worked out. The walk follows the candidates;
with those that are all moves it meets every position that play can reach.

A position is counted at the ply at which it is first entered. In games in which each move puts down
a stone that stays, which these all are, that is the only ply at which it can come up.

Counted, by ply: a position is *visited* when it is entered, the root included; a move is
*generated* when it is played, to a new position or not; a position is *expanded* when its moves are
asked for. *Leaves*, wins and draws are those of the distinct positions. Memory: the set of keys
(``kernels.structures.key_set``) and the path.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kernels import counters as at
from kernels import game_contract as contract
from kernels.contract import Parameter, candidates, constants, game
from kernels.jit import compiled, inlined
from kernels.structures import key_set

PLAYS = True
PARAMETERS = {
    "depth": Parameter(
        "integer", None, "plies to walk; none: to the end of the game", minimum=1, maximum=1 << 15
    ),
}
USES_HEURISTIC = False
NEEDS_EXACT_KEYS = True
TELLS_MOVES = False
EXACT = "counts of positions, and no value"
MEMORY = "keys of the positions, and the path"

MAX_PLIES = constants.MAX_PLIES
DEPTH = 0  # field of ``settings``

# Columns of ``frames``, by ply.
NEXT = np.uint64(0)  # place in ``moves`` of the next move
END = np.uint64(1)  # place behind the last one
VIA = np.uint64(2)  # the move that led here
COLUMNS = 3

# The walk's own fields of ``counters``.
PLY = at.CURSOR
IS_ENTERED = at.SCRATCH  # 1: the position at PLY is still to be expanded
TOUCHED = at.SCRATCH + 1  # words of the set that were ever in use

EXPANDED = np.uint64(contract.LEVEL_EXPANDED)
GENERATED = np.uint64(contract.LEVEL_GENERATED)
VISITED = np.uint64(contract.LEVEL_VISITED)
LEAVES = np.uint64(contract.LEVEL_LEAVES)
BEFORE_WINS = np.uint64(contract.LEVEL_FIRST_WINS - contract.FIRST_WINS)  # + an outcome: its column


class Search(NamedTuple):
    """The path and the set of keys.

    levels
        int64[MAX_PLIES + 4, LEVEL_COLUMNS].
    frames
        int64[MAX_PLIES + 2, COLUMNS].
    moves
        int64: moves of all positions on the path, one position's behind the other's.
    slots
        uint64: the set, see ``kernels.structures.key_set``.
    """

    counters: np.ndarray
    levels: np.ndarray
    iterations: np.ndarray
    settings: np.ndarray
    state: np.ndarray
    frames: np.ndarray
    moves: np.ndarray
    slots: np.ndarray


def specialise(params: dict[str, Any]) -> dict[str, int]:
    """Nothing beside the game's constants."""
    return {}


def settings(params: dict[str, Any], seed: int | None) -> list[int]:
    """The depth."""
    depth = params["depth"]
    return [constants.MAX_PLIES if depth is None else min(depth, constants.MAX_PLIES)]


def allocate(workspace: Any, settings: np.ndarray) -> Search:
    """Frames for the longest game, and a set as large as the memory allows."""
    plies = MAX_PLIES + 2
    return Search(
        counters=workspace.array("counters", at.SIZE, np.int64),
        levels=workspace.array("levels", (plies + 2, contract.LEVEL_COLUMNS), np.int64),
        iterations=workspace.array("iterations", (1, 3), np.int64),
        settings=settings,
        state=workspace.array("state", constants.STATE_SIZE, np.int64),
        frames=workspace.array("frames", (plies, COLUMNS), np.int64),
        moves=workspace.array("moves", plies * constants.MAX_MOVES, np.int64),
        slots=workspace.array("key_slots", key_set.words_for(workspace.memory), np.uint64),
    )


def path(search: Search) -> list[int]:
    """No line is better than another."""
    return []


def bytes_used(search: Search) -> int:
    """Bytes of the set, at its largest, and of the path."""
    path_bytes = int(search.counters[at.LEVELS]) * 8 * (COLUMNS + constants.MAX_MOVES)
    return 8 * int(search.counters[TOUCHED]) + path_bytes


@inlined
def _enter(search, T, ply, depth):
    """Count the position if it is new; whether it is, and is to be expanded."""
    levels, row = search.levels, np.uint64(ply)
    if not key_set.add(search.slots, search.counters[at.SLOTS], game.key(T, search.state)):
        return False
    search.counters[at.VISITED] += 1
    levels[row, VISITED] += 1
    outcome = game.outcome(T, search.state)
    if outcome != contract.ONGOING:
        levels[row, BEFORE_WINS + np.uint64(outcome)] += 1
    is_leaf = outcome != contract.ONGOING or ply == depth
    levels[row, LEAVES] += is_leaf
    return not is_leaf


@compiled
def begin(search, T, E, C, start):
    """Enter the root, in an empty set."""
    counters, frames = search.counters, search.frames
    for i in range(constants.STATE_SIZE):
        search.state[i] = start[i]
    key_set.reset(search.slots)
    counters[at.SLOTS] = key_set.SMALLEST
    counters[TOUCHED] = key_set.SMALLEST + 1
    counters[at.LEVELS] = 1
    frames[np.uint64(0), NEXT] = frames[np.uint64(0), END] = 0
    counters[IS_ENTERED] = _enter(search, T, 0, search.settings[DEPTH])


@inlined
def _room(search):
    """RUNNING if all children of a position could be entered, or what is wanting."""
    counters = search.counters
    slots, keys = counters[at.SLOTS], counters[at.VISITED]
    if not key_set.is_crowded(slots, keys + constants.MAX_MOVES):
        return at.RUNNING
    if key_set.words_to_grow(slots, keys) > len(search.slots):
        return at.OUT_OF_MEMORY
    return at.NEEDS_SPACE


@compiled
def make_space(search):
    """Make the set half as large again."""
    counters = search.counters
    touched = key_set.words_to_grow(counters[at.SLOTS], counters[at.VISITED])
    counters[TOUCHED] = max(counters[TOUCHED], touched)
    counters[at.SLOTS] = key_set.grow(search.slots, counters[at.SLOTS])


@compiled
def advance(search, T, E, C, expansions, generations):
    """Go on. Between calls, ``state`` is a position that is still to be expanded."""
    counters, levels, depth = search.counters, search.levels, search.settings[DEPTH]
    state, frames, moves = search.state, search.frames, search.moves
    ply, is_entered = counters[PLY], counters[IS_ENTERED] != 0
    status = at.RUNNING
    while True:
        row = frames[np.uint64(ply)]
        if is_entered:
            status = _room(search)
            if status != at.RUNNING or expansions <= 0 or generations <= 0:
                break
            expansions -= 1
            levels[np.uint64(ply), EXPANDED] += 1
            counters[at.LEVELS] = max(counters[at.LEVELS], ply + 2)
            count = candidates.generate(T, C, state, depth - ply, moves, row[NEXT])
            if not 1 <= count <= constants.MAX_MOVES:
                counters[at.BAD_VALUE], status = count, at.BAD_CANDIDATES
                break
            row[END] = row[NEXT] + count
            is_entered = False
        elif row[NEXT] < row[END]:
            below, place = frames[np.uint64(ply + 1)], row[NEXT]
            move = moves[np.uint64(place)]
            row[NEXT] = place + 1
            game.play(T, state, move)
            generations -= 1
            levels[np.uint64(ply + 1), GENERATED] += 1
            is_entered = _enter(search, T, ply + 1, depth)
            if is_entered:
                below[NEXT], below[VIA] = row[END], move
                ply += 1
            else:
                game.undo(T, state, move)
        elif ply > 0:
            game.undo(T, state, row[VIA])
            ply -= 1
        else:
            status = at.SOLVED
            break
    counters[PLY], counters[IS_ENTERED] = ply, is_entered
    return status

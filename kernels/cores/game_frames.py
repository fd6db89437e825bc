"""Arrays of a search of a game tree: a frame for each ply of the path, and what goes with it."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kernels import counters as at
from kernels.contract import constants
from kernels.cores.game_parameters import TABLE_BITS
from kernels.game_contract import LEVEL_COLUMNS
from kernels.jit import inlined
from kernels.structures import bound_table
from kernels.structures.bound_table import BoundTable

MAX_PLIES, MAX_MOVES, MOVES = constants.MAX_PLIES, constants.MAX_MOVES, constants.MOVES
MOST_ITERATIONS = 1 << 16
KILLERS = 2  # moves remembered of a ply

# Columns of ``frames``, by ply.
NEXT = np.uint64(
    0
)  # place in ``moves`` of the next move; before the node is expanded, of the first
END = np.uint64(1)  # place behind the last one
ALPHA = np.uint64(2)
BETA = np.uint64(3)
BEST = np.uint64(4)  # greatest value among the children so far
BEST_MOVE = np.uint64(5)  # the first that has it
VIA = np.uint64(6)  # the move that led here
CARRIED = np.uint64(7)  # the evaluator's value, carried along
HINT = np.uint64(8)  # the table's move, or NO_MOVE
LINE = np.uint64(9)  # moves in this ply's row of ``lines``
COLUMNS = 10

NO_MOVE = -1
PROVED = np.uint64(MAX_PLIES + 1)  # row of ``lines``: the line of the last test that failed high
KEPT = np.uint64(MAX_PLIES + 2)  # row of ``lines``: the line that goes with VALUE

# The core's own fields of ``counters``.
PLY = at.CURSOR
DEPTH = at.SCRATCH  # plies that the pass under way searches
SIGN = at.SCRATCH + 1  # 1 if the first player is to move at the root, else -1
HORIZON = at.SCRATCH + 2  # MET, HEARD_OF: what is known of leaves in which the game goes on
LOWER = at.SCRATCH + 3  # bounds of the root's value, by the tests of this iteration
UPPER = at.SCRATCH + 4
GUESS = at.SCRATCH + 5
PROVED_LENGTH = at.SCRATCH + 6
KEPT_LENGTH = at.SCRATCH + 7
IS_OVER = at.SCRATCH + 8  # 1: the search has ended
FILLED = at.SCRATCH + 9  # entries of the table that this search has written


MET = 1  # this iteration has met one
HEARD_OF = 2  # it was answered by an entry of an earlier iteration, which may have


class Search(NamedTuple):
    """The path to the current node and the moves still to try on it.

    levels
        int64[MAX_PLIES + 4, LEVEL_COLUMNS].
    frames
        int64[MAX_PLIES + 2, COLUMNS].
    moves, scores
        int64: the moves of all nodes on the path, one node's behind the other's, and what they are
        ordered by.
    keys
        uint64[MAX_PLIES + 2]: of the positions on the path.
    lines
        int64[MAX_PLIES + 3, MAX_PLIES + 2]: best lines by ply of their first move (the triangular
        array), then PROVED and KEPT.
    history
        int64[2, MOVES], by parity of the ply.
    killers
        int64[MAX_PLIES + 2, KILLERS], the last one first.
    """

    counters: np.ndarray
    levels: np.ndarray
    iterations: np.ndarray
    settings: np.ndarray
    state: np.ndarray
    frames: np.ndarray
    moves: np.ndarray
    scores: np.ndarray
    keys: np.ndarray
    lines: np.ndarray
    history: np.ndarray
    killers: np.ndarray
    table: BoundTable


def allocate(workspace: Any, settings: np.ndarray) -> Search:
    """Arrays for the longest game, and the table."""
    plies, moves = MAX_PLIES + 2, (MAX_PLIES + 2) * MAX_MOVES
    return Search(
        counters=workspace.array("counters", at.SIZE, np.int64),
        levels=workspace.array("levels", (plies + 2, LEVEL_COLUMNS), np.int64),
        iterations=workspace.array("iterations", (MOST_ITERATIONS, 3), np.int64),
        settings=settings,
        state=workspace.array("state", constants.STATE_SIZE, np.int64),
        frames=workspace.array("frames", (plies, COLUMNS), np.int64),
        moves=workspace.array("moves", moves, np.int64),
        scores=workspace.array("scores", moves, np.int64),
        keys=workspace.array("keys", plies, np.uint64),
        lines=workspace.array("lines", (plies + 1, plies), np.int64),
        history=workspace.array("history", (2, MOVES), np.int64),
        killers=workspace.array("killers", (plies, KILLERS), np.int64),
        table=bound_table.allocate(workspace, int(settings[TABLE_BITS])),
    )


def path(search: Search) -> list[int]:
    """Moves of the line that goes with the value; it ends where the table answered."""
    return [int(move) for move in search.lines[KEPT, : search.counters[KEPT_LENGTH]]]


def bytes_used(search: Search) -> int:
    """Bytes of the stacks, and of the part of the table that is in use."""
    deepest = int(search.counters[at.LEVELS])
    stacks = deepest * 8 * (COLUMNS + 2 * MAX_MOVES + MAX_PLIES + 2)
    return stacks + bound_table.bytes_used(search.table, int(search.counters[FILLED]))


@inlined
def keep_line(search, ply, move, tail):
    """The best line of a node: a move, and ``tail`` moves of the line of the next ply."""
    lines = search.lines
    own, below = np.uint64(ply), np.uint64(ply + 1)
    lines[own, np.uint64(0)] = move
    for i in range(tail):
        lines[own, np.uint64(i + 1)] = lines[below, np.uint64(i)]
    search.frames[own, LINE] = tail + 1


@inlined
def copy_line(lines, length, source, target):
    """Copy one row of ``lines`` into another."""
    for i in range(length):
        lines[target, np.uint64(i)] = lines[source, np.uint64(i)]

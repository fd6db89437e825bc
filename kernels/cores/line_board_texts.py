"""Positions of games in which a line of stones wins, in plain Python: read, written, drawn, made.

The canonical text of a position is its rows, joined by ``/``: ``X`` for a stone of the first
player, ``O`` for one of the second, ``.`` for an empty cell.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from operator import index
from typing import Any

import numpy as np

from kernels.cores import line_board_tables as boards
from kernels.cores.line_board_tables import STEPS, Rules, Tables
from kernels.game_contract import DRAW, ONGOING
from kernels.random import SplitMix64

ROW_END, SIGNS = "/", ".XO"
EMPTY_BOARD = "empty"
_MOVE = re.compile(r"([0-9]{1,9}),([0-9]{1,9})")
_LONGEST_WORD = 20  # characters of one that are told
_TRIES = 1000  # of making a position, before it is said that there is none to be had


class LineGame:
    """The functions of ``kernels.game_contract`` that the file of such a game hands on as its own.

    rules
        gives the rules that a game's parameters stand for.
    """

    def __init__(self, rules: Callable[[dict[str, Any]], Rules]) -> None:
        self._rules = rules

    def specialise(self, params: dict[str, Any]) -> dict[str, int]:
        """Sizes and rules."""
        return boards.specialise(self._rules(params))

    def exact_keys(self, params: dict[str, Any]) -> bool:
        """Whether a key is the cells (with symmetry, those of one image) and no hash of them."""
        return self._rules(params).exact_keys

    def move_name(self, params: dict[str, Any], move: int) -> str:
        """Row and column, from 0."""
        return ",".join(map(str, divmod(move, self._rules(params).width)))

    def read(self, params: dict[str, Any], item: Any) -> str:
        """Rows, the moves in order (``1,1 0,2``, or their numbers in a list), or ``empty``."""
        rules = self._rules(params)
        if not isinstance(item, str):
            return _text(rules, _played(rules, _numbered(item)))
        text = item.strip()
        if text.lower() == EMPTY_BOARD:
            return _text(rules, [0] * (rules.width * rules.height))
        if any(sign in text for sign in "0123456789,"):
            return _text(rules, _played(rules, _listed(rules, text)))
        return _text(rules, _shown(rules, text))

    def doctor(self, params: dict[str, Any], position: str) -> str | None:
        """Wrong numbers of stones, or lines that no play makes; or the game is over."""
        rules, cells = self._rules(params), _cells(position)
        first, second = cells.count(1), cells.count(2)
        if first - second not in (0, 1):
            stones = "1 stone" if first == 1 else f"{first} stones"
            return f"no play leads there: X, who begins, has {stones} and O has {second}"
        winners = [player for player in (1, 2) if _lines_of(rules, cells, player)]
        if len(winners) == 2:
            return "no play leads there: both players have a winning line"
        if winners:
            return _fault_of_end(rules, cells, winners[0])
        return None if 0 in cells else "the game is over: the board is full, a draw"

    def random_instance(self, params: dict[str, Any], rng: SplitMix64) -> str:
        """A random number of random moves, all as likely, drawn again if that ends the game."""
        rules = self._rules(params)
        while True:
            moves = list(range(rules.width * rules.height))
            rng.shuffle(moves)
            try:
                cells = _played(rules, moves[: rng.below(len(moves))])
            except ValueError:
                continue
            if _outcome(rules, cells) == ONGOING:
                return _text(rules, cells)

    def scrambled_instance(self, params: dict[str, Any], rng: SplitMix64, moves: int) -> str:
        """That many random moves from the empty board, all as likely that do not end the game.

        Raises ValueError where the board is full by then, or where a thousand attempts come to no
        such position.
        """
        rules = self._rules(params)
        most = rules.width * rules.height - 1
        if not 0 <= moves <= most:
            raise ValueError(
                f"{moves} moves; a game that goes on has 0..{most} on {rules.width} x "
                f"{rules.height}"
            )
        for _ in range(_TRIES):
            cells = _quiet_play(rules, rng, moves)
            if cells:
                return _text(rules, cells)
        raise ValueError(f"no game of {moves} moves that goes on was found in {_TRIES} tries")

    def prepare(self, params: dict[str, Any], position: str) -> Tables:
        """The same for every position of a game."""
        return boards.tables(self._rules(params))

    def start(self, params: dict[str, Any], position: str) -> np.ndarray:
        """State vector int64[STATE_SIZE] of a position."""
        return _vector(self._rules(params), _cells(position))

    def written(self, params: dict[str, Any], state: np.ndarray) -> str:
        """Canonical text of a state."""
        rules = self._rules(params)
        return _text(rules, state[: rules.width * rules.height].tolist())

    def drawn(self, params: dict[str, Any], state: np.ndarray) -> str:
        """The board, with the numbers of rows and columns."""
        rules = self._rules(params)
        wide = len(str(max(rules.width, rules.height) - 1))
        head = " ".join(f"{column:>{wide}}" for column in range(rules.width))
        rows = [f"{' ' * wide} {head}"]
        for number, row in enumerate(self.written(params, state).split(ROW_END)):
            rows.append(f"{number:>{wide}} {' '.join(f'{sign:>{wide}}' for sign in row)}")
        return "\n".join(rows)


def _cells(position: str) -> list[int]:
    """0, 1 or 2 for each cell of a canonical text."""
    return [SIGNS.index(sign) for sign in position if sign != ROW_END]


def _text(rules: Rules, cells: list[int]) -> str:
    signs = "".join(SIGNS[cell] for cell in cells)
    return ROW_END.join(
        signs[first : first + rules.width] for first in range(0, len(signs), rules.width)
    )


def _numbered(item: Any) -> list[int]:
    """The moves of a list of their numbers."""
    try:
        return [index(number) for number in item]
    except TypeError:
        raise ValueError(f"{item!r} is neither a text nor a list of moves' numbers") from None


def _listed(rules: Rules, text: str) -> list[int]:
    """The moves of a text such as ``7,7 7,8``."""
    moves = []
    for word in text.split():
        found = _MOVE.fullmatch(word)
        if not found:
            seen = word[:_LONGEST_WORD]
            raise ValueError(f"{seen!r} is no move: one is its row and column from 0, as in 0,2")
        row, column = map(int, found.groups())
        if row >= rules.height or column >= rules.width:
            raise ValueError(
                f"{word!r} is not on the board, whose rows are 0 to {rules.height - 1} and whose "
                f"columns are 0 to {rules.width - 1}"
            )
        moves.append(row * rules.width + column)
    return moves


def _played(rules: Rules, moves: Iterable[int]) -> list[int]:
    """Cells after these moves from the empty board.

    Raises ValueError for one that is against the rules.
    """
    cells, is_over = [0] * (rules.width * rules.height), False
    for number, move in enumerate(moves, start=1):
        if not 0 <= move < len(cells):
            raise ValueError(f"move {number} is {move}: moves are from 0 to {len(cells) - 1}")
        name = f"move {number} ({move // rules.width},{move % rules.width})"
        if is_over:
            raise ValueError(f"{name} comes after a win, which ends the game")
        if cells[move]:
            raise ValueError(f"{name} goes to a cell that is taken")
        cells[move] = 2 - number % 2
        is_over = _wins(rules, cells, move)
    return cells


def _shown(rules: Rules, text: str) -> list[int]:
    """Cells of a position that is given by its rows, on lines or with ``/`` between them."""
    rows = ["".join(row.split()) for row in text.replace(ROW_END, "\n").split("\n")]
    if len(rows) != rules.height:
        raise ValueError(f"has {len(rows)} rows where the board has {rules.height}")
    for number, row in enumerate(rows):
        foreign = next((sign for sign in row if sign.upper() not in SIGNS), None)
        if foreign:
            raise ValueError(f"row {number}: {foreign!r} is none of {' '.join(SIGNS)}")
        if len(row) != rules.width:
            raise ValueError(
                f"row {number} has {len(row)} cells where the board has {rules.width} columns"
            )
    return _cells("".join(rows).upper())


def _wins(rules: Rules, cells: list[int], cell: int) -> bool:
    """Whether the stone on a cell is in a line that wins."""
    row, column = divmod(cell, rules.width)
    for down, right in STEPS:
        stones = 1
        for way in (1, -1):
            r, c = row + way * down, column + way * right
            while (
                0 <= r < rules.height
                and 0 <= c < rules.width
                and cells[r * rules.width + c] == cells[cell]
            ):
                stones, r, c = stones + 1, r + way * down, c + way * right
        if stones == rules.length or (stones > rules.length and not rules.exactly):
            return True
    return False


def _lines_of(rules: Rules, cells: list[int], player: int) -> list[int]:
    """The player's stones (1 or 2) that are in a line that wins."""
    stones = [cell for cell, holder in enumerate(cells) if holder == player]
    return [cell for cell in stones if _wins(rules, cells, cell)]


def _outcome(rules: Rules, cells: list[int]) -> int:
    """As in ``kernels.game_contract``; of two winners the first."""
    for player in (1, 2):
        if _lines_of(rules, cells, player):
            return player
    return ONGOING if 0 in cells else DRAW


def _fault_of_end(rules: Rules, cells: list[int], winner: int) -> str:
    """Why there is nothing to search where only this player has won."""
    name = SIGNS[winner]
    if winner == 2 - len([cell for cell in cells if cell]) % 2:
        for last in _lines_of(rules, cells, winner):
            before = [0 if cell == last else holder for cell, holder in enumerate(cells)]
            if not _lines_of(rules, before, winner):
                return f"the game is over: {name} has won"
        return f"no play leads there: {name} has won by more than one move"
    return f"no play leads there: {name} has won, but the last move was not {name}'s"


def _quiet_play(rules: Rules, rng: SplitMix64, moves: int) -> list[int] | None:
    """Cells after so many random moves that do not end the game; None if they run out."""
    cells = [0] * (rules.width * rules.height)
    for number in range(moves):
        player = 1 + number % 2
        left = [cell for cell, holder in enumerate(cells) if not holder]
        rng.shuffle(left)
        for cell in left:
            cells[cell] = player
            if not _wins(rules, cells, cell):
                break
            cells[cell] = 0
        else:
            return None
    return cells


def _vector(rules: Rules, cells: list[int]) -> np.ndarray:
    """The state vector of a position."""
    at = boards.layout(rules.width, rules.height, boards.symmetries(rules))
    numbers = boards.tables(rules).numbers.reshape(len(cells), 2, -1)
    state = np.zeros(at.size, dtype=np.int64)
    keys = np.zeros(numbers.shape[2], dtype=np.uint64)
    for cell, holder in enumerate(cells):
        if not holder:
            continue
        row, column = divmod(cell, rules.width)
        lines = at.first_rows if holder == 1 else at.second_rows
        state[cell] = holder
        state[lines + row] |= 1 << column
        state[lines + at.columns + column] |= 1 << row
        state[lines + at.falling + row - column + rules.width - 1] |= 1 << column
        state[lines + at.rising + row + column] |= 1 << column
        added = numbers[cell, holder - 1]
        keys = keys + added if rules.exact_keys else keys ^ added
    state[at.stones] = np.count_nonzero(cells)
    state[at.outcome] = _outcome(rules, cells)
    state[at.keys :] = keys.view(np.int64)
    return state

"""Connect Four as people write it: rows of stones, moves in order; and the rules in plain Python.

A position is a tuple of columns, each the text of its stones from the bottom: ``X`` of the first
player, ``O`` of the second.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from operator import index
from typing import Any

from kernels.random import SplitMix64

STONES = "XO"
EMPTY_CELL = "."
EMPTY_BOARD = "empty"
LENGTH = 4
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
_MOST_STATES = 200_000  # of heights, after which a position is taken for one that can be played
_MOST_TRIES = 1000  # games begun in search of one that goes on long enough
_LONGEST_COLUMN = 4  # digits

Columns = tuple[str, ...]


def columns_of(width: int, height: int, item: Any) -> Columns:
    """The position of a text (rows, ``empty`` or moves) or of a list of moves, from column 1 on.

    Raises ValueError with what is wrong with it.
    """
    if not isinstance(item, str):
        return _played(width, height, _listed(item))
    text = item.strip()
    if not text:
        raise ValueError(f"an empty text names no position; write {EMPTY_BOARD!r}, rows or moves")
    if text == EMPTY_BOARD:
        return ("",) * width
    if re.fullmatch(r"[0-9,\s]+", text):
        return _played(width, height, _moves_in(text, width))
    return _from_rows(text.replace("/", "\n").split(), width, height)


def _listed(item: Any) -> list[int]:
    try:
        return [index(number) for number in item]
    except TypeError:
        raise ValueError(f"{item!r} is neither a text nor a list of columns") from None


def _moves_in(text: str, width: int) -> list[int]:
    """Columns from 1; of one digit each where there are at most nine, else set apart."""
    words = text.replace(",", " ").split()
    numbers = list("".join(words)) if width < 10 else words
    long = next((number for number in numbers if len(number) > _LONGEST_COLUMN), None)
    if long:
        raise ValueError(
            f"column {long[:20]!r} is none of 1..{width}; write blanks between the columns"
        )
    return [int(number) for number in numbers]


def _played(width: int, height: int, moves: list[int]) -> Columns:
    columns = ("",) * width
    for number, move in enumerate(moves, start=1):
        if not 1 <= move <= width:
            raise ValueError(f"move {number}: column {move} is none of 1..{width}")
        if number > 1 and makes_four(columns, moves[number - 2] - 1):
            raise ValueError(f"move {number}: the game ended with four in a row before it")
        if len(columns[move - 1]) == height:
            raise ValueError(f"move {number}: column {move} is full, it has {height} cells")
        columns = dropped(columns, move - 1, STONES[(number - 1) % 2])
    return columns


def _from_rows(rows: list[str], width: int, height: int) -> Columns:
    if len(rows) != height:
        raise ValueError(f"has {_counted(len(rows), 'row')} where the board has {height}")
    for number, row in enumerate(rows, start=1):
        foreign = next((symbol for symbol in row if symbol not in EMPTY_CELL + STONES), None)
        if foreign:
            raise ValueError(f"row {number} from the top: {foreign!r} is none of . X O")
        if len(row) != width:
            raise ValueError(
                f"row {number} from the top has {_counted(len(row), 'cell')} "
                f"where the board has {width}"
            )
    columns = tuple("".join(cells).rstrip(EMPTY_CELL) for cells in zip(*rows[::-1], strict=True))
    for number, column in enumerate(columns, start=1):
        if EMPTY_CELL in column:
            raise ValueError(
                f"column {number}: a stone lies above an empty cell, "
                f"that in row {height - column.index(EMPTY_CELL)} from the top"
            )
    return columns


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def rows_of(columns: Columns, height: int) -> list[str]:
    """The rows from the top."""
    full = [column.ljust(height, EMPTY_CELL) for column in columns]
    return ["".join(cells) for cells in zip(*full, strict=True)][::-1]


def drawing(columns: Columns, height: int) -> str:
    """Rows with blanks between the cells, and the columns' numbers below."""
    size = len(str(len(columns)))
    lines: list[Iterator[str] | str] = [*rows_of(columns, height)]
    lines.append(str(number) for number in range(1, len(columns) + 1))
    return "\n".join(" ".join(cell.rjust(size) for cell in line) for line in lines)


def dropped(columns: Columns, column: int, stone: str) -> Columns:
    """The position with one stone more."""
    return (*columns[:column], columns[column] + stone, *columns[column + 1 :])


def makes_four(columns: Columns, column: int) -> bool:
    """Whether the top stone of a column is one of four or more in a row."""
    row = len(columns[column]) - 1
    return any(
        1 + _run(columns, column, row, x, y) + _run(columns, column, row, -x, -y) >= LENGTH
        for x, y in DIRECTIONS
    )


def _run(columns: Columns, column: int, row: int, x: int, y: int) -> int:
    """How many stones of the same player follow one in a direction."""
    stone, count = columns[column][row], 0
    while True:
        column, row = column + x, row + y
        inside = 0 <= column < len(columns) and 0 <= row < len(columns[column])
        if not inside or columns[column][row] != stone:
            return count
        count += 1


def has_four(columns: Columns, stone: str) -> bool:
    """Whether a player has four in a row somewhere."""
    return any(
        cell == stone and 1 + _run(columns, column, row, x, y) >= LENGTH
        for column, cells in enumerate(columns)
        for row, cell in enumerate(cells)
        for x, y in DIRECTIONS
    )


def count_of(columns: Columns, stone: str) -> int:
    """Stones of a player."""
    return sum(column.count(stone) for column in columns)


def fault_of(columns: Columns, height: int) -> str | None:
    """Why there is nothing to play: no play leads to the position, or the game is over; or None."""
    first, second = (count_of(columns, stone) for stone in STONES)
    winners = [stone for stone in STONES if has_four(columns, stone)]
    if first - second not in (0, 1):
        return (
            f"no play leads there: X, who begins, has {_counted(first, 'stone')} and O has {second}"
        )
    if len(winners) == 2:
        return "no play leads there: both players have four in a row"
    last = STONES[first == second]
    if winners and winners[0] != last:
        return f"no play leads there: {winners[0]} has four in a row, but {last} moved last"
    if winners and not any(True for _ in _before_the_win(columns, last)):
        return f"no play leads there: no single stone made every four of {last}"
    if not any(map(can_be_played, _before_the_win(columns, last) if winners else [columns])):
        return "no play leads there: no order of moves puts these stones upon one another"
    if winners:
        return f"the game is over: {last} has four in a row"
    if first + second == height * len(columns):
        return "the game is over: the board is full, a draw"
    return None


def _before_the_win(columns: Columns, winner: str) -> Iterator[Columns]:
    """Positions without a four in which the winner's last stone is missing."""
    for number, column in enumerate(columns):
        if column.endswith(winner):
            before = (*columns[:number], column[:-1], *columns[number + 1 :])
            if not has_four(before, winner):
                yield before


def can_be_played(columns: Columns) -> bool:
    """Whether players in turn can put the stones upon one another, if no four ends the game.

    Columns are filled in all orders, each set of heights once; after 200,000 of them: True.
    """
    start = (0,) * len(columns)
    waiting, seen = [start], {start}
    while waiting and len(seen) < _MOST_STATES:
        heights = waiting.pop()
        played = sum(heights)
        if played == sum(map(len, columns)):
            return True
        for number, column in enumerate(columns):
            place = heights[number]
            if place < len(column) and column[place] == STONES[played % 2]:
                after = (*heights[:number], place + 1, *heights[number + 1 :])
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
    return len(seen) >= _MOST_STATES


def random_play(width: int, height: int, rng: SplitMix64, moves: int) -> Columns:
    """A position after ``moves`` random moves, each drawn from those that do not end the game.

    Raises ValueError where no play of so many moves was found.
    """
    if not 0 <= moves < width * height:
        raise ValueError(
            f"{moves} moves; a game that goes on has 0..{width * height - 1} on {width} x {height}"
        )
    for _ in range(_MOST_TRIES):
        columns = tried_play(width, height, rng, moves)
        if columns is not None:
            return columns
    raise ValueError(f"no game of {moves} moves that goes on was found in {_MOST_TRIES} tries")


def tried_play(width: int, height: int, rng: SplitMix64, moves: int) -> Columns | None:
    """The same in one try: None where every move ends the game before."""
    columns = ("",) * width
    for number in range(moves):
        stone = STONES[number % 2]
        open_ones = [column for column in range(width) if len(columns[column]) < height]
        followers = [(dropped(columns, column, stone), column) for column in open_ones]
        quiet = [after for after, column in followers if not makes_four(after, column)]
        if not quiet:
            return None
        columns = quiet[rng.below(len(quiet))]
    return columns

"""What a run of a game has found, read out of its results and checked.

That is the best line of a search, which need not lead to the end of the game, or all moves of a
game of a match.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import ModuleType
from typing import Any

import pyarrow.compute as pc

from harness import modules
from harness.columns import LIMITED
from harness.model import UserError
from harness.parameters import label
from harness.results import Results
from harness.solutions import (
    HOW_TO_RECORD,
    Row,
    Solution,
    check_start,
    drawn,
    in_order,
    instance,
    named,
    players,
    search,
)
from kernels import catalogue

DRAW = "draw"


def has_line(results: Results, row: Row) -> bool:
    """Whether the best line of a run is recorded."""
    return row["run_id"] in results.run_ids_of("paths")


def of_game(results: Results, row: Row) -> Solution:
    """The best line of a search, checked by its game's drawing where there is one.

    Raises UserError where there is none, or one that breaks the rules.
    """
    missing = _missing(results, row)
    if missing:
        raise UserError(missing)
    check_start(row)
    try:
        moves = in_order(results.paths, row, "step", "operator")
        if moves[0] != row["best_move"]:
            raise ValueError(
                f"it begins with {moves[0]}, where the best move is {row['best_move']}"
            )
        drawing, boards = drawn(row, moves)
    except ValueError as error:
        raise UserError(f"the best line of {named(row)} is no play: {error}") from None
    sign, _ = _signs(drawing, boards)
    cut = f"; the search was cut: {row['status']}" if row["status"] in LIMITED else ""
    mover = f"{sign}, who is to move" if sign else "the player to move"
    head = [_described(row), f"value {row['value']} for {mover}{cut}"]
    text = _text(head, [[move] for move in moves], drawing, boards)
    value = f"value {row['value']}{_seen(' for {}', drawing, sign)}"
    return Solution(row, moves, drawing, boards, text, (_problem(row), f"{search(row)}; {value}"))


def _missing(results: Results, row: Row) -> str | None:
    """Why no best line of a run can be shown, if that is so."""
    run, value, move = named(row), row["value"], row["best_move"]
    if value is None and row["status"] == "solved":
        return f"{run} has no best line: {row['algorithm']} works out no value"
    if value is None:
        return f"{run} has found no value: its status is {row['status']}"
    if move is None:
        return f"{run} has the value {value} and no best line: its table answered for the root"
    if not has_line(results, row):
        only = f"its value {value} and its best move {move}"
        return f"the best line of {run} is not recorded, only {only}; {HOW_TO_RECORD}"
    return None


def has_moves(results: Results, row: Row) -> bool:
    """Whether any move of a match is recorded."""
    return row["run_id"] in results.run_ids_of("games")


def of_match(results: Results, row: Row) -> Solution:
    """The game of a match, checked by its game's drawing where there is one.

    Raises UserError where no move was made, and for a game that breaks the rules or does not end
    as it is said to.
    """
    if not has_moves(results, row):
        reason = f" ({row['detail']})" if row["detail"] else ""
        raise UserError(f"{named(row)} has no moves: its status is {row['status']}{reason}")
    check_start(row)
    pair = players(row)
    try:
        moves = in_order(results.games, row, "ply", "move", row["depth"])
        turns = _turns(results, row)
        _check_turns(turns, pair)
        drawing, boards = drawn(row, moves)
        if drawing:
            _check_end(row["value"], drawing, boards)
    except ValueError as error:
        raise UserError(f"the game of {named(row)} is no play: {error}") from None
    signs = _signs(drawing, boards)
    head = [f"{_problem(row)}, a game of a match"]
    head += [*_entrants(row, signs), _result(row)]
    rows = [[turn["player"], move, _found(turn)] for turn, move in zip(turns, moves, strict=True)]
    text = _text(head, rows, drawing, boards)
    seats = (f"{n}{_seen(' ({})', drawing, s)}" for n, s in zip(pair, signs, strict=True))
    title = _problem(row), f"{' against '.join(seats)}; {_result(row)}"
    return Solution(row, moves, drawing, boards, text, title)


def _turns(results: Results, row: Row) -> list[dict[str, Any]]:
    """Rows of ``games.parquet`` of a match, in order."""
    table = results.games
    turns = table.filter(pc.equal(table["run_id"], row["run_id"])).to_pylist()
    return sorted(turns, key=lambda turn: turn["ply"])


def _check_turns(turns: Iterable[Row], pair: tuple[str, str]) -> None:
    for turn in turns:
        expected = pair[turn["ply"] % 2]
        if turn["player"] != expected:
            number, player = turn["ply"] + 1, turn["player"]
            raise ValueError(f"move {number} is one of {player}, where it is {expected}'s turn")


def _check_end(value: int | None, drawing: ModuleType, boards: Sequence[Any]) -> None:
    """Raises ValueError where the last board does not have the recorded result."""
    ended, opener = drawing.outcome(boards[-1]), drawing.mover(boards[0])
    result = None if ended is None else 0 if ended == DRAW else 1 if ended == opener else -1
    if result != value:
        seen = "is not over" if result is None else f"has the result {result}"
        told = "as one that is not over" if value is None else f"with the result {value}"
        raise ValueError(f"it {seen}, and is recorded {told}")


def _result(row: Row) -> str:
    first, second = players(row)
    reason = f" ({row['detail']})" if row["detail"] else ""
    words = {1: f"{first} has won", 0: "a draw", -1: f"{second} has won"}
    return words.get(row["value"], f"not over: {row['status']}{reason}")


def _found(turn: Row) -> str:
    """What the search for a move gave."""
    cut = f", {turn['status']}" if turn["status"] != "solved" else ""
    return f"value {turn['value']}{cut}"


def _signs(drawing: ModuleType | None, boards: Sequence[Any]) -> tuple[str | None, str | None]:
    """Of the player who moves first and of the other; None where nobody knows."""
    if drawing is None:
        return None, None
    opener = drawing.mover(boards[0])
    [other] = set(drawing.PLAYERS) - {opener}
    return opener, other


def _seen(form: str, drawing: ModuleType | None, sign: str | None) -> str:
    """What a player looks like in pictures, in a few words around it; "" where there are none."""
    return form.format(drawing.PLAYERS[sign]) if drawing and sign else ""


def _text(
    head: Sequence[str],
    rows: Sequence[Sequence[str]],
    drawing: ModuleType | None,
    boards: Sequence[Any],
) -> str:
    """Head, moves with their numbers, and the board before and after them."""
    parts = [*head, "", *_numbered(rows, drawing, boards)]
    if drawing:
        ended = drawing.outcome(boards[-1])
        how = f" ({'a draw' if ended == DRAW else f'{ended} has won'})" if ended else ""
        parts += ["", "before:", drawing.written(boards[0])]
        parts += ["", f"after{how}:", drawing.written(boards[-1])]
    return "\n".join([*parts, ""])


def _numbered(
    rows: Sequence[Sequence[str]], drawing: ModuleType | None, boards: Sequence[Any]
) -> Iterator[str]:
    """A line a move, in columns; before it its number and, with a drawing, the player's sign."""
    signs = [[drawing.mover(board)] for board in boards[:-1]] if drawing else [[] for _ in rows]
    lines = [[*sign, *row] for sign, row in zip(signs, rows, strict=True)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for number, line in enumerate(lines, 1):
        words = "  ".join(word.ljust(width) for word, width in zip(line, widths, strict=True))
        yield f"{number:>{len(str(len(lines)))}}.  {words}".rstrip()


def _problem(row: Row) -> str:
    """Game and position."""
    game = _label("games", row["domain"], json.loads(row["domain_params"]))
    return f"{game}, {instance(row)}"


def _described(row: Row) -> str:
    """Game, position, algorithm, evaluator and candidates in one line."""
    columns = {"algorithm": "algorithm", "evaluator": "heuristic", "candidates": "candidates"}
    parts = {part: row[column] for part, column in columns.items()}
    texts = {f"{part}_params": row[f"{column}_params"] for part, column in columns.items()}
    parts |= {name: json.loads(text or "{}") for name, text in texts.items()}
    return f"{_problem(row)}, {_configuration(parts, row['domain'])}"


def _entrants(row: Row, signs: Sequence[str | None]) -> Iterator[str]:
    """The players of a match, the one who moves first before the other."""
    told = json.loads(row["algorithm_params"])["players"]
    for name, sign in zip(players(row), signs, strict=True):
        yield f"{f'{sign}  ' if sign else ''}{name}: {_configuration(told[name], row['domain'])}"


def _configuration(parts: Mapping[str, Any], game: str) -> str:
    """Algorithm, evaluator and candidates, with the parameters that are not the defaults."""
    kinds = {"algorithm": "algorithms", "evaluator": "evaluators", "candidates": "candidates"}
    words = []
    for part, kind in kinds.items():
        if parts[part]:
            name = _label(kind, parts[part], parts[f"{part}_params"] or {}, game)
            words.append(name if part == "algorithm" else f"{part} {name}")
    return ", ".join(words)


def _label(kind: str, name: str, parameters: Mapping[str, Any], game: str | None = None) -> str:
    """A name with the parameters that are not the defaults; with all, where no file tells these."""
    try:
        module = modules.load(catalogue.path_of(kind, name, game))
    except catalogue.UnknownName:
        return label(name, parameters)
    known = getattr(module, "PARAMETERS", {})
    defaults = {key: parameter.default for key, parameter in known.items()}
    ordered = {key: parameters[key] for key in defaults if key in parameters} | dict(parameters)
    return label(name, {k: v for k, v in ordered.items() if k not in defaults or defaults[k] != v})

"""Makes and solves single runs of games, in one piece or in slices, and their twins."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from naive_play import ALGORITHMS, Found, Game
from searching import choice, solve

from harness import modules
from harness.model import Choice, Instance, Limits, Record, Run
from kernels import game_contract as play

PROBES = Path(__file__).parent / "probes"

COLUMNS = {
    "expanded": play.LEVEL_EXPANDED,
    "generated": play.LEVEL_GENERATED,
    "leaves": play.LEVEL_LEAVES,
    "evaluated": play.LEVEL_EVALUATED,
    "cutoffs": play.LEVEL_CUTOFFS,
    "table_hits": play.LEVEL_TABLE_HITS,
    "first_wins": play.LEVEL_FIRST_WINS,
    "second_wins": play.LEVEL_SECOND_WINS,
    "draws": play.LEVEL_DRAWS,
}


def probe(name: str, **parameters: Any) -> Choice:
    """A file of the probes, with its defaults, some replaced."""
    path = PROBES / f"{name}.py"
    known = getattr(modules.load(path), "PARAMETERS", {})
    defaults = {name: parameter.default for name, parameter in known.items()}
    return Choice(name, {**defaults, **parameters}, str(path))


def game_run(
    game: Choice,
    position: str,
    algorithm: str,
    parameters: dict[str, Any],
    evaluator: Choice,
    candidates: Choice,
    **limits: Any,
) -> Run:
    return Run(
        run_id="0" * 16,
        experiment="test",
        domain=game,
        instance=Instance(position, position),
        algorithm=choice("algorithms", algorithm, **parameters),
        heuristic=evaluator,
        candidates=candidates,
        limits=Limits(**{"memory": 1 << 28, **limits}),
        keep_path=True,
    )


def levels_of(record: Record) -> list[dict[str, int]]:
    """By ply; the first column of a recorded level is its number."""
    return [{name: int(row[1 + k]) for name, k in COLUMNS.items()} for row in record.levels]


def expected_levels(found: Found) -> list[dict[str, int]]:
    """The same of a twin."""
    plies = range(max(ply for ply, level in found.levels.items() if level) + 1)
    return [{name: found.levels[ply][name] for name in COLUMNS} for ply in plies]


def compare(run: Run, game: Game, root: Any) -> tuple[Record, Found]:
    """Assert that search and twin give the same, to the last count."""
    record = solve(run)
    given = {k: v for k, v in run.algorithm.parameters.items() if v is not None}
    if "depth" not in given:
        given["depth"] = 1 << 15
    want = ALGORITHMS[run.algorithm.name](game, root, **given)
    assert record.row["status"] == "solved"
    assert levels_of(record) == expected_levels(want)
    assert record.row["value"] == want.value
    assert record.path == [str(move) for move in want.line]
    assert record.iterations[:, 1:].tolist() == [list(row) for row in want.iterations]
    assert record.row["evaluated"] == want.total("evaluated")
    return record, want


def layered_game(T: Any, scores_ends: bool, drops: bool) -> Game:
    """The twin of a probe's random game; a position is ply and number."""
    outcomes = {0: None, play.FIRST_WINS: 1, play.SECOND_WINS: -1, play.DRAW: 0}

    def moves(position: tuple[int, int], remaining: int) -> list[int]:
        count, *legal = T.legal[position[1]].tolist()
        return legal[: count - 1 if drops and remaining % 2 == 1 and count > 1 else count]

    return Game(
        outcome=lambda position: outcomes[int(T.outcomes[position[1]])],
        first_moves=lambda position: (position[0] + T.first_mover) % 2 == 0,
        moves=moves,
        after=lambda position, move: (position[0] + 1, int(T.successors[position[1], move])),
        value=lambda position: int(T.values[position[1]]),
        key=lambda position: position[1],
        win=None if scores_ends else 3,
        by_remaining=drops,
    )

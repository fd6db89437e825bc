"""The table of a match: who won how often against whom, how sure that is, what a move cost."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import NormalDist
from typing import Any

from harness.groups import tally
from harness.model import ALL_OPPONENTS, MATCH
from harness.parameters import label
from harness.results import Results
from harness.summaries import Cell
from harness.tables import Header, Table

CONFIDENCE = 0.95
_DIGITS = 3
_NODE_DIGITS = 1
_WON, _LOST = 1, -1


def wilson_interval(
    share: float, games: int, confidence: float = CONFIDENCE
) -> tuple[float, float]:
    """Wilson's score interval of a share: both ends, each from 0 to 1.

    Wilson, E. B. 1927, "Probable inference, the law of succession, and statistical inference",
    Journal of the American Statistical Association 22, 209-212: the shares p from which the one
    that was seen, ``share``, is at most z standard deviations sqrt(p (1 - p) / games) away, where z
    is the quantile of the normal distribution that belongs to ``confidence``. It is not empty for a
    share of 0 or 1, and never leaves these bounds.

    It is about events that are or are not. A draw counts as half a win, as is usual: the share is
    (wins + draws / 2) / games. A game that may be drawn varies less than one that is won or lost
    with the same share, so that with draws the interval is too wide rather than too narrow. The
    games are taken for a sample of independent ones, which those from several openings are more
    nearly than repetitions of the same game.

    Raises ValueError if ``games`` is less than 1.

    >>> low, high = wilson_interval(0.5, 10)
    >>> print(f"{low:.4f} {high:.4f}")
    0.2366 0.7634
    """
    if games < 1:
        raise ValueError("there is no share of no games")
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    middle = share + z * z / (2 * games)
    spread = z * math.sqrt(share * (1 - share) / games + (z / (2 * games)) ** 2)
    whole = 1 + z * z / games
    low, high = (middle - spread) / whole, (middle + spread) / whole
    return max(0.0, min(low, share)), min(1.0, max(high, share))  # rounded to the wrong side


@dataclass
class Tally:
    """What a player's games came to.

    results
        how many games had which result, 1, 0 or -1 from his side, by whether he moved first in the
        opening.
    nodes, moves
        nodes that were generated for so many of his moves.
    """

    results: Counter[tuple[bool, int]] = field(default_factory=Counter)
    nodes: int = 0
    moves: int = 0

    def games(self, *sides: bool) -> int:
        """Games that are over, as the first mover (True) or the second, or both."""
        return sum(n for (side, _), n in self.results.items() if side in (sides or (True, False)))

    def of(self, result: int) -> int:
        """Games with this result."""
        return sum(n for (_, seen), n in self.results.items() if seen == result)

    def score(self, *sides: bool) -> float:
        """Wins, and half of the draws."""
        wanted = sides or (True, False)
        return sum((r + 1) / 2 * n for (side, r), n in self.results.items() if side in wanted)

    def share(self, *sides: bool) -> float | None:
        """The score of a game, or None if there is none."""
        games = self.games(*sides)
        return self.score(*sides) / games if games else None

    def add(self, other: Tally) -> None:
        """Take in the games of another one."""
        self.results += other.results
        self.nodes += other.nodes
        self.moves += other.moves


def are_in(results: Results) -> bool:
    """Whether an experiment's runs are matches."""
    return MATCH in results.runs["algorithm"].unique().to_pylist()


def build(results: Results) -> Table:
    """The table of an experiment whose runs are matches: a row for each player and opponent.

    Games that a limit or a fault ended count in no column; a note says how many there are, and
    whose: a player all of whose games ended so has no row.
    """
    rows = results.rows(_COLUMNS, {"algorithm": MATCH})
    played = [row for row in rows if row["value"] is not None]
    tallies = _tallies(played, _searches(results))
    games = _games(rows)
    headers = [Header("player", is_key=True, is_number=False)]
    headers += [Header("opponent", is_key=True, is_number=False)]
    if len(games) > 1:
        headers.insert(0, Header("game", is_key=True, is_number=False))
    lines = []
    for (game, player, opponent), found in tallies.items():
        keys = [games[game]] if len(games) > 1 else []
        lines.append([*map(Cell, (*keys, player, opponent or ALL_OPPONENTS)), *_cells(found)])
    title = results.experiment.get("title") or results.experiment.get("experiment") or MATCH
    headers += [Header(name) for name in _HEADS]
    return Table(MATCH, f"{title}: games", headers, lines, list(_notes(rows, played, games)))


_COLUMNS = ("domain", "domain_params", "algorithm_params", "value", "status")

_HEADS = (
    "games", "wins", "draws", "losses", "score", "share", "low", "high", "first", "second",
    "nodes/move",
)  # fmt: skip

_Game = tuple[str, str]
_Row = Mapping[str, Any]
_Key = tuple[_Game, str, str | None]
"""Game, player and opponent; None for all opponents."""


def _cells(found: Tally) -> Iterator[Cell]:
    games, share = found.games(), found.share()
    yield Cell(games)
    yield from (Cell(found.of(result)) for result in (_WON, 0, _LOST))
    yield Cell(found.score(), digits=1)
    ends = (None, None) if share is None else wilson_interval(share, games)
    for number in (share, *ends, found.share(True), found.share(False)):
        yield Cell(number, digits=_DIGITS)
    yield Cell(found.nodes / found.moves if found.moves else None, digits=_NODE_DIGITS)


def _tallies(
    played: Iterable[_Row], searches: Mapping[tuple[str, str], tuple[int, int]]
) -> dict[_Key, Tally]:
    """By game, player and opponent, in the order of the config; behind several, all of them."""
    found: dict[_Key, Tally] = {}
    for row in played:
        first, second = _players(row)
        for player, opponent, result in (
            (first, second, row["value"]),
            (second, first, -row["value"]),
        ):
            own = found.setdefault((_game(row), player, opponent), Tally())
            nodes, moves = searches.get((row["run_id"], player), (0, 0))
            own.add(Tally(Counter({(player == first, result): 1}), nodes, moves))
    ranks = {player: rank for rank, player in enumerate(dict.fromkeys(key[1] for key in found))}
    together: dict[_Key, Tally] = {}
    for game in dict.fromkeys(key[0] for key in found):
        for player in ranks:
            against = sorted((ranks[o], o) for g, p, o in found if o and (g, p) == (game, player))
            total = Tally()
            for _, opponent in against:
                together[game, player, opponent] = found[game, player, opponent]
                total.add(found[game, player, opponent])
            if len(against) > 1:
                together[game, player, None] = total
    return together


def _searches(results: Results) -> dict[tuple[str, str], tuple[int, int]]:
    """By run id and player, the nodes generated for his moves, and how many moves these are."""
    found: dict[tuple[str, str], tuple[int, int]] = {}
    for row in results.games.select(["run_id", "player", "generated"]).to_pylist():
        key = (row["run_id"], row["player"])
        nodes, moves = found.get(key, (0, 0))
        found[key] = (nodes + row["generated"], moves + 1)
    return found


def _players(row: _Row) -> tuple[str, str]:
    match = json.loads(row["algorithm_params"])
    return match["first"], match["second"]


def _game(row: _Row) -> _Game:
    return row["domain"], row["domain_params"]


def _games(rows: Iterable[_Row]) -> dict[_Game, str]:
    """Names of the games: with the parameters in which namesakes differ."""
    found = {_game(row): json.loads(row["domain_params"]) for row in rows}
    names = {}
    for (name, text), parameters in found.items():
        others = [p for (other, _), p in found.items() if other == name]
        telling = {k: v for k, v in parameters.items() if any(o.get(k) != v for o in others)}
        names[name, text] = label(name, telling)
    return names


def _notes(
    rows: Sequence[_Row], played: Sequence[_Row], games: Mapping[_Game, str]
) -> Iterator[str]:
    yield (
        "share: score / games, a draw being half a win; low, high: its 95 % score interval (Wilson "
        "1927); first, second: the share where the player moved first in the opening, or second; "
        "nodes/move: nodes generated for a move."
    )
    left_out = tally(row for row in rows if row["value"] is None)
    if left_out:
        yield f"{len(rows) - len(played)} of {len(rows)} games are left out: {left_out}."
        yield f"Games left out by player: {'; '.join(_left_out(rows, games))}."


def _left_out(rows: Sequence[_Row], games: Mapping[_Game, str]) -> Iterator[str]:
    """Of each player how many games are left out; of several games in each of them."""
    every = Counter((_game(row), player) for row in rows for player in _players(row))
    left_out = Counter(
        (_game(row), player) for row in rows if row["value"] is None for player in _players(row)
    )
    for (game, player), number in every.items():
        if lost := left_out[game, player]:
            where = f" at {games[game]}" if len(games) > 1 else ""
            share = f"all {number}" if lost == number else f"{lost} of {number}"
            yield f"{player}{where} {share}"

"""The table of a match: statistics by hand, Wilson's interval by exact arithmetic."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_records import move, record, recorded

from harness import publish
from harness.match_tables import build, wilson_interval
from harness.model import Record
from harness.results import Results
from harness.table_formats import render

Z = Fraction(1959963984540054, 10**15)
"""97.5 % quantile of the normal distribution to 15 decimals, as tables print it."""


def test_wilson_interval_as_it_is_printed() -> None:
    """Newcombe 1998, "Two-sided confidence intervals for the single proportion: comparison of
    seven methods", Statistics in Medicine 17, 857-872, table I, method 3.
    """
    printed = {
        (81, 263): (0.2553, 0.3662),
        (15, 148): (0.0624, 0.1605),
        (0, 20): (0.0, 0.1611),
        (1, 29): (0.0061, 0.1718),
    }
    for (wins, games), ends in printed.items():
        found = wilson_interval(wins / games, games)
        assert tuple(round(end, 4) for end in found) == ends


@given(st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, 2 * n), st.just(n))))
def test_ends_of_the_interval_are_z_standard_deviations_from_the_share(
    pair: tuple[int, int],
) -> None:
    """Wilson's definition: (share - p)^2 = z^2 p (1 - p) / n at both ends p."""
    halves, games = pair
    share = Fraction(halves, 2 * games)
    low, high = wilson_interval(float(share), games)
    assert 0 <= low <= share <= high <= 1
    for end in map(Fraction, (low, high)):
        assert math.isclose((share - end) ** 2, Z**2 * end * (1 - end) / games, abs_tol=1e-12)


@pytest.mark.parametrize("games", [1, 2, 10, 1000])
def test_intervals_of_all_and_of_nothing(games: int) -> None:
    """From the definition with a share of 0: p = z^2 / (n + z^2); and of 1 the same mirrored."""
    end = float(Z**2 / (games + Z**2))
    assert wilson_interval(0.0, games) == pytest.approx((0.0, end), abs=1e-12)
    assert wilson_interval(1.0, games) == pytest.approx((1 - end, 1.0), abs=1e-12)


def test_an_interval_of_no_games_is_refused() -> None:
    with pytest.raises(ValueError, match="no share of no games"):
        wilson_interval(0.5, 0)


def game(
    first: str, second: str, value: int | None, nodes: Sequence[int] = (), **columns: Any
) -> Record:
    """A game in which the players generated so many nodes for their moves, in turn."""
    number = columns.pop("number", 0)
    made = record(
        "match",
        None,
        f"opening/{number}",
        algorithm_params={"first": first, "second": second, "players": {}},
        domain_params=columns.pop("domain_params", {"m": 3}),
        domain="m_n_k",
        value=value,
        depth=len(nodes),
        **columns,
    )
    players = (first, second)
    made.games = [move(ply, players[ply % 2], nodes[ply]) for ply in range(len(nodes))]
    return made


def table(results: Results) -> list[dict[str, str]]:
    """Its rows as CSV gives them."""
    return list(csv.DictReader(io.StringIO(render(build(results), "csv"))))


def match_of_two(folder: Path) -> Results:
    games = [
        game("a", "b", 1, [10, 1, 20], number=0),
        game("a", "b", 0, [30, 3], number=1),
        game("a", "b", 1, [40, 4], number=2),
        game("b", "a", 1, [5, 50], number=0),
        game("b", "a", -1, [6, 60], number=1),
        game("b", "a", 0, [7, 70], number=2),
    ]
    return recorded(folder, games, title="Two", run_ids=[made.row["run_id"] for made in games])


def test_wins_are_counted_from_both_sides(tmp_path: Path) -> None:
    """a: 2 wins and a draw as the first, 1 win, 1 draw and 1 loss as the second."""
    a, b = table(match_of_two(tmp_path))
    assert (a["player"], a["opponent"], b["player"], b["opponent"]) == ("a", "b", "b", "a")
    counts = ("games", "wins", "draws", "losses", "score")
    assert [a[name] for name in counts] == ["6", "3", "2", "1", "4.0"]
    assert [b[name] for name in counts] == ["6", "1", "2", "3", "2.0"]
    assert [float(a[name]) for name in ("share", "first", "second")] == [4 / 6, 2.5 / 3, 1.5 / 3]
    assert [float(b[name]) for name in ("share", "first", "second")] == [2 / 6, 1.5 / 3, 0.5 / 3]
    assert (float(a["low"]), float(a["high"])) == wilson_interval(4 / 6, 6)


def test_nodes_are_those_of_the_player_s_own_moves(tmp_path: Path) -> None:
    a, b = table(match_of_two(tmp_path))
    assert float(a["nodes/move"]) == (10 + 20 + 30 + 40 + 50 + 60 + 70) / 7
    assert float(b["nodes/move"]) == (1 + 3 + 4 + 5 + 6 + 7) / 6


def test_games_that_were_cut_count_nowhere_and_are_told(tmp_path: Path) -> None:
    games = [
        game("a", "b", 1, [10]),
        game("b", "a", None, [10**6], status="time_limit", number=1),
        game("a", "b", None, status="invalid_instance", number=2),
    ]
    results = recorded(tmp_path, games)
    a, b = table(results)
    assert (a["games"], a["wins"], b["losses"], a["second"]) == ("1", "1", "1", "")
    assert (a["nodes/move"], b["nodes/move"]) == ("10.0", "")
    assert build(results).notes[-2:] == [
        "2 of 3 games are left out: 1 invalid_instance, 1 time_limit.",
        "Games left out by player: a 2 of 3; b 2 of 3.",
    ]


def test_a_player_without_a_game_that_counts_is_named(tmp_path: Path) -> None:
    games = [
        game("a", "b", 1, [10]),
        game("a", "c", None, [10], status="node_limit", number=1),
        game("c", "b", None, [10], status="node_limit", number=2),
    ]
    results = recorded(tmp_path / "one", games)
    assert {row["player"] for row in table(results)} == {"a", "b"}
    note = "Games left out by player: a 1 of 2; b 1 of 2; c all 2."
    assert build(results).notes[-1] == note
    games.append(game("a", "b", None, [10], status="node_limit", domain_params={"m": 4}))
    note = (
        "Games left out by player: a at m_n_k(m=3) 1 of 2; b at m_n_k(m=3) 1 of 2; "
        "c at m_n_k(m=3) all 2; a at m_n_k(m=4) all 1; b at m_n_k(m=4) all 1."
    )
    assert build(recorded(tmp_path / "two", games)).notes[-1] == note


def test_where_every_game_counts_no_player_is_named(tmp_path: Path) -> None:
    assert not any("left out" in note for note in build(match_of_two(tmp_path)).notes)


def test_where_there_are_several_opponents_they_are_drawn_together(tmp_path: Path) -> None:
    pairs = [(x, y) for x in "abc" for y in "abc" if x != y]
    games = [game(x, y, 1 if x == "a" else 0, [1], number=n) for n, (x, y) in enumerate(pairs)]
    rows = table(recorded(tmp_path, games))
    opponents = [("a", "b"), ("a", "c"), ("a", "all")]
    assert [(row["player"], row["opponent"]) for row in rows][:3] == opponents
    assert [row["wins"] for row in rows[:3]] == ["1", "1", "2"]
    assert [row["draws"] for row in rows[:3]] == ["1", "1", "2"]
    assert [row["games"] for row in rows] == ["2", "2", "4"] * 3


def test_games_of_different_rules_have_rows_of_their_own(tmp_path: Path) -> None:
    games = [game("a", "b", 1, [1], domain_params={"m": m, "n": 3}) for m in (3, 4)]
    rows = table(recorded(tmp_path, games))
    names = [(row["game"], row["player"]) for row in rows]
    assert names == [(f"m_n_k(m={m})", player) for m in (3, 4) for player in "ab"]


@pytest.mark.parametrize("format", ["text", "markdown", "latex", "csv"])
def test_the_table_is_printed_in_every_format(tmp_path: Path, format: str) -> None:
    [text] = publish.tables(match_of_two(tmp_path), format)
    assert "nodes/move" in text
    if format != "csv":
        assert "Two: games" in text
        assert "0.667" in text


def test_the_table_stands_before_those_of_the_config_and_is_written(tmp_path: Path) -> None:
    spec = {"name": "lengths", "rows": ["algorithm.first"], "columns": [{"metric": "depth"}]}
    games = [game("a", "b", 1, [10])]
    results = recorded(tmp_path, games, tables=[spec])
    one, other = publish.tables(results, "text")
    publish.write_tables(results)
    assert (tmp_path / "tables" / "match.txt").read_text(encoding="utf-8") == one
    assert (tmp_path / "tables" / "lengths.txt").read_text(encoding="utf-8") == other


def test_moves_are_recorded_and_read_again(tmp_path: Path) -> None:
    results = match_of_two(tmp_path)
    rows = results.games.to_pylist()
    assert len(rows) == 3 + 5 * 2
    first = [row for row in rows if row["run_id"] == results.runs["run_id"][0].as_py()]
    assert [row["generated"] for row in first] == [10, 1, 20]
    assert [row["player"] for row in first] == ["a", "b", "a"]
    assert json.loads(results.runs["algorithm_params"][0].as_py())["first"] == "a"

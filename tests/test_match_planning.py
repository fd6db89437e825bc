"""What a config with players comes to, and what it is refused for."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.testing import CliRunner

from harness import cli, config, kernel_of, preview
from harness.expansion import Plan, plan
from harness.model import Limits, Run, UserError
from harness.players import digest_of, searches_of

FULL = {"algorithm": "alpha_beta", "evaluator": "zero"}
DEEP = {"algorithm": {"alpha_beta": {"depth": 2}}, "evaluator": "longest_line"}
BASE: dict[str, Any] = {
    "experiment": "who",
    "games": ["m_n_k"],
    "instances": [{"literal": ["empty", "1,1 0,0"], "names": ["empty", "corner"]}],
    "players": {"full": FULL, "deep": DEEP},
}

EVALUATOR = """
FITS = "{game}"
WIN = 9
def prepare(T, params): return ()
def evaluate(T, E, state): return {value}
"""


def plan_of(folder: Path, **changes: Any) -> Plan:
    path = folder / "c.yaml"
    keys = {key: value for key, value in {**BASE, **changes}.items() if value is not None}
    path.write_text(yaml.safe_dump(keys, sort_keys=False), encoding="utf-8")
    return plan(config.load(path))


def complaint(folder: Path, **changes: Any) -> str:
    """The one sentence that a config is refused with, from the key on."""
    with pytest.raises(UserError) as caught:
        plan_of(folder, **changes)
    assert caught.value.exit_status == 2
    [line] = str(caught.value).splitlines()
    return line.partition(": ")[2]


def outline(runs: list[Run]) -> Iterator[tuple[str, str, str]]:
    for run in runs:
        first, second = run.players or ()
        yield first.name, second.name, run.instance.name


def test_every_pair_plays_every_opening_both_ways_round(tmp_path: Path) -> None:
    made = plan_of(tmp_path)
    assert list(outline(made.runs)) == [
        ("full", "deep", "empty"),
        ("full", "deep", "corner"),
        ("deep", "full", "empty"),
        ("deep", "full", "corner"),
    ]
    assert made.warnings == []
    assert made.refused == []


def test_n_players_make_n_times_n_minus_1_pairs(tmp_path: Path) -> None:
    players = {name: FULL for name in "abcd"}
    made = plan_of(tmp_path, players=players, repeats=3)
    assert len(made.runs) == 4 * 3 * 2 * 3
    assert len({run.run_id for run in made.runs}) == len(made.runs)
    assert all(run.players and run.players[0].name != run.players[1].name for run in made.runs)


def test_a_player_has_its_parts_with_all_their_parameters(tmp_path: Path) -> None:
    run = plan_of(tmp_path).runs[0]
    assert run.players is not None
    full, deep = run.players
    assert (full.algorithm.name, full.algorithm.parameters["depth"]) == ("alpha_beta", None)
    assert (deep.algorithm.name, deep.algorithm.parameters["depth"]) == ("alpha_beta", 2)
    assert deep.heuristic is not None
    assert (deep.heuristic.name, deep.candidates.name) == ("longest_line", "all")
    assert (run.heuristic, run.candidates, run.seed) == (None, None, None)
    match = run.algorithm
    assert (match.name, match.parameters["first"], match.parameters["second"]) == (
        "match",
        "full",
        "deep",
    )
    assert match.parameters["players"]["deep"]["evaluator"] == "longest_line"
    assert match.parameters["players"]["deep"]["algorithm_params"] == deep.algorithm.parameters


def test_limits_are_per_move_and_a_player_may_have_others(tmp_path: Path) -> None:
    own = {**DEEP, "limits": {"seconds": 2}}
    made = plan_of(tmp_path, limits={"nodes": 1e5}, players={"full": FULL, "deep": own})
    full, deep = made.runs[0].players or ()
    assert full.limits == Limits(nodes=100_000)
    assert deep.limits == Limits(seconds=2.0)
    assert made.runs[0].limits == Limits()


def test_limits_make_another_run(tmp_path: Path) -> None:
    """They may decide which move is found."""
    ids = [
        {run.run_id for run in plan_of(tmp_path, **changes).runs}
        for changes in ({}, {"limits": {"nodes": 1e5}}, {"limits": {"nodes": 1e6}})
    ]
    assert len(set.union(*ids)) == 3 * 4


def test_a_run_id_does_not_depend_on_neighbours(tmp_path: Path) -> None:
    players = {"other": FULL, "deep": DEEP, "full": FULL}
    alone = {run.run_id for run in plan_of(tmp_path).runs}
    among = {run.run_id for run in plan_of(tmp_path, players=players).runs}
    assert alone < among


def test_runs_are_picked_by_opening_and_by_player(tmp_path: Path) -> None:
    made = plan_of(tmp_path, include=[{"instance": "corner"}])
    assert {run.instance.name for run in made.runs} == {"corner"}
    made = plan_of(tmp_path, exclude=[{"algorithm.first": "full"}])
    assert [first for first, _, _ in outline(made.runs)] == ["deep", "deep"]
    made = plan_of(tmp_path, exclude=[{"instance": "nowhere"}])
    assert [line.partition(": ")[2] for line in made.warnings] == [
        "exclude[0]: no run fits this pattern"
    ]


def test_an_opening_that_is_over_is_told_and_not_played(tmp_path: Path) -> None:
    made = plan_of(tmp_path, instances=[{"literal": ["empty", "XXX/OO./..."]}])
    faults = {run.instance.name: run.fault for run in made.runs}
    assert faults == {"empty": None, "XXX/OO./...": "the game is over: X has won"}


def test_a_player_who_fits_one_of_the_games_plays_that_one(tmp_path: Path) -> None:
    players = {"full": FULL, "again": FULL, "deep": DEEP}
    games = ["m_n_k", "connect_four"]
    made = plan_of(tmp_path, games=games, players=players, instances=[{"literal": ["empty"]}])
    assert sum(run.domain.name == "m_n_k" for run in made.runs) == 6
    assert sum(run.domain.name == "connect_four" for run in made.runs) == 2
    reasons = [refusal.reason for refusal in made.refused]
    assert reasons == ["longest_line fits m_n_k, not connect_four"]


FAULTS: list[tuple[dict[str, Any], str]] = [
    (
        {"players": {"full": FULL}},
        "players: holds 1 (full) where at least 2 are wanted",
    ),
    ({"players": None}, "the key 'algorithms' is missing (or 'players')"),
    (
        {"algorithms": ["minimax"]},
        "has the key 'algorithms' beside 'players', which have each their own",
    ),
    (
        {"games": None, "domains": ["sliding_tiles"]},
        "has the key 'domains' beside 'players', which go with games",
    ),
    (
        {"players": {"full": FULL, "deep": {"evaluator": "zero"}}},
        "players.deep: the key 'algorithm' is missing",
    ),
    (
        {"players": {"full": FULL, "deep": {**DEEP, "evaluators": ["zero"]}}},
        "players.deep.evaluators: unknown key 'evaluators'; did you mean 'evaluator'? "
        "(known: algorithm, evaluator, candidates, limits)",
    ),
    (
        {"players": {"full": FULL, "deep": {"algorithm": "alpha_beta"}}},
        "players.deep: alpha_beta needs an evaluator; the key 'evaluator' is missing",
    ),
    (
        {"players": {"full": FULL, "deep": {**DEEP, "algorithm": {"minimax": {"depth": [1, 2]}}}}},
        "players.deep.algorithm: 2 combinations of parameters; a player has one value for each, "
        "no lists",
    ),
    (
        {"players": {"full": FULL, "deep": {**DEEP, "algorithm": {"minimax": {"depth": 0}}}}},
        "players.deep.algorithm.minimax.depth: 0 is less than 1",
    ),
    (
        {"players": {"full": FULL, "deep": {**DEEP, "evaluator": "windows"}}},
        "players.deep.evaluator: 'windows' fits connect_four, not m_n_k",
    ),
    (
        {"players": {"full": FULL, "deep": {**DEEP, "algorithm": "a_star"}}},
        "players.deep.algorithm: no run can use this: a_star plays no games, and m_n_k is one",
    ),
    (
        {"tables": [{"name": "match", "rows": ["instance"], "columns": ["value"]}]},
        "tables[0].name: 'match' is the name of the table that every match has",
    ),
    (
        {"players": {"full": FULL, "all": DEEP}},
        "players.all: 'all' stands for all opponents in the table of a match; rename him",
    ),
    (
        {"players": {"full": FULL, "deep": {"algorithm": "count_positions"}}},
        "players.deep.algorithm: count_positions finds no moves and cannot play",
    ),
    (
        {"exclude": [{"algorithm": "alpha_beta"}]},
        "exclude[0].algorithm: unknown algorithm 'alpha_beta' (known: match)",
    ),
    (
        {"include": [{"instance": "nowhere"}]},
        "include[0]: no run fits this pattern: 'include' and 'exclude' leave no run",
    ),
]


@pytest.mark.parametrize(("changes", "sentence"), FAULTS)
def test_faults_are_told_in_a_sentence(
    tmp_path: Path, changes: dict[str, Any], sentence: str
) -> None:
    assert complaint(tmp_path, **changes) == sentence


def test_two_evaluators_of_one_name_are_refused(tmp_path: Path) -> None:
    for value, folder in enumerate(("a", "b")):
        (tmp_path / folder).mkdir()
        text = EVALUATOR.format(game="m_n_k", value=value)
        (tmp_path / folder / "mine.py").write_text(text, encoding="utf-8")
    players = {folder: {**DEEP, "evaluator": f"./{folder}/mine.py"} for folder in ("a", "b")}
    assert complaint(tmp_path, players=players) == (
        "players.b.evaluator: its file has the name of another heuristic, players.a.evaluator; "
        "rename it"
    )


def test_a_game_that_one_player_alone_can_play_is_refused(tmp_path: Path) -> None:
    games = ["m_n_k", "connect_four"]
    windows = {**DEEP, "evaluator": "windows"}
    players = {"full": {**DEEP}, "more": DEEP, "deep": windows}
    assert complaint(tmp_path, games=games, players=players) == (
        "games[1]: only deep can play connect_four; a match takes two players"
    )


def test_the_kernel_of_a_match_is_that_of_both_players(tmp_path: Path) -> None:
    there, _, back, _ = plan_of(tmp_path).runs
    kernels = [kernel_of.kernel_digest(search) for search in searches_of(there)]
    assert len(set(kernels)) == 2
    assert kernel_of.kernel_digest(there) == kernel_of.kernel_digest(back) == digest_of(kernels)
    assert kernel_of.details_of(there) == {"games"}


def test_an_edit_of_one_player_s_evaluator_is_another_kernel(tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    players = {"full": FULL, "deep": {**DEEP, "evaluator": "./mine.py"}}
    digests = []
    for value in (1, 2):
        mine.write_text(EVALUATOR.format(game="m_n_k", value=value), encoding="utf-8")
        kernel_of._known.clear()
        digests.append(kernel_of.kernel_digest(plan_of(tmp_path, players=players).runs[0]))
    assert digests[0] != digests[1]


def test_check_lists_pairs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preview.compiled_kernels(), "is_cached", lambda run: True)
    plan_of(tmp_path)
    result = CliRunner().invoke(cli.app, ["check", str(tmp_path / "c.yaml")])
    assert result.exit_code == 0, result.output
    cells = [line.split() for line in result.stdout.splitlines()]
    assert cells[2] == ["first", "second", "game", "runs", "kernel"]
    assert cells[4:6] == [
        ["full", "deep", "m_n_k", "2", "compiled"],
        ["deep", "full", "m_n_k", "2", "compiled"],
    ]
    listed = CliRunner().invoke(cli.app, ["check", "--all", str(tmp_path / "c.yaml")])
    lines = [line.split("\t")[1:] for line in listed.stdout.splitlines()]
    assert lines[1] == ["full", "deep", "m_n_k", "corner", "-", "0"]


def test_parameters_of_a_match_are_json(tmp_path: Path) -> None:
    text = json.dumps(plan_of(tmp_path).runs[0].algorithm.parameters)
    assert json.loads(text)["players"].keys() == {"full", "deep"}

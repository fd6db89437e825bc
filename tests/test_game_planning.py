"""Configs of games: what they plan, what is refused and how, and evaluators of a user's own."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pytest
import yaml
from game_runs import game_run

from harness import config, expansion
from harness.expansion import Plan
from harness.identity import RunIds
from harness.model import Choice, KernelFault, UserError
from harness.search import Solver

BASE: dict[str, Any] = {
    "experiment": "plays",
    "games": ["m_n_k"],
    "instances": [{"literal": ["empty", "1,1", "XX./OO./..."]}],
    "algorithms": [{"minimax": {"depth": 2}}, {"alpha_beta": {"depth": [1, 2]}}],
    "evaluators": ["zero", "longest_line"],
}


def plan_of(folder: Path, **changes: Any) -> Plan:
    path = folder / "c.yaml"
    made = {key: value for key, value in {**BASE, **changes}.items() if value is not None}
    path.write_text(yaml.safe_dump(made, sort_keys=False), encoding="utf-8")
    return expansion.plan(config.load(path))


def complaint_of(folder: Path, **changes: Any) -> str:
    with pytest.raises(UserError) as caught:
        plan_of(folder, **changes)
    assert caught.value.exit_status == 2
    return str(caught.value)


def test_every_part_of_a_game_multiplies(tmp_path: Path) -> None:
    runs = plan_of(tmp_path).runs
    assert len(runs) == 3 * 2 * 3
    assert {run.candidates.name for run in runs if run.candidates} == {"all"}
    assert [run.instance.text for run in runs[:3]] == [".../.../...", ".../.X./...", "XX./OO./..."]
    assert len({run.run_id for run in runs}) == len(runs)


def test_candidates_are_an_axis_and_part_of_what_a_run_is(tmp_path: Path) -> None:
    runs = plan_of(
        tmp_path,
        games=["gomoku"],
        instances=[{"literal": ["7,7"]}],
        evaluators=["run_scores"],
        candidates=["two_rings", {"by_points": {"most": [4, 8]}}, "all"],
    ).runs
    shown = [(run.candidates.name, run.candidates.parameters) for run in runs[:4] if run.candidates]
    assert shown == [
        ("two_rings", {}),
        ("by_points", {"most": 4}),
        ("by_points", {"most": 8}),
        ("all", {}),
    ]
    assert len({run.run_id for run in runs}) == len(runs) == 4 * 3


def test_run_ids_of_searches_are_what_they_were() -> None:
    """Candidates enter the hash only where there are any."""
    domain, algorithm = Choice("line", {"a": 1}, ""), Choice("best", {}, "")
    text = (
        '{"algorithm":"best","algorithm_params":{},%s"domain":"line","domain_params":{"a":1},'
        '"heuristic":null,"heuristic_params":null,"instance":"5","repeat":0,"seed":null}'
    )
    generator = '"candidates":"all","candidates_params":{},'
    for candidates, inserted in ((None, ""), (Choice("all", {}, ""), generator)):
        digest = hashlib.sha256((text % inserted).encode()).hexdigest()
        assert RunIds(domain, algorithm, None, candidates).run_id("5", None, 0) == digest[:16]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"games": ["gomokoo"]}, "unknown game 'gomokoo'; did you mean 'gomoku'?"),
        ({"evaluators": ["zer"]}, "evaluators[0]: unknown evaluator 'zer'; did you mean 'zero'?"),
        ({"evaluators": ["run_scores"]}, "'run_scores' fits gomoku, not m_n_k"),
        ({"candidates": ["al"]}, "candidates[0]: unknown candidates 'al'; did you mean 'all'?"),
        ({"candidates": ["two_rings"]}, "'two_rings' fits gomoku, not m_n_k"),
        ({"evaluators": None}, "minimax needs an evaluator; the key 'evaluators' names none"),
        ({"algorithms": ["a_star"]}, "a_star plays no games, and m_n_k is one"),
        ({"games": [{"m_n_k": {"k": 4}}]}, "no line of 4 cells fits a board of 3 columns and 3"),
        ({"games": None}, "the key 'domains' is missing (or 'games')"),
        ({"heuristics": ["zero"]}, "has the key 'heuristics', which goes with domains, and games"),
        ({"require": "admissible"}, "has the key 'require', which goes with domains, and games"),
        ({"domains": ["graph"]}, "has 'domains' and 'games'; make two configs of it"),
        ({"instances": [{"literal": ["X/O"]}]}, "instances[0].literal[0]: "),
        ({"instances": [{"literal": ["XX.X/OO../...."]}]}, "instances[0].literal[0]: "),
        (
            {"instances": [{"literal": ["empty"], "domain": "gomoku"}]},
            "unknown game 'gomoku'",
        ),
        (
            {"games": ["gomoku"], "algorithms": ["count_positions"], "evaluators": None,
             "instances": [{"literal": ["empty"]}]},
            "count_positions needs exact keys, which gomoku has not",
        ),
        (
            {"games": [{"gomoku": {"symmetry": True}}], "evaluators": ["run_scores"],
             "algorithms": [{"alpha_beta": {"table_bits": 9}}],
             "instances": [{"literal": ["7,7"]}], "candidates": [{"by_points": {"most": 9}}]},
            "by_points(most=9) does not say that it takes mirrored positions for the same",
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_planned(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    assert message in complaint_of(tmp_path, **changes)


def test_a_search_is_not_planned_with_what_plays(tmp_path: Path) -> None:
    message = complaint_of(
        tmp_path,
        games=None,
        domains=["sliding_tiles"],
        instances=[{"scrambled": {"count": 1, "moves": 5, "seed": 1}}],
        evaluators=None,
        algorithms=["alpha_beta"],
        heuristics=["manhattan"],
    )
    assert "alpha_beta plays games, and sliding_tiles is none" in message


def test_positions_in_which_nothing_is_left_to_play_are_recorded_as_such(tmp_path: Path) -> None:
    runs = plan_of(tmp_path, instances=[{"literal": ["XXX/OO./...", "empty"]}]).runs
    faults = {run.instance.text: run.fault for run in runs}
    assert faults[".../.../..."] is None
    assert "over" in str(faults["XXX/OO./..."])


@pytest.mark.parametrize(
    ("game", "rows"),
    [
        ({"m_n_k": {}}, "XX./.../..."),
        ({"gomoku": {"width": 5, "height": 5}}, "XX.../...../...../...../....."),
        ({"connect_four": {"width": 4, "height": 4}}, "..../..../..../XX.."),
    ],
)
def test_positions_that_no_play_leads_to_are_recorded_as_such(
    tmp_path: Path, game: dict[str, Any], rows: str
) -> None:
    blocks = [{"literal": [rows, "empty"]}]
    runs = plan_of(tmp_path, games=[game], instances=blocks, evaluators=["zero"]).runs
    faults = {run.instance.name: run.fault for run in runs}
    diagnosis = "no play leads there: X, who begins, has 2 stones and O has 0"
    assert faults == {rows: diagnosis, "empty": None}


@pytest.mark.parametrize(
    ("game", "moves", "reason"),
    [
        ({"m_n_k": {"m": 1, "n": 1, "k": 1}}, 1, "1 moves; a game that goes on has 0..0 on 1 x 1"),
        ({"m_n_k": {"k": 1}}, 1, "no game of 1 moves that goes on was found in 1000 tries"),
        ({"m_n_k": {}}, 100, "100 moves; a game that goes on has 0..8 on 3 x 3"),
        (
            {"connect_four": {"width": 1, "height": 1}},
            1,
            "1 moves; a game that goes on has 0..0 on 1 x 1",
        ),
    ],
)
def test_positions_that_cannot_be_drawn(
    tmp_path: Path, game: dict[str, Any], moves: int, reason: str
) -> None:
    blocks = [{"scrambled": {"count": 3, "moves": moves, "seed": 1}}]
    message = complaint_of(tmp_path, games=[game], instances=blocks, evaluators=["zero"])
    place, _, said = message.partition(": ")
    assert place.startswith(f"{tmp_path}/c.yaml:")
    assert said == f"instances[0].scrambled: {reason}"


def test_positions_are_called_as_the_config_writes_them(tmp_path: Path) -> None:
    """Lists, and rows on several lines, have no such name: they are called by their text."""
    literal = [" empty", "1,1 0,0", [4], "X..\n...\n...\n", "O../.x./..X"]
    runs = plan_of(tmp_path, instances=[{"literal": literal}]).runs
    assert list(dict.fromkeys((run.instance.name, run.instance.text) for run in runs)) == [
        ("empty", ".../.../..."),
        ("1,1 0,0", "O../.X./..."),
        (".../.X./...", ".../.X./..."),
        ("X../.../...", "X../.../..."),
        ("O../.x./..X", "O../.X./..X"),
    ]
    named = plan_of(tmp_path, instances=[{"literal": ["empty"], "names": ["start"]}]).runs
    assert {run.instance.name for run in named} == {"start"}


@pytest.mark.parametrize(
    "literal",
    [
        ["1,1 0,0", "O../.X./..."],
        ["empty", "empty"],
        ["empty", ".../.../..."],
        [[4], ".../.X./..."],
    ],
)
def test_one_position_written_twice_is_refused(tmp_path: Path, literal: list[Any]) -> None:
    message = complaint_of(tmp_path, instances=[{"literal": ["2,2", *literal]}])
    [line] = message.splitlines()
    first, second = line.split(" is the same instance as ")
    assert first.endswith(": instances[0].literal[2]:")
    assert second.endswith(": instances[0].literal[1]")


def test_random_positions(tmp_path: Path) -> None:
    """They are different, as deep as asked for, and drawn the same way each time."""
    blocks = [{"scrambled": {"count": 5, "moves": 4, "seed": 3}}]
    texts = [
        [run.instance.text for run in plan_of(tmp_path, instances=blocks).runs[:5]]
        for _ in range(2)
    ]
    assert texts[0] == texts[1]
    assert len(set(texts[0])) == 5
    assert all(text.count("X") == text.count("O") == 2 for text in texts[0])


OWN = '''
"""Stones in the centre."""
import numpy as np

from kernels.jit import inlined

FITS = "m_n_k"
WIN = 100


def prepare(T, params):
    return ()


@inlined
def evaluate(T, E, state):
    return {value}


@inlined
def update(T, E, state, value, move):
    return {after}
'''
CENTRE = {"value": "(state[4] == 1) - np.int64(state[4] == 2)"}
MOVED = "value + (0 if move != 4 else 1 if state[STONES] % 2 == 0 else -1)"


def own(folder: Path, value: str = "0", after: str = "0", win: str = "100") -> Path:
    path = folder / "centre.py"
    imports = "from kernels.cores.line_boards import STONES\n"
    text = OWN.format(value=value, after=after).replace("WIN = 100", f"WIN = {win}")
    path.write_text(text.replace("from kernels.jit", f"{imports}from kernels.jit"))
    return path


def valued(path: Path, algorithm: str = "minimax", position: str = "empty") -> dict[str, Any]:
    run = game_run("m_n_k", algorithm, {"depth": 1}, position=position)
    heuristic = Choice(path.stem, {}, str(path))
    return Solver().solve(type(run)(**{**vars(run), "heuristic": heuristic})).row


def test_an_evaluator_beside_the_config(tmp_path: Path) -> None:
    path = own(tmp_path, CENTRE["value"], MOVED)
    runs = plan_of(tmp_path, evaluators=["./centre.py"]).runs
    assert {run.heuristic.path for run in runs if run.heuristic} == {str(path)}
    row = valued(path)
    assert (row["value"], row["best_move"], row["evaluated"]) == (1, "1,1", 9)
    assert valued(path, position="0,0")["value"] == 1, "from the side of the second player"


@pytest.mark.parametrize(
    ("faulty", "message"),
    [
        ({"value": "0.5"}, "evaluate gives float64; a signed integer is wanted"),
        ({"value": "state[0] / 2"}, "evaluate gives float64; a signed integer is wanted"),
        ({"after": "1.0 * value"}, "update gives float64; a signed integer is wanted"),
        ({"value": "nothing"}, "evaluate cannot be compiled: "),
        ({"win": "0"}, "WIN is 0; it has to be a whole number from 1 to "),
        ({"win": "'much'"}, "WIN is 'much'; it has to be a whole number from 1 to "),
        (
            {"value": "1 << 41", "after": "1 << 41"},
            "evaluate gives 2199023255552, where -100 to 100 are allowed, in .../.../...",
        ),
        (
            {**CENTRE, "after": "value"},
            "update gives 0 and evaluate 1 after 1,1 in .../.../...",
        ),
    ],
)
def test_evaluators_that_break_their_contract(
    tmp_path: Path, faulty: dict[str, str], message: str
) -> None:
    path = own(tmp_path, **faulty)
    with pytest.raises(KernelFault) as caught:
        valued(path)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)

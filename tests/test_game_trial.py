"""Games, generators and evaluators that break their contract: refused in a sentence."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from game_runs import game_run
from guides import HOME, blocks

from harness.model import Choice, Instance, KernelFault, Run
from harness.search import Solver
from kernels import catalogue

GENERATOR = '''
"""Moves of one's own."""
from kernels.contract import game
from kernels.jit import inlined

FITS = "m_n_k"


def prepare(T, params):
    return ()


@inlined
def generate(T, C, state, remaining, into, at):
    count = game.moves(T, state, into, at)
{body}
    return count
'''

[NIM] = [b.content for b in blocks(HOME / "docs" / "add_a_game.md") if b.file.endswith("nim.py")]


def refused(run: Run) -> str:
    with pytest.raises(KernelFault) as caught:
        Solver().solve(run)
    message = str(caught.value)
    assert "\n" not in message
    return message


def run_with_generator(folder: Path, body: str, depth: int = 4) -> Run:
    path = folder / "own.py"
    path.write_text(GENERATOR.format(body=body), encoding="utf-8")
    run = game_run("m_n_k", "minimax", {"depth": depth})
    return replace(run, candidates=Choice(path.stem, {}, str(path)))


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (
            "    count = 0",
            "generate gives 0 moves, where 1 to 9 are allowed, with 1 ply left in ...",
        ),
        (
            "    if remaining == 2:\n        count = 0",
            "generate gives 0 moves, where 1 to 9 are allowed, with 2 plies left in .../.../...",
        ),
        (
            "    if state[3] != 0:\n        into[at] = 3",
            "1,0, which is no legal move, with 1 ply left in a position 1 ply from .../.../...",
        ),
        ("    into[at + 1] = into[at]", "generate gives 0,0 twice with 1 ply left in .../.../..."),
        (
            "    for i in range(100):\n        into[at + i] = 0\n    count = 100",
            "generate gives 100 moves, where 1 to 9 are allowed, with 1 ply left in .../.../...",
        ),
        ("    into[at] = 10**6", "own.py: generate gives "),
    ],
)
def test_generators(tmp_path: Path, body: str, message: str) -> None:
    assert message in refused(run_with_generator(tmp_path, body))


def test_a_generator_that_gives_nothing_where_no_trial_comes(tmp_path: Path) -> None:
    run = run_with_generator(tmp_path, "    if remaining == 3:\n        count = 0")
    assert refused(run).startswith("the candidate generator gave 0 moves in a position")


def nim_run(folder: Path, *changes: tuple[str, str]) -> Run:
    """Nim of the guide with 2 and 1 things, its file changed."""
    text = NIM
    for before, after in changes:
        assert text.count(before) == 1
        text = text.replace(before, after)
    path = folder / "nim.py"
    path.write_text(text, encoding="utf-8")
    parameters: dict[str, Any] = {"heaps": 2, "most": 2}
    run = game_run("m_n_k", "minimax")
    game = Choice("nim", parameters, str(path))
    return replace(run, domain=game, instance=Instance("2 1", "2 1 first"))


def test_nim_as_the_guide_has_it(tmp_path: Path) -> None:
    row = Solver().solve(nim_run(tmp_path)).row
    assert (row["value"], row["best_move"]) == (1, "1@1")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            [('"MAX_MOVES": heaps * most', '"MAX_MOVES": 1')],
            "nim.py: moves gives 3 moves, where 1 to 1 are allowed, in 2 1 first",
        ),
        (
            [("    return count\n\n\n@inlined\ndef play", "    return 0\n\n\n@inlined\ndef play")],
            "nim.py: moves gives 0 moves, where 1 to 4 are allowed, in 2 1 first",
        ),
        (
            [("    state[OUTCOME] = ONGOING\n", "")],
            "nim.py: undo does not restore the state after ",
        ),
        (
            [
                ("    state[move // MOST] -= move % MOST + 1\n", ""),
                ("    state[move // MOST] += move % MOST + 1\n", ""),
            ],
            "a game is not over after 4 moves, its MAX_PLIES",
        ),
    ],
)
def test_games(tmp_path: Path, changes: list[tuple[str, str]], message: str) -> None:
    assert message in refused(nim_run(tmp_path, *changes))


def test_an_evaluator_that_changes_the_state(tmp_path: Path) -> None:
    zero = catalogue.path_of("evaluators", "zero", "m_n_k").read_text(encoding="utf-8")
    path = tmp_path / "own.py"
    old, new = '    """Nothing is known."""\n', "    state[0] += 1\n"
    path.write_text(zero.replace(old, new), encoding="utf-8")
    run = replace(game_run("m_n_k", "minimax"), heuristic=Choice("own", {}, str(path)))
    assert refused(run) == f"{path}: evaluate changes the state in .../.../..."

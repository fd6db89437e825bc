"""Games: nodes generated a second, and how long tic-tac-toe takes.

    python benchmarks/games.py

Gomoku with the score table of 2016 kept up to date and computed from scratch, Connect Four and
m,n,k-games by alpha-beta, the whole game of tic-tac-toe by minimax. Beside Connect Four, where a
C++ compiler is found, the same search as one would write it by hand in C++
(``peer_connect_four.cpp``); both must generate the same nodes.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from measuring import choice, interleaved, rate

from harness.model import Instance, Limits, Run
from harness.search import Solver
from kernels import catalogue

C = "7,7 6,6 7,8 7,6 8,8"
ENGINE = {"evaluate": "nodes", "cut": "beyond_bound", "window": 1_000_000}
DEPTH_OF_PEER = 13


def game_run(
    game: str,
    position: str,
    algorithm: str,
    parameters: dict[str, Any],
    evaluator: str,
    candidates: str = "all",
    **board: Any,
) -> Run:
    """A run of a game."""
    chosen = choice("games", game, **board)
    text = catalogue.load(Path(chosen.path)).read(chosen.parameters, position)
    return Run(
        run_id="0" * 16,
        experiment="benchmark",
        domain=chosen,
        instance=Instance(position, text),
        algorithm=choice("algorithms", algorithm, **parameters),
        heuristic=choice("evaluators", evaluator, game),
        candidates=choice("candidates", candidates, game),
        limits=Limits(memory=4 << 30),
    )


def main() -> None:
    """Print medians."""
    solver = Solver()
    gomoku = {"depth": 5, **ENGINE}
    runs = {
        "gomoku, scores kept up to date": game_run(
            "gomoku", C, "alpha_beta", gomoku, "run_scores", "two_rings"
        ),
        "gomoku, scores from scratch": game_run(
            "gomoku", C, "alpha_beta", gomoku, "run_scores_from_scratch", "two_rings"
        ),
        "gomoku, moves by points, table": game_run(
            "gomoku", C, "alpha_beta", {"depth": 6, "table_bits": 20}, "run_scores", "by_points"
        ),
        "m,n,k 4,4,4, table": game_run(
            "m_n_k", "empty", "alpha_beta", {"table_bits": 20}, "zero", m=4, n=4, k=4
        ),
        "tic-tac-toe, minimax": game_run("m_n_k", "empty", "minimax", {}, "zero"),
        "connect four, table": game_run(
            "connect_four", "empty", "alpha_beta", {"depth": 16, "table_bits": 20}, "zero"
        ),
        "connect four": game_run(
            "connect_four", "empty", "alpha_beta", {"depth": DEPTH_OF_PEER}, "zero"
        ),
    }
    for name, run in runs.items():
        row = solver.solve(run).row
        print(f"{name}: {row['generated']} nodes generated")
    measures: dict[str, Callable[[], float]] = {
        name: lambda run=run: rate([solver.solve(run)], "generated") for name, run in runs.items()
    }
    whole = runs["tic-tac-toe, minimax"]
    with tempfile.TemporaryDirectory() as folder:
        peer = _peer(Path(folder), solver.solve(runs["connect four"]).row["generated"])
        interleaved(measures | peer, "M generated/s")
        milliseconds = {
            "tic-tac-toe, minimax": lambda: solver.solve(whole).row["kernel_seconds"] * 1e3
        }
        interleaved(milliseconds, "ms")


def _peer(folder: Path, generated: int) -> dict[str, Callable[[], float]]:
    compiler = shutil.which("g++") or shutil.which("clang++")
    if not compiler:
        return {}
    peer, source = folder / "peer", Path(__file__).with_name("peer_connect_four.cpp")
    subprocess.run([compiler, "-O3", "-march=native", "-o", str(peer), str(source)], check=True)

    def by_hand() -> float:
        depth = str(DEPTH_OF_PEER)
        answer = subprocess.run([peer], input=depth, text=True, capture_output=True, check=True)
        nodes, seconds = answer.stdout.split()
        assert int(nodes) == generated, f"the peer counts {nodes}, not {generated}"
        return generated / float(seconds) / 1e6

    return {"connect four by hand in C++": by_hand}


if __name__ == "__main__":
    main()

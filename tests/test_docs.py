"""The guides say what is so: commands, files, links, columns, figures."""

from __future__ import annotations

import functools
import json
import operator
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from guides import HOME, PAGES, blocks, copy_of_the_program, followed, rows
from naive import ALGORITHMS, Problem
from naive import sliding_tiles as naive_tiles
from naive_sokoban import Rules
from naive_sokoban import sokoban as naive_sokoban
from oracles import optimal_cost

from harness import cli
from harness.columns import RUNS, STATUSES
from harness.config import load
from harness.expansion import plan

README = HOME / "README.md"
EIGHT_GOAL = (0, 1, 2, 3, 4, 5, 6, 7, 8)
PROSE = {page: page.read_text(encoding="utf-8") for page in PAGES}


def counts(row: dict[str, Any]) -> tuple[int, ...]:
    """What the twins count too."""
    return row["cost"], row["expanded"], row["generated"], row["evaluated"]


def naive_counts(result: Any) -> tuple[int, ...]:
    """Those of a twin."""
    return result.cost, result.expanded, result.generated, result.evaluated


def out_of_line(tiles: tuple[int, ...]) -> int:
    """The heuristic of the guide, by its definition, on a 3x3 board with the blank's goal first."""
    return sum(
        (cell // 3 != tile // 3) + (cell % 3 != tile % 3) for cell, tile in enumerate(tiles) if tile
    )


def tower(discs: int, pegs: int) -> Problem:
    """The Towers of Hanoi, all discs on the first peg, from the rules."""

    def moves(state: tuple[int, ...], last: Any) -> list[tuple[Any, tuple[int, ...], int]]:
        tops = {peg: state.index(peg) if peg in state else discs for peg in range(pegs)}
        return [
            (f"{a}>{b}", (*state[: tops[a]], b, *state[tops[a] + 1 :]), 1)
            for a in range(pegs)
            for b in range(pegs)
            if tops[a] < tops[b]
        ]

    goal = (pegs - 1,) * discs
    return Problem(
        (0,) * discs,
        moves,
        lambda state: state == goal,
        lambda state: sum(peg != pegs - 1 for peg in state),
    )


def test_add_a_heuristic(tmp_path: Path) -> None:
    """The guide's heuristic counts as its definition does; neither ``update`` nor plain Python
    changes a count.
    """
    folder = followed("add_a_heuristic", tmp_path)
    recorded = rows(folder, "first")
    assert len(recorded) == 50 * 2 * 3
    mine = {
        row["start"]: counts(row)
        for row in recorded
        if (row["algorithm"], row["heuristic"]) == ("a_star", "out_of_line")
    }
    for text in list(mine)[:2]:
        start = tuple(map(int, text.split()))
        board = naive_tiles(start, EIGHT_GOAL, 3, 3, order="ULRD", parent_pruning=True)
        problem = Problem(start, board.operators, board.is_goal, out_of_line)
        want = ALGORITHMS["a_star"](problem, tie_break="low_h", reopening="always")
        assert mine[text] == naive_counts(want)
        costs = {row["cost"] for row in recorded if row["start"] == text}
        assert costs == {optimal_cost(problem)}
    factors = [r for r in rows(folder, "factors") if r["heuristic_params"] == '{"factor":1}']
    assert {row["start"]: counts(row) for row in factors} == mine
    plain = [r for r in rows(folder, "plain") if r["heuristic_params"] == '{"factor":1}']
    assert [counts(row) for row in plain] == [mine[row["start"]] for row in plain]
    assert len(plain) == 2


def test_add_a_domain(tmp_path: Path) -> None:
    """Four discs: 2^4 - 1 moves on three pegs (Lucas 1883), 9 on four (Frame and Stewart 1941)."""
    recorded = rows(followed("add_a_domain", tmp_path), "hanoi")
    assert len(recorded) == 4
    for row in recorded:
        pegs = json.loads(row["domain_params"])["pegs"]
        own = {"tie_break": "low_h"} if row["algorithm"] == "a_star" else {}
        want = ALGORITHMS[row["algorithm"]](tower(4, pegs), **own)
        for name in ("expanded", "generated", "visited", "cost", "depth"):
            assert row[name] == getattr(want, name), (row["algorithm"], name)
        assert row["cost"] == {3: 15, 4: 9}[pegs]


def test_add_an_algorithm(tmp_path: Path) -> None:
    """A search with a depth limit counts what the iteration with that bound counts."""
    start = (3, 1, 2, 4, 7, 5, 6, 8, 0)
    board = naive_tiles(start, EIGHT_GOAL, 3, 3, order="ULRD", parent_pruning=True)
    iterations = ALGORITHMS["iterative_deepening"](board).iterations
    want = {bound: (expanded, generated) for bound, expanded, generated in iterations}
    recorded = rows(followed("add_an_algorithm", tmp_path), "limited")
    limited = {row["algorithm_params"]: row for row in recorded}
    for limit in (3, 4):
        row = limited[f'{{"limit":{limit}}}']
        assert (row["expanded"], row["generated"]) == want[limit]
    assert limited['{"limit":3}']["detail"] == "no solution within the limit"


def nim(heaps: tuple[int, ...]) -> tuple[int, int, int]:
    """Of the tree below a position of Nim: nodes, leaves, and whether its player to move wins."""
    nodes, leaves, wins = 0, int(not any(heaps)), 0
    for heap, size in enumerate(heaps):
        for left in range(size):
            below = nim_after(tuple(sorted((*heaps[:heap], left, *heaps[heap + 1 :]))))
            nodes, leaves, wins = nodes + 1 + below[0], leaves + below[1], wins | 1 - below[2]
    return nodes, leaves, wins


nim_after = functools.cache(nim)


def test_add_a_game(tmp_path: Path) -> None:
    """Values are those of Bouton's theorem, and minimax's nodes those of the whole tree."""
    folder = followed("add_a_game", tmp_path)
    recorded = rows(folder, "nim")
    assert len(recorded) == 6
    for row in [*recorded, *rows(folder, "nim_one_ply")]:
        heaps = tuple(map(int, row["start"].split()[:-1]))
        wins = functools.reduce(operator.xor, heaps) != 0
        assert row["value"] == (1 if wins else -1)
        nodes, leaves, naive_wins = nim(heaps)
        assert naive_wins == wins
        if row["algorithm"] == "minimax":
            assert (row["generated"], row["leaves"]) == (nodes, leaves)
    assert {row["best_move"] for row in rows(folder, "nim_one_ply")} == {"2@1", "1@1"}


def test_graphs(tmp_path: Path) -> None:
    """The costs that the guide shows follow from its few edges; here, that it can be followed."""
    folder = followed("graphs", tmp_path)
    assert len(rows(folder, "few_edges")) == 3
    assert [row["cost"] for row in rows(folder, "roads")] == [140 + 99, 151 + 99]


def test_sokoban(tmp_path: Path) -> None:
    """Least pushes and steps are those of the naive searches, and so is what S4-Baby counts."""
    folder = followed("sokoban", tmp_path)
    [first] = rows(folder, "first_pushes")
    assert first["depth"] == optimal_cost(naive_sokoban(first["start"]))
    assert (folder / "mine" / "two_boxes.gif").read_bytes().startswith(b"GIF")
    for row in rows(folder, "my_levels"):
        cost = json.loads(row["domain_params"])["cost"]
        assert row["cost"] == optimal_cost(naive_sokoban(row["start"], Rules(cost=cost)))
    counted = rows(folder, "stack")
    assert len(counted) == 3 * 2
    for row in counted:
        problem = naive_sokoban(row["start"], heuristic="nearest_goal")
        assert counts(row) == naive_counts(ALGORITHMS[row["algorithm"]](problem))
    valued = {(row["heuristic"], row["instance"]): row for row in rows(folder, "worth")}
    assert len(valued) == 3 * 14
    for (_, instance), row in valued.items():
        least = [valued[name, instance]["h_start"] for name in ("straight", "nearest_goal")]
        assert least[0] == distances_without_walls(row["start"]) <= least[1] <= row["depth"]


def distances_without_walls(level: str) -> int:
    """Rows and columns from each box to the nearest goal, all together."""
    squares = [
        (y, x, sign) for y, row in enumerate(level.split("\n")) for x, sign in enumerate(row)
    ]
    goals = [(y, x) for y, x, sign in squares if sign in ".*+"]
    boxes = [(y, x) for y, x, sign in squares if sign in "$*"]
    return sum(min(abs(y - v) + abs(x - u) for v, u in goals) for y, x in boxes)


def test_the_readme_shows_what_the_program_prints(tmp_path: Path) -> None:
    """Both commands of the README: the run as it stands, the other in continuous integration."""
    sample, run, test, *_ = blocks(README)
    job = run.content.strip().rpartition(" && ")[2].split()
    assert job[:2] == [".venv/bin/python", "run.py"]
    done = subprocess.run(
        [sys.executable, *job[1:], "--results", str(tmp_path)],
        cwd=HOME,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert sample.content in done.stdout
    assert test.content.strip() in (HOME / ".ci/run").read_text(encoding="utf-8").splitlines()


def test_the_config_in_the_readme_can_be_planned(tmp_path: Path) -> None:
    [example] = [block.content for block in blocks(README) if block.language == "yaml"]
    path = tmp_path / "first_steps.yaml"
    path.write_text(example, encoding="utf-8")
    assert len(plan(load(path)).runs) == 100 * 4 * 3


def test_python_examples_run(tmp_path: Path) -> None:
    """The blocks of running.md and results.md, on the experiment of the README."""
    folder = copy_of_the_program(tmp_path / "searchbench")
    programs = [
        block.content
        for name in ("running.md", "results.md")
        for block in blocks(HOME / "docs" / name)
        if block.language == "python"
    ]
    assert len(programs) == 3
    for number, program in enumerate(programs):
        (folder / f"example{number}.py").write_text(program, encoding="utf-8")
        command = [sys.executable, f"example{number}.py"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", PROSE[page]):
        if "://" in target:
            continue
        name, _, anchor = target.partition("#")
        file = (page.parent / name).resolve() if name else page
        assert file.exists(), target
        if anchor:
            headings = re.findall(r"^#+ (.+)$", file.read_text(encoding="utf-8"), re.MULTILINE)
            assert anchor in map(_slug, headings), target


def _slug(heading: str) -> str:
    """The anchor of a heading, as GitHub makes it."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_files_that_are_named_exist(page: Path) -> None:
    written = {block.file for block in blocks(page)}
    named = re.findall(
        r"`((?:kernels|harness|configs|tests|docs)/[\w./*]+\.(?:py|yaml|md|json))`", PROSE[page]
    )
    for name in set(named) - written:
        assert list(HOME.glob(name)), name


def test_commands_that_are_named_exist() -> None:
    import typer.main

    known = set(typer.main.get_command(cli.app).commands)  # type: ignore[attr-defined]
    for page, text in PROSE.items():
        for command in re.findall(r"run\.py ([a-z]+)", text):
            assert command in known, f"{page.name}: run.py {command}"
    running = PROSE[HOME / "docs/running.md"]
    assert set(re.findall(r"^python run\.py ([a-z]+)", running, re.MULTILINE)) == known


def test_results_md_tells_every_column() -> None:
    """Names, order, and which columns a limit cuts short."""
    lines = re.findall(
        r"^\| ([a-z_, ]+) \| [a-z, ]+ \| .* \| (yes)? ?\|$",
        PROSE[HOME / "docs/results.md"],
        re.MULTILINE,
    )
    told = [(name, bool(cut)) for names, cut in lines for name in names.split(", ")]
    assert told == [(column.name, column.censored) for column in RUNS]


def test_results_md_tells_every_status() -> None:
    told = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|", PROSE[HOME / "docs/results.md"], re.MULTILINE)
    words = {word for line in told for word in re.findall(r"`(\w+)`", line)}
    assert set(STATUSES) <= words

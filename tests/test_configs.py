"""The configs that come with the program: what they plan, and what their references are about."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

import pytest
from searching import algorithms

from harness import config, dataset_registry, references
from harness.expansion import Plan, plan
from harness.model import Limits, Run
from harness.schema import DatasetBlock, Experiment

ROOT = Path(__file__).parents[1]
CONFIGS = sorted((ROOT / "configs").glob("*.yaml"))
NAMES = [path.stem for path in CONFIGS]
RUNS = {
    "eight_puzzle_traveled": 1 + 3,
    "eight_puzzle_levels": 1,
    "three_by_four_levels": 1,
    "twenty_four_scrambled": 5 * (2 + 10),
    "reopening_counterexample": (2 + 1) * 2,
    "eight_puzzle_heuristics": 2 * (1 + 3 * 2 + 1) * 200,
    "varying_costs": 3 * 4 * 20,
    "algorithms_eight_puzzle": 24 * 100,
    "algorithms_fifteen_puzzle": 23 * 20,
    "anytime_fifteen_puzzle": 4 * 10,
    "tic_tac_toe_match": 3 * 2 * 31,
    "korf1985_small": 58,
    "korf1985": 100,
    "korf_felner_2002_easiest": 30,
    "korf_felner_2002_manhattan": 1000,
    "sokoban_first_steps": 14 * 2 * (1 + 4 * 2),
    "sokoban_s4_baby": 61 + 7,
    "sokoban_rungs": (61 + 155) * (1 + 2 + 2 + 1 + 3 + 3),
    "microban": 155,
    "tic_tac_toe_full": 1 + 2 + 2,
    "tic_tac_toe_article_player": 4520 * (1 + 2),
    "gomoku_minimax_2016": 3 * 2 * 4 * 2,
    "alpha_beta_against_minimax": (1 + 6 + 4 + 2 + 3) * (8 + 8 + 4),
    "connect_four_positions": 2,
    "connect_four_solved": 3 * 4,
    "connect_four_endgames": 2 * 20 * (1 + 4 * 2),
}
PRUNINGS = ("dead_squares", "freeze_deadlocks", "bipartite_deadlocks")
BEST_FIRST = ("a_star", "weighted_a_star", "greedy_best_first")
KORF_RULE = {
    "width": 4,
    "height": 4,
    "goal": "blank_first",
    "blank": "zero",
    "operator_order": "ULRD",
    "parent_pruning": True,
}


Planned = Callable[[str], Plan]


def load(name: str) -> Experiment:
    return config.load(ROOT / "configs" / f"{name}.yaml")


@pytest.fixture
def planned(request: pytest.FixtureRequest) -> Planned:
    """Plans a config; instances that do not come with the program are in the folder of data."""

    def planned(name: str) -> Plan:
        experiment = load(name)
        if any(is_fetched(block) for block in experiment.instances):
            return plan(experiment, request.getfixturevalue("data_folder"))
        return plan(experiment)

    return planned


def is_fetched(block: object) -> bool:
    if not isinstance(block, DatasetBlock):
        return False
    return not isinstance(dataset_registry.load(block.dataset), dataset_registry.ShippedSet)


def names_of(runs: list[Run]) -> list[str]:
    return [run.instance.name for run in runs]


def tiles_of(run: Run, blank: int) -> list[int]:
    return [number for number in map(int, run.instance.text.split()) if number != blank]


def inversions(numbers: list[int]) -> int:
    return sum(a > b for place, a in enumerate(numbers) for b in numbers[place + 1 :])


@pytest.mark.parametrize("name", NAMES)
def test_a_config_is_named_for_its_file_and_tells_what_it_is(name: str) -> None:
    text = (ROOT / "configs" / f"{name}.yaml").read_text(encoding="utf-8")
    assert text.startswith("# yaml-language-server: $schema=../docs/config.schema.json\n")
    experiment = load(name)
    assert experiment.experiment == name
    assert experiment.title
    assert experiment.about
    assert experiment.tables
    assert experiment.plots


@pytest.mark.parametrize("name", NAMES)
def test_everything_that_a_config_asks_for_can_work(planned: Planned, name: str) -> None:
    made = planned(name)
    assert made.warnings == []
    assert made.refused == []


@pytest.mark.parametrize("name", NAMES)
def test_the_guide_tells_of_a_config_and_how_to_run_it(name: str) -> None:
    guide = (ROOT / "docs" / "reproductions.md").read_text(encoding="utf-8")
    assert f"## {name}\n" in guide
    assert f"python run.py run configs/{name}.yaml\n" in guide


def test_every_config_s_runs_are_counted_here() -> None:
    assert sorted(RUNS) == NAMES


@pytest.mark.parametrize(("name", "runs"), RUNS.items())
def test_how_many_runs_a_config_plans(planned: Planned, name: str, runs: int) -> None:
    assert len(planned(name).runs) == runs


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith("korf")])
def test_the_15_puzzles_are_searched_by_korf_s_rule(planned: Planned, name: str) -> None:
    for run in planned(name).runs:
        assert KORF_RULE.items() <= run.domain.parameters.items()
        assert run.algorithm.name == "ida_star"
        assert run.heuristic is not None
        assert run.heuristic.name == "manhattan"
        assert run.heuristic.parameters == {"count_blank": False}
        assert run.limits == Limits()


def test_the_58_instances_are_those_printed_with_less_than_70_million_nodes(
    planned: Planned,
) -> None:
    printed = {
        str(figure.where["instance"]): int(figure.printed or 0)
        for figure in references.load("korf1985").figures
    }
    small = [name for name, nodes in printed.items() if nodes < 70_000_000]
    assert len(small) == 58
    assert names_of(planned("korf1985_small").runs) == small
    [total] = [a for a in references.load("korf1985").aggregates if a.over == 58]
    assert total.where == {"instance": small}
    assert total.printed == sum(printed[name] for name in small)


def test_the_30_easiest_instances_are_those_of_their_reference_and_add_up(planned: Planned) -> None:
    easiest = references.load("korf_felner_2002_easiest")
    figures = {figure.where["instance"]: figure.expected for figure in easiest.figures}
    assert names_of(planned("korf_felner_2002_easiest").runs) == list(figures)
    nodes = [int(expected["generated"]) for expected in figures.values()]
    assert nodes == sorted(nodes)
    assert [aggregate.printed for aggregate in easiest.aggregates] == [sum(nodes)]


def test_the_ten_instances_of_anytime_search_are_those_of_the_fewest_nodes(
    planned: Planned,
) -> None:
    printed = {
        str(figure.where["instance"]): int(figure.printed or 0)
        for figure in references.load("korf1985").figures
    }
    easiest = sorted(printed, key=lambda name: printed[name])[:10]
    runs = planned("anytime_fifteen_puzzle").runs
    assert list(dict.fromkeys(names_of(runs))) == easiest


@pytest.mark.parametrize(
    ("name", "without"),
    [
        ("algorithms_eight_puzzle", set()),
        ("algorithms_fifteen_puzzle", {"breadth_first_bit_table"}),
    ],
)
def test_every_algorithm_is_compared(planned: Planned, name: str, without: set[str]) -> None:
    compared = {run.algorithm.name for run in planned(name).runs}
    assert compared == algorithms() - without


def test_all_instances_of_korf_and_felner_are_searched(planned: Planned) -> None:
    runs = planned("korf_felner_2002_manhattan").runs
    assert [run.instance.text for run in runs] == list(
        dataset_registry.load("korf_felner_2002").read().values()
    )


def test_the_article_s_24_puzzle_is_unsolvable_as_printed(planned: Planned) -> None:
    # On rows of five a tile that moves up or down passes four others, one that moves sideways none:
    # the parity of the tiles' inversions never changes, and the goal has none.
    runs = planned("twenty_four_scrambled").runs
    article, mended = runs[:2]
    printed = "0 6 1 3 4 10 5 2 7 8 15 11 12 9 13 24 16 17 18 14 20 21 22 23 19"
    assert article.instance.text == printed
    assert mended.instance.text == printed.replace(" 9 13 ", " 13 9 ")
    odd = {run.instance.name for run in runs if inversions(tiles_of(run, blank=24)) % 2}
    assert odd == {"article as printed"}
    assert article.fault is not None
    assert "parity" in article.fault
    assert mended.fault is None


def test_the_rooms_have_the_least_pushes_with_which_they_were_made(planned: Planned) -> None:
    """The file of the set has them beside the rooms."""
    expected = {
        figure.where["instance"]: figure.expected
        for figure in references.load("sokoban_rooms").figures
    }
    with dataset_registry.load("sokoban_rooms").path().open(encoding="utf-8") as file:
        rows = csv.DictReader(line for line in file if not line.startswith("#"))
        made = {f"sokoban_rooms/{row['id']}": {"depth": int(row["pushes"])} for row in rows}
    assert expected == made
    assert {run.instance.name for run in planned("sokoban_first_steps").runs} == set(made)


def test_what_each_rung_adds_to_the_one_before(planned: Planned) -> None:
    """A chain of IDA*, of which each search has one thing more than the one before."""
    searches = {
        (
            run.algorithm.name,
            run.heuristic.name if run.heuristic else None,
            *(run.domain.parameters[name] for name in PRUNINGS),
        )
        for run in planned("sokoban_rungs").runs
    }
    chain = [
        ("ida_star", "nearest_goal", False, False, False),
        ("ida_star", "nearest_goal", True, False, False),
        ("ida_star", "matching", True, False, False),
        ("ida_star_transposition", "matching", True, False, False),
        ("ida_star_transposition", "matching", True, True, False),
        ("ida_star_transposition", "matching", True, True, True),
    ]
    others = {
        *((name, "matching", True, True, True) for name in BEST_FIRST),
        ("breadth_first", None, False, False, False),
        ("breadth_first", None, True, False, False),
        ("breadth_first", None, True, True, True),
    }
    assert searches == {*chain, *others}

"""The naive algorithms against published figures, so that they can be trusted themselves."""

from __future__ import annotations

import csv
from itertools import islice, pairwise
from pathlib import Path

import pytest
from naive import (
    ALGORITHMS,
    HEURISTICS,
    best_first,
    breadth_first,
    graph,
    ida_star,
    sliding_tiles,
    splitmix64,
)
from oracles import check_conservation

EIGHT_GOAL = (1, 2, 3, 4, 5, 6, 7, 8, 0)


def tiles_of(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize(
    ("seed", "printed"),
    [
        # the usual test vectors of SplitMix64
        (
            1234567,
            [
                6457827717110365317,
                3203168211198807973,
                9817491932198370423,
                4593380528125082431,
                16408922859458223821,
            ],
        ),
        (0, [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC]),
    ],
)
def test_splitmix64(seed: int, printed: list[int]) -> None:
    assert list(islice(splitmix64(seed), len(printed))) == printed


def test_textbook_example() -> None:
    """Russell & Norvig, Artificial Intelligence: h1 = 8, h2 = 18, the solution has 26 steps."""
    start, goal = tiles_of("7 2 4 5 0 6 8 3 1"), tuple(range(9))
    assert HEURISTICS["misplaced"](start, goal, 3, 0, False) == 8
    assert HEURISTICS["manhattan"](start, goal, 3, 0, False) == 18
    for heuristic in ("manhattan", "linear_conflict"):
        problem = sliding_tiles(start, goal, 3, 3, heuristic=heuristic)
        check_conservation(best_first(problem), problem, optimal=26, consistent=True)


TRAVELED_START = (8, 7, 6, 5, 4, 3, 2, 1, 0)


@pytest.mark.parametrize(
    ("heuristic", "visited", "expanded", "generated", "depth"),
    [
        ("digit_difference", 18647, 13948, 36349, 212),
        ("misplaced", 1318, 824, 2216, 92),
        ("manhattan", 238, 144, 387, 66),
    ],
)
@pytest.mark.parametrize("order", ["UDLR", "RLDU", "LURD"])
def test_traveled_greedy(
    heuristic: str, order: str, visited: int, expanded: int, generated: int, depth: int
) -> None:
    """The article's program puts the start among the known states when it is generated again."""
    problem = sliding_tiles(
        TRAVELED_START, EIGHT_GOAL, 3, 3, order, heuristic=heuristic, count_blank=True
    )
    result = best_first(problem, "greedy", "lexicographic", "never", store_start=False)
    check_conservation(result, problem)
    assert (result.visited, result.expanded, result.generated, result.depth) == (
        visited,
        expanded,
        generated,
        depth,
    )
    usual = best_first(problem, "greedy", "lexicographic", "never")
    assert (usual.visited, usual.depth) == (visited, depth)


TRAVELED_LEVELS = """
    2 5 8 16 20 39 62 116 152 286 396 748 1024 1893 2512 4485 5638 9529 10878 16993 17110 23952
    20224 24047 15578 14560 6274 3910 760 221
"""


@pytest.mark.parametrize("store_start", [True, False])
def test_traveled_breadth_first(store_start: bool) -> None:
    """The start comes back at level 2: the known four states there, and one."""
    problem = sliding_tiles(TRAVELED_START, EIGHT_GOAL, 3, 3)
    result = breadth_first(problem, "between_levels", store_start)
    check_conservation(result, problem, optimal=30)
    expected = [0, *tiles_of(TRAVELED_LEVELS)]
    if store_start:
        expected[0], expected[2] = 1, 4
    assert [visited for _, _, visited in result.levels] == expected
    assert result.visited == 181438


@pytest.mark.parametrize("row", [79])
def test_ida_star_makes_korfs_count(data_folder: Path, row: int) -> None:
    """Korf 1985: his easiest instance, to the node; he counts the root."""
    printed = rows_of(data_folder / "sliding_tiles" / "korf100.csv")[row - 1]
    start, goal = tiles_of(printed["tiles"]), tuple(range(16))
    problem = sliding_tiles(start, goal, 4, 4, "ULRD", parent_pruning=True, heuristic="manhattan")
    result = ida_star(problem)
    check_conservation(result, problem, optimal=int(printed["optimal_moves"]))
    assert result.generated + 1 == int(printed["nodes_copy_c"])


ROADS = """
    Arad Zerind 75, Arad Sibiu 140, Arad Timisoara 118, Zerind Oradea 71, Oradea Sibiu 151,
    Timisoara Lugoj 111, Lugoj Mehadia 70, Mehadia Drobeta 75, Drobeta Craiova 120,
    Craiova Rimnicu 146, Craiova Pitesti 138, Sibiu Rimnicu 80, Sibiu Fagaras 99,
    Rimnicu Pitesti 97, Fagaras Bucharest 211, Pitesti Bucharest 101, Bucharest Giurgiu 90,
    Bucharest Urziceni 85, Urziceni Hirsova 98, Hirsova Eforie 86, Urziceni Vaslui 142,
    Vaslui Iasi 92, Iasi Neamt 87
"""
STRAIGHT_LINES = """
    Arad 366, Bucharest 0, Craiova 160, Drobeta 242, Eforie 161, Fagaras 176, Giurgiu 77,
    Hirsova 151, Iasi 226, Lugoj 244, Mehadia 241, Neamt 234, Oradea 380, Pitesti 100,
    Rimnicu 193, Sibiu 253, Timisoara 329, Urziceni 80, Vaslui 199, Zerind 374
"""
VIA_PITESTI = "Arad Sibiu Rimnicu Pitesti Bucharest"
VIA_FAGARAS = "Arad Sibiu Fagaras Bucharest"


@pytest.mark.parametrize(
    ("algorithm", "route", "cost"),
    [
        ("breadth_first", VIA_FAGARAS, 450),
        ("iterative_deepening", VIA_FAGARAS, 450),
        ("uniform_cost", VIA_PITESTI, 418),
        ("greedy_best_first", VIA_FAGARAS, 450),
        ("a_star", VIA_PITESTI, 418),
        ("ida_star", VIA_PITESTI, 418),
    ],
)
def test_romania(algorithm: str, route: str, cost: int) -> None:
    """Russell & Norvig, Artificial Intelligence, the route from Arad to Bucharest.

    The figures of A* show f of the nodes selected and all 15 nodes generated from the five that
    are expanded; greedy search expands no node off its path.
    """
    edges: dict[str, list[tuple[str, int]]] = {}
    for road in ROADS.split(","):
        one, other, length = road.split()
        edges.setdefault(one, []).append((other, int(length)))
        edges.setdefault(other, []).append((one, int(length)))
    h = {city: int(line) for city, line in (pair.split() for pair in STRAIGHT_LINES.split(","))}
    problem = graph(edges, "Arad", ["Bucharest"], h)
    result = ALGORITHMS[algorithm](problem)
    check_conservation(result, problem)
    assert result.path == list(pairwise(route.split()))
    assert result.cost == cost
    if algorithm == "a_star":
        assert result.selected_f == [366, 393, 413, 415, 417, 418]
        assert (result.expanded, result.generated) == (5, 15)
    if algorithm == "greedy_best_first":
        assert (result.expanded, result.selected_f) == (3, [366, 253, 176, 0])

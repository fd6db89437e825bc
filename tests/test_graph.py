"""The domain ``graph``: what its texts mean, and every search on random graphs against its twin."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import ALGORITHMS, Problem
from oracles import check_conservation, dijkstra, optimal_cost
from random_graphs import GraphCase, edge_problem, graph_case, graph_run
from searching import choice, solve

from harness import config
from harness.expansion import plan
from harness.model import Instance, KernelFault, Run
from harness.search import Solver
from kernels.cores import edge_lists
from kernels.counters import DEAD_END
from kernels.domains import graph
from kernels.heuristics.graph import given as given_values
from kernels.random import SplitMix64

SMALL: dict[str, Any] = {"edges": "S A 3; S B 1; B A 1; A G 3", "directed": True, "reversed": False}
TIE_BREAKS = ("fifo", "lifo", "low_h", "high_h", "lexicographic", "random")
COUNTS = ("cost", "depth", "expanded", "generated", "reopened", "visited")


def edges_of(text: str, directed: bool = True) -> list[tuple[str, str, int]]:
    """The edges of a text, by name."""
    read = edge_lists.graph_of(text, directed)
    names = list(read.numbers)
    ends = zip(read.tails.tolist(), read.heads.tolist(), read.costs.tolist(), strict=True)
    return [(names[tail], names[head], cost) for tail, head, cost in ends]


# Texts

NAMES = st.text(st.characters(codec="utf-8", exclude_characters=",;#>\x1c\x1d\x1e\x1f"), min_size=1)
VERTICES = NAMES.filter(lambda name: name.split() == [name] and name.lower() != "from")
EDGES = st.lists(st.tuples(VERTICES, VERTICES, st.integers(0, (1 << 24) - 1)), min_size=1)
BLANK = st.sampled_from(["", " ", "\t", "  "])
GAP = st.sampled_from([" ", "\t", " \t  "])
END = st.sampled_from(["\n", "\r\n", ";", " # note; 1 2 3\n", "\n\n # a comment\n", " ;; "])


@given(EDGES, st.data())
def test_edges_are_read_however_they_are_spaced(
    edges: list[tuple[str, str, int]], data: st.DataObject
) -> None:
    text = data.draw(
        st.sampled_from(["", "from,to,cost\n", "From to COST\r\n", "# what\n from to;"])
    )
    for a, b, cost in edges:
        fields = [a, b] if cost == 1 and data.draw(st.booleans()) else [a, b, str(cost)]
        if data.draw(st.booleans()):
            text += ",".join(data.draw(BLANK) + field + data.draw(BLANK) for field in fields)
        else:
            text += data.draw(BLANK) + data.draw(GAP).join(fields)
        text += data.draw(END)
    assert edges_of(text) == edges
    order = dict.fromkeys(name for edge in edges for name in edge[:2])
    assert list(edge_lists.graph_of(text, True).numbers) == list(order)


def test_an_undirected_edge_is_two_edges() -> None:
    assert edges_of("a b 2; c c 0", directed=False) == [
        ("a", "b", 2),
        ("b", "a", 2),
        ("c", "c", 0),
        ("c", "c", 0),
    ]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "there is no edge"),
        ("# none\nfrom,to,cost\n", "there is no edge"),
        ("a b\n\na", "line 3: 'a' is not an edge: FROM TO COST"),
        ("a b 1 2", "line 1: 'a b 1 2' is not an edge: FROM TO COST"),
        ("a b\nfrom,to,cost", "line 2: the cost 'cost' is not a whole number >= 0"),
        ("a b\nb a -1", "line 2: the cost '-1' is not a whole number >= 0"),
        ("a b 1.0", "line 1: the cost '1.0' is not a whole number >= 0"),
        ("a b \u0663", "line 1: the cost '\u0663' is not a whole number >= 0"),
        ("a b 16777216", "line 1: the cost 16777216 is more than 16777215"),
        (f"a b {'9' * 5000}", f"line 1: the cost {'9' * 5000} is more than 16777215"),
        ("a,,3", "line 1: 'a,,3' has an empty field"),
        ("a,b,", "line 1: 'a,b,' has an empty field"),
        ("a,New York,3", "line 1: 'New York' has a blank inside"),
        ("x y\na -> b", "line 2: '->' is no name: -> stands between start and goal"),
        ("a b\n" * 65_536, "65536 edges; at most 65535 have a number"),
    ],
)
def test_faults_name_the_line(text: str, fault: str) -> None:
    params = {**SMALL, "edges": text}
    assert graph.fault(params) == f"edges: {fault}"
    assert graph.fault({**params, "edges": "a b 16777215"}) is None


def test_as_many_undirected_edges_as_have_numbers() -> None:
    params = {**SMALL, "directed": False, "edges": "a b\n" * 32_767}
    assert graph.fault(params) is None
    assert graph.specialise(params)["MAX_OPERATORS"] == 1 << 16
    params["edges"] += "a b"
    assert graph.fault(params) == "edges: 65536 edges; at most 65535 have a number"


# Instances


@pytest.mark.parametrize(
    ("item", "text"),
    [("S -> G", "S -> G"), ("  S->G ", "S -> G"), ("S -> G , A,A S", "S -> S, A, G")],
)
def test_instances_have_one_text(item: str, text: str) -> None:
    assert graph.read(SMALL, item) == text
    assert graph.read(SMALL, text) == text


@pytest.mark.parametrize(
    ("item", "reason"),
    [
        ("S G", "'S G' is not START -> GOAL"),
        ([1, 2], r"\[1, 2\] is not START -> GOAL"),
        ("S -> A -> G", "'S -> A -> G' is not START -> GOAL"),
        ("S ->", "it needs one start, and a goal"),
        ("S A -> G", "it needs one start, and a goal"),
        ("S -> H", "no edge leaves or enters a vertex 'H'"),
    ],
)
def test_what_is_no_instance(item: Any, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        graph.read(SMALL, item)


def test_an_unknown_vertex_and_the_nearest_name() -> None:
    with pytest.raises(ValueError, match="'Arda'; did you mean 'Arad'"):
        graph.read({**SMALL, "edges": "Arad Sibiu"}, "Sibiu -> Arda")


def test_random_instances_have_two_different_vertices() -> None:
    rng = SplitMix64(5)
    drawn = {graph.random_instance(SMALL, rng) for _ in range(500)}
    assert drawn == {f"{a} -> {b}" for a in "SABG" for b in "SABG" if a != b}
    assert graph.random_instance({**SMALL, "edges": "a a"}, rng) == "a -> a"


# Tables


def test_operators_and_the_next_power_of_four() -> None:
    for most, rounded in ((1, 4), (4, 4), (5, 16), (17, 64), (65_535, 1 << 16)):
        fan_out, fan_in = (f"a b{n}\n" for n in range(most)), (f"b{n} a\n" for n in range(most))
        for edges in (fan_out, fan_in):
            constants = graph.specialise({**SMALL, "edges": "".join(edges)})
            assert constants == {"WORDS": 1, "STATE_SIZE": 1, "MAX_OPERATORS": rounded}


def test_tables_are_the_same_object_for_all_starts() -> None:
    tables = graph.prepare(SMALL, "S -> G")
    assert graph.prepare({**SMALL, "edges": "".join(SMALL["edges"])}, "A -> G") is tables
    assert graph.prepare(SMALL, "S -> A") is not tables
    assert graph.names_of(bytes(tables.names)) == ["S", "A", "B", "G"]


def test_unit_costs() -> None:
    assert graph.unit_cost({**SMALL, "edges": "a b; b c 1"})
    assert not graph.unit_cost({**SMALL, "edges": "a b; b c 0"})


def test_the_reverse_is_walked_from_head_to_tail() -> None:
    reverse = graph.reverse(SMALL, "S -> G")
    assert reverse == ({**SMALL, "reversed": True}, "G -> S")
    assert graph.reverse(*reverse) == (SMALL, "S -> G")
    assert graph.reverse(SMALL, "S -> A, G") is None
    forward, backward = graph.prepare(SMALL, "S -> G"), graph.prepare(*reverse)
    assert (forward.tails.tolist(), forward.heads.tolist()) == ([0, 0, 2, 1], [1, 2, 1, 3])
    assert (backward.tails.tolist(), backward.heads.tolist()) == ([1, 2, 1, 3], [0, 0, 2, 1])
    assert backward.edges[backward.first[1] : backward.first[2]].tolist() == [0, 2]
    assert forward.costs.tolist() == backward.costs.tolist()
    assert np.flatnonzero(backward.goals).tolist() == graph.goal_state(*reverse).tolist() == [0]
    assert graph.start(*reverse).tolist() == graph.goal_state(SMALL, "S -> G").tolist() == [3]


def test_a_large_graph_is_read_in_no_time() -> None:
    rng = SplitMix64(1)
    edges = "".join(
        f"v{rng.below(9999)},v{rng.below(9999)},{rng.below(9)}\n" for _ in range(65_000)
    )
    began = time.perf_counter()
    assert graph.fault({**SMALL, "edges": edges}) is None
    assert time.perf_counter() - began < 2


# The heuristic


def values(text: str, **params: Any) -> list[int]:
    """What ``given`` makes of a text on SMALL."""
    T = graph.prepare({**SMALL, **params}, "S -> G")
    return given_values.prepare(T, {"values": text, "claims": "none"}).values.tolist()


def test_values_are_given_by_vertex() -> None:
    text = "vertex,h,h_backward\nB,4,9  # of 4\n\nA , 2\r\nG,0,5"
    assert values(text) == [0, 2, 4, 0]
    assert values("") == [0, 0, 0, 0]
    T = graph.prepare(*graph.reverse(SMALL, "S -> G") or ())
    assert given_values.prepare(T, {"values": text}).values.tolist() == [0, 0, 9, 5]


def test_dead_ends_are_given_by_a_word() -> None:
    """In both directions; a vertex called so is one like any other."""
    text = "A dead; B 2 DEAD; G 0 dead; S dead 0"
    assert values(text) == [DEAD_END, DEAD_END, 2, 0]
    T = graph.prepare(*graph.reverse(SMALL, "S -> G") or ())
    assert given_values.prepare(T, {"values": text}).values.tolist() == [0, 0, DEAD_END, DEAD_END]
    assert given_values.values_of("dead 1") == {"dead": (1, 0)}
    with pytest.raises(ValueError, match="values: 'S' is a goal, and so cannot be dead"):
        given_values.prepare(T, {"values": "S 0 dead"})


def test_claims() -> None:
    claims = [
        (given_values.admissible({"claims": claim}), given_values.consistent({"claims": claim}))
        for claim in ("none", "admissible", "consistent")
    ]
    assert claims == [(False, False), (True, False), (True, True)]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("A", "line 1: 'A' is not a vertex and its value"),
        ("A 1; B 2 3 4", "line 1: 'B 2 3 4' is not a vertex and its value"),
        ("A 1\nA 1", "line 2: 'A' has a value already"),
        ("A -1", "line 1: the value '-1' is neither a whole number >= 0 nor 'dead'"),
        ("A 1 x", "line 1: the value 'x' is neither a whole number >= 0 nor 'dead'"),
        ("A dead 1 dead", "line 1: 'A dead 1 dead' is not a vertex and its value"),
        ("A 16777216", "line 1: the value 16777216 is more than 16777215"),
    ],
)
def test_faults_of_values_name_the_line(text: str, fault: str) -> None:
    assert given_values.fault({"values": text}) == f"values: {fault}"
    assert given_values.fault({"values": "A 16777215 0"}) is None


def test_values_that_do_not_fit_the_graph() -> None:
    with pytest.raises(ValueError, match="values: no edge leaves or enters a vertex 'X'"):
        values("A 1; X 2")
    with pytest.raises(ValueError, match="values: 'G' is a goal and has the value 3, not 0"):
        values("G 3")
    with pytest.raises(ValueError, match="values: 'G' is a goal, and so cannot be dead"):
        values("G dead")


# Searches


def compare(
    case: GraphCase,
    algorithm: str,
    compiled: dict[str, Any],
    naive: dict[str, Any],
    heuristic: bool = True,
    seed: int | None = None,
) -> dict[str, Any]:
    """Assert that search and twin give the same, to the last count; the row of the search."""
    want = ALGORITHMS[algorithm](case.problem, **naive)
    check_conservation(want, case.problem)
    record = solve(graph_run(case, algorithm, compiled, heuristic, seed=seed))
    row = record.row
    assert row["status"] == want.status, case
    for column in COUNTS:
        assert row[column] == getattr(want, column), (column, case, compiled)
    assert row["evaluated"] == (want.evaluated if heuristic else 0)
    if want.peak_open is not None:
        assert row["peak_open"] == want.peak_open
    assert [tuple(level) for level in record.levels[:, 1:].tolist()] == want.levels
    assert [tuple(line) for line in record.iterations[:, 1:].tolist()] == want.iterations
    assert (record.path or []) == (want.path or [])
    return row


@pytest.mark.parametrize(
    ("algorithm", "extra", "cases", "tie_break"),
    [
        *(("a_star", {}, 200, tie_break) for tie_break in TIE_BREAKS),
        ("weighted_a_star", {"weight": 1.5}, 60, "low_h"),
        ("greedy_best_first", {}, 60, "lexicographic"),
        ("uniform_cost", {}, 60, "fifo"),
    ],
)
def test_best_first(algorithm: str, extra: dict[str, Any], cases: int, tie_break: str) -> None:
    seed = 7 if tie_break == "random" else None
    seen = {"reopened": 0, "unsolvable": 0, "start is goal": 0}
    for number in range(cases):
        case = graph_case(number, goals=1 + number % 3, admissible=number % 4 != 3)
        chosen = {
            "tie_break": tie_break,
            "reopening": ("always", "never")[number % 5 == 4],
            "store_start": number % 7 != 0,
            **extra,
        }
        informed = algorithm != "uniform_cost"
        row = compare(case, algorithm, chosen, {**chosen, "seed": seed or 0}, informed, seed)
        seen["reopened"] += row["reopened"]
        seen["unsolvable"] += row["status"] == "unsolvable"
        seen["start is goal"] += row["depth"] == 0
        promised = number % 4 != 3 and chosen["reopening"] == "always"
        if algorithm == "uniform_cost" or (algorithm == "a_star" and promised):
            assert row["cost"] == optimal_cost(case.problem)
    assert seen["unsolvable"] > 0
    assert seen["start is goal"] > 0
    assert seen["reopened"] > 0 or algorithm != "a_star"


def test_breadth_first() -> None:
    for number in range(120):
        goal_test = ("generation", "expansion", "between_levels", "never")[number % 4]
        chosen = {"goal_test": goal_test, "store_start": number % 3 != 0}
        compare(graph_case(number, goals=1 + number % 2), "breadth_first", chosen, chosen, False)


def test_depth_first() -> None:
    for number in range(80):
        compare(graph_case(number), "depth_first", {}, {}, heuristic=False)


def test_iterative_deepening() -> None:
    for number in range(60):
        case = graph_case(number, vertices=7, edges=12, solvable=True)
        compare(case, "iterative_deepening", {}, {}, heuristic=False)


def test_ida_star() -> None:
    for number in range(100):
        case = graph_case(number, edges=14, zero_costs=False, solvable=True, goals=1 + number % 2)
        row = compare(case, "ida_star", {}, {})
        assert row["cost"] == optimal_cost(case.problem)


def test_the_reversed_graph_and_the_undirected_one() -> None:
    for number in range(60):
        case = graph_case(number)
        edges = edge_lists.graph_of(case.edges, True)
        columns = (edges.tails.tolist(), edges.heads.tolist(), edges.costs.tolist())
        table = list(zip(*columns, strict=True))
        start, goal = (edges.numbers[name] for name in (case.start, case.goals[0]))
        backward = edge_problem([(b, a, cost) for a, b, cost in table], start, [goal], {})
        both = [edge for a, b, cost in table for edge in ((a, b, cost), (b, a, cost))]
        searches: tuple[tuple[dict[str, Any], Problem], ...] = (
            ({"reversed": True}, backward),
            ({"directed": False}, edge_problem(both, start, [goal], {})),
        )
        for domain, problem in searches:
            want = ALGORITHMS["uniform_cost"](problem, tie_break="fifo")
            run = graph_run(case, "uniform_cost", {"tie_break": "fifo"}, False, **domain)
            record = solve(run)
            assert [record.row[column] for column in COUNTS] == [getattr(want, c) for c in COUNTS]
            assert record.path == want.path


def test_a_whole_graph_of_many_edges_at_one_vertex() -> None:
    spokes = 3000
    edges = [(0, spoke, 5 + spoke % 7) for spoke in range(1, spokes)]
    edges += [(spoke, spokes, 20 - spoke % 11) for spoke in range(1, spokes)]
    problem = edge_problem(edges, 0, [spokes], {})
    text = "\n".join(f"v{a} v{b} {cost}" for a, b, cost in edges)
    case = GraphCase(text, "", "v0", (f"v{spokes}",), problem)
    compare(case, "uniform_cost", {"tie_break": "fifo"}, {"tie_break": "fifo"}, heuristic=False)


def test_costs_beyond_what_a_node_holds() -> None:
    case = GraphCase("a b 16777215; b c 1", "", "a", ("c",), edge_problem([], 0, [], {}))
    with pytest.raises(KernelFault, match="a path costs more than 16777215"):
        solve(graph_run(case, "uniform_cost", heuristic=False))


def test_a_heuristic_that_does_not_fit_fails_with_its_reason() -> None:
    case = GraphCase("a b; b c", "x 1", "a", ("c",), edge_problem([], 0, [], {}))
    with pytest.raises(ValueError, match="no edge leaves or enters a vertex 'x'"):
        Solver().solve(graph_run(case, "a_star"))


# The config that comes with the program


def reopening_runs() -> dict[tuple[str, str, str], Run]:
    path = Path(__file__).parents[1] / "configs/reopening_counterexample.yaml"
    return {
        (
            run.instance.name,
            run.algorithm.name,
            run.algorithm.parameters["reopening"],
        ): run
        for run in plan(config.load(path)).runs
    }


def test_the_counter_example_of_reopening() -> None:
    """Of n vertices that are expanded, the last is expanded for each subset of those between."""
    rows = {key: solve(run).row for key, run in reopening_runs().items()}
    found = {key: (row["cost"], row["expanded"]) for key, row in rows.items()}
    assert found == {
        ("four vertices", "a_star", "always"): (5, 4),
        ("four vertices", "a_star", "never"): (6, 3),
        ("four vertices", "uniform_cost", "always"): (5, 3),
        ("nine vertices", "a_star", "always"): (7 + 76, 2**7),
        ("nine vertices", "a_star", "never"): (70 + 76, 8),
        ("nine vertices", "uniform_cost", "always"): (7 + 76, 8),
    }


def test_the_counter_example_is_admissible_and_not_consistent() -> None:
    run = next(iter(reopening_runs().values()))
    edges = edges_of(run.domain.parameters["edges"])
    assert run.heuristic is not None
    listed = given_values.values_of(run.heuristic.parameters["values"])
    h = {name: listed.get(name, (0, 0))[0] for edge in edges for name in edge[:2]}
    for goals in (["G"], ["n0"]):
        for name, value in h.items():
            leaving = edge_problem(edges, name, goals, h)  # type: ignore[arg-type]
            reached = dijkstra(leaving)
            assert goals[0] not in reached or value <= reached[goals[0]]
    assert any(h[a] > cost + h[b] for a, b, cost in edges)


def test_several_goals() -> None:
    run = Run(
        "0" * 16,
        "test",
        choice("domains", "graph", edges=SMALL["edges"]),
        Instance("x", "S -> A, B"),
        choice("algorithms", "uniform_cost"),
        None,
        keep_path=True,
    )
    assert solve(run).path == ["edge 2"]

from __future__ import annotations

import math

import pytest
from made_records import record
from made_tables import Made, heads, made, notes, table, values

from harness.table_formats import FORMATS, render

__all__ = ["made"]


def test_one_run_a_row_shows_its_values(made: Made) -> None:
    results = made([record("a_star", expanded=12, cost=3), record("ida_star", expanded=5, cost=4)])
    shown = table(results, rows=["algorithm"], columns=["expanded", "cost", "finished_at"])
    assert heads(shown) == ["algorithm", "expanded", "cost", "finished_at"]
    assert values(shown) == [
        ["a_star", 12, 3, "2020-01-02 03:04:05+00:00"],
        ["ida_star", 5, 4, "2020-01-02 03:04:05+00:00"],
    ]
    assert shown.notes == []


def test_several_runs_a_row_give_their_mean_and_number(made: Made) -> None:
    runs = [record("a_star", instance=f"i/{n}", expanded=n) for n in (1, 2, 5)]
    shown = table(made(runs), rows=["algorithm"], columns=["expanded", "status"])
    assert heads(shown) == ["algorithm", "mean expanded", "status", "n"]
    assert values(shown) == [["a_star", 8 / 3, "solved", 3]]


@pytest.mark.parametrize(
    ("statistic", "head", "value"),
    [
        ("mean", "mean expanded", 2.75),
        ("median", "median expanded", 2.0),
        ("sum", "sum expanded", 11),
        ("min", "min expanded", 1),
        ("max", "max expanded", 6),
        ("count", "runs", 4),
        ("solved", "solved", 4),
        ("value", "expanded", None),
    ],
)
def test_statistics(made: Made, statistic: str, head: str, value: float | None) -> None:
    runs = [record(instance=f"i/{i}", expanded=n) for i, n in enumerate((6, 1, 2, 2))]
    spec = {"metric": "expanded", "statistic": statistic}
    shown = table(made(runs), rows=["algorithm"], columns=[spec])
    assert heads(shown)[1] == head
    assert values(shown)[0][1] == value
    assert ("empty where the runs of a row differ" in notes(shown)) == (statistic == "value")


def test_a_sum_of_large_counts_is_exact(made: Made) -> None:
    runs = [record(instance=f"i/{i}", generated=2**62 + 1) for i in range(3)]
    spec = {"metric": "generated", "statistic": "sum"}
    shown = table(made(runs), rows=["algorithm"], columns=[spec])
    assert values(shown)[0][1] == 3 * 2**62 + 3
    assert "13,835,058,055,282,163,715" in render(shown, "text")


def test_runs_cut_by_a_limit_stay_out_of_a_mean_and_are_counted(made: Made) -> None:
    runs = [record(instance=f"i/{n}", expanded=n) for n in (10, 20)]
    runs += [record(instance="i/3", expanded=1000, status="node_limit")]
    runs += [record(instance="i/4", expanded=1000, status="time_limit")]
    shown = table(made(runs), rows=["algorithm"], columns=["expanded"])
    assert heads(shown) == ["algorithm", "mean expanded", "n", "runs"]
    assert values(shown) == [["a_star", 15.0, 2, 4]]
    assert shown.rows[0][1].mark == "partial"
    assert "15.000*" in render(shown, "text")
    assert "Of 4 runs, these did not end by themselves: 1 node_limit, 1 time_limit." in shown.notes


def test_a_cut_run_alone_is_marked_as_a_lower_bound(made: Made) -> None:
    runs = [record("a_star", expanded=10), record("ida_star", expanded=1000, status="node_limit")]
    shown = table(made(runs), rows=["algorithm"], columns=["expanded", "h_start"])
    assert heads(shown) == ["algorithm", "expanded", "h_start", "status"]
    assert values(shown) == [["a_star", 10, None, "solved"], ["ida_star", 1000, None, "node_limit"]]
    assert [row[1].mark for row in shown.rows] == ["", "at_least"]
    assert "≥1,000" in render(shown, "text")
    assert "1000,,node_limit" in render(shown, "csv")


def test_only_what_a_limit_cuts_short_is_a_lower_bound(made: Made) -> None:
    results = made([record(status="node_limit", expanded=5, h_start=7, nodes_per_second=9.0)])
    shown = table(results, rows=["algorithm"], columns=["expanded", "h_start", "nodes_per_second"])
    assert [cell.mark for cell in shown.rows[0][1:4]] == ["at_least", "", ""]


def test_failed_runs_have_no_numbers(made: Made) -> None:
    runs = [record("a_star", expanded=3), record("ida_star", status="kernel_error", expanded=4)]
    shown = table(made(runs), rows=["algorithm"], columns=["expanded"])
    assert values(shown) == [["a_star", 3, "solved"], ["ida_star", None, "kernel_error"]]


def test_a_group_of_which_nothing_ended_has_no_mean(made: Made) -> None:
    runs = [record(instance=f"i/{n}", expanded=n, status="memory_limit") for n in (1, 2)]
    shown = table(made(runs), rows=["algorithm"], columns=["expanded"])
    assert values(shown) == [["a_star", None, 0, 2]]


def test_a_mean_over_the_solved_says_so(made: Made) -> None:
    runs = [record(instance="i/1", cost=4, expanded=1)]
    runs += [record(instance="i/2", expanded=3, status="unsolvable")]
    shown = table(made(runs), rows=["algorithm"], columns=["cost", "expanded"])
    assert values(shown) == [["a_star", 4.0, 2.0, 2]]
    assert "cost: over the runs that have one (not all do)." in shown.notes
    assert "did not end" not in notes(shown)


def test_rows_over_different_instances_say_so(made: Made) -> None:
    runs = [record("a_star", instance=f"i/{n}", expanded=n) for n in range(5)]
    runs += [
        record("ida_star", instance=f"i/{n}", expanded=n, status=status)
        for n, status in enumerate(["solved", "node_limit", "solved"])
    ]
    shown = table(made(runs), rows=["algorithm"], columns=["expanded"])
    assert "Rows are over different instances; 2 instances are common to all." in shown.notes


def test_rows_of_different_boards_are_not_meant_to_share_instances(made: Made) -> None:
    boards = [{"width": width, "height": 2} for width in (2, 3)]
    runs = [
        record(instance=f"{board['width']}/{n}", expanded=n, domain_params=board)
        for board in boards
        for n in range(3)
    ]
    shown = table(made(runs), rows=["domain.width"], columns=["expanded"])
    assert values(shown) == [["2", 1.0, 3], ["3", 1.0, 3]]
    assert "different instances" not in notes(shown)


def test_keys_may_be_parameters_and_rows_follow_the_config(made: Made) -> None:
    runs = [
        record(algorithm, "manhattan", heuristic_params={"count_blank": blank}, expanded=1)
        for algorithm in ("ida_star", "a_star")
        for blank in (True, False)
    ]
    runs.append(record("breadth_first", None, expanded=2))
    shown = table(made(runs), rows=["heuristic.count_blank", "algorithm"], columns=["expanded"])
    assert values(shown) == [
        ["true", "ida_star", 1],
        ["true", "a_star", 1],
        ["false", "ida_star", 1],
        ["false", "a_star", 1],
        [None, "breadth_first", 2],
    ]


def test_rows_of_a_number_that_was_measured_come_by_size(made: Made) -> None:
    costs = (55, None, 9, 55, 100)
    runs = [record(instance=f"i/{i}", cost=cost) for i, cost in enumerate(costs)]
    count = {"metric": "status", "statistic": "count"}
    shown = table(made(runs), rows=["cost"], columns=[count])
    assert values(shown) == [["9", 1], ["55", 2], ["100", 1], [None, 1]]


def test_where_picks_runs(made: Made) -> None:
    runs = [record("a_star", heuristic, expanded=1) for heuristic in ("zero", "manhattan")]
    shown = table(
        made(runs), rows=["heuristic"], columns=["expanded"], where={"heuristic": ["zero"]}
    )
    assert values(shown) == [["zero", 1]]


def test_a_pattern_that_nothing_matches_gives_a_table_that_says_so(made: Made) -> None:
    shown = table(made([record()]), rows=["heuristic"], columns=["cost"], where={"seed": 5})
    assert shown.rows == [] and "No recorded run belongs here." in shown.notes
    for format in FORMATS:
        assert "heuristic" in render(shown, format)


def test_marks_are_explained_where_they_are_shown(made: Made) -> None:
    runs = [record(instance=f"i/{n}", expanded=n, status="memory_limit") for n in (1, 2)]
    assert "*:" not in notes(table(made(runs), rows=["algorithm"], columns=["expanded"]))
    cut = [*runs, record(instance="i/3", expanded=3)]
    assert "*:" in notes(table(made(cut), rows=["algorithm"], columns=["expanded"]))


def test_notes_tell_over_what_the_means_are(made: Made) -> None:
    runs = [
        record(name, instance=f"i/{i}", expanded=i, repeat=repeat, algorithm_params={"w": w})
        for name, w in (("a", 1), ("b", 1), ("b", 2))
        for i in range(3)
        for repeat in range(2)
    ]
    over = {
        ("algorithm", "algorithm.w"): "Each row draws together 6 runs: instance, repeat.",
        ("algorithm", "algorithm.w", "repeat"): "Each row draws together 3 instances.",
        ("algorithm",): "Each row draws together 6 to 12 runs: instance, repeat, algorithm.w.",
        ("repeat",): "Each row draws together 9 runs: instance, algorithm, algorithm.w.",
    }
    results = made(runs)
    for rows, note in over.items():
        assert table(results, rows=list(rows), columns=["expanded"]).notes == [note]
    split = table(
        results, rows=["algorithm.w", "repeat"], split="algorithm", columns=["expanded"],
        where={"algorithm.w": 1},
    )  # fmt: skip
    assert "Each cell draws together 3 instances." in split.notes


def test_the_cost_of_a_cut_run_is_not_final(made: Made) -> None:
    runs = [
        record(instance="i/1", cost=10, depth=5),
        record(instance="i/2", cost=30, depth=6, status="node_limit"),
        record(instance="i/3", status="time_limit"),
    ]
    results = made(runs)
    alone = table(results, rows=["instance"], columns=["cost", "depth"])
    assert values(alone) == [
        ["i/1", 10, 5, "solved"],
        ["i/2", 30, 6, "node_limit"],
        ["i/3", None, None, "time_limit"],
    ]
    assert [[cell.text for cell in row[1:3]] for row in alone.rows[1:]] == [["30†", "6†"], ["", ""]]
    assert "†: of the best solution when a limit ended the run" in notes(alone)
    assert "≥" not in notes(alone)
    assert r"30\textdagger{}" in render(alone, "latex")
    mean = table(results, rows=["algorithm"], columns=["cost"])
    assert values(mean) == [["a_star", 10.0, 1, 3]]
    assert mean.rows[0][1].text == "10.000*"


def test_the_ratio_of_a_cost_to_the_least_that_was_found(made: Made) -> None:
    other = {"width": 4}
    runs = [
        record("a_star", instance="i/1", cost=20),
        record("greedy", instance="i/1", cost=30),
        record("greedy", instance="i/2", cost=33),
        record("anytime", instance="i/2", cost=22, status="node_limit"),
        record("ida_star", instance="i/2", status="time_limit"),
        record("greedy", instance="i/1", cost=50, domain_params=other),
        record("a_star", instance="i/0", cost=0),
        record("greedy", instance="i/0", cost=0),
    ]
    results = made(runs)
    shown = table(results, rows=["algorithm", "instance", "domain.width"], columns=["cost_ratio"])
    assert [(*row[:3], row[3]) for row in values(shown)] == [
        ("a_star", "i/1", "3", 1.0),
        ("a_star", "i/0", "3", 1.0),
        ("greedy", "i/1", "3", 1.5),
        ("greedy", "i/1", "4", 1.0),
        ("greedy", "i/2", "3", 1.5),
        ("greedy", "i/0", "3", 1.0),
        ("anytime", "i/2", "3", 1.0),
        ("ida_star", "i/2", "3", None),
    ]
    assert shown.rows[6][3].text == "1.000†"
    assert "cost_ratio: cost divided by the least cost" in notes(shown)
    means = table(results, rows=["algorithm"], columns=["cost_ratio"],
                  where={"algorithm": "greedy", "instance": ["i/1", "i/2"]})  # fmt: skip
    assert values(means) == [["greedy", (1.5 + 1.5 + 1.0) / 3, 3]]
    assert "1.333" in render(means, "text")


def test_the_ratio_to_a_cost_of_nothing_is_infinite(made: Made) -> None:
    """So that a mean over it is, too, and never that of the other runs alone."""
    runs = [record("a_star", cost=0), record("greedy", cost=2)]
    shown = table(made(runs), rows=["algorithm"], columns=["cost_ratio"])
    assert values(shown) == [["a_star", 1.0], ["greedy", math.inf]]
    for form in ("text", "markdown", "latex", "csv"):
        assert "inf" in render(shown, form)


STREAM = [(0, 30, 28, 5, 9), (1, 20, 20, 50, 90)]


def test_what_was_counted_in_the_last_iteration(made: Made) -> None:
    """Nothing for a run without iterations, nor for one that was cut before its last one."""
    runs = [
        record("ida_star", instance="i/1", iterations=[(0, 3, 9, 90), (1, 4, 5, 50)]),
        record("ida_star", instance="i/2", iterations=[(0, 3, 8, 80)], status="unsolvable"),
        record("ida_star", instance="i/3", iterations=[(0, 3, 7, 70)], status="node_limit"),
        record("a_star", instance="i/1", expanded=6),
    ]
    results = made(runs)
    columns = ["last_expanded", "last_generated"]
    shown = table(results, rows=["algorithm", "instance"], columns=columns)
    assert values(shown) == [
        ["ida_star", "i/1", 5, 50, "solved"],
        ["ida_star", "i/2", 8, 80, "unsolvable"],
        ["ida_star", "i/3", None, None, "node_limit"],
        ["a_star", "i/1", None, None, "solved"],
    ]
    assert "last_expanded: nodes expanded in the last iteration of a run that" in notes(shown)
    means = table(results, rows=["algorithm"], columns=["last_generated"])
    assert values(means) == [["ida_star", 65, 2, 3], ["a_star", None, 1, 1]]
    assert "last_generated: over the runs that have one" in notes(means)


def test_the_last_iteration_is_the_one_with_the_highest_number(made: Made) -> None:
    iterations = [(2, 8, 3, 30), (0, 4, 1, 10), (1, 6, 2, 20)]
    shown = table(
        made([record("ida_star", iterations=iterations)]),
        rows=["algorithm"],
        columns=["last_expanded"],
    )
    assert values(shown) == [["ida_star", 3]]


def test_solutions_with_what_it_took_to_find_them(made: Made) -> None:
    runs = [
        record("anytime", instance="i/1", solutions=STREAM, cost=20, expanded=99),
        record("anytime", instance="i/2", solutions=[(0, 40, 40, 7, 8)], cost=40, expanded=70,
               status="node_limit"),
        record("a_star", instance="i/2", cost=20, expanded=9),
    ]  # fmt: skip
    results = made(runs)
    columns = ["cost", "expanded", "cost_ratio"]
    shown = table(results, source="solutions", rows=["solution"], columns=columns)
    assert values(shown) == [["0", 35.0, 6.0, 1.75, 2], ["1", 20.0, 50.0, 1.0, 1]]
    assert "different instances" not in notes(shown)
    last = table(results, source="solutions", rows=["instance"], columns=columns)
    assert values(last) == [["i/1", 20, 50, 1.0], ["i/2", 40, 7, 2.0]]
    assert {cell.mark for row in last.rows for cell in row} == {""}


def test_lost_levels_are_no_zeros(made: Made) -> None:
    runs = [
        record(instance="i/1", expanded=3, levels=[(0, 3, 3, 3)]),
        record(instance="i/2", expanded=5),
        record(instance="i/3", expanded=0),
    ]
    shown = table(made(runs), source="levels", rows=["level"], columns=["expanded"])
    assert values(shown) == [["0", 1.5, 2]]
    assert "Levels of 1 run are lost: left out; run the config again." in shown.notes


def test_differing_words_are_counted(made: Made) -> None:
    statuses = ["solved", "node_limit", "solved"]
    runs = [record(instance=f"i/{i}", status=status) for i, status in enumerate(statuses)]
    shown = table(made(runs), rows=["algorithm"], columns=["status"])
    assert values(shown)[0][1] == "2 solved, 1 node_limit"


LEVELS_A = [(0, 1, 0, 1), (1, 2, 3, 3)]
LEVELS_B = [(0, 1, 0, 1), (1, 4, 5, 5), (2, 6, 7, 7)]


def test_levels_are_split_into_columns(made: Made) -> None:
    runs = [record("breadth_first", None, levels=LEVELS_A), record("a_star", levels=LEVELS_B)]
    shown = table(
        made(runs), source="levels", rows=["level"], split="algorithm", columns=["visited"]
    )
    assert heads(shown) == ["level", "breadth_first", "a_star"]
    assert values(shown) == [["0", 1, 1], ["1", 3, 5], ["2", None, 7]]
    both = table(
        made(runs), source="levels", rows=["level"], split="algorithm",
        columns=["expanded", "visited"],
    )  # fmt: skip
    assert heads(both)[1:] == [
        "expanded breadth_first", "visited breadth_first", "expanded a_star", "visited a_star",
    ]  # fmt: skip


def test_levels_come_in_their_order_whatever_level_a_search_begins_with(made: Made) -> None:
    runs = [record("a", levels=[(1, 1, 1, 1)]), record("b", levels=[(0, 1, 1, 1)])]
    shown = table(made(runs), source="levels", rows=["level"], split="algorithm",
                  columns=["visited"])  # fmt: skip
    assert [row[0] for row in values(shown)] == ["0", "1"]


def test_a_run_counts_0_on_levels_that_it_did_not_reach(made: Made) -> None:
    runs = [record(instance="i/1", levels=LEVELS_A), record(instance="i/2", levels=LEVELS_B)]
    shown = table(made(runs), source="levels", rows=["level"], columns=["expanded"])
    assert values(shown) == [["0", 1.0, 2], ["1", 3.0, 2], ["2", 3.0, 2]]
    totals = [sum(level[1] for level in levels) for levels in (LEVELS_A, LEVELS_B)]
    assert sum(row[1] for row in values(shown)) == sum(totals) / 2


def test_without_the_level_among_the_rows_levels_are_added_up(made: Made) -> None:
    shown = table(
        made([record(levels=LEVELS_B)]), source="levels", rows=["algorithm"], columns=["generated"]
    )
    assert values(shown) == [["a_star", 12]]


def test_iterations_with_their_bounds(made: Made) -> None:
    runs = [record("ida_star", iterations=[(0, 10, 3, 4), (1, 12, 30, 40)])]
    shown = table(
        made(runs), source="iterations", rows=["algorithm", "iteration"],
        columns=["bound", "generated"],
    )  # fmt: skip
    assert values(shown) == [["ida_star", "0", 10, 4], ["ida_star", "1", 12, 40]]


def test_a_mean_bound_is_over_the_runs_that_came_so_far(made: Made) -> None:
    runs = [
        record("ida_star", instance="i/1", iterations=[(0, 10, 3, 4), (1, 12, 30, 40)]),
        record("ida_star", instance="i/2", iterations=[(0, 20, 5, 6)]),
    ]
    shown = table(made(runs), source="iterations", rows=["iteration"],
                  columns=["bound", "generated"])  # fmt: skip
    assert values(shown) == [["0", 15.0, 5.0, 2], ["1", 12.0, 20.0, 2]]


def test_only_the_last_iteration_of_a_cut_run_is_a_lower_bound(made: Made) -> None:
    runs = [
        record("ida_star", instance="i/1", iterations=[(0, 10, 3, 4), (1, 12, 30, 40)],
               status="node_limit"),
        record("ida_star", instance="i/2", iterations=[(0, 10, 5, 6), (1, 12, 7, 8)]),
    ]  # fmt: skip
    for rows in (["instance", "bound"], ["instance", "iteration"]):
        shown = table(made(runs), source="iterations", rows=rows, columns=["generated"])
        assert [row[2].text for row in shown.rows] == ["4", "≥40", "6", "8"]
    shown = table(made(runs), source="iterations", rows=["bound"], columns=["generated"])
    assert [row[1].text for row in shown.rows] == ["5.000", "8.000*"]
    shown = table(made(runs), source="iterations", rows=["instance"], columns=["generated"])
    assert [row[1].text for row in shown.rows] == ["≥44", "14"]


def test_runs_without_iterations_are_no_zeros_in_means_over_iterations(made: Made) -> None:
    runs = [
        record("ida_star", instance="i/1", iterations=[(0, 10, 3, 4)]),
        record("a_star", instance="i/1"),
    ]
    shown = table(made(runs), source="iterations", rows=["iteration"], columns=["generated"])
    assert values(shown) == [["0", 4]]

from __future__ import annotations

import math
import warnings
import xml.etree.ElementTree
from collections.abc import Callable
from pathlib import Path
from typing import Any

import matplotlib
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_records import record, recorded, traveled
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.text import Text

from harness import plots
from harness.model import Record, UserError
from harness.plot_kinds.cactus import _heights
from harness.plot_kinds.panel import COLOURS, NAME, look
from harness.plots import KINDS, draw
from harness.results import Results
from harness.samples import Sample
from harness.specs import PlotSpec

Made = Callable[..., Results]


@pytest.fixture
def made(tmp_path: Path) -> Made:
    def make(records: list[Record]) -> Results:
        return recorded(tmp_path / "results", records)

    return make


def spec(kind: str, **options: Any) -> PlotSpec:
    own = {"scatter": {"x": "h_start", "y": "expanded"}, "solutions": {"metric": "cost"}}
    needed = own.get(kind, {"metric": "expanded"})
    return PlotSpec.model_validate({"name": "made", "kind": kind, **needed, **options})


def figure(results: Results, kind: str, **options: Any) -> tuple[Figure, Axes]:
    with matplotlib.rc_context(plots.STYLE):
        made_figure = plots._figure(results, spec(kind, **options))
        FigureCanvasAgg(made_figure).draw()
    return made_figure, made_figure.axes[0]


def words(made_figure: Figure) -> str:
    return "\n".join(text.get_text() for text in made_figure.findobj(Text))


def points(axes: Axes) -> list[list[tuple[float, float]]]:
    return [[(float(x), float(y)) for x, y in line.get_xydata()] for line in axes.lines]


def sweep(algorithms: int = 3, instances: int = 10, name: str = "algorithm") -> list[Record]:
    return [
        record(
            f"{name}_{a}",
            instance=f"i/{i}",
            expanded=10 ** (a % 5) * (i + 1),
            h_start=i,
            status="node_limit" if a == 1 and i >= 7 else "solved",
            levels=[(level, a + level, 0, 0) for level in range(3)],
            iterations=[(n, 10 + i + n, a + 5**n, 0) for n in range(3)],
            solutions=[(n, 90 - 10 * n, 40, 10**n, 0) for n in range(a % 3 + 1)],
        )
        for a in range(algorithms)
        for i in range(instances)
    ]


@pytest.mark.parametrize(
    ("kind", "suffix"), [*((kind, "png") for kind in KINDS), ("levels", "svg"), ("bars", "pdf")]
)
def test_the_same_results_give_the_same_file(
    made: Made, tmp_path: Path, kind: str, suffix: str
) -> None:
    results = made(sweep())
    files = [tmp_path / f"{name}.{suffix}" for name in "ab"]
    draw(results, spec(kind), files[0])
    with matplotlib.rc_context({"font.size": 30, "axes.grid": False}):  # a user's own settings
        draw(results, spec(kind), files[1])
        assert matplotlib.rcParams["font.size"] == 30
    assert files[0].read_bytes() == files[1].read_bytes()
    begins = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF"}
    assert files[0].read_bytes().startswith(begins[suffix])
    assert not {b"CreationDate", b"dc:date"} & set(files[0].read_bytes().split(b">"))


def test_svg_is_well_formed(made: Made, tmp_path: Path) -> None:
    draw(made(sweep()), spec("levels", title="a < b & c $x_1$"), tmp_path / "a.svg")
    root = xml.etree.ElementTree.parse(tmp_path / "a.svg").getroot()
    assert root.tag.endswith("svg")


def test_levels_show_what_was_counted_with_zeros_and_single_nodes(made: Made) -> None:
    made_figure, axes = figure(
        made(traveled()), "levels", metric="visited", where={"algorithm": "breadth_first"}
    )
    [line] = points(axes)
    assert line[:4] == [(0, 0), (1, 2), (2, 5), (3, 8)]
    assert line[-1] == (30, 221) and len(line) == 31
    assert axes.get_yscale() == "symlog"
    zero, one, ten = (axes.transData.transform((0, y))[1] for y in (0, 1, 10))
    bottom = axes.bbox.y0
    assert bottom < zero < one < ten
    assert one - zero > 20 and zero - bottom > 5  # pixels at 100 dots an inch
    assert "n = 1 run" in words(made_figure)


def test_single_nodes_are_visible_where_nothing_is_zero(made: Made) -> None:
    levels = [(level, 4**level, 0, 0) for level in range(6)]
    _, axes = figure(made([record(levels=levels)]), "levels")
    assert axes.get_yscale() == "log"
    assert axes.transData.transform((0, 1))[1] > axes.bbox.y0


def test_levels_of_several_runs_are_means_over_those_that_ended(made: Made) -> None:
    runs = [
        record(instance="i/1", levels=[(0, 1, 0, 0), (1, 3, 0, 0)]),
        record(instance="i/2", levels=[(0, 1, 0, 0), (1, 5, 0, 0), (2, 6, 0, 0)]),
        record(instance="i/3", levels=[(0, 9, 0, 0), (1, 90, 0, 0)], status="node_limit"),
    ]
    made_figure, axes = figure(made(runs), "levels")
    assert points(axes) == [[(0, 1), (1, 4), (2, 3)]]
    assert axes.get_ylabel() == "mean expanded [nodes]"
    assert "n = 3 runs; 1 node_limit: left out of means" in words(made_figure)


def test_runs_that_were_all_cut_have_no_mean(made: Made) -> None:
    runs = [
        record("a", instance=f"i/{i}", levels=[(0, 5, 0, 0)], status="time_limit") for i in range(3)
    ]
    made_figure, axes = figure(made([*runs, record("b", levels=[(0, 7, 0, 0)])]), "levels")
    assert math.isnan(points(axes)[0][0][1]) and points(axes)[1] == [(0, 7)]
    assert "a (0 of 3 runs)" in words(made_figure)


def test_iterations_of_single_runs_stand_at_their_bounds(made: Made) -> None:
    iterations = [(0, 10, 3, 4), (1, 12, 30, 40)]
    _, axes = figure(made([record("ida_star", iterations=iterations)]), "iterations")
    assert points(axes) == [[(10, 3), (12, 30)]]
    assert axes.get_xlabel() == "bound"


def test_iterations_of_several_runs_stand_at_their_numbers(made: Made) -> None:
    runs = [
        record("ida_star", instance="i/1", iterations=[(0, 10, 3, 4), (1, 12, 30, 40)]),
        record("ida_star", instance="i/2", iterations=[(0, 20, 5, 6)]),
    ]
    _, axes = figure(made(runs), "iterations")
    assert points(axes) == [[(0, 4), (1, 15)]]
    assert axes.get_xlabel() == "iteration"


def test_bars_have_their_numbers(made: Made) -> None:
    made_figure, axes = figure(made(traveled()), "bars", metric="visited", title="Stored states")
    assert [bar.get_width() for bar in axes.patches] == [181438, 18647, 1318, 238]
    assert axes.get_xscale() == "log"
    for text in ("181,438", "238", "breadth_first", "greedy_best_first, manhattan",
                 "Stored states", "visited [nodes]", "n = 1 run each"):  # fmt: skip
        assert text in words(made_figure).split("\n")


def test_bars_of_runs_that_were_cut_are_marked(made: Made) -> None:
    runs = [record("a", expanded=5), record("b", expanded=7, status="memory_limit")]
    made_figure, axes = figure(made(runs), "bars")
    assert [bool(bar.get_hatch()) for bar in axes.patches] == [False, True]
    assert "≥7" in words(made_figure) and "1 memory_limit: hatched" in words(made_figure)


def test_bars_of_means_leave_out_what_was_cut(made: Made) -> None:
    made_figure, axes = figure(made(sweep()), "bars", scale="linear")
    assert [bar.get_width() for bar in axes.patches] == [5.5, 40, 550]
    assert "algorithm_1 (7 of 10 runs)" in words(made_figure)
    assert "40.000*" in words(made_figure)


def test_long_names_of_bars_leave_room_for_the_bars(made: Made, tmp_path: Path) -> None:
    """Names of 140 characters: broken between keys, and the axes still the larger part."""
    long = {"search": "principal_variation", "ordering": "killer_history_and_evaluator"}
    runs = [
        record(
            "iterative_deepening_alpha_beta",
            algorithm_params={**long, "first_of_its_names": "a" * 30, "table_bits": bits},
            expanded=10**bits,
        )
        for bits in (2, 5)
    ]
    by = [f"algorithm.{key}" for key in (*long, "first_of_its_names", "table_bits")]
    runs.append(record("alpha_beta", algorithm_params={"search": "a", "ordering": "b"}, expanded=9))
    results = made(runs)
    with warnings.catch_warnings(action="error"):
        draw(results, spec("bars", by=["algorithm", *by]), tmp_path / "a.png")
    made_figure, axes = figure(results, "bars", by=["algorithm", *by])
    first, second, _ = [label.get_text().split("\n") for label in axes.get_yticklabels()]
    assert first[0] == "iterative_deepening_alpha_beta, search=principal_variation,"
    assert second[-1] == "table_bits=5"
    assert all(len(line) <= NAME for line in (*first, *second))
    assert axes.bbox.width > made_figure.bbox.width / 2
    renderer = made_figure.canvas.get_renderer()  # type: ignore[attr-defined]
    boxes = [label.get_window_extent(renderer) for label in axes.get_yticklabels()]
    assert boxes[0].y0 >= boxes[1].y1 and boxes[1].y0 >= boxes[2].y1


def test_bars_on_a_logarithmic_axis_are_as_long_as_the_logarithm(made: Made) -> None:
    runs = [record(name, expanded=n) for name, n in (("a", 10**3), ("b", 10**6), ("c", 10**4))]
    _, axes = figure(made(runs), "bars")
    ends = axes.transData.transform([(bar.get_width(), 0) for bar in axes.patches])[:, 0]
    lengths = ends - axes.bbox.x0
    assert lengths / lengths[0] == pytest.approx([1, 2, 4 / 3])


def test_bars_of_nothing_say_so(made: Made) -> None:
    made_figure, axes = figure(made([record(cost=None)]), "bars", metric="cost")
    assert [bar.get_width() for bar in axes.patches] == [0]
    assert "no value" in words(made_figure)


def test_a_distribution_counts_cut_runs_as_never_done(made: Made) -> None:
    made_figure, axes = figure(made(sweep(algorithms=2)), "distribution")
    whole, cut = points(axes)
    assert whole == [(1, 0), *((i, i / 10) for i in range(1, 11))]
    assert cut == [(10, 0), *((10 * i, i / 10) for i in range(1, 8))]
    assert "3 node_limit: such a curve ends below 1" in words(made_figure)
    assert "algorithm_1 (7 of 10 runs)" in words(made_figure)


def test_a_cactus_has_the_solved_runs_by_size(made: Made) -> None:
    runs = [
        record("a", instance=f"i/{i}", expanded=expanded, generated=2 * expanded)
        for i, expanded in enumerate((50, 7, 300, 7))
    ]
    runs += [
        record("b", instance="i/0", expanded=40, generated=90),
        record("b", instance="i/1", expanded=1000, generated=5000, status="node_limit"),
        record("b", instance="i/2", expanded=2, generated=2, status="unsolvable"),
        record("b", instance="i/3", status="kernel_error"),
    ]
    made_figure, axes = figure(made(runs), "cactus", metric="generated")
    assert points(axes) == [[(1, 14), (2, 14), (3, 100), (4, 600)], [(1, 90)]]
    assert (axes.get_xscale(), axes.get_yscale()) == ("linear", "log")
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("instances solved", "generated [nodes]")
    assert all(tick == int(tick) for tick in axes.get_xticks())
    shown = words(made_figure).replace("\n", " ")
    for text in ("n = 4 runs each", "1 node_limit: not drawn", "1 kernel_error: not drawn",
                 "1 unsolvable: not drawn", "b (1 of 4 solved)"):  # fmt: skip
        assert text in shown


@given(st.lists(st.tuples(st.integers(1, 50), st.booleans()), max_size=30))
def test_a_cactus_line_tells_how_many_are_solved_within_so_much(
    runs: list[tuple[int, bool]],
) -> None:
    rows = [{"status": "solved" if solved else "time_limit"} for _, solved in runs]
    heights = _heights(Sample((), rows, {"expanded": [count for count, _ in runs]}), "expanded")
    for limit in range(52):
        within = sum(solved and count <= limit for count, solved in runs)
        assert sum(height <= limit for height in heights) == within
        assert within == 0 or heights[within - 1] <= limit


def test_a_cactus_of_nothing_solved(made: Made) -> None:
    runs = [record("a", expanded=5, status="time_limit"), record("b", expanded=9)]
    made_figure, axes = figure(made(runs), "cactus", scale="linear")
    assert points(axes) == [[], [(1, 9)]]
    assert axes.get_yscale() == "linear"
    assert "a (0 of 1 solved)" in words(made_figure)


def test_a_cactus_of_repeated_instances_counts_runs(made: Made) -> None:
    runs = [record(expanded=5, repeat=repeat) for repeat in range(2)]
    runs.append(record("breadth_first", None, expanded=5, evaluated=None))
    made_figure, axes = figure(made(runs), "cactus", metric="kernel_seconds", by=["algorithm"])
    assert axes.get_xlabel() == "runs solved"
    made_figure, axes = figure(made(runs), "cactus", metric="evaluated", by=["algorithm"])
    assert "without evaluated, not drawn: 3" in words(made_figure)


def test_the_last_iteration_is_drawn(made: Made) -> None:
    """Of a run that a limit cut, the last iteration was still to come."""
    runs = [
        record(instance="i/1", h_start=3, iterations=[(0, 3, 9, 90), (1, 4, 5, 50)]),
        record(instance="i/2", h_start=4, iterations=[(0, 4, 8, 80)]),
        record(instance="i/3", h_start=5, iterations=[(0, 5, 7, 70)], status="node_limit"),
        record(instance="i/4", h_start=6),
    ]
    made_figure, axes = figure(made(runs), "scatter", y="last_generated")
    assert np.asarray(axes.collections[0].get_offsets()).tolist() == [[3, 50], [4, 80]]
    assert axes.get_ylabel() == "last generated [nodes]"
    shown = words(made_figure).replace("\n", " ")
    assert "without h_start or last_generated, not shown: 2" in shown
    _, axes = figure(made(runs), "bars", metric="last_expanded", by=["algorithm"])
    assert [bar.get_width() for bar in axes.patches] == [6.5]


def test_a_scatter_without_a_cut_run_that_has_both_values_draws_nothing_hollow(made: Made) -> None:
    runs = [record(instance="i/1", h_start=3, cost=5)]
    runs.append(record(instance="i/2", h_start=4, status="node_limit"))
    shown = words(figure(made(runs), "scatter", y="cost")[0]).replace("\n", " ")
    assert "1 node_limit: not drawn" in shown
    assert "hollow" not in shown


def test_a_scatter_shows_cut_runs_hollow_and_counts_what_is_missing(made: Made) -> None:
    runs = [
        record(instance="i/1", h_start=3, expanded=10),
        record(instance="i/2", h_start=4, expanded=4000, status="node_limit"),
        record(instance="i/3", h_start=None, expanded=5),
    ]
    made_figure, axes = figure(made(runs), "scatter")
    drawn = axes.collections[0]
    assert np.asarray(drawn.get_offsets()).tolist() == [[3, 10], [4, 4000]]
    assert [bool(len(face) and face[3]) for face in drawn.get_facecolors()] == [True, False]
    assert (axes.get_xscale(), axes.get_yscale()) == ("linear", "log")
    assert "1 node_limit: hollow, a lower bound" in words(made_figure)
    assert "without h_start or expanded, not shown: 1" in words(made_figure)


def test_a_scatter_of_one_unit_shows_where_both_are_equal(made: Made) -> None:
    """Where it lies within the axes, whose limits it leaves as they are."""
    runs = [record("a", instance=f"i/{n}", expanded=n, generated=3 * n) for n in (0, 5, 4000)]
    _, axes = figure(made(runs), "scatter", x="expanded", y="generated")
    [line] = points(axes)
    assert all(x == y for x, y in line)
    lowest = max(axes.get_xlim()[0], axes.get_ylim()[0])
    highest = min(axes.get_xlim()[1], axes.get_ylim()[1])
    assert (line[0][0], line[-1][0]) == pytest.approx((lowest, highest))
    assert highest >= 4000
    names = axes.get_legend_handles_labels()[1]
    assert "generated = expanded" in names
    _, axes = figure(made(runs), "scatter", x="h_start", y="generated")
    assert points(axes) == []
    far = [record("a", instance=f"i/{n}", expanded=n, generated=n + 10**6) for n in (5, 6)]
    _, axes = figure(made(far), "scatter", x="expanded", y="generated")
    assert points(axes) == []


@pytest.mark.parametrize(
    ("values", "wish", "scale"),
    [
        ((1, 99), None, "linear"),
        ((1, 100), None, "log"),
        ((0, 1, 100), None, "symlog"),
        ((0, 0), "log", "linear"),
        ((1, 2), "log", "log"),
        ((1, 10**9), "linear", "linear"),
    ],
)
def test_an_axis_is_logarithmic_where_values_are_wide_apart(
    made: Made, values: tuple[int, ...], wish: str | None, scale: str
) -> None:
    runs = [record(instance=f"i/{i}", expanded=n) for i, n in enumerate(values)]
    _, axes = figure(made(runs), "distribution", scale=wish)
    assert axes.get_xscale() == scale


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("series", [1, 20])
def test_no_text_is_cut_off_or_lies_on_another(made: Made, kind: str, series: int) -> None:
    """In the inches that are saved, every text is whole; legend, title, axes are apart."""
    name = "an_algorithm_with_quite_a_long_name_and_parameters_behind_it"
    title = "A title that needs more than a single line because it tells everything twice " * 2
    made_figure, axes = figure(made(sweep(series, 3, name)), kind, title=title)
    renderer = made_figure.canvas.get_renderer()  # type: ignore[attr-defined]
    saved = made_figure.get_tightbbox(renderer).transformed(made_figure.dpi_scale_trans)
    texts = [t for t in made_figure.findobj(Text) if t.get_visible() and t.get_text().strip()]
    shown = [
        t for t in texts if t.get_text().replace("\n", "").startswith(name) or t.get_text() in title
    ]
    assert len(shown) >= (series if series > 1 else 0)
    for text in shown:
        box = text.get_window_extent(renderer)
        assert saved.x0 - 1 <= box.x0 and box.x1 <= saved.x1 + 1
        assert saved.y0 - 1 <= box.y0 and box.y1 <= saved.y1 + 1
    below = axes.xaxis.get_tightbbox(renderer)
    assert below is not None
    for legend in made_figure.legends:
        assert legend.get_window_extent(renderer).y1 <= below.y0 + 1
    assert axes.bbox.height > 50  # pixels at 100 dots an inch
    assert saved.width < 1200


def test_twenty_series_look_different() -> None:
    looks = [look(place) for place in range(77)]
    assert len({(one.colour, one.marker) for one in looks}) == 77
    assert len({to_hex(colour) for colour in COLOURS}) == len(COLOURS)


@pytest.mark.parametrize("kind", KINDS)
def test_a_pattern_that_nothing_matches_gives_a_figure_that_says_so(
    made: Made, kind: str, tmp_path: Path
) -> None:
    results = made(sweep())
    made_figure, _ = figure(results, kind, where={"algorithm": "nothing"})
    assert "no recorded run belongs here" in words(made_figure)
    draw(results, spec(kind, where={"algorithm": "nothing"}), tmp_path / "a.png")
    assert (tmp_path / "a.png").stat().st_size > 0


@pytest.mark.parametrize("kind", KINDS)
def test_a_thousand_runs(made: Made, kind: str) -> None:
    runs = [
        record(
            instance=f"i/{i}",
            expanded=i,
            h_start=i % 30,
            levels=[(level, 1, 1, 1) for level in range(1 + i % 90)],
            iterations=[(0, 1, 1, 1)],
            solutions=[(0, 9, 9, 1, 1)],
        )
        for i in range(1000)
    ]
    made_figure, axes = figure(made(runs), kind)
    assert "n = 1000 runs" in words(made_figure)
    assert all(math.isfinite(limit) for limit in (*axes.get_xlim(), *axes.get_ylim()))


def test_names_in_any_script_and_with_any_sign(made: Made, tmp_path: Path) -> None:
    names = ["数独 $a$", "_^{", "é"]
    results = made([record(instance=name, expanded=1) for name in names])
    with warnings.catch_warnings(action="error"):
        draw(results, spec("bars", by=["instance"]), tmp_path / "a.pdf")
    with warnings.catch_warnings(action="ignore"):
        made_figure, _ = figure(results, "bars", by=["instance"])
    assert set(names) <= set(words(made_figure).split("\n"))


def test_a_scatter_of_costs_shows_those_of_cut_runs_hollow(made: Made) -> None:
    runs = [
        record(instance="i/1", h_start=3, cost=10),
        record(instance="i/2", h_start=4, cost=40, status="node_limit"),
        record(instance="i/3", status="invalid_instance"),
    ]
    made_figure, axes = figure(made(runs), "scatter", y="cost")
    faces = axes.collections[0].get_facecolors()
    assert [bool(len(face) and face[3]) for face in faces] == [True, False]
    shown = words(made_figure).replace("\n", " ")
    assert "1 node_limit: hollow, a count a lower bound, a cost the best so far" in shown
    assert "1 invalid_instance: not drawn" in shown


def test_lost_levels_are_told(made: Made) -> None:
    runs = [record(instance="i/1", expanded=3, levels=[(0, 3, 0, 0)])]
    runs.append(record(instance="i/2", expanded=3))
    made_figure, axes = figure(made(runs), "levels")
    assert points(axes) == [[(0, 3)]]
    assert "levels of 1 run are lost: left out" in words(made_figure)


def test_solutions_are_steps_from_the_first_one_to_the_end(made: Made) -> None:
    streams = [[(0, 30, 30, 0, 0), (1, 24, 24, 50, 70)], [(0, 20, 20, 5, 7)]]
    runs = [
        record("w", instance="i/1", solutions=streams[0], cost=24, expanded=90),
        record("w", instance="i/2", solutions=streams[1], cost=20, expanded=8, status="time_limit"),
        record("a_star", instance="i/1", cost=20, expanded=9),
    ]
    made_figure, axes = figure(made(runs), "solutions", metric="cost_ratio", scale="linear")
    drawn = [line for line in points(axes) if len(line) > 1]
    assert drawn == [[(1, 1.5), (50, 1.2), (90, 1.2)], [(5, 1), (8, 1)]]
    assert [line.get_drawstyle() for line in axes.lines[:3:2]] == ["steps-post"] * 2
    hollow = [line.get_markerfacecolor() == "white" for line in axes.lines[:3:2]]
    assert hollow == [False, True]
    assert axes.lines[0].get_color() == axes.lines[1].get_color()
    assert axes.get_xscale() == "log"
    for text in ("1 time_limit: hollow at the end", "no recorded solutions, not shown: 1"):
        assert text in words(made_figure)


def test_a_spread_has_combinations_with_cut_runs_at_its_end(made: Made) -> None:
    runs = [
        record(name, instance=f"i/{i}", expanded=abs(count), status=status)
        for name, counts in (("a", (90, 90)), ("b", (1, -7)), ("c", (5, 5)), ("d", (-7, -7)))
        for i, count in enumerate(counts)
        for status in ["node_limit" if count < 0 else "solved"]
    ]
    _, axes = figure(made(runs), "spread", by=["algorithm"])
    names = [label.get_text() for label in axes.get_yticklabels()]
    assert names == ["c", "a", "b (1 of 2 runs)", "d (0 of 2 runs)"]


def test_a_spread_shows_every_run_and_what_its_solution_cost(made: Made) -> None:
    runs = [
        record("slow", instance="i/1", expanded=100, cost=20),
        record("slow", instance="i/2", expanded=5000, cost=22),
        record("greedy", instance="i/1", expanded=10, cost=30),
        record("greedy", instance="i/2", expanded=30, cost=22),
        record("cut", instance="i/1", expanded=7000, status="node_limit"),
        record("cut", instance="i/2", status="kernel_error"),
    ]
    made_figure, axes = figure(made(runs), "spread", by=["algorithm"])
    names = [label.get_text() for label in axes.get_yticklabels()]
    assert names == ["greedy", "slow", "cut (0 of 2 runs)"]
    drawn = [np.asarray(c.get_offsets()) for c in axes.collections[:3]]
    assert [sorted(points[:, 0].tolist()) for points in drawn] == [[10, 30], [100, 5000], [7000]]
    for place, line in enumerate(drawn):
        assert (np.abs(line[:, 1] - place) < 0.5).all()
    filled = [bool(np.asarray(c.get_facecolors())[:, 3].all()) for c in axes.collections[:3]]
    assert filled == [True, True, False]
    assert [line[0][0] for line in points(axes)] == [20, 2550]
    shown = words(made_figure).split("\n")
    for text in ("mean", "cost ratio", "20.000", "2,550", "1.250", "1.000",
                 "every solution of the least cost found", "some solutions cost more",
                 "no run solved"):  # fmt: skip
        assert text in shown
    assert "1 node_limit: hollow" in words(made_figure)
    assert "1 kernel_error: not drawn" in words(made_figure)


def test_an_unknown_format(made: Made, tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"'pgn'; did you mean 'png'"):
        draw(made([record()]), spec("bars"), tmp_path / "a.pgn")


def test_a_folder_that_is_not_there(made: Made, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="No such file or directory") as failure:
        draw(made([record(expanded=1)]), spec("bars"), tmp_path / "nowhere" / "a.png")
    assert failure.value.exit_status == 1

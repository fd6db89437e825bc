"""How many runs are solved within how much: the solved ones by size, the least first."""

from __future__ import annotations

from collections.abc import Sequence

from harness.columns import BY_NAME, Column
from harness.groups import Row, labels
from harness.plot_kinds.panel import FEW, Panel, look, notes_of, set_axis
from harness.samples import Sample, samples


def draw_cactus(panel: Panel) -> None:
    """A line for each combination: at x = n the metric of its run that comes n-th by size.

    Only solved runs are drawn; how many are not is said in the names and in the note. The metric's
    axis is logarithmic unless the spec says otherwise.
    """
    spec, axes = panel.spec, panel.axes
    metric = spec.metric or "expanded"
    found = samples(panel.results, "runs", spec.by, [metric], spec.where)
    solved = [[row for row in sample.rows if row["status"] == "solved"] for sample in found]
    shown: list[float] = []
    longest = 1
    for place, (name, sample) in enumerate(zip(labels(spec.by, found), found, strict=True)):
        heights = _heights(sample, metric)
        shown += heights
        longest = max(longest, len(heights))
        colour, marker, style = look(place)
        axes.plot(
            range(1, len(heights) + 1),
            heights,
            color=colour,
            linestyle=style,
            marker=marker,
            markevery=list(range(len(heights) - 1, -1, -1 - len(heights) // FEW)),
            label=_with_share(name, solved[place], sample),
        )
    number = Column(f"{_counted(solved)} solved", "integer", "how many of a combination's runs")
    set_axis(axes, "x", number, [], "linear")
    axes.set_xlim(0, longest * 1.03 + 0.2)
    set_axis(axes, "y", BY_NAME[metric], shown, spec.scale or "log")
    panel.notes += notes_of(found, "not drawn")
    _note_others(panel, found, sum(map(len, solved)) - len(shown))


def _heights(sample: Sample, metric: str) -> list[float]:
    """The metric of the solved runs that have one, the least first."""
    pairs = zip(sample.rows, sample.values[metric], strict=True)
    return sorted(v for row, v in pairs if row["status"] == "solved" and v is not None)


def _with_share(name: str, solved: Sequence[Row], sample: Sample) -> str:
    """The name, and of a combination that did not solve all how many it did."""
    if len(solved) == len(sample.rows):
        return name
    return f"{name} ({len(solved)} of {len(sample.rows)} solved)"


def _counted(solved: Sequence[Sequence[Row]]) -> str:
    """What the lines count: instances, or runs where one of them holds an instance twice."""
    once = all(len({row["instance"] for row in rows}) == len(rows) for rows in solved)
    return "instances" if once else "runs"


def _note_others(panel: Panel, found: Sequence[Sample], missing: int) -> None:
    """What is left out beside the runs that a limit cut or that failed."""
    rows = {row["run_id"]: row for sample in found for row in sample.rows}.values()
    if unsolvable := sum(row["status"] == "unsolvable" for row in rows):
        panel.notes.append(f"{unsolvable} unsolvable: not drawn")
    if missing:
        panel.notes.append(f"without {panel.spec.metric}, not drawn: {missing}")

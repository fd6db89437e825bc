"""Better and better solutions: what each run had found after so many nodes."""

from __future__ import annotations

from dataclasses import dataclass, field

from harness.columns import BY_NAME, LIMITED
from harness.plot_kinds.panel import Look, Panel, look, names_of, notes_of, set_axis
from harness.samples import samples

CROWDED = 8
"""Lines of a series from which they are drawn thin and translucent."""


@dataclass
class _Profile:
    """A run's solutions, where it ended, and whether a limit ended it.

    counts
        nodes expanded when each was found; a search that found one at once had expanded none,
        which is shown as one.
    heights
        the metric of each.
    """

    end: int
    was_cut: bool
    counts: list[int] = field(default_factory=list)
    heights: list[float] = field(default_factory=list)


def draw_solutions(panel: Panel) -> None:
    """A step line for each run from its first solution to its end, a colour for each combination.

    A filled point ends the line of a run that ended by itself, a hollow one that of a cut run.
    """
    spec, axes = panel.spec, panel.axes
    metric = spec.metric or "cost"
    found = samples(panel.results, "runs", spec.by, [], spec.where)
    profiles = _profiles(panel, metric)
    shown: list[_Profile] = []
    for place, (name, sample) in enumerate(zip(names_of(spec.by, found), found, strict=True)):
        lines = [profiles[r["run_id"]] for r in sample.rows if r["run_id"] in profiles]
        _draw(panel, lines, look(place), name)
        shown += lines
    counts = [count for line in shown for count in (*line.counts, line.end)]
    set_axis(axes, "x", BY_NAME["expanded"], counts, "log")
    heights = [height for line in shown for height in line.heights]
    set_axis(axes, "y", BY_NAME[metric], heights, spec.scale or "linear")
    panel.notes += notes_of(found, "hollow at the end")
    without = sum(len(sample.rows) for sample in found) - len(shown)
    if found and without:
        panel.notes.append(f"no recorded solutions, not shown: {without}")


def _profiles(panel: Panel, metric: str) -> dict[str, _Profile]:
    """By run id, of the runs that have recorded solutions."""
    where = panel.spec.where
    found: dict[str, _Profile] = {}
    for step in samples(panel.results, "solutions", ["solution"], ["expanded", metric], where):
        values = zip(step.rows, step.values["expanded"], step.values[metric], strict=True)
        for row, count, height in values:
            if height is None:
                continue
            new = _Profile(max(row["expanded"], 1), row["status"] in LIMITED)
            profile = found.setdefault(row["run_id"], new)
            profile.counts.append(max(count, 1))
            profile.heights.append(height)
    return found


def _draw(panel: Panel, lines: list[_Profile], look: Look, name: str) -> None:
    crowded = len(lines) >= CROWDED
    for line in lines:
        panel.axes.plot(
            [*line.counts, line.end],
            [*line.heights, line.heights[-1]],
            drawstyle="steps-post",
            color=look.colour,
            linestyle=look.line,
            linewidth=0.8 if crowded else 1.4,
            alpha=0.6 if crowded else 1,
            marker=look.marker,
            markevery=[len(line.counts)],
            markerfacecolor="white" if line.was_cut else look.colour,
        )
        if not crowded:  # else nobody sees a line that begins on another
            start = line.counts[:1], line.heights[:1]
            panel.axes.plot(*start, color=look.colour, marker=look.marker)
    if lines:
        panel.axes.plot(
            [], [], color=look.colour, linestyle=look.line, marker=look.marker, label=name
        )

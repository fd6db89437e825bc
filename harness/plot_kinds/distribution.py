"""How a metric is distributed over runs: cumulative curves, in which limits do no harm."""

from __future__ import annotations

from harness.columns import BY_NAME, UNCOUNTED
from harness.plot_kinds.panel import FEW, Panel, look, names_of, notes_of, set_axis
from harness.samples import samples
from harness.summaries import answered_values


def draw_distribution(panel: Panel) -> None:
    """The share of runs whose value is at most x.

    A run that a limit cut counts among the runs but nowhere reaches a value, so that its curve
    ends below 1: nothing is claimed of where it would have ended.
    """
    spec, axes = panel.spec, panel.axes
    metric = spec.metric or "expanded"
    found = samples(panel.results, "runs", spec.by, [metric], spec.where)
    shown: list[float] = []
    for place, (name, sample) in enumerate(zip(names_of(spec.by, found), found, strict=True)):
        values = sorted(answered_values(sample, metric))
        runs = sum(row["status"] not in UNCOUNTED for row in sample.rows)
        if not values:
            continue
        shown += values
        colour, marker, style = look(place)
        axes.plot(
            [values[0], *values],
            [i / runs for i in range(len(values) + 1)],
            drawstyle="steps-post",
            color=colour,
            linestyle=style,
            marker=marker,
            markevery=list(range(1, len(values) + 1, 1 + len(values) // FEW)),
            label=name,
        )
    set_axis(axes, "x", BY_NAME[metric], shown, spec.scale)
    axes.set_ylim(-0.03, 1.05)
    axes.set_ylabel("share of runs with at most so much")
    panel.notes += notes_of(found, "such a curve ends below 1")

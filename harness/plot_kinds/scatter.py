"""Two columns against each other: one point for each run, one colour for each combination."""

from __future__ import annotations

import numpy as np
from matplotlib.colors import to_rgba

from harness.columns import BY_NAME, LIMITED
from harness.plot_kinds.panel import Panel, look, names_of, notes_of, set_axis
from harness.samples import samples
from harness.summaries import mark_of

EQUALITY_POINTS = 100
"""Points of a line that is straight only where both axes have the same scale."""

CROWDED = 200
"""Points from which they are drawn small and translucent."""

_HOLLOW = {
    False: "hollow, a lower bound",
    True: "hollow, a count a lower bound, a cost the best so far",
}
"""By whether something of the solution is shown."""


def draw_scatter(panel: Panel) -> None:
    """Each run that has both values; hollow where a limit cut it and a value is not final.

    Where both are of one unit a line shows where they are equal.
    """
    spec, axes = panel.spec, panel.axes
    x, y = spec.x or "h_start", spec.y or "expanded"
    found = samples(panel.results, "runs", spec.by, [x, y], spec.where)
    small = sum(len(sample.rows) for sample in found) >= CROWDED
    size, alpha = (10, 0.6) if small else (28, 0.9)
    xs: list[float] = []
    ys: list[float] = []
    missing = 0
    hollow = False
    for place, (name, sample) in enumerate(zip(names_of(spec.by, found), found, strict=True)):
        colour, marker, _ = look(place)
        triples = list(zip(sample.rows, sample.values[x], sample.values[y], strict=True))
        points = [(r, a, b) for r, a, b in triples if a is not None and b is not None]
        missing += len(triples) - len(points)
        xs += [a for _, a, _ in points]
        ys += [b for _, _, b in points]
        hollow |= any(row["status"] in LIMITED for row, _, _ in points)
        axes.scatter(
            [a for _, a, _ in points],
            [b for _, _, b in points],
            marker=marker,
            s=size,
            edgecolors=[to_rgba(colour, alpha)],
            facecolors=[
                to_rgba(colour, 0 if mark_of(row, x) or mark_of(row, y) else alpha)
                for row, _, _ in points
            ],
        )
        axes.scatter([], [], marker=marker, color=colour, label=name)
    set_axis(axes, "x", BY_NAME[x], xs, spec.scale)
    set_axis(axes, "y", BY_NAME[y], ys, spec.scale)
    if xs and BY_NAME[x].unit and BY_NAME[x].unit == BY_NAME[y].unit:
        _draw_equality(panel, x, y)
    of_solution = BY_NAME[x].provisional or BY_NAME[y].provisional
    panel.notes += notes_of(found, _HOLLOW[of_solution] if hollow else "not drawn")
    if missing:
        panel.notes.append(f"without {x} or {y}, not shown: {missing}")


def _draw_equality(panel: Panel, x: str, y: str) -> None:
    """The line on which both columns are equal, as far as it lies within the axes."""
    axes = panel.axes
    x_limits, y_limits = axes.get_xlim(), axes.get_ylim()
    first, last = max(x_limits[0], y_limits[0]), min(x_limits[1], y_limits[1])
    if first >= last:
        return
    transform = axes.xaxis.get_transform()
    left, right = map(float, transform.transform(np.array([first, last])))
    places = transform.inverted().transform(np.linspace(left, right, EQUALITY_POINTS))
    axes.plot(places, places, color="0.5", linestyle=":", zorder=0, label=f"{y} = {x}")
    axes.set_xlim(x_limits)
    axes.set_ylim(y_limits)

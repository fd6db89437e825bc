"""Two columns against each other: one point for each run, one colour for each combination."""

from __future__ import annotations

from matplotlib.colors import to_rgba

from harness.columns import BY_NAME, LIMITED
from harness.plot_kinds.panel import Panel, look, names_of, notes_of, set_axis
from harness.samples import samples
from harness.summaries import mark_of

CROWDED = 200
"""Points from which they are drawn small and translucent."""

_HOLLOW = {
    False: "hollow, a lower bound",
    True: "hollow, a count a lower bound, a cost the best so far",
}
"""By whether something of the solution is shown."""


def draw_scatter(panel: Panel) -> None:
    """Each run that has both values; hollow where a limit cut it and a value is not final."""
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
    of_solution = BY_NAME[x].provisional or BY_NAME[y].provisional
    panel.notes += notes_of(found, _HOLLOW[of_solution] if hollow else "not drawn")
    if missing:
        panel.notes.append(f"without {x} or {y}, not shown: {missing}")

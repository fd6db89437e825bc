"""A metric as bars: one for each combination of the keys."""

from __future__ import annotations

import math

from harness.columns import BY_NAME
from harness.plot_kinds.panel import (
    SHORT,
    Panel,
    broken,
    look,
    make_room,
    names_of,
    notes_of,
    set_axis,
)
from harness.samples import samples
from harness.summaries import SIGNS, Mark, summarise

BAR_INCHES = 0.3
"""Height that a bar takes, the space around it included."""

_MEANINGS: dict[Mark, str] = {
    "at_least": "a lower bound",
    "so_far": "the best so far",
    "partial": "a mean without them",
}


def draw_bars(panel: Panel) -> None:
    """The value of the one run, or the mean over the runs that ended by themselves."""
    spec, axes = panel.spec, panel.axes
    metric = spec.metric or "expanded"
    found = samples(panel.results, "runs", spec.by, [metric], spec.where)
    alone = all(len(sample.rows) == 1 for sample in found)
    cells = [summarise(sample, metric, "value" if alone else "mean") for sample in found]
    lengths = [0.0 if isinstance(c.value, str | None) else float(c.value) for c in cells]
    colours = {head: look(place).colour for place, head in enumerate({s.key[0]: 0 for s in found})}
    bars = axes.barh(
        range(len(found)),
        lengths,
        height=0.7,
        color=[colours[sample.key[0]] for sample in found],
        hatch=["////" if cell.mark else "" for cell in cells],
        edgecolor="white",
        linewidth=0,
    )
    axes.bar_label(bars, [cell.text or "no value" for cell in cells], padding=3, fontsize=8)
    names = [broken(name) for name in names_of(spec.by, found)]
    axes.set_yticks(range(len(found)), names)
    axes.invert_yaxis()
    axes.grid(visible=False, axis="y")
    set_axis(axes, "x", BY_NAME[metric], lengths, spec.scale)
    _set_limits(panel, lengths)
    axes.set_xlabel(f"{'' if alone else 'mean '}{BY_NAME[metric].label}")
    panel.height = 0.5 + BAR_INCHES * len(found)
    panel.characters -= min(SHORT, max(map(len, names), default=0))
    make_room(panel, names)
    marks = {cell.mark: 0 for cell in cells if cell.value is not None and cell.mark}
    meanings = [f"{SIGNS[mark]} {_MEANINGS[mark]}" for mark in marks]
    panel.notes += notes_of(found, "; ".join(["hatched", *meanings]) if marks else "no value")


def _set_limits(panel: Panel, lengths: list[float]) -> None:
    """Limits between which every bar has some length, and its number fits behind it.

    A logarithmic axis begins at 1 or below, so that a count's bar is as long as its logarithm.
    """
    positive = [length for length in lengths if length > 0]
    if not positive:
        return
    longest, shortest = max(positive), min(positive)
    if panel.axes.get_xscale() == "linear":
        panel.axes.set_xlim(0, longest * 1.25)
    else:
        left = 0 if min(lengths) == 0 else min(1, 10 ** math.floor(math.log10(shortest / 1.5)))
        panel.axes.set_xlim(left, longest * (longest / (left or 1)) ** 0.25)

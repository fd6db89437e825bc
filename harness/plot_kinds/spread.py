"""How a metric spreads over runs: a line of points for each combination, the least mean first."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import NamedTuple

from matplotlib.colors import to_rgba

from harness.columns import BY_NAME, COST_RATIO, UNCOUNTED
from harness.plot_kinds.panel import (
    COLOURS,
    Panel,
    broken,
    make_room,
    names_of,
    notes_of,
    set_axis,
)
from harness.samples import Sample, samples
from harness.summaries import Cell, mark_of, summarise

LINE_INCHES = 0.24
"""Height that a line of points takes."""

LANES = 7
"""Heights within a line on which its points stand in turn, so that few lie on others."""

CROWDED = 50
"""Points of a line from which they are drawn small and translucent."""

FONT = 10

MEAN_AT, RATIO_AT = 80, 145
"""Where what is written to the right ends, in points from the axes."""


class _Kind(NamedTuple):
    """What solutions cost, and how that is shown."""

    name: str
    colour: str
    marker: str


_LEAST = _Kind("every solution of the least cost found", COLOURS[0], "o")
_DEARER = _Kind("some solutions cost more", COLOURS[1], "D")
_NONE = _Kind("no run solved", "0.45", "s")
_OF_GAMES = _Kind("", COLOURS[0], "o")
"""Searches of games end with values, which are no costs."""


def draw_spread(panel: Panel) -> None:
    """A point for each run, hollow where a limit cut it and its value is not final.

    An upright bar stands at the mean over the runs that ended by themselves, which is written to
    the right, with the mean cost ratio of these runs; colour and marker tell whether it is 1.
    """
    spec, axes = panel.spec, panel.axes
    metric = spec.metric or "expanded"
    metrics = list(dict.fromkeys([metric, COST_RATIO.name]))
    found = samples(panel.results, "runs", spec.by, metrics, spec.where)
    named = zip(map(broken, names_of(spec.by, found)), found, strict=True)
    lines = sorted(named, key=lambda line: _place(line[1], metric))
    for place, (_, sample) in enumerate(lines):
        _draw_line(panel, sample, metric, place)
    names = [name for name, _ in lines]
    axes.set_yticks(range(len(lines)), names, fontsize=FONT)
    axes.set_ylim(len(lines) - 0.4, -1.4)
    axes.grid(visible=False, axis="y")
    values = [v for sample in found for v in sample.values[metric] if v is not None]
    set_axis(axes, "x", BY_NAME[metric], values, spec.scale)
    panel.width = 9.0
    panel.height = 0.9 + LINE_INCHES * len(lines)
    make_room(panel, names)
    panel.notes += notes_of(found, "hollow; * a mean without them")
    _name_kinds(panel, [_kind_of(sample) for sample in found])


def _place(sample: Sample, metric: str) -> tuple[int, float]:
    """The least mean first; below, those from whose means runs are left out, the fewest first."""
    return len(sample.rows) - len(sample.answered), _mean(sample, metric)


def _mean(sample: Sample, metric: str) -> float:
    value = summarise(sample, metric, "mean").value
    return math.inf if isinstance(value, str | None) else float(value)


def _kind_of(sample: Sample) -> _Kind:
    pairs = zip(sample.rows, sample.values[COST_RATIO.name], strict=True)
    ratios = [ratio for row, ratio in pairs if row["status"] == "solved"]
    if ratios and all(ratio is None for ratio in ratios):
        return _OF_GAMES
    if not ratios:
        return _NONE
    return _LEAST if max(ratios) == 1 else _DEARER


def _draw_line(panel: Panel, sample: Sample, metric: str, place: int) -> None:
    kind = _kind_of(sample)
    pairs = zip(sample.rows, sample.values[metric], strict=True)
    points = [(r, v) for r, v in pairs if v is not None and r["status"] not in UNCOUNTED]
    size, alpha = (9, 0.5) if len(points) >= CROWDED else (18, 0.8)
    panel.axes.scatter(
        [value for _, value in points],
        [place + 0.5 * (i * 3 % LANES / (LANES - 1) - 0.5) for i in range(len(points))],
        s=size,
        marker=kind.marker,
        edgecolors=[to_rgba(kind.colour, alpha)],
        facecolors=[to_rgba(kind.colour, 0 if mark_of(r, metric) else alpha) for r, _ in points],
    )
    mean = summarise(sample, metric, "mean")
    if mean.value is not None:
        panel.axes.plot([_mean(sample, metric)] * 2, [place - 0.42, place + 0.42], color="black")
    _write(panel, place, MEAN_AT, _short(mean))
    if metric != COST_RATIO.name and kind is not _OF_GAMES:
        _write(panel, place, RATIO_AT, summarise(sample, COST_RATIO.name, "mean").text or "-")


def _short(mean: Cell) -> str:
    """A mean as people say it: without decimals where it is large.

    >>> _short(Cell(1234.567, 3, "partial")), _short(Cell(1.2345, 3)), _short(Cell(None))
    ('1,235*', '1.234', '-')
    """
    is_large = isinstance(mean.value, float) and mean.value >= 100
    return (replace(mean, digits=0) if is_large else mean).text or "-"


def _write(panel: Panel, place: float, at: int, text: str) -> None:
    """Text to the right of a line, its end at so many points from the axes."""
    panel.axes.annotate(
        text,
        xy=(1, place),
        xycoords=("axes fraction", "data"),
        xytext=(at, 0),
        textcoords="offset points",
        ha="right",
        va="center",
        fontsize=FONT,
        annotation_clip=False,
    )


def _name_kinds(panel: Panel, kinds: list[_Kind]) -> None:
    """Heads of what is written to the right, and the legend; one kind alone is told in a note."""
    if not kinds:
        return
    _write(panel, -0.9, MEAN_AT, "mean")
    if panel.spec.metric != COST_RATIO.name and set(kinds) != {_OF_GAMES}:
        _write(panel, -0.9, RATIO_AT, "cost ratio")
    for kind in (_LEAST, _DEARER, _NONE):
        if kind in kinds:
            panel.axes.scatter([], [], color=kind.colour, marker=kind.marker, label=kind.name)
    if len(set(kinds)) == 1 and kinds[0].name:
        panel.notes.append(kinds[0].name)

"""What all kinds of figures share: looks of series, scales of axes, names and notes."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from matplotlib.axes import Axes
from matplotlib.ticker import EngFormatter, Formatter, FuncFormatter, MaxNLocator, NullFormatter

from harness.columns import LIMITED, UNCOUNTED, Column
from harness.groups import Group, labels, tally
from harness.results import Results
from harness.specs import PlotSpec

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#000000", "#E69F00", "#56B4E9")
"""Okabe & Ito's palette, told apart with any common colour vision; without its yellow."""

MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", ">", "*", "h")
"""Their number shares no factor with the colours', so that no pair returns before the 78th."""

LINES = ("-", "--", "-.", ":")

WIDE = 100
"""Ratio of the largest to the least value from which an axis is logarithmic."""

NAME = 60
"""Characters on a line of a name beside the axes."""

SHORT = 25
"""Characters of such a name for which a figure has room as it is."""

LINE, CHARACTER = 0.15, 0.07
"""Inches of a further line of such a name, and of a further character."""

FEW = 40
"""Points of a series up to which each has its marker."""


@dataclass
class Panel:
    """The axes of a figure, and what belongs around them.

    notes
        what a reader has to know: numbers of runs, runs that are left out.
    height
        of the axes, in inches.
    width
        of the figure, in inches.
    characters
        of small text that fit on a line above the axes.
    """

    axes: Axes
    results: Results
    spec: PlotSpec
    notes: list[str] = field(default_factory=list)
    height: float = 3.4
    width: float = 7.0
    characters: int = 95


class Look(NamedTuple):
    """How a series is told from the others."""

    colour: str
    marker: str
    line: str


def look(place: int) -> Look:
    """The look of the series at a place, from 0."""
    return Look(
        COLOURS[place % len(COLOURS)],
        MARKERS[place % len(MARKERS)],
        LINES[place // len(COLOURS) % len(LINES)],
    )


def names_of(by: Sequence[str], groups: Sequence[Group]) -> list[str]:
    """Names of groups; of one from which runs are left out, how many it stands for."""
    return [
        name if len(group.answered) == len(group.rows) else f"{name} ({_share(group)})"
        for name, group in zip(labels(by, groups), groups, strict=True)
    ]


def _share(group: Group) -> str:
    if len(group.rows) == 1:
        return str(group.rows[0]["status"])
    return f"{len(group.answered)} of {len(group.rows)} runs"


def notes_of(groups: Sequence[Group], left_out: str) -> list[str]:
    """Numbers of runs, and what became of those that did not end by themselves.

    left_out
        how those are shown that a limit cut.
    """
    sizes = sorted({len(group.rows) for group in groups})
    if not sizes:
        return ["no recorded run belongs here"]
    size = f"{sizes[0]}" if len(sizes) == 1 else f"{sizes[0]} to {sizes[-1]}"
    rows = {row["run_id"]: row for group in groups for row in group.rows}.values()
    each = " each" if len(groups) > 1 else ""
    notes = [f"n = {size} run{'' if size == '1' else 's'}{each}"]
    if cut := tally(row for row in rows if row["status"] in LIMITED):
        notes.append(f"{cut}: {left_out}")
    if failed := tally(row for row in rows if row["status"] in UNCOUNTED):
        notes.append(f"{failed}: not drawn")
    return notes


def broken(name: str) -> str:
    """A name on lines of at most NAME characters, broken between its keys where that will do.

    >>> print(broken("iterative_deepening_alpha_beta, search=mtd_f, ordering=killer_history"))
    iterative_deepening_alpha_beta, search=mtd_f,
    ordering=killer_history
    """
    return "\n".join(textwrap.wrap(name, NAME, break_on_hyphens=False))


def make_room(panel: Panel, names: Sequence[str]) -> None:
    """Widen and heighten a figure for names beside its axes, each of which has the same height."""
    lines = [name.split("\n") for name in names]
    longest = max((len(line) for name in lines for line in name), default=0)
    panel.width += CHARACTER * max(0, longest - SHORT)
    panel.height += LINE * len(lines) * max((len(name) - 1 for name in lines), default=0)


def set_axis(
    axes: Axes, axis: Literal["x", "y"], column: Column, values: Iterable[float], wish: str | None
) -> None:
    """Label, scale and ticks of an axis that shows ``values`` of ``column``.

    Where nothing is wished it is logarithmic if the values are wide apart. A logarithmic axis
    that has to show zeros is linear from 0 to 1, so that zeros and single nodes stay visible.
    """
    shown = [value for value in values if math.isfinite(value)]
    positive = [value for value in shown if value > 0]
    wide = bool(positive) and max(positive) >= WIDE * min(positive)
    side, set_scale, set_limits = (
        (axes.xaxis, axes.set_xscale, axes.set_xlim)
        if axis == "x"
        else (axes.yaxis, axes.set_yscale, axes.set_ylim)
    )
    side.set_label_text(column.label)
    if not positive or not (wish == "log" or (wish is None and wide)):
        whole = column.kind == "integer"
        locator = MaxNLocator(nbins=8, steps=[1, 2, 5, 10], integer=whole, min_n_ticks=1)
        side.set_major_locator(locator)
    elif len(positive) < len(shown):
        set_scale("symlog", linthresh=1, linscale=0.6, subs=range(2, 10))
        set_limits(-0.3, max(positive) * 2)
    else:
        set_scale("log")
        if max(positive) < 10 * min(positive):  # else there might be no labelled tick
            set_limits(min(positive) / 4, max(positive) * 4)
    side.set_major_formatter(_ticks(column))
    side.set_minor_formatter(NullFormatter())


def _ticks(column: Column) -> Formatter:
    """Ticks as people write them: 10 k, 2 M for large counts, plain decimals otherwise."""
    prefixed = EngFormatter(sep=" ")

    def text(value: float, place: int) -> str:
        large = column.kind == "integer" and abs(value) >= 1000
        return prefixed(value) if large else f"{value:,g}"

    return FuncFormatter(text)

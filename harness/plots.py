"""Figures of an experiment's results, as PNG, SVG or PDF files."""

from __future__ import annotations

import textwrap
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import matplotlib.style
from matplotlib.figure import Figure

from harness.model import UserError
from harness.plot_kinds.bars import draw_bars
from harness.plot_kinds.cactus import draw_cactus
from harness.plot_kinds.distribution import draw_distribution
from harness.plot_kinds.lines import draw_iterations, draw_levels
from harness.plot_kinds.panel import Panel
from harness.plot_kinds.scatter import draw_scatter
from harness.plot_kinds.solutions import draw_solutions
from harness.plot_kinds.spread import draw_spread
from harness.results import Results
from harness.specs import PlotSpec
from harness.suggest import unknown

KINDS: dict[str, Callable[[Panel], None]] = {
    "levels": draw_levels,
    "iterations": draw_iterations,
    "bars": draw_bars,
    "spread": draw_spread,
    "scatter": draw_scatter,
    "distribution": draw_distribution,
    "cactus": draw_cactus,
    "solutions": draw_solutions,
}

FORMATS: dict[str, dict[str, Any]] = {
    "png": {"Software": None},
    "svg": {"Date": None, "Creator": None},
    "pdf": {"CreationDate": None, "Creator": None, "Producer": None},
}
"""File formats, and metadata that would differ from machine to machine."""

LINE = 0.17  # inches, a line of small text
CHARACTERS = 95  # of small text that fit below the axes

STYLE: dict[str, Any] = {
    "axes.axisbelow": True,
    "axes.grid": True,
    "axes.grid.which": "major",
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 11,
    "axes.titleweight": "bold",
    "figure.dpi": 100,
    "font.size": 9,
    "grid.color": "0.9",
    "grid.linewidth": 0.7,
    "hatch.linewidth": 1.5,
    "legend.fontsize": 8,
    "legend.frameon": False,
    "legend.handlelength": 3,
    "lines.linewidth": 1.4,
    "lines.markersize": 4,
    "pdf.fonttype": 42,
    "savefig.dpi": 200,
    "svg.hashsalt": "searchbench",
    "text.parse_math": False,
}


def draw(results: Results, spec: PlotSpec, file: Path) -> None:
    """Draw the figure that a spec describes; the suffix of ``file`` says in which format.

    The same results give the same file. Raises UserError: a format that is not one of ``FORMATS``
    (exit status 2); a file that cannot be written (1).
    """
    format = file.suffix.lstrip(".").lower()
    if format not in FORMATS:
        raise UserError(unknown("figure format", format, FORMATS))
    with matplotlib.style.context(["default", STYLE]), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        warnings.filterwarnings("ignore", message="constrained_layout not applied")
        figure = _figure(results, spec)
        try:
            figure.savefig(file, metadata=FORMATS[format], bbox_inches="tight", pad_inches=0.1)
        except OSError as error:
            raise UserError(f"cannot write {file}: {error.strerror or error}", 1) from None


def _figure(results: Results, spec: PlotSpec) -> Figure:
    figure = Figure(layout="constrained")
    axes = figure.add_subplot()
    panel = Panel(axes, results, spec)
    KINDS[spec.kind](panel)
    legend_lines = _add_legend(figure)
    note = textwrap.wrap("; ".join(panel.notes), panel.characters)
    title = textwrap.wrap(spec.title or spec.name.replace("_", " "), panel.characters * 3 // 4)
    axes.annotate(
        "\n".join(note),
        xy=(0, 1),
        xytext=(0, 4),
        xycoords="axes fraction",
        textcoords="offset points",
        fontsize=8,
        color="0.35",
        va="bottom",
    )
    axes.set_title("\n".join(title), pad=8 + 12 * len(note))
    lines = len(title) + len(note) + legend_lines
    figure.set_size_inches(panel.width, panel.height + 0.6 + LINE * lines)
    return figure


def _add_legend(figure: Figure) -> int:
    """Name the series under the axes, in columns that fit; returns how many lines that takes."""
    handles, names = figure.axes[0].get_legend_handles_labels()
    if len(names) < 2:
        return 0
    columns = max(1, min(len(names), CHARACTERS // (max(map(len, names)) + 8)))
    figure.legend(handles, names, loc="outside lower left", ncols=columns)
    return -(-len(names) // columns)

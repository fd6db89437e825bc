"""Nodes by level or by iteration: one line for each combination of the keys."""

from __future__ import annotations

import math
from typing import Any

from harness.columns import BY_NAME
from harness.groups import Group, Key, group, runs
from harness.plot_kinds.panel import FEW, Panel, look, names_of, notes_of, set_axis
from harness.samples import Sample, samples, without_levels
from harness.summaries import answered_values


def draw_levels(panel: Panel) -> None:
    """The metric's mean at each level, over the runs that ended by themselves."""
    _draw(panel, "levels", "level")


def draw_iterations(panel: Panel) -> None:
    """The metric in each iteration; by its bound, or of several runs together by its number."""
    spec = panel.spec
    groups = group(panel.results.rows(spec.by, spec.where), spec.by)
    alone = all(len(g.rows) == 1 for g in groups)
    _draw(panel, "iterations", "bound" if alone else "iteration")


def _draw(panel: Panel, source: str, step: str) -> None:
    spec, axes = panel.spec, panel.axes
    metric = spec.metric or "expanded"
    lines: dict[Key, list[Sample]] = {}
    for sample in samples(panel.results, source, [*spec.by, step], [metric], spec.where):
        lines.setdefault(sample.key[:-1], []).append(sample)
    groups = [Group(key, line[0].rows) for key, line in lines.items()]
    heights: list[float] = []
    for place, (name, line) in enumerate(
        zip(names_of(spec.by, groups), lines.values(), strict=True)
    ):
        colour, marker, style = look(place)
        points = [(sample.key[-1], _mean(sample, metric)) for sample in line]
        heights += [height for _, height in points if not math.isnan(height)]
        axes.plot(
            *zip(*points, strict=True),
            color=colour,
            linestyle=style,
            marker=marker,
            markevery=1 + len(points) // FEW,
            label=name,
        )
    set_axis(axes, "x", BY_NAME[step], [], "linear")
    set_axis(axes, "y", BY_NAME[metric], heights, spec.scale or "log")
    several = any(len(g.rows) > 1 for g in groups)
    axes.set_ylabel(f"{'mean ' if several else ''}{BY_NAME[metric].label}")
    panel.notes += notes_of(groups, "left out of means; alone, a lower bound")
    if source == "levels" and (lost := without_levels(panel.results, spec.where)):
        panel.notes.append(f"levels of {runs(lost)} are lost: left out")


def _mean(sample: Sample, metric: str) -> float:
    """Over the runs that ended by themselves; a single run's value however it ended."""
    alone = len(sample.rows) == 1
    values: list[Any] = sample.values[metric] if alone else answered_values(sample, metric)
    return sum(values) / len(values) if values else math.nan

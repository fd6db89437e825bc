"""The command line. Results go to stdout, progress and messages to stderr.

Every command imports what it needs when it is called, so that each of them starts quickly.
"""

from __future__ import annotations

import functools
import os
import signal
import sys
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, ParamSpec

import typer

from harness.model import UserError

if TYPE_CHECKING:
    from harness.runner import Summary

FAILURES_SHOWN = 10

_BROKEN_PIPE = 141
_P = ParamSpec("_P")

app = typer.Typer(
    help="Benchmarks of heuristic search: a YAML config in, exact counts out.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


class TableFormat(StrEnum):
    """Formats of tables."""

    text = "text"
    markdown = "markdown"
    latex = "latex"
    csv = "csv"


class PlotFormat(StrEnum):
    """Formats of figures."""

    png = "png"
    svg = "svg"
    pdf = "pdf"


class Listed(StrEnum):
    """What can be listed."""

    domains = "domains"
    heuristics = "heuristics"
    algorithms = "algorithms"
    datasets = "datasets"
    references = "references"


Config = Annotated[Path, typer.Argument(metavar="CONFIG", help="A YAML file, as in configs/.")]
Overrides = Annotated[
    list[str] | None,
    typer.Option(
        "--set", metavar="PATH=VALUE", help="Another value for a key, such as limits.nodes=1e6."
    ),
]
ResultsFolder = Annotated[
    Path, typer.Argument(metavar="RESULTS", help="A folder of results, results/EXPERIMENT.")
]


def main() -> None:
    """Run the command line."""
    app()


def _guarded(command: Callable[_P, int]) -> Callable[_P, None]:
    """Exit with the status that ``command`` returns; errors are one sentence, not a traceback."""

    @functools.wraps(command)
    def guarded(*args: _P.args, **kwargs: _P.kwargs) -> None:
        try:
            status = command(*args, **kwargs)
            sys.stdout.flush()
        except UserError as error:
            _say(f"error: {error}")
            status = error.exit_status
        except KeyboardInterrupt:
            status = 128 + signal.SIGINT
        except BrokenPipeError:  # whoever read the output has seen enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            status = _BROKEN_PIPE
        except OSError as error:
            place = f"{error.filename}: " if error.filename else ""
            _say(f"error: {place}{error.strerror or error}")
            status = 1
        raise typer.Exit(status)

    return guarded


@app.command()
@_guarded
def run(
    config: Config,
    results: Annotated[
        Path, typer.Option("--results", metavar="DIR", help="Where the folder of results lies.")
    ] = Path("results"),
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", min=1, help="Worker processes; default: one a processor."),
    ] = None,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Make runs again that are recorded already.")
    ] = False,
    overrides: Overrides = None,
) -> int:
    """Make the runs of a config that are not recorded yet, then print its tables."""
    from harness import config as configs

    experiment = configs.load(config, overrides or ())
    folder = results / experiment.experiment
    if fresh or not folder.exists():
        from harness.processes import warm_up

        warm_up()
    from harness import expansion, publish
    from harness.results import load
    from harness.runner import execute

    plan = expansion.plan(experiment)
    for warning in plan.warnings:
        _say(f"warning: {warning}")
    if plan.refused:
        _say(f"{len(plan.refused)} combinations cannot work and are left out; 'check' tells why")
    summary = execute(experiment, plan, folder, jobs, fresh)
    _report(summary, folder, fresh)
    if summary.stopped_by is not None:
        return 128 + summary.stopped_by
    found = load(folder)
    publish.write_tables(found)
    typer.echo("\n".join(publish.tables(found, TableFormat.text)), nl=False)
    publish.draw_outdated(found)
    return int(summary.failed)


@app.command()
@_guarded
def check(
    config: Config,
    every_run: Annotated[bool, typer.Option("--all", help="Print every single run.")] = False,
    overrides: Overrides = None,
) -> int:
    """Print the runs of a config, and what cannot work, without starting any."""
    from harness import config as configs
    from harness import expansion, preview

    experiment = configs.load(config, overrides or ())
    plan = expansion.plan(experiment)
    for warning in plan.warnings:
        _say(f"warning: {warning}")
    for line in preview.every_run(plan) if every_run else preview.overview(experiment, plan):
        typer.echo(line)
    return 0


@app.command()
@_guarded
def table(
    results: ResultsFolder,
    format: Annotated[TableFormat, typer.Option("--format", help="How it is written.")] = (
        TableFormat.text
    ),
) -> int:
    """Print the tables of an experiment."""
    from harness import publish
    from harness.results import load

    typer.echo("\n".join(publish.tables(load(results), format)), nl=False)
    return 0


@app.command()
@_guarded
def plot(
    results: ResultsFolder,
    format: Annotated[PlotFormat, typer.Option("--format", help="How it is drawn.")] = (
        PlotFormat.png
    ),
) -> int:
    """Draw the figures of an experiment into its folder, and print their names."""
    from harness import publish
    from harness.results import load

    for file in publish.draw(load(results), format):
        typer.echo(str(file))
    return 0


@app.command("list")
@_guarded
def list_(
    kind: Annotated[
        Listed | None, typer.Argument(metavar="KIND", help=f"One of {', '.join(Listed)}.")
    ] = None,
) -> int:
    """List what there is, a line each."""
    from harness import listing

    for line in listing.lines([kind] if kind else list(Listed)):
        typer.echo(line)
    return 0


def _report(summary: Summary, folder: Path, fresh: bool) -> None:
    """Say what became of the runs."""
    alike: dict[tuple[str, ...], list[str]] = {}
    for made, detail in summary.failures:
        heuristic = (made.heuristic.name,) if made.heuristic else ()
        searched = ("failed:", made.algorithm.name, *heuristic)
        names = searched if made.fault is None else ("invalid:",)
        instances = alike.setdefault((detail, *names), [])
        if made.instance.name not in instances:
            instances.append(made.instance.name)
    for (detail, kind, *parts), instances in list(alike.items())[:FAILURES_SHOWN]:
        others = f" and {len(instances) - 1} more" if len(instances) > 1 else ""
        _say(f"{kind} {', '.join([*parts, instances[0]])}{others}: {detail}")
    if len(alike) > FAILURES_SHOWN:
        _say(f"and {len(alike) - FAILURES_SHOWN} more kinds of failure")
    if summary.stopped_by is not None:
        done = (
            f"{summary.made} of {summary.runs} runs were made afresh and are recorded in {folder}; "
            "the others keep the rows they had"
            if fresh
            else f"{summary.recorded} of {summary.runs} runs are recorded in {folder}; "
            "the same command goes on from there"
        )
        _say(f"stopped by {signal.Signals(summary.stopped_by).name}: {done}")
        return
    statuses = ", ".join(f"{n} {status}" for status, n in summary.statuses.most_common())
    before = summary.runs - summary.made
    _say(f"{folder}: {summary.runs} runs ({before} recorded before): {statuses}")


def _say(message: str) -> None:
    print(message, file=sys.stderr, flush=True)

"""The command line. Results go to stdout, progress and messages to stderr.

Every command imports what it needs when it is called, so that each of them starts quickly.
"""

from __future__ import annotations

import contextlib
import functools
import sys
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Annotated, ParamSpec

import typer

from harness.descriptors import ReaderGone
from harness.streams import open_streams, say, status_of, write, writing

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


class SolutionFormat(StrEnum):
    """Forms in which a solution is shown."""

    text = "text"
    lurd = "lurd"
    gif = "gif"
    png = "png"


class Listed(StrEnum):
    """What can be listed."""

    domains = "domains"
    heuristics = "heuristics"
    algorithms = "algorithms"
    games = "games"
    evaluators = "evaluators"
    candidates = "candidates"
    datasets = "datasets"
    references = "references"


class DatasetAction(StrEnum):
    """What can be done with instance sets."""

    fetch = "fetch"


Config = Annotated[Path, typer.Argument(metavar="CONFIG", help="A YAML file, as in configs/.")]
Overrides = Annotated[
    list[str] | None,
    typer.Option(
        "--set", metavar="PATH=VALUE", help="Another value for a key, such as limits.nodes=1e6."
    ),
]
Data = Annotated[
    Path | None,
    typer.Option(
        "--data",
        metavar="DIR",
        exists=True,
        file_okay=False,
        help="A folder of published instance sets; default: $SEARCHBENCH_DATA.",
    ),
]
ResultsFolder = Annotated[
    Path, typer.Argument(metavar="RESULTS", help="A folder of results, results/EXPERIMENT.")
]


def main() -> None:
    """Run the command line."""
    open_streams()
    sys.exit(status_of(_called))


def _called() -> int:
    with contextlib.suppress(ReaderGone), writing():  # of help, which no command writes
        app()
    return 0


def _guarded(command: Callable[_P, int]) -> Callable[_P, None]:
    """Exit with the status that ``command`` returns; errors are one sentence, not a traceback."""

    @functools.wraps(command)
    def guarded(*args: _P.args, **kwargs: _P.kwargs) -> None:
        raise typer.Exit(status_of(functools.partial(command, *args, **kwargs)))

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
    data: Data = None,
    overrides: Overrides = None,
) -> int:
    """Make the runs of a config that are not recorded yet, then print its tables."""
    from harness import config as configs

    experiment = configs.load(config, overrides or ())
    folder = results / experiment.experiment
    if fresh or not folder.exists():
        from harness.processes import warm_up

        warm_up()
    from harness import expansion, publish, run_report
    from harness.results import load
    from harness.runner import execute

    plan = expansion.plan(experiment, data)
    for warning in plan.warnings:
        say(f"warning: {warning}")
    if plan.refused:
        say(f"{len(plan.refused)} combinations cannot work and are left out; 'check' tells why")
    summary = execute(experiment, plan, folder, jobs, fresh)
    for line in run_report.lines(summary, folder, fresh):
        say(line)
    if summary.stopped_by is not None:
        return 128 + summary.stopped_by
    found = load(folder)
    publish.write_tables(found)
    write("\n".join(publish.tables(found, TableFormat.text, together=True)))
    publish.draw_outdated(found)
    return int(summary.failed)


@app.command()
@_guarded
def check(
    config: Config,
    every_run: Annotated[bool, typer.Option("--all", help="Print every single run.")] = False,
    data: Data = None,
    overrides: Overrides = None,
) -> int:
    """Print the runs of a config, and what cannot work, without starting any."""
    from harness import config as configs
    from harness import expansion, preview

    experiment = configs.load(config, overrides or ())
    plan = expansion.plan(experiment, data)
    for warning in plan.warnings:
        say(f"warning: {warning}")
    for line in preview.every_run(plan) if every_run else preview.overview(experiment, plan):
        write(f"{line}\n")
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

    together = format == TableFormat.text  # the others are set each in a place of its own
    write("\n".join(publish.tables(load(results), format, together)))
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
        write(f"{file}\n")
    return 0


@app.command()
@_guarded
def show(
    results: ResultsFolder,
    run: Annotated[
        str | None,
        typer.Option("--run", metavar="ID", help="Which run: its id, or how that begins."),
    ] = None,
    format: Annotated[
        SolutionFormat | None,
        typer.Option("--format", help="How it is shown; default: as --out ends, else text."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="FILE", help="Where it is written; pictures: RESULTS/solutions/ID.*."
        ),
    ] = None,
) -> int:
    """Print a recorded solution, or draw its boards."""
    from harness import show as solutions
    from harness.results import load

    write(solutions.show(load(results), run, format, out))
    return 0


@app.command()
@_guarded
def play(
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="A game, such as gomoku or 'm_n_k(m=4,n=4)'.")
    ],
    algorithm: Annotated[
        str | None,
        typer.Option(metavar="LABEL", help="Who answers; default: alpha_beta(depth=4)."),
    ] = None,
    evaluator: Annotated[
        str | None, typer.Option(metavar="LABEL", help="A name or a file, with parameters.")
    ] = None,
    candidates: Annotated[
        str | None, typer.Option(metavar="LABEL", help="A name or a file, with parameters.")
    ] = None,
    position: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Where to begin; default: the empty board.")
    ] = None,
    first: Annotated[
        bool, typer.Option("--first/--second", help="Who makes the first move: you, or not.")
    ] = True,
    changes: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="PATH=VALUE", help="A parameter, such as game.width=9."),
    ] = None,
) -> int:
    """Play against an algorithm in the terminal."""
    from harness import play as games

    games.against_person(
        games.planned(game, algorithm, evaluator, candidates, position, changes or ()), first
    )
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
        write(f"{line}\n")
    return 0


@app.command()
@_guarded
def datasets(
    action: Annotated[
        DatasetAction | None,
        typer.Argument(metavar="ACTION", help="fetch: have the set NAME here."),
    ] = None,
    name: Annotated[str, typer.Argument(metavar="NAME", help="A set, for fetch.")] = "",
    data: Data = None,
) -> int:
    """List the published instance sets, or fetch one that does not come with the program."""
    from harness import dataset_listing, listing

    if action is None:
        lines = listing.written({"datasets": dataset_listing.section(data)})
    else:
        lines = dataset_listing.fetched(name, data)
    for line in lines:
        write(f"{line}\n")
    return 0

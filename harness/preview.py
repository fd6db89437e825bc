"""What a config comes to, in words, before anything is started."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from harness.expansion import Plan, Refusal
from harness.model import Choice, Run
from harness.parameters import label
from harness.runner import compiled_kernels
from harness.schema import Experiment
from harness.summaries import Cell
from harness.table_formats import render
from harness.tables import Header, Table

INVALID_SHOWN = 20

_STATES = {True: "compiled", False: "to be compiled"}


def overview(experiment: Experiment, plan: Plan) -> Iterator[str]:
    """A table of combinations, then what is left out or invalid, each with its reason."""
    examples = {_combination(run): run for run in plan.runs}
    runs_of = Counter(map(_combination, plan.runs))
    labels = _Labels(plan.runs)
    kernels = compiled_kernels()
    parts = _parts(experiment)
    headers = [
        *(Header(part, is_key=True, is_number=False) for part in parts),
        Header("runs"),
        Header("kernel", is_number=False),
    ]
    rows = [
        [*map(Cell, labels.of(run)), Cell(runs_of[key]), Cell(_STATES[kernels.is_cached(run)])]
        for key, run in examples.items()
    ]
    title = f"{experiment.title or experiment.experiment}: {_counted(len(plan.runs), 'run')}"
    yield render(Table("runs", title, headers, rows, list(labels.common())), "text").rstrip()
    yield from _refusals(plan.refused)
    yield from _invalid(plan.runs)


_SEARCHED = ("algorithm", "heuristic", "domain")
_PLAYED = ("algorithm", "evaluator", "game", "candidates")
"""What runs are made of, as ``_Labels.of`` gives it."""

_MATCHED = ("first", "second", "game")


def _parts(experiment: Experiment) -> tuple[str, ...]:
    if experiment.players:
        return _MATCHED
    return _PLAYED if experiment.world.plays else _SEARCHED


def every_run(plan: Plan) -> Iterator[str]:
    """One line a run: run id, algorithm, heuristic, domain, instance, seed, repeat.

    Of a game its evaluator stands for the heuristic, and behind the game are the candidates. Of a
    match: run id, first and second player, game, instance, seed, repeat.
    """
    labels = _Labels(plan.runs)
    for run in plan.runs:
        names = (name or "-" for name in labels.of(run))
        seed = "-" if run.seed is None else run.seed
        yield "\t".join(map(str, (run.run_id, *names, run.instance.name, seed, run.repeat)))


class _Labels:
    """Short names of choices: a parameter is given where namesakes differ in it."""

    def __init__(self, runs: Iterable[Run]) -> None:
        choices = {id(choice): choice for run in runs for choice in _choices(run) if choice}
        self._namesakes: dict[str, list[Choice]] = {}
        for choice in choices.values():
            self._namesakes.setdefault(choice.name, []).append(choice)
        self._labels = {key: self._label(choice) for key, choice in choices.items()}

    def of(self, run: Run) -> list[str | None]:
        """Of the run's parts; of a match, its players' names and the game."""
        labels = [self._labels[id(choice)] if choice else None for choice in _choices(run)]
        return labels if run.players is None else [*(p.name for p in run.players), *labels]

    def common(self) -> Iterator[str]:
        """Each name with the parameters that all its namesakes share."""
        for name, (first, *_) in self._namesakes.items():
            telling = self._telling(name)
            shared = {k: v for k, v in first.parameters.items() if k not in telling}
            if shared:
                yield label(name, shared)

    def _label(self, choice: Choice) -> str:
        telling = self._telling(choice.name)
        return label(choice.name, {k: v for k, v in choice.parameters.items() if k in telling})

    def _telling(self, name: str) -> set[str]:
        first, *others = (choice.parameters for choice in self._namesakes[name])
        return {key for other in others for key in first if other.get(key) != first[key]}


def _choices(run: Run) -> tuple[Choice | None, ...]:
    """What a label is made for; the players of a match have names."""
    if run.players is not None:
        return (run.domain,)
    parts = (run.algorithm, run.heuristic, run.domain)
    return parts if run.candidates is None else (*parts, run.candidates)


def _combination(run: Run) -> tuple[int, ...]:
    return tuple(map(id, (*_choices(run), run.algorithm)))


def _refusals(refused: Sequence[Refusal]) -> Iterator[str]:
    if refused:
        yield f"\n{_counted(len(refused), 'combination')} left out:"
    for refusal in refused:
        parts = filter(
            None, (refusal.algorithm, refusal.heuristic, refusal.domain, refusal.generator)
        )
        yield f"  {', '.join(parts)}: {refusal.reason}"


def _invalid(runs: Sequence[Run]) -> Iterator[str]:
    faults = {(run.instance.name, run.fault): None for run in runs if run.fault is not None}
    if faults:
        yield f"\n{_counted(len(faults), 'instance')} that cannot be searched:"
    for name, fault in list(faults)[:INVALID_SHOWN]:
        yield f"  {name}: {fault}"
    if len(faults) > INVALID_SHOWN:
        yield f"  and {len(faults) - INVALID_SHOWN} more"


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' if number != 1 else ''}"

"""From a config's players to the games of a match: every pair on every opening, both ways round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from harness.combinations import Combination, Refusal, check_entries, objection_to
from harness.complaints import Complaints
from harness.identity import RunIds, recorded_parameters
from harness.instances import Candidate, gather
from harness.model import ALL_OPPONENTS, MATCH, Choice, Limits, Player, Run, UserError
from harness.parameters import Setting
from harness.patterns import Filter, check_names, check_selections
from harness.players import match_of
from harness.quantities import MOST
from harness.schema import Experiment
from harness.selections import PlayerSpec
from harness.variants import (
    FittingEntry,
    Variant,
    fitting_one,
    named,
    named_one,
    refuse_namesakes,
)
from harness.yaml_reader import Key

if TYPE_CHECKING:
    from harness.expansion import Plan

NO_LIMITS = Limits()
"""A game ends by itself; its players' limits are among the parameters of the match."""


@dataclass(frozen=True)
class _Entrant:
    """A player as the config gives him, for every game that the parts fit."""

    name: str
    spec: PlayerSpec
    algorithm: Variant
    evaluator: FittingEntry | None
    candidates: FittingEntry

    @property
    def entries(self) -> list[FittingEntry]:
        return [entry for entry in (self.evaluator, self.candidates) if entry]


@dataclass(frozen=True)
class _Pair:
    """Two players of a game, the one who moves first in the opening before the other."""

    game: Variant
    match: Choice
    players: tuple[Player, Player]
    openings: Sequence[Candidate]
    draws: bool

    @property
    def row(self) -> dict[str, Any]:
        """The columns that all its runs share, as patterns see them."""
        return {
            "domain": self.game.name,
            "domain_params": recorded_parameters(self.game.choice.parameters),
            "algorithm": self.match.name,
            "algorithm_params": recorded_parameters(self.match.parameters),
            **dict.fromkeys(("heuristic", "heuristic_params")),
            **dict.fromkeys(("candidates", "candidates_params")),
            **dict.fromkeys(("tie_break", "operator_order")),
        }


def fill(made: Plan, experiment: Experiment, data: Path | None) -> None:
    """Plan the matches of an experiment that has players.

    Raises UserError for what ``harness.expansion.plan`` does, for a player with several
    configurations, and for a game that fewer than two of the players can play.
    """
    complaints = Complaints(experiment.document)
    if ALL_OPPONENTS in experiment.players:
        problem = f"{ALL_OPPONENTS!r} stands for all opponents in the table of a match; rename him"
        complaints.add(("players", ALL_OPPONENTS), problem)
    games = named("games", experiment, complaints)
    names = list(dict.fromkeys(game.name for game in games))
    entrants = [_entrant(name, experiment, names, complaints) for name in experiment.players]
    complaints.check()
    seated = [entrant for entrant in entrants if entrant]
    refuse_namesakes((entry for one in seated for entry in one.entries), names, complaints)
    openings = gather(experiment, games, complaints, made.warnings, data)
    complaints.check()
    pairs = _pairs(experiment, games, seated, openings, complaints, made.refused)
    complaints.check()
    _check_patterns(experiment, games, pairs, complaints)
    total = experiment.repeats * sum(
        len(pair.openings) * len(_seeds(experiment, pair)) for pair in pairs
    )
    if total > MOST:
        raise UserError(f"{experiment.source}: {total} games; at most {MOST} are planned")
    wanted = Filter(experiment)
    for pair in pairs:
        made.runs += _runs(experiment, pair, wanted)
    made.warnings += [*_idle(seated, experiment), *wanted.warnings()]
    if not made.runs:
        raise wanted.refusal()
    check_selections(experiment, lambda: _rows(pairs, made.runs), complaints)
    complaints.check()


def _idle(entrants: Sequence[_Entrant], experiment: Experiment) -> Iterator[str]:
    """A sentence for each thing that the config gives and no player uses."""
    complaint = experiment.document.complaint
    for entrant in entrants:
        if entrant.evaluator and not entrant.algorithm.module.USES_HEURISTIC:
            yield complaint(entrant.evaluator.key, f"{entrant.algorithm.name} uses no evaluator")
    draws = any(entrant.algorithm.setting.draws for entrant in entrants)
    if "seeds" in experiment.model_fields_set and not draws:
        yield complaint(("seeds",), "no player draws random numbers")


def _entrant(
    name: str, experiment: Experiment, games: Sequence[str], complaints: Complaints
) -> _Entrant | None:
    """A player, or None where a part of him stands for no file."""
    key: Key = ("players", name)
    spec = experiment.players[name]
    folder = experiment.source.parent
    algorithms = named_one("algorithms", (*key, "algorithm"), spec.algorithm, folder, complaints)
    evaluator = candidates = None
    if spec.evaluator:
        place = (*key, "evaluator")
        evaluator = fitting_one("evaluators", place, spec.evaluator, experiment, games, complaints)
    place = (*key, "candidates")
    candidates = fitting_one("candidates", place, spec.candidates, experiment, games, complaints)
    for entry in (evaluator, candidates):
        for variants in entry.fits.values() if entry else ():
            _refuse_axes(variants, complaints)
    _refuse_axes(algorithms, complaints)
    if not algorithms or not candidates or (spec.evaluator and not evaluator):
        return None
    if not getattr(algorithms[0].module, "TELLS_MOVES", True):
        complaints.add(algorithms[0].key, f"{algorithms[0].name} finds no moves and cannot play")
    if algorithms[0].module.USES_HEURISTIC and not spec.evaluator:
        problem = f"{algorithms[0].name} needs an evaluator; the key 'evaluator' is missing"
        complaints.add(key, problem)
    return _Entrant(name, spec, algorithms[0], evaluator, candidates)


def _refuse_axes(variants: Sequence[Variant], complaints: Complaints) -> None:
    if len(variants) > 1:
        problem = (
            f"{len(variants)} combinations of parameters; a player has one value for each, no lists"
        )
        complaints.add(variants[0].key, problem)


def _pairs(
    experiment: Experiment,
    games: Sequence[Variant],
    entrants: Sequence[_Entrant],
    openings: Sequence[Sequence[Candidate]],
    complaints: Complaints,
    refused: list[Refusal],
) -> list[_Pair]:
    """Every two players of every game; who cannot play a game is refused there."""
    usable: list[Combination] = []
    seated: list[list[tuple[Player, bool]]] = []
    for game, found in zip(games, openings, strict=True):
        seated.append([])
        for entrant in entrants:
            combination = _combination(experiment, entrant, game, found)
            if isinstance(combination, Refusal):
                refused.append(combination)
            else:
                usable.append(combination)
                draws = combination.algorithm.setting.draws
                seated[-1].append((_player(experiment, entrant, combination), draws))
    check_entries(usable, refused, complaints)
    complaints.check()
    for game, players in zip(games, seated, strict=True):
        if len(players) < 2:
            problem = f"only {players[0][0].name} can play {game.label}; a match takes two players"
            complaints.add(game.key, problem)
    return [
        _Pair(game, match_of(one, other), (one, other), found, a or b)
        for game, found, players in zip(games, openings, seated, strict=True)
        for (one, a), (other, b) in permutations(players, 2)
    ]


def _combination(
    experiment: Experiment, entrant: _Entrant, game: Variant, openings: Sequence[Candidate]
) -> Combination | Refusal:
    """What a player plays a game with, or why he cannot."""
    algorithm = entrant.algorithm
    for entry in entrant.entries:
        if game.name not in entry.fits:
            reason = f"{entry.name} fits {', '.join(entry.fits)}, not {game.name}"
            keys = (entry.key, game.key, algorithm.key)
            return Refusal(algorithm.label, entry.name, game.label, reason, keys)
    evaluator = entrant.evaluator if algorithm.module.USES_HEURISTIC else None
    heuristic = evaluator.fits[game.name][0] if evaluator else None
    generator = entrant.candidates.fits[game.name][0]
    combination = Combination(game, algorithm, heuristic, openings, generator)
    found = objection_to(experiment, combination)
    return combination.refusal(*found) if found else combination


def _player(experiment: Experiment, entrant: _Entrant, plays: Combination) -> Player:
    limits = entrant.spec.limits or experiment.limits
    heuristic, generator = plays.heuristic, entrant.candidates.fits[plays.domain.name][0]
    return Player(
        name=entrant.name,
        algorithm=plays.algorithm.choice,
        heuristic=heuristic.choice if heuristic else None,
        candidates=generator.choice,
        limits=Limits(**limits.model_dump()),
        seed=plays.algorithm.setting.seed,
    )


def _check_patterns(
    experiment: Experiment,
    games: Sequence[Variant],
    pairs: Sequence[_Pair],
    complaints: Complaints,
) -> None:
    """Complain of unknown names in patterns, tables and plots, and of a table with our name."""
    key: Key = ("players",)
    matches = [
        Variant(pair.match, Setting(pair.match.parameters, {}, False, None), ModuleType(MATCH), key)
        for pair in pairs
    ]
    variants = {"domain": games, "algorithm": matches, "heuristic": [], "candidates": []}
    check_names(experiment, variants, complaints)
    for i, spec in enumerate(experiment.tables):
        if spec.name == MATCH:
            problem = f"{MATCH!r} is the name of the table that every match has"
            complaints.add(("tables", i, "name"), problem)
    complaints.check()


def _runs(experiment: Experiment, pair: _Pair, wanted: Filter) -> Iterator[Run]:
    """The games of a pair: each opening, with each seed, as often as is asked for."""
    ids = RunIds(pair.game.choice, pair.match, None)
    kept = wanted.of(pair.row)
    every = product(pair.openings, _seeds(experiment, pair), range(experiment.repeats))
    for opening, seed, repeat in every:
        instance = opening.instance
        own = {"instance": instance.name, "seed": seed, "repeat": repeat, "tie_break": None}
        if kept.trivial or kept.keeps(own):
            yield Run(
                run_id=ids.run_id(instance.text, seed, repeat),
                experiment=experiment.experiment,
                domain=pair.game.choice,
                instance=instance,
                algorithm=pair.match,
                heuristic=None,
                seed=seed,
                repeat=repeat,
                limits=NO_LIMITS,
                keep_path=experiment.paths,
                fault=opening.fault,
                players=pair.players,
            )


def _seeds(experiment: Experiment, pair: _Pair) -> Sequence[int | None]:
    return experiment.seeds if pair.draws else [None]


def _rows(pairs: Sequence[_Pair], runs: Sequence[Run]) -> Iterator[dict[str, Any]]:
    """Of each run the columns that are known before its game."""
    shared = {id(pair.match): pair.row for pair in pairs}
    for run in runs:
        own = {"instance": run.instance.name, "seed": run.seed, "repeat": run.repeat}
        yield shared[id(run.algorithm)] | own

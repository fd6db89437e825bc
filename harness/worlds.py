"""The two kinds of experiments: searches over domains, and games; and what each calls its parts."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class World:
    """What stands in the place of a domain and of a heuristic.

    a_value
        one of the values, with its article.
    problems, values
        keys of a config, and kinds of the catalogue, of which there is one folder for each problem.
    problem
        one of these, in words.
    plays
        whether these are games, which have candidate generators too.
    """

    problems: str
    problem: str
    values: str
    a_value: str
    plays: bool


SEARCH = World("domains", "domain", "heuristics", "a heuristic", plays=False)
PLAY = World("games", "game", "evaluators", "an evaluator", plays=True)

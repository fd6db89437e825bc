"""What may stand in a config: the keys, their types and bounds."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Discriminator,
    Field,
    PrivateAttr,
    Tag,
    WithJsonSchema,
    model_validator,
)
from pydantic_core import PydanticCustomError

from harness.quantities import Amount, Natural
from harness.selections import Entry, Limits, PlayerSpec, Selection
from harness.specs import PlotSpec, RunPattern, Strict, TableSpec
from harness.worlds import PLAY, SEARCH, World
from harness.yaml_reader import Document


def _item(value: object) -> object:
    numbers = isinstance(value, list) and value and all(type(number) is int for number in value)
    if numbers or (isinstance(value, str) and value.strip()):
        return value
    raise PydanticCustomError("item", "is neither a list of whole numbers nor text")


def _identifiers(value: object) -> object:
    if not isinstance(value, list):
        return value
    return [str(one) if type(one) is int else one for one in value]


def _distinct(values: list[Any]) -> list[Any]:
    seen = set()
    for value in values:
        if value in seen:
            raise PydanticCustomError("repeated", f"holds {value!r} more than once")
        seen.add(value)
    return values


Words = Annotated[str, Field(min_length=1)]
Seeds = Annotated[list[Natural], Field(min_length=1), AfterValidator(_distinct)]
Names = Annotated[list[Words], Field(min_length=1), AfterValidator(_distinct)]
Item = Annotated[
    Any,
    AfterValidator(_item),
    WithJsonSchema(
        {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "integer"}}]}
    ),
]


class Draws(Strict):
    """Instances drawn by the domain."""

    count: Amount
    seed: Natural


class Scrambles(Draws):
    """Instances made by random moves from the goal."""

    moves: Amount


class Block(Strict):
    """One source of instances."""

    domain: Words | None = Field(
        default=None, description="only for this domain or game; else for all of them"
    )


class LiteralBlock(Block):
    """Instances written down in the config."""

    literal: list[Item] = Field(min_length=1, description="lists of numbers, or text")
    names: Names | None = Field(
        default=None,
        description="a name for each; default: its text (a position's as it is written)",
    )

    @model_validator(mode="after")
    def _a_name_each(self) -> LiteralBlock:
        if self.names is not None and len(self.names) != len(self.literal):
            raise PydanticCustomError(
                "names",
                "{names} names for {count} instances",
                {"names": len(self.names), "count": len(self.literal)},
            )
        return self


class FileBlock(Block):
    """Instances in a text file: one a line, ``#`` before comments, or as the domain splits it."""

    file: Words = Field(description="path relative to the config")
    name: Words | None = Field(
        default=None, description="instances are called NAME/1, NAME/2; default: file stem"
    )


class RandomBlock(Block):
    """Instances drawn at random by the domain."""

    random: Draws


class ScrambledBlock(Block):
    """Instances made by random moves from the goal."""

    scrambled: Scrambles


class DatasetBlock(Block):
    """Published instances: a set that comes with the program or is fetched."""

    dataset: Words
    only: Annotated[
        Names | None,
        BeforeValidator(_identifiers, json_schema_input_type=list[str | int] | None),
    ] = Field(default=None, description="ids of the instances to take; default: all")


BLOCK_KINDS: dict[str, type[Block]] = {
    "literal": LiteralBlock,
    "file": FileBlock,
    "random": RandomBlock,
    "scrambled": ScrambledBlock,
    "dataset": DatasetBlock,
}


def _kind(block: object) -> str | None:
    """The key that says where a block's instances come from, as a tag; None if there is not one."""
    given = block if isinstance(block, dict) else vars(block) if isinstance(block, Block) else {}
    kinds = [kind for kind in BLOCK_KINDS if kind in given]
    return f"<{kinds[0]}>" if len(kinds) == 1 else None


AnyBlock = Annotated[
    Annotated[LiteralBlock, Tag("<literal>")]
    | Annotated[FileBlock, Tag("<file>")]
    | Annotated[RandomBlock, Tag("<random>")]
    | Annotated[ScrambledBlock, Tag("<scrambled>")]
    | Annotated[DatasetBlock, Tag("<dataset>")],
    Discriminator(_kind),
]


class Experiment(Strict):
    """A config, read and validated: what to search, with what, how far, and what to show of it."""

    experiment: str = Field(
        pattern=r"^[a-z0-9_]+$", description="name of the folder of the results"
    )
    title: str | None = Field(default=None, description="one line for tables and figures")
    about: str | None = Field(default=None, description="what the experiment is for")
    domains: list[Entry] = Field(
        default=[], min_length=1, description="names of domains, with parameters"
    )
    games: list[Entry] = Field(
        default=[], min_length=1, description="in place of domains: names, with parameters"
    )
    instances: list[AnyBlock] = Field(min_length=1, description="where the start states come from")
    algorithms: list[Entry] = Field(default=[], min_length=1, description="names, with parameters")
    heuristics: list[Entry] = Field(
        default=[], description="names, or paths of heuristic files beside the config"
    )
    evaluators: list[Entry] = Field(
        default=[], description="of games: names, or paths of files beside the config"
    )
    candidates: list[Entry] = Field(
        default=[],
        description="of games: generators of the moves that are looked at; default: all moves",
    )
    players: dict[Words, PlayerSpec] = Field(
        default={},
        min_length=2,
        description="of games, in place of algorithms: who plays matches, each against each",
    )
    limits: Limits = Limits()
    seeds: Seeds = Field(default=[0], description="for algorithms that draw random numbers")
    repeats: Amount = Field(default=1, description="how many times each run is made")
    unsolvable: Literal["report", "search"] = Field(
        default="report",
        description="what is done about an instance that is known to have no solution",
    )
    require: Literal["admissible"] | None = Field(
        default=None, description="refuse heuristics that do not claim to be admissible"
    )
    paths: bool = Field(default=False, description="record the solutions")
    include: list[RunPattern] = Field(
        default=[], description="make only the runs that fit one of these"
    )
    exclude: list[RunPattern] = Field(default=[], description="leave out what fits one of these")
    reference: str | None = Field(default=None, description="published figures to compare with")
    tables: list[TableSpec] = Field(default=[], description="tables to make of the results")
    plots: list[PlotSpec] = Field(default=[], description="figures to make of the results")

    _document: Document = PrivateAttr()

    @model_validator(mode="after")
    def _is_of_one_world(self) -> Experiment:
        if not self.domains and not self.games:
            raise PydanticCustomError("world", "the key 'domains' is missing (or 'games')")
        if self.domains and self.games:
            raise PydanticCustomError("world", "has 'domains' and 'games'; make two configs of it")
        foreign = ("evaluators", "candidates") if self.domains else ("heuristics", "require")
        for key in foreign:
            if getattr(self, key):
                raise PydanticCustomError(
                    "world",
                    "has the key {key}, which goes with {other}, and {own}",
                    {
                        "key": repr(key),
                        "other": "games" if self.domains else "domains",
                        "own": self.world.problems,
                    },
                )
        return self

    @model_validator(mode="after")
    def _says_who_searches(self) -> Experiment:
        if not self.players and not self.algorithms:
            other = " (or 'players')" if self.games else ""
            raise PydanticCustomError(
                "world", "the key 'algorithms' is missing{other}", {"other": other}
            )
        if not self.players:
            return self
        for key in ("domains", "algorithms", "evaluators", "candidates"):
            if getattr(self, key):
                reason = "go with games" if key == "domains" else "have each their own"
                raise PydanticCustomError(
                    "world",
                    "has the key {key} beside 'players', which {reason}",
                    {"key": repr(key), "reason": reason},
                )
        return self

    @property
    def world(self) -> World:
        """Whether it is about domains or about games."""
        return PLAY if self.games else SEARCH

    @property
    def problems(self) -> list[Selection]:
        """Its domains, or its games."""
        return self.games or self.domains

    @property
    def document(self) -> Document:
        """The config's YAML, overrides included, with the place of every value."""
        return self._document

    @property
    def source(self) -> Path:
        """The config file."""
        return Path(self._document.source)

    @property
    def text(self) -> str:
        """The config file's text, and behind it, as comments, what ``--set`` changed in it."""
        return self._document.text

"""What is wrong with a config, all of it together, one sentence a line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from harness.model import UserError
from harness.schema import BLOCK_KINDS
from harness.suggest import did_you_mean, unknown
from harness.yaml_reader import Document, Key, one_line, spell

MOST_SHOWN = 20
_TAGS = frozenset(f"<{kind}>" for kind in BLOCK_KINDS)
_WORDS = {True: "true", False: "false", None: "null"}


def shown(value: Any) -> str:
    """A value as a config would write it, cut where it is long.

    >>> shown(True), shown("fifoo"), shown([1, 2])
    ('true', "'fifoo'", '[1, 2]')
    """
    if value is None or isinstance(value, bool):
        return _WORDS[value]
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


@dataclass
class Complaints:
    """Collects what is wrong with a document, so that all of it can be said at once."""

    document: Document
    _lines: dict[str, None] = field(default_factory=dict)

    def add(self, key: Key, problem: str) -> None:
        """Note that something is wrong with the value at ``key``."""
        self.add_line(self.document.complaint(key, problem))

    def add_line(self, sentence: str) -> None:
        """Note a complaint that says for itself where it belongs; twice the same counts once."""
        self._lines[one_line(sentence)] = None

    def add_validation(self, error: ValidationError, model: type[BaseModel]) -> None:
        """Note everything that pydantic found wrong."""
        for details in error.errors(include_url=False):
            key = tuple(step for step in details["loc"] if step not in _TAGS)
            if details["type"] == "missing":
                key = key[:-1]
            details["input"] = self.document.value(key)
            self.add(key, _problem(details, model))

    def check(self) -> None:
        """Raise UserError if there is anything to complain of."""
        lines = list(self._lines)
        if len(lines) > MOST_SHOWN:
            lines[MOST_SHOWN:] = [f"and {len(lines) - MOST_SHOWN} more like these"]
        if lines:
            raise UserError("\n".join(lines))


def _seen(text: str) -> Callable[[ErrorDetails], str]:
    """A phrase behind the value seen; ``{ge}`` and the like come from pydantic's context."""
    return lambda e: f"{shown(e['input'])} " + text.format(**e.get("ctx", {}))


def _not_allowed(e: ErrorDetails) -> str:
    allowed = e["ctx"]["expected"].replace(" or ", ", ").replace("'", "").split(", ")
    return f"{shown(e['input'])} is not one of {', '.join(allowed)}" + did_you_mean(
        e["input"], allowed
    )


def _too_short(e: ErrorDetails) -> str:
    least, seen = e["ctx"]["min_length"], e["ctx"]["actual_length"]
    if seen == 0:
        return f"{shown(e['input'])} is empty"
    names = f" ({', '.join(e['input'])})" if isinstance(e["input"], dict) else ""
    return f"holds {seen}{names} where at least {least} are wanted"


def _block_kind(e: ErrorDetails) -> str:
    if not isinstance(e["input"], dict):
        return f"{shown(e['input'])} is not a mapping with one of {', '.join(BLOCK_KINDS)}"
    given = [key for key in e["input"] if key in BLOCK_KINDS]
    if given:
        return f"{' and '.join(given)} stand together; a block has one of {', '.join(BLOCK_KINDS)}"
    hint = next(filter(None, (did_you_mean(key, BLOCK_KINDS) for key in e["input"])), "")
    return f"says not where its instances come from: one of {', '.join(BLOCK_KINDS)}{hint}"


_PHRASES: dict[str, Callable[[ErrorDetails], str]] = {
    "missing": lambda e: f"the key {e['loc'][-1]!r} is missing",
    "int_type": _seen("is not a whole number"),
    "int_from_float": _seen("is not a whole number"),
    "float_type": _seen("is not a number"),
    "string_type": _seen("is not text; where text is meant, put it in quotes"),
    "bool_type": _seen("is neither true nor false"),
    "list_type": _seen("is not a list"),
    "dict_type": _seen("is not a mapping"),
    "model_type": _seen("is not a mapping"),
    "finite_number": _seen("is not a finite number"),
    "greater_than": _seen("is not more than {gt:g}"),
    "greater_than_equal": _seen("is not at least {ge}"),
    "less_than_equal": _seen("is not at most {le}"),
    "too_short": _too_short,
    "string_too_short": _seen("is empty"),
    "string_pattern_mismatch": _seen("does not fit the pattern {pattern}"),
    "literal_error": _not_allowed,
    "union_tag_not_found": _block_kind,
    "size": lambda e: f"{shown(e['input'])} {e['msg']}",
    "item": lambda e: f"{shown(e['input'])} {e['msg']}",
    "selection": lambda e: f"{shown(e['input'])} {e['msg']}",
}


def _problem(e: ErrorDetails, model: type[BaseModel]) -> str:
    if e["type"] == "extra_forbidden":
        return unknown("key", e["loc"][-1], known_keys(model, e["loc"][:-1]))
    phrase = _PHRASES.get(e["type"])
    return phrase(e) if phrase else e["msg"]


def first_problem(error: ValidationError, model: type[BaseModel]) -> str:
    """The first thing that pydantic found wrong, with its key, where there is no document."""
    details = error.errors(include_url=False)[0]
    return one_line(f"{spell(details['loc'])}: {_problem(details, model)}")


def known_keys(model: type[BaseModel], loc: Key) -> list[str]:
    """The keys that may stand in the mapping to which ``loc`` leads, tags of unions included."""
    candidates: list[type[BaseModel]] = [model]
    is_name = False  # of an entry of a mapping, which no model knows
    for step in loc:
        if isinstance(step, int) or is_name:
            is_name = False
            continue
        if step in _TAGS:
            candidates = [BLOCK_KINDS[step[1:-1]]]
        else:
            inside = [m.model_fields[step].annotation for m in candidates if step in m.model_fields]
            candidates = [found for annotation in inside for found in _models(annotation)]
            is_name = any(get_origin(annotation) is dict for annotation in inside)
    return list(dict.fromkeys(key for found in candidates for key in found.model_fields))


def _models(annotation: Any) -> Iterator[type[BaseModel]]:
    """All models that a type mentions."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for argument in get_args(annotation):
        yield from _models(argument)

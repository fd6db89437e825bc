"""Values of parameters: checked against what a module declares, lists of them spread into axes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from math import prod
from pathlib import Path
from typing import Any, NamedTuple

from harness import yaml_reader
from harness.complaints import shown
from harness.contents import Content, content
from harness.model import UserError
from harness.quantities import LARGEST, whole
from harness.suggest import did_you_mean, unknown
from kernels.contract import REQUIRED, Parameter

LARGEST_PARAMETER = (1 << 62) - 1
"""Of parameters without a bound of their own: kernels add to them, and take more for no limit."""

MOST_SETTINGS = 100_000
"""More combinations of one module's parameters are taken for a slip."""

_RANDOM = re.compile(r"random\(([0-9]{1,19})\)")


class Fault(NamedTuple):
    """What is wrong with a parameter: its name (and the index on its axis), and the problem."""

    where: tuple[str | int, ...]
    problem: str


@dataclass(frozen=True)
class Setting:
    """One value for every parameter of a module.

    values
        in the order of ``PARAMETERS``.
    given
        the parameters that are not left to their defaults, as written.
    draws
        whether some value is ``random``.
    seed
        of ``random(SEED)``.
    """

    values: dict[str, Any]
    given: dict[str, Any]
    draws: bool
    seed: int | None


def settings(
    parameters: Mapping[str, Parameter], given: Mapping[str, Any], folder: Path = Path()
) -> tuple[list[Setting], list[Fault]]:
    """Every combination of the values given, later parameters varying fastest; or what is wrong.

    A list is an axis: each of its values is tried. (Of kind "integers", where a value is itself a
    list, an axis is a list of lists or words.) Files are looked for in ``folder``.
    """
    faults = [Fault((name,), unknown("parameter", name, parameters)) for name in given]
    faults = [fault for fault in faults if fault.where[0] not in parameters]
    axes = {}
    for name, parameter in parameters.items():
        if name in given:
            axes[name], wrong = _axis(name, parameter, given[name], folder)
            faults += wrong
        elif parameter.default is REQUIRED:
            faults.append(Fault((), f"the parameter {name!r} is missing: {parameter.doc}"))
    combinations = prod(len(values) for values in axes.values())
    if combinations > MOST_SETTINGS:
        faults.append(Fault((), f"{combinations} combinations; at most {MOST_SETTINGS} are tried"))
    if faults:
        return [], faults
    written = [dict(zip(axes, values, strict=True)) for values in product(*axes.values())]
    return [_setting(parameters, values) for values in written], []


def _axis(
    name: str, parameter: Parameter, given: Any, folder: Path
) -> tuple[list[Any], list[Fault]]:
    """The values to try; each as it is to be written, ``random(SEED)`` with its seed."""
    if not _is_axis(parameter, given):
        value, problem = _checked(parameter, given, folder)
        return [value], [Fault(_place(parameter, given, name), problem)] if problem else []
    values: list[Any] = []
    faults = [] if given else [Fault((name,), "[] is empty: an axis needs at least one value")]
    for i, one in enumerate(given):
        value, problem = _checked(parameter, one, folder)
        if not problem and any(_same(value, other) for other in values):
            problem = f"{shown(one)} stands on this axis twice"
        if problem:
            faults.append(Fault(_place(parameter, one, name, i), problem))
        values.append(value)
    return values, faults


def _place(parameter: Parameter, value: Any, *key: str | int) -> tuple[str | int, ...]:
    """Where a fault lies: a content's in its file, if it names one."""
    names_file = parameter.kind == "content" and isinstance(value, dict) and "file" in value
    return (*key, "file") if names_file else key


def _same(a: Any, b: Any) -> bool:
    return type(a) is type(b) and bool(a == b)


def _is_axis(parameter: Parameter, given: Any) -> bool:
    if not isinstance(given, list):
        return False
    return parameter.kind != "integers" or not given or not all(_is_integer(n) for n in given)


def _setting(parameters: Mapping[str, Parameter], given: dict[str, Any]) -> Setting:
    values = {name: given.get(name, p.default) for name, p in parameters.items()}
    draws, seed = False, None
    for name, parameter in parameters.items():
        if "random" in parameter.choices and str(values[name]).startswith("random"):
            draws = True
            fixed = _RANDOM.fullmatch(values[name])
            seed = int(fixed[1]) if fixed else seed
            values[name] = "random"
    return Setting(values, given, draws, seed)


def _checked(parameter: Parameter, value: Any, folder: Path) -> tuple[Any, str]:
    """The value in its normal form, and what is wrong with it, if anything."""
    if value is None and parameter.default is None:
        return None, ""
    try:
        if parameter.kind == "content":
            return content(value, folder), ""
        return _CHECKS[parameter.kind](parameter, value), ""
    except ValueError as error:
        return value, f"{shown(value)} {error}"
    except UserError as error:
        return value, str(error)


def _is_integer(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _integer(parameter: Parameter, value: Any) -> int:
    value = whole(value)
    if not _is_integer(value):
        raise ValueError("is not a whole number")
    return int(_bounded(parameter, value))


def _number(parameter: Parameter, value: Any) -> float:
    value = whole(value)
    if not _is_integer(value) and not isinstance(value, float):
        raise ValueError("is not a number")
    return _bounded(parameter, value)


def _bounded(parameter: Parameter, value: Any) -> Any:
    low = parameter.minimum if parameter.minimum is not None else -LARGEST_PARAMETER
    high = parameter.maximum if parameter.maximum is not None else LARGEST_PARAMETER
    if not low <= value <= high:
        problem = f"less than {low}" if value < low else f"more than {high}"
        raise ValueError(f"is {problem}")
    return value


def _boolean(parameter: Parameter, value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError("is neither true nor false")
    return value


def _choice(parameter: Parameter, value: Any) -> str:
    if isinstance(value, str) and value in parameter.choices:
        return value
    seeded = _RANDOM.fullmatch(str(value)) if "random" in parameter.choices else None
    if seeded and int(seeded[1]) <= LARGEST:
        return str(value)
    raise ValueError(
        f"is not one of {', '.join(parameter.choices)}" + did_you_mean(value, parameter.choices)
    )


def _text(parameter: Parameter, value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError("is not text; where text is meant, put it in quotes")
    return value


def _integers(parameter: Parameter, value: Any) -> Any:
    if isinstance(value, str) and parameter.choices:
        return _choice(parameter, value)
    if not isinstance(value, list) or not value or not all(_is_integer(n) for n in value):
        words = f" or one of {', '.join(parameter.choices)}" if parameter.choices else ""
        raise ValueError(f"is not a list of whole numbers{words}")
    return value


_CHECKS: dict[str, Callable[[Parameter, Any], Any]] = {
    "integer": _integer,
    "number": _number,
    "boolean": _boolean,
    "choice": _choice,
    "text": _text,
    "integers": _integers,
}


def label(name: str, given: Mapping[str, Any]) -> str:
    """A name with the parameters that were given.

    >>> label("sliding_tiles", {"width": 3, "parent_pruning": False})
    'sliding_tiles(width=3,parent_pruning=false)'
    """
    return f"{name}({','.join(_spelled(given))})" if given else name


def parsed(text: str) -> tuple[str, dict[str, Any]]:
    """The name and the parameters of a label; values are YAML, as in a config.

    Raises UserError for a text that is no label.

    >>> parsed("a_star(tie_break=random(7),goal=[1,2,0])")
    ('a_star', {'tie_break': 'random(7)', 'goal': [1, 2, 0]})
    """
    name, bracket, inside = text.strip().partition("(")
    if not name.strip() or (bracket and not inside.endswith(")")):
        raise UserError(f"{shown(text)} is not NAME or NAME(PARAMETER=VALUE,...)")
    given: dict[str, Any] = {}
    pieces = _pieces(inside[:-1]) if bracket else []
    for piece in pieces if pieces != [""] else []:
        key, sign, value = (part.strip() for part in piece.partition("="))
        if not key or not sign or not value:
            raise UserError(f"{shown(text)}: {shown(piece)} is not PARAMETER=VALUE")
        if key in given:
            raise UserError(f"{shown(text)}: {key} stands there twice")
        try:
            given[key] = yaml_reader.parse(value, key).data
        except UserError as error:
            raise UserError(f"{shown(text)}: {error}") from None
    return name.strip(), given


def _pieces(text: str) -> list[str]:
    """What stands between commas that are in no brackets and in no quotes."""
    pieces, depth, quote = [""], 0, ""
    for sign in text:
        if quote or sign in "\"'":
            quote = "" if sign == quote else quote or sign
        else:
            depth += (sign in _OPENING) - (sign in _CLOSING)
        if sign == "," and not quote and depth == 0:
            pieces.append("")
        else:
            pieces[-1] += sign
    return [piece.strip() for piece in pieces]


_OPENING, _CLOSING = "([{", ")]}"


def _spelled(given: Mapping[str, Any]) -> Iterator[str]:
    for name, value in given.items():
        yield f"{name}={_word(value)}"


def _word(value: Any) -> str:
    if isinstance(value, Content):
        return value.brief
    return value if isinstance(value, str) else shown(value).replace(", ", ",")

"""Reads YAML strictly, and remembers on which line each value stands.

Of YAML 1.2 (core schema): true and false are the only booleans, so ``no``, ``on`` and ``yes`` stay
words; ``1e6`` and ``1_000_000`` are numbers; ``010`` is ten; ``1:30`` and ``2024-01-01`` stay text.
Refused, each with its line: duplicate keys, keys that are not text, infinities and NaN, numbers
and nestings without bound, tags, aliases that contain themselves or multiply without bound.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from harness.model import UserError
from harness.suggest import did_you_mean

Key = tuple[str | int, ...]
"""Where a value stands: the keys and list indices that lead to it."""

MOST_ALIASED_VALUES = 100_000
"""How many values aliases may repeat; a "billion laughs" file passes any such number."""

MOST_NESTED = 100
"""How many lists and mappings may stand one inside the other."""

MOST_DIGITS = 200
"""Of a whole number; whatever has no more of them can be written out, or made a decimal."""

_TOO_DEEP = f"lists and mappings are nested too deeply: at most {MOST_NESTED} in one another"
_TAG = "tag:yaml.org,2002:"
_NULL = re.compile(r"(~|null|Null|NULL|)$")
_BOOLEAN = re.compile(r"(true|True|TRUE|false|False|FALSE)$")
_INTEGER = re.compile(r"([-+]?[0-9]+(_[0-9]+)*|0o[0-7]+|0x[0-9a-fA-F]+)$")
_NUMBER = re.compile(
    r"([-+]?(\.[0-9]+|[0-9]+(_[0-9]+)*(\.[0-9]*)?)([eE][-+]?[0-9]+)?"
    r"|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN))$"
)


class _Loader(getattr(yaml, "CBaseLoader", yaml.BaseLoader)):  # type: ignore[misc]
    """Composes nodes and tells a number from a word; makes no objects."""


_Loader.add_implicit_resolver(f"{_TAG}null", _NULL, ["~", "n", "N", ""])
_Loader.add_implicit_resolver(f"{_TAG}bool", _BOOLEAN, list("tTfF"))
_Loader.add_implicit_resolver(f"{_TAG}int", _INTEGER, list("-+0123456789"))
_Loader.add_implicit_resolver(f"{_TAG}float", _NUMBER, list("-+.0123456789"))


def _integer(text: str) -> int:
    if len(text) > MOST_DIGITS:
        raise ValueError(f"is a number of more than {MOST_DIGITS} digits")
    base = {"0o": 8, "0x": 16}.get(text[:2], 10)
    return int(text[2:] if base != 10 else text, base)


def _number(text: str) -> float:
    value = float(text.replace(".inf", "inf").replace(".nan", "nan").replace("_", ""))
    if not math.isfinite(value):
        raise ValueError("is not a finite number")
    return value


_SCALARS: dict[str, tuple[re.Pattern[str], Callable[[str], Any]]] = {
    f"{_TAG}null": (_NULL, lambda text: None),
    f"{_TAG}bool": (_BOOLEAN, lambda text: text.lower() == "true"),
    f"{_TAG}int": (_INTEGER, _integer),
    f"{_TAG}float": (_NUMBER, lambda text: _number(text.lower())),
    f"{_TAG}str": (re.compile(".*", re.DOTALL), str),
}
"""How a scalar of each kind is written, and what it becomes."""


@dataclass(frozen=True)
class Document:
    """What a YAML text says.

    data
        mappings, lists, text, int, float, bool and None.
    source
        the file as the user named it, for messages.
    text
        the whole text.
    places
        key -> "file:line" of each value (of a mapping's value: the line of its key).
    """

    data: Any
    source: str
    text: str
    places: dict[Key, str] = field(repr=False)

    def place(self, key: Key) -> str:
        """ "file:line" of a value, or of the nearest one around it."""
        while key and key not in self.places:
            key = key[:-1]
        return self.places.get(key, self.source)

    def where(self, key: Key) -> str:
        """How messages name a value: its place, and its key if it has one."""
        return ": ".join(filter(None, (self.place(key), spell(key))))

    def value(self, key: Key) -> Any:
        """The value at a key.

        Raises KeyError, IndexError or TypeError where there is none.
        """
        value = self.data
        for step in key:
            value = value[step]
        return value

    def complaint(self, key: Key, problem: str) -> str:
        """One sentence: place, key and what is wrong there.

        >>> Document({}, "a.yaml", "", {("limits", "nodes"): "a.yaml:3"}).complaint(
        ...     ("limits", "nodes"), "0 is not at least 1")
        'a.yaml:3: limits.nodes: 0 is not at least 1'
        """
        return one_line(f"{self.where(key)}: {problem}")


def spell(key: Key) -> str:
    """A key as people write it.

    >>> spell(("algorithms", 1, "a_star", "tie_break"))
    'algorithms[1].a_star.tie_break'
    """
    words = [k if isinstance(k, int) or k else "''" for k in key]
    return "".join(f"[{k}]" if isinstance(k, int) else f".{k}" for k in words).removeprefix(".")


def one_line(text: str) -> str:
    """``text`` with line breaks and other characters that do not print written as escapes.

    >>> one_line("a\\nb")
    'a\\\\nb'
    """
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def read(path: Path) -> Document:
    """The document in a UTF-8 file.

    Raises UserError in one sentence, with file and line, for anything that keeps it from being
    read.
    """
    return parse(text_of(path), str(path))


def parse(text: str, source: str) -> Document:
    """The document in ``text``; ``source`` names it in messages.

    Raises UserError as ``read`` does.
    """
    try:
        node = _compose(text)
    except yaml.YAMLError as error:
        raise UserError(_explain(error, text, source)) from None
    except RecursionError:
        raise UserError(f"{source}: {_TOO_DEEP}") from None
    if node is None:
        raise UserError(f"{source}: is empty")
    builder = _Builder(source)
    return Document(builder.build(node, ()), source, text, builder.places)


def _compose(text: str) -> yaml.Node | None:
    loader = _Loader(text)
    try:
        node: yaml.Node | None = loader.get_single_node()
        return node
    finally:
        loader.dispose()


class _Builder:
    """Makes plain Python of nodes."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.places: dict[Key, str] = {}
        self._done: set[int] = set()
        self._around: set[int] = set()
        self._repeated = 0

    def build(self, node: yaml.Node, key: Key) -> Any:
        self.places.setdefault(key, self._line(node))
        if len(key) > MOST_NESTED:
            raise self._refuse(node, (), _TOO_DEEP)
        self._count(node, key)
        if isinstance(node, yaml.ScalarNode):
            return self._scalar(node, key)
        if id(node) in self._around:
            raise self._refuse(node, key, "an alias stands inside what it stands for")
        self._around.add(id(node))
        make = self._list if isinstance(node, yaml.SequenceNode) else self._mapping
        made = make(node, key)
        self._around.discard(id(node))
        return made

    def _scalar(self, node: yaml.ScalarNode, key: Key) -> Any:
        if node.tag not in _SCALARS:
            raise self._refuse(node, key, f"tags such as {_shown(node.tag)} have no meaning here")
        written, make = _SCALARS[node.tag]
        if not written.fullmatch(node.value):
            raise self._refuse(node, key, f"{node.value[:40]!r} is no {_shown(node.tag)}")
        try:
            return make(node.value)
        except ValueError as error:
            raise self._refuse(node, key, f"{node.value[:40]!r} {error}") from None

    def _list(self, node: yaml.Node, key: Key) -> Any:
        self._check_tag(node, key, "seq")
        return [self.build(child, (*key, i)) for i, child in enumerate(node.value)]

    def _mapping(self, node: yaml.Node, key: Key) -> Any:
        self._check_tag(node, key, "map")
        made: dict[str, Any] = {}
        lines: dict[str, int] = {}
        for key_node, value_node in node.value:
            name = self._name(key_node, key)
            line = key_node.start_mark.line + 1
            if name in made:
                problem = f"the key {name!r} stands here twice, first on line {lines[name]}"
                raise self._refuse(key_node, key, problem)
            lines[name] = line
            self.places[*key, name] = f"{self.source}:{line}"
            made[name] = self.build(value_node, (*key, name))
        return made

    def _name(self, node: yaml.Node, key: Key) -> str:
        if node.tag != f"{_TAG}str" or not isinstance(node, yaml.ScalarNode):
            seen = repr(node.value) if isinstance(node, yaml.ScalarNode) else "a list or mapping"
            raise self._refuse(node, key, f"a key must be text, not {seen} (put it in quotes)")
        return str(node.value)

    def _check_tag(self, node: yaml.Node, key: Key, expected: str) -> None:
        if node.tag != _TAG + expected:
            raise self._refuse(node, key, f"tags such as {_shown(node.tag)} have no meaning here")

    def _count(self, node: yaml.Node, key: Key) -> None:
        if id(node) not in self._done:
            self._done.add(id(node))
            return
        self._repeated += 1
        if self._repeated > MOST_ALIASED_VALUES:
            problem = f"aliases repeat more than {MOST_ALIASED_VALUES} values"
            raise self._refuse(node, key, problem)

    def _line(self, node: yaml.Node) -> str:
        return f"{self.source}:{node.start_mark.line + 1}"

    def _refuse(self, node: yaml.Node, key: Key, problem: str) -> UserError:
        name = spell(key)
        return UserError(f"{self._line(node)}: {name + ': ' if name else ''}{problem}")


def _shown(tag: str) -> str:
    return tag.replace(_TAG, "!!")


def text_of(path: Path) -> str:
    """What a UTF-8 file holds.

    Raises UserError in one sentence where it is missing, unreadable or not UTF-8.
    """
    try:
        if path.exists() and not (path.is_file() or path.is_dir()):
            raise UserError(f"{path}: is not a file")
        content = path.read_bytes()
    except FileNotFoundError:
        beside = path.parent.iterdir() if path.parent.is_dir() else ()
        near = [p.name for p in beside if p.suffix == path.suffix]
        raise UserError(f"{path}: there is no such file{did_you_mean(path.name, near)}") from None
    except ValueError:
        raise UserError(f"{str(path)!r}: can be the name of no file") from None
    except IsADirectoryError:
        raise UserError(f"{path}: is a folder, not a file") from None
    except OSError as error:
        raise UserError(f"{path}: cannot be read ({error.strerror})") from None
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise UserError(f"{path}:{line}: is not UTF-8 text") from None


_UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_IN_PLAIN_WORDS = {
    "but found another document": "holds more than one document",
    "found undefined alias": "an alias (*name) stands before its anchor (&name)",
    "mapping values are not allowed in this context": (
        "a colon inside a value, or a wrong indentation; a value with a colon needs quotes"
    ),
    "found character that cannot start any token": (
        "a value cannot start with this character; put the value in quotes"
    ),
    "exceeded maximum nesting depth": _TOO_DEEP,
}


def _explain(error: yaml.YAMLError, text: str, source: str) -> str:
    """A parser's error in one sentence."""
    if not isinstance(error, yaml.MarkedYAMLError):
        found = _UNPRINTABLE.search(text)
        number = text.count("\n", 0, found.start()) + 1 if found else 1
        return f"{source}:{number}: is not YAML: {str(error).splitlines()[0]}"
    mark = error.problem_mark or error.context_mark
    number = mark.line + 1 if mark else 1
    lines = text.splitlines()
    line = lines[number - 1] if number <= len(lines) else ""
    if "\t" in line[: len(line) - len(line.lstrip())]:
        return f"{source}:{number}: a tab cannot indent a line; use blanks"
    if error.problem in _IN_PLAIN_WORDS:
        return f"{source}:{number}: {_IN_PLAIN_WORDS[error.problem]}"
    context = f" {error.context}" if error.context else ""
    return f"{source}:{number}: is not YAML: {error.problem}{context}"

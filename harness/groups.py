"""Recorded runs drawn together by the values of some keys, and what may be said of a group."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from harness.columns import ANSWERED, BY_NAME
from harness.specs import PARTS, value_at

Row = Mapping[str, Any]
Key = tuple[Any, ...]

NOTHING = "-"
"""How the heuristic of an algorithm without one, and every other empty key, is shown."""


@dataclass
class Group:
    """Runs that agree in the keys they were grouped by; ``key`` holds the values of these."""

    key: Key
    rows: list[Row] = field(default_factory=list)

    @property
    def answered(self) -> list[Row]:
        """The runs that ended by themselves."""
        return [row for row in self.rows if row["status"] in ANSWERED]

    @property
    def run_ids(self) -> frozenset[str]:
        """Of all its runs."""
        return frozenset(row["run_id"] for row in self.rows)


def group(rows: Iterable[Row], keys: Sequence[str]) -> list[Group]:
    """Groups in the order in which their first run comes."""
    groups: dict[Key, Group] = {}
    for row in rows:
        key = tuple(key_value(row, name) for name in keys)
        groups.setdefault(key, Group(key)).rows.append(row)
    return list(groups.values())


def key_value(row: Row, name: str) -> Any:
    """The value of a key, hashable: lists and mappings are given as JSON text."""
    value = value_at(row, name)
    return json.dumps(value) if isinstance(value, list | dict) else value


def shown(value: Any) -> str:
    """A key's value as people read it.

    >>> shown(None), shown(True), shown("a_star"), shown(3)
    ('-', 'true', 'a_star', '3')
    """
    if value is None:
        return NOTHING
    return str(value).lower() if isinstance(value, bool) else str(value)


def label(keys: Sequence[str], key: Key, telling: Iterable[int] | None = None) -> str:
    """Name of a group: the values of its keys, a parameter's with its name.

    telling
        places of the keys worth naming, by default all.

    >>> label(["algorithm", "heuristic.count_blank"], ("a_star", True))
    'a_star, count_blank=true'
    """
    places = range(len(keys)) if telling is None else telling
    parts = []
    for place in places:
        name, value = keys[place], key[place]
        is_name = name in BY_NAME and BY_NAME[name].kind == "text"
        if is_name and value is not None:
            parts.append(shown(value))
        elif value is not None:
            parts.append(f"{name.rpartition('.')[2]}={shown(value)}")
    return ", ".join(parts) or NOTHING


def labels(keys: Sequence[str], groups: Sequence[Group]) -> list[str]:
    """Names of groups side by side, without the keys in which all agree."""
    telling = [i for i in range(len(keys)) if len({g.key[i] for g in groups}) > 1]
    return [label(keys, g.key, telling or None) for g in groups]


def tally(rows: Iterable[Row]) -> str:
    """How many runs ended in which way, other than by themselves; "" if none did.

    >>> tally([{"status": "solved"}, {"status": "node_limit"}, {"status": "node_limit"}])
    '2 node_limit'
    """
    counts = Counter(row["status"] for row in rows if row["status"] not in ANSWERED)
    return ", ".join(f"{count} {status}" for status, count in sorted(counts.items()))


def runs(number: int) -> str:
    """So many runs, in words.

    >>> runs(1), runs(3)
    ('1 run', '3 runs')
    """
    return f"{number} run" if number == 1 else f"{number} runs"


def varying(rows: Iterable[Row]) -> dict[str, int]:
    """The axes in which runs differ, with their numbers of values.

    Rows need the columns of ``harness.specs.RUN_KEYS`` and each part's parameters.
    """
    rows = list(rows)
    found: dict[str, int] = {}
    for axis in ("domain", "instance", "algorithm", "heuristic", "candidates", "seed", "repeat"):
        found[axis] = len({row[axis] for row in rows})
        if axis in PARTS:
            found |= _varying_parameters(axis, rows)
    return {axis: count for axis, count in found.items() if count > 1}


def _varying_parameters(part: str, rows: Iterable[Row]) -> dict[str, int]:
    """Of parameters in which files of the same name differ."""
    column = f"{part}_params"
    texts = {(row[part], row[column]) for row in rows if row[column] is not None}
    values: dict[tuple[str, str], set[str]] = {}
    for name, text in texts:
        for parameter, value in json.loads(text).items():
            values.setdefault((name, f"{part}.{parameter}"), set()).add(json.dumps(value))
    found: dict[str, int] = {}
    for (_, key), different in values.items():
        found[key] = max(found.get(key, 0), len(different))
    return found


def unequal_instances(groups: Sequence[Group]) -> int | None:
    """Number of start states answered in every group of those tried in several, if that matters.

    None where groups that were tried on common start states were also answered on the same
    ones. Rows need ``domain`` and ``start``.
    """
    tried = [frozenset(map(_start, g.rows)) for g in groups]
    answered = [frozenset(map(_start, g.answered)) for g in groups]
    kinds = list(dict.fromkeys(zip(tried, answered, strict=True)))
    for place, (tried_a, answered_a) in enumerate(kinds):
        for tried_b, answered_b in kinds[:place]:
            if tried_a & tried_b and answered_a != answered_b:
                return len(frozenset.intersection(*(a for t, a in kinds if t & tried_a)))
    return None


def _start(row: Row) -> tuple[str, str | None]:
    return row["domain"], row["start"]

"""Which recorded runs still answer, so that they need not be made again."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, astuple
from functools import cache
from typing import Protocol

from harness import engine
from harness.columns import UNCOUNTED
from harness.identity import canonical_json
from harness.model import Limits, Run


class Recorded(Protocol):
    """What has to be known of a recorded run."""

    @property
    def kernel_digest(self) -> str | None:
        """Digest of the sources it ran with."""

    @property
    def engine(self) -> str:
        """What carried it out."""

    @property
    def status(self) -> str:
        """How it ended."""

    @property
    def limits(self) -> str | None:
        """The limits it had, as ``limits_text`` gives them."""

    @property
    def expanded(self) -> int | None:
        """Nodes it expanded."""

    @property
    def generated(self) -> int | None:
        """Nodes it generated."""

    @property
    def detail(self) -> str | None:
        """Why the instance was invalid."""


def is_of(recorded: Recorded, digest: str | None) -> bool:
    """Whether a run was made with the kernel of this digest, as the present process would run it.

    Runs with compiling switched off may count otherwise, whatever the digest.
    """
    return recorded.kernel_digest == digest and recorded.engine == engine.present()


def answers(recorded: Recorded, run: Run, digest: str | None) -> bool:
    """Whether making ``run``, whose kernel has this digest, would give what is recorded.

    An invalid instance answers while its fault is the same; any other row only if the kernel and
    the engine are the same, and its node limits are the same or its counts within those of ``run``.
    Then a solved or unsolvable one answers, and one that gave up below its node limits; one cut by
    a limit answers if that limit is unchanged; a kernel error never does.
    """
    if run.fault is not None or recorded.status == "invalid_instance":
        return recorded.status == "invalid_instance" and recorded.detail == run.fault
    before = _limits(recorded.limits)
    within = _same_node_limits(before, run.limits) or (
        _within(recorded.expanded, run.limits.nodes)
        and _within(recorded.generated, run.limits.generated)
    )
    return (
        is_of(recorded, digest)
        and within
        and (_gave_up(recorded, before) or _RULES[recorded.status](before, run.limits))
    )


def tells_more(recorded: Recorded, run: Run, digest: str | None) -> bool:
    """Whether what is recorded, though it does not answer, went on where ``run`` will be cut.

    So it is where the same kernel had no limit, or a wider one, of a kind that ``run`` has.
    """
    if run.fault is not None or recorded.status in UNCOUNTED or not is_of(recorded, digest):
        return False
    pairs = zip(astuple(_limits(recorded.limits)), astuple(run.limits), strict=True)
    return any(now is not None and (before is None or now < before) for before, now in pairs)


def limits_text(limits: Limits) -> str:
    """The limits that are set, as canonical JSON.

    >>> limits_text(Limits(nodes=1000, seconds=2.5))
    '{"nodes":1000,"seconds":2.5}'
    """
    present = {name: value for name, value in asdict(limits).items() if value is not None}
    return canonical_json(present)


@cache
def _limits(text: str | None) -> Limits:
    return Limits(**json.loads(text or "{}"))


def _within(count: int | None, limit: int | None) -> bool:
    return count is None or limit is None or count <= limit


def _gave_up(recorded: Recorded, before: Limits) -> bool:
    """Whether a search ended by itself, though its status is that of a node limit."""
    reached = [
        limit is not None and (count is None or count >= limit)
        for count, limit in (
            (recorded.expanded, before.nodes),
            (recorded.generated, before.generated),
        )
    ]
    return recorded.status == "node_limit" and not any(reached)


def _same_node_limits(before: Limits, now: Limits) -> bool:
    return (before.nodes, before.generated) == (now.nodes, now.generated)


_RULES: dict[str, Callable[[Limits, Limits], bool]] = {
    "solved": lambda before, now: True,
    "unsolvable": lambda before, now: True,
    "node_limit": _same_node_limits,
    "time_limit": lambda before, now: before.seconds == now.seconds,
    "memory_limit": lambda before, now: before.memory == now.memory,
    "kernel_error": lambda before, now: False,
}

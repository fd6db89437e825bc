"""What makes two runs the same run: canonical JSON and the run id."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from harness.model import Choice

RUN_ID_DIGITS = 16
LONGEST_TEXT = 2000
"""A longer text among parameters is recorded as its digest."""

_ENCODER = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
)


def canonical_json(value: Any) -> str:
    """JSON with sorted keys and no blanks: equal values give equal texts.

    Raises ValueError for NaN and infinities, TypeError for what JSON cannot say.

    >>> canonical_json({"width": 3, "blank": "zero"})
    '{"blank":"zero","width":3}'
    """
    return _ENCODER.encode(value)


def recorded_parameters(parameters: Mapping[str, Any]) -> str:
    """Parameters as results hold them: canonical JSON, a long text as its SHA-256 and its length.

    >>> recorded_parameters({"edges": "A B 3"})
    '{"edges":"A B 3"}'
    >>> recorded_parameters({"edges": "A B 3\\n" * 500})
    '{"edges":{"characters":3000,"sha256":"85d8e47aa00a9841"}}'
    """
    return canonical_json({name: _recorded(value) for name, value in parameters.items()})


def _recorded(value: Any) -> Any:
    if not isinstance(value, str) or len(value) <= LONGEST_TEXT:
        return value
    digest = hashlib.sha256(value.encode()).hexdigest()[:RUN_ID_DIGITS]
    return {"sha256": digest, "characters": len(value)}


@dataclass(frozen=True)
class RunIds:
    """Run ids of all runs of one domain, algorithm, heuristic and candidate generator.

    A run id is the first 16 hex digits of the SHA-256 of the canonical JSON of a mapping with the
    keys algorithm, algorithm_params, domain, domain_params, heuristic, heuristic_params, instance
    (its canonical text), repeat and seed; of games also candidates and candidates_params. What the
    runs have in common is hashed once.
    """

    domain: Choice
    algorithm: Choice
    heuristic: Choice | None
    candidates: Choice | None = None

    @cached_property
    def _common(self) -> Any:
        common = canonical_json(
            {
                "algorithm": self.algorithm.name,
                "algorithm_params": self.algorithm.parameters,
                "domain": self.domain.name,
                "domain_params": self.domain.parameters,
                "heuristic": self.heuristic.name if self.heuristic else None,
                "heuristic_params": self.heuristic.parameters if self.heuristic else None,
            }
            | self._of_a_game()
        )
        # "instance", "repeat" and "seed" sort behind all these keys, so their JSON follows on.
        return hashlib.sha256(common.removesuffix("}").encode())

    def _of_a_game(self) -> dict[str, Any]:
        if self.candidates is None:
            return {}
        name, parameters = self.candidates.name, self.candidates.parameters
        return {"candidates": name, "candidates_params": parameters}

    def run_id(self, instance: str, seed: int | None, repeat: int) -> str:
        """The id of the run on an instance (its canonical text)."""
        rest = canonical_json({"instance": instance, "repeat": repeat, "seed": seed})
        whole = self._common.copy()
        whole.update(f",{rest[1:]}".encode())
        return whole.hexdigest()[:RUN_ID_DIGITS]

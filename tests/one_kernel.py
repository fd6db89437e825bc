"""A kernel that compiles in no time, for tests of the cache; as a program, loads it once.

Usage: python one_kernel.py HEURISTIC_FILE. Prints its digest, the seconds spent on compiling, its
value and how often machine code came out of the cache, as JSON.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from bound_probes import PROBES, board

from kernels import sources, specialise
from kernels.domains import sliding_tiles
from kernels.sources import Binding
from kernels.specialise import Kernel

PARAMS = board(2, 2)
START = "3 2 1 0"
MANHATTAN = 6
"""The goal is 0 1 / 2 3: each of the three tiles stands in the corner opposite its own."""


def binding_of(heuristic: Path) -> Binding:
    """The kernel of a heuristic, with what lies in ``sources.HOME``."""
    domain = sources.HOME / "domains" / "sliding_tiles.py"
    constants = {"UNIT_COST": 1, **sliding_tiles.specialise(PARAMS)}
    return Binding(PROBES / "one_value.py", domain, heuristic, constants)


def value_of(kernel: Kernel) -> int:
    """What the heuristic gives for START."""
    T = kernel.domain.prepare(PARAMS, START)
    assert kernel.heuristic is not None
    H = kernel.heuristic.prepare(T, {"count_blank": False})
    return int(kernel.algorithm.value(T, H, sliding_tiles.start(PARAMS, START)))


def load(heuristic: Path) -> Kernel:
    return specialise.load(binding_of(heuristic), value_of)


def told(heuristic: Path) -> dict[str, Any]:
    """What came of loading."""
    kernel = load(heuristic)
    return {
        "digest": kernel.digest,
        "seconds": kernel.compile_seconds,
        "value": value_of(kernel),
        "hits": sum(kernel.algorithm.value.stats.cache_hits.values()),
    }


if __name__ == "__main__":
    print(json.dumps(told(Path(sys.argv[1]))))

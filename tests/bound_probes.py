"""Binds the entry points in ``probes`` into kernels, compiled or left as plain Python."""

from __future__ import annotations

import importlib
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from numba import config

from kernels import catalogue, sources, specialise
from kernels.domains import sliding_tiles
from kernels.sources import Binding
from kernels.specialise import Kernel

PROBES = Path(__file__).parent / "probes"


def board(width: int, height: int, **parameters: Any) -> dict[str, Any]:
    """All parameters of a sliding-tiles board."""
    defaults = {name: parameter.default for name, parameter in sliding_tiles.PARAMETERS.items()}
    assert parameters.keys() <= defaults.keys()
    return {**defaults, "width": width, "height": height, **parameters}


def binding(
    probe: str, params: dict[str, Any], heuristic: str | None = None, **constants: int
) -> Binding:
    """A probe on a board."""
    chosen = None
    if heuristic is not None:
        chosen = catalogue.path_of("heuristics", heuristic, "sliding_tiles")
    unit_cost = int(sliding_tiles.unit_cost(params))
    bound = {"UNIT_COST": unit_cost, **sliding_tiles.specialise(params), **constants}
    domain = catalogue.path_of("domains", "sliding_tiles")
    return Binding(PROBES / f"{probe}.py", domain, chosen, bound)


def compiled(bound: Binding, warm: Callable[[Kernel], None]) -> Kernel:
    """The kernel, compiled as searches are; ``warm`` calls each entry point that a test uses."""
    return specialise.load(bound, warm)


@cache
def _plain_folder() -> tempfile.TemporaryDirectory[str]:
    folder = tempfile.TemporaryDirectory(prefix="plain-kernels-")
    sys.path.append(folder.name)
    return folder


def plain(bound: Binding) -> Kernel:
    """The same functions, not compiled."""
    entering = sources.read(bound)
    package = f"plain_{entering.digest()}"
    folder = Path(_plain_folder().name) / package
    if not folder.exists():
        entering.write(package, folder)
        importlib.invalidate_caches()
    before, config.DISABLE_JIT = config.DISABLE_JIT, 1
    try:
        roles = {r: importlib.import_module(m) for r, m in entering.modules(package).items()}
    finally:
        config.DISABLE_JIT = before
    return Kernel(
        digest=entering.digest(),
        algorithm=roles["algorithm"],
        domain=roles["domain"],
        heuristic=roles.get("heuristic"),
        replay=roles["replay"],
        compile_seconds=0.0,
    )

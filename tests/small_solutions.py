"""A solution that can be followed by eye, and parameters of boards."""

from __future__ import annotations

from typing import Any

TWO_ROWS = "#######\n#@ $ .#\n#  $ .#\n#######"
TWO_ROWS_PUSHES = ["3 1 right", "4 1 right", "3 2 right", "4 2 right"]


def tile_params(width: int, height: int, goal: Any, blank: str = "zero") -> dict[str, Any]:
    return {"width": width, "height": height, "goal": goal, "blank": blank}

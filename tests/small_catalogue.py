"""A catalogue of tiny domains, algorithms and heuristics, for tests of planning."""

from __future__ import annotations

from pathlib import Path

FILES = {
    "domains/line.py": '''
"""Walk along a line to 0; an instance is one number."""
from kernels.contract import Parameter

UNIT_COST = True
PARAMETERS = {
    "length": Parameter("integer", 9, "largest number", minimum=1, maximum=99),
    "goal": Parameter("integers", "zero", "where to", choices=("zero", "end")),
    "operator_order": Parameter("choice", "LR", "order", choices=("LR", "RL")),
}


def fault(params):
    return "no even lengths" if params["length"] % 2 == 0 else None


def read(params, item):
    number = int(item) if isinstance(item, str) else item[0]
    if not 0 <= number <= params["length"]:
        raise ValueError(f"{number} is not on a line of {params['length']}")
    return str(number)


def doctor(params, instance):
    return "three is unlucky" if instance == "3" else None


def random_instance(params, rng):
    return str(rng.below(params["length"] + 1))


def scrambled_instance(params, rng, moves):
    return str(min(moves, params["length"]) - rng.below(2))
''',
    "domains/grid.py": '''
"""Costs differ; makes no instances."""
from kernels.contract import Parameter

UNIT_COST = False
PARAMETERS = {"size": Parameter("number", 1, "size", minimum=0.5)}


def read(params, item):
    if not isinstance(item, str):
        raise ValueError("a grid is text")
    return item


def doctor(params, instance):
    return None
''',
    "domains/rooms.py": '''
"""Rooms are drawn over several lines; those in a file are split by what is no drawing."""
from itertools import groupby

from kernels.contract import Parameter

UNIT_COST = True
PARAMETERS = {"marks": Parameter("choice", "o", "what stands in it", choices=("o", "x"))}


def split(text):
    if text.startswith("<"):
        raise ValueError("is not of rooms")
    lines = list(enumerate(text.splitlines(), start=1))
    drawn = groupby(lines, key=lambda line: bool(line[1].strip()) and line[1][0] != ";")
    parts = [list(part) for is_room, part in drawn if is_room]
    return [(part[0][0], "\\n".join(row for _, row in part)) for part in parts]


def read(params, item):
    foreign = sorted(set(item) - set("# \\n" + params["marks"]))
    if foreign:
        raise ValueError(f"{foreign[0]!r} is no mark")
    return "\\n".join(row.rstrip() for row in item.split("\\n"))


def doctor(params, instance):
    return None
''',
    "algorithms/blind.py": '''
"""Needs unit costs."""
from kernels.contract import REQUIRED, Parameter

USES_HEURISTIC = False
NEEDS_UNIT_COST = True
PARAMETERS = {"depth": Parameter("integer", None, "depth limit", minimum=1)}
''',
    "algorithms/best.py": '''
"""Draws random numbers where it is told to."""
from kernels.contract import Parameter

USES_HEURISTIC = True
PARAMETERS = {
    "tie_break": Parameter("choice", "fifo", "ties", choices=("fifo", "lifo", "random")),
    "weight": Parameter("number", 1, "weight", minimum=1, maximum=100),
}


def fault(params):
    return "heavy lifo" if params["tie_break"] == "lifo" and params["weight"] > 50 else None
''',
    "algorithms/exact.py": '''
"""Needs an admissible heuristic."""
USES_HEURISTIC = True
NEEDS_ADMISSIBLE = True
PARAMETERS = {}
''',
    "algorithms/asks.py": '''
"""Has a parameter that must be given."""
from kernels.contract import REQUIRED, Parameter

USES_HEURISTIC = False
PARAMETERS = {
    "limit": Parameter("integer", REQUIRED, "how deep"),
    "word": Parameter("text", "", "a word"),
}
''',
    "heuristics/line/zero.py": """
FITS = "line"
def admissible(params): return True
def prepare(T, params): return ()
def evaluate(T, H, state): return 0
""",
    "heuristics/line/away.py": """
from numba import njit
from kernels.contract import Parameter

FITS = "line"
PARAMETERS = {"twice": Parameter("boolean", False, "count twice")}
def admissible(params): return not params["twice"]
def prepare(T, params): return ()
@njit
def evaluate(T, H, state): return state[0]
""",
    "heuristics/rooms/zero.py": """
FITS = "rooms"
def admissible(params): return True
def prepare(T, params): return ()
def evaluate(T, H, state): return 0
""",
    "heuristics/grid/zero.py": """
FITS = "grid"
def admissible(params): return True
def prepare(T, params): return ()
def evaluate(T, H, state): return 0
""",
    "heuristics/grid/octile.py": """
FITS = "grid"
def admissible(params): return True
def prepare(T, params): return ()
def evaluate(T, H, state): return 0
""",
}


def make(folder: Path) -> Path:
    """Write the catalogue's files into a folder."""
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder

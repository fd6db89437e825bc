"""The columns of the results files: what each one means, declared once for everyone who reads them.

The order of ``RUNS`` and the names are fixed; a change of either, or of what is counted, is a new
``SCHEMA_VERSION``.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    import pyarrow as pa

SCHEMA_VERSION = 2
"""Files of earlier versions are read too; columns that came later are empty there."""

ANSWERED = frozenset({"solved", "unsolvable"})
"""Statuses of a search that ended by itself."""

LIMITED = frozenset({"node_limit", "time_limit", "memory_limit"})
"""Statuses of a search that a limit cut short: its counts are lower bounds."""

UNCOUNTED = frozenset({"invalid_instance", "kernel_error"})
"""Statuses of a run that gives no counts at all."""

STATUSES = ("solved", "unsolvable", *sorted(LIMITED), *sorted(UNCOUNTED))


@dataclass(frozen=True)
class Column:
    """What a column holds and how it is shown.

    kind
        "text", "integer" (int64), "number" (float64) or "time" (UTC, microseconds).
    unit
        of its numbers; "" for text.
    digits
        decimals shown of a single value.
    better
        which direction is an improvement, if either is.
    censored
        whether a limit cuts it short, so that the value of a limited run is a lower bound.
    provisional
        whether it is about what is found, so that a limited run has the best solution so far, or
        of a game what it knew then.
    nullable
        whether it may be empty.
    since
        schema version from which on there is this column.
    """

    name: str
    kind: Literal["text", "integer", "number", "time"]
    about: str
    unit: str = ""
    digits: int = 0
    better: Literal["less", "more"] | None = None
    censored: bool = False
    provisional: bool = False
    nullable: bool = True
    since: int = 1

    @property
    def is_number(self) -> bool:
        """Whether statistics can be taken of it."""
        return self.kind in ("integer", "number")

    @property
    def label(self) -> str:
        """Name with its unit, for an axis."""
        name = self.name.replace("_", " ")
        return f"{name} [{self.unit}]" if self.unit and self.unit not in name else name


def _text(name: str, about: str, nullable: bool = False) -> Column:
    return Column(name, "text", about, nullable=nullable)


def _of_solution(name: str, about: str, unit: str = "") -> Column:
    return Column(name, "integer", about, unit, better="less", provisional=True)


def _count(name: str, about: str, unit: str = "nodes", since: int = 1) -> Column:
    return Column(name, "integer", about, unit, better="less", censored=True, since=since)


def _ends(name: str, about: str) -> Column:
    return Column(name, "integer", f"games: {about}", "positions", censored=True, since=2)


CUTOFFS = (
    "expanded nodes whose best value reached its bound (at_bound: at least beta; beyond_bound: "
    "more than beta), counted also when no moves were left"
)
"""What a cutoff is, in words."""

RUN_ID = _text("run_id", "hash of all that determines the counts; one row for each")

RUNS = (
    RUN_ID,
    _text("experiment", "name of the experiment"),
    _text("domain", "domain"),
    _text("domain_params", "its parameters, canonical JSON"),
    _text("instance", "name of the instance"),
    _text("algorithm", "algorithm"),
    _text("algorithm_params", "its parameters, canonical JSON"),
    _text("heuristic", "heuristic; empty where the algorithm uses none", nullable=True),
    _text("heuristic_params", "its parameters, canonical JSON", nullable=True),
    _text("tie_break", "order among equally good open nodes", nullable=True),
    _text("operator_order", "order in which operators are tried", nullable=True),
    Column("seed", "integer", "seed of the algorithm's random choices"),
    _text("status", "how the run ended: " + ", ".join(STATUSES)),
    _of_solution("cost", "sum of the operator costs of the solution"),
    _of_solution("depth", "number of operators of the solution", "operators"),
    Column("h_start", "integer", "heuristic value of the start", better="more"),
    _count("expanded", "nodes of which all successors were asked for"),
    _count("generated", "operator applications; the root is not counted"),
    _count("evaluated", "calls of the heuristic", "calls"),
    _count("reopened", "closed nodes put back on open"),
    _count("visited", "distinct states stored when the search ended; 0 if it stores none"),
    _count("peak_open", "most nodes open at once"),
    _count("peak_bytes", "most memory in use by the search's arrays", "bytes"),
    Column("kernel_seconds", "number", "time inside the kernel", "seconds", 3, "less", True),
    Column("compile_seconds", "number", "time to compile the kernel, 0 if cached", "seconds", 3),
    Column("nodes_per_second", "number", "nodes expanded a kernel second", "nodes/s", 0, "more"),
    _text("kernel_digest", "digest of every source that entered the kernel", nullable=True),
    _text("engine", "what carried the runs out"),
    _text("host", "name of the machine", nullable=True),
    _text("searchbench_version", "version of this program"),
    Column("finished_at", "time", "when the run ended, UTC"),
    Column("value", "integer", "games: value of the position", provisional=True),
    Column("best_move", "text", "games: first move of the best line", provisional=True),
    _count("leaves", "games: positions at the depth limit, or where the game is over", "positions"),
    _count("cutoffs", f"games: {CUTOFFS}", "positions"),
    _text("start", "canonical text of the start state", nullable=True),
    Column("repeat", "integer", "number of the repetition, from 0"),
    _text("limits", "limits in force, canonical JSON", nullable=True),
    _text("detail", "why an instance is invalid, a kernel failed, a limit was met", nullable=True),
    Column("candidates", "text", "games: which moves are looked at", since=2),
    Column("candidates_params", "text", "its parameters, canonical JSON", since=2),
    _count("table_hits", "games: positions that a stored value answered", "positions", since=2),
    _ends("first_wins", "leaves that the first player has won"),
    _ends("second_wins", "leaves that the second player has won"),
    _ends("draws", "leaves that are drawn"),
)

LEVELS = (
    RUN_ID,
    Column("level", "integer", "depth from the root", nullable=False),
    _count("expanded", "nodes of this level expanded"),
    _count("generated", "nodes of this level generated"),
    _count("visited", "states of this level stored"),
    _count("leaves", "games: leaves of this ply", "positions", since=2),
    _count("evaluated", "games: positions of this ply evaluated", "calls", since=2),
    _count("cutoffs", f"games: of this ply, {CUTOFFS}", since=2),
    _count("table_hits", "games: positions of this ply that a stored value answered", since=2),
    _ends("first_wins", "leaves of this ply that the first player has won"),
    _ends("second_wins", "leaves of this ply that the second player has won"),
    _ends("draws", "leaves of this ply that are drawn"),
)

ITERATIONS = (
    RUN_ID,
    Column("iteration", "integer", "number of the iteration, from 0", nullable=False),
    Column("bound", "integer", "bound of the iteration"),
    _count("expanded", "nodes expanded in this iteration"),
    _count("generated", "nodes generated in this iteration"),
)

PATHS = (
    RUN_ID,
    Column("step", "integer", "number of the operator, from 0", nullable=False),
    _text("operator", "operator applied"),
)

SOLUTIONS = (
    RUN_ID,
    Column("solution", "integer", "number of the solution, from 0", nullable=False),
    _of_solution("cost", "sum of its operator costs"),
    _of_solution("depth", "number of its operators", "operators"),
    _count("expanded", "nodes expanded when it was found"),
    _count("generated", "nodes generated when it was found"),
)

GAMES = (
    RUN_ID,
    Column("ply", "integer", "number of the move after the opening, from 0", nullable=False),
    _text("player", "name of the player who moved"),
    _text("move", "move played"),
    Column("value", "integer", "value that the search gave, from the player's side"),
    _text("status", "how the search ended: solved, or by a limit of the player"),
    _count("expanded", "nodes expanded for the move"),
    _count("generated", "nodes generated for the move"),
    _count("evaluated", "positions evaluated for the move", "calls"),
    Column("kernel_seconds", "number", "time inside the kernel", "seconds", 3, "less", True),
)

FILES: dict[str, tuple[Column, ...]] = {
    "runs": RUNS,
    "levels": LEVELS,
    "iterations": ITERATIONS,
    "paths": PATHS,
    "solutions": SOLUTIONS,
    "games": GAMES,
}
"""Columns of ``<name>.parquet``."""

OPTIONAL_FILES = frozenset({"paths", "solutions", "games"})
"""Files that are not there where they would hold no row."""

COST_RATIO = Column(
    "cost_ratio",
    "number",
    "cost divided by the least cost that a run of the experiment found for the same problem",
    "least cost found",
    digits=3,
    better="less",
    provisional=True,
)

LAST_EXPANDED = Column(
    "last_expanded",
    "integer",
    "nodes expanded in the last iteration of a run that ended by itself",
    "nodes",
    better="less",
)

LAST_GENERATED = Column(
    "last_generated",
    "integer",
    "nodes generated in the last iteration of a run that ended by itself",
    "nodes",
    better="less",
)

OF_LAST_ITERATION = {LAST_EXPANDED.name: "expanded", LAST_GENERATED.name: "generated"}
"""Which column of the last iteration a metric is.

A run that a limit cut has neither: its last iteration was still to come, and may well count less
than the one that was cut, so that there is no lower bound to tell.
"""

MINIMAL_LEAVES = Column(
    "minimal_leaves",
    "number",
    "games: b^ceil(d/2) + b^floor(d/2) - 1, the least leaves that alpha-beta has to look at in a "
    "uniform tree of d plies, b the d-th root of the leaves of minimax at that depth",
    "positions",
)

DERIVED = (COST_RATIO, LAST_EXPANDED, LAST_GENERATED, MINIMAL_LEAVES)
"""Metrics that lie in no column of ``runs.parquet``: they are worked out of other rows."""

BY_NAME = {
    column.name: column
    for column in (*GAMES, *SOLUTIONS, *PATHS, *ITERATIONS, *LEVELS, *RUNS, *DERIVED)
}


@cache
def schema(file: str, experiment: str = "", version: int = SCHEMA_VERSION) -> pa.Schema:
    """Arrow schema of ``<file>.parquet``, its version and experiment among the metadata."""
    import pyarrow as pa

    types = {
        "text": pa.string(),
        "integer": pa.int64(),
        "number": pa.float64(),
        "time": pa.timestamp("us", tz="UTC"),
    }
    present = [column for column in FILES[file] if column.since <= version]
    fields = [pa.field(c.name, types[c.kind], nullable=c.nullable) for c in present]
    marks = {"searchbench_schema": str(version), "searchbench_experiment": experiment}
    return pa.schema(fields, metadata=marks)

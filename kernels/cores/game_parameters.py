"""Parameters that searches of game trees share, and the numbers that kernels read of them."""

from __future__ import annotations

from typing import Any

from kernels.contract import Parameter, constants
from kernels.game_contract import MAX_VALUE
from kernels.structures.bound_table import REPLACEMENTS

INFINITE = MAX_VALUE + 1  # beyond every value

# Fields of ``settings``.
DEPTH = 0  # plies
WINDOW = 1
FIRST_GUESS = 2
TABLE_BITS = 3
REPLACEMENT = 4
ORDERING = 5
IS_HARD = 6  # 1: fail-hard
MARGIN = 7  # what a value must be over beta to make a cutoff: 0, at the bound; 1, beyond it
EACH_NODE = 8  # 1: every node that is generated is evaluated

BY_HISTORY, BY_KILLERS, BY_EVALUATOR = 1, 2, 4
ORDERINGS = {
    "given": 0,
    "evaluator": BY_EVALUATOR,
    "history": BY_HISTORY,
    "killer": BY_KILLERS,
    "killer_history": BY_KILLERS | BY_HISTORY,
}

DEPTH_PARAMETER = Parameter(
    "integer", None, "plies to search; none: to the end of the game", minimum=1, maximum=1 << 15
)
EVALUATE = Parameter(
    "choice",
    "leaves",
    "which positions are evaluated: leaves, or all nodes that are generated",
    ("leaves", "nodes"),
)
WINDOW_PARAMETER = Parameter(
    "integer",
    None,
    "W: the root has the window (-W, W); none: an infinite one",
    minimum=1,
    maximum=MAX_VALUE,
)
TABLE_BITS_PARAMETER = Parameter(
    "integer",
    None,
    "binary logarithm of the number of entries of the transposition table; none: no table",
    minimum=1,
    maximum=30,
)
REQUIRED_TABLE_BITS = Parameter(
    "integer",
    16,
    "binary logarithm of the number of entries of the transposition table",
    minimum=1,
    maximum=30,
)
REPLACEMENT_PARAMETER = Parameter(
    "choice", "always", "which entry of the table gives way to a new one", tuple(REPLACEMENTS)
)
ORDERING_PARAMETER = Parameter(
    "choice",
    "given",
    "order of moves: as the generator gives them, or by what is known of them",
    tuple(ORDERINGS),
)


def specialised(
    prunes: bool = True,
    scouts: bool = False,
    tests: bool = False,
    deepens: bool = False,
    table: bool = False,
) -> dict[str, int]:
    """Constants of a kernel.

    prunes
        alpha-beta, and not minimax.
    scouts
        nodes behind the first are first searched with a window of no width.
    tests
        the root is searched with such windows until its value is enclosed.
    deepens
        it goes on from depth 1 to deeper ones.
    table
        there is a transposition table.
    """
    return {
        "PRUNES": int(prunes),
        "SCOUTS": int(scouts),
        "TESTS": int(tests),
        "DEEPENS": int(deepens),
        "HAS_TABLE": int(table),
    }


def settings_of(params: dict[str, Any]) -> list[int]:
    """Run-time numbers, in the order of the fields; parameters that are not there are defaults."""
    depth, bits = params["depth"], params.get("table_bits")
    return [
        constants.MAX_PLIES if depth is None else min(depth, constants.MAX_PLIES),
        params.get("window") or INFINITE,
        params.get("first_guess", 0),
        bits or 0,
        REPLACEMENTS[params.get("replacement", "always")],
        ORDERINGS[params.get("ordering", "given")],
        int(params.get("failing", "soft") == "hard"),
        int(params.get("cut", "at_bound") == "beyond_bound"),
        int(params.get("evaluate", "leaves") == "nodes"),
    ]

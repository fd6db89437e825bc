"""How long the path of a depth-first search may be; longer ones end it for want of memory."""

from __future__ import annotations

from kernels.contract import constants

LONGEST = 1 << 20
MOST_OPERATORS = 1 << 28

DEEPEST = min(LONGEST, MOST_OPERATORS // max(1, constants.MAX_OPERATORS))
"""Operators on a path. Stacks for such paths are reserved, not filled; those that hold all
operators of each state on it take no more than 2 GiB of addresses each."""

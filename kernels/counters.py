"""Status codes of ``advance`` and the meaning of each field of ``search.counters`` (int64).

Nodes expanded, generated and visited are counted in ``search.levels`` alone, by depth; their
totals are sums over levels, so that no node is counted in two places.
"""

RUNNING = 0  # the budget is used up
SOLVED = 1
EXHAUSTED = 2  # the whole space holds no goal
NEEDS_SPACE = 3  # ``make_space`` has to be called
OUT_OF_RANGE = 4  # a priority does not fit the open list: the algorithm's ``fallback`` does it
BAD_HEURISTIC = 5  # a heuristic value is negative or over DEAD_END, see BAD_VALUE
OUT_OF_MEMORY = 6  # the reserved arrays are full
CUT_OFF = 7  # the search gave up with states left unsearched: see the algorithm's GIVES_UP
BAD_CANDIDATES = 8  # a candidate generator gave no moves, or too many: BAD_VALUE says how many
BAD_GAME = 9  # a game goes on after as many moves as BAD_VALUE says, which are the most of a game

MAX_VALUE = (1 << 24) - 1
"""Largest g and h that a stored node can hold."""

DEAD_END = MAX_VALUE + 1
"""The heuristic value of a state from which no goal can be reached: no node ever has it."""

EVALUATED = 0  # calls of the heuristic
REOPENED = 1  # closed nodes put back on open
OPEN = 2  # nodes on open now
PEAK_OPEN = 3
VISITED = 4  # states stored now (0 where an algorithm stores none)
LEVELS = 5  # rows of ``levels`` in use
ITERATIONS = 6  # rows of ``iterations`` in use
H_START = 7
BOUND = 8  # of the iteration under way
BAD_VALUE = 9  # the heuristic value that was refused
SLOTS = 10  # hash table slots in use
GOAL = 11  # number of the goal node, where nodes are stored
CURSOR = 12  # the algorithm's own: where it goes on
SOLUTIONS = 13  # rows of ``solutions`` in use
SCRATCH = 14  # the algorithm's own, and on to the end
SIZE = 64

LEVEL_EXPANDED = 0  # columns of ``levels``
LEVEL_GENERATED = 1
LEVEL_VISITED = 2

ITERATION_BOUND = 0  # columns of ``iterations``
ITERATION_EXPANDED = 1
ITERATION_GENERATED = 2

SOLUTION_COST = 0  # columns of ``solutions``
SOLUTION_DEPTH = 1
SOLUTION_EXPANDED = 2
SOLUTION_GENERATED = 3

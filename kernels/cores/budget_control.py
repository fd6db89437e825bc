"""Which cost limit a budgeted search tries next (Helmert et al. 2019).

``LOWER`` is known to be at most the cost of a cheapest solution. ``UPPER`` is a limit whose search
takes more expansions than allowed. A round is a search with the limit LOWER and no budget. If that
took at least c1 times the expansions of the last round, these are the next round's measure. Else
limits LOWER + 1, + 2, + 4, ... are searched, each from the LOWER that the last one left, and as
soon as UPPER is finite those half way between the two, until one takes from c1 to c2 times the
measure, or LOWER meets UPPER.
"""

from __future__ import annotations

from kernels import counters as at
from kernels.cores.iterations import close_iteration
from kernels.jit import shared

NEVER = 1 << 62

# Fields of ``settings``.
C1, C2 = range(2)

# Fields of ``counters``, for the search with the limit BOUND that is under way or just ended.
LOWER = at.SCRATCH
UPPER = at.SCRATCH + 1
MEASURE = at.SCRATCH + 2  # expansions of the last round
PHASE = at.SCRATCH + 3
STEP = at.SCRATCH + 4  # next distance of the limit from LOWER
ALLOWED = at.SCRATCH + 5  # expansions allowed
USED = at.SCRATCH + 6  # expansions made
BELOW = at.SCRATCH + 7  # greatest f within the limit
ABOVE = at.SCRATCH + 8  # least f over the limit
BEST = at.SCRATCH + 9  # cost of the best solution known

UNBOUNDED, RISING, HALVING = range(3)  # phases


@shared
def begin(counters, h):
    """The first search has the limit h of the start."""
    counters[at.BOUND] = h
    counters[LOWER], counters[UPPER], counters[BEST] = h, NEVER, NEVER
    counters[ALLOWED], counters[BELOW], counters[ABOVE] = NEVER, h, NEVER


@shared
def _learn(counters, was_stopped):
    """Narrow the interval by what the search found; whether that answers the problem."""
    best = counters[BEST]
    if was_stopped:
        counters[UPPER] = min(counters[UPPER], counters[BELOW])
    elif counters[BELOW] >= best:
        counters[LOWER] = best
    else:
        counters[LOWER] = counters[ABOVE]
    if counters[LOWER] < best:
        return at.RUNNING
    return at.SOLVED if best < NEVER else at.EXHAUSTED


@shared
def _choose_phase(counters, least, was_stopped):
    """What the next search is: of this round, or the first one of the next round."""
    used = counters[USED]
    if counters[PHASE] == UNBOUNDED:
        if used < least:
            counters[PHASE], counters[STEP] = RISING, 1
        else:
            counters[MEASURE] = used
    elif counters[LOWER] >= counters[UPPER] or (used >= least and not was_stopped):
        counters[PHASE] = UNBOUNDED
        counters[MEASURE] = max(used, least)
    elif was_stopped:
        counters[PHASE] = HALVING


@shared
def next_search(counters, levels, iterations, settings, h, was_stopped):
    """Set up what follows the search that has ended; RUNNING, or what the problem's answer is.

    was_stopped
        whether it was about to expand more nodes than allowed.
    h
        f of the start.
    """
    status = _learn(counters, was_stopped)
    if status != at.RUNNING:
        return status
    if counters[at.ITERATIONS] + 2 > len(iterations):
        return at.OUT_OF_MEMORY
    close_iteration(counters, levels, iterations)
    measure = counters[MEASURE]
    _choose_phase(counters, settings[C1] * measure, was_stopped)
    lower = counters[LOWER]
    counters[ALLOWED] = settings[C2] * measure
    if counters[PHASE] == UNBOUNDED:
        counters[at.BOUND], counters[UPPER], counters[ALLOWED] = lower, NEVER, NEVER
    elif counters[PHASE] == RISING:
        counters[at.BOUND] = lower + counters[STEP]
        counters[STEP] *= 2
    else:
        counters[at.BOUND] = (lower + counters[UPPER]) // 2
    counters[USED], counters[BELOW], counters[ABOVE] = 0, h, NEVER
    return status

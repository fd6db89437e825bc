"""What a domain, a heuristic and an algorithm must define. This is the one page to read.

Games of two players have a page of their own, ``kernels.game_contract``.

An algorithm is written once, over the placeholders at the end of this file::

    from kernels.contract import constants, domain, heuristic

``kernels.specialise`` binds them: it copies every source that enters a kernel into a folder
named by the digest of those sources, with the placeholders replaced by the chosen modules, so
that calls such as ``domain.apply(...)`` are calls of module globals, which Numba inlines and
caches. Nothing is registered anywhere: a file in the right folder is found by its name.

All compiled functions are ``@njit``; signed quantities are int64, packed keys, hashes and array
indices uint64; there is no recursion, no clock, and no allocation inside a loop.


A domain: ``kernels/domains/<name>.py``
---------------------------------------
Plain Python, called once a run or less:

``PARAMETERS: dict[str, Parameter]``
    what a config may set; names, kinds, defaults, bounds.
``UNIT_COST: bool`` or ``unit_cost(params) -> bool``
    whether every operator costs 1.
``operator_name(op) -> str``
    an operator's code as people write it.
``fault(params) -> str | None``
    (optional) why these parameters do not go together, in words, or None.
``specialise(params) -> dict[str, int]``
    what the kernel is specialised for. Required: ``WORDS`` (uint64 words of a packed state),
    ``STATE_SIZE`` (length of the state vector), ``MAX_OPERATORS`` (most successors of a state).
    Kernels find these in ``constants``, with ``UNIT_COST`` (1 or 0), and with ``RANK_COUNT`` where
    the algorithm ``NEEDS`` ``rank_count``.
``specialise_for(params, instance) -> dict[str, int]``
    (optional) constants that depend on the instance, such as its size; the fewer different ones
    they take, the fewer kernels have to be compiled.
``read(params, item) -> str``
    one instance as a config or a file gives it (text, or a list of numbers) -> its canonical
    text, which identifies it. Raises ``ValueError`` with the reason in words.
``split(text) -> list[tuple[int, str]]``
    (optional) the instances in the text of a file: number of the line, from 1, where each begins,
    and what ``read`` is to make of it. Raises ``ValueError``, with the reason in words, for a file
    of another kind. Without it a file holds one instance a line, and ``#`` starts a comment.
``doctor(params, instance) -> str | None``
    why the instance cannot be solved, found without search, or None.
``random_instance(params, rng) -> str`` and ``scrambled_instance(params, rng, moves) -> str``
    (optional) instances made by a ``kernels.random.SplitMix64``; ValueError, with the reason in
    words, where there are none.
``prepare(params, instance) -> T``
    a NamedTuple of arrays (and int64 scalars) with all that the compiled functions look up.
    It may be the same object for many instances.
``start(params, instance) -> state``
    int64[STATE_SIZE].
``goal_state(params, instance) -> state``
    (optional) int64[STATE_SIZE], a goal: a heuristic that is not 0 there is refused.
``reverse(params, instance) -> (params, instance) | None`` and ``reverse_operator(op) -> int``
    (optional) the same problem searched from its goal: a problem of this domain, with the same
    constants, whose paths are those of this one backward; None where the goal is not one state.
    ``reverse_operator`` turns an operator of either into the one of the other that leads back.
``rank_count(params) -> int``
    (optional, with ``rank`` and ``unrank``) how many numbers the states have.

Compiled; ``T`` is what ``prepare`` made, ``state`` an int64[STATE_SIZE] that is changed in place:

``NO_OPERATOR``
    the ``last`` of a start state. An operator is a code in 0 .. 65535 that needs no other
    context to be applied or undone.
``generate(T, state, last, ops, at) -> count``
    write the applicable operators into ``ops[at:]`` (int64), in operator order; where parent
    pruning is on, without the inverse of ``last``.
``apply(T, state, op)`` and ``undo(T, state, op)``
``cost(T, state, op) -> int64``
    cost of ``op`` applied in ``state``, at least 0; asked before ``apply``.
``pack(T, state, key)`` and ``unpack(T, key, state)``
    to and from ``key`` (uint64[WORDS]). Keys in numeric order, first word first, are states in
    lexicographic order of their vectors.
``successor(T, key, op, child)``
    (optional) write the packed state that ``op`` makes of ``key`` into ``child`` (uint64[WORDS]).
``is_goal(T, state) -> bool``
``inverse(T, op) -> op``
    (optional) the operator of the same problem that leads back, where each operator has one.
``rank(T, state) -> int64`` and ``unrank(T, number, state)``
    (optional) number the states 0 .. ``rank_count``-1, each number a state and the reverse.
``rank_after(T, state, number, op) -> int64``
    (optional) number of the state that ``op`` makes of ``state``, whose number is ``number``;
    asked before ``apply``.


A heuristic: ``kernels/heuristics/<domain>/<name>.py``, or any file that a config names
---------------------------------------------------------------------------------------
``FITS: str``
    name of its domain.
``PARAMETERS: dict[str, Parameter]``
    (optional) as above.
``admissible(params) -> bool`` and ``consistent(params) -> bool``
    claims, for the given parameters. ``params`` holds the heuristic's own parameters.
``prepare(T, params) -> H``
    plain Python: a NamedTuple of arrays of whole numbers or booleans (and of int64 scalars).
``evaluate(T, H, state) -> int64``
    compiled. From 0 to ``kernels.counters.MAX_VALUE``, and 0 in every goal state: algorithms look
    for the goal only where h = 0. Or ``kernels.counters.DEAD_END``.
``update(T, H, state, h, op) -> int64``
    (optional) compiled: h of the state that ``op`` makes of ``state``, whose own value is ``h``;
    asked before ``apply``; must equal ``evaluate`` there. ``state`` is never a dead end.

``DEAD_END`` says that no goal can be reached from the state. An admissible heuristic gives it only
where that is true; then it takes nothing from what an algorithm claims. A child with this value is
evaluated and dropped: it is not stored, entered or put on open, and no bound or stored f comes from
it. A search whose start is a dead end has seen all: it ends as EXHAUSTED.


An algorithm: ``kernels/algorithms/<name>.py``
----------------------------------------------
Plain Python:

``PARAMETERS: dict[str, Parameter]``; ``fault(params) -> str | None`` (optional)
``USES_HEURISTIC: bool``
    False: it runs once, without a heuristic, whatever heuristics the config lists.
``OPTIMAL: str`` or ``optimal(params) -> str``
    in what its solutions are least, given an admissible heuristic: "cost"; "operators", hence in
    cost too where each operator costs 1; or "no".
``COMPLETE: bool`` or ``complete(params) -> bool``
    whether, in a finite space and without limits, it ends with a solution wherever there is one,
    and else with the proof that there is none.
``MEMORY: str``
    what it keeps, in a few words: "states generated", "path".
``GIVES_UP: str`` (optional)
    what is true of a search that ended with CUT_OFF: "no solution within the depth limit".
``NEEDS_ADMISSIBLE: bool`` (optional, default False)
    refuse heuristics that do not claim to be admissible.
``NEEDS_UNIT_COST: bool`` (optional, default False)
    refuse domains in which operators cost anything but 1.
``NEEDS: tuple[str, ...]`` (optional, default none)
    optional functions of a domain without which it cannot work.
``ITERATIVE: bool`` (optional, default False)
    whether it searches in iterations, which it closes by ``kernels.cores.iterations``.
``BIDIRECTIONAL: bool`` (optional, default False)
    it is handed a pair of everything: ``T`` and ``H`` of the problem and of its ``reverse`` (two
    tuples), and ``start`` int64[2, STATE_SIZE], the start and the goal.
``specialise(params) -> dict[str, int]``
    what its kernel is specialised for, beside the domain's constants.
``fallback(params) -> params``
    (optional) parameters of the same search, with the same counts, that has no limit on
    priorities; used after OUT_OF_RANGE.
``settings(params, seed) -> list[int]``
    run-time numbers, handed over as ``search.settings`` (int64).
``allocate(workspace, settings) -> Search``
    a NamedTuple whose fields are arrays taken from the ``kernels.workspace.Workspace``; it has
    at least the fields ``counters`` (int64, see ``kernels.counters``), ``levels`` (int64[n, 3]:
    expanded, generated, visited by depth), ``iterations`` (int64[m, 3]: bound, expanded,
    generated) and ``settings``. An algorithm that goes on to better solutions also has
    ``solutions`` (int64[s, 4], counted by ``counters[SOLUTIONS]``): cost, operators, and the nodes
    expanded and generated when it was found.
``path(search) -> list[int]``
    operators of the solution, from the start (the best one so far). A bidirectional search gives
    two lists: from the start to the meeting state, and in the reverse problem from the goal to it.
``bytes_used(search) -> int``
    bytes of all arrays that the search has filled so far.

Compiled:

``begin(search, T, H, start)``
    put the start state into a fresh search; ``counters``, ``levels`` and ``iterations`` are zero.
    Where h is DEAD_END, it is only noted in ``counters[H_START]``: the driver ends such a search.
``advance(search, T, H, expansions, generations) -> status``
    go on until the search ends, or an array is full, or a node is next to be expanded (it is no
    goal) when ``expansions`` expansions were made or ``generations`` nodes generated. Status as
    in ``kernels.counters``.
``make_space(search)``
    (optional) after NEEDS_SPACE: use more of the reserved arrays.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

REQUIRED: Any = object()
"""Default of a parameter that a config has to give."""


@dataclass(frozen=True)
class Parameter:
    """One parameter of a domain, heuristic or algorithm, as a config may set it.

    kind
        "integer", "number" (integer or decimal), "boolean", "choice" (one of ``choices``),
        "text", "integers" (a list of integers, or one of the words in ``choices``) or "content"
        (a text that a config gives as it is, or as the file that holds it).
    default
        value where the config is silent; ``REQUIRED`` if it may not be silent; None for "none".
    choices
        allowed words. "random" among them may also be written ``random(SEED)``.
    minimum, maximum
        bounds, both included, of numbers.
    doc
        one sentence for ``list`` and for messages.
    """

    kind: Literal["integer", "number", "boolean", "choice", "text", "integers", "content"]
    default: Any
    doc: str
    choices: tuple[str, ...] = ()
    minimum: float | None = None
    maximum: float | None = None


class Placeholder:
    """Stands for a module that is not chosen: every constant is 0, and functions are missing."""

    def __getattr__(self, name: str) -> int:
        if name.isupper():
            return 0
        raise AttributeError(name)


# Bound by ``kernels.specialise`` in the copy that a kernel is compiled from.
constants: Any = Placeholder()
domain: Any = Placeholder()
heuristic: Any = Placeholder()
game: Any = Placeholder()
evaluator: Any = Placeholder()
candidates: Any = Placeholder()

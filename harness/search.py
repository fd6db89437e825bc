"""Drives one compiled search from its start to its end, slice by slice, within its limits."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numba import config

from harness import kernel_of, match_play, played, searched
from harness.model import Choice, KernelFault, Limits, Record, Run
from harness.players import searches_of
from harness.referee import Referee
from harness.search_record import Ended
from kernels import counters as at
from kernels import specialise
from kernels.specialise import Kernel
from kernels.workspace import Workspace

DEFAULT_MEMORY = 1 << 30
FIRST_SLICE = 1 << 10  # expansions
LONGEST_SLICE = 1 << 24
SLICE_SECONDS = 0.03
UNLIMITED = 1 << 62


@dataclass
class _Prepared:
    """A loaded kernel with the tables of one board.

    tables
        what domain and heuristic look up, T and H; of a game T, E and C.
    """

    kernel: Kernel
    tables: tuple[Any, ...]


class Solver:
    """Runs searches one after the other, keeping kernels and arrays between them.

    report
        called about every SLICE_SECONDS with the nodes expanded since the last call.
    """

    def __init__(self, report: Callable[[int], None] | None = None) -> None:
        self._report = report or (lambda expanded: None)
        self._workspace = Workspace(DEFAULT_MEMORY)
        self._kernels: dict[tuple, Kernel] = {}
        self._prepared: dict[tuple, _Prepared] = {}
        self._called: set[str] = set()
        if config.DISABLE_JIT:  # keys and hashes wrap, as they do when compiled
            np.seterr(over="ignore")

    def compile(self, run: Run) -> float:
        """Load the run's kernel, compiling it where the cache has none; seconds of compiling."""
        with self._kept_clean():
            return sum(self._kernel(search).compile_seconds for search in searches_of(run))

    def solve(self, run: Run) -> Record:
        """Search within ``run.limits``. Raises KernelFault, and whatever a heuristic raises."""
        if run.players is not None:
            return match_play.play(run, self)
        self._workspace.memory = run.limits.memory or DEFAULT_MEMORY
        with self._kept_clean():
            return self._solve(run)

    def referee(self, run: Run) -> Referee:
        """The rules of a search's game, at its position."""
        with self._kept_clean():
            prepared = self._prepare(run)
        return Referee(run, prepared.kernel, prepared.tables[0])

    @contextmanager
    def _kept_clean(self) -> Iterator[None]:
        """Use other arrays after a failure, which leaves anything in the present ones."""
        try:
            yield
        except BaseException:
            self._workspace = Workspace(DEFAULT_MEMORY)
            raise

    def _solve(self, run: Run) -> Record:
        prepared = self._prepare(run)
        digest = prepared.kernel.digest
        ended, search = self._search(run, prepared)
        while ended is None:
            run = self._fallback(run, prepared.kernel)
            prepared = self._prepare(run)
            ended, search = self._search(run, prepared)
        record = _world(prepared.kernel).recorded(run, prepared.kernel, search, ended)
        record.row["kernel_digest"] = digest
        _clear(search)
        return record

    def _kernel(self, run: Run) -> Kernel:
        key = kernel_of.key_of(run)
        if key not in self._kernels:
            binding = kernel_of.binding_of(run)
            try:
                kernel = specialise.load(binding, lambda kernel: self._warm(run, kernel))
            except specialise.CacheFault as fault:
                raise KernelFault(str(fault)) from fault
            self._kernels[key] = kernel
        return self._kernels[key]

    def _warm(self, run: Run, kernel: Kernel) -> None:
        """Call every compiled function of a kernel once, so that all of them are in its cache."""
        world, tables = _world(kernel), _tables(run, kernel)
        world.check(run, kernel, *tables)
        search = self._begin(run, kernel, tables)
        kernel.algorithm.advance(search, *tables, 0, 0)
        if hasattr(kernel.algorithm, "make_space"):
            kernel.algorithm.make_space(search)
        world.warm(run, kernel, *tables)
        _clear(search)

    def _prepare(self, run: Run) -> _Prepared:
        kernel = self._kernel(run)
        key = kernel_of.key_of(run)
        world = _world(kernel)
        T = world.tables(run, kernel)
        known = self._prepared.get(key)
        if known is None or not world.are_same(known.tables[0], T):
            known = _Prepared(kernel, _tables(run, kernel))
            world.check_again(run, kernel, *known.tables)
            self._prepared[key] = known
        return known

    def _begin(self, run: Run, kernel: Kernel, tables: tuple[Any, ...]) -> Any:
        start = _world(kernel).start(run, kernel)
        numbers = kernel.algorithm.settings(run.algorithm.parameters, run.seed)
        settings = np.array(numbers, dtype=np.int64)
        search = kernel.algorithm.allocate(self._workspace, settings)
        kernel.algorithm.begin(search, *tables, start)
        return search

    def _search(self, run: Run, prepared: _Prepared) -> tuple[Ended | None, Any]:
        kernel, tables = prepared.kernel, prepared.tables
        algorithm, limits, world = kernel.algorithm, run.limits, _world(kernel)
        self._call_once(run, prepared)
        search = self._begin(run, kernel, tables)
        if ended := world.over_at_once(search, kernel):
            return ended, search
        slice_size, expanded, generated, peak = FIRST_SLICE, 0, 0, 0
        began = lap = time.perf_counter()
        while True:
            nodes_left = (limits.nodes or UNLIMITED) - expanded
            generations_left = (limits.generated or UNLIMITED) - generated
            budget = min(slice_size, nodes_left)
            status = algorithm.advance(search, *tables, budget, generations_left)
            if status == at.NEEDS_SPACE:
                algorithm.make_space(search)
            now = time.perf_counter()
            totals = search.levels[: search.counters[at.LEVELS]].sum(axis=0)
            self._report(int(totals[0]) - expanded)
            expanded, generated = int(totals[0]), int(totals[1])
            peak = max(peak, algorithm.bytes_used(search))
            if status == at.OUT_OF_RANGE:
                _clear(search)
                return None, search
            if fault := world.fault_of(status, run, kernel, search):
                raise KernelFault(fault)
            found = _verdict(
                status, limits, expanded, generated, now - began, peak, search, algorithm
            )
            if found:
                ended = Ended(*found, seconds=now - began, peak_bytes=peak)
                world.finish(run, kernel, search, ended, *tables)
                return ended, search
            slice_size = _next_slice(slice_size, now - lap)
            lap = time.perf_counter()

    def _call_once(self, run: Run, prepared: _Prepared) -> None:
        """Have the machine code in memory before the clock starts: its first call loads it."""
        kernel = prepared.kernel
        if kernel.digest not in self._called:
            search = self._begin(run, kernel, prepared.tables)
            kernel.algorithm.advance(search, *prepared.tables, 0, 0)
            _clear(search)
            self._called.add(kernel.digest)

    def _fallback(self, run: Run, kernel: Kernel) -> Run:
        fallback = getattr(kernel.algorithm, "fallback", None)
        parameters = fallback(run.algorithm.parameters) if fallback else run.algorithm.parameters
        if parameters == run.algorithm.parameters:
            raise KernelFault(f"a path costs more than {at.MAX_VALUE}, the most a node can hold")
        algorithm = Choice(run.algorithm.name, parameters, run.algorithm.path)
        return replace(run, algorithm=algorithm)


def _world(kernel: Kernel) -> Any:
    """What is done otherwise for a game: the functions of ``searched``, or of ``played``."""
    return searched if kernel.candidates is None else played


def _tables(run: Run, kernel: Kernel) -> tuple[Any, ...]:
    """What the parts of a kernel look up."""
    world = _world(kernel)
    T = world.tables(run, kernel)
    return (T, *world.values(run, kernel, T))


def _verdict(
    status: int,
    limits: Limits,
    expanded: int,
    generated: int,
    seconds: float,
    stored: int,
    search: Any,
    algorithm: Any,
) -> tuple[str, str | None] | None:
    """Status and detail of a search that is over, or None."""
    if status == at.SOLVED:
        return "solved", None
    if status == at.CUT_OFF:
        return "node_limit", getattr(algorithm, "GIVES_UP", "gave up")
    if status == at.EXHAUSTED:
        return "unsolvable", None
    if status == at.OUT_OF_MEMORY:
        return "memory_limit", f"{stored} bytes in use or asked for, and no more are allowed"
    if status == at.RUNNING and limits.nodes and expanded >= limits.nodes:
        return "node_limit", f"{expanded} nodes expanded, {limits.nodes} allowed"
    if status == at.RUNNING and limits.generated and generated >= limits.generated:
        return "node_limit", f"{generated} nodes generated, {limits.generated} allowed"
    if limits.memory and stored > limits.memory:
        return "memory_limit", f"{stored} bytes in use, {limits.memory} allowed"
    if limits.seconds and seconds > limits.seconds:
        return "time_limit", f"{seconds:.3f} seconds of search, {limits.seconds:g} allowed"
    return None


def _next_slice(size: int, seconds: float) -> int:
    """Expansions for a slice of about SLICE_SECONDS, from what the last one took."""
    wanted = size * SLICE_SECONDS / max(seconds, 1e-6)
    return int(min(max(wanted, size / 4, FIRST_SLICE), size * 4, LONGEST_SLICE))


def _clear(search: Any) -> None:
    """Leave counters and records at zero for the next search."""
    search.levels[: search.counters[at.LEVELS] + 2] = 0
    search.iterations[: search.counters[at.ITERATIONS] + 1] = 0
    if hasattr(search, "solutions"):
        search.solutions[: search.counters[at.SOLUTIONS] + 1] = 0
    search.counters[:] = 0

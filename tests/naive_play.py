"""Slow, obvious twins of the searches that play: recursive, over tuples and dictionaries.

Values inside are from the side of the player to move, as in negamax. What is counted, and when, is
written from the descriptions in ``kernels.game_contract`` and ``kernels.cores.game_tree``.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from math import inf
from typing import Any

from naive_bound_table import Entry, Table

Line = list[int]


@dataclass(frozen=True)
class Game:
    """A game with its evaluator and candidates; positions are values that nothing changes.

    outcome
        1, -1, 0 for a first or second player's win and a draw; None while the game goes on.
    moves
        candidates of a position with so many plies left to search.
    value
        what the evaluator gives, from the side of the first player.
    win
        value of a game that the first player has won; None: ``value`` gives that of all games.
    by_remaining
        whether ``moves`` depends on the plies that are left.
    """

    outcome: Callable[[Any], int | None]
    first_moves: Callable[[Any], bool]
    moves: Callable[[Any, int], list[int]]
    after: Callable[[Any, int], Any]
    value: Callable[[Any], int]
    key: Callable[[Any], int]
    win: int | None = 1
    by_remaining: bool = False


@dataclass
class Found:
    """What a search has found; ``levels``: counts by ply, by name."""

    value: int = 0
    line: Line = field(default_factory=list)
    levels: dict[int, Counter] = field(default_factory=lambda: defaultdict(Counter))
    iterations: list[tuple[int, int, int]] = field(default_factory=list)

    def total(self, name: str) -> int:
        return sum(level[name] for level in self.levels.values())


class Searcher:
    """One search of one position."""

    def __init__(
        self,
        game: Game,
        root: Hashable,
        depth: int,
        evaluate: str = "leaves",
        failing: str = "soft",
        cut: str = "at_bound",
        table_bits: int | None = None,
        replacement: str = "always",
        ordering: str = "given",
        scouts: bool = False,
        prunes: bool = True,
    ) -> None:
        self.game, self.root, self.depth = game, root, depth
        self.evaluates_all, self.hard = evaluate == "nodes", failing == "hard"
        self.beyond, self.ordering = cut == "beyond_bound", ordering
        self.scouts, self.prunes = scouts, prunes
        self.table = Table(table_bits, replacement) if table_bits else None
        self.history: Counter = Counter()
        self.killers: dict[int, list[int]] = defaultdict(list)
        self.found = Found()
        self.saw_horizon = False

    def side(self, position: Any) -> int:
        return 1 if self.game.first_moves(position) else -1

    def evaluated(self, position: Any, ply: int) -> int:
        """Value by the evaluator, for the player to move."""
        self.found.levels[ply]["evaluated"] += 1
        return self.side(position) * self.game.value(position)

    def ended(self, position: Any, ply: int) -> int:
        """Value of a game that is over."""
        if self.game.win is None:
            return self.evaluated(position, ply)
        outcome = self.game.outcome(position)
        assert outcome is not None
        return self.side(position) * outcome * self.game.win

    def search(self, alpha: float, beta: float) -> tuple[int, Line]:
        """One pass over the root."""
        return self.expand(self.root, 0, alpha, beta)

    def expand(self, position: Any, ply: int, alpha: float, beta: float) -> tuple[int, Line]:
        """Value and best line of a node that is neither a leaf nor answered by the table."""
        level, remaining = self.found.levels[ply], self.depth - ply
        level["expanded"] += 1
        best, best_move, line = -inf, -1, []
        for move in self.ordered(position, ply):
            child = self.game.after(position, move)
            value, rest = self.of_child(child, ply + 1, alpha, beta, best)
            if value > best:
                if value > alpha or ply == 0:
                    line = [move, *rest]
                best, best_move = value, move
            if self.cuts(best, beta):
                break
        cutoff = self.cuts(best, beta)
        level["cutoffs"] += cutoff
        if best > alpha:
            self.learn(ply, remaining, best_move, cutoff)
        if self.hard:
            best = min(max(best, alpha), beta)
        if self.table:
            bound = "upper" if best <= alpha else "lower" if best >= beta else "exact"
            self.table.store(self.game.key(position), int(best), remaining, bound, best_move)
        return int(best), line

    def cuts(self, value: float, beta: float) -> bool:
        return self.prunes and (value > beta if self.beyond else value >= beta)

    def of_child(
        self, child: Any, ply: int, alpha: float, beta: float, best: float
    ) -> tuple[int, Line]:
        """Value of a child for its parent, and its line."""
        low = max(alpha, best) if self.prunes else alpha
        if not self.scouts or best == -inf:
            value, line, _ = self.enter(child, ply, -beta, -low)
            return -value, line
        value, line, exact = self.enter(child, ply, -low - 1, -low)
        if low < -value < beta and low + 1 != beta and not exact:
            value, line, _ = self.enter(child, ply, -beta, value)
        return -value, line

    def enter(self, node: Any, ply: int, alpha: float, beta: float) -> tuple[int, Line, bool]:
        """Value of a generated node for its own player, its line, whether it is known as exact."""
        level, remaining = self.found.levels[ply], self.depth - ply
        level["generated"] += 1
        outcome = self.game.outcome(node)
        if outcome is not None:
            level["leaves"] += 1
            level[("draws", "first_wins", "second_wins")[outcome]] += 1
            return self.ended(node, ply), [], True
        if remaining == 0:
            level["leaves"] += 1
            self.saw_horizon = True
            return self.evaluated(node, ply), [], True
        if self.evaluates_all:
            self.evaluated(node, ply)
        entry = self.table.find(self.game.key(node), remaining) if self.table else None
        if entry and entry.remaining == remaining and self.answers(entry, alpha, beta):
            assert self.table is not None
            level["table_hits"] += 1
            self.saw_horizon |= entry.iteration != self.table.iteration
            return entry.value, [], entry.bound == "exact"
        return *self.expand(node, ply, alpha, beta), False

    def answers(self, entry: Entry, alpha: float, beta: float) -> bool:
        if entry.bound == "lower":
            return self.cuts(entry.value, beta)
        if entry.bound == "upper":
            return entry.value < alpha if self.beyond else entry.value <= alpha
        return True

    def ordered(self, position: Any, ply: int) -> list[int]:
        """The candidates in the order in which they are searched."""
        remaining = self.depth - ply
        moves = self.game.moves(position, remaining)
        if self.ordering == "evaluator" and remaining > 1:
            values = {m: self.looked_at(self.game.after(position, m), ply + 1) for m in moves}
            moves.sort(key=lambda move: values[move])  # the least for the other player first
        if self.ordering in ("history", "killer_history"):
            moves.sort(key=lambda move: -self.history[ply % 2, move])
        first = list(self.killers[ply]) if self.ordering.startswith("killer") else []
        entry = self.table.find(self.game.key(position), remaining) if self.table else None
        first = ([entry.move] if entry else []) + first
        front = [move for i, move in enumerate(first) if move in moves and move not in first[:i]]
        return front + [move for move in moves if move not in front]

    def looked_at(self, child: Any, ply: int) -> int:
        ended = self.game.outcome(child) is not None
        return self.ended(child, ply) if ended else self.evaluated(child, ply)

    def learn(self, ply: int, remaining: int, move: int, cutoff: bool) -> None:
        self.history[ply % 2, move] += remaining**2
        killers = self.killers[ply]
        if cutoff and killers[:1] != [move]:
            self.killers[ply] = [move, *killers][:2]

    def close_iteration(self, bound: int) -> None:
        """Note what was expanded and generated since the iteration before."""
        counts = [self.found.total(name) for name in ("expanded", "generated")]
        for _, *earlier in self.found.iterations:
            counts = [a - b for a, b in zip(counts, earlier, strict=True)]
        self.found.iterations.append((bound, *counts))


def plain_value(game: Game, position: Any, depth: int, known: dict[Any, int]) -> int:
    """The minimax value from the side of the first player; ``known`` keeps what was seen."""
    if (position, depth) not in known:
        outcome = game.outcome(position)
        if outcome is not None:
            value = game.value(position) if game.win is None else outcome * game.win
        elif depth == 0:
            value = game.value(position)
        else:
            children = [game.after(position, move) for move in game.moves(position, depth)]
            best = max if game.first_moves(position) else min
            value = best(plain_value(game, child, depth - 1, known) for child in children)
        known[position, depth] = value
    return known[position, depth]


def minimax(game: Game, root: Hashable, depth: int, evaluate: str = "leaves") -> Found:
    searcher = Searcher(game, root, depth, evaluate, prunes=False)
    searcher.found.value, searcher.found.line = searcher.search(-inf, inf)
    return searcher.found


def alpha_beta(
    game: Game, root: Hashable, depth: int, window: int | None = None, **options: Any
) -> Found:
    searcher = Searcher(game, root, depth, **options)
    width = window or inf
    searcher.found.value, searcher.found.line = searcher.search(-width, width)
    return searcher.found


def principal_variation_search(game: Game, root: Hashable, depth: int, **options: Any) -> Found:
    return alpha_beta(game, root, depth, scouts=True, **options)


def _enclose(searcher: Searcher, guess: int, is_iteration: bool) -> tuple[int, Line]:
    """MTD(f) as its paper has it."""
    lower, upper, line = -inf, inf, []
    while lower < upper:
        beta = guess + 1 if guess == lower else guess
        guess, tested = searcher.search(beta - 1, beta)
        if guess < beta:
            upper = guess
        else:
            lower, line = guess, tested
        if is_iteration:
            searcher.close_iteration(beta)
    return guess, line


def mtd_f(game: Game, root: Hashable, depth: int, first_guess: int = 0, **options: Any) -> Found:
    searcher = Searcher(game, root, depth, **options)
    searcher.found.value, searcher.found.line = _enclose(searcher, first_guess, True)
    return searcher.found


def iterative_deepening_alpha_beta(
    game: Game, root: Hashable, depth: int, search: str = "alpha_beta", **options: Any
) -> Found:
    scouts = search == "principal_variation"
    searcher = Searcher(game, root, 0, scouts=scouts, **options)
    found = searcher.found
    while searcher.depth < depth:
        searcher.depth += 1
        searcher.saw_horizon = False
        if searcher.table:
            searcher.table.iteration = searcher.depth
        if search == "mtd_f":
            found.value, found.line = _enclose(searcher, found.value, False)
        else:
            found.value, found.line = searcher.search(-inf, inf)
        searcher.close_iteration(searcher.depth)
        if not searcher.saw_horizon and not game.by_remaining:
            break
    return found


ALGORITHMS: dict[str, Callable[..., Found]] = {
    "minimax": minimax,
    "alpha_beta": alpha_beta,
    "principal_variation_search": principal_variation_search,
    "mtd_f": mtd_f,
    "iterative_deepening_alpha_beta": iterative_deepening_alpha_beta,
}

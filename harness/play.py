"""``run.py play``: a person plays against a configuration in the terminal.

What is played, and against whom, is planned as a config of one run is, so that names, parameters
and positions are checked, and complained of, as they are there.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

from harness import config, expansion, modules
from harness.complaints import shown
from harness.error_text import sentence
from harness.model import Instance, Record, Run, UserError
from harness.parameters import label, parsed
from harness.play_options import document_of, first_of, why_several
from harness.referee import Referee
from harness.streams import say, write
from kernels import catalogue
from kernels.game_contract import DRAW, FIRST_WINS

ALGORITHM = "alpha_beta(depth=4)"
"""Against whom a person plays who asks for nobody."""

_Given = TypeVar("_Given")

_MOST_TOLD = 9
"""Moves that somebody is told of who made none."""

UNDO, QUIT, MOVES = "undo", "quit", "moves"
HELP = f"a move, or {UNDO}, {MOVES} (lists those that are legal) or {QUIT}"


class Opponent(Protocol):
    """What searches for the computer's moves."""

    def solve(self, run: Run) -> Record:
        """Search within the run's limits."""

    def referee(self, run: Run) -> Referee:
        """The rules of the run's game, at its position."""


def planned(
    game: str,
    algorithm: str | None = None,
    evaluator: str | None = None,
    candidates: str | None = None,
    position: str | None = None,
    changes: Sequence[str] = (),
) -> Run:
    """The search that answers the first move; all but ``position`` are labels, ``name(key=value)``.

    changes
        ``PART.PARAMETER=VALUE`` each; parts are the keys of ``harness.play_options.SECTIONS``.

    Raises UserError for whatever a config would be refused for, for lists of values, and for a
    position in which there is nothing to play.
    """
    name, _ = parsed(game)
    labels = {
        "game": game,
        "algorithm": algorithm or ALGORITHM,
        "evaluator": evaluator or first_of("evaluators", name),
        "candidates": candidates or first_of("candidates", name),
    }
    chosen = {part: parsed(given) for part, given in labels.items() if given}
    opponent, _ = chosen["algorithm"]
    if not _tells_moves(opponent):
        raise UserError(f"--algorithm: {opponent} finds no moves and cannot play")
    document = document_of(chosen, changes, position)
    plan = expansion.plan(config.validated(document))
    if len(plan.runs) + len(plan.refused) != 1:
        raise UserError(why_several(document))
    [run] = plan.runs
    if run.fault is not None:
        raise UserError(f"--position: {run.fault}")
    return run


def _tells_moves(algorithm: str) -> bool:
    """Whether it finds moves; one that is not there, or plays no games, is told of elsewhere."""
    if algorithm not in catalogue.names("algorithms"):
        return True
    module = modules.load(catalogue.path_of("algorithms", algorithm))
    return bool(getattr(module, "TELLS_MOVES", True))


@dataclass
class Table:
    """A game at the table: the person on one side, the computer on the other.

    run
        the search of the computer, in the position that they began with.
    begins
        whether the person makes the first move.
    ask
        gives the person's next line, or None at the end of the input.
    tell
        writes text, adding nothing.
    """

    run: Run
    opponent: Opponent
    begins: bool
    ask: Callable[[], str | None]
    tell: Callable[[str], None]
    _person: int = 0  # 0 if he is the first player of the game, 1 if the second

    def play(self) -> None:
        """Play until the game is over or the person leaves.

        Raises UserError where the computer's search fails, or ends without a move.
        """
        game = _of_search(lambda: self.opponent.referee(self.run))
        self._person = game.mover if self.begins else 1 - game.mover
        self._show(game)
        while not game.is_over:
            if game.mover != self._person:
                self._answer(game)
            elif not self._take(game):
                return
        self.tell(f"{self._ending(game)}\n")

    def _show(self, game: Referee) -> None:
        self.tell(f"\n{game.drawing}\n\n")

    def _answer(self, game: Referee) -> None:
        """Make the computer's move."""
        position = Instance(self.run.instance.name, game.position)
        row = _of_search(lambda: self.opponent.solve(replace(self.run, instance=position)).row)
        move = row["best_move"]
        if move is None:
            reason = row.get("detail") or "its search names none"
            raise UserError(f"{self.run.algorithm.name} has no move: {reason}", 1)
        if not game.play(move):
            raise UserError(f"{self.run.algorithm.name}: {move} breaks the game's rules", 1)
        counts = f"value {row['value']}, {row['generated']:,} nodes"
        self.tell(f"{self.run.algorithm.name} plays {move} ({counts})\n")
        self._show(game)

    def _take(self, game: Referee) -> bool:
        """Make the person's move; False if the person leaves."""
        while True:
            self.tell(f"move {len(game.moves) + 1}, {_SIDES[self._person]}: ")
            line = self.ask()
            if line is None:
                self.tell("\n")
                return False
            word = line.strip()
            if word.lower() == QUIT:
                return False
            if word.lower() == UNDO:
                self._undo(game)
            elif word.lower() == MOVES:
                self.tell(f"{' '.join(game.legal)}\n")
            elif game.play(word):
                self._show(game)
                return True
            elif word:
                self.tell(f"{self._refusal(game, word)}\n")

    def _undo(self, game: Referee) -> None:
        """Go back to the person's move before, if there is one."""
        own = len(game.moves) - 2
        if own < 0:
            self.tell("there is no move of yours to take back\n")
            return
        game.take_back(2)
        self._show(game)

    def _refusal(self, game: Referee, word: str) -> str:
        if game.is_move(word):
            return f"{word} is not allowed here"
        legal = game.legal
        if len(legal) > _MOST_TOLD:
            legal = [*legal[: _MOST_TOLD - 2], "...", legal[-1]]
        return f"{shown(word)} is no move (allowed here: {' '.join(legal)}); answer with {HELP}"

    def _ending(self, game: Referee) -> str:
        if game.outcome == DRAW:
            return "a draw"
        winner = int(game.outcome != FIRST_WINS)
        return "you win" if winner == self._person else f"{self.run.algorithm.name} wins"


_SIDES = ("first player", "second player")


def _of_search(call: Callable[[], _Given]) -> _Given:
    """What compiled code, or somebody's evaluator, gives; its faults as UserErrors."""
    try:
        return call()
    except UserError:
        raise
    except Exception as error:
        raise UserError(sentence(error), 1) from error


def described(run: Run) -> Iterator[str]:
    """What is played and against whom, a line for each part with all its parameters."""
    for choice in (run.domain, run.algorithm, run.heuristic, run.candidates):
        if choice:
            yield label(choice.name, choice.parameters)


def against_person(run: Run, begins: bool) -> None:
    """Have a person at the terminal play against the search of a run.

    begins
        whether the person makes the first move.

    Raises UserError where the search fails.
    """
    from harness import kernel_of
    from harness.search import Solver

    for line in described(run):
        say(line)
    if not kernel_of.is_cached(run):
        say("the kernel is being compiled")
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")  # what is no text is no move either
    Table(run, Solver(), begins, _next_line, write).play()


def _next_line() -> str | None:
    """A line of standard input; None at its end, or if it is closed."""
    return sys.stdin.readline() or None if sys.stdin else None

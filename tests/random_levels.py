"""Random small Sokoban levels, most of them unsolvable or nearly so; and all states of one."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import count
from random import Random
from typing import Any

from naive_domains import Problem
from naive_sokoban import UNPRUNED, Rules, Square, State, parse, sokoban
from searching import choice

from harness.model import Instance, Limits, Run

SIGNS = {  # box, goal, man
    (False, False, False): " ",
    (False, True, False): ".",
    (True, False, False): "$",
    (True, True, False): "*",
    (False, False, True): "@",
    (False, True, True): "+",
}
POCKETS = (("###", "#*#", "###"), ("####", "#**#", "####"), ("###", "# #", "###"))
"""Walled squares that nobody comes to, as rows: two with scenery, one with nothing in it."""


def drawn(
    walls: set[Square], boxes: set[Square], goals: set[Square], man: Square, height: int, width: int
) -> list[str]:
    """The rows of a level of this size."""
    return [
        "".join(
            "#" if (at := (row, column)) in walls else SIGNS[at in boxes, at in goals, at == man]
            for column in range(width)
        )
        for row in range(height)
    ]


def room(random: Random, rows: int, columns: int, boxes: int) -> list[str]:
    """A walled room with inner walls or a corridor, and all else at random on what is left."""
    inner = [(row, column) for row in range(1, rows + 1) for column in range(1, columns + 1)]
    frame = {
        (row, column)
        for row in range(rows + 2)
        for column in range(columns + 2)
        if row in (0, rows + 1) or column in (0, columns + 1)
    }
    walls = {square for square in inner if random.random() < random.choice((0, 0.1, 0.25))}
    if random.random() < 0.3:  # a wall across the room, with one gap
        across, gap = random.randint(1, columns), random.randint(1, rows)
        walls |= {square for square in inner if square[1] == across}
        walls.discard((gap, across))
    free = [square for square in inner if square not in walls]
    if len(free) <= boxes:
        return room(random, rows, columns, boxes)
    middle = [square for square in free if 1 < square[0] < rows and 1 < square[1] < columns]
    easier = random.random() < 0.8 and len(middle) >= boxes
    placed = random.sample(middle if easier else free, boxes)
    man = random.choice([square for square in free if square not in placed])
    kept = random.choice((0, 0, 0, 0, 0, 0, 1, boxes))  # boxes that stand on goals already
    left = [square for square in free if square not in placed[:kept]]
    goals = placed[:kept] + random.sample(left, boxes - kept)
    return drawn(frame | walls, set(placed), set(goals), man, rows + 2, columns + 2)


def with_pocket(random: Random, rows: list[str]) -> list[str]:
    """A pocket beside the level."""
    pocket = random.choice(POCKETS)
    top = random.randint(0, len(rows) - len(pocket))
    beside = [pocket[i - top] if top <= i < top + len(pocket) else "" for i in range(len(rows))]
    return [(row + extra).rstrip() for row, extra in zip(rows, beside, strict=True)]


def without_corners(random: Random, rows: list[str]) -> list[str]:
    """Without some of the corners of the frame, which close nothing."""
    for row in (0, len(rows) - 1):
        for column in (0, len(rows[row]) - 1):
            if random.random() < 0.3:
                rows[row] = rows[row][:column] + " " + rows[row][column + 1 :]
    return [row.rstrip() for row in rows]


def text_of(text: str, state: State) -> str:
    """The text of the level with boxes and man as they are in a state."""
    level, (boxes, man) = parse(text), state
    rows = [list(row) for row in text.split("\n")]
    for row, column in level.floor:
        at = (row, column)
        rows[row][column] = SIGNS[at in boxes, at in level.goals, at == man]
    return "\n".join("".join(row).rstrip() for row in rows)


def random_level(
    seed: int, sizes: tuple[int, int] = (3, 6), boxes: tuple[int, int] = (1, 3)
) -> str:
    """The canonical text of a level that is not lost from the first.

    sizes
        fewest and most rows, and columns, of the room.
    boxes
        fewest and most of them; those that are scenery count, those in a pocket do not.
    """
    random = Random(seed)
    while True:
        height, width = random.randint(*sizes), random.randint(*sizes)
        rows = without_corners(random, room(random, height, width, random.randint(*boxes)))
        if random.random() < 0.2:
            rows = with_pocket(random, rows)
        text = "\n".join(rows)
        if not parse(text).is_lost and parse(text).boxes:
            return text


def some_levels(
    how_many: int,
    first_seed: int,
    most_states: int = 1500,
    sizes: tuple[int, int] = (3, 6),
    boxes: tuple[int, int] = (1, 3),
) -> Iterator[str]:
    """Random levels in which no more states than so many can be reached."""
    found = 0
    for seed in count(first_seed):
        text = random_level(seed, sizes, boxes)
        if len(states_of(sokoban(text, UNPRUNED), most_states)) <= most_states:
            yield text
            found += 1
        if found == how_many:
            return


def states_of(problem: Problem, most: int | None = None) -> list[State]:
    """The start and all states that can be reached, nearest first; at most a few over ``most``."""
    known = {problem.start: None}
    waiting = [problem.start]
    for state in waiting:
        if most is not None and len(waiting) > most:
            break
        for _, child, _ in problem.operators(state, None):
            if child not in known:
                known[child] = None
                waiting.append(child)
    return waiting


def costs_to_go(problem: Problem, states: list[State]) -> dict[State, int]:
    """Least cost to a goal of each of the states, which are all, that can reach one."""
    into: dict[State, list[tuple[State, int]]] = {}
    for state in states:
        for _, child, cost in problem.operators(state, None):
            into.setdefault(child, []).append((state, cost))
    found: dict[State, int] = {}
    order = count()
    heap = [(0, next(order), state) for state in states if problem.is_goal(state)]
    while heap:
        cost, _, state = heappop(heap)
        if state not in found:
            found[state] = cost
            for parent, own in into.get(state, ()):
                heappush(heap, (cost + own, next(order), parent))
    return found


def sokoban_run(
    text: str,
    rules: Rules,
    algorithm: str,
    parameters: dict[str, Any],
    heuristic: str | None,
    limits: Limits | None = None,
) -> Run:
    """A run on a level."""
    chosen = choice("heuristics", heuristic, "sokoban") if heuristic else None
    return Run(
        run_id="0" * 16,
        experiment="test",
        domain=choice("domains", "sokoban", **vars(rules)),
        instance=Instance("level", text),
        algorithm=choice("algorithms", algorithm, **parameters),
        heuristic=chosen,
        seed=None,
        limits=limits or Limits(memory=1 << 28),
        keep_path=True,
    )

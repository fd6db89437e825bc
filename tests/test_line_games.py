"""m,n,k-games and gomoku: what a move does, who has won, keys, evaluators and candidates."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import pytest
from line_probes import LineKernel, compiled_game, plain_game, rules_of, stones_of
from naive_games import (
    EMPTY,
    FIRST,
    SECOND,
    LineBoard,
    lines,
    longest_line,
    minimax,
    positions_by_ply,
    reachable,
    tree,
)

from kernels.cores.line_board_tables import Rules, layout, symmetries
from kernels.game_contract import DRAW, FIRST_WINS, ONGOING, SECOND_WINS

TIC_TAC_TOE = LineBoard(3, 3, 3)
OUTCOMES = {None: ONGOING, 1: FIRST_WINS, -1: SECOND_WINS, 0: DRAW}
COMPILED = [
    rules_of(TIC_TAC_TOE, exact_keys=True),
    rules_of(TIC_TAC_TOE, symmetry=True, exact_keys=True),
    rules_of(LineBoard(4, 3, 3), symmetry=True),
    rules_of(LineBoard(5, 8, 4), exact_keys=True),  # 40 cells: the largest exact keys
    rules_of(LineBoard(15, 15, 5)),
    rules_of(LineBoard(15, 15, 5, exactly=True), symmetry=True),
    rules_of(LineBoard(9, 13, 5, exactly=True), symmetry=True),
    rules_of(LineBoard(19, 19, 6)),
]
PLAIN = [
    rules_of(LineBoard(width, height, length, exactly))
    for width, height in ((3, 5), (4, 4), (6, 4), (7, 7), (6, 9), (12, 7), (1, 6), (60, 3))
    for length in (3, 4, 5, 6)
    for exactly in (False, True)
    if length <= max(width, height)
]


def board_of(game: LineKernel) -> LineBoard:
    rules = game.rules
    return LineBoard(rules.width, rules.height, rules.length, rules.exactly)


@cache
def every_position() -> list[str]:
    """All of tic-tac-toe."""
    return sorted(reachable(TIC_TAC_TOE, 9))


def to_move(position: str) -> str:
    """By the number of stones alone, for boards that no play leads to."""
    return FIRST if stones_of(position) % 2 == 0 else SECOND


def outcome_after(board: LineBoard, position: str, cell: int) -> int:
    """By a scan of all lines."""
    after = position[:cell] + to_move(position) + position[cell + 1 :]
    return OUTCOMES[board.value(after)]


def crowded(board: LineBoard, rng: Random) -> tuple[str, list[int]]:
    """A board that nobody has won, and empty cells of it.

    One run of the player to move, somewhere in some line, lacks only the first one or two of these
    cells to be long enough, or longer.
    """
    while True:
        signs = [
            rng.choice((FIRST, SECOND)) if rng.random() < 0.6 * rng.random() else EMPTY
            for _ in range(board.width * board.height)
        ]
        mover = rng.choice((FIRST, SECOND))
        line = [row * board.width + column for row, column in rng.choice(all_lines(board))]
        first = rng.randrange(max(1, len(line) - board.length + 1))
        run = line[first : first + board.length + rng.choice((0, 0, 0, 1, 2, 5))]
        holes = rng.sample(run, min(len(run), rng.choice((1, 1, 1, 2))))
        for cell in run:
            signs[cell] = EMPTY if cell in holes else mover
        if to_move("".join(signs)) != mover:
            odd = rng.choice([cell for cell in range(len(signs)) if cell not in run] or run)
            signs[odd] = EMPTY if signs[odd] != EMPTY else rng.choice((FIRST, SECOND))
        position = "".join(signs)
        if not board.winners(position):
            empty = empty_of(position)
            others = [cell for cell in empty if cell not in holes]
            wanted = [cell for cell in holes if cell in empty]
            return position, wanted + rng.sample(others, min(len(others), 4))


def all_lines(board: LineBoard) -> list[list[tuple[int, int]]]:
    return lines(board.width, board.height)


def check_wins(game: LineKernel, boards: int, seed: int) -> Counter[int]:
    """Moves on so many crowded boards, held against the scan; how many had which outcome."""
    board, rng, seen = board_of(game), Random(seed), Counter[int]()
    for _ in range(boards):
        position, cells = crowded(board, rng)
        expected = [outcome_after(board, position, cell) for cell in cells]
        attempted = game.attempt(position, cells)
        assert [outcome for outcome, _, _ in attempted] == expected, (board, position, cells)
        assert {mover for _, mover, _ in attempted} == {int(to_move(position) == FIRST)}
        seen.update(expected)
    return seen


@pytest.mark.parametrize("rules", COMPILED, ids=str)
def test_wins_are_those_of_a_scan_of_all_lines(rules: Rules) -> None:
    seen = check_wins(compiled_game(rules), 80, seed=1)
    assert min(seen[FIRST_WINS], seen[SECOND_WINS], seen[ONGOING]) > 10


@pytest.mark.parametrize("rules", PLAIN, ids=str)
def test_so_are_those_of_boards_of_many_sizes(rules: Rules) -> None:
    check_wins(plain_game(rules), 60, seed=2)


@pytest.mark.parametrize("exactly", [False, True])
@pytest.mark.parametrize("first", [0, 6 * 15, 14 * 15])
def test_lines_that_are_longer(exactly: bool, first: int) -> None:
    """Rows of 15 cells, at both borders of the board and within, and what stones there make."""
    longer = ONGOING if exactly else FIRST_WINS
    rows = {
        "XXXX.X.........": {4: longer},
        "X.XXXX..XX.XXXX": {1: longer, 6: FIRST_WINS, 10: longer},
        ".XXXX.XXX......": {0: FIRST_WINS, 5: longer},
        "OXXXX.O........": {5: FIRST_WINS},
        "..........XXXX.": {9: FIRST_WINS, 14: FIRST_WINS},
        "....XXXX.XXXX..": {8: longer, 3: FIRST_WINS},
    }
    game = compiled_game(rules_of(LineBoard(15, 15, 5, exactly), symmetry=exactly))
    for row, outcomes in rows.items():
        cells = [EMPTY] * 225
        cells[first : first + 15] = row
        if stones_of(row) % 2:
            cells[3 * 15 + 3] = SECOND  # so that it is the first player's turn
        position = "".join(cells)
        attempted = game.attempt(position, [first + column for column in outcomes])
        assert [outcome for outcome, _, _ in attempted] == list(outcomes.values())


@pytest.mark.parametrize("rules", COMPILED, ids=str)
def test_a_game_forth_and_back(rules: Rules) -> None:
    """After each move the state, keys included, is that made of the position at once."""
    game, rng = compiled_game(rules), Random(3)
    board = board_of(game)
    for _ in range(max(2, 1000 // (board.width * board.height))):
        moves = list(range(board.width * board.height))
        rng.shuffle(moves)
        forth, back = game.follow(board.start(), moves)
        assert (forth == back).all()
        position = board.start()
        for state, move in zip(forth[:-1], moves, strict=False):
            assert board.value(position) is None
            assert (state == game.start(position)).all()
            position = board.play(position, move)
        assert board.value(position) is not None
        assert (forth[-1] == game.start(position)).all()


@pytest.mark.parametrize("rules", COMPILED, ids=str)
def test_a_state_has_what_its_layout_says(rules: Rules) -> None:
    game, rng = compiled_game(rules), Random(4)
    board = board_of(game)
    at = layout(rules.width, rules.height, symmetries(rules))
    for _ in range(20):
        position, _ = crowded(board, rng)
        state = game.start(position).tolist()
        assert state[: len(position)] == [".XO".index(sign) for sign in position]
        assert state[at.stones] == stones_of(position)
        assert state[at.outcome] == ONGOING
        assert len(state) == at.size
        for sign, rows in ((FIRST, at.first_rows), (SECOND, at.second_rows)):
            held = {divmod(c, rules.width) for c in range(len(position)) if position[c] == sign}
            parts = [
                (rows, rules.height, lambda r, c: (r, c)),
                (rows + at.columns, rules.width, lambda r, c: (c, r)),
                (
                    rows + at.falling,
                    at.rising - at.falling,
                    lambda r, c: (r - c + rules.width - 1, c),
                ),
                (rows + at.rising, at.rising - at.falling, lambda r, c: (r + c, c)),
            ]
            for first, count, place in parts:
                bits = [0] * count
                for square in held:
                    line, bit = place(*square)
                    bits[line] |= 1 << bit
                assert state[first : first + count] == bits


def test_exact_keys_are_the_cells() -> None:
    """Digits to base 3: each position has its own, and no two the same."""
    keys = compiled_game(COMPILED[0]).keys(every_position())
    assert keys == [number_of(position) for position in every_position()]
    assert len(set(keys)) == 5_478
    full = "X" * 20 + "O" * 20
    assert compiled_game(rules_of(LineBoard(5, 8, 4), exact_keys=True)).keys(
        [full, full[::-1]]
    ) == [
        number_of(full),
        number_of(full[::-1]),
    ]


def number_of(position: str) -> int:
    return sum(".XO".index(sign) * 3**cell for cell, sign in enumerate(position))


def test_keys_with_symmetry_are_those_of_the_least_image() -> None:
    keys = compiled_game(COMPILED[1]).keys(every_position())
    assert keys == [min(map(number_of, TIC_TAC_TOE.images(p))) for p in every_position()]
    assert len(set(keys)) == 765


@pytest.mark.parametrize("rules", COMPILED[1:3], ids=str)
def test_keys_are_equal_where_one_position_is_the_image_of_the_other(rules: Rules) -> None:
    """Exact ones on a square; hashes on a board that is wider than high."""
    game = compiled_game(rules)
    board = board_of(game)
    positions = sorted(reachable(board, 5))
    of_class: dict[str, set[int]] = {}
    for position, key in zip(positions, game.keys(positions), strict=True):
        of_class.setdefault(min(board.images(position)), set()).add(key)
    assert all(len(keys) == 1 for keys in of_class.values())
    assert len(set().union(*of_class.values())) == len(of_class)


def test_hashes_of_different_positions_differ() -> None:
    rules = rules_of(LineBoard(15, 15, 5))
    rng, board = Random(5), LineBoard(15, 15, 5)
    positions = {crowded(board, rng)[0] for _ in range(300)}
    near = [board.play(board.start(), cell) for cell in range(225)]
    asked = sorted(positions.union(near))
    assert len(set(compiled_game(rules).keys(asked))) == len(asked)


@pytest.mark.filterwarnings("ignore:overflow")  # of NumPy's scalars, where nothing is compiled
def test_moves_and_candidates_are_the_empty_cells_in_order() -> None:
    rng = Random(6)
    for game in [*map(compiled_game, COMPILED), *map(plain_game, PLAIN[::4])]:
        for _ in range(20):
            position, _ = crowded(board_of(game), rng)
            assert game.lists(position) == (empty_of(position), empty_of(position))
    for position in every_position():
        found = compiled_game(COMPILED[0]).lists(position)
        assert found == (empty_of(position), empty_of(position))


def empty_of(position: str) -> list[int]:
    return [cell for cell, sign in enumerate(position) if sign == EMPTY]


@pytest.mark.parametrize("open_lines", [False, True])
@pytest.mark.parametrize("rules", COMPILED[:5], ids=str)
def test_longest_line(rules: Rules, open_lines: bool) -> None:
    """Against all lines, read off one by one; the end of a game is worth 1, 0 or -1."""
    game, rng = compiled_game(rules), Random(7)
    board, seen = board_of(game), Counter[int]()
    crowds = [crowded(board, rng)[0] for _ in range(200)]
    for position in every_position() if board == TIC_TAC_TOE else crowds:
        value = board.value(position)
        if value is None:
            first = longest_line(board, position, FIRST, open_lines)
            second = longest_line(board, position, SECOND, open_lines)
            value = (first > second) - (first < second)
        assert game.value(position, open_lines) == value
        seen[value] += 1
    assert min(seen[1], seen[0], seen[-1]) > 10


def test_longest_line_by_hand() -> None:
    """X has two in the second row, which an O ends; in rows without an O it has one, as O has."""
    position = "O..XXO..."
    game = plain_game(rules_of(TIC_TAC_TOE))
    assert game.value(position, open_lines=False) == 1
    assert game.value(position, open_lines=True) == 0


def test_the_tree_of_tic_tac_toe() -> None:
    """Published: 549,946 nodes, 255,168 games, 5,478 positions, 765 of them up to symmetry."""
    whole = tree(TIC_TAC_TOE, 9)
    assert sum(whole.nodes) == 549_946
    assert whole.nodes[:6] == [1, 9, 72, 504, 3_024, 15_120]  # nobody can have won before
    assert whole.ends == {1: 131_184, -1: 77_904, 0: 46_080}
    assert sum(whole.ends.values()) == 255_168
    assert sum(positions_by_ply(TIC_TAC_TOE, 9)) == 5_478
    assert sum(positions_by_ply(TIC_TAC_TOE, 9, symmetry=True)) == 765
    assert minimax(TIC_TAC_TOE, TIC_TAC_TOE.start(), {}) == 0

"""Pictures of solutions: frames, sizes, every cell of every board, the same bytes each time."""

from __future__ import annotations

import io
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from small_solutions import TWO_ROWS, TWO_ROWS_PUSHES, tile_params

from harness import pictures
from harness.drawings import connect_four, gomoku, m_n_k, sliding_tiles, sokoban
from harness.picture_text import MOST_LINES, font_of, wrapped
from harness.pictures import LEAST_WIDTH, LINE, MARGIN, MOST_BOARDS, Board, Caption, Painter

CAPTION = Caption("my set/7", "ida_star, manhattan", "move")


def round_trip(length: int) -> list[Board]:
    """The blank goes round a 2x2 board; 12 moves lead back to where it began."""
    moves = "RDLU" * 3 * (length // 12)
    boards: list[Any] = sliding_tiles.boards("0 1 2 3", tile_params(2, 2, "blank_first"), moves)
    return boards


SOLUTIONS: dict[str, tuple[Sequence[Board], Painter]] = {
    "sokoban": (sokoban.boards(TWO_ROWS, {}, TWO_ROWS_PUSHES), sokoban.paint),
    "tiles": (round_trip(12), sliding_tiles.paint),
    "large tiles": (
        sliding_tiles.boards("1 0 2 3 4 5", tile_params(3, 2, "blank_first"), ["L"]),
        sliding_tiles.paint,
    ),
    "nothing to do": (round_trip(0), sliding_tiles.paint),
    "tic-tac-toe": (
        m_n_k.boards("XX./OO./...", {"m": 3, "n": 3, "k": 3}, ["2,2", "1,2"]),
        m_n_k.paint,
    ),
    "gomoku": (
        gomoku.boards(
            "XXX.X/O..OO/..O../...../.....",
            {"width": 5, "height": 5, "rule": "five_or_more"},
            ["0,3"],
        ),
        gomoku.paint,
    ),
    "connect four": (
        connect_four.boards("O...../XXX.OO", {"width": 6, "height": 2}, ["4"]),
        connect_four.paint,
    ),
}


def opened(content: bytes) -> Any:
    return Image.open(io.BytesIO(content))


def frames(content: bytes) -> list[Image.Image]:
    picture = opened(content)
    found = []
    for number in range(picture.n_frames):
        picture.seek(number)
        found.append(picture.convert("RGB"))
    return found


def check_cells(shown: Sequence[tuple[Image.Image, tuple[int, int], Board]], side: int) -> None:
    """Cells of one kind look the same everywhere, and those of two kinds never."""
    looks: dict[str, set[bytes]] = {}
    for picture, (left, top), board in shown:
        for y, row in enumerate(board):
            for x, kind in enumerate(row):
                place = (left + x * side, top + y * side)
                cell = picture.crop((*place, place[0] + side, place[1] + side))
                looks.setdefault(kind, set()).add(cell.tobytes())
    assert {len(different) for different in looks.values()} == {1}
    assert len(set.union(*looks.values())) == len(looks)


@pytest.mark.parametrize("name", SOLUTIONS)
def test_an_animation_shows_every_board(name: str) -> None:
    """Cells are 64 pixels wide, as large as they come, on boards as small as these."""
    boards, paint = SOLUTIONS[name]
    shown = frames(pictures.animation(boards, paint, CAPTION))
    assert len(shown) == len(boards)
    width, height = 64 * len(boards[0][0]), 64 * len(boards[0])
    size = (max(width, LEAST_WIDTH) + 2 * MARGIN, height + 3 * LINE + 3 * MARGIN)
    assert {frame.size for frame in shown} == {size}
    place = ((size[0] - width) // 2, 2 * LINE + MARGIN * 3 // 2)
    check_cells([(*pair[:1], place, pair[1]) for pair in zip(shown, boards, strict=True)], 64)


@pytest.mark.parametrize("name", SOLUTIONS)
def test_a_sheet_shows_every_board(name: str) -> None:
    boards, paint = SOLUTIONS[name]
    picture = opened(pictures.sheet(boards, paint, CAPTION)).convert("RGB")
    rows, columns = len(boards[0]), len(boards[0][0])
    side = min(40, 260 // max(rows, columns))
    across, down = columns * side + MARGIN, rows * side + LINE + MARGIN
    in_a_row = {1: 1, 2: 1, 3: 2, 5: 2, 13: 4}[len(boards)]
    places = [
        (MARGIN + i % in_a_row * across, 2 * LINE + 2 * MARGIN + i // in_a_row * down)
        for i in range(len(boards))
    ]
    check_cells([(picture, *pair) for pair in zip(places, boards, strict=True)], side)


@pytest.mark.parametrize("kind", pictures.KINDS)
def test_the_same_boards_give_the_same_bytes(kind: str) -> None:
    boards, paint = SOLUTIONS["sokoban"]
    first, second = (pictures.KINDS[kind](boards, paint, CAPTION) for _ in range(2))
    assert first == second
    assert pictures.KINDS[kind](boards, paint, CAPTION._replace(instance="x")) != first


def test_a_long_solution() -> None:
    """Every board in the animation, at the shortest time a board; some of them on the sheet."""
    boards = round_trip(504)
    assert len(boards) == 505
    animation = opened(pictures.animation(boards, sliding_tiles.paint, CAPTION))
    assert animation.n_frames == 505
    animation.seek(250)
    assert animation.info["duration"] == pictures.SHORTEST_SHOWN
    assert animation.info["loop"] == 0
    chosen = pictures._chosen(505)
    assert (len(chosen), chosen[0], chosen[-1]) == (MOST_BOARDS, 0, 504)
    assert {b - a for a, b in pairwise(chosen)} == {5, 6}
    sheet = opened(pictures.sheet(boards, sliding_tiles.paint, CAPTION))
    assert sheet.width < 1500
    assert sheet.height < 1500


def test_a_large_board_stays_small() -> None:
    room = ["#" * 50, *["#" + " " * 48 + "#"] * 48, "#" * 50]
    room[1] = "#@" + " " * 47 + "#"
    boards = sokoban.boards("\n".join(room), {}, [])
    assert frames(pictures.animation(boards, sokoban.paint, CAPTION))[0].width == 50 * 12 + 24
    assert opened(pictures.sheet(boards, sokoban.paint, CAPTION)).width == 50 * 10 + 24


WORDS = st.text("ab W,(=", max_size=60)


@given(WORDS, st.integers(40, 400))
def test_words_are_broken_into_lines_that_fit(words: str, room: int) -> None:
    font = font_of(15)
    lines = wrapped(words, font, room)
    assert 1 <= len(lines) <= MOST_LINES
    assert all(font.getlength(line) <= room for line in lines)
    whole = words.replace(" ", "")
    shown = "".join(lines).replace(" ", "")
    assert shown == whole or (shown.endswith("…") and whole.startswith(shown[:-1]))
    assert shown == whole or len(lines) == MOST_LINES
    assert font.getlength(words) > room or lines == [words.rstrip()]


def test_lines_are_broken_behind_blanks_and_commas() -> None:
    words = "connect_four(width=6,height=5), empty"
    assert wrapped(words, font_of(15), 190) == ["connect_four(width=6,", "height=5), empty"]
    assert wrapped("x" * 30, font_of(15), 200) == ["x" * 22, "x" * 8]


@pytest.mark.parametrize("kind", pictures.KINDS)
def test_a_long_title_moves_the_boards_down(kind: str) -> None:
    boards, paint = SOLUTIONS["connect four"]
    long = CAPTION._replace(instance="connect_four(width=6,height=5), a board of its own")
    short, tall = (opened(pictures.KINDS[kind](boards, paint, c)) for c in (CAPTION, long))
    room = LEAST_WIDTH - (0 if kind == "gif" else MARGIN)
    assert len(wrapped(long.instance, font_of(15, bold=True), max(room, short.width - 24))) == 2
    assert tall.size == (short.width, short.height + LINE)


def test_a_sheet_tells_what_it_counts() -> None:
    assert [pictures._plural(word, 2) for word in ("push", "move")] == ["pushes", "moves"]
    assert pictures._plural("push", 1) == "push"

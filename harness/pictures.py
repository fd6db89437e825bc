"""Pictures of what runs have found: an animation (GIF), or all boards on one sheet (PNG).

A board is a grid of kinds of cells, given by a file in ``harness/drawings``, which also knows how
to paint a cell of each kind. A cell is painted once and then copied to wherever it is wanted. The
same boards give the same bytes.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple, cast

from PIL import Image, ImageDraw, ImageFont

from harness.picture_text import font_of, wrapped

Board = Sequence[Sequence[str]]
"""Rows of cells, each the name of its kind."""

Cells = dict[str, Image.Image]
"""One picture a kind."""

Colour = tuple[int, int, int]

WHITE, INK, PALE_INK, BAR = "#ffffff", "#20262e", "#6b7480", "#0072b2"
TITLE_SIZE, TEXT_SIZE = 15, 13  # pixels
LINE = 20  # pixels, a line of either
MARGIN = 12  # pixels around everything, and between the boards of a sheet
BAR_HEIGHT = 4  # pixels, of what shows how far an animation is

FINER = 4  # how much finer a cell is painted than it is shown
COLOURS = 256  # the most that a GIF can have; blends at edges take the nearest of these
APART = 12  # of 255: Pillow looks colours up by their higher six bits, and is to find them exactly

LEAST_WIDTH = 320  # pixels, so that a title fits over a small board
ANIMATION, ANIMATION_CELLS = 640, (12, 64)  # pixels: a board's longer side; least and largest cell
SHEET, SHEET_CELLS = 260, (10, 40)  # the same of one board among several
SHEET_WIDTH = 1800  # pixels, at most, where more than one board stands in a row

MOST_BOARDS = 100
"""Boards on a sheet; of a longer solution as many, at even distances, the first and last too."""

FIRST_SHOWN, LAST_SHOWN = 1000, 2500  # milliseconds
SHOWN, SHORTEST_SHOWN = 400, 60  # milliseconds: a board of a short solution; of the longest
WHOLE = 30_000  # milliseconds that an animation is to last at most, where SHORTEST_SHOWN allows


class Caption(NamedTuple):
    """What is written around boards: whose they are, and what leads from one to the next."""

    instance: str
    search: str
    operator: str


class Cell:
    """One cell to paint on; places and sizes are shares of its side, from its top left corner."""

    def __init__(self, side: int) -> None:
        self._fine = side * FINER
        self._image = Image.new("RGB", (self._fine, self._fine), WHITE)
        self._draw = ImageDraw.Draw(self._image)

    def box(
        self, left: float, top: float, right: float, bottom: float, colour: str, radius: float = 0
    ) -> None:
        """A filled rectangle, its corners rounded."""
        first = (self._pixels(left), self._pixels(top))
        last = (self._pixels(right) - 1, self._pixels(bottom) - 1)
        self._draw.rounded_rectangle((first, last), self._pixels(radius), colour)

    def disc(self, x: float, y: float, radius: float, colour: str) -> None:
        """A filled circle."""
        first = (self._pixels(x - radius), self._pixels(y - radius))
        last = (self._pixels(x + radius) - 1, self._pixels(y + radius) - 1)
        self._draw.ellipse((first, last), colour)

    def line(self, x: float, y: float, to_x: float, to_y: float, colour: str, width: float) -> None:
        """A straight line."""
        ends = [(self._pixels(x), self._pixels(y)), (self._pixels(to_x), self._pixels(to_y))]
        self._draw.line(ends, colour, self._pixels(width))

    def text(self, words: str, height: float, colour: str) -> None:
        """Words in the middle of the cell."""
        middle = (self._fine / 2, self._fine / 2)
        self._draw.text(
            middle, words, colour, font_of(self._pixels(height), bold=True), anchor="mm"
        )

    def shown(self) -> Image.Image:
        """The cell in the size in which it is shown."""
        return self._image.reduce(FINER)

    def _pixels(self, share: float) -> int:
        return round(share * self._fine)


Painter = Callable[[Cell, str], None]
"""Paints a cell of the kind that is named."""


class _Title(NamedTuple):
    """A line above boards, and its looks."""

    words: str
    colour: str
    font: ImageFont.FreeTypeFont


def animation(boards: Sequence[Board], paint: Painter, caption: Caption) -> bytes:
    """A GIF with a frame a board, which starts again at its end."""
    side = _side(boards[0], ANIMATION, ANIMATION_CELLS)
    cells = _cells(boards, paint, side)
    width, height = len(boards[0][0]) * side, len(boards[0]) * side
    page_width = max(width, LEAST_WIDTH) + 2 * MARGIN
    title = _title(caption, page_width - 2 * MARGIN)
    above = MARGIN + len(title) * LINE + MARGIN // 2
    page = Image.new("RGB", (page_width, above + height + LINE + MARGIN * 3 // 2), WHITE)
    _write_title(page, title)
    palette = _palette([page, *cells.values(), _foot(page.width, "", 1, 1)])
    cells = {kind: _reduced(cell, palette) for kind, cell in cells.items()}
    frame = _reduced(page, palette)
    place = ((page.width - width) // 2, above)
    frames = []
    for number, board in enumerate(boards):
        frame = frame.copy()
        _put(frame, place, board, cells, side, boards[number - 1] if number else None)
        foot = _foot(page.width, caption.operator, number, len(boards) - 1)
        frame.paste(_reduced(foot, palette), (0, page.height - foot.height))
        frames.append(frame)
    return _gif(frames)


def sheet(boards: Sequence[Board], paint: Painter, caption: Caption) -> bytes:
    """A PNG with all boards row by row, their numbers under them; see MOST_BOARDS."""
    chosen = _chosen(len(boards))
    side = _side(boards[0], SHEET, SHEET_CELLS)
    cells = _cells(boards, paint, side)
    width, height = len(boards[0][0]) * side, len(boards[0]) * side
    across, down = width + MARGIN, height + LINE + MARGIN
    columns = _columns(len(chosen), across, down)
    rows = -(-len(chosen) // columns)
    last = len(boards) - 1
    kept = f"; {len(chosen)} of the {len(boards)} boards" if len(chosen) < len(boards) else ""
    length = f"{last} {_plural(caption.operator, last)}{kept}"
    page_width = max(columns * across, LEAST_WIDTH) + MARGIN
    title = _title(caption._replace(search=f"{caption.search}: {length}"), page_width - 2 * MARGIN)
    above = 2 * MARGIN + len(title) * LINE
    page = Image.new("RGB", (page_width, above + rows * down), WHITE)
    _write_title(page, title)
    draw = ImageDraw.Draw(page)
    for i, number in enumerate(chosen):
        row, column = divmod(i, columns)
        left, top = MARGIN + column * across, above + row * down
        _put(page, (left, top), boards[number], cells, side)
        under = (left + width / 2, top + height + LINE / 2)
        draw.text(under, str(number), PALE_INK, font_of(TEXT_SIZE), anchor="mm")
    file = io.BytesIO()
    _reduced(page, _palette([page])).save(file, "png", optimize=True)
    return file.getvalue()


def _chosen(count: int) -> list[int]:
    """Numbers of the boards that a sheet shows.

    >>> _chosen(3), len(_chosen(500)), _chosen(500)[-1]
    ([0, 1, 2], 100, 499)
    """
    if count <= MOST_BOARDS:
        return list(range(count))
    return [i * (count - 1) // (MOST_BOARDS - 1) for i in range(MOST_BOARDS)]


def _columns(count: int, across: int, down: int) -> int:
    """How many boards stand in a row, so that a sheet is neither wide nor tall."""
    fitting = max(1, SHEET_WIDTH // across)
    square = round((count * down / across) ** 0.5)
    return min(count, fitting, max(1, square))


def _side(board: Board, wanted: int, bounds: tuple[int, int]) -> int:
    """A cell's side in pixels, such that the longer side of a board has about ``wanted``."""
    least, largest = bounds
    return min(largest, max(least, wanted // max(len(board), len(board[0]))))


def _cells(boards: Sequence[Board], paint: Painter, side: int) -> Cells:
    kinds = sorted({kind for board in boards for row in board for kind in row})
    painted = {kind: Cell(side) for kind in kinds}
    for kind, cell in painted.items():
        paint(cell, kind)
    return {kind: cell.shown() for kind, cell in painted.items()}


def _put(
    image: Image.Image,
    place: tuple[int, int],
    board: Board,
    cells: Cells,
    side: int,
    before: Board | None = None,
) -> None:
    """Put a board's cells into an image, but those that it has from the board ``before``."""
    for y, row in enumerate(board):
        for x, kind in enumerate(row):
            if before is None or before[y][x] != kind:
                image.paste(cells[kind], (place[0] + x * side, place[1] + y * side))


def _title(caption: Caption, room: int) -> list[_Title]:
    """The instance, and under it the search, on as many lines of ``room`` pixels as these take."""
    lines: list[_Title] = []
    for words, colour, font in (
        (caption.instance, INK, font_of(TITLE_SIZE, bold=True)),
        (caption.search, PALE_INK, font_of(TEXT_SIZE)),
    ):
        lines += [_Title(line, colour, font) for line in wrapped(words, font, room)]
    return lines


def _write_title(page: Image.Image, title: Sequence[_Title]) -> None:
    draw = ImageDraw.Draw(page)
    for number, line in enumerate(title):
        middle = MARGIN + number * LINE + LINE / 2
        draw.text((MARGIN, middle), line.words, line.colour, line.font, anchor="lm")


def _foot(width: int, operator: str, number: int, last: int) -> Image.Image:
    """What stands under a board: its number, and a bar that grows from board to board."""
    foot = Image.new("RGB", (width, LINE + MARGIN + BAR_HEIGHT), WHITE)
    draw = ImageDraw.Draw(foot)
    words = f"{operator} {number} of {last}"
    draw.text((MARGIN, LINE / 2), words, INK, font_of(TEXT_SIZE), anchor="lm")
    done = width * number // max(last, 1)
    if done:
        draw.rectangle((0, foot.height - BAR_HEIGHT, done - 1, foot.height - 1), BAR)
    return foot


def _plural(word: str, count: int) -> str:
    """One push, two pushes; one move, two moves."""
    ending = "es" if word.endswith(("sh", "ch", "s", "x")) else "s"
    return word if count == 1 else word + ending


def _palette(images: Sequence[Image.Image]) -> Image.Image:
    """The commonest colours of some images, as an image that has them for its palette."""
    counts: Counter[Colour] = Counter()
    for image in images:
        found = cast("list[tuple[int, Colour]]", image.getcolors(image.width * image.height))
        counts.update({colour: count for count, colour in found})
    kept: list[Colour] = []
    for colour in sorted(counts, key=lambda colour: (-counts[colour], colour)):
        if len(kept) < COLOURS and not any(_alike(colour, other) for other in kept):
            kept.append(colour)
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour in kept for part in colour])
    return palette


def _alike(colour: Colour, other: Colour) -> bool:
    return all(abs(part - its) < APART for part, its in zip(colour, other, strict=True))


def _reduced(image: Image.Image, palette: Image.Image) -> Image.Image:
    return image.quantize(palette=palette, dither=Image.Dither.NONE)


def _gif(frames: Sequence[Image.Image]) -> bytes:
    step = max(SHORTEST_SHOWN, min(SHOWN, WHOLE // len(frames)))
    durations = [FIRST_SHOWN, *[step] * (len(frames) - 2), LAST_SHOWN][-len(frames) :]
    file = io.BytesIO()
    frames[0].save(
        file,
        "gif",
        save_all=True,
        append_images=frames[1:],
        duration=durations,
        loop=0,
        optimize=False,
    )
    return file.getvalue()


KINDS: dict[str, Callable[[Sequence[Board], Painter, Caption], bytes]] = {
    "gif": animation,
    "png": sheet,
}
"""Formats of pictures."""

"""Words in pictures: their fonts, and how they are broken into lines."""

from __future__ import annotations

import math
import re
from functools import cache
from pathlib import Path

import matplotlib
from PIL import ImageFont

MOST_LINES = 4
"""Lines that words take at most."""

_PIECE = re.compile(r"[^ ,]+[ ,]*|[ ,]+")


@cache
def font_of(size: int, bold: bool = False) -> ImageFont.FreeTypeFont:
    """The font of all pictures; its size is in pixels."""
    name = "DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf"
    file = Path(matplotlib.get_data_path()) / "fonts" / "ttf" / name
    return ImageFont.truetype(file, size, layout_engine=ImageFont.Layout.BASIC)


def wrapped(words: str, font: ImageFont.FreeTypeFont, room: int) -> list[str]:
    """``words`` on lines of so many pixels: broken behind blanks and commas, or where they must.

    Of what takes more than MOST_LINES, the last one ends with an ellipsis.
    """
    lines = [""]
    for piece in _PIECE.findall(words):
        if lines[-1] and font.getlength((lines[-1] + piece).rstrip()) > room:
            lines.append("")
        lines[-1] += piece
        while (fitting := _fitting(lines[-1].rstrip(), font, room)) < len(lines[-1].rstrip()):
            lines[-1:] = [lines[-1][:fitting], lines[-1][fitting:]]
    lines = [line.rstrip() for line in lines]
    if len(lines) <= MOST_LINES:
        return lines
    last = lines[MOST_LINES - 1]
    kept = _fitting(last, font, room - math.ceil(font.getlength("…")))
    return [*lines[: MOST_LINES - 1], last[:kept] + "…"]


def _fitting(words: str, font: ImageFont.FreeTypeFont, room: int) -> int:
    """How many characters of ``words`` fit into so many pixels, one at least."""
    kept = len(words)
    while kept > 1 and font.getlength(words[:kept]) > room:
        kept -= 1
    return kept

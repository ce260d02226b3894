"""Words as shapes: measured, cut to a width, drawn smooth, and kept for the next picture."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from PIL import Image, ImageDraw

from musbot.pictures.fonts import font_at, font_place
from musbot.pictures.names import clusters, shown

ELLIPSIS = "…"
CACHED_LINES = 2048
ABOVE, BELOW = 1.15, 0.45
"""Room over and under the baseline, in ems: for capitals with accents, and for what hangs below."""
CAPITAL = 0.727
"""Height of Inter's capitals, in ems."""
MAX_WORDS = 200
"""Words of a text that is broken into lines after which none is looked at."""
AFTER_LATIN = "\u0250"
MARGIN = 4
"""Pixels left free on both sides of a line, for what leans out of it."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of words: how far it covers each pixel (0 to 255), its width and its baseline in pixels."""

    mask: Image.Image
    width: int
    baseline: int


def runs(text: str) -> list[tuple[int, str]]:
    """Return a drawable text as runs of one font each, left to right as they are drawn.

    A mark stays in the run before it, and so does a blank if the same font goes on after it. A line that
    starts with a right-to-left letter has its runs the other way round; within a run the letters are put in
    order by Pillow's layout engine.
    """
    places: list[int] = []
    for at, character in enumerate(text):
        before = places[-1] if places else 0
        blank = character == " " and font_place(text[at + 1 : at + 2] or " ") == before
        mark = unicodedata.category(character)[0] == "M"
        places.append(before if blank or mark else font_place(character) or 0)
    grouped = [
        (place, "".join(character for _, character in group))
        for place, group in groupby(zip(places, text, strict=True), key=lambda pair: pair[0])
    ]
    directions = (unicodedata.bidirectional(character) for character in text)
    strong = next((direction for direction in directions if direction in ("L", "R", "AL")), "L")
    return grouped if strong == "L" else grouped[::-1]


def is_joined(text: str) -> bool:
    """Return whether a line is put together from its words: any of several words in Latin letters.

    Words come again and again in other lines, and drawing one costs far more than copying it.
    """
    return " " in text.strip() and max(text) < AFTER_LATIN


@lru_cache(maxsize=CACHED_LINES)
def width_of(text: str, size: int) -> float:
    """Return the width of a drawable text in pixels, at ``size`` pixels to the em."""
    if is_joined(text):
        words = text.split(" ")
        return sum(width_of(word, size) for word in words) + (len(words) - 1) * width_of(" ", size)
    return sum(font_at(place, size).getlength(run) for place, run in runs(text))


def fitting(text: str, size: int, least: int, room: int) -> int:
    """Return the size from ``size`` down to ``least`` in which a text fits into ``room`` pixels; else the least."""
    while size > least and width_of(shown(text), size) > room:
        size -= 1
    return size


@lru_cache(maxsize=CACHED_LINES)
def cut(text: str, size: int, room: int) -> str:
    """Return as much of a text as fits into ``room`` pixels, with an ellipsis for what does not."""
    text = shown(text)
    if width_of(text, size) <= room:
        return text
    parts = clusters(text)
    low, high = 0, len(parts)
    while low < high:
        middle = (low + high + 1) // 2
        if width_of("".join(parts[:middle]).rstrip() + ELLIPSIS, size) <= room:
            low = middle
        else:
            high = middle - 1
    return "".join(parts[:low]).rstrip() + ELLIPSIS


def line(text: str, size: int, room: int) -> Line:
    """Return a text drawn in one line of at most ``room`` pixels, ``size`` pixels to the em."""
    text = cut(text, size, room)
    baseline = round(ABOVE * size)
    parts = [(font_at(place, size), run) for place, run in runs(text)]
    lengths = [font.getlength(run) for font, run in parts]
    width = round(sum(lengths))
    mask = Image.new("L", (width + 2 * MARGIN, baseline + round(BELOW * size)), 0)
    draw = ImageDraw.Draw(mask)
    x = float(MARGIN)
    for (font, run), length in zip(parts, lengths, strict=True):
        draw.text((x, baseline), run, fill=255, font=font, anchor="ls")
        x += length
    return Line(mask, width, baseline)


@lru_cache(maxsize=CACHED_LINES)
def wrapped(text: str, size: int, room: int, lines: int) -> tuple[str, ...]:
    """Return a text broken at blanks into at most ``lines`` lines of ``room`` pixels, the last one cut."""
    words = [word for word in map(shown, text.split()[:MAX_WORDS]) if word] or [""]
    broken: list[str] = []
    while words:
        count = 1
        if len(broken) == lines - 1:
            count = len(words)
        else:
            while count < len(words) and width_of(" ".join(words[: count + 1]), size) <= room:
                count += 1
        broken.append(cut(" ".join(words[:count]), size, room))
        words = words[count:]
    return tuple(broken)

"""Shapes and words in one colour on another, ready to be copied onto a picture, and kept for the next one.

Turning a smooth mask into palette indices costs more than pasting it, and a table has the same plates, stones
and words again and again: so it is done once for each shape and pair of colours.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from musbot.pictures.lettering import MARGIN, cut, is_joined, line, width_of
from musbot.pictures.palette import cover_table, index_of

Points = tuple[tuple[float, float], ...]

SMOOTH = 4
"""Shapes are drawn this many times larger and reduced, which makes their edges smooth."""
SOLID = bytes([0] * 8 + [255] * 248)
"""Turns a smooth mask into a plain one; a cover of less than 8 of 255 would not show."""
CACHED_SHAPES, CACHED_LINES, CACHED_WORDS = 512, 512, 1_024
"""How many stamps are kept. Lines of 40 KB each, which is much, make 20 MB, and words of 10 KB 10 MB more."""
WIDEST = 4_000
"""Room in pixels for a word of a line that has been cut already."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """A plane of palette indices, and where it is to be copied (255) or not (0)."""

    plane: Image.Image
    solid: Image.Image


def stamp(mask: Image.Image, colour: str, over: str, contrast: bool = False) -> Stamp:
    """Return ``colour`` laid on ``over`` where and as far as ``mask`` (0 to 255) covers.

    ``contrast`` says that the picture is to be one of high contrast, here as below.
    """
    return Stamp(mask.point(cover_table(colour, over, contrast)), mask.point(SOLID, "1"))


def rounded_mask(width: int, height: int, radius: int) -> Image.Image:
    """Return how far a rounded rectangle covers each of its pixels, 0 to 255."""
    large = Image.new("L", (width * SMOOTH, height * SMOOTH), 0)
    corner = (0, 0, width * SMOOTH - 1, height * SMOOTH - 1)
    ImageDraw.Draw(large).rounded_rectangle(corner, radius * SMOOTH, fill=255)
    return large.reduce(SMOOTH)


@lru_cache(maxsize=16)
def solid_rounded(width: int, height: int, radius: int) -> Image.Image:
    """Return a rounded rectangle as a plain mask, with which a sprite loses its square corners."""
    return rounded_mask(width, height, radius).point(SOLID, "1")


@lru_cache(maxsize=CACHED_SHAPES)
def rounded_stamp(
    width: int, height: int, radius: int, colour: str, over: str, contrast: bool = False
) -> Stamp:
    """Return a filled rectangle with round corners; sizes in pixels."""
    return stamp(rounded_mask(width, height, radius), colour, over, contrast)


@lru_cache(maxsize=CACHED_SHAPES)
def polygon_stamp(
    width: int, height: int, points: Points, colour: str, over: str, contrast: bool = False
) -> Stamp:
    """Return a filled polygon, its points in pixels of a field of ``width`` x ``height``."""
    large = Image.new("L", (width * SMOOTH, height * SMOOTH), 0)
    ImageDraw.Draw(large).polygon([(x * SMOOTH, y * SMOOTH) for x, y in points], fill=255)
    return stamp(large.reduce(SMOOTH), colour, over, contrast)


@lru_cache(maxsize=CACHED_LINES)
def words_stamp(
    words: str, size: int, room: int, colour: str, over: str, contrast: bool = False
) -> tuple[Stamp, int, int]:
    """Return one line of words, its width and its baseline in pixels; see `lettering.line`.

    It is as high as its letters are.
    """
    width, placed = placed_words(words, size, room, colour, over, contrast)
    if len(placed) == 1:
        part, _, baseline = placed[0]
        return part, width, baseline
    baseline = max(above for _, _, above in placed)
    below = max(part.plane.height - above for part, _, above in placed)
    plane = Image.new("L", (width + 2 * MARGIN, baseline + below), index_of(over))
    solid = Image.new("1", plane.size)
    for part, left, above in placed:
        plane.paste(part.plane, (left, baseline - above), part.solid)
        solid.paste(part.solid, (left, baseline - above), part.solid)
    return Stamp(plane, solid), width, baseline


def placed_words(
    words: str, size: int, room: int, colour: str, over: str, contrast: bool = False
) -> tuple[int, list[tuple[Stamp, int, int]]]:
    """Return the width of a line, and its parts: each a stamp, where it begins from the left, and its baseline.

    Each word of several is a part, and begins at a whole pixel; other lines are one part.
    """
    words = cut(words, size, room)
    if not is_joined(words):
        part, width, above = _word_stamp(words, size, colour, over, contrast)
        return width, [(part, 0, above)]
    blank, at = width_of(" ", size), 0.0
    placed: list[tuple[Stamp, int, int]] = []
    for word in words.split(" "):
        if word:
            part, _, above = _word_stamp(word, size, colour, over, contrast)
            placed.append((part, round(at), above))
        at += width_of(word, size) + blank
    return round(at - blank), placed


@lru_cache(maxsize=CACHED_WORDS)
def _word_stamp(word: str, size: int, colour: str, over: str, contrast: bool) -> tuple[Stamp, int, int]:
    """Return a word, or a line that is not put together; it is as high as its letters are, for less is copied then."""
    drawn = line(word, size, WIDEST)
    _, top, _, bottom = drawn.mask.getbbox() or (0, 0, 0, 1)
    mask = drawn.mask.crop((0, top, drawn.mask.width, bottom))
    return stamp(mask, colour, over, contrast), drawn.width, drawn.baseline - top

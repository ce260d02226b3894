"""A picture in the making: a plane of palette indices with sprites, shapes and words laid on it."""

from __future__ import annotations

import io
from functools import lru_cache

from PIL import Image, ImageDraw

from musbot.pictures.lettering import CAPITAL, MARGIN, line
from musbot.pictures.palette import alphas, cover_table, palette_bytes

Box = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels; right and bottom are outside."""

SMOOTH = 4
"""Shapes are drawn this many times larger and reduced, which makes their edges smooth."""


SOLID = bytes([0] * 8 + [255] * 248)
"""Turns a smooth mask into a plain one; a cover of less than 8 of 255 would not show."""


@lru_cache(maxsize=512)
def rounded_mask(width: int, height: int, radius: int) -> Image.Image:
    """Return how far a rounded rectangle covers each of its pixels, 0 to 255."""
    large = Image.new("L", (width * SMOOTH, height * SMOOTH), 0)
    corner = (0, 0, width * SMOOTH - 1, height * SMOOTH - 1)
    ImageDraw.Draw(large).rounded_rectangle(corner, radius * SMOOTH, fill=255)
    return large.reduce(SMOOTH)


@lru_cache(maxsize=512)
def polygon_mask(width: int, height: int, points: tuple[tuple[float, float], ...]) -> Image.Image:
    """Return how far a polygon (points in pixels) covers each pixel of a ``width`` x ``height`` field."""
    large = Image.new("L", (width * SMOOTH, height * SMOOTH), 0)
    ImageDraw.Draw(large).polygon([(x * SMOOTH, y * SMOOTH) for x, y in points], fill=255)
    return large.reduce(SMOOTH)


class Canvas:
    """A picture of palette indices, on which sprites, shapes and words are laid.

    Everything smooth is told what it lies on (``over``), since an index cannot be mixed with what is below.
    """

    def __init__(self, plane: Image.Image) -> None:
        """Draw on ``plane``, a grey picture (mode L) whose values are palette indices."""
        self.plane = plane

    def paste(self, sprite: Image.Image, left: int, top: int, mask: Image.Image | None = None) -> None:
        """Copy a sprite with its upper left corner at (left, top), or only where ``mask`` is 255."""
        self.plane.paste(sprite, (left, top), mask)

    def cover(self, mask: Image.Image, left: int, top: int, colour: str, over: str) -> None:
        """Lay ``colour`` on ``over`` where and as far as ``mask`` (0 to 255) covers."""
        laid = mask.point(cover_table(colour, over))
        self.plane.paste(laid, (left, top), mask.point(SOLID))

    def rounded(self, box: Box, radius: int, colour: str, over: str) -> None:
        """Draw a filled rectangle with round corners; ``radius`` in pixels."""
        left, top, right, bottom = box
        self.cover(rounded_mask(right - left, bottom - top, radius), left, top, colour, over)

    def outlined(self, box: Box, radius: int, line: int, fill: str, colour: str, over: str) -> None:
        """Draw a filled rectangle with round corners, and in it a line of ``line`` pixels in ``colour``."""
        left, top, right, bottom = box
        self.rounded(box, radius, colour, over)
        self.rounded((left + line, top + line, right - line, bottom - line), radius - line, fill, colour)

    def disc(self, x: int, y: int, radius: int, colour: str, over: str) -> None:
        """Draw a filled circle round the point (x, y)."""
        self.rounded((x - radius, y - radius, x + radius, y + radius), radius, colour, over)

    def polygon(self, points: tuple[tuple[float, float], ...], colour: str, over: str) -> None:
        """Draw a filled polygon, its points in pixels of the picture."""
        left, top = int(min(x for x, _ in points)), int(min(y for _, y in points))
        width = int(max(x for x, _ in points)) - left + 2
        height = int(max(y for _, y in points)) - top + 2
        moved = tuple((x - left, y - top) for x, y in points)
        self.cover(polygon_mask(width, height, moved), left, top, colour, over)

    def text(
        self,
        x: int,
        y: int,
        words: str,
        size: int,
        colour: str,
        over: str,
        *,
        anchor: str = "m",
        room: int = 2000,
    ) -> int:
        """Write one line and return its width in pixels.

        ``y`` is the middle of the capitals' height; ``anchor`` says whether ``x`` is the line's left end
        (``l``), its middle (``m``) or its right end (``r``). What does not fit into ``room`` pixels is cut.
        """
        drawn = line(words, size, room)
        left = {"l": x, "m": x - drawn.width // 2, "r": x - drawn.width}[anchor] - MARGIN
        self.cover(drawn.mask, left, y + round(CAPITAL * size / 2) - drawn.baseline, colour, over)
        return drawn.width

    def png(self) -> bytes:
        """Return the finished picture as a palette PNG."""
        picture = self.plane.copy()
        picture.putpalette(palette_bytes())
        file = io.BytesIO()
        picture.save(file, "PNG", compress_level=1, transparency=alphas())
        return file.getvalue()


@lru_cache(maxsize=8)
def _wooden_felt(width: int, height: int, rim: int, radius: int) -> Image.Image:
    corners = rounded_mask(width, height, radius).point(cover_table("rim", "clear"))
    canvas = Canvas(corners)
    canvas.rounded((rim, rim, width - rim, height - rim), radius - rim, "felt", "rim")
    if rim >= 12:
        seam = 8
        edge = rim + seam
        box = (edge, edge, width - edge, height - edge)
        canvas.outlined(box, radius - edge, 2, "felt", "felt_line", "felt")
    return canvas.plane


def felt_canvas(width: int, height: int, rim: int, radius: int) -> Canvas:
    """Return the ground of every picture: felt in a wooden rim of ``rim`` pixels, its outer corners round.

    Outside the corners the picture is transparent, so it lies well on any theme.
    """
    return Canvas(_wooden_felt(width, height, rim, radius).copy())

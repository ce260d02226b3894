"""A picture in the making: a plane of palette indices with sprites, shapes and words laid on it."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Concatenate, ParamSpec

from PIL import Image

from musbot.pictures.bands import Laid, bands_of
from musbot.pictures.lettering import CAPITAL, MARGIN
from musbot.pictures.palette import alphas, contrast_palette_bytes, cover_table, index_of, palette_bytes
from musbot.pictures.png import png_of, png_of_bands
from musbot.pictures.stamps import (
    Points,
    Stamp,
    placed_words,
    polygon_stamp,
    rounded_mask,
    rounded_stamp,
    words_stamp,
)

Box = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels; right and bottom are outside."""

CACHED_PIECES = 512
"""How many pieces are kept: some 20 KB each, 10 MB in all."""

Drawn = ParamSpec("Drawn")


class Canvas:
    """A picture of palette indices, on which sprites, shapes and words are laid.

    Everything smooth is told what it lies on (``over``), since an index cannot be mixed with what is below.
    """

    def __init__(
        self,
        plane: Image.Image,
        *,
        contrast: bool = False,
        level: int = 1,
        edges: tuple[int, ...] = (),
    ) -> None:
        """Draw on ``plane``, a grey picture (mode L) whose values are palette indices.

        ``contrast`` makes a picture in colours further from each other.

        ``level`` is how hard zlib is to work on the finished picture: a sheet full of words becomes a quarter
        smaller at 4 than at 1 for some milliseconds more.

        With ``edges`` the plane stays as it is: what is laid on it is only noted, to be drawn and packed in bands
        that begin and end there (`musbot.pictures.bands`). They are packed quickly, whatever the ``level``.
        """
        self.plane = plane
        self.contrast = contrast
        self.level = level
        self._edges = edges
        self._is_new = len(edges) == 2
        """A single band: nothing of it is kept, and no line of words is worth putting together first."""
        self._laid: list[Laid] = []

    def paste(self, sprite: Image.Image, left: int, top: int, mask: Image.Image | None = None) -> None:
        """Copy a sprite with its upper left corner at (left, top), or only where ``mask`` is 255.

        Neither may be drawn on afterwards.
        """
        width, height = sprite.size
        self._lay(sprite, (left, top, left + width, top + height), mask)

    def press(self, stamp: Stamp, left: int, top: int) -> None:
        """Copy a stamp with its upper left corner at (left, top)."""
        self.paste(stamp.plane, left, top, stamp.solid)

    def block(self, box: Box, colour: str) -> None:
        """Fill a rectangle with square corners."""
        self._lay(index_of(colour), box, None)

    def _lay(self, source: Image.Image | int, box: Box, mask: Image.Image | None) -> None:
        if self._edges:
            self._laid.append(Laid(source, *box, mask))
        else:
            self.plane.paste(source, box, mask)

    def rounded(self, box: Box, radius: int, colour: str, over: str) -> None:
        """Draw a filled rectangle with round corners; ``radius`` in pixels."""
        left, top, right, bottom = box
        self.press(rounded_stamp(right - left, bottom - top, radius, colour, over, self.contrast), left, top)

    def outlined(self, box: Box, radius: int, edge: int, fill: str, colour: str, over: str) -> None:
        """Draw a filled rectangle with round corners, and in it a line of ``edge`` pixels in ``colour``."""
        left, top, right, bottom = box
        self.rounded(box, radius, colour, over)
        inner = (left + edge, top + edge, right - edge, bottom - edge)
        self.rounded(inner, radius - edge, fill, colour)

    def disc(self, x: int, y: int, radius: int, colour: str, over: str) -> None:
        """Draw a filled circle round the point (x, y)."""
        self.rounded((x - radius, y - radius, x + radius, y + radius), radius, colour, over)

    def polygon(self, points: Points, colour: str, over: str) -> None:
        """Draw a filled polygon, its points in pixels of the picture."""
        left, top = int(min(x for x, _ in points)), int(min(y for _, y in points))
        width = int(max(x for x, _ in points)) - left + 2
        height = int(max(y for _, y in points)) - top + 2
        moved = tuple((x - left, y - top) for x, y in points)
        self.press(polygon_stamp(width, height, moved, colour, over, self.contrast), left, top)

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
        ground = y + round(CAPITAL * size / 2)
        if self._is_new:
            width, placed = placed_words(words, size, room, colour, over, self.contrast)
            left = {"l": x, "m": x - width // 2, "r": x - width}[anchor] - MARGIN
            for stamp, at, baseline in placed:
                self.press(stamp, left + at, ground - baseline)
            return width
        stamp, width, baseline = words_stamp(words, size, room, colour, over, self.contrast)
        left = {"l": x, "m": x - width // 2, "r": x - width}[anchor] - MARGIN
        self.press(stamp, left, ground - baseline)
        return width

    def piece(
        self,
        box: Box,
        over: str,
        draw: Callable[Concatenate[Canvas, Drawn], object],
        *what: Drawn.args,
        **named: Drawn.kwargs,
    ) -> None:
        """Copy what ``draw`` draws on a canvas of the box's size and of one colour, made once and kept.

        Most parts of a table are those of other tables too. Nothing but the colour ``over`` may lie in the box.

        :param draw: a function of a canvas, whose upper left corner is (0, 0), and of ``what``, which can be hashed.
        """
        left, top, right, bottom = box
        kept = _piece(right - left, bottom - top, over, self.contrast, draw, what, tuple(named.items()))
        self.paste(kept, left, top)

    def png(self) -> bytes:
        """Return the finished picture as a palette PNG."""
        colours = contrast_palette_bytes() if self.contrast else palette_bytes()
        if self._edges:
            bands = bands_of(self.plane, self._laid, self._edges)
            return png_of_bands(self.plane.width, self.plane.height, colours, alphas(), bands)
        return png_of(self.plane, colours, alphas(), self.level)


@lru_cache(maxsize=CACHED_PIECES)
def _piece(
    width: int,
    height: int,
    over: str,
    contrast: bool,
    draw: Callable[..., object],
    what: tuple[object, ...],
    named: tuple[tuple[str, object], ...],
) -> Image.Image:
    canvas = Canvas(Image.new("L", (width, height), index_of(over)), contrast=contrast)
    draw(canvas, *what, **dict(named))
    return canvas.plane


@lru_cache(maxsize=16)
def _wooden_felt(width: int, height: int, rim: int, radius: int, contrast: bool) -> Image.Image:
    corners = rounded_mask(width, height, radius).point(cover_table("rim", "clear"))
    canvas = Canvas(corners, contrast=contrast)
    canvas.rounded((rim, rim, width - rim, height - rim), radius - rim, "felt", "rim")
    if rim >= 12:
        seam = 8
        edge = rim + seam
        box = (edge, edge, width - edge, height - edge)
        canvas.outlined(box, radius - edge, 2, "felt", "felt_line", "felt")
    return canvas.plane


def felt_canvas(
    width: int,
    height: int,
    rim: int,
    radius: int,
    *,
    contrast: bool = False,
    level: int = 1,
    edges: tuple[int, ...] = (),
) -> Canvas:
    """Return the ground of every picture: felt in a wooden rim of ``rim`` pixels, its outer corners round.

    Outside the corners the picture is transparent, so it lies well on any theme. ``contrast``, ``level`` and
    ``edges`` are as in `Canvas`.
    """
    felt = _wooden_felt(width, height, rim, radius, contrast)
    return Canvas(felt if edges else felt.copy(), contrast=contrast, level=level, edges=edges)

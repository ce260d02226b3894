"""The colours of every picture, and the one palette that all sprites share.

A picture is composed as a plane of palette indices, one byte a pixel, and never as RGB: pasting a sprite is
a copy of bytes, and the PNG is a quarter of the size. So that this works, `musbot.pictures.build` reduces
all the art to *one* palette of at most 255 colours: first the colours named here, at fixed indices, then the
steps between each two colours that meet at a smooth edge (`TEXT_PAIRS`, `EDGES`), then what the art itself
needs most.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from PIL import Image

from musbot.assets import asset

RGB = tuple[int, int, int]


def rgb(code: str) -> RGB:
    """Return the three bytes of ``"#RRGGBB"``."""
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


CLEAR = 0
"""Index of the pixel that is not there. Indices 1 to 5 are the rim at 1/6 to 5/6 of its opacity, so that a
rounded corner is smooth on Discord's dark and light themes alike."""
RIM_STEPS = 5

NAMED: dict[str, RGB] = {
    "rim": rgb("#4B2F20"),  # the wood round the table
    "rim_light": rgb("#6B4630"),
    "felt": rgb("#256B4E"),
    "felt_line": rgb("#3E8A69"),  # a quiet line on the felt
    "panel": rgb("#113E2C"),  # a board sunk into the felt
    "night": rgb("#15181B"),  # name plates and the score board
    "slate": rgb("#3C434A"),  # empty stones, quiet lines on the plates
    "white": rgb("#FFFFFF"),
    "cream": rgb("#FCF7EA"),  # the paper of a card
    "ink": rgb("#1C1A2B"),
    "edge": rgb("#8F7F60"),  # a card's outer edge: 3:1 against white
    "gold": rgb("#FFD978"),
    "blue": rgb("#6CB8FF"),  # the first pair
    "orange": rgb("#FFB340"),  # the second pair
    "green": rgb("#62E38F"),  # whose turn it is
    "pink": rgb("#FF9EC4"),  # the mano's leaf
    "pink_dark": rgb("#A3174F"),
    "red": rgb("#FF2D3F"),  # the frame of a signal
    "grey": rgb("#B9C2BE"),  # the second line of a plate
    "mint": rgb("#CFE7DB"),  # the second line of a panel, quiet words on the felt
    "silver": rgb("#D5DDE3"),  # the second place
    "bronze": rgb("#E3A67C"),  # the third
    "coral": rgb("#FF8F80"),  # what fell or was lost
    "navy": rgb("#1B3A57"),  # the field under a curve
}
"""Colours by name; the palette holds them in this order, after the transparent ones."""

CONTRAST: dict[str, RGB] = {
    "rim": rgb("#FFFFFF"),
    "rim_light": rgb("#FFFFFF"),
    "felt": rgb("#26282A"),
    "felt_line": rgb("#9AA0A6"),
    "panel": rgb("#000000"),
    "night": rgb("#000000"),
    "slate": rgb("#595959"),
    "white": rgb("#FFFFFF"),
    "cream": rgb("#FFFFFF"),
    "ink": rgb("#000000"),
    "edge": rgb("#000000"),
    "gold": rgb("#FFE24A"),
    "blue": rgb("#72C8FF"),
    "orange": rgb("#FFB020"),
    "green": rgb("#5CFF9C"),
    "pink": rgb("#FFB3D4"),
    "pink_dark": rgb("#7A0036"),
    "red": rgb("#FF5A66"),
    "grey": rgb("#F2F2F2"),
    "mint": rgb("#FFFFFF"),
    "silver": rgb("#EEF3F7"),
    "bronze": rgb("#FFC29A"),
    "coral": rgb("#FFA79C"),
    "navy": rgb("#00284D"),
}
"""The same colours for eyes that need more contrast: text reads at 7:1 or better, cards are black on white."""

TEXT_PAIRS: tuple[tuple[str, str], ...] = (
    ("white", "felt"),
    ("white", "panel"),
    ("white", "night"),
    ("gold", "panel"),
    ("gold", "night"),
    ("blue", "night"),
    ("orange", "night"),
    ("green", "night"),
    ("grey", "night"),
    ("mint", "panel"),
    ("ink", "gold"),
    ("ink", "white"),
    ("ink", "blue"),
    ("ink", "orange"),
    ("ink", "green"),
    ("ink", "pink"),
    ("ink", "cream"),
    ("ink", "silver"),
    ("ink", "bronze"),
    ("coral", "night"),
    ("mint", "felt"),
    ("gold", "felt"),
    ("white", "slate"),
)
"""Every (text, ground) that a picture may write; each reads at 4.5:1 or better."""

EDGES: tuple[tuple[str, str], ...] = (
    ("night", "felt"),
    ("panel", "felt"),
    ("blue", "felt"),
    ("orange", "felt"),
    ("green", "felt"),
    ("pink", "felt"),
    ("red", "felt"),
    ("felt", "rim"),
    ("edge", "felt"),
    ("slate", "night"),
    ("silver", "night"),
    ("bronze", "night"),
    ("navy", "night"),
    ("blue", "navy"),
)
"""Pairs of colours that meet at a smooth edge of a drawn shape, besides the text."""

EDGE_STEPS = 3
MAX_COLOURS = 255


def blend(top: RGB, ground: RGB, cover: float) -> RGB:
    """Return ``top`` laid over ``ground``, covering it from 0.0 (not at all) to 1.0 (wholly)."""
    return (
        round(ground[0] + (top[0] - ground[0]) * cover),
        round(ground[1] + (top[1] - ground[1]) * cover),
        round(ground[2] + (top[2] - ground[2]) * cover),
    )


NOT_OF_ART = frozenset({"rim", "rim_light", "felt_line", "slate", "navy", "coral", "grey"})
"""Named colours that are kept from the art: at high contrast they change too much for a beard or a horse."""
ART_EDGES = frozenset({("night", "felt"), ("panel", "felt"), ("red", "felt"), ("edge", "felt")})
"""Steps over felt and panel that the art may use, being at its own edges; the others are greens like its own."""


def _fixed() -> list[tuple[RGB, RGB]]:
    """Return what the palette starts with, each colour with the one that stands for it at high contrast."""
    pairs = [(NAMED["rim"], CONTRAST["rim"])] * (1 + RIM_STEPS)
    steps = [
        tuple(blend(of[top], of[ground], step / (EDGE_STEPS + 1)) for of in (NAMED, CONTRAST))
        for top, ground in TEXT_PAIRS + EDGES
        for step in range(1, EDGE_STEPS + 1)
    ]
    known = set()
    for usual, strong in [*((NAMED[name], CONTRAST[name]) for name in NAMED), *steps]:
        if usual not in known:
            known.add(usual)
            pairs.append((usual, strong))
    return pairs


def fixed_colours() -> list[RGB]:
    """Return what the palette starts with: transparent rim, named colours, steps of the edges, each once."""
    return [usual for usual, _ in _fixed()]


def art_indices(size: int) -> tuple[int, ...]:
    """Return the indices that the art may use, of a palette of ``size`` colours."""
    allowed = {colour for name, colour in NAMED.items() if name not in NOT_OF_ART}
    allowed.update(
        blend(NAMED[top], NAMED[ground], step / (EDGE_STEPS + 1))
        for top, ground in TEXT_PAIRS + EDGES
        if (top, ground) in ART_EDGES or not ({top, ground} & NOT_OF_ART or ground in ("felt", "panel"))
        for step in range(1, EDGE_STEPS + 1)
    )
    fixed = fixed_colours()
    first = 1 + RIM_STEPS
    return (
        *(index for index in range(first, len(fixed)) if fixed[index] in allowed),
        *range(len(fixed), size),
    )


def alphas() -> bytes:
    """Return the opacity of the first indices, for a PNG's ``tRNS``: 0 for `CLEAR`, then the rim's steps."""
    return bytes([0, *(round(255 * step / (RIM_STEPS + 1)) for step in range(1, RIM_STEPS + 1))])


def index_of(name: str) -> int:
    """Return the palette index of a named colour; `KeyError` where there is none of that name."""
    return _INDEX[name]


_INDEX = {name: 1 + RIM_STEPS + place for place, name in enumerate(NAMED)}


@lru_cache(maxsize=1)
def palette_bytes() -> bytes:
    """Return the shared palette as the sprites hold it: 3 bytes a colour, at most 255 colours."""
    with Image.open(asset("sprites/palette.png")) as image:
        palette = image.getpalette()
    assert palette is not None, "assets/sprites/palette.png has no palette"
    return bytes(palette)


@lru_cache(maxsize=1)
def contrast_palette_bytes() -> bytes:
    """Return the palette with which the very same picture is one of high contrast.

    Named colours and the steps between them are exchanged; the colours of the art stay.
    """
    strong = bytes(channel for _, colour in _fixed() for channel in colour)
    return strong + palette_bytes()[len(strong) :]


@lru_cache(maxsize=2)
def palette_colours(contrast: bool = False) -> tuple[RGB, ...]:
    """Return the shared palette as colours, in the order of their indices."""
    flat = contrast_palette_bytes() if contrast else palette_bytes()
    return tuple((flat[i], flat[i + 1], flat[i + 2]) for i in range(0, len(flat), 3))


def distance(one: RGB, other: RGB) -> float:
    """Return how far apart two colours look, roughly (the "redmean" weights; 0 for the same colour)."""
    red = (one[0] + other[0]) / 2
    d_red, d_green, d_blue = one[0] - other[0], one[1] - other[1], one[2] - other[2]
    return (2 + red / 256) * d_red * d_red + 4 * d_green * d_green + (2 + (255 - red) / 256) * d_blue * d_blue


def nearest(colour: RGB, colours: Sequence[RGB], among: Iterable[int] | None = None) -> int:
    """Return the index of the opaque palette colour that looks most like ``colour``, or of those ``among``."""
    indices = range(1 + RIM_STEPS, len(colours)) if among is None else among
    return min(indices, key=lambda index: distance(colour, colours[index]))


@lru_cache(maxsize=512)
def cover_table(top: str, ground: str, contrast: bool = False) -> bytes:
    """Return 256 palette indices: what a pixel of ``ground`` becomes where ``top`` covers it by 0 to 255.

    The cover is taken in sixteen steps, which no eye tells from 256 and which the PNG packs better.
    ``ground`` may be ``"clear"``, with ``top`` the rim: the picture's outer corners. With ``contrast`` the
    steps are those that look right in the palette of high contrast.
    """
    if ground == "clear":
        steps = [*range(RIM_STEPS + 1), index_of("rim")]
    elif top == ground:
        steps = [index_of(top)]
    else:
        named, colours = CONTRAST if contrast else NAMED, palette_colours(contrast)
        over, under = named[top], named[ground]
        steps = [nearest(blend(over, under, step / 16), colours) for step in range(17)]
        steps[0], steps[-1] = index_of(ground), index_of(top)
    last = len(steps) - 1
    return bytes(steps[round(cover * last / 255)] for cover in range(256))

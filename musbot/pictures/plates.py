"""Parts that lists and sheets share: a heading, one or two names, the medal of a place, a rise or a fall."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from musbot.pictures.canvas import Box, Canvas, felt_canvas
from musbot.pictures.lettering import cut, width_of
from musbot.pictures.names import shown
from musbot.pictures.sprites import sprite, sprite_mask
from musbot.pictures.stamps import Stamp, rounded_stamp, solid_rounded

WIDTH = 1200
RIM, RADIUS = 14, 46
LEFT, RIGHT = 48, WIDTH - 48
HEADING_TOP, HEADING_HEIGHT = 32, 88
BELOW_HEADING = HEADING_TOP + HEADING_HEIGHT + 12
GAP = 12
HALF = (RIGHT - LEFT - GAP) // 2
"""Width of one of two plates beside each other; the second starts at `MIDDLE`."""
MIDDLE = LEFT + HALF + GAP
FOOT = 40
"""Pixels left free under the last plate."""
TITLE, DETAIL, SMALL = 42, 32, 30
"""Sizes of letters, in pixels to the em."""
STACKED, STACK = 28, 16
"""Size of letters of two names under each other, and how far each is from the middle, in pixels."""
CARD_WIDTH, CARD_HEIGHT, CARD_RADIUS, CARD_GAP = 120, 185, 11, 10
MEDAL_INK = {1: "gold", 2: "silver", 3: "bronze"}
BETWEEN = " + "


def sheet_canvas(height: int, *, contrast: bool = False) -> Canvas:
    """Return felt in its rim, 1200 pixels wide, for a list or a sheet; ``contrast`` is as in `Canvas`."""
    return felt_canvas(WIDTH, height, RIM, RADIUS, contrast=contrast, level=4)


def heading(canvas: Canvas, title: str, detail: str = "", *, strong: bool = False) -> None:
    """Write what the picture is about on a plate over everything, and ``detail`` at its right end.

    A ``strong`` detail is large and gold, being a figure that the picture is about.
    """
    box: Box = (LEFT, HEADING_TOP, RIGHT, HEADING_TOP + HEADING_HEIGHT)
    canvas.rounded(box, 26, "night", "felt")
    middle, end = HEADING_TOP + HEADING_HEIGHT // 2, RIGHT - 28
    if detail:
        size, colour = (TITLE + 6, "gold") if strong else (DETAIL, "grey")
        end -= canvas.text(end, middle, detail, size, colour, "night", anchor="r", room=380) + 28
    room = end - LEFT - 28
    canvas.text(
        LEFT + 28, middle, title, fitting(title, TITLE, 34, room), "white", "night", anchor="l", room=room
    )


def panel(canvas: Canvas, box: Box, title: str, words: str = "") -> None:
    """Draw a dark panel with its title in gold, and ``words`` at the other end of that line."""
    left, top, right, _ = box
    canvas.rounded(box, 26, "night", "felt")
    room = right - left - 48
    if words:
        least = min(room // 2, round(width_of(cut(title, DETAIL, room), DETAIL)))
        space = room - least - 20
        room -= 20 + canvas.text(right - 24, top + 34, words, SMALL, "white", "night", anchor="r", room=space)
    canvas.text(left + 24, top + 34, title, DETAIL, "gold", "night", anchor="l", room=room)


def bar(canvas: Canvas, box: Box, share: float, colour: str = "green", *, half: bool = True) -> None:
    """Draw how much of the box is full, 0.0 to 1.0, with notches at one half where ``half`` says so."""
    left, top, right, bottom = box
    radius = (bottom - top) // 2
    canvas.rounded(box, radius, "slate", "night")
    wide = round((right - left) * min(1.0, max(0.0, share)))
    if wide:
        full = rounded_stamp(right - left, bottom - top, radius, colour, "night", canvas.contrast)
        part = (0, 0, wide, bottom - top)
        canvas.press(Stamp(full.plane.crop(part), full.solid.crop(part)), left, top)
    if half:
        middle = (left + right) // 2
        canvas.rounded((middle - 1, top - 6, middle + 2, top - 1), 1, "grey", "night")
        canvas.rounded((middle - 1, bottom + 1, middle + 2, bottom + 6), 1, "grey", "night")


def triangle(canvas: Canvas, x: int, y: int, rise: int, colour: str, over: str) -> int:
    """Draw a triangle round (x, y), up for a rise above zero, else down, and return its width in pixels."""
    up = 1 if rise > 0 else -1
    canvas.polygon(((x - 12, y + 10 * up), (x, y - 11 * up), (x + 12, y + 10 * up)), colour, over)
    return 24


def lay_cards(canvas: Canvas, middle: int, top: int, cards: Sequence[int], over: str) -> None:
    """Lay small cards in a row round ``middle``; `ValueError` for what is no card. They may lie on any colour."""
    x = middle - (len(cards) * (CARD_WIDTH + CARD_GAP) - CARD_GAP) // 2
    shape = solid_rounded(CARD_WIDTH, CARD_HEIGHT, CARD_RADIUS)
    for card in cards:
        if not 0 <= card < 40:
            raise ValueError(f"{card!r} is not a card: they are 0 to 39")
        canvas.paste(sprite("showdown", str(card)), x, top, None if over == "felt" else shape)
        x += CARD_WIDTH + CARD_GAP


def fitting(words: str, size: int, least: int, room: int) -> int:
    """Return the largest size of letters from ``size`` down to ``least`` at which the words fit in the room."""
    drawn = shown(words)
    while size > least and width_of(drawn, size) > room:
        size -= 2
    return size


def names_room(names: Sequence[str], size: int, room: int) -> list[int]:
    """Return how many pixels each of the names may take, so that all of them fit beside each other.

    A short name leaves what it does not need to the others; long ones share the rest evenly.
    """
    free = room - (len(names) - 1) * round(width_of(BETWEEN, size))
    wanted = [round(width_of(shown(name), size)) + 1 for name in names]
    rooms = [0] * len(names)
    left = len(names)
    for place in sorted(range(len(names)), key=lambda place: wanted[place]):
        rooms[place] = max(0, min(wanted[place], free // left))
        free -= rooms[place]
        left -= 1
    return rooms


def write_names(
    canvas: Canvas,
    x: int,
    y: int,
    names: Sequence[str],
    size: int,
    colour: str,
    over: str,
    *,
    room: int,
    anchor: str = "l",
) -> int:
    """Write the name of a player or the names of a pair, and return their width.

    ``anchor`` is as in `Canvas.text`. A name of which nothing can be drawn must have been replaced by the
    caller, see `known`.
    """
    shares = names_room(names, size, room)
    cuts = [cut(name, size, share) if share else "" for name, share in zip(names, shares, strict=True)]
    blank, plus = round(width_of(" ", size)), round(width_of("+", size))
    between = (2 * blank + plus) * (len(names) - 1)
    width = between + sum(round(width_of(words, size)) for words in cuts)
    start = {"l": x, "m": x - width // 2, "r": x - width}[anchor]
    for place, words in enumerate(cuts):
        if place:
            canvas.text(start + blank, y, "+", size, colour, over, anchor="l")
            start += 2 * blank + plus
        start += canvas.text(start, y, words, size, colour, over, anchor="l") if words else 0
    return width


@dataclass(frozen=True, slots=True)
class NameLine:
    """One line of who somebody is: its names, how far under the middle it stands, and its size of letters."""

    names: tuple[str, ...]
    below: int
    size: int


def name_lines(names: Sequence[str], size: int, room: int) -> tuple[NameLine, ...]:
    """Return the names of a pair in one line where they fit, else under each other and a little smaller."""
    whole = sum(width_of(shown(name), size) for name in names) + (len(names) - 1) * width_of(BETWEEN, size)
    if len(names) == 1 or whole <= room:
        return (NameLine(tuple(names), 0, size),)
    return tuple(
        NameLine((name,), below, STACKED) for name, below in zip(names, (-STACK, STACK), strict=True)
    )


def known(names: Sequence[str], otherwise: str) -> tuple[str, ...]:
    """Return the names, each of which nothing can be drawn replaced by ``otherwise``."""
    return tuple(name if shown(name) else otherwise for name in names)


def medal(canvas: Canvas, x: int, y: int, place: int) -> None:
    """Draw a place round (x, y): a rosette under a beret, a ringed coin or a hexagon for the first three.

    Each has its number, too; further places are a number in a dark disc.
    """
    words = str(place)
    if place in MEDAL_INK:
        picture = sprite("medals", words)
        canvas.paste(picture, x - picture.width // 2, y - picture.height // 2, sprite_mask("medals", words))
        canvas.text(x, y + (4 if place == 1 else 2), words, 34, "ink", MEDAL_INK[place])
    else:
        canvas.disc(x, y, 27, "slate", "night")
        size = fitting(words, 32, 16, 46)
        canvas.text(x, y, words, size, "white", "slate", room=50)


def trend(canvas: Canvas, right: int, y: int, change: int, over: str, *, ink: str = "") -> None:
    """Draw a rise (a triangle up), a fall (down) or neither (a dash), with how much, ending at ``right``.

    ``ink`` is the colour for all three where green and coral would not read.
    """
    colour = ink or ("green" if change > 0 else "coral" if change < 0 else "grey")
    if not change:
        canvas.rounded((right - 26, y - 3, right, y + 3), 3, colour, over)
        return
    words = str(abs(change))
    x = right - canvas.text(right, y, words, SMALL, colour, over, anchor="r", room=90) - 20
    triangle(canvas, x, y, change, colour, over)


def small_tag(canvas: Canvas, x: int, y: int, word: str, fill: str, ink: str, over: str, room: int) -> int:
    """Write a word in a small round tag from x to the right, and return the tag's width."""
    width = round(width_of(cut(word, 28, room - 28), 28)) + 28
    canvas.rounded((x, y - 20, x + width, y + 20), 20, fill, over)
    canvas.text(x + 14, y, word, 28, ink, fill, anchor="l", room=room - 28)
    return width

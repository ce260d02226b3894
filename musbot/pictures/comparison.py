"""Hands below each other, to be compared: who holds them, and, once it is told, which of them wins."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from musbot.pictures.canvas import Canvas, felt_canvas
from musbot.pictures.lettering import wrapped
from musbot.pictures.names import shown
from musbot.pictures.showdown import ATLAS, CARD_HEIGHT, CARD_WIDTH, GAP, leaf
from musbot.pictures.sprites import sprite

WIDTH = 1000
RIM, RADIUS = 14, 46
MARGIN, ROW = 44, 213
PLATE_WIDTH = 366
NAME, NOTE = 44, 36
MOST = 5
"""Hands in a picture."""
PAD = 26
TICK = 22


@dataclass(frozen=True, slots=True)
class ComparedScene:
    """One hand: its name, its cards as in `musbot.game.cards`, and what is told of it ("31", "held by the mano")."""

    name: str
    cards: tuple[int, ...]
    note: str = ""
    mano: bool = False
    won: bool = False
    """It gets a green line and a tick."""


def comparison_picture(rows: tuple[ComparedScene, ...], *, contrast: bool = False) -> bytes:
    """Return a PNG, 1000 pixels wide, of one to five hands, one in a row.

    ``contrast`` is as in `musbot.pictures.hand.hand_picture`.

    Raises `ValueError` for what is no card, and for fewer or more hands.
    """
    if not 1 <= len(rows) <= MOST:
        raise ValueError(f"a comparison has 1 to {MOST} hands, not {len(rows)}")
    for row in rows:
        for card in row.cards:
            if not 0 <= card < 40:
                raise ValueError(f"{card!r} is not a card: they are 0 to 39")
    return _encoded(rows, contrast)


@lru_cache(maxsize=64)
def _encoded(rows: tuple[ComparedScene, ...], contrast: bool) -> bytes:
    height = 2 * MARGIN + len(rows) * ROW - (ROW - CARD_HEIGHT)
    canvas = felt_canvas(WIDTH, height, RIM, RADIUS, contrast=contrast)
    for place, row in enumerate(rows):
        draw_row(canvas, MARGIN + place * ROW, row)
    return canvas.png()


def draw_row(canvas: Canvas, top: int, row: ComparedScene) -> None:
    """Draw a plate with name and note, and the cards to its right."""
    left, bottom = MARGIN, top + CARD_HEIGHT
    line, colour = (8, "green") if row.won else (3, "slate")
    canvas.outlined((left, top, left + PLATE_WIDTH, bottom), 30, line, "night", colour, "felt")
    room = PLATE_WIDTH - 2 * PAD
    notes = wrapped(row.note, NOTE, room, 2) if shown(row.note) else ()
    name_room = room - (52 if row.mano else 0) - (2 * TICK + 12 if row.won else 0)
    lines = wrapped(row.name, NAME, name_room, 1 if notes else 2)
    pitch = 52
    y = (top + bottom) // 2 - (len(lines) + len(notes) - 1) * pitch // 2
    width = 0
    for place, text in enumerate(lines):
        at = canvas.text(left + PAD, y, text, NAME, "white", "night", anchor="l", room=name_room)
        if place == 0:
            width = at
            if row.mano:
                leaf(canvas, left + PAD + width + 34, y)
            if row.won:
                tick(canvas, left + PLATE_WIDTH - PAD - TICK, y)
        y += pitch
    for text in notes:
        canvas.text(left + PAD, y, text, NOTE, "gold", "night", anchor="l", room=room)
        y += pitch
    x = left + PLATE_WIDTH + 22
    for card in row.cards:
        canvas.paste(sprite(ATLAS["small"], str(card)), x, top)
        x += CARD_WIDTH + GAP


def tick(canvas: Canvas, x: int, y: int) -> None:
    """Draw a tick in a green disc round (x, y)."""
    canvas.disc(x, y, TICK, "green", "night")
    points = ((x - 12, y), (x - 8, y - 5), (x - 3, y + 1), (x + 9, y - 11), (x + 13, y - 7), (x - 3, y + 9))
    canvas.polygon(points, "ink", "green")

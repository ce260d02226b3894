"""Single cards, each with a line below it: what they are worth, and in which order they go."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from musbot.pictures.canvas import felt_canvas
from musbot.pictures.showdown import ATLAS, CARD_HEIGHT, CARD_WIDTH
from musbot.pictures.sprites import sprite

WIDTH = 1000
RIM, RADIUS = 14, 46
IN_ROW = 5
MOST = 10
MARGIN = 44
PITCH, ROW = 182, 270
CAPTION = 46


def cards_picture(cards: Sequence[tuple[int, str]], *, contrast: bool = False) -> bytes:
    """Return a PNG, 1000 pixels wide, of cards in rows of five at most, each with the words to be written below it.

    ``contrast`` is as in `musbot.pictures.hand.hand_picture`. Raises `ValueError` for what is no card, and for no or
    more than ten cards.
    """
    if not 1 <= len(cards) <= MOST:
        raise ValueError(f"a picture shows 1 to {MOST} cards, not {len(cards)}")
    for card, _ in cards:
        if not 0 <= card < 40:
            raise ValueError(f"{card!r} is not a card: they are 0 to 39")
    return _encoded(tuple(cards), contrast)


@lru_cache(maxsize=32)
def _encoded(cards: tuple[tuple[int, str], ...], contrast: bool) -> bytes:
    rows = [cards[at : at + IN_ROW] for at in range(0, len(cards), IN_ROW)]
    canvas = felt_canvas(WIDTH, len(rows) * ROW + MARGIN + 12, RIM, RADIUS, contrast=contrast)
    for number, row in enumerate(rows):
        top = MARGIN + number * ROW
        for column, (card, caption) in enumerate(row):
            middle = WIDTH // 2 + round((column - (len(row) - 1) / 2) * PITCH)
            canvas.paste(sprite(ATLAS["small"], str(card)), middle - CARD_WIDTH // 2, top)
            canvas.text(middle, top + CARD_HEIGHT + 38, caption, CAPTION, "white", "felt", room=PITCH - 8)
    return canvas.png()

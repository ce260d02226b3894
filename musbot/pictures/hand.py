"""A hand of cards as its player sees it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache

from PIL import Image

from musbot.pictures.canvas import Canvas, felt_canvas
from musbot.pictures.scene import Size
from musbot.pictures.sprites import sprite, sprite_mask
from musbot.pictures.stamps import solid_rounded

WIDTH, HEIGHT = 900, 330
RIM, RADIUS = 7, 30
CARD_WIDTH, CARD_HEIGHT, CARD_RADIUS = 195, 300, 16
GAP = 16
TOP = (HEIGHT - CARD_HEIGHT) // 2
RING = 4
ATLAS: dict[Size, str] = {"small": "hand", "large": "hand_large"}
CACHED_HANDS = 256
"""How many encoded hands are kept: about 50 KB each, 13 MB in all."""


def hand_picture(
    cards: Sequence[int], *, new: Collection[int] = (), contrast: bool = False, size: Size = "small"
) -> bytes:
    """Return a PNG, 900 x 330 pixels, of one to four cards from left to right in the order given.

    A card is an int from 0 to 39, as in `musbot.game.cards`. Cards in ``new``, those just drawn, get a gold
    ring and a star in a disc, so that they are told by shape and not by colour. The felt has transparent
    corners and fits Discord's dark and light themes. ``contrast`` exchanges the colours for stronger ones;
    ``size`` ``"large"`` draws number and suit alone, in large print. Raises `ValueError` for what is no card,
    the same card twice, or more or fewer than one to four cards.
    """
    hand = tuple(cards)
    if not 1 <= len(hand) <= 4:
        raise ValueError(f"a hand has one to four cards, not {len(hand)}")
    if len(set(hand)) != len(hand):
        raise ValueError(f"a card appears twice in {hand}")
    for card in hand:
        if not 0 <= card < 40:
            raise ValueError(f"{card!r} is not a card: they are 0 to 39")
    return _encoded(hand, tuple(card in new for card in hand), contrast, size)


def hand_name(cards: Sequence[int]) -> str:
    """Return the file name of a hand's picture: the same for every hand, since a name must not tell cards."""
    return "hand.png"


@lru_cache(maxsize=CACHED_HANDS)
def _encoded(hand: tuple[int, ...], new: tuple[bool, ...], contrast: bool, size: Size) -> bytes:
    canvas = felt_canvas(WIDTH, HEIGHT, RIM, RADIUS, contrast=contrast, edges=(0, HEIGHT))
    left = (WIDTH - len(hand) * CARD_WIDTH - (len(hand) - 1) * GAP) // 2
    for card, is_new in zip(hand, new, strict=True):
        picture = sprite(ATLAS[size], str(card))
        if is_new:
            _lay_new(canvas, picture, left)
        else:
            canvas.paste(picture, left, TOP)
        left += CARD_WIDTH + GAP
    return canvas.png()


def _lay_new(canvas: Canvas, picture: Image.Image, left: int) -> None:
    """Lay a card with a ring round it, a hair's breadth of felt between them, and the star on its foot."""
    for width, colour in ((RING + 2, "gold"), (2, "felt")):
        box = (left - width, TOP - width, left + CARD_WIDTH + width, TOP + CARD_HEIGHT + width)
        canvas.rounded(box, CARD_RADIUS + width, colour, "felt" if colour == "gold" else "gold")
    canvas.paste(picture, left, TOP, solid_rounded(CARD_WIDTH, CARD_HEIGHT, CARD_RADIUS))
    star = sprite("marks", "new")
    canvas.paste(star, left + 16, TOP + CARD_HEIGHT - 16 - star.height, sprite_mask("marks", "new"))

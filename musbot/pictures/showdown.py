"""The end of a deal: all four hands, how each lance was counted, and the cards that won it."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from musbot.pictures.canvas import Box, Canvas, felt_canvas
from musbot.pictures.lettering import fitting
from musbot.pictures.names import shown
from musbot.pictures.palette import index_of
from musbot.pictures.scene import PAIRS, CountScene, HandScene, ShowdownScene, Size
from musbot.pictures.scoreboard import COLOURS, scoreboard, symbol
from musbot.pictures.sprites import sprite
from musbot.pictures.stamps import Stamp, rounded_stamp

WIDTH, HEIGHT = 1200, 912
SHORT = 812
"""Height where no more than two lances were counted, since the game ended with them."""
RIM, RADIUS = 14, 46
NAME, NOTE, COUNT, WHY, NUMBER = 34, 30, 34, 30, 30
"""Sizes of letters, in pixels to the em."""
ATLAS: dict[Size, str] = {"small": "showdown", "large": "showdown_large"}
COLUMN = 546
CARD_WIDTH, CARD_HEIGHT, GAP = 120, 185, 10
PLATE_HEIGHT = 48
DISC = 20
"""Radius of a lance's number."""
CORNERS = {1: (48, 169), 2: (606, 169), 3: (48, 422), 4: (606, 422)}
"""Upper left corner of each seat's hand: the first pair's on the left, as on the board above."""
COUNT_CORNERS = ((48, 679), (606, 679), (48, 779), (606, 779))
COUNT_HEIGHT = 92


def showdown_picture(scene: ShowdownScene, *, contrast: bool = False, size: Size = "small") -> bytes:
    """Return a PNG, 1200 x 912 pixels, of the hands and the count; 1200 x 812 where two lances at most were counted.

    A lance's number stands before its name and on the cards that won it. ``contrast`` and ``size`` are as in
    `musbot.pictures.hand.hand_picture`. Raises `ValueError` for what is no
    card, a seat that does not exist, or more than four lances.
    """
    if scene.mano not in CORNERS:
        raise ValueError(f"no seat has the number {scene.mano}: they are 1 to 4")
    if len(scene.counts) > len(COUNT_CORNERS):
        raise ValueError(f"a deal has four lances, not {len(scene.counts)}")
    height = HEIGHT if len(scene.counts) > 2 else SHORT
    canvas = felt_canvas(WIDTH, height, RIM, RADIUS, contrast=contrast, edges=(0, height))
    scoreboard(
        canvas, scene.pair_names, scene.scores, scene.target, scene.target_words, scene.games_words, top=37
    )
    for seat, hand in enumerate(scene.hands, start=1):
        draw_hand(canvas, seat, hand, scene.counts, mano=seat == scene.mano, size=size)
    for place, count in enumerate(scene.counts):
        # The last of an odd number has the row to itself.
        wide = place == len(scene.counts) - 1 and place % 2 == 0
        draw_count(canvas, place, count, COUNT_CORNERS[1][0] + COLUMN if wide else None)
    return canvas.png()


def draw_hand(
    canvas: Canvas,
    seat: int,
    hand: HandScene,
    counts: tuple[CountScene, ...],
    *,
    mano: bool,
    size: Size = "small",
) -> None:
    """Draw a seat's plate and its cards, each with the numbers of the lances that it won."""
    left, top = CORNERS[seat]
    pair, right = PAIRS[seat - 1], left + COLUMN
    middle = top + PLATE_HEIGHT // 2
    canvas.piece((left, top, right, top + PLATE_HEIGHT), "felt", plate, pair)
    end = right - 22
    note = (
        canvas.text(end, middle, hand.note, NOTE, "grey", "night", anchor="r", room=250) if hand.note else 0
    )
    name = hand.name if shown(hand.name) else f"#{seat}"
    room = end - note - 18 - left - 56 - (52 if mano else 0)
    width = canvas.text(left + 56, middle, name, NAME, "white", "night", anchor="l", room=room)
    if mano:
        leaf(canvas, left + 56 + width + 32, middle)
    x = left + (COLUMN - len(hand.cards) * CARD_WIDTH - (len(hand.cards) - 1) * GAP) // 2
    y = top + PLATE_HEIGHT + 8
    for card in hand.cards:
        if not 0 <= card < 40:
            raise ValueError(f"{card!r} is not a card: they are 0 to 39")
        canvas.paste(sprite(ATLAS[size], str(card)), x, y)
        won = [place for place, count in enumerate(counts, start=1) if card in count.cards]
        numbers(canvas, x, y + CARD_HEIGHT - 27, won)
        x += CARD_WIDTH + GAP


def plate(canvas: Canvas, pair: int) -> None:
    """Draw the plate of a name, with its pair's symbol."""
    middle = PLATE_HEIGHT // 2
    canvas.outlined((0, 0, COLUMN, PLATE_HEIGHT), middle, 3, "night", COLOURS[pair], "felt")
    symbol(canvas, pair, 32, middle, 14, "night")


def leaf(canvas: Canvas, x: int, y: int) -> None:
    """Draw the mano's leaf in a disc round (x, y)."""
    canvas.disc(x, y, 21, "pink", "night")
    picture = sprite("leaf_small", "leaf")
    canvas.paste(picture, x - picture.width // 2, y - picture.height // 2)


def numbers(canvas: Canvas, x: int, y: int, won: list[int]) -> None:
    """Draw the numbers of lances in a row along a card's foot, the card's left side being at x."""
    pitch = min(42, (CARD_WIDTH - 50) // max(1, len(won) - 1))
    for place, number in enumerate(won):
        disc(canvas, x + 25 + place * pitch, y, number, "cream")


def disc(canvas: Canvas, x: int, y: int, number: int, over: str) -> None:
    """Draw a lance's number in a gold disc."""
    canvas.press(_numbered(number, over, canvas.contrast), x - DISC, y - DISC)


@lru_cache(maxsize=64)
def _numbered(number: int, over: str, contrast: bool) -> Stamp:
    canvas = Canvas(Image.new("L", (2 * DISC, 2 * DISC), index_of(over)), contrast=contrast)
    canvas.disc(DISC, DISC, DISC, "ink", over)
    canvas.disc(DISC, DISC, DISC - 3, "gold", "ink")
    canvas.text(DISC, DISC, str(number), NUMBER, "ink", "gold")
    return Stamp(canvas.plane, rounded_stamp(2 * DISC, 2 * DISC, DISC, "ink", over, contrast).solid)


def draw_count(canvas: Canvas, place: int, count: CountScene, right: int | None = None) -> None:
    """Draw how one lance was counted: number, name, winner's symbol and points, and why.

    :param right: where it ends; by default, with its column.
    """
    left, top = COUNT_CORNERS[place]
    right = right or left + COLUMN
    box: Box = (left, top, right, top + COUNT_HEIGHT)
    canvas.piece(box, "felt", count_plate, right - left, place + 1, count.winner, count.name, count.points)
    start, end = left + 72, right - 22
    size = fitting(count.why, WHY, 24, end - start)
    canvas.text(start, top + 67, count.why, size, "grey", "night", anchor="l", room=end - start)


def count_plate(canvas: Canvas, width: int, number: int, winner: int | None, name: str, points: str) -> None:
    """Draw the plate of a lance without its reason."""
    colour = "grey" if winner is None else COLOURS[winner]
    line = "slate" if winner is None else colour
    canvas.outlined((0, 0, width, COUNT_HEIGHT), 24, 3, "night", line, "felt")
    start, end, middle = 72, width - 22, 29
    written = canvas.text(end, middle, points, COUNT, colour, "night", anchor="r", room=240)
    if winner is not None:
        symbol(canvas, winner, end - written - 26, middle, 13, "night")
    disc(canvas, 36, COUNT_HEIGHT // 2, number, "night")
    canvas.text(start, middle, name, COUNT, "white", "night", anchor="l", room=end - written - 56 - start)

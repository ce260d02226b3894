"""A table as everyone may see it: seats, words, lances, scores. No card is ever shown face up here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from musbot.pictures.bands import even_edges
from musbot.pictures.canvas import Box, Canvas, felt_canvas
from musbot.pictures.face import face_names
from musbot.pictures.lettering import cut, width_of, wrapped
from musbot.pictures.names import shown
from musbot.pictures.scene import PAIRS, LanceScene, SeatScene, Size, TableScene
from musbot.pictures.scoreboard import COLOURS, scoreboard, symbol
from musbot.pictures.sprites import sprite

WIDTH, HEIGHT = 1200, 800
RIM, RADIUS = 14, 46


@dataclass(frozen=True, slots=True)
class Letters:
    """Sizes of letters, in pixels to the em: a telephone shows them at a third."""

    name: int
    said: int
    beside: int
    tag: int
    title: int
    detail: int
    chip: int


LETTERS: dict[Size, Letters] = {
    "small": Letters(name=36, said=36, beside=32, tag=32, title=42, detail=36, chip=31),
    "large": Letters(name=44, said=44, beside=37, tag=38, title=50, detail=44, chip=38),
}
NARROWEST = 26
"""Size of the letters in which a lance and its note stand beside each other in any language, ``Grande en paso``."""
BUBBLE_PAD = 20
TAIL = 14
"""Pixels by which the tail of a speech bubble leans out of it."""
BOARD: Box = (372, 410, 828, 596)
CHIPS: Box = (48, 164, 1152, 224)
TAG_WIDTH, TAG_HEIGHT = 250, 56
"""A tag is as wide as its word, at most so many pixels."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where the parts of one seat lie, in pixels.

    ``bubble`` is the room for its words and ``tail`` the side on which they point at the speaker. ``mano``
    and ``turn`` say where the two tags start: x, y, and which end of the tag x is (``l``, ``m`` or ``r``).
    The turn's arrow points ``arrow``, at the seat.
    """

    face: tuple[int, int]
    plate: Box
    bubble: Box
    tail: str
    mano: tuple[int, int, str]
    turn: tuple[int, int, str]
    arrow: str


PLACES = {
    1: Place(
        face=(330, 650), plate=(456, 692, 870, 764), bubble=(456, 612, 870, 674), tail="down",
        mano=(316, 700, "r"), turn=(886, 700, "l"), arrow="left",
    ),
    2: Place(
        face=(1036, 362), plate=(842, 492, 1152, 564), bubble=(842, 368, 1020, 472), tail="right",
        mano=(997, 642, "m"), turn=(997, 578, "m"), arrow="up",
    ),
    3: Place(
        face=(330, 242), plate=(456, 242, 870, 314), bubble=(456, 332, 828, 394), tail="up",
        mano=(316, 250, "r"), turn=(886, 250, "l"), arrow="left",
    ),
    4: Place(
        face=(48, 362), plate=(48, 492, 358, 564), bubble=(180, 368, 358, 472), tail="left",
        mano=(203, 642, "m"), turn=(203, 578, "m"), arrow="up",
    ),
}  # fmt: skip
"""Seat 1 sits at the near side and seat 2 to its right: the words go round against the clock."""


def table_picture(scene: TableScene, *, contrast: bool = False, size: Size = "small") -> bytes:
    """Return a PNG, 1200 x 800 pixels, of a table; `ValueError` for a seat or a face that does not exist.

    ``contrast`` is as in `musbot.pictures.hand.hand_picture`; ``size`` ``"large"`` has larger letters.
    """
    letters = LETTERS[size]
    for number in (scene.mano, scene.turn or 1):
        if number not in PLACES:
            raise ValueError(f"no seat has the number {number}: they are 1 to 4")
    canvas = felt_canvas(WIDTH, HEIGHT, RIM, RADIUS, contrast=contrast, edges=even_edges(HEIGHT))
    scoreboard(
        canvas, scene.pair_names, scene.scores, scene.target, scene.target_words, scene.games_words, top=32
    )
    chips(canvas, scene.lances, letters)
    left, top, right, bottom = BOARD
    canvas.piece(BOARD, "felt", board, right - left, bottom - top, scene.title, scene.detail, letters)
    for number, seat in enumerate(scene.seats, start=1):
        draw_seat(canvas, number, seat, letters, turn=number == scene.turn)
    mano_tag(canvas, PLACES[scene.mano], scene.mano_word, letters)
    if scene.turn is not None:
        turn_tag(canvas, PLACES[scene.turn], scene.turn_word, letters)
    return canvas.png()


def draw_seat(canvas: Canvas, number: int, seat: SeatScene, letters: Letters, *, turn: bool) -> None:
    """Draw a seat's face, its plate with symbol and name, and what it said last."""
    if seat.face not in face_names():
        raise ValueError(f"no face is called {seat.face!r}: there are {', '.join(face_names())}")
    place, pair = PLACES[number], PAIRS[number - 1]
    canvas.paste(sprite("signs" if seat.signal else "faces", f"{seat.face}-{COLOURS[pair]}"), *place.face)
    left, top, right, bottom = place.plate
    middle = (top + bottom) // 2
    canvas.piece(place.plate, "felt", plate, right - left, bottom - top, pair, turn=turn)
    name = seat.name if shown(seat.name) else f"#{number}"
    canvas.text(left + 62, middle, name, letters.name, "white", "night", anchor="l", room=right - left - 82)
    if seat.said:
        left, top, right, bottom = place.bubble
        beyond = {"down": (0, 0, 0, 1), "up": (0, 1, 0, 0), "left": (1, 0, 0, 0), "right": (0, 0, 1, 0)}
        west, north, east, south = ((TAIL + 1) * side for side in beyond[place.tail])
        box = (left - west, top - north, right + east, bottom + south)
        within = (west, north, west + right - left, north + bottom - top)
        canvas.piece(box, "felt", bubble, within, place.tail, seat.said, letters)


def plate(canvas: Canvas, width: int, height: int, pair: int, *, turn: bool) -> None:
    """Draw the plate of a name, with its pair's symbol, green where it is the seat's turn."""
    line, colour = (8, "green") if turn else (4, COLOURS[pair])
    canvas.outlined((0, 0, width, height), height // 2, line, "night", colour, "felt")
    symbol(canvas, pair, 36, height // 2, 16, "night")


def bubble(canvas: Canvas, within: Box, tail: str, words: str, letters: Letters) -> None:
    """Draw a speech bubble, as wide as its words want, in two lines beside a face."""
    left, top, right, bottom = within
    room, beside = right - left - 2 * BUBBLE_PAD, tail in ("left", "right")
    size = letters.beside if beside else letters.said
    lines = wrapped(words, size, room, 2 if beside else 1)
    width = max(90, round(max(width_of(text, size) for text in lines)) + 2 * BUBBLE_PAD)
    height = bottom - top if len(lines) == 2 else 62
    left = right - width if tail == "right" else left
    right, top = left + width, (top + bottom - height) // 2
    bottom = top + height
    x, y = left + 44, (top + bottom) // 2
    points = {
        "down": ((x - 14, bottom - 4), (x + 14, bottom - 4), (x - 14, bottom + TAIL)),
        "up": ((x - 14, top + 4), (x + 14, top + 4), (x - 14, top - TAIL)),
        "left": ((left + 4, y - 14), (left + 4, y + 14), (left - TAIL, y)),
        "right": ((right - 4, y - 14), (right - 4, y + 14), (right + TAIL, y)),
    }[tail]
    canvas.polygon(points, "white", "felt")
    canvas.rounded((left, top, right, bottom), 24, "white", "felt")
    for row, text in enumerate(lines):
        line_y = y + round((row - (len(lines) - 1) / 2) * (size + 10))
        canvas.text((left + right) // 2, line_y, text, size, "ink", "white")


def tag(
    canvas: Canvas,
    at: tuple[int, int, str],
    word: str,
    colour: str,
    icon: int,
    letters: Letters,
    mark: Callable[[Canvas, int], None],
) -> None:
    """Draw a tag as wide as its word, with ``icon`` pixels before it for its mark.

    ``at`` is as in `Place`; the tag stays within `TAG_WIDTH`.
    """
    x, top, end = at
    width = icon + 22 + round(width_of(cut(word, letters.tag, TAG_WIDTH - icon - 22), letters.tag))
    left = {"l": x, "m": x - width // 2, "r": x - width}[end]
    box = (left, top, left + width, top + TAG_HEIGHT)
    canvas.piece(box, "felt", lettered_tag, width, word, colour, icon, letters, mark)


def lettered_tag(
    canvas: Canvas,
    width: int,
    word: str,
    colour: str,
    icon: int,
    letters: Letters,
    mark: Callable[[Canvas, int], None],
) -> None:
    """Draw a tag in the upper left corner."""
    middle = TAG_HEIGHT // 2
    canvas.rounded((0, 0, width, TAG_HEIGHT), middle, colour, "felt")
    room = TAG_WIDTH - icon - 22
    canvas.text(icon, middle, word, letters.tag, "ink", colour, anchor="l", room=room)
    mark(canvas, middle)


def mano_tag(canvas: Canvas, place: Place, word: str, letters: Letters) -> None:
    """Draw the mano's mark, a leaf, with its word."""
    tag(canvas, place.mano, word, "pink", 70, letters, leaf)


def turn_tag(canvas: Canvas, place: Place, word: str, letters: Letters) -> None:
    """Draw whose turn it is: an arrow at the seat, with its word."""
    tag(canvas, place.turn, word, "green", 66, letters, {"left": arrow_left, "up": arrow_up}[place.arrow])


def leaf(canvas: Canvas, middle: int) -> None:
    """Draw the mano's leaf in a tag."""
    canvas.paste(sprite("leaf", "leaf"), 14, middle - 24)


def arrow_left(canvas: Canvas, middle: int) -> None:
    """Draw the turn's arrow in a tag on the right of the seat."""
    canvas.polygon(((18, middle), (44, middle - 18), (44, middle + 18)), "ink", "green")


def arrow_up(canvas: Canvas, middle: int) -> None:
    """Draw the turn's arrow in a tag below the seat."""
    canvas.polygon(((18, middle + 12), (36, middle - 14), (54, middle + 12)), "ink", "green")


def board(canvas: Canvas, width: int, height: int, title: str, detail: str, letters: Letters) -> None:
    """Draw the board in the middle: which lance, what is bet."""
    canvas.rounded((0, 0, width, height), 28, "panel", "felt")
    room, middle = width - 40, width // 2
    rows = [(text, letters.title, "white") for text in wrapped(title, letters.title, room, 2)]
    rows += [(detail, letters.detail, "gold")] if detail else []
    pitch = round(letters.title * 1.27)
    y = height // 2 - (len(rows) - 1) * pitch // 2
    for text, size, colour in rows:
        canvas.text(middle, y, text, size, colour, "panel", room=room)
        y += pitch


def chips(canvas: Canvas, lances: tuple[LanceScene, ...], letters: Letters) -> None:
    """Draw the lances in their order, in one row."""
    left, top, right, bottom = CHIPS
    gap = 12
    width = (right - left + gap) // max(4, len(lances)) - gap
    for place, lance in enumerate(lances):
        x = left + place * (width + gap)
        box = (x, top, x + width, bottom)
        canvas.piece(box, "felt", chip, width, bottom - top, lance, letters.chip)


def chip(canvas: Canvas, width: int, height: int, lance: LanceScene, size: int) -> None:
    """Draw one lance: gold while it is played, else dark with its note, its winner's symbol and line."""
    box, middle = (0, 0, width, height), height // 2
    if lance.current:
        fill, words = "gold", "ink"
        canvas.rounded(box, 24, "gold", "felt")
    else:
        fill, words = "night", "white" if lance.note or lance.winner is not None else "grey"
        line = "slate" if lance.winner is None else COLOURS[lance.winner]
        canvas.outlined(box, 24, 4, "night", line, "felt")
    end = width - 16
    if lance.winner is not None:
        symbol(canvas, lance.winner, end - 13, middle, 13, fill)
        end -= 34
    room, least = end - 32, NARROWEST
    while size > least and width_of(shown(lance.name), size) + width_of(shown(lance.note), size) > room:
        size -= 1
    note = canvas.text(end, middle, lance.note, size, words, fill, anchor="r", room=120) if lance.note else 0
    canvas.text(16, middle, lance.name, size, words, fill, anchor="l", room=end - note - 24)

"""The board over a table: who leads, in numbers and in stones."""

from __future__ import annotations

from musbot.pictures.canvas import Canvas
from musbot.pictures.lettering import fitting

COLOURS = ("blue", "orange")
"""The colour of each pair. Its side of the table, its name and its symbol tell it too."""
LEFT, RIGHT, HEIGHT = 48, 1152, 120
AMARRACO, STONE = 13, 9
"""Radius in pixels of an amarraco, which is five stones, and of a single stone."""
ROOM = 216
"""Pixels for the row of amarracos; of many, each lies a little over the next, as coins do."""
ROW, HALF = ROOM + 8 + 2 * STONE + 3 * (2 * STONE + 4), AMARRACO + 2
"""Pixels that all of a score's stones take: their width, and half of their height."""


def symbol(canvas: Canvas, pair: int, x: int, y: int, radius: int, over: str) -> None:
    """Draw a pair's symbol round (x, y): a triangle for the first, a square on its corner for the second."""
    triangle = ((x - radius, y + 0.8 * radius), (x, y - radius), (x + radius, y + 0.8 * radius))
    square = ((x - radius, y), (x, y - radius), (x + radius, y), (x, y + radius))
    canvas.polygon(square if pair else triangle, COLOURS[pair], over)


def scoreboard(
    canvas: Canvas,
    names: tuple[str, str],
    scores: tuple[int, int],
    target: int,
    target_words: str,
    games_words: str,
    *,
    top: int,
) -> None:
    """Draw both pairs' names, scores, amarracos and stones, with the target and the games between them.

    The board is 120 pixels high from ``top``, and as wide as a picture of 1200 pixels allows.
    """
    canvas.piece((LEFT, top, RIGHT, top + HEIGHT), "felt", ground)
    middle = (LEFT + RIGHT) // 2
    for y, words, size, colour in ((40, target_words, 36, "white"), (84, games_words, 30, "grey")):
        canvas.text(middle, top + y, words, fitting(words, size, 26, 176), colour, "night", room=176)
    for pair, colour in enumerate(COLOURS):
        side, edge, outer, inner = (1, LEFT + 24, "l", "r") if pair == 0 else (-1, RIGHT - 24, "r", "l")
        left, start = (edge, 0) if pair == 0 else (edge - ROW, ROW)
        row = (left, top + 87 - HALF, left + ROW, top + 87 + HALF)
        canvas.piece(row, "night", stones, start, HALF, side, scores[pair], target, pair)
        symbol(canvas, pair, edge + side * 15, top + 38, 15, "night")
        x = edge + side * 40
        canvas.text(x, top + 38, names[pair], 34, colour, "night", anchor=outer, room=262)
        x = middle - side * 98
        canvas.text(x, top + 60, str(scores[pair]), 84, colour, "night", anchor=inner)


def ground(canvas: Canvas) -> None:
    """Draw what all of it lies on."""
    canvas.rounded((0, 0, RIGHT - LEFT, HEIGHT), 26, "night", "felt")


def stones(canvas: Canvas, x: int, y: int, side: int, score: int, target: int, pair: int) -> None:
    """Draw a score as amarracos and stones, in a row from x to one ``side``.

    The amarracos still to win are hollow, as many as the target wants.
    """
    slots = -(-target // 5)
    full, single = divmod(min(score, target), 5)
    pitch = min(2 * AMARRACO + 1, (ROOM - 2 * AMARRACO) // max(1, slots - 1))
    colour = COLOURS[pair]
    for slot in reversed(range(slots)):
        centre = x + side * (AMARRACO + slot * pitch)
        canvas.disc(centre, y, AMARRACO + 1, "night", "night")
        if slot < full:
            canvas.disc(centre, y, AMARRACO - 1, colour, "night")
            canvas.disc(centre, y, AMARRACO - 5, "night", colour)
            canvas.disc(centre, y, AMARRACO - 8, colour, "night")
        else:
            canvas.disc(centre, y, AMARRACO - 1, "slate", "night")
            canvas.disc(centre, y, AMARRACO - 4, "night", "slate")
    start = x + side * (2 * AMARRACO + (slots - 1) * pitch + 8 + STONE)
    for stone in range(single):
        canvas.disc(start + side * stone * (2 * STONE + 4), y, STONE, colour, "night")

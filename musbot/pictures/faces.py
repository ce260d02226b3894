"""Faces beside each other, each with its name: those from which a player chooses."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from musbot.pictures.canvas import felt_canvas
from musbot.pictures.face import face_names
from musbot.pictures.sprites import sprite

LEAST_WIDTH = 1200
"""Pixels: one face alone in a narrower picture would fill a telephone."""
IN_ROW = 5
MOST = 20
TILE, PITCH, ROW = 256, 272, 320
MARGIN = 48
RIM, RADIUS = 14, 46
NAME = 44


def faces_picture(faces: Sequence[tuple[str, str]], *, contrast: bool = False) -> bytes:
    """Return a PNG, at least 1200 pixels wide, of faces in rows of five at most.

    :param faces: names as in `musbot.pictures.face.face_names`, each with the words to be written below it.
    :param contrast: as in `musbot.pictures.hand.hand_picture`.

    Raises `ValueError` for an unknown name, and for no or more than twenty faces.
    """
    if not 1 <= len(faces) <= MOST:
        raise ValueError(f"a picture shows 1 to {MOST} faces, not {len(faces)}")
    for name, _ in faces:
        if name not in face_names():
            raise ValueError(f"no face is called {name!r}: there are {', '.join(face_names())}")
    return _encoded(tuple(faces), contrast)


@lru_cache(maxsize=32)
def _encoded(faces: tuple[tuple[str, str], ...], contrast: bool) -> bytes:
    rows = -(-len(faces) // IN_ROW)
    columns = -(-len(faces) // rows)
    width = max(LEAST_WIDTH, columns * PITCH + 2 * MARGIN)
    canvas = felt_canvas(width, rows * ROW + MARGIN, RIM, RADIUS, contrast=contrast)
    for place, (name, words) in enumerate(faces):
        row, column = divmod(place, columns)
        in_row = min(columns, len(faces) - row * columns)
        middle = width // 2 + round((column - (in_row - 1) / 2) * PITCH)
        top = MARGIN // 2 + 8 + row * ROW
        canvas.paste(sprite("faces_large", name), middle - TILE // 2, top)
        canvas.text(middle, top + TILE + 18, words, NAME, "white", "felt", room=PITCH - 12)
    return canvas.png()

"""One face, large: a signal from the partner in its red frame, or an emote."""

from __future__ import annotations

from functools import lru_cache

from musbot.pictures.canvas import felt_canvas
from musbot.pictures.sprites import atlases, sprite

WIDTH, HEIGHT = 600, 300
RIM, RADIUS = 7, 30


def face_names() -> tuple[str, ...]:
    """Return the names of all faces: the signals of the rules, and emotes such as ``"smile"``."""
    return atlases()["faces_large"].names


@lru_cache(maxsize=64)
def face_picture(name: str, *, framed: bool = True, contrast: bool = False) -> bytes:
    """Return a PNG, 600 x 300 pixels, of a face; in a broad red frame where it is a signal (``framed``).

    The face stands in the middle of a wide picture, since some telephones cut a square one at its sides.
    ``contrast`` is as in `musbot.pictures.hand.hand_picture`. Raises `ValueError` for an unknown name.
    """
    if name not in face_names():
        raise ValueError(f"no face is called {name!r}: there are {', '.join(face_names())}")
    picture = sprite("signs_large" if framed else "faces_large", name)
    canvas = felt_canvas(WIDTH, HEIGHT, RIM, RADIUS, contrast=contrast)
    canvas.paste(picture, (WIDTH - picture.width) // 2, (HEIGHT - picture.height) // 2)
    return canvas.png()

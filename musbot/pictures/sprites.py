"""The ready sprites under ``assets/sprites``, as planes of palette indices.

An atlas is one PNG with sprites of one size in rows of ten; ``atlases.json`` names what it holds. Both are
written by `musbot.pictures.build`. Sprites are prepared on the very ground they will lie on, as in lila-gif,
so that pasting one is a copy of bytes.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from musbot.assets import asset

COLUMNS = 10


@dataclass(frozen=True, slots=True)
class Atlas:
    """What one atlas holds: the size of its sprites in pixels, and their names in order."""

    width: int
    height: int
    names: tuple[str, ...]


@lru_cache(maxsize=1)
def atlases() -> dict[str, Atlas]:
    """Return every atlas by name."""
    listed = json.loads(asset("sprites/atlases.json").read_text(encoding="utf-8"))
    return {
        name: Atlas(entry["width"], entry["height"], tuple(entry["names"])) for name, entry in listed.items()
    }


def plane(image: Image.Image) -> Image.Image:
    """Return the palette indices of a palette picture as a grey picture, which pastes without conversion."""
    return Image.frombytes("L", image.size, image.tobytes())


@lru_cache(maxsize=16)
def _sheet(atlas: str) -> Image.Image:
    with Image.open(asset(f"sprites/{atlas}.png")) as image:
        return plane(image)


@lru_cache(maxsize=512)
def sprite(atlas: str, name: str) -> Image.Image:
    """Return one sprite as a plane of palette indices; `KeyError` or `ValueError` where it does not exist.

    The picture is shared: paste it, never draw on it.
    """
    listed = atlases()[atlas]
    place = listed.names.index(name)
    left, top = place % COLUMNS * listed.width, place // COLUMNS * listed.height
    return _sheet(atlas).crop((left, top, left + listed.width, top + listed.height))


@lru_cache(maxsize=64)
def sprite_mask(atlas: str, name: str) -> Image.Image:
    """Return where a sprite is solid: 255 where it covers, 0 where its index is `palette.CLEAR`."""
    return sprite(atlas, name).point(lambda index: 255 if index else 0, "1")

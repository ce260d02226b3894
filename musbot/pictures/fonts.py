"""The fonts that pictures are lettered in, and which characters each of them has.

Pillow knows no fallback between fonts, so a line is cut into runs, each in the first font of `FAMILY` that
has the character. The shipped fonts cover Latin, Greek, Cyrillic, Arabic, Hebrew, Devanagari, Thai, Armenian
and Georgian. Chinese, Japanese and Korean need megabytes: they are drawn where the machine has a Noto CJK
font (Debian's ``fonts-noto-cjk``), and left out elsewhere.
"""

from __future__ import annotations

import os
import struct
from functools import lru_cache
from pathlib import Path

from PIL import ImageFont

from musbot.assets import asset

FAMILY = (
    "Inter-Bold.otf",
    "NotoSans-Bold.ttf",
    "NotoSansArabic-Bold.ttf",
    "NotoSansHebrew-Bold.ttf",
    "NotoSansDevanagari-Bold.ttf",
    "NotoSansThai-Bold.ttf",
    "NotoSansArmenian-Bold.ttf",
    "NotoSansGeorgian-Bold.ttf",
)
SYSTEM_FONTS = ("NotoSansCJK-Bold.ttc", "NotoSansCJKjp-Bold.otf", "NotoSansCJK-Regular.ttc")
SYSTEM_FOLDERS = (
    "/usr/share/fonts",
    "/usr/local/share/fonts",
    "~/.local/share/fonts",
    "~/.fonts",
    "/Library/Fonts",
)


@lru_cache(maxsize=1)
def font_files() -> tuple[Path, ...]:
    """Return the font files in the order in which a character is looked for in them."""
    shipped = [asset(f"fonts/{name}") for name in FAMILY]
    found: dict[str, Path] = {}
    for folder in SYSTEM_FOLDERS:
        for place, _, names in os.walk(Path(folder).expanduser()):
            for name in set(names).intersection(SYSTEM_FONTS):
                found.setdefault(name, Path(place, name))
    system = [found[name] for name in SYSTEM_FONTS if name in found]
    return (*shipped, *system[:1])


@lru_cache(maxsize=32)
def font_at(place: int, size: int) -> ImageFont.FreeTypeFont:
    """Return the font at ``place`` of `font_files`, ``size`` pixels to the em."""
    return ImageFont.truetype(str(font_files()[place]), size)


def font_place(character: str) -> int | None:
    """Return the place in `font_files` of the first font that has the character, or None."""
    return _places().get(ord(character))


@lru_cache(maxsize=1)
def _places() -> dict[int, int]:
    places: dict[int, int] = {}
    for place, path in enumerate(font_files()):
        for code in characters_of(path.read_bytes()):
            places.setdefault(code, place)
    return places


def characters_of(font: bytes) -> set[int]:
    """Return the code points of a TrueType or OpenType font or collection, from its ``cmap`` table.

    Formats 4 and 12 are read, which every Unicode font uses; see the OpenType specification, "cmap".
    Raises `ValueError` where there is no such table.
    """
    start = struct.unpack_from(">I", font, 12)[0] if font[:4] == b"ttcf" else 0
    for table in range(struct.unpack_from(">H", font, start + 4)[0]):
        tag, _, offset, _ = struct.unpack_from(">4sIII", font, start + 12 + 16 * table)
        if tag == b"cmap":
            break
    else:
        raise ValueError("a font without a cmap table")
    codes: set[int] = set()
    for record in range(struct.unpack_from(">H", font, offset + 2)[0]):
        subtable = offset + struct.unpack_from(">I", font, offset + 4 + 8 * record + 4)[0]
        form = struct.unpack_from(">H", font, subtable)[0]
        if form == 4:
            codes |= _segments(font, subtable)
        elif form == 12:
            for group in range(struct.unpack_from(">I", font, subtable + 12)[0]):
                first, last, _ = struct.unpack_from(">III", font, subtable + 16 + 12 * group)
                codes.update(range(first, last + 1))
    return codes


def _segments(font: bytes, subtable: int) -> set[int]:
    """Return the code points of a format 4 subtable: segments of which some characters may be missing."""
    doubled = struct.unpack_from(">H", font, subtable + 6)[0]
    codes: set[int] = set()
    for at in range(0, doubled, 2):
        last = struct.unpack_from(">H", font, subtable + 14 + at)[0]
        first = struct.unpack_from(">H", font, subtable + 16 + doubled + at)[0]
        delta = struct.unpack_from(">H", font, subtable + 16 + 2 * doubled + at)[0]
        position = subtable + 16 + 3 * doubled + at
        step = struct.unpack_from(">H", font, position)[0]
        for code in range(first, min(last, 0xFFFE) + 1):
            if step:
                glyph = struct.unpack_from(">H", font, position + step + 2 * (code - first))[0]
                if not glyph:
                    continue
            elif not (code + delta) % 0x10000:
                continue
            codes.add(code)
    return codes

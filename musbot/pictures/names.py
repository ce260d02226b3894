"""Display names as pictures can show them: clean, of known characters, cut to a width.

A Discord name may hold any of Unicode: line ends, zero-width and direction-changing characters, towers of
combining marks, lone surrogates, emoji, mathematical letters. What a picture shows of it is what its fonts
can draw; a look-alike in compatibility form (𝔉𝔯𝔞𝔨𝔱𝔲𝔯, ｗｉｄｅ) is drawn as its plain letters.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from musbot.pictures.fonts import FAMILY, font_place

MAX_CHARACTERS = 128
"""More of a name or of a line than this is never looked at; Discord allows 32 in a name, 100 in a channel's."""
MAX_MARKS = 2
"""How many combining marks a letter keeps; Vietnamese and Hebrew need two."""
ZERO_WIDTH_NON_JOINER = "\u200c"


@lru_cache(maxsize=2048)
def shown(name: str, otherwise: str = "") -> str:
    """Return what can be drawn of a name, in one line without blanks at its ends.

    ``otherwise`` is returned, cleaned in its turn, where nothing of the name can be drawn. Never raises.
    """
    letters = "".join(_drawable(unicodedata.normalize("NFC", _encodable(name[: 4 * MAX_CHARACTERS]))))
    clean = " ".join(letters.split())[:MAX_CHARACTERS].strip()
    if clean:
        return clean
    return shown(otherwise) if otherwise else ""


def _encodable(name: str) -> str:
    return "".join(character for character in name if not 0xD800 <= ord(character) <= 0xDFFF)


def _drawable(name: str) -> Iterator[str]:
    marks = MAX_MARKS  # a mark with no letter before it is dropped
    for place, character in enumerate(name):
        category = unicodedata.category(character)
        if character.isspace() or category in ("Zl", "Zp"):
            marks = MAX_MARKS
            yield " "
        elif category in ("Mn", "Me"):
            if marks < MAX_MARKS and font_place(character) is not None:
                marks += 1
                yield character
        elif character == ZERO_WIDTH_NON_JOINER:
            if _joins(name[place - 1 : place]) and _joins(name[place + 1 : place + 2]):
                yield character
        elif category[0] != "C":
            plain = _plain(character)
            marks = 0 if plain else MAX_MARKS
            yield plain


def _joins(character: str) -> bool:
    """Say whether a zero-width non-joiner has a meaning beside this character: in Arabic and Devanagari."""
    return bool(character) and (0x0600 <= ord(character) <= 0x06FF or 0x0900 <= ord(character) <= 0x097F)


def _plain(character: str) -> str:
    """Return the character, or its plain form if the shipped fonts have only that, or nothing."""
    place = font_place(character)
    if place is not None and place < len(FAMILY):
        return character
    plain = unicodedata.normalize("NFKC", character)
    if all(font_place(letter) is not None and unicodedata.category(letter)[0] != "C" for letter in plain):
        return plain
    return ""


def clusters(text: str) -> list[str]:
    """Return a text as letters that must not be cut apart: each with the marks that follow it."""
    parts: list[str] = []
    for character in text:
        if parts and (unicodedata.category(character)[0] == "M" or character == ZERO_WIDTH_NON_JOINER):
            parts[-1] += character
        else:
            parts.append(character)
    return parts

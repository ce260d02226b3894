"""Display names, made harmless: they must not ping, break the markdown, or turn the line around."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

LONGEST = 32
"""Characters of a person's name; Discord allows as many."""
_MOST_MARKS = 2
"""Combining marks kept on one letter; stacks of them climb over the lines above."""


_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters, marks and signs, to Unicode, of which nothing is to be seen: names made of them look empty."""
_MEANINGFUL = re.compile(r"[\\*_~|`<>#\[\]]|^-")
"""What Discord's markdown could take for its own."""
_ISOLATE, _ISOLATED = "\u2068", "\u2069"
"""What keeps the direction of a text to itself (Unicode, UAX #9)."""
_WRITTEN = re.compile(
    r"\\(?P<letter>[^0-9A-Za-z\s])"
    r"|\[(?P<link>(?:\\.|[^\]\\])*)\]\([^)\s]*\)"
    rf"|\*\*|__|`|\u200b|{_ISOLATE}|{_ISOLATED}"
)
"""What is no letter of a text that was written for a message: marks, links, escapes, what cannot be seen."""


def safe_name(name: str, longest: int = LONGEST) -> str:
    """Return a name to be stored: without control, bidi, zero-width or private characters, 1 to `longest` characters.

    Where nothing is left of it, it is a question mark.
    """
    kept: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", name):
        category = unicodedata.category(char)
        if category in ("Mn", "Me") and char not in _BLANK:
            marks += 1
            if not kept or marks > _MOST_MARKS:
                continue
        elif char in _BLANK or category[0] == "C" or category in ("Zl", "Zp"):
            continue
        else:
            marks = 0
        kept.append(" " if category == "Zs" else char)
    cleaned = " ".join("".join(kept).split())
    if len(cleaned) > longest:
        cleaned = cleaned[: longest - 1].rstrip() + "…"
    return cleaned or "?"


@lru_cache(maxsize=4096)
def shown(name: str) -> str:
    """Return a stored name as it is written into a message: no markdown, no mention, no link.

    One that is read from right to left is kept by itself, so that it turns no number or name beside it around.
    """
    # discord.utils.escape_markdown leaves links as they are, and whatever else lies in what looks like one.
    written = _MEANINGFUL.sub(r"\\\g<0>", name).replace("@", "@\u200b").replace("://", ":\u200b//")
    turned = any(unicodedata.bidirectional(char) in ("R", "AL", "AN") for char in name)
    return f"{_ISOLATE}{written}{_ISOLATED}" if turned else written


def plain(written: str) -> str:
    """Return what was written for a message as it is read: for a file, or to stand for a picture.

    >>> plain(f"`1` **{shown('A*')}** · [to the table](https://example.com)")
    '1 A* · to the table'
    """
    return _WRITTEN.sub(_read, written)


def _read(found: re.Match[str]) -> str:
    return plain(found["link"]) if found["link"] is not None else found["letter"] or ""

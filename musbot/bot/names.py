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
    """Return a stored name as it is written into a message: no markdown, no mention, no link."""
    # discord.utils.escape_markdown leaves links as they are, and whatever else lies in what looks like one.
    return _MEANINGFUL.sub(r"\\\g<0>", name).replace("@", "@\u200b").replace("://", ":\u200b//")

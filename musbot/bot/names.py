"""Display names, made harmless: they must not ping, break the markdown, or turn the line around."""

from __future__ import annotations

import unicodedata

import discord

LONGEST = 32
_MOST_MARKS = 2
"""Combining marks kept on one letter; stacks of them climb over the lines above."""


def safe_name(name: str) -> str:
    """Return a name to be stored: without control, bidi, zero-width or private characters, 1 to 32 long."""
    kept: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", name):
        category = unicodedata.category(char)
        if category in ("Mn", "Me"):
            marks += 1
            if not kept or marks > _MOST_MARKS:
                continue
        elif category[0] == "C" or category in ("Zl", "Zp"):
            continue
        else:
            marks = 0
        kept.append(" " if category == "Zs" else char)
    cleaned = " ".join("".join(kept).split())
    if len(cleaned) > LONGEST:
        cleaned = cleaned[: LONGEST - 1].rstrip() + "…"
    return cleaned or "?"


def shown(name: str) -> str:
    """Return a stored name as it is written into a message: no markdown, no mention."""
    escaped = discord.utils.escape_markdown(name)
    return escaped.replace("@", "@\u200b").replace("<", "\\<").replace("#", "\\#")

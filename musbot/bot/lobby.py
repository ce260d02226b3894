"""The message of a table that waits for players."""

from __future__ import annotations

from discord import ButtonStyle

from musbot.bot import phrases
from musbot.bot.fairness import cut_buttons, promise
from musbot.bot.ids import ClickId
from musbot.bot.layout import Letter, box, button, rows, text
from musbot.bot.levels import level_manner, level_name
from musbot.bot.names import shown
from musbot.bot.timing import clock_words
from musbot.bot.words import Words
from musbot.table import PublicTable

PAIR_MARKS = ("▲", "◆")
"""Marks of pair A and pair B, as in the pictures: told apart by shape and place, never by colour alone."""


def seat_name(table: PublicTable, seat: int, words: Words) -> str:
    """Return the name of a seat, ready to be written into a message."""
    sitter = table.seats[seat - 1]
    if sitter is None:
        kept = dict(table.kept).get(seat) if table.tournament else None
        return f"<@{kept}>" if kept is not None and kept > 0 else words("*free*")
    return f"{shown(sitter.name)} 🤖" if sitter.is_ai else shown(sitter.name)


def pair_names(table: PublicTable, pair: int, words: Words) -> str:
    """Return both names of a pair, 0 or 1."""
    return f"{seat_name(table, 1 + pair, words)} + {seat_name(table, 3 + pair, words)}"


def pair_with_levels(table: PublicTable, pair: int, words: Words) -> str:
    """Return both names of a pair, those of AI players with their level."""
    return " + ".join(_with_level(table, seat, words) for seat in (1 + pair, 3 + pair))


def _with_level(table: PublicTable, seat: int, words: Words) -> str:
    name, sitter = seat_name(table, seat, words), table.seats[seat - 1]
    return f"{name} ({level_name(words, sitter.level)})" if sitter and sitter.level else name


def lobby(table: PublicTable, words: Words, *, title: str = "") -> Letter:
    """Return the lobby of a table: who sits where, and the buttons to join; without buttons once it is over.

    :param title: what the table is called, where it is more than a number.
    """
    lines = [f"### {title}" if title else words("### Mus · table {table}", table=table.table_id)]
    rules = (phrases.options_words(words, table.options), clock_words(words, table.clock))
    lines.append("-# " + " · ".join(part for part in rules if part))
    for pair in (0, 1):
        lines.append(f"{PAIR_MARKS[pair]} {pair_with_levels(table, pair, words)}")
    buttons = []
    match table.status:
        case "open":
            free = sum(sitter is None for sitter in table.seats)
            lines.append(words.n("**{count} seat** is free.", "**{count} seats** are free.", free))
            if table.tournament:
                lines.append(words("Press *Join* to take the seat that is kept for you."))
            else:
                lines.append("-# " + _access_words(table, words))
                name, manner = level_name(words, table.level), level_manner(words, table.level)
                lines.append(words("-# 🤖 AI players: {level} ({manner})", level=name, manner=manner))
            fill = button(ClickId(table.table_id, 0, "fill"), words("Fill with AI"), ButtonStyle.primary)
            buttons = [
                button(ClickId(table.table_id, 0, "join"), words("Join"), ButtonStyle.success),
                *([] if table.tournament else [fill]),
                button(ClickId(table.table_id, 0, "leave"), words("Leave")),
                *(
                    []
                    if table.tournament
                    else [button(ClickId(table.table_id, 0, "move"), words("Change seat"))]
                ),
                *cut_buttons(table, words),
            ]
            lines.append(promise(table, words))
        case "closed":
            if table.tournament:
                lines.append(words("**This table was closed:** its meeting is decided."))
            elif table.closed_why == "waited":
                lines.append(words("This table was closed: nobody came for a day."))
            else:
                lines.append(words("This table was closed."))
        case _:
            lines.append(words("All seats are taken: the game is on."))
    written = "\n".join(line for line in lines if line)
    return Letter((box(text(written), *rows(buttons)),))


def _access_words(table: PublicTable, words: Words) -> str:
    limits = _rating_words(table, words)
    return " ".join(part for part in (_company_words(table, words), limits) if part)


def _rating_words(table: PublicTable, words: Words) -> str:
    low, high = table.access.lowest, table.access.highest
    if low is None and high is None:
        return ""
    if high is None:
        return words("Ratings from {low} on.", low=low)
    if low is None:
        return words("Ratings up to {high}.", high=high)
    return words("Ratings from {low} to {high}.", low=low, high=high)


def _company_words(table: PublicTable, words: Words) -> str:
    access = table.access
    match access.kind:
        case "friends":
            return words("For friends of <@{host}>.", host=table.host)
        case "role":
            return words("For members of <@&{role}>.", role=access.role)
        case "people":
            others = [f"<@{person}>" for person in sorted(access.people) if 0 < person != table.host]
            return words("For those invited: {people}", people=", ".join(others[:10]))
        case _:
            return words("Anyone may sit. Partners sit opposite: seats 1 and 3 ▲, seats 2 and 4 ◆.")

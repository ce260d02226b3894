"""Clocks as people see them: how long there is for a decision, what is left of it, who plays for those away."""

from __future__ import annotations

from typing import Any

from discord import ButtonStyle, ui

from musbot.bot.ids import ClickId
from musbot.bot.layout import Letter, button, link, rows, text
from musbot.bot.names import shown
from musbot.bot.words import N_, Words
from musbot.table import PublicTable, Reminder

_DAY = 86_400

CLOCK_NAMES = {
    0: N_("off"),
    30: N_("30 s"),
    60: N_("1 min"),
    120: N_("2 min"),
    300: N_("5 min"),
    86_400: N_("1 day"),
}
"""What the clocks that a table may have are called."""


def clock_words(words: Words, clock: int) -> str:
    """Return what the lobby says of a clock; "" where there is none."""
    return words("⏳ {clock} for each decision", clock=words(CLOCK_NAMES[clock])) if clock else ""


def countdown(table: PublicTable) -> str:
    """Return until when a game waits, counted down by Discord itself; "" where it waits for ever."""
    return (
        f" ⏳ <t:{round(table.due_at)}:R>" if table.status == "playing" and table.due_at is not None else ""
    )


def away_words(table: PublicTable, words: Words) -> str:
    """Return who plays for whom, and whose seats a person may take."""
    return "\n".join(
        words("-# 🤖 {player} plays for {name}", player=shown(table.name(seat)), name=shown(name))
        if name
        else words(
            "-# 🤖 {player} plays on; `/mus join` gives the seat to a person", player=shown(table.name(seat))
        )
        for seat, name in table.away
    )


def back_buttons(table: PublicTable, words: Words) -> list[ui.Button[Any]]:
    """Return the button that gives people their seats back, while AI players keep some."""
    if not any(name for _, name in table.away):
        return []
    return [button(ClickId(table.table_id, 0, "back"), words("I'm back"), ButtonStyle.success)]


def reminder_letter(reminder: Reminder, pinged: frozenset[int], url: str, words: Words) -> Letter:
    """Return what people are told when half of their time has passed, with the way to the table."""
    people = ", ".join(f"<@{person}>" for person in reminder.people)
    said = words(
        # It stays in the channel: that "until 6 minutes ago" helps nobody.
        "⏰ {people}: table {table} waits for you, until {when}.",
        people=people,
        table=reminder.table.table_id,
        when=f"<t:{round(reminder.due_at)}:{'f' if reminder.table.clock >= _DAY else 't'}>",
    )
    return Letter((text(said), *(rows([link(words("To the table"), url)]) if url else [])), pings=pinged)

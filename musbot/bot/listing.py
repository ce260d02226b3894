"""``/mus tables``: the live tables of a server, a page at a time, with a way to each."""

from __future__ import annotations

import discord

from musbot.bot import calls
from musbot.bot.answering import Answerer
from musbot.bot.ids import NO_TABLE, ClickId
from musbot.bot.layout import Letter, box, button, rows, text
from musbot.bot.links import table_url
from musbot.bot.lobby import PAIR_MARKS, pair_names
from musbot.bot.pauses import Pauses
from musbot.bot.people import is_private
from musbot.bot.readers import words_of
from musbot.bot.words import Words
from musbot.store import Store, TableRow, TableStatus
from musbot.table import PublicTable, Refused, Tables

PER_PAGE = 8
"""Tables on a page: with the longest names that there may be, so many fit into a message."""
TURN = "tables"
"""The action of the buttons that turn the pages; the number of the page, from 0, stands in place of a moment."""


class Listing:
    """Lists the live tables of a server. A table that cannot be read is listed as such, and hides no other."""

    def __init__(self, store: Store, tables: Tables, pauses: Pauses) -> None:
        self._store = store
        self._tables = tables
        self._pauses = pauses

    def answers(self) -> dict[str, Answerer]:
        """Return what the buttons do, by the action of their ids."""
        return {TURN: self.turn}

    async def show(self, interaction: discord.Interaction) -> None:
        """Answer the command with the first page."""
        await calls.answer_by_message(interaction, await self._page(interaction, 0), private=True)

    async def turn(self, interaction: discord.Interaction, click: ClickId) -> None:
        """Turn to another page, as things stand now."""
        letter = await self._page(interaction, click.revision)
        if not is_private(interaction) or not await calls.answer_by_edit(interaction, letter):
            await calls.answer_by_message(interaction, letter, private=True)

    async def _page(self, interaction: discord.Interaction, number: int) -> Letter:
        words = words_of(interaction)
        found = await self._store.tables_of_guild(interaction.guild_id) if interaction.guild_id else []
        # Where one may sit down comes first.
        found.sort(key=lambda row: (row.status is not TableStatus.OPEN, row.table_id))
        pages = max(1, -(-len(found) // PER_PAGE))
        number = min(number, pages - 1)
        here = found[number * PER_PAGE : (number + 1) * PER_PAGE]
        lines = [words("### Tables"), *[await self._line(row, words) for row in here]]
        if not found:
            lines.append(words("There is none. Open one with `/mus open`."))
        if pages > 1:
            lines.append(words("-# page {page} of {pages}", page=number + 1, pages=pages))
        turns = []
        if number > 0:
            turns.append(button(ClickId(NO_TABLE, number - 1, TURN), words("◀ Back")))
        if number < pages - 1:
            turns.append(button(ClickId(NO_TABLE, number + 1, TURN), words("More ▶")))
        return Letter((box(text("\n".join(lines)), *rows(turns)),))

    async def _line(self, row: TableRow, words: Words) -> str:
        link = f"[{row.table_id}]({table_url(row)})"
        try:
            public = (await self._tables.get(row.table_id)).public()
        except Refused:
            return f"{link} · " + words("cannot be read any more")
        pairs = " · ".join(pair_names(public, pair, words) for pair in (0, 1))
        return f"{link} · {pairs} · {self._state(public, words)}"

    def _state(self, public: PublicTable, words: Words) -> str:
        if self._pauses.is_paused(public.table_id):
            return words("paused")
        if public.status == "open":
            free = sum(sitter is None for sitter in public.seats)
            return words.n("{count} seat is free", "{count} seats are free", free)
        if public.deal is None:
            return words("in play")
        return f"{PAIR_MARKS[0]} {public.deal.scores[0]}–{public.deal.scores[1]} {PAIR_MARKS[1]}"

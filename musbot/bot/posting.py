"""Bringing the message of a table up to what the table is: edits, and the messages of the next deal and the end.

Whoever calls holds the lock of the display. Edits go through the token of the last click as long as it lives, which
costs nothing of the global limit.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
from collections.abc import Awaitable, Callable, Collection
from dataclasses import replace
from typing import Protocol

import discord

from musbot.bot import calls
from musbot.bot.board import Moment, board, moment_of, picture_name
from musbot.bot.calls import Barred, Gone, Lost
from musbot.bot.display import Display, Token
from musbot.bot.drawing import draw
from musbot.bot.ending import ending
from musbot.bot.layout import Letter
from musbot.bot.lobby import lobby
from musbot.bot.scenes import drawn, scene_of
from musbot.bot.words import Words, words_for
from musbot.store import Store
from musbot.table import Refused, Status, Table

log = logging.getLogger(__name__)

EDITED_EVERY = 1.0
"""Seconds between two edits of one message that answer no click; the later one shows what the earlier would."""


class Titled(Protocol):
    """Returns what a table is called, or its thread; "" for the usual: its number."""

    def __call__(self, table: Table, words: Words, *, thread: bool = False) -> Awaitable[str]: ...


class Posting:
    """Edits the messages of tables, and posts new ones.

    :param client: the bot, for messages that answer no interaction.
    :param refresh: shows a table once more, by its number: called when an edit was put off for a moment.
    """

    def __init__(
        self, client: discord.Client, store: Store, refresh: Callable[[int], Awaitable[None]]
    ) -> None:
        self._client = client
        self._store = store
        self._refresh = refresh
        self.titled: Titled | None = None
        """Tells what a table is called that has more than a number."""

    async def letter(
        self, table: Table, deal: int, shown: Moment | None = None
    ) -> tuple[Letter, Moment | None]:
        """Return the message of a deal, and the moment its picture shows.

        A picture is drawn anew when the table has come to another moment than the one that is shown.
        """
        words = words_for(table.language)
        title = await self.title(table, words)
        if deal < 0:
            return lobby(table.public(), words, title=title), None
        if deal == table.deal_count:
            return ending(table.public(), table.playing, table.names(), words), None
        public = table.public(deal)
        moment = moment_of(public)
        letter = board(public, words, title=title)
        if moment == shown:
            return letter, moment
        scene = scene_of(public, words)
        image = await draw(drawn, scene)
        return replace(letter, files=((picture_name(public), image),), keeps_files=False), moment

    async def title(self, table: Table, words: Words, *, thread: bool = False) -> str:
        """Return what a table is called, or its thread; "" for the usual: its number."""
        return await self.titled(table, words, thread=thread) if self.titled is not None else ""

    async def renew(self, display: Display, table: Table) -> None:
        """Edit the current message, or post it again if it was deleted."""
        if display.message_id is None:
            return
        letter, moment = await self.letter(table, display.deal, display.picture)
        token = display.token
        if token is not None and token.alive and token.message_id == display.message_id:
            if await token.show(letter):
                display.shown_seq, display.picture = table.public_seq, moment
                return
            display.token = None
        now = asyncio.get_running_loop().time()
        # A message that is left behind now will not be looked at again: it is given its last state.
        left_behind = display.deal < table.deal_count - 1
        if now - display.edited_at < EDITED_EVERY and not left_behind:
            self._edit_later(display, table.table_id, display.edited_at + EDITED_EVERY - now)
            return
        display.edited_at = now
        try:
            await calls.edit(self._client, display.channel_id, display.message_id, letter)
        except Gone:
            display.lost_id, display.message_id = display.message_id, None
            if display.deal == table.deal_count - 1:
                await self.post(display, table, display.deal, None)
                return
        display.shown_seq, display.picture = table.public_seq, moment

    def _edit_later(self, display: Display, table_id: int, seconds: float) -> None:
        async def wait_and_edit() -> None:
            try:
                await asyncio.sleep(seconds)
                display.later = None
                await self._refresh(table_id)
            except (Gone, Barred) as error:
                log.warning("table %s cannot be shown: %s", table_id, error)
            except (discord.HTTPException, Refused):
                log.exception("table %s was not shown", table_id)
            finally:
                display.later = None

        if display.later is None:
            display.later = asyncio.create_task(wait_and_edit())

    async def catch_up(self, display: Display, table: Table, interaction: discord.Interaction | None) -> None:
        """Post the deals that have no message yet, and the end of the match."""
        if display.message_id is None and (table.is_live or (table.thread and display.deal < 0)):
            await self.post(display, table, display.deal, interaction)
        last = table.deal_count if table.status is Status.FINISHED else table.deal_count - 1
        if display.deal < last and table.thread:
            await self._move_into_thread(display, table)
        while display.deal < last:
            await self.post(display, table, display.deal + 1, interaction)

    async def _move_into_thread(self, display: Display, table: Table) -> None:
        """Let the deals be played in a thread on the lobby; in the channel, where no thread can be opened."""
        if display.deal != -1 or display.message_id is None or table.guild_id is None:
            return
        words = words_for(table.language)
        name = await self.title(table, words, thread=True) or words(
            "Mus · table {table}", table=table.table_id
        )
        thread = await calls.open_thread(
            self._client, table.guild_id, display.channel_id, display.message_id, name
        )
        if thread is not None:
            display.channel_id = thread

    async def post(
        self, display: Display, table: Table, deal: int, interaction: discord.Interaction | None
    ) -> None:
        """Post a new message. A follow-up would do too, but it is shown as a reply to the message before, and
        comes back with that whole message at every click; so it is kept for when the bot may not post."""
        letter, moment = await self.letter(table, deal)
        letter = replace(letter, pings=await self._pinged(table, deal))
        token = None
        nonce = nonce_of(table.table_id, deal, display.message_id or display.lost_id)
        try:
            message_id = await calls.post(self._client, display.channel_id, letter, nonce)
        except Lost:
            display.unsure = True
            raise
        except Barred:
            posted = None
            if interaction is not None and interaction.channel_id == display.channel_id:
                posted = await calls.follow_up(interaction, letter)
            if posted is None or interaction is None:
                raise
            message_id, token = posted, Token(interaction, posted, by_follow_up=True)
        else:
            if display.unsure:
                # It may be an earlier one, of an earlier state.
                with contextlib.suppress(Gone, Barred):
                    await calls.edit(self._client, display.channel_id, message_id, letter)
        display.token = token
        await self.note_message(display, table, message_id, deal)
        display.shown_seq, display.picture = table.public_seq, moment

    async def _pinged(self, table: Table, deal: int) -> frozenset[int]:
        """Return the people whose bell a new message rings: who speaks first, unless they want no pings."""
        if deal != table.deal_count - 1 or table.status is not Status.PLAYING:
            return frozenset()
        return await self.wanting(
            {table.people[seat] for seat in table.playing.to_act if seat in table.people}
        )

    async def wanting(self, people: Collection[int]) -> frozenset[int]:
        """Return those of some people whose bells may be rung."""
        known = {person: await self._store.people.lately(person) for person in people}
        return frozenset(person for person, row in known.items() if row is None or row.pings)

    async def note_message(self, display: Display, table: Table, message_id: int, deal: int) -> None:
        """Take a message that was posted for the one that shows the table."""
        display.message_id, display.deal = message_id, deal
        await self._store.set_message(table.table_id, display.channel_id, message_id, deal)


def nonce_of(table_id: int, deal: int, after: int | None) -> int:
    """Return the same number for the same message, in another process too: it stands for one deal of a table, in
    the place of (or below) the message before."""
    digest = hashlib.sha256(f"{table_id} {deal} {after}".encode()).digest()
    return int.from_bytes(digest[:7], "big")

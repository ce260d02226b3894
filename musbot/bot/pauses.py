"""Tables that cannot go on: paused while the bot may not write there, closed when there is no there any more.

A paused table takes no words, so that nothing happens which nobody sees. Its people are told by direct message,
and whoever presses one of its buttons; that press tries to show the table again, and so do changes of the server's
permissions and, where it was Discord's weather, the time. A table that is closed here has no winner.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from itertools import chain, repeat

import discord

from musbot.bot.calls import Barred, Gone, Unreachable
from musbot.bot.layout import Letter, text
from musbot.bot.mail import Mail
from musbot.bot.words import N_, Words
from musbot.shards import Shards
from musbot.table import Refused, Table, Tables

log = logging.getLogger(__name__)

BARRED = N_(
    "I may not write in its channel any more. There `/mus doctor` tells what I lack, and `/mus score` tries again."
)
LOCKED = N_("its thread was locked or archived. It goes on when the thread is open again.")
WEATHER = N_("Discord does not take my messages at the moment. I try again by myself.")

CHANNEL_DELETED = N_("Table {table} was closed: its channel is gone. Nobody has won, and nothing is counted.")
BOT_REMOVED = N_(
    "Table {table} was closed: I was removed from its server. Nobody has won, and nothing is counted."
)

TRY_AGAIN_AFTER = (5.0, 15.0, 60.0, 180.0, 600.0)
"""Seconds after which a table that Discord's weather has paused is shown again, if that works; then after the last of
them again and again."""


@dataclass(frozen=True, slots=True)
class Pause:
    """Why a table is paused, and in which server."""

    why: str
    guild_id: int | None


class Pauses:
    """The tables that are paused, in this process.

    :param refresh: shows a table as it is; raises `Gone` or `Barred` where that does not work.
    """

    def __init__(
        self,
        client: discord.Client,
        tables: Tables,
        mail: Mail,
        refresh: Callable[[int], Awaitable[None]],
    ) -> None:
        self.shards: Shards | None = None
        """The shards of this process; None for all."""
        self._client = client
        self._tables = tables
        self._mail = mail
        self._refresh = refresh
        self._paused: dict[int, Pause] = {}
        self._untold: dict[int, int | None] = {}
        """The tables that are over and could not show it, and their servers."""
        self._trying: dict[int, asyncio.Task[None]] = {}

    def why(self, table_id: int) -> str | None:
        """Return why a table is paused, to be translated; None if it is not."""
        pause = self._paused.get(table_id)
        return pause.why if pause else None

    def is_paused(self, table_id: int) -> bool:
        """Return whether a table takes no words now; its clocks stand still."""
        return table_id in self._paused

    def pause(self, table: Table, why: str) -> None:
        """Pause a table, and tell its people once; not of what may be over in a moment."""
        if not table.is_live or self.why(table.table_id) == why:
            return
        log.warning("table %s is paused: %s", table.table_id, why)
        self._paused[table.table_id] = Pause(why, table.guild_id)
        if why == WEATHER:
            self._try_later(table.table_id)
            return

        def notice(words: Words) -> Letter:
            told = words("Table {table} is paused: {why}", table=table.table_id, why=words(why))
            return Letter((text(told),))

        self._mail.tell(table.people.values(), notice, table.language)

    def resume(self, table_id: int) -> bool:
        """Let a table go on; return whether it was paused."""
        trying = self._trying.pop(table_id, None)
        if trying is not None and trying is not asyncio.current_task():
            trying.cancel()
        self._untold.pop(table_id, None)
        if self._paused.pop(table_id, None) is None:
            return False
        log.info("table %s goes on", table_id)
        return True

    async def not_shown(self, table_id: int, channel_id: int, error: Gone | Barred) -> None:
        """Do what a failure to show a table asks for: close it where its channel is gone, pause it else.

        Where it was the end that could not be shown, it is tried again.
        """
        table = await self._tables.get(table_id)
        if isinstance(error, Gone) and self._is_gone(channel_id, table.guild_id):
            await self.give_up(table_id, CHANNEL_DELETED)
        elif not table.is_live:
            self._untold[table_id] = table.guild_id
            self._try_later(table_id)
        else:
            self.pause(table, WEATHER if isinstance(error, Unreachable) else BARRED)

    async def give_up(self, table_id: int, word: str) -> None:
        """Close a table that cannot go on, and tell its people why. One that is over stays as it is."""
        self.resume(table_id)
        try:
            change = await self._tables.abandon(table_id)
        except Refused as refused:
            log.warning("table %s: %s", table_id, refused)
            return
        if change.events:
            log.warning("table %s was closed: its place is gone", table_id)
            self._mail.tell(
                change.before.people.values(),
                lambda words: Letter((text(words(word, table=table_id)),)),
                change.before.language,
            )

    async def try_again(self, guild_id: int) -> None:
        """Show the paused tables of a server again: something there has changed."""
        paused = [each for each, pause in self._paused.items() if pause.guild_id == guild_id]
        for table_id in [*paused, *(each for each, guild in self._untold.items() if guild == guild_id)]:
            await self._try(table_id)

    def close(self) -> None:
        """Try nothing any more: the bot stops."""
        for task in self._trying.values():
            task.cancel()

    def _is_gone(self, channel_id: int, guild_id: int | None) -> bool:
        """Return whether Discord has told that a channel or thread does not exist (any more)."""
        if self.shards is not None and not self.shards.hold(guild_id):
            return False  # of the servers of other processes it tells nothing here
        return self._client.is_ready() and self._client.get_channel(channel_id) is None

    def _try_later(self, table_id: int) -> None:
        if table_id not in self._trying:
            self._trying[table_id] = asyncio.create_task(self._keep_trying(table_id))

    async def _keep_trying(self, table_id: int) -> None:
        """Try for as long as Discord's weather keeps a table from going on; of one that is over, some times."""
        tries = 0
        try:
            for seconds in chain(TRY_AGAIN_AFTER, repeat(TRY_AGAIN_AFTER[-1])):
                await asyncio.sleep(seconds)
                tries += 1
                ended = table_id in self._untold and tries <= len(TRY_AGAIN_AFTER)
                if not (ended or self.why(table_id) == WEATHER) or await self._try(table_id):
                    return
        finally:
            if self._trying.get(table_id) is asyncio.current_task():
                del self._trying[table_id]
                self._untold.pop(table_id, None)

    async def _try(self, table_id: int) -> bool:
        try:
            await self._refresh(table_id)
        except (Gone, Barred, Refused, discord.HTTPException) as error:
            log.info("table %s is still paused: %s", table_id, error)
            return False
        return True

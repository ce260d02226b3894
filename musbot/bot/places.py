"""What happens to the servers, channels and threads in which tables are played."""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Callable

import discord

from musbot.bot import calls
from musbot.bot.calls import Barred, Gone
from musbot.bot.pauses import BOT_REMOVED, CHANNEL_DELETED, LOCKED
from musbot.bot.stage import Stage
from musbot.store import Store
from musbot.table import Refused, Tables

log = logging.getLogger(__name__)

REOPENED_EVERY = 3600.0
"""Seconds within which a thread is opened again once: whoever archives it twice means it."""


class Places:
    """Closes, pauses and resumes tables as their places come and go."""

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        tables: Tables,
        stage: Stage,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._client = client
        self._store = store
        self._tables = tables
        self._stage = stage
        self._clock = clock
        self._reopened: dict[int, float] = {}

    async def guild_left(self, guild_id: int) -> None:
        """The bot is no longer in a server: its tables are closed, and the server is forgotten."""
        for row in await self._store.tables_of_guild(guild_id):
            await self._stage.pauses.give_up(row.table_id, BOT_REMOVED)
        await self._store.forget_guild(guild_id)

    async def guilds_left_meanwhile(self) -> None:
        """Do the same for the servers that the bot was removed from while it was not running."""
        guilds = {row.guild_id for row in await self._store.live_tables() if row.guild_id is not None}
        for guild_id in guilds:
            if self._is_ours(guild_id) and self._client.get_guild(guild_id) is None:
                await self.guild_left(guild_id)

    async def channel_deleted(self, channel_id: int) -> None:
        """A channel or thread was deleted: its tables are closed, those in threads of the channel too."""
        self._reopened.pop(channel_id, None)
        for row in await self._store.tables_in(channel_id):
            await self._stage.pauses.give_up(row.table_id, CHANNEL_DELETED)

    async def thread_changed(self, thread_id: int, *, archived: bool, locked: bool) -> None:
        """A thread was archived, locked or opened. Buttons in one that is archived or locked do not work.

        One that Discord archived since nobody wrote is opened again while a table is played in it.
        """
        rows = await self._store.tables_in(thread_id)
        if not rows:
            return
        closed = locked
        if archived and not locked:
            closed = not await self._reopen(thread_id)
        for row in rows:
            pauses = self._stage.pauses
            if closed:
                with contextlib.suppress(Refused):  # one that cannot be read takes no words anyway
                    pauses.pause(await self._tables.get(row.table_id), LOCKED)
            elif pauses.why(row.table_id) == LOCKED:
                pauses.resume(row.table_id)
                await self._stage.restore(row)

    async def may_write_again(self, guild_id: int) -> None:
        """Roles or permissions of a server have changed."""
        await self._stage.pauses.try_again(guild_id)

    async def _reopen(self, thread_id: int) -> bool:
        now = self._clock()
        if now - self._reopened.get(thread_id, float("-inf")) < REOPENED_EVERY:
            return False
        self._reopened = {each: at for each, at in self._reopened.items() if now - at < REOPENED_EVERY}
        self._reopened[thread_id] = now
        try:
            await calls.reopen(self._client, thread_id)
        except (Gone, Barred, discord.HTTPException) as error:
            log.info("thread %s was not opened again: %s", thread_id, error)
            return False
        return True

    def _is_ours(self, guild_id: int) -> bool:
        """Return whether this process would know of a server, if the bot were in it."""
        client = self._client
        if not isinstance(client, discord.AutoShardedClient) or not client.shard_count:
            return True
        return client.get_shard((guild_id >> 22) % client.shard_count) is not None

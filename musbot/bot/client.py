"""The bot itself: a client of Discord that owns the commands, the clicks and the tables' messages."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import time
from pathlib import Path
from typing import Any

import discord

from musbot.bot.clicks import Clicks
from musbot.bot.commands import MusCommands, Tree
from musbot.bot.stage import Stage
from musbot.heartbeat import BEAT_EVERY, beat
from musbot.pictures import warm
from musbot.store import Store
from musbot.table import Tables

log = logging.getLogger(__name__)

ANSWERING = ("CommandTree-invoker", "discord.py: on_interaction")
"""What discord.py calls the tasks in which commands and clicks are answered."""

PATIENCE_AT_CLOSE = 5.0
"""Seconds for which a bot that stops waits for the answers it is giving."""

STILL_SHOWN = 3600.0
"""Seconds for which the end of a table is shown after all, where a crash kept the bot from showing it."""


class MusBot(discord.AutoShardedClient):
    """The client. It needs no privileged intent, and no member or message is cached.

    :param data: the folder for the heartbeat and for the mark of the commands that Discord knows.
    :param dev_guild: a server that gets the commands at once, instead of all servers.
    """

    def __init__(
        self,
        store: Store,
        tables: Tables,
        data: Path | None = None,
        dev_guild: int | None = None,
        **options: Any,
    ) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            chunk_guilds_at_startup=False,
            **options,
        )
        self.store = store
        self.tables = tables
        self.stage = Stage(self, store, tables)
        self._clicks = Clicks(tables, self.stage)
        self._data = data
        self._dev_guild = discord.Object(dev_guild) if dev_guild else None
        self.tree = Tree(self)
        self.tree.add_command(MusCommands(store, tables, self.stage), guild=self._dev_guild)
        self._background: set[asyncio.Task[None]] = set()

    async def setup_hook(self) -> None:
        """Tell Discord the commands if they have changed, and take up the tables that were left."""
        await self._sync_commands()
        self._start(asyncio.to_thread(warm))
        self._start(self._beat())
        self._start(self._restore_tables())

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Take every click and form; commands go through the tree."""
        if interaction.type in (discord.InteractionType.component, discord.InteractionType.modal_submit):
            await self._clicks.handle(interaction)

    async def close(self) -> None:
        """Stop what runs by itself, let what is being answered and sent arrive, and leave Discord."""
        for task in self._background:
            task.cancel()
        await self.quiet(PATIENCE_AT_CLOSE)
        await super().close()

    async def quiet(self, patience: float | None = None) -> None:
        """Wait until everybody is answered and has their hand; for the answers, so many seconds at most."""
        here = asyncio.current_task()
        answering = [t for t in asyncio.all_tasks() if t.get_name() in ANSWERING and t is not here]
        if answering:
            await asyncio.wait(answering, timeout=patience)
        await self.stage.hands.quiet()

    async def _sync_commands(self) -> None:
        """Send the commands to Discord, unless it has been told exactly these before."""
        payload = [command.to_dict(self.tree) for command in self.tree.get_commands(guild=self._dev_guild)]
        scope = [self.application_id, self._dev_guild and self._dev_guild.id, payload]
        mark = hashlib.sha256(json.dumps(scope, sort_keys=True).encode()).hexdigest()
        path = self._data / "commands.sha256" if self._data else None
        if path is not None and path.exists() and path.read_text() == mark:
            return
        await self.tree.sync(guild=self._dev_guild)
        if path is not None:
            path.write_text(mark)

    async def _restore_tables(self) -> None:
        """Show the tables that are live as they are: the last process may have died before it did."""
        await self.wait_until_ready()
        ended = await self.store.ended_since(time.time() - STILL_SHOWN)
        for row in [*ended, *reversed(await self.store.live_tables())]:
            try:
                await self.stage.restore(row)
            except Exception:  # one bad table must not keep the others from being restored
                log.exception("table %s was not restored", row.table_id)

    async def _beat(self) -> None:
        while True:
            if self._data is not None and self.is_ready():
                beat(self._data)
            await asyncio.sleep(BEAT_EVERY)

    def _start(self, work: Any) -> None:
        task: asyncio.Task[None] = asyncio.create_task(work)
        self._background.add(task)
        task.add_done_callback(self._background.discard)

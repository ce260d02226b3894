"""Reminders beside the messages of tables: posted once, and taken away when those they are for have spoken.

They are kept in memory alone: one that stands over a restart stays in the channel, where it says until when it held.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

import discord

from musbot.bot import calls
from musbot.bot.layout import Letter
from musbot.table import Reminder, Table


@dataclass(frozen=True, slots=True)
class _Standing:
    """A reminder that stands in a channel."""

    channel_id: int
    message_id: int
    revision: int
    people: frozenset[int]

    def is_over(self, table: Table) -> bool:
        """Return whether the table waits for none of its people any more."""
        waited_for = {table.people[seat] for seat in table.people_to_act}
        return table.revision != self.revision or not self.people & waited_for


class Reminders:
    """The reminders that stand in channels, one at a table at most."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._standing: dict[int, _Standing] = {}
        self._leaving: set[asyncio.Task[bool]] = set()

    async def post(self, reminder: Reminder, channel_id: int, letter: Letter) -> None:
        """Post a reminder; raises `Gone` or `Barred`. Tell `update` afterwards what the table is by then."""
        message_id = await calls.post(self._client, channel_id, letter)
        table = reminder.table
        self._standing[table.table_id] = _Standing(
            channel_id, message_id, table.revision, frozenset(reminder.people)
        )

    def update(self, table: Table) -> None:
        """Take the reminder of a table away if it is over: in one call, which nothing waits for, tried once."""
        standing = self._standing.get(table.table_id)
        if standing is None or not standing.is_over(table):
            return
        del self._standing[table.table_id]
        task = asyncio.create_task(calls.delete(self._client, standing.channel_id, standing.message_id))
        self._leaving.add(task)
        task.add_done_callback(self._leaving.discard)

    async def quiet(self) -> None:
        """Wait until those that are over are gone."""
        await asyncio.gather(*self._leaving, return_exceptions=True)

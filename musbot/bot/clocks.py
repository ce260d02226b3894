"""The clocks of all tables, driven: who is reminded is told, and what happens when time is up is shown."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

import discord

from musbot.bot import calls
from musbot.bot.stage import Stage
from musbot.bot.timing import reminder_letter
from musbot.bot.words import words_for
from musbot.logs import note
from musbot.store import Store
from musbot.table import Change, Refused, Reminder, Sweeper, Tables, Thinking
from musbot.tasks import finished

log = logging.getLogger(__name__)

AFTER_FAILURE = 1.0
"""Seconds after which the clocks are looked at again if that failed as a whole."""


class Clocks:
    """Drives the sweeper of the tables, and shows what it does."""

    def __init__(self, store: Store, tables: Tables, stage: Stage) -> None:
        self._store = store
        self._stage = stage
        self.sweeper = Sweeper(tables, self._remind, self._changed, stage.pauses.is_paused)
        self.thinking = Thinking(tables, self._changed, stage.pauses.is_paused)
        self._showing: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Sweep for ever, whatever goes wrong."""
        while True:
            pause = AFTER_FAILURE
            try:
                await self.sweeper.sweep()
                pause = await self.sweeper.pause()
            except Exception:  # a store that fails now may work in a second; without clocks, all tables hang
                log.exception("the clocks were not looked at")
            await asyncio.sleep(pause)

    async def quiet(self) -> None:
        """Wait until AI players have said what they have to say, and all that happened is shown."""
        while self._showing or self.thinking.is_busy:
            await self.thinking.quiet()
            await finished(lambda: self._showing)

    async def _remind(self, reminder: Reminder) -> None:
        if self._stage.mail.is_stopped:
            return
        known = await self._store.people.several(reminder.people)
        pinged = frozenset(person for person in reminder.people if person not in known or known[person].pings)
        if pinged:
            table = reminder.table
            words = words_for(table.language)
            letter = reminder_letter(reminder, pinged, self._stage.url(table), words)
            self._in_background(table.table_id, self._stage.remind(reminder, letter))

    async def _changed(self, change: Change) -> None:
        self._in_background(change.table_id, self._stage.refresh(change.table_id))

    def _in_background(self, table_id: int, showing: Coroutine[Any, Any, None]) -> None:
        """Show something without waiting for it: a slow channel must not stop the clocks of all others."""

        async def show() -> None:
            note(table=table_id)
            try:
                await showing
            except (discord.HTTPException, calls.Gone, calls.Barred, Refused) as error:
                log.warning("table %s: what its clock did cannot be shown: %s", table_id, error)
            except Exception:  # nobody else would ever hear of it
                log.exception("table %s: what its clock did was not shown", table_id)

        task = asyncio.create_task(show())
        self._showing.add(task)
        task.add_done_callback(self._showing.discard)

"""The sweeper: finds the deadlines that are due, reminds those who are to act, and lets time run out.

Any number of processes may sweep one store. Each claims rows for a few seconds: those of its own servers when they
are due, those of others when nobody has looked at them, whose process must have died. A reminder is claimed for good;
what happens when time is up are events like all others, of which the log takes one writer's. A deadline whose moment
has passed does nothing.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from musbot.shards import Shards
from musbot.store import DeadlineRow
from musbot.table.change import Change
from musbot.table.clocks import CLOCKS, deadline_of
from musbot.table.errors import Unreadable
from musbot.table.state import Table
from musbot.table.tables import Tables

log = logging.getLogger(__name__)

GRACE = 60
"""Seconds that people have at least when a bot comes back that was away, and when a paused table goes on."""
AFTER_FAILURE = 60
"""Seconds after which a table is looked at again whose time could not run out."""
AFTER_DAMAGE = 3600
"""The same for a table that cannot be read at all."""
MOST_AT_ONCE = 20
CLAIMED_FOR = 5.0
"""Seconds for which a deadline is left to who has claimed it."""
PATIENCE = 5.0
"""Seconds after which a deadline is anybody's that the process of its server has not looked at."""
NEAREST = min(clock for clock in CLOCKS if clock) / 3
"""Seconds from now within which no new deadline has to be looked at: people are reminded at half of their time."""
SHORTEST_PAUSE = 0.5


@dataclass(frozen=True, slots=True)
class Reminder:
    """Half of the time for a decision has passed."""

    table: Table
    people: tuple[int, ...]
    """The people who are to act."""
    due_at: float


class Sweeper:
    """Does what is due at all tables of a store.

    :param remind: tells people that they are to act; called once for each moment of a table.
    :param changed: shows what happened when time was up.
    :param is_paused: whether a table's clock stands still.
    """

    def __init__(
        self,
        tables: Tables,
        remind: Callable[[Reminder], Awaitable[None]],
        changed: Callable[[Change], Awaitable[None]],
        is_paused: Callable[[int], bool] = lambda _: False,
    ) -> None:
        self.shards: Shards | None = None
        """The shards of this process; None for all."""
        self._tables = tables
        self._remind = remind
        self._changed = changed
        self._is_paused = is_paused
        self._sweeping = asyncio.Lock()

    async def start(self) -> None:
        """Give people time to see that the bot is there again, before anything runs out.

        Where other processes have been there all the time, those of their servers need none; those of ours had been
        looked after by them.
        """
        if await self._tables.store.attend():
            await self._tables.store.put_off_deadlines(self._tables.now() + GRACE)

    async def sweep(self) -> None:
        """Do what is due now."""
        store = self._tables.store
        async with self._sweeping:
            now = self._tables.now()
            while await self._is_due(now):
                rows = await store.claim_due(now, now + CLAIMED_FOR, MOST_AT_ONCE, self.shards, PATIENCE)
                for row in rows:
                    await self._look_safely(row, now)
                if not rows:
                    return

    async def _is_due(self, now: float) -> bool:
        wake_at = await self._tables.store.next_wake()
        return wake_at is not None and wake_at <= now

    async def _look_safely(self, row: DeadlineRow, now: float) -> None:
        store = self._tables.store
        try:
            await self._look_at(row, now)
        except Unreadable:
            await store.put_off_deadlines(now + AFTER_DAMAGE, row.table_id)
        except Exception:  # one table that cannot be read must not stop the clocks of the others
            log.exception("table %s: its time could not run out", row.table_id)
            await store.put_off_deadlines(now + AFTER_FAILURE, row.table_id)

    async def pause(self) -> float:
        """Return for how many seconds nothing is due: until the next deadline, or until there may be a nearer one."""
        wake_at = await self._tables.store.next_wake()
        if wake_at is None:
            return NEAREST
        return min(max(wake_at - self._tables.now(), SHORTEST_PAUSE), NEAREST)

    async def _look_at(self, row: DeadlineRow, now: float) -> None:
        store = self._tables.store
        if self._is_paused(row.table_id):
            await store.put_off_deadlines(now + GRACE, row.table_id)
            return
        if row.due_at <= now:
            change = await self._tables.time_out(row.table_id, row.revision)
            if change.events:
                await self._changed(change)
                return
            table = change.after
        else:
            table = await self._tables.get(row.table_id)
        deadline = deadline_of(table)
        if deadline is None or (deadline.revision, deadline.due_at) != (row.revision, row.due_at):
            await store.drop_deadline(row)
        elif row.remind_at is not None and row.due_at > now and await store.claim_reminder(row):
            people = tuple(table.people[seat] for seat in table.people_to_act)
            await self._remind(Reminder(table, people, row.due_at))

"""One command at a time at each table: it is loaded from the log, and what a command says is written there.

A command is tried on a copy of the table; its events, and what follows by itself, are written to the store in one
transaction; only then do they count. Where another writer was first, the table is loaded again and the command is
tried once more.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field

from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from musbot.store import (
    NO_LIMITS,
    Limits,
    NewEvent,
    NoSuchTable,
    SeatedElsewhere,
    SequenceTaken,
    Store,
    TableStatus,
    TooManyTables,
)
from musbot.store.log import append
from musbot.table import archive, clocks
from musbot.table.archive import finished_game
from musbot.table.change import Chance, Change
from musbot.table.errors import Refusal, Refused, Unreadable
from musbot.table.events import Event, Opened, event_of
from musbot.table.following import go_on, signing
from musbot.table.state import Table

log = logging.getLogger(__name__)

Command = Callable[[Table], Sequence[Event]]
"""What somebody wants to do: returns its events, or raises `Refused`. It changes nothing."""

Also = Callable[[AsyncConnection, int], Awaitable[None]]
"""Writes what goes with a table that is opened, in the same transaction, and is given its number."""

ATTEMPTS = 5
"""How often a command is tried where other writers are always first."""


@dataclass(slots=True)
class Held:
    """A table in memory. Its lock lives as long as it does."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    table: Table | None = None
    users: int = 0
    others: int = 0
    """How often another process was found to have been at the table."""


class Desk:
    """Where commands are brought to the tables of a store.

    :param clock: seconds since 1970.
    :param ai_pause: seconds that an AI player usually takes to speak; with 0 it speaks in the same breath as the word
        that it follows.
    :param limits: how many live tables there may be.
    :param most_held: how many tables are kept in memory; the others are made of their events when they are needed.
    """

    def __init__(
        self,
        store: Store,
        chance: Chance,
        clock: Callable[[], float],
        ai_pause: float,
        limits: Limits,
        most_held: int,
    ) -> None:
        self._store = store
        self._chance = chance
        self._clock = clock
        self.ai_pause = ai_pause
        self.limits = limits
        self._most_held = most_held
        self._held: OrderedDict[int, Held] = OrderedDict()
        """The tables in memory, the one that was used last at the end."""
        self.may_forget: Callable[[int], bool] = lambda _: True
        """Asked before a table that rests is taken out of memory; who shows it forgets it too, or says no."""
        self.watch: Callable[[Table], None] = lambda _: None
        """Told of every table that has changed."""

    # Commands

    async def do(self, table_id: int, command: Command) -> Change:
        """Do what a command says at a table, and what follows by itself.

        :raises Refused: if the command is refused, there is no such table, or others are always first.
        :raises Unreadable: if the events of the table cannot be read.
        """
        async with self.locked(table_id) as held:
            for attempt in range(ATTEMPTS):
                # What has just been read is the table as it is, however busy others are with it.
                fresh = held.table is None
                table = await self.load(held, table_id)
                try:
                    events = list(command(table))
                except Refused:
                    if fresh or await self._is_current(held, table):
                        raise
                    continue
                if events:
                    try:
                        return await self.write(held, table, events)
                    except SequenceTaken:
                        held.others += 1
                        log.info("table %s: another writer was first (attempt %s)", table_id, attempt + 1)
                elif fresh or await self._is_current(held, table):
                    return Change(table, table, ())
            raise Refused(Refusal.STALE, f"table {table_id} changed {ATTEMPTS} times meanwhile")

    async def open(
        self,
        opened: Opened,
        events: Sequence[Event],
        seats: Mapping[int, int],
        guild_id: int | None,
        channel_id: int,
        limits: Limits,
        also: Also | None = None,
    ) -> Change:
        """Write a table that begins with some events.

        :raises Refused: if somebody may not sit there now, or there are as many tables as may be.
        """
        now = self._clock()
        first = Table(0, guild_id, channel_id)
        first.apply_all(events, now)
        try:
            table_id = await self._store.create_table(
                guild_id,
                channel_id,
                _rows(events, now),
                seats=seats,
                exclusive=clocks.is_live_play(opened.clock),
                deadline=clocks.deadline_of(first),
                limits=limits,
                also=also,
            )
        except SeatedElsewhere as error:
            raise await self._busy(error) from None
        except TooManyTables as error:
            raise _too_many(error) from None
        before = Table(table_id, guild_id, channel_id)
        after = before.copy()
        after.apply_all(events, now)
        # Numbers can be guessed: somebody may have come to this table already.
        held = self._hold(table_id)
        if held.table is None:
            held.table = after
        self._release(held, table_id)
        return Change(before, after, tuple(events))

    @contextlib.asynccontextmanager
    async def locked(self, table_id: int) -> AsyncIterator[Held]:
        """Keep a table for oneself, so that nobody else of this process does something there."""
        held = self._hold(table_id)
        try:
            async with held.lock:
                yield held
        finally:
            self._release(held, table_id)

    async def load(self, held: Held, table_id: int) -> Table:
        """Return a table that is locked, from memory or made of its events."""
        if held.table is not None:
            return held.table
        try:
            row, rows = await self._store.load(table_id)
        except NoSuchTable:
            raise Refused(Refusal.NO_TABLE, f"table {table_id}") from None
        table = Table(table_id, row.guild_id, row.channel_id)
        try:
            for each in rows:
                table.apply(event_of(each.kind, each.data), each.at)
        except Exception as error:  # a damaged event may break any rule of the game
            # What the event holds is not told, for it may be a secret.
            log.warning(
                "table %s cannot be read: event %s: %s", table_id, table.seq + 1, type(error).__name__
            )
            raise Unreadable(table_id) from error
        held.table = table
        return table

    async def write(self, held: Held, table: Table, events: list[Event]) -> Change:
        """Write what has happened at a table that is locked, and what follows by itself."""
        now = self._clock()
        after = table.copy()
        after.apply_all(events, now)

        def follow() -> None:
            go_on(after, events, signing(table), now, self._chance, pausing=bool(self.ai_pause))

        if after.people or self.ai_pause:
            follow()
        else:
            # AI players alone play their match in one breath; nobody else has to hold theirs. The copy is ours.
            await asyncio.to_thread(follow)
        deadline = clocks.deadline_of(after)
        status = TableStatus(after.status.value) if after.status is not table.status else None
        # Whatever happens while it is being written, only the store knows whether it was.
        held.table = None
        try:
            await self._store.append(
                table.table_id,
                table.seq,
                _rows(events, now),
                status=status,
                seats=after.people if after.people != table.people else None,
                exclusive=after.is_live and clocks.is_live_play(after.clock),
                # The row of a moment that goes on stays as it is: its people may have been reminded.
                deadline=deadline if status or deadline != clocks.deadline_of(table) else None,
                game=finished_game(after) if status is TableStatus.FINISHED else None,
                result=archive.result(after) if status is not None and not status.is_live else None,
                newcomers=set(after.people.values()) - set(table.people.values()),
                limits=NO_LIMITS if table.tournament else self.limits,
            )
        except SeatedElsewhere as error:
            raise await self._busy(error) from None
        except TooManyTables as error:
            raise _too_many(error) from None
        held.table = after
        self.watch(after)
        return Change(table, after, tuple(events))

    def beside(self, held: Held, table: Table, event_of: Callable[[int], Event]) -> Also:
        """Return what writes an event of a table that is locked in the transaction in which another table is opened.

        :param event_of: makes the event of the number of that other table. Nothing follows by itself from it.
        :raises SequenceTaken: from what is returned, if another writer was first; neither is written then.
        """

        async def also(connection: AsyncConnection, opened_id: int) -> None:
            # Whatever happens while it is being written, only the store knows whether it was.
            held.table = None
            rows = _rows([event_of(opened_id)], self._clock())
            try:
                await append(connection, table.table_id, table.seq, rows)
            except IntegrityError:
                held.others += 1
                raise SequenceTaken(table.table_id, table.seq + 1) from None

        return also

    async def _is_current(self, held: Held, table: Table) -> bool:
        """Return whether no other writer has been at a table; where one has, forget what is in memory.

        A command that writes finds out by itself; one that is refused, or has nothing to do, must ask.
        """
        if await self._store.last_seq(table.table_id) == table.seq:
            return True
        held.table = None
        held.others += 1
        return False

    async def _busy(self, error: SeatedElsewhere) -> Refused:
        rows = await self._store.tables_of(error.person_id)
        elsewhere = next((row for row in rows if row.table_id == error.elsewhere), None)
        return Refused(Refusal.BUSY, str(error), elsewhere=elsewhere)

    # Tables in memory

    async def get(self, table_id: int) -> Table:
        """Return a table as it is now, whatever other processes have written; to be read only."""
        return (await self.do(table_id, lambda _: ())).after

    async def latest(self, table_id: int) -> Table:
        """Return a table as this process knows it, to be read only: it costs nothing where it is in memory.

        Another process may have been at it since; `overtaken` says whether. `Refused` where there is no such table.
        """
        held = self._held.get(table_id)
        if held is not None and held.table is not None:
            self._held.move_to_end(table_id)
            return held.table
        return await self.get(table_id)

    def others(self, table_id: int) -> int:
        """Return how often another process was found to have been at a table since this one holds it."""
        held = self._held.get(table_id)
        return held.others if held is not None else 0

    async def overtaken(self, table_id: int) -> bool:
        """Return whether another process has been at a table since this one looked at it last."""
        held = self._held.get(table_id)
        table = held.table if held is not None else None
        return table is not None and await self._store.last_seq(table_id) > table.seq

    async def forget(self) -> None:
        """Forget all tables in memory: the store's events are others than before."""
        for table_id in list(self._held):
            async with self.locked(table_id) as held:
                held.table = None

    def _hold(self, table_id: int) -> Held:
        held = self._held.get(table_id)
        if held is None:
            held = self._held[table_id] = Held()
        self._held.move_to_end(table_id)
        held.users += 1
        return held

    def _release(self, held: Held, table_id: int) -> None:
        held.users -= 1
        if held.users == 0 and (held.table is None or not held.table.is_live):
            self._held.pop(table_id, None)
        for _ in range(len(self._held) - self._most_held):
            oldest = next(iter(self._held))
            if self._held[oldest].users or not self.may_forget(oldest):
                self._held.move_to_end(oldest)
            else:
                del self._held[oldest]


def _too_many(error: TooManyTables) -> Refused:
    reason = {
        "channel": Refusal.CHANNEL_FULL,
        "server": Refusal.SERVER_FULL,
        "person": Refusal.PERSON_FULL,
    }[error.whose]
    return Refused(reason, str(error), most=error.most)


def _rows(events: Sequence[Event], at: float) -> list[NewEvent]:
    return [NewEvent(event.kind, event.to_data(), at) for event in events]

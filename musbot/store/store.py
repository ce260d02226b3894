"""The store: tables as lists of events, and what goes with them in one transaction.

The truth about a table is its events, numbered 1, 2, 3, ... without a hole. Whoever appends says after
which event; if another writer was there first, the primary key refuses and :exc:`SequenceTaken` is
raised. Seats and status are kept beside the events, in the same transaction, to be found by.

The SQL of each subject is in a module of its own (`log`, `seating`, `finding`, `deadlines`, `games`, ...), as functions
of a connection; here they are put together. What is of people across tables has modules that use `Store.read` and
`Store.write`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from types import TracebackType
from typing import Any, Self, TypeVar

from sqlalchemy import Select, bindparam, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from musbot.shards import Shards
from musbot.store import deadlines, erasing, finding, games, log, personal, results, seating, tournaments
from musbot.store import limits as limits_of
from musbot.store.address import Address
from musbot.store.connection import fetch_directly, transaction
from musbot.store.database import Database
from musbot.store.dialects import POSTGRESQL, SQLITE, for_driver, is_postgres
from musbot.store.errors import NoSuchTable, SequenceTaken
from musbot.store.people import People
from musbot.store.results import NewResult
from musbot.store.rows import (
    NO_LIMITS,
    Deadline,
    DeadlineRow,
    EventRow,
    GameRow,
    Limits,
    NewEvent,
    NewGame,
    TableRow,
    TableStatus,
)
from musbot.store.schema import hand_letters, tables

T = TypeVar("T")


class Store:
    """An open database. Made by :meth:`open`; usable by any number of tasks of one event loop.

    >>> async with await Store.open("data/musbot.db") as store:
    ...     table_id = await store.create_table(1, 2, [NewEvent("opened", {"by": 3}, at=0.0)])
    ...     await store.append(table_id, 1, [NewEvent("seated", {"seat": 1}, at=1.5)], seats={1: 3})
    """

    def __init__(self, database: Database) -> None:
        self.database = database
        self.people = People(database)

    @classmethod
    async def open(cls, address: str) -> Self:
        """Open the database at ``address`` (a path, ``:memory:``, a URL of SQLite or PostgreSQL), migrated.

        :raises UnwritableDatabase: if the file or its folder may not be written to.
        :raises NewerDatabase: if a later musbot has migrated it.
        :raises UnusableDatabase: if there is no using it for another reason; also the root of these.
        """
        return await cls.open_at(Address.parse(address))

    @classmethod
    async def open_at(cls, place: Address) -> Self:
        """Open the database of an address, as :meth:`open` does."""
        return cls(await Database.open(place))

    @property
    def is_shared(self) -> bool:
        """Whether other processes may serve the same tables."""
        return self.database.is_shared

    async def attend(self) -> bool:
        """Note that this process serves, until it is closed or dies; return whether no other one does."""
        return await self.database.attend()

    async def present(self) -> frozenset[int]:
        """Return the processes that serve now, by numbers that nobody else has."""
        return await self.database.present()

    async def take_turn(self, every: float) -> None:
        """Wait until it is this process's turn to do what all together may do once in `every` seconds."""
        await self.database.take_turn(every)

    async def close(self) -> None:
        """Finish every write that was asked for, then close. Nothing happens the second time."""
        await self.database.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    # Tables and their events

    async def create_table(
        self,
        guild_id: int | None,
        channel_id: int,
        first_events: Sequence[NewEvent],
        *,
        seats: Mapping[int, int] | None = None,
        exclusive: bool = False,
        deadline: Deadline | None = None,
        status: TableStatus = TableStatus.OPEN,
        limits: Limits = NO_LIMITS,
        also: Callable[[AsyncConnection, int], Awaitable[None]] | None = None,
    ) -> int:
        """Open a table in a channel with its first events, which are numbered from 1.

        :param seats: the person (Discord id) on each seat (1 to 4) that a person has.
        :param exclusive: nobody may sit at another live table with exclusive seats.
        :param deadline: until when the table waits.
        :param limits: how many live tables there may be, this one among them.
        :param also: writes what goes with the table, in the same transaction; it is given its number.
        :returns: the table's number.
        :raises SeatedElsewhere: if somebody does, and the seats are exclusive.
        :raises TooManyTables: if there would be more than the limits allow.
        """
        if not first_events:
            raise ValueError("a table begins with an event")
        seated = seating.checked(seats or {})

        async def create(connection: AsyncConnection) -> int:
            async with transaction(connection):
                await limits_of.require_room(connection, guild_id, channel_id, limits)
                result = await connection.execute(
                    insert(tables),
                    {
                        "guild_id": guild_id,
                        "channel_id": channel_id,
                        "message_deal": -1,
                        "status": status,
                        "opened_at": first_events[0].at,
                        "ended_at": None if status.is_live else first_events[-1].at,
                    },
                )
                (table_id,) = result.inserted_primary_key or (0,)
                await log.append(connection, table_id, 0, first_events)
                await seating.put(connection, table_id, seated, exclusive)
                await limits_of.require_seats(connection, seated.values(), limits)
                if deadline is not None:
                    await deadlines.put(connection, table_id, deadline)
                if also is not None:
                    await also(connection, table_id)
                return table_id

        try:
            return await self.database.writer.run(create, writes=True)
        except IntegrityError:
            if not exclusive:
                raise
            await self._require_no_exclusive_seat(seated.values(), 0)
        # Whoever sat elsewhere has left meanwhile.
        return await self.database.writer.run(create, writes=True)

    async def append(
        self,
        table_id: int,
        after_seq: int,
        new_events: Sequence[NewEvent],
        *,
        status: TableStatus | None = None,
        seats: Mapping[int, int] | None = None,
        exclusive: bool = False,
        deadline: Deadline | None = None,
        game: NewGame | None = None,
        result: NewResult | None = None,
        newcomers: Iterable[int] = (),
        limits: Limits = NO_LIMITS,
    ) -> int:
        """Write events ``after_seq + 1``, ``after_seq + 2``, ... of a table: all, and what goes with
        them, or nothing. Once this returns they are on the disk.

        :param status: the table's new status, if it changes.
        :param seats: the person on each seat that a person has *after* these events, if that changes.
        :param exclusive: nobody on these seats may sit at another live table with exclusive ones.
        :param deadline: until when the table waits after these events, if that changes. A table with a new
            status waits for nothing else.
        :param game: the game that ended with these events, for the archive.
        :param result: what its end, or its abandonment, counts for.
        :param newcomers: those who have just taken a seat, for whom the limits are looked at.
        :returns: the number of the last event written.
        :raises SeatedElsewhere: if somebody has such a seat at another table.
        :raises TooManyTables: if a newcomer sits at more tables than the limits allow.
        :raises SequenceTaken: if another writer has written event ``after_seq + 1`` already.
        :raises NoSuchTable: if there is no such table.
        :raises ValueError: if there are no events, or event ``after_seq`` does not exist.
        """
        if not new_events:
            raise ValueError("there is nothing to append")
        seated = None if seats is None else seating.checked(seats)

        is_plain = status is None and seated is None and game is None and result is None

        async def append(connection: AsyncConnection) -> None:
            # The usual click, at a third of the cost of a transaction statement by statement.
            if is_plain:
                await log.append_directly(connection, table_id, after_seq, new_events, deadline)
                return
            at = new_events[-1].at
            async with transaction(connection):
                await log.append(connection, table_id, after_seq, new_events)
                if status is not None:
                    await _set_status(connection, table_id, status, at)
                if seated is not None:
                    await seating.put(connection, table_id, seated, exclusive)
                    await limits_of.require_seats(connection, newcomers, limits)
                if deadline is not None:
                    await deadlines.put(connection, table_id, deadline)
                game_id = None
                if game is not None:
                    game_id = await games.put(connection, table_id, game, at)
                if result is not None:
                    await results.put(connection, table_id, game_id, at, result)

        try:
            await self.database.writer.run(append, writes=not is_plain)
        except (IntegrityError, sqlite3.IntegrityError):
            last_seq = await self.last_seq(table_id)
            if last_seq > after_seq:
                raise SequenceTaken(table_id, after_seq + 1) from None
            if last_seq < after_seq:
                raise ValueError(f"table {table_id} has no event {after_seq} to append after") from None
            if not (seated and exclusive):
                raise
            await self._require_no_exclusive_seat(seated.values(), table_id)
            # Whoever sat elsewhere has left meanwhile.
            await self.database.writer.run(append, writes=True)
        return after_seq + len(new_events)

    async def load(self, table_id: int) -> tuple[TableRow, list[EventRow]]:
        """A table and all its events in order, as of one moment.

        :raises NoSuchTable: if there is no such table.
        """

        async def load(connection: AsyncConnection) -> tuple[TableRow, list[EventRow]]:
            async with transaction(connection, write=False):
                row = (await connection.execute(_TABLE, {"table_id": table_id})).first()
                if row is None:
                    raise NoSuchTable(table_id)
                return finding.table_row(row), await log.of_table(connection, table_id)

        return await self.database.reader.run(load)

    async def table(self, table_id: int) -> TableRow | None:
        """A table without its events, if there is one of this number."""
        rows = await self._find_tables(select(tables).where(tables.c.table_id == table_id))
        return rows[0] if rows else None

    async def put_aside(self, table_id: int, at: float, person_id: int | None = None) -> None:
        """Take somebody's seat from a table whose events cannot be read, or everybody's; without people it is closed.

        Its events stay as they are.
        """

        async def put_aside(connection: AsyncConnection) -> None:
            async with transaction(connection):
                if not await seating.take(connection, table_id, person_id):
                    await _set_status(connection, table_id, TableStatus.CLOSED, at)

        await self.database.writer.run(put_aside, writes=True)

    async def last_seq(self, table_id: int) -> int:
        """The number of a table's last event.

        :raises NoSuchTable: if there is no such table.
        """
        last = await log.last_seq(self.database, table_id)
        if last is None:
            raise NoSuchTable(table_id)
        return last

    async def live_tables(self) -> list[TableRow]:
        """Every table that is open or being played, oldest first: what a restart picks up again."""
        return await self._find_tables(finding.LIVE_TABLES)

    async def lately_live(self, within: float, shards: Shards | None = None) -> list[TableRow]:
        """The live tables at which something has happened in so many seconds before the newest event of them all,
        oldest first: what the last process may not have shown. And those of a channel that have no message, since the
        database was restored from a copy.

        :param shards: of these servers alone, the newest event too: other processes may have played on meanwhile.
        """
        return await self._find_tables(finding.lately_live(within, shards))

    async def ended_since(self, at: float) -> list[TableRow]:
        """The tables that ended after a time, oldest first."""
        return await self._find_tables(finding.ended_since(at))

    async def ended_unseen(self, at: float, shards: Shards | None = None) -> list[TableRow]:
        """The tables of some servers that ended after a time and may not show it, oldest first: a restart has to."""
        return await self._find_tables(finding.ended_unseen(at, shards))

    async def tables_of(self, person_id: int) -> list[TableRow]:
        """The live tables at which a person sits, the one opened last first."""
        return await self._find_tables(finding.of_person(person_id))

    async def tables_in(self, channel_id: int) -> list[TableRow]:
        """The live tables opened in a channel, or whose message is in it (a thread, say), oldest first."""
        return await self._find_tables(finding.in_channel(channel_id))

    async def tables_of_guild(self, guild_id: int) -> list[TableRow]:
        """The live tables of a server, oldest first."""
        return await self._find_tables(finding.in_guild(guild_id))

    async def seats_of(self, table_id: int) -> dict[int, int]:
        """The person on each seat that a person has."""
        return await self.database.reader.run(lambda connection: seating.of_table(connection, table_id))

    async def _require_no_exclusive_seat(self, person_ids: Iterable[int], but_at: int) -> None:
        await self.database.reader.run(
            lambda connection: seating.require_no_exclusive(connection, person_ids, but_at)
        )

    # Deadlines

    async def due(self, now: float, most: int = 100) -> list[DeadlineRow]:
        """The deadlines that somebody has to look at now, the oldest first."""
        return await self.database.reader.run(lambda connection: deadlines.due(connection, now, most))

    async def claim_due(
        self, now: float, until: float, most: int = 20, shards: Shards | None = None, patience: float = 0.0
    ) -> list[DeadlineRow]:
        """Take deadlines to look at, which are nobody else's before a time: see :func:`deadlines.claim`."""
        return await self.database.writer.run(
            lambda connection: deadlines.claim(connection, now, until, most, shards, patience)
        )

    async def next_wake(self) -> float | None:
        """When somebody has to look at a deadline next; ``None`` where there is none."""
        return await self.database.reader.run(deadlines.next_wake)

    async def claim_reminder(self, row: DeadlineRow) -> bool:
        """Note that those who are to act are reminded; False where that is not for the caller to do."""
        return await self.database.writer.run(lambda connection: deadlines.claim_reminder(connection, row))

    async def drop_deadline(self, row: DeadlineRow) -> None:
        """Delete a deadline that is over, unless the table has another one by now."""
        await self.database.writer.run(lambda connection: deadlines.drop(connection, row.table_id, row))

    async def put_off_deadlines(self, until: float, table_id: int | None = None) -> None:
        """Let nobody look before a time at any deadline, or at that of one table."""
        await self.database.writer.run(lambda connection: deadlines.put_off(connection, until, table_id))

    # Messages

    async def letter(self, work: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        """Do some work of :mod:`musbot.store.letters`, whose statements commit one by one."""
        return await self.database.writer.run(work)

    async def set_message(
        self, table_id: int, channel_id: int, message_id: int | None, deal: int = -1
    ) -> None:
        """Note which message, in which channel or thread, shows the table now, and which of its deals.

        :raises NoSuchTable: if there is no such table.
        """

        async def set_message(connection: AsyncConnection) -> None:
            statement = _SET_MESSAGE[connection.dialect.name]
            values = {"number": table_id, "channel": channel_id, "message": message_id, "deal": deal}
            if not await fetch_directly(connection, (statement.sql, statement.values(values))):
                raise NoSuchTable(table_id)

        await self.database.writer.run(set_message)

    async def _find_tables(self, query: Select[Any]) -> list[TableRow]:
        return [finding.table_row(row) for row in await self.database.rows(query)]

    # The archive of games

    async def game(self, game_id: int) -> GameRow | None:
        """A finished game, if there is one of this number."""
        return await self.database.reader.run(lambda connection: games.get(connection, game_id))

    async def games_of_table(self, table_id: int) -> list[GameRow]:
        """The games finished at a table, in the order they were played."""
        return await self.database.reader.run(lambda connection: games.of_table(connection, table_id))

    # Privacy

    async def erase_person(self, person_id: int, trace: NewEvent | None = None) -> None:
        """Erase someone from every table: see :func:`musbot.store.erasing.erase`.

        Whoever holds tables in memory must load them again.

        :param trace: written at each live table whose events were changed, so that every process which holds it
            finds out.

        :raises StillSeated: if they sit at a live table, which they must leave first.
        """
        places = await self.database.read_apart(lambda connection: erasing.look(connection, person_id))
        await self.database.writer.run(
            lambda connection: erasing.erase(connection, person_id, trace, places), writes=True
        )
        self.people.has_changed(person_id)

    async def find_person(self, person_id: int) -> dict[str, list[dict[str, Any]]]:
        """Every row that holds someone, by table: what they get when they ask for their data."""
        return await self.database.read_apart(lambda connection: personal.find(connection, person_id))

    async def forget_guild(self, guild_id: int) -> None:
        """Forget where in a server its tables were, once they have ended and the bot has left it."""
        await self.database.writer.run(
            lambda connection: erasing.forget_guild(connection, guild_id), writes=True
        )

    # What modules beside this one ask for and write

    async def read(self, work: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        """Read with several queries, as of one moment."""
        return await self.database.read(work)

    async def write(self, work: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        """Do some work in one transaction: all of it or nothing. Others who write wait for it."""
        return await self.database.write(work)


_SET_MESSAGE = {
    dialect: for_driver(
        update(tables)
        .where(tables.c.table_id == bindparam("number"))
        .values(
            message_channel_id=bindparam("channel"),
            message_id=bindparam("message"),
            message_deal=bindparam("deal"),
        )
        .returning(tables.c.table_id),
        dialect,
    )
    for dialect in (SQLITE, POSTGRESQL)
}
_TABLE = select(tables).where(tables.c.table_id == bindparam("table_id"))


async def _set_status(connection: AsyncConnection, table_id: int, status: TableStatus, at: float) -> None:
    # A finished table that is then closed ended when it was finished.
    ended_at = None if status.is_live else func.coalesce(tables.c.ended_at, at)
    await connection.execute(
        update(tables).where(tables.c.table_id == table_id).values(status=status, ended_at=ended_at)
    )
    await deadlines.drop(connection, table_id)
    await tournaments.wake(connection, table_id, at)
    if not status.is_live:
        if is_postgres(connection):
            await connection.execute(delete(hand_letters).where(hand_letters.c.table_id == table_id))
        await seating.bind_nobody(connection, table_id)

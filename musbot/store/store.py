"""The store: tables as lists of events, people, and the archive of finished games.

The truth about a table is its events, numbered 1, 2, 3, ... without a hole. Whoever appends says after
which event; if another writer was there first, the primary key refuses and :exc:`SequenceTaken` is
raised. Seats and status are kept beside the events, in the same transaction, to be found by.
"""

import asyncio
import functools
import json
import sqlite3
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from types import TracebackType
from typing import Any, Self, TypeVar

from sqlalchemy import Row, Select, and_, bindparam, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from musbot.shards import Shards
from musbot.store import deadlines, personal, postgres, results, tournaments
from musbot.store import limits as limits_of
from musbot.store.address import Address
from musbot.store.connection import (
    HeldConnection,
    create_engine,
    execute_together,
    fetch_directly,
    transaction,
)
from musbot.store.dialects import POSTGRESQL, SQLITE, Statement, for_driver, insert_or, is_postgres
from musbot.store.errors import NoSuchTable, SeatedElsewhere, SequenceTaken
from musbot.store.glance import Glance
from musbot.store.migrate import migrate, migrate_server, upgrade
from musbot.store.results import NewResult
from musbot.store.rows import (
    LIVE,
    NO_LIMITS,
    Deadline,
    DeadlineRow,
    EventRow,
    GameRow,
    Limits,
    NewEvent,
    NewGame,
    PersonRow,
    TableRow,
    TableStatus,
)
from musbot.store.schema import events, games, hand_letters, people, seats, tables

T = TypeVar("T")

SEAT_NUMBERS = range(1, 5)
LATELY = 60.0
"""Seconds for which what is known of a person is not looked up again."""
MOST_LATELY = 10_000
_LIVE = sorted(LIVE)
_to_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode


class Store:
    """An open database. Made by :meth:`open`; usable by any number of tasks of one event loop.

    >>> async with await Store.open("data/musbot.db") as store:
    ...     table_id = await store.create_table(1, 2, [NewEvent("opened", {"by": 3}, at=0.0)])
    ...     await store.append(table_id, 1, [NewEvent("seated", {"seat": 1}, at=1.5)], seats={1: 3})
    """

    def __init__(
        self,
        engine: AsyncEngine,
        writer: HeldConnection | postgres.Pool,
        reader: HeldConnection | postgres.Pool,
        glance: Glance | None = None,
    ) -> None:
        self._engine = engine
        self._writer = writer
        self._reader = reader
        self._glance = glance
        self._lately: dict[int, tuple[float, PersonRow | None]] = {}
        """When people were looked up last, and what was known of them."""
        self._people_written = 0
        """How often this process has written something of a person."""

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
        if place.server is not None:
            return await cls._open_on_server(place)
        if place.path is not None:
            await asyncio.to_thread(migrate, place)
        engine = create_engine(place)
        try:
            writer = await engine.connect()
            if place.path is not None:
                reader = HeldConnection(await engine.connect())
                return cls(engine, HeldConnection(writer), reader, Glance(place.path))
            # A database in memory is its connection: migrate this one, and read from it too.
            await writer.run_sync(upgrade, place)
            held = HeldConnection(writer)
            return cls(engine, held, held)
        except BaseException:
            await engine.dispose()
            raise

    @classmethod
    async def _open_on_server(cls, place: Address) -> Self:
        engine = postgres.create_engine(place)
        try:
            await migrate_server(engine, place)
            pool = postgres.Pool(engine, await postgres.connect(engine, place))
        except BaseException:
            await engine.dispose()
            raise
        return cls(engine, pool, pool)

    @property
    def is_shared(self) -> bool:
        """Whether other processes may serve the same tables."""
        return isinstance(self._writer, postgres.Pool)

    async def attend(self) -> bool:
        """Note that this process serves, until it is closed or dies; return whether no other one does.

        SQLite is for one process.
        """
        return await self._writer.attend() if isinstance(self._writer, postgres.Pool) else True

    async def close(self) -> None:
        """Finish every write that was asked for, then close. Nothing happens the second time."""
        for connection in {self._writer, self._reader}:
            await connection.close()
        if self._glance is not None:
            self._glance.close()
        await self._engine.dispose()

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
        seating = _checked_seating(seats or {})

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
                await _append(connection, table_id, 0, first_events)
                await _set_seats(connection, table_id, seating, exclusive)
                await limits_of.require_seats(connection, seating.values(), limits)
                if deadline is not None:
                    await deadlines.put(connection, table_id, deadline)
                if also is not None:
                    await also(connection, table_id)
                return table_id

        try:
            return await self._writer.run(create, writes=True)
        except IntegrityError:
            if exclusive:
                await self._require_no_exclusive_seat(seating.values(), 0)
            raise

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
        seating = None if seats is None else _checked_seating(seats)

        is_plain = status is None and seating is None and game is None and result is None

        async def append(connection: AsyncConnection) -> None:
            # The usual click, at a third of the cost of a transaction statement by statement.
            if is_plain:
                await _append_directly(connection, table_id, after_seq, new_events, deadline)
                return
            at = new_events[-1].at
            async with transaction(connection):
                await _append(connection, table_id, after_seq, new_events)
                if status is not None:
                    await _set_status(connection, table_id, status, at)
                if seating is not None:
                    await _set_seats(connection, table_id, seating, exclusive)
                    await limits_of.require_seats(connection, newcomers, limits)
                if deadline is not None:
                    await deadlines.put(connection, table_id, deadline)
                game_id = None
                if game is not None:
                    written = await connection.execute(insert(games), _game_values(table_id, game, at))
                    (game_id,) = written.inserted_primary_key or (None,)
                if result is not None:
                    await results.put(connection, table_id, game_id, at, result)

        try:
            await self._writer.run(append, writes=not is_plain)
        except (IntegrityError, sqlite3.IntegrityError):
            last_seq = await self.last_seq(table_id)
            if last_seq > after_seq:
                raise SequenceTaken(table_id, after_seq + 1) from None
            if last_seq < after_seq:
                raise ValueError(f"table {table_id} has no event {after_seq} to append after") from None
            if seating and exclusive:
                await self._require_no_exclusive_seat(seating.values(), table_id)
            raise
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
                return _table_row(row), [
                    EventRow(table_id, seq, kind, json.loads(data), at)
                    for seq, kind, data, at in await connection.execute(_EVENTS, {"table_id": table_id})
                ]

        return await self._reader.run(load)

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
                theirs = [] if person_id is None else [seats.c.person_id == person_id]
                await connection.execute(delete(seats).where(seats.c.table_id == table_id, *theirs))
                left = await connection.execute(select(seats.c.seat).where(seats.c.table_id == table_id))
                if not left.all():
                    await _set_status(connection, table_id, TableStatus.CLOSED, at)

        await self._writer.run(put_aside, writes=True)

    async def last_seq(self, table_id: int) -> int:
        """The number of a table's last event.

        :raises NoSuchTable: if there is no such table.
        """
        # Asked at every click, whether another process has been at the table.
        rows: Sequence[Any] | None = None
        if self._glance is not None:
            rows = self._glance.fetch(_LAST_SEQ[SQLITE].sql, (table_id,))

        async def look(connection: AsyncConnection) -> Sequence[Any]:
            return await fetch_directly(connection, (_LAST_SEQ[connection.dialect.name].sql, (table_id,)))

        if rows is None:
            rows = await self._reader.run(look)
        ((last,),) = rows
        if last is None:
            raise NoSuchTable(table_id)
        return int(last)

    async def live_tables(self) -> list[TableRow]:
        """Every table that is open or being played, oldest first: what a restart picks up again."""
        return await self._find_tables(_LIVE_TABLES)

    async def lately_live(self, within: float) -> list[TableRow]:
        """The live tables at which something has happened in so many seconds before the newest event of them all,
        oldest first: what the last process may not have shown. And those of a channel that have no message, since the
        database was restored from a copy."""
        earlier = events.alias()
        last_seq = (
            select(func.max(earlier.c.seq)).where(earlier.c.table_id == tables.c.table_id).scalar_subquery()
        )
        happened = (
            select(tables.c.table_id, events.c.at)
            .where(events.c.table_id == tables.c.table_id, events.c.seq == last_seq)
            .where(tables.c.status.in_(_LIVE))
            .cte("happened")
        )
        newest = select(func.max(happened.c.at)).scalar_subquery()
        return await self._find_tables(
            select(tables)
            .join(happened, happened.c.table_id == tables.c.table_id)
            .where(
                or_(
                    happened.c.at >= newest - within,
                    and_(tables.c.message_id.is_(None), tables.c.channel_id != 0),
                )
            )
            .order_by(tables.c.table_id)
        )

    async def ended_since(self, at: float) -> list[TableRow]:
        """The tables that ended after a time, oldest first: a restart may still have to show their end."""
        return await self._find_tables(
            select(tables).where(tables.c.ended_at > at).order_by(tables.c.table_id)
        )

    async def tables_of(self, person_id: int) -> list[TableRow]:
        """The live tables at which a person sits, the one opened last first."""
        return await self._find_tables(
            _LIVE_TABLES.join(seats, seats.c.table_id == tables.c.table_id)
            .where(seats.c.person_id == person_id)
            .order_by(None)
            .order_by(tables.c.table_id.desc())
        )

    async def tables_in(self, channel_id: int) -> list[TableRow]:
        """The live tables opened in a channel, or whose message is in it (a thread, say), oldest first."""
        return await self._find_tables(
            _LIVE_TABLES.where(
                or_(tables.c.channel_id == channel_id, tables.c.message_channel_id == channel_id)
            )
        )

    async def tables_of_guild(self, guild_id: int) -> list[TableRow]:
        """The live tables of a server, oldest first."""
        return await self._find_tables(_LIVE_TABLES.where(tables.c.guild_id == guild_id))

    async def seats_of(self, table_id: int) -> dict[int, int]:
        """The person on each seat that a person has."""
        rows = await self._read(
            select(seats.c.seat, seats.c.person_id).where(seats.c.table_id == table_id).order_by(seats.c.seat)
        )
        return {row.seat: row.person_id for row in rows}

    async def _require_no_exclusive_seat(self, person_ids: Iterable[int], but_at: int) -> None:
        rows = await self._read(
            select(seats.c.person_id, seats.c.table_id)
            .where(seats.c.person_id.in_(list(person_ids)), seats.c.exclusive, seats.c.table_id != but_at)
            .order_by(seats.c.table_id)
        )
        if rows:
            raise SeatedElsewhere(rows[0].person_id, rows[0].table_id)

    # Deadlines

    async def due(self, now: float, most: int = 100) -> list[DeadlineRow]:
        """The deadlines that somebody has to look at now, the oldest first."""
        return await self._reader.run(lambda connection: deadlines.due(connection, now, most))

    async def claim_due(
        self, now: float, until: float, most: int = 20, shards: Shards | None = None, patience: float = 0.0
    ) -> list[DeadlineRow]:
        """Take deadlines to look at, which are nobody else's before a time: see :func:`deadlines.claim`."""
        return await self._writer.run(
            lambda connection: deadlines.claim(connection, now, until, most, shards, patience)
        )

    async def next_wake(self) -> float | None:
        """When somebody has to look at a deadline next; ``None`` where there is none."""
        return await self._reader.run(deadlines.next_wake)

    async def claim_reminder(self, row: DeadlineRow) -> bool:
        """Note that those who are to act are reminded; False where that is not for the caller to do."""
        return await self._writer.run(lambda connection: deadlines.claim_reminder(connection, row))

    async def drop_deadline(self, row: DeadlineRow) -> None:
        """Delete a deadline that is over, unless the table has another one by now."""
        await self._writer.run(lambda connection: deadlines.drop(connection, row.table_id, row))

    async def put_off_deadlines(self, until: float, table_id: int | None = None) -> None:
        """Let nobody look before a time at any deadline, or at that of one table."""
        await self._writer.run(lambda connection: deadlines.put_off(connection, until, table_id))

    # Messages

    async def letter(self, work: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        """Do some work of :mod:`musbot.store.letters`, whose statements commit one by one."""
        return await self._writer.run(work)

    async def set_message(
        self, table_id: int, channel_id: int, message_id: int | None, deal: int = -1
    ) -> None:
        """Note which message, in which channel or thread, shows the table now, and which of its deals.

        :raises NoSuchTable: if there is no such table.
        """

        async def set_message(connection: AsyncConnection) -> None:
            result = await connection.execute(
                update(tables).where(tables.c.table_id == table_id),
                {"message_channel_id": channel_id, "message_id": message_id, "message_deal": deal},
            )
            if not result.rowcount:
                raise NoSuchTable(table_id)

        await self._writer.run(set_message)

    async def _find_tables(self, query: Select[Any]) -> list[TableRow]:
        return [_table_row(row) for row in await self._read(query)]

    # The archive of games

    async def game(self, game_id: int) -> GameRow | None:
        """A finished game, if there is one of this number."""
        rows = await self._read(select(games).where(games.c.game_id == game_id))
        return _game_row(rows[0]) if rows else None

    async def games_of_table(self, table_id: int) -> list[GameRow]:
        """The games finished at a table, in the order they were played."""
        rows = await self._read(select(games).where(games.c.table_id == table_id).order_by(games.c.game_id))
        return [_game_row(row) for row in rows]

    # People

    async def remember_person(self, person_id: int, name: str) -> None:
        """Write down someone's name, leaving what else is known of them."""
        await self._put_person(person_id, {"name": name})

    async def set_language(self, person_id: int, language: str | None) -> None:
        """Note the language someone chose; ``None`` to follow their Discord client."""
        await self._put_person(person_id, {"language": language})

    async def set_pings(self, person_id: int, pings: bool) -> None:
        """Note whether someone wants to be pinged when it is theirs to speak."""
        await self._put_person(person_id, {"pings": pings})

    async def set_dm(self, person_id: int, channel_id: int | None, closed_at: float | None = None) -> None:
        """Note someone's direct-message channel, and when Discord last refused to deliver there."""
        await self._put_person(person_id, {"dm_channel_id": channel_id, "dm_closed_at": closed_at})

    async def person(self, person_id: int) -> PersonRow | None:
        """What is known of someone, or ``None``."""
        return (await self.people([person_id])).get(person_id)

    async def person_lately(self, person_id: int) -> PersonRow | None:
        """What is known of someone: what this process has written at once, what others have after a minute."""
        if self.knows_lately(person_id):
            return self._lately[person_id][1]
        now, written = time.monotonic(), self._people_written
        known = await self.person(person_id)
        if written == self._people_written:
            self._lately.pop(person_id, None)
            if len(self._lately) >= MOST_LATELY:
                del self._lately[next(iter(self._lately))]
            self._lately[person_id] = now, known
        return known

    def knows_lately(self, person_id: int) -> bool:
        """Whether :meth:`person_lately` answers at once."""
        kept = self._lately.get(person_id)
        return kept is not None and time.monotonic() - kept[0] < LATELY

    def _forget_lately(self, person_id: int) -> None:
        self._people_written += 1
        self._lately.pop(person_id, None)

    async def people(self, person_ids: Iterable[int]) -> dict[int, PersonRow]:
        """What is known of several people; those never seen are left out."""
        rows = await self._read(select(people).where(people.c.person_id.in_(list(person_ids))))
        return {row.person_id: PersonRow(*row) for row in rows}

    # Privacy

    async def erase_person(self, person_id: int, trace: NewEvent | None = None) -> None:
        """Erase someone from every table: see :func:`musbot.store.personal.erase`.

        Whoever holds tables in memory must load them again.

        :param trace: written at each live table whose events were changed, so that every process which holds it
            finds out.

        :raises StillSeated: if they sit at a live table, which they must leave first.
        """
        await self._writer.run(lambda connection: personal.erase(connection, person_id, trace), writes=True)
        self._forget_lately(person_id)

    async def find_person(self, person_id: int) -> dict[str, list[dict[str, Any]]]:
        """Every row that holds someone, by table: what they get when they ask for their data."""
        return await self._reader.run(lambda connection: personal.find(connection, person_id))

    async def forget_guild(self, guild_id: int) -> None:
        """Forget where in a server its tables were, once they have ended and the bot has left it."""
        await self._writer.run(lambda connection: personal.forget_guild(connection, guild_id), writes=True)

    async def set_private(self, person_id: int, private: bool) -> None:
        """Note whether someone's profile is for themselves alone."""
        await self._put_person(person_id, {"private": private})

    async def set_friend_news(self, person_id: int, news: bool) -> None:
        """Note whether someone and their friends tell each other when one opens a table."""
        await self._put_person(person_id, {"friend_news": news})

    async def set_choices(self, person_id: int, **choices: bool) -> None:
        """Note some of what a person may turn on and off: fields of :class:`PersonRow`."""
        await self._put_person(person_id, choices)

    async def note_locale(self, person_id: int, locale: str) -> None:
        """Note what the Discord of somebody speaks who is known already."""

        async def note(connection: AsyncConnection) -> None:
            await connection.execute(
                update(people).where(people.c.person_id == person_id).values(locale=locale)
            )

        await self.write(note)
        self._forget_lately(person_id)

    # What modules beside this one ask for and write

    async def read(self, work: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        """Read with several queries, as of one moment."""

        async def read(connection: AsyncConnection) -> T:
            async with transaction(connection, write=False):
                return await work(connection)

        return await self._reader.run(read)

    async def write(self, work: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        """Do some work in one transaction: all of it or nothing. Others who write wait for it."""

        async def write(connection: AsyncConnection) -> T:
            async with transaction(connection):
                return await work(connection)

        return await self._writer.run(write, writes=True)

    async def _put_person(self, person_id: int, values: dict[str, Any]) -> None:
        async def put(connection: AsyncConnection) -> None:
            await connection.execute(
                insert_or(connection, people)
                .values(person_id=person_id, **{"name": "", **values})
                .on_conflict_do_update(index_elements=["person_id"], set_=values)
            )

        await self._writer.run(put)
        self._forget_lately(person_id)

    async def _read(self, query: Select[Any]) -> Sequence[Row[Any]]:
        async def read(connection: AsyncConnection) -> Sequence[Row[Any]]:
            return (await connection.execute(query)).all()

        return await self._reader.run(read)


_TABLE = select(tables).where(tables.c.table_id == bindparam("table_id"))
_LAST_SEQ = {
    dialect: for_driver(
        select(func.max(events.c.seq)).where(events.c.table_id == bindparam("table_id")), dialect
    )
    for dialect in (SQLITE, POSTGRESQL)
}
_LIVE_TABLES = select(tables).where(tables.c.status.in_(_LIVE)).order_by(tables.c.table_id)
_EVENTS = (
    select(events.c.seq, events.c.kind, events.c.data, events.c.at)
    .where(events.c.table_id == bindparam("table_id"))
    .order_by(events.c.seq)
)


@functools.lru_cache(maxsize=128)
def _append_sql(count: int, dialect: str, *, with_deadline: bool = False) -> Statement:
    """INSERT of ``count`` events at once. SQLAlchemy does not cache inserts of several rows itself.

    :param with_deadline: PostgreSQL writes the deadline of the table in the same statement.
    """
    columns = ("table_id", "seq", "kind", "data", "at")
    rows: list[dict[str, Any]] = [
        {name: bindparam(f"{name}_{row}") for name in columns} for row in range(count)
    ]
    written = insert(events).values(rows)
    if with_deadline:
        written = written.add_cte(deadlines.upsert(dialect).cte("clock"))
    return for_driver(written, dialect)


def _named(table_id: int, after_seq: int, new_events: Sequence[NewEvent]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for row, event in enumerate(new_events):
        values[f"table_id_{row}"], values[f"seq_{row}"] = table_id, after_seq + 1 + row
        values[f"kind_{row}"], values[f"data_{row}"] = event.kind, _to_json(event.data)
        values[f"at_{row}"] = event.at
    return values


async def _append(
    connection: AsyncConnection, table_id: int, after_seq: int, new_events: Sequence[NewEvent]
) -> None:
    """Append events within the caller's transaction."""
    statement = _append_sql(len(new_events), connection.dialect.name)
    await connection.exec_driver_sql(statement.sql, statement.values(_named(table_id, after_seq, new_events)))


async def _append_directly(
    connection: AsyncConnection,
    table_id: int,
    after_seq: int,
    new_events: Sequence[NewEvent],
    deadline: Deadline | None,
) -> None:
    """Append events, and put a deadline, in one transaction that costs as little as may be."""
    values = _named(table_id, after_seq, new_events)
    dialect = connection.dialect.name
    if is_postgres(connection):
        if deadline is not None:
            values |= deadlines.named(table_id, deadline)
        statement = _append_sql(len(new_events), dialect, with_deadline=deadline is not None)
        await postgres.execute_directly(connection, statement.sql, statement.values(values))
        return
    statement = _append_sql(len(new_events), dialect)
    clock = [] if deadline is None else [deadlines.put_statement(dialect, table_id, deadline)]
    await execute_together(connection, (statement.sql, statement.values(values)), *clock)


def _checked_seating(seating: Mapping[int, int]) -> dict[int, int]:
    if not seating.keys() <= set(SEAT_NUMBERS) or len(set(seating.values())) < len(seating):
        raise ValueError(f"seats are 1 to 4, each with a person who has no other: not {dict(seating)}")
    return dict(seating)


async def _set_seats(
    connection: AsyncConnection, table_id: int, seating: dict[int, int], exclusive: bool
) -> None:
    await connection.execute(delete(seats).where(seats.c.table_id == table_id))
    if seating:
        rows: list[dict[str, Any]] = [
            {"table_id": table_id, "seat": seat, "person_id": who, "exclusive": exclusive}
            for seat, who in seating.items()
        ]
        await connection.execute(insert(seats), rows)


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
        await connection.execute(update(seats).where(seats.c.table_id == table_id).values(exclusive=False))


def _table_row(row: Row[Any]) -> TableRow:
    values = row._asdict()
    return TableRow(**{**values, "status": TableStatus(values["status"])})


def _game_values(table_id: int, game: NewGame, at: float) -> dict[str, Any]:
    return {
        "table_id": table_id,
        "finished_at": at,
        "winner": game.winner,
        "score_a": game.scores[0],
        "score_b": game.scores[1],
        "players": _to_json([dict(player) for player in game.players]),
        "record": game.record,
    }


def _game_row(row: Row[Any]) -> GameRow:
    return GameRow(
        game_id=row.game_id,
        table_id=row.table_id,
        finished_at=row.finished_at,
        winner=row.winner,
        scores=(row.score_a, row.score_b),
        players=tuple(json.loads(row.players)),
        record=row.record,
    )

"""Connections to PostgreSQL: a few that are held open, each doing one piece of work at a time.

Any number of processes may share a database. Plain clicks need no lock, since the primary key of the log decides.
Whatever needs more than one statement takes one lock for all, as SQLite does by itself: see :func:`begin`.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

from sqlalchemy import event
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from musbot.store.address import Address
from musbot.store.errors import ServerLost, UnusableDatabase

T = TypeVar("T")

MOST_CONNECTIONS = 6
"""Connections that a process holds at most, one more for its presence not counted."""
CONNECTS_WITHIN = 10.0
"""Seconds within which the server must answer."""
LOCK_TIMEOUT_MS = 30_000
MOST_ATTEMPTS = 5
TRIES_AGAIN_AFTER = 0.1
"""Seconds until what the server undid is done again, twice as long each time: whoever was in its way has gone by then,
even on a busy machine."""

# Numbers of advisory locks, of this database alone: any will do as long as nobody else takes them.
WRITING = 0x6D757301
PRESENCE = 0x6D757302
MIGRATING = 0x6D757303
TURN = 0x6D757304

_PRESENT = f"""
    SELECT pid FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
    WHERE locktype = 'advisory' AND datname = current_database() AND granted
    AND classid = 0 AND objid = {PRESENCE} AND objsubid = 1
"""

_SERVER_SETTINGS = {
    "jit": "off",
    "lock_timeout": str(LOCK_TIMEOUT_MS),
    # A process that hangs in the middle of a transaction must not keep the lock from the others, nor one whose machine
    # has lost its power or the network: of that the server hears nothing, unless it asks.
    "idle_in_transaction_session_timeout": "20000",
    "tcp_keepalives_idle": "15",
    "tcp_keepalives_interval": "5",
}
"""They are made by a statement, since a pooler between takes few of them at the start of a connection."""


def create_engine(address: Address) -> AsyncEngine:
    """Return an engine whose connections leave transactions to :func:`begin`.

    :raises UnusableDatabase: if the driver is not installed.
    """
    try:
        engine = create_async_engine(
            address.url("asyncpg"),
            isolation_level="AUTOCOMMIT",
            pool_size=MOST_CONNECTIONS + 1,
            connect_args={"timeout": CONNECTS_WITHIN, "server_settings": {"application_name": "musbot"}},
        )
    except ModuleNotFoundError:
        raise UnusableDatabase("PostgreSQL needs a driver: pip install 'musbot[postgres]'") from None

    @event.listens_for(engine.sync_engine, "connect")
    def set_up(connection: Any, _record: object) -> None:
        settings = "; ".join(f"SET {name} = {value}" for name, value in _SERVER_SETTINGS.items())
        connection.run_async(lambda driver: driver.execute(settings))

    return engine


async def connect(engine: AsyncEngine, address: Address) -> AsyncConnection:
    """Open a connection.

    :raises UnusableDatabase: if the server refuses, or does not answer.
    """
    from asyncpg import InterfaceError, PostgresError

    try:
        return await engine.connect()
    except (OSError, TypeError, ValueError, DBAPIError, InterfaceError, PostgresError) as error:
        reason = getattr(error, "orig", None) or error
        text = str(reason).strip().splitlines()
        said = text[0].rpartition("'>: ")[2] if text else type(reason).__name__
        raise UnusableDatabase(f"cannot use the database {address}: {said}") from None


async def version_of(address: Address) -> str:
    """Return the version of a server, having reached the database; nothing is changed there.

    :raises UnusableDatabase: if it cannot be used.
    """
    engine = create_engine(address)
    try:
        connection = await connect(engine, address)
        try:
            return str(await driver_of(connection).fetchval("SHOW server_version"))
        finally:
            await connection.close()
    finally:
        await engine.dispose()


class Pool:
    """Some open connections; work is done by the one that is free first.

    Work that has started is finished even if whoever asked for it is cancelled meanwhile.
    """

    def __init__(self, engine: AsyncEngine, first: AsyncConnection) -> None:
        self._engine = engine
        self._idle = [first]
        self._free = asyncio.Semaphore(MOST_CONNECTIONS)
        self._writing = asyncio.Lock()
        self._under_way: set[asyncio.Task[Any]] = set()
        self._presence: AsyncConnection | None = None
        self._asking = asyncio.Lock()
        """Held by who asks something through the presence's connection."""
        self._turn = asyncio.Lock()
        self._ending: set[asyncio.Task[None]] = set()

    async def run(self, work: Callable[[AsyncConnection], Awaitable[T]], *, writes: bool = False) -> T:
        """Do ``work`` with a connection; statements commit one by one.

        :param writes: it takes the lock of :func:`begin`. Only one at a time can have that, so the others need no
            connection while they wait: it would be missing to plain words.
        :raises ServerLost: if the server cannot be reached, or went away meanwhile.
        """
        task = asyncio.create_task(self._write(work) if writes else self._take_turn(work))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return await asyncio.shield(task)

    async def _write(self, work: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        async with self._writing:
            return await self._take_turn(work)

    async def _take_turn(self, work: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        from asyncpg import PostgresError

        async with self._free:
            try:
                connection = await self._take()
            except (OSError, DBAPIError, PostgresError) as error:
                raise ServerLost(f"the database cannot be reached: {error}") from error
            try:
                return await work(connection)
            except Exception as error:
                if _is_lost(connection):
                    raise ServerLost(f"the database was lost: {error}") from error
                raise
            finally:
                self._idle.append(connection)

    async def _take(self) -> AsyncConnection:
        # The server may have been restarted meanwhile, and all connections be dead.
        while self._idle:
            connection = self._idle.pop()
            if not _is_lost(connection):
                return connection
            await _let_go(connection)
        return await self._engine.connect()

    async def attend(self) -> bool:
        """Note that this process is there, until it is not; return whether it is the only one."""
        if self._presence is not None:
            await _let_go(self._presence)
        self._presence = presence = await self._engine.connect()
        driver = driver_of(presence)
        alone = bool(await driver.fetchval("SELECT pg_try_advisory_lock($1)", PRESENCE))
        await driver.execute("SELECT pg_advisory_lock_shared($1)", PRESENCE)
        if alone:
            await driver.execute("SELECT pg_advisory_unlock($1)", PRESENCE)
        return alone

    async def present(self) -> frozenset[int]:
        """Return who attends now, this process among them: numbers that the server gives to connections.

        Where the server was restarted meanwhile, this process attends anew.
        """
        async with self._asking:
            rows = await (await self._attending()).fetch(_PRESENT)
        return frozenset(row[0] for row in rows)

    async def take_turn(self, every: float) -> None:
        """Wait until it is this process's turn to do what all processes together may do once in `every` seconds."""
        await self._turn.acquire()
        try:
            while not await self._may_take_turn():  # noqa: ASYNC110 - others let go of it
                await asyncio.sleep(every / 10)
        except BaseException:
            self._turn.release()
            raise
        task = asyncio.create_task(self._end_turn(every))
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)

    async def _may_take_turn(self) -> bool:
        async with self._asking:
            return bool(await (await self._attending()).fetchval("SELECT pg_try_advisory_lock($1)", TURN))

    async def _end_turn(self, every: float) -> None:
        try:
            await asyncio.sleep(every)
            async with self._asking:
                await (await self._attending()).execute("SELECT pg_advisory_unlock($1)", TURN)
        finally:
            self._turn.release()

    async def _attending(self) -> Any:
        """Return the presence's connection of asyncpg, another one where it was lost."""
        if self._presence is None or _is_lost(self._presence):
            await self.attend()
        assert self._presence is not None
        return driver_of(self._presence)

    async def close(self) -> None:
        """Finish what has been asked for, then close."""
        for task in self._ending:
            task.cancel()
        while self._under_way:
            await asyncio.wait(self._under_way)
        for connection in [*self._idle, *([self._presence] if self._presence else [])]:
            await _let_go(connection)
        self._idle, self._presence = [], None


def _is_lost(connection: AsyncConnection) -> bool:
    return connection.invalidated or bool(driver_of(connection).is_closed())


async def _let_go(connection: AsyncConnection) -> None:
    # Whatever a connection that is lost has to say about it, nobody needs it any more.
    with contextlib.suppress(OSError, DBAPIError):
        await connection.invalidate()
    with contextlib.suppress(OSError, DBAPIError):
        await connection.close()


def driver_of(connection: AsyncConnection) -> Any:
    """Return the connection of asyncpg (which has no types) below one of SQLAlchemy."""
    held = connection.sync_connection
    assert held is not None
    return held.connection.driver_connection


async def begin(connection: AsyncConnection, *, write: bool) -> None:
    """Begin a transaction. A reader sees one moment of the database throughout.

    Writers wait for each other, whatever process they are in: what is counted or looked for inside is still so when
    it is written, and numbers of rows are committed in their order. Appends of plain words are not among them.
    """
    if write:
        await driver_of(connection).execute(f"BEGIN; SELECT pg_advisory_xact_lock({WRITING})")
    else:
        await driver_of(connection).execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")


async def commit(connection: AsyncConnection) -> None:
    """Commit what was begun. Once this returns it is on the disk."""
    await driver_of(connection).execute("COMMIT")


async def roll_back(connection: AsyncConnection) -> None:
    """Undo what was begun. Where the connection is lost, the server does so by itself."""
    from asyncpg import InterfaceError, PostgresError

    if connection.invalidated:
        return
    with contextlib.suppress(OSError, InterfaceError, PostgresError):
        await driver_of(connection).execute("ROLLBACK")


async def execute_directly(connection: AsyncConnection, sql: str, values: Sequence[Any]) -> None:
    """Run a statement that is a transaction by itself, in one round trip to the server.

    Where it and another one wait for each other, the server undoes one of them, which can be done again then.

    :raises sqlalchemy.exc.IntegrityError: if it breaks a constraint.
    """
    from asyncpg import DeadlockDetectedError, IntegrityConstraintViolationError

    for attempt in range(MOST_ATTEMPTS):
        try:
            await driver_of(connection).execute(sql, *values)
        except IntegrityConstraintViolationError as error:
            raise IntegrityError(None, None, error) from None
        except DeadlockDetectedError:
            if attempt == MOST_ATTEMPTS - 1:
                raise
            await asyncio.sleep(TRIES_AGAIN_AFTER * 2**attempt)
        else:
            return


async def fetch_directly(connection: AsyncConnection, sql: str, values: Sequence[Any]) -> list[Any]:
    """Return the rows of a small query, in one round trip and without SQLAlchemy."""
    return list(await driver_of(connection).fetch(sql, *values))

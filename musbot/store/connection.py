"""Connections that are held open, one piece of work at a time. Those to PostgreSQL: :mod:`musbot.store.postgres`.

To SQLite there is one connection for writing: SQLite has one writer at a time whatever we do, and queueing in the
process costs less than waiting for the file's lock. A second connection reads beside it (WAL).
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Any, TypeVar

import aiosqlite
from sqlalchemy import event
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from musbot.store import postgres
from musbot.store.address import Address
from musbot.store.dialects import is_postgres

T = TypeVar("T")

BUSY_TIMEOUT_MS = 10_000
PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    # FULL: an append that has returned is on the disk, even if the machine loses power next.
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}",
)


def create_engine(address: Address) -> AsyncEngine:
    """An engine whose connections carry the pragmas and leave transactions to :class:`HeldConnection`."""
    # Without AUTOCOMMIT the driver begins transactions by itself, late and as readers, so that two
    # writers can each hold a read lock the other waits for ("database is locked").
    engine = create_async_engine(address.url("aiosqlite"), isolation_level="AUTOCOMMIT")

    @event.listens_for(engine.sync_engine, "connect")
    def set_pragmas(connection: Any, _record: object) -> None:
        cursor = connection.cursor()
        for pragma in PRAGMAS:
            cursor.execute(pragma)
        cursor.close()

    return engine


class HeldConnection:
    """One open connection and its queue: work is done in the order asked for, never two at once.

    Work that has started is finished even if whoever asked for it is cancelled meanwhile, since half a
    transaction would otherwise stay open on the connection for the next one in the queue.
    """

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection
        self._lock = asyncio.Lock()
        self._under_way: set[asyncio.Task[Any]] = set()

    async def run(self, work: Callable[[AsyncConnection], Awaitable[T]], *, writes: bool = False) -> T:
        """Do ``work`` with the connection when its turn comes; statements commit one by one.

        :param writes: it begins a transaction to write; here that makes no difference.
        """
        task = asyncio.create_task(self._take_turn(work))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return await asyncio.shield(task)

    async def _take_turn(self, work: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        async with self._lock:
            return await work(self._connection)

    async def close(self) -> None:
        """Finish what has been asked for, then close."""
        while self._under_way:
            await asyncio.wait(self._under_way)
        await self._connection.close()


Statement = tuple[str, Sequence[Any]]
"""SQL as the driver takes it, and its values."""


async def execute_together(connection: AsyncConnection, *statements: Statement) -> None:
    """Run statements as one transaction, in one hop to SQLite's thread instead of one for each and two more.

    :raises sqlite3.Error: the driver's own errors, which SQLAlchemy has no part in here.
    """
    driver = _driver(connection)
    if len(statements) == 1:
        # A transaction by itself.
        await driver.execute_fetchall(*statements[0])
        return

    def execute() -> None:
        raw = driver._conn
        raw.execute("BEGIN IMMEDIATE")
        try:
            for statement, values in statements:
                raw.execute(statement, values)
            raw.execute("COMMIT")
        except BaseException:
            # After a full disk SQLite has rolled back by itself.
            if raw.in_transaction:
                raw.execute("ROLLBACK")
            raise

    # aiosqlite has no public way to run more than one statement in its thread at a time.
    await driver._execute(execute)  # type: ignore[no-untyped-call]


async def fetch_directly(connection: AsyncConnection, statement: Statement) -> list[Any]:
    """Return the rows of a small query, in one hop to the driver: an eighth of SQLAlchemy's time.

    :raises sqlite3.Error: the driver's own errors, or asyncpg's.
    """
    if is_postgres(connection):
        return await postgres.fetch_directly(connection, *statement)
    return list(await _driver(connection).execute_fetchall(*statement))


@contextlib.asynccontextmanager
async def transaction(connection: AsyncConnection, *, write: bool = True) -> AsyncIterator[None]:
    """All of the block or, if it raises, none of it.

    A writer takes the write lock at the start, so what it reads inside is still so when it writes.
    A reader (``write=False``) sees one moment of the database throughout.
    """
    if is_postgres(connection):
        try:
            # Whoever waits for the lock in vain has begun all the same.
            await postgres.begin(connection, write=write)
            yield
            await postgres.commit(connection)
        except BaseException:
            await postgres.roll_back(connection)
            raise
        return
    await connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")
    try:
        yield
        await connection.exec_driver_sql("COMMIT")
    except BaseException:
        # A full disk makes SQLite roll back by itself; there is nothing left to roll back then.
        with contextlib.suppress(OperationalError):
            await connection.exec_driver_sql("ROLLBACK")
        raise


def _driver(connection: AsyncConnection) -> aiosqlite.Connection:
    held = connection.sync_connection
    assert held is not None
    driver: aiosqlite.Connection = held.connection.driver_connection  # type: ignore[assignment]  # whatever driver it is
    return driver

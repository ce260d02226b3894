"""An open database, of SQLite or PostgreSQL: how it is opened, read, written and closed. It knows no table of it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Self, TypeVar

from sqlalchemy import Row, Select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from musbot.store import postgres
from musbot.store.address import Address
from musbot.store.connection import HeldConnection, create_engine, transaction
from musbot.store.glance import Glance
from musbot.store.migrate import migrate, migrate_server, upgrade

T = TypeVar("T")


class Database:
    """An open database. Made by :meth:`open`; usable by any number of tasks of one event loop.

    :ivar writer: what writes, statement by statement or in transactions of the caller's own.
    :ivar reader: what reads beside it.
    :ivar glance: what reads without a wait, where the database is a file.
    """

    def __init__(
        self,
        engine: AsyncEngine,
        writer: HeldConnection | postgres.Pool,
        reader: HeldConnection | postgres.Pool,
        glance: Glance | None = None,
    ) -> None:
        self._engine = engine
        self.writer = writer
        self.reader = reader
        self.glance = glance

    @classmethod
    async def open(cls, place: Address) -> Self:
        """Open the database of an address, migrated.

        :raises UnwritableDatabase: if the file or its folder may not be written to.
        :raises NewerDatabase: if a later musbot has migrated it.
        :raises UnusableDatabase: if there is no using it for another reason; also the root of these.
        """
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
        """Whether other processes may use it too."""
        return isinstance(self.writer, postgres.Pool)

    async def attend(self) -> bool:
        """Note that this process serves, until it is closed or dies; return whether no other one does.

        SQLite is for one process.
        """
        return await self.writer.attend() if isinstance(self.writer, postgres.Pool) else True

    async def present(self) -> frozenset[int]:
        """Return the processes that serve it now, by numbers that nobody else has; none of SQLite, which is for one.

        :raises OSError: or the driver's own error, where the server cannot be reached.
        """
        return await self.writer.present() if isinstance(self.writer, postgres.Pool) else frozenset()

    async def take_turn(self, every: float) -> None:
        """Wait until it is this process's turn to do what all together may do once in `every` seconds."""
        if isinstance(self.writer, postgres.Pool):
            await self.writer.take_turn(every)

    async def close(self) -> None:
        """Finish every write that was asked for, then close. Nothing happens the second time."""
        for connection in {self.writer, self.reader}:
            await connection.close()
        if self.glance is not None:
            self.glance.close()
        await self._engine.dispose()

    async def rows(self, query: Select[Any]) -> Sequence[Row[Any]]:
        """Return the rows of one query."""

        async def read(connection: AsyncConnection) -> Sequence[Row[Any]]:
            return (await connection.execute(query)).all()

        return await self.reader.run(read)

    async def read(self, work: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        """Read with several queries, as of one moment."""

        async def read(connection: AsyncConnection) -> T:
            async with transaction(connection, write=False):
                return await work(connection)

        return await self.reader.run(read)

    async def read_apart(self, work: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        """Read for as long as it takes, begun and ended by `work`, with a connection for which nobody else waits."""
        if self.glance is None:
            # One of several to a server, or the only one to a database in memory.
            return await self.reader.run(work)
        async with self._engine.connect() as connection:
            return await work(connection)

    async def write(self, work: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        """Do some work in one transaction: all of it or nothing. Others who write wait for it."""

        async def write(connection: AsyncConnection) -> T:
            async with transaction(connection):
                return await work(connection)

        return await self.writer.run(write, writes=True)

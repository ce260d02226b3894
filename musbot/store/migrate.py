"""Bringing a database to the schema of this musbot, with Alembic, when the bot starts.

The migrations are part of the package, numbered ``0001``, ``0002``, ... An older database is copied
first, to ``<database>.before-<revision>``; then all its migrations run in one transaction. One on a server is
not copied: whoever keeps the server keeps copies.

Alembic is loaded where there is something to migrate. Most starts find the database up to date, which the names of
the migrations say.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine, NullPool, create_engine, event, inspect, text
from sqlalchemy.exc import DatabaseError, DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine

from musbot.store import postgres
from musbot.store.address import Address
from musbot.store.connection import BUSY_TIMEOUT_MS
from musbot.store.errors import NewerDatabase, UnusableDatabase

if TYPE_CHECKING:
    from alembic.config import Config


_FOLDERS = [Path(__file__).with_name("migrations") / "versions"]
"""Where the migrations are, each named by its number."""


def migrate(address: Address) -> tuple[str | None, str]:
    """Bring the database up to date, making it if there is none.

    :returns: the revision it had (``None`` for a new database) and the one it has now.
    :raises NewerDatabase: if it was written by a later musbot.
    :raises UnwritableDatabase: if it may not be written to.
    :raises UnusableDatabase: if the file is not a database, or another program keeps it locked.
    """
    if address.server is not None:
        return asyncio.run(_migrate_server_alone(address))
    address.require_writable()
    engine = _engine(address)
    try:
        with engine.begin() as connection:
            result = upgrade(connection, address)
        if address.path is not None:
            _write_ahead(address.path)
    except DatabaseError as error:
        raise UnusableDatabase(f"cannot use the database {address.path}: {error.orig}") from error
    except sqlite3.DatabaseError as error:
        raise UnusableDatabase(f"cannot use the database {address.path}: {error}") from error
    else:
        return result
    finally:
        engine.dispose()


async def _migrate_server_alone(address: Address) -> tuple[str | None, str]:
    engine = postgres.create_engine(address)
    try:
        return await migrate_server(engine, address)
    finally:
        await engine.dispose()


async def migrate_server(engine: AsyncEngine, address: Address) -> tuple[str | None, str]:
    """Bring a database of PostgreSQL up to date, as :func:`migrate` does.

    :raises UnusableDatabase: if it cannot be used.
    """
    connection = await postgres.connect(engine, address)
    try:
        # Several bots started at once: the others wait here, then find the work done.
        await postgres.driver_of(connection).execute("BEGIN; SET LOCAL lock_timeout = 0")
        await postgres.driver_of(connection).execute(f"SELECT pg_advisory_xact_lock({postgres.MIGRATING})")
        result = await connection.run_sync(upgrade, address)
        await postgres.commit(connection)
    except BaseException as error:
        await postgres.roll_back(connection)
        if isinstance(error, DBAPIError):
            raise UnusableDatabase(f"cannot use the database {address}: {error.orig}") from error
        raise
    else:
        return result
    finally:
        await connection.close()


def _write_ahead(database: Path) -> None:
    """Turn the write-ahead log on, for good. SQLite itself does not wait here for others who have it open."""
    connection = sqlite3.connect(database)
    try:
        for _ in range(BUSY_TIMEOUT_MS // 50):
            try:
                connection.execute("PRAGMA journal_mode = WAL")
            except sqlite3.OperationalError as error:
                if "locked" not in str(error):
                    raise
                time.sleep(0.05)
            else:
                return
        connection.execute("PRAGMA journal_mode = WAL")
    finally:
        connection.close()


def upgrade(connection: Connection, address: Address) -> tuple[str | None, str]:
    """Migrate within the connection's transaction, which holds the write lock; see :func:`migrate`."""
    had, known = _revision(connection), known_revisions()
    head = known[0]
    if had == head:
        return had, head
    if had is not None:
        if had not in known:
            copy = "a copy" if address.path is None else f"the copy {address.path}.before-{had}"
            raise NewerDatabase(
                f"the database {address} is at revision {had}, which this musbot (at {head}) does not "
                f"know: update musbot, or go back to {copy}"
            )
        if address.path is not None:
            _copy(address.path, address.path.with_name(f"{address.path.name}.before-{head}"))

    from alembic import command

    command.upgrade(_config(connection), head)
    return had, head


def known_revisions() -> list[str]:
    """The revisions that this musbot can bring up to date, the newest first."""
    paths = (path for folder in _FOLDERS for path in folder.glob("[0-9]*.py"))
    return sorted((path.name.partition("_")[0] for path in paths), reverse=True)


def _revision(connection: Connection) -> str | None:
    """Return the revision that the database is at; None for a new one."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    revision: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return revision


def _config(connection: Connection | None = None) -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "musbot.store:migrations")
    config.set_main_option("version_locations", os.pathsep.join(map(str, _FOLDERS)))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config


def _engine(address: Address) -> Engine:
    """An engine under which even CREATE and ALTER TABLE can be rolled back."""
    engine = create_engine(
        address.url("pysqlite"), poolclass=NullPool, connect_args={"timeout": BUSY_TIMEOUT_MS / 1000}
    )

    @event.listens_for(engine, "connect")
    def leave_transactions_to_us(connection: sqlite3.Connection, _record: object) -> None:
        connection.isolation_level = None

    @event.listens_for(engine, "begin")
    def take_write_lock(connection: Connection) -> None:
        # Two bots started at once: the second waits here, then finds the work done.
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def _copy(database: Path, copy: Path) -> None:
    """Copy a database that is in use, whole, by SQLite's backup API."""
    unfinished = copy.with_name(f"{copy.name}.part")
    source, target = sqlite3.connect(database), sqlite3.connect(unfinished)
    try:
        source.backup(target)
    finally:
        target.close()
        source.close()
    unfinished.replace(copy)


def write_migration(message: str) -> None:
    """Write the next numbered migration into the source tree: what the schema has and ``head`` lacks."""
    from alembic import command

    engine = _engine(Address(None))
    with engine.begin() as connection:
        upgrade(connection, Address(None))
        config = _config(connection)
        config.set_main_option("file_template", "%%(rev)s_%%(slug)s")
        command.revision(config, message, autogenerate=True, rev_id=f"{len(known_revisions()) + 1:04}")


if __name__ == "__main__":
    write_migration(sys.argv[1])

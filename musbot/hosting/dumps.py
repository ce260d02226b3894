"""Copies of a database on a PostgreSQL server: made and put back by PostgreSQL's own programs.

A dump is one file in `pg_dump`'s own format. It is looked at by reading all of it, as a restore would.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import shutil
import subprocess
from collections.abc import AsyncIterator, Mapping
from pathlib import Path

from sqlalchemy import URL, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from musbot.hosting.copies import SHOW_ANEW, BadCopy, Looked, drop_old, name_for, new_file
from musbot.store.address import Address
from musbot.store.errors import NewerDatabase, UnusableDatabase
from musbot.store.holding import InUse
from musbot.store.migrate import known_revisions
from musbot.store.postgres import PRESENCE, connect, create_engine

SUFFIX = ".dump"

_COPY = re.compile(r'^COPY (?:\w+\.)?"?(\w+)"? \(.*\) FROM stdin;$')


def make_dump(address: Address, folder: Path, keep: int = 0) -> tuple[Looked, list[Path]]:
    """Dump a database, which may be in use, look whether the dump is whole, and drop dumps that are too old.

    :raises UnusableDatabase: if there is no dumping it; what was there before stays.
    """
    url = _url(address)
    target = name_for(file_of(url), folder, SUFFIX)
    with new_file(target) as unfinished:
        _run("pg_dump", ["--format=custom", "--no-owner", "--no-privileges", f"--file={unfinished}"], url)
        look_at(unfinished)
    return look_at(target), drop_old(folder, file_of(url), SUFFIX, keep)


def file_of(url: URL) -> Path:
    """Return what the copies of a database on a server are called after."""
    return Path(re.sub(r"[^\w.-]", "_", url.database or "musbot"))


def look_at(path: Path) -> Looked:
    """Look whether a file is a whole dump of musbot's.

    :raises BadCopy: if it is not; `NewerDatabase` if it is one of a later musbot.
    """
    if not path.is_file():
        raise BadCopy(f"there is no file {path}")
    rows: dict[str, int] = {}
    revision, table = "", ""
    with subprocess.Popen(
        [_program("pg_restore"), "--data-only", "--file=-", str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as reading:
        assert reading.stdout is not None
        assert reading.stderr is not None
        for line in reading.stdout:
            if table and line == "\\.\n":
                table = ""
            elif table:
                rows[table] += 1
                if table == "alembic_version":
                    revision = line.strip()
            elif found := _COPY.match(line.rstrip("\n")):
                table = found[1]
                rows[table] = 0
        wrong = reading.stderr.read().strip()
    if reading.returncode or table:
        raise BadCopy(f"{path} is no whole dump: {_first_line(wrong) or 'it breaks off'}")
    if "alembic_version" not in rows:
        raise BadCopy(f"{path} is no database of musbot's")
    known = known_revisions()
    if revision not in known:
        raise NewerDatabase(
            f"{path} is at revision {revision}, which this musbot (at {known[0]}) does not know: update musbot"
        )
    del rows["alembic_version"]
    return Looked(path, revision, rows)


def put_back(dump: Path, address: Address, folder: Path) -> tuple[Looked, Path | None]:
    """Put a dump in the database's place, all of it or nothing. What was there is dumped first.

    :param folder: where the dump of what was there goes.
    :returns: the dump, and where that of what was there is; None where there was nothing.
    :raises BadCopy: if the dump is not whole; `InUse` if a bot runs on the database. Nothing has changed then.
    """
    looked, url = look_at(dump), _url(address)
    return looked, asyncio.run(_put_back(dump, address, url, folder))


async def _put_back(dump: Path, address: Address, url: URL, folder: Path) -> Path | None:
    async with _connected(address) as connection:
        # A bot holds it together with others, and one that starts meanwhile waits.
        alone = await connection.scalar(text(f"SELECT pg_try_advisory_lock({PRESENCE})"))
        if not alone:
            raise InUse(f"a bot runs on the database {address}: stop it first")
        aside = None
        if await _revision(connection) is not None:
            aside, _ = await asyncio.to_thread(make_dump, address, folder)
        wholly = ["--clean", "--if-exists", "--no-owner", "--no-privileges", "--single-transaction"]
        arguments = [*wholly, "--exit-on-error", str(dump)]
        await asyncio.to_thread(_run, "pg_restore", arguments, url)
        await connection.execute(text(SHOW_ANEW))
    return aside.path if aside is not None else None


async def copy_before_migration(address: Address, folder: Path) -> Path | None:
    """Dump a database of an older musbot, which is about to be migrated; return the dump, None where there is none.

    :raises UnusableDatabase: if it is to be dumped, and cannot be.
    """
    if await revision_of(address) not in known_revisions()[1:]:
        return None
    return (await asyncio.to_thread(make_dump, address, folder))[0].path


async def revision_of(address: Address) -> str | None:
    """Return the revision of a database; None where there is nothing in it.

    :raises UnusableDatabase: if it cannot be used.
    """
    async with _connected(address) as connection:
        return await _revision(connection)


async def _revision(connection: AsyncConnection) -> str | None:
    if await connection.scalar(text("SELECT to_regclass('alembic_version')")) is None:
        return None
    return str(await connection.scalar(text("SELECT version_num FROM alembic_version")))


@contextlib.asynccontextmanager
async def _connected(address: Address) -> AsyncIterator[AsyncConnection]:
    engine = create_engine(address)
    try:
        connection = await connect(engine, address)
        try:
            yield connection
        finally:
            await connection.close()
    except SQLAlchemyError as error:
        raise UnusableDatabase(f"cannot use the database {address}: {type(error).__name__}") from error
    finally:
        await engine.dispose()


def _url(address: Address) -> URL:
    if address.server is None:
        raise UnusableDatabase("the database is on no server")
    return address.server


def _run(program: str, arguments: list[str], url: URL) -> None:
    """Run one of PostgreSQL's programs on the database of an address."""
    result = subprocess.run(
        [_program(program), "--no-password", f"--dbname={url.database}", *arguments],
        env=os.environ | _environment(url),
        capture_output=True,
        text=True,
        check=False,
    )
    if result.returncode:
        raise UnusableDatabase(f"{program} failed: {_first_line(result.stderr)}")


def _environment(url: URL) -> Mapping[str, str]:
    """Return what PostgreSQL's programs are told by: the password is on no command line."""
    query = {key: value for key, value in url.query.items() if isinstance(value, str)}
    told = {
        "PGHOST": url.host or query.get("host"),
        "PGPORT": str(url.port) if url.port else query.get("port"),
        "PGUSER": url.username,
        "PGPASSWORD": str(url.password) if url.password is not None else None,
        "PGSSLMODE": query.get("ssl"),
        "PGCONNECT_TIMEOUT": "15",
    }
    return {name: value for name, value in told.items() if value is not None}


def _program(name: str) -> str:
    """Return where one of PostgreSQL's programs is, the newest where there are several."""
    found = shutil.which(name) or max(map(str, Path("/usr/lib/postgresql").glob(f"*/bin/{name}")), default="")
    if not found:
        raise UnusableDatabase(f"{name} is not here: install PostgreSQL's client (Debian: postgresql-client)")
    return found


def _first_line(told: str) -> str:
    return told.strip().splitlines()[0] if told.strip() else ""

"""A PostgreSQL for tests, thrown away afterwards: a server of its own, on a socket in a temporary folder.

``make postgres`` installs the programs from Debian's packages. Where there are none, the tests that need them are
skipped. No server of the system is started, or looked for.
"""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import asyncpg

from musbot.store import Store
from musbot.store.schema import metadata

OWNER = "musbot"
TEMPLATE = "template_musbot"
STARTS_WITHIN = 60.0

_FAST = {
    "listen_addresses": "",
    "max_connections": "200",
    "shared_buffers": "32MB",
    # Nothing here has to survive a power cut.
    "fsync": "off",
    "full_page_writes": "off",
    "synchronous_commit": "off",
    "autovacuum": "off",
}

_FORM = """
    SELECT relname, attname FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
    WHERE relnamespace = 'public'::regnamespace AND NOT attisdropped AND attnum > 0
    UNION ALL SELECT 'is at', version_num FROM alembic_version ORDER BY 1, 2
"""
"""What tells a database from a new one: its columns, and the revision it is at."""


class NoPostgres(Exception):
    """PostgreSQL's programs are not here, or may not be run."""


def programs() -> Path:
    """Return the folder of PostgreSQL's programs; `NoPostgres` where there is none."""
    on_path = shutil.which("initdb")
    places = [Path(on_path).resolve().parent] if on_path else []
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    for place in places:
        if all((place / program).exists() for program in ("initdb", "postgres", "pg_isready")):
            return place
    raise NoPostgres("PostgreSQL is not installed (make postgres)")


class Cluster:
    """A running server.

    :param durable: whether a commit is on the disk when it returns, as it is in earnest; else it is faster.
    """

    def __init__(self, *, durable: bool = False) -> None:
        self._programs = programs()
        self._as_owner: list[str] = []
        self.folder = Path(tempfile.mkdtemp(prefix="musbot-pg-"))
        if os.getuid() == 0:
            # It refuses to be run by root; Debian's package has made somebody for it.
            try:
                owner = pwd.getpwnam("postgres")
            except KeyError:
                raise NoPostgres("PostgreSQL cannot be run by root, and there is no user postgres") from None
            os.chown(self.folder, owner.pw_uid, owner.pw_gid)
            self._as_owner = ["--reuid=postgres", "--regid=postgres", "--init-groups"]
        self._settings = {**_FAST, **({"fsync": "on", "synchronous_commit": "on"} if durable else {})}
        self._server: subprocess.Popen[bytes] | None = None
        self._count = 0
        self._form: list[asyncpg.Record] = []
        self._emptied: list[str] = []
        self._run(
            *("initdb", "--pgdata", "data", "--username", OWNER, "--auth", "trust"),
            *("--encoding", "UTF8", "--locale", "C.UTF-8", "--no-sync"),
        )
        self.start()

    def start(self) -> None:
        """Start the server, and wait until it takes connections."""
        settings = [f"--{name}={value}" for name, value in self._settings.items()]
        # Should the tests be killed, it must not be left behind.
        with open(self.folder / "log", "ab") as log:
            self._server = subprocess.Popen(
                [
                    *("setpriv", *self._as_owner, "--pdeathsig", "INT", str(self._programs / "postgres")),
                    *("-D", "data", "-k", str(self.folder), *settings),
                ],
                cwd=self.folder,
                stdout=log,
                stderr=log,
            )
        until = time.monotonic() + STARTS_WITHIN
        while not self._ready():
            if time.monotonic() > until or self._server.poll() is not None:
                raise RuntimeError(f"PostgreSQL did not start: {(self.folder / 'log').read_text()}")
            time.sleep(0.05)

    def stop(self) -> None:
        """Stop the server at once, as a crash would: whoever is connected loses the connection."""
        if self._server is not None:
            self._server.send_signal(signal.SIGQUIT)
            self._server.wait()
            self._server = None

    def close(self) -> None:
        """Stop, and leave nothing behind."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def url(self, database: str) -> str:
        """Return the address of a database as `Store.open` takes it."""
        return f"postgresql+asyncpg://{OWNER}@/{database}?host={self.folder}"

    async def connect(self, database: str = "postgres") -> asyncpg.Connection:
        """Return a connection beside those of the store."""
        return await asyncpg.connect(host=str(self.folder), user=OWNER, database=database)

    @contextlib.asynccontextmanager
    async def database(self, *, empty: bool = False) -> AsyncIterator[str]:
        """A database of its own, migrated unless it shall be empty; yields its address.

        One that was migrated is emptied afterwards, and used again: a tenth of the work of making another one. Not
        where a test has changed its form.
        """
        name = self._emptied.pop() if self._emptied and not empty else await self._create(empty=empty)
        try:
            yield self.url(name)
        finally:
            if not empty and await self._empty(name):
                self._emptied.append(name)
            else:
                await self._execute(f"DROP DATABASE {name} WITH (FORCE)")

    async def _create(self, *, empty: bool) -> str:
        if not empty and not self._form:
            await self._execute(f"CREATE DATABASE {TEMPLATE}")
            await (await Store.open(self.url(TEMPLATE))).close()
            connection = await self.connect(TEMPLATE)
            self._form = await connection.fetch(_FORM)
            await connection.close()
        self._count += 1
        name = f"musbot_{self._count}"
        await self._execute(f"CREATE DATABASE {name} TEMPLATE {'template0' if empty else TEMPLATE}")
        return name

    async def _empty(self, name: str) -> bool:
        """Leave no row in a database, no number given out, and nobody connected; False if it is not as new ones are."""
        connection = await self.connect(name)
        try:
            await connection.execute(
                "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity"
                f" WHERE datname = '{name}' AND pid != pg_backend_pid()"
            )
            if await connection.fetch(_FORM) != self._form:
                return False
            tables = ", ".join(table.name for table in metadata.sorted_tables)
            await connection.execute(f"TRUNCATE {tables} RESTART IDENTITY")
            return True
        finally:
            await connection.close()

    async def _execute(self, statement: str, database: str = "postgres") -> None:
        connection = await self.connect(database)
        try:
            await connection.execute(statement)
        finally:
            await connection.close()

    def _ready(self) -> bool:
        command = ["pg_isready", "--quiet", "--host", str(self.folder), "--username", OWNER]
        return subprocess.run([self._programs / command[0], *command[1:]], check=False).returncode == 0

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            ["setpriv", *self._as_owner, str(self._programs / program), *arguments],
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"{program}: {done.stderr}")


@contextlib.contextmanager
def running_cluster(*, durable: bool = False) -> Iterator[Cluster]:
    """Run a server until the block is left; `NoPostgres` where there is none."""
    cluster = Cluster(durable=durable)
    try:
        yield cluster
    finally:
        cluster.close()

"""Where the database is: a plain path, or an SQLAlchemy URL of SQLite or PostgreSQL."""

import contextlib
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from musbot.store.errors import UnusableDatabase, UnwritableDatabase

MEMORY = ":memory:"


@dataclass(frozen=True, slots=True)
class Address:
    """A database's place on disk, or on a server; in memory when there is neither."""

    path: Path | None
    server: URL | None = None
    """A database of PostgreSQL."""

    @classmethod
    def parse(cls, text: str) -> "Address":
        """Read ``data/musbot.db``, ``sqlite:///data/musbot.db``, ``:memory:`` or ``postgresql://host/name``.

        :raises UnusableDatabase: if the text names another kind of database.
        """
        if "://" not in text:
            if not text:
                raise UnusableDatabase("the database address is empty; give a path such as data/musbot.db")
            return cls(None if text == MEMORY else Path(text).expanduser())
        try:
            url = make_url(text)
        except (ArgumentError, ValueError):  # a port that is no number
            raise UnusableDatabase("the database address is neither a path nor a database URL") from None
        if url.get_backend_name() in ("postgresql", "postgres"):
            return cls(None, _on_server(url))
        if url.get_backend_name() != "sqlite":
            raise UnusableDatabase(
                f"musbot keeps its data in SQLite or PostgreSQL and cannot use {url.get_backend_name()}; "
                "give a path such as data/musbot.db"
            )
        return cls(None if url.database in (None, "", MEMORY) else Path(url.database or "").expanduser())

    def url(self, driver: str) -> URL:
        """The SQLAlchemy URL for a driver: ``aiosqlite`` or ``pysqlite``, ``asyncpg`` for a server."""
        if self.server is not None:
            return self.server.set(drivername=f"postgresql+{driver}")
        return URL.create(f"sqlite+{driver}", database=str(self))

    @property
    def is_memory(self) -> bool:
        """Whether the database is gone when it is closed."""
        return self.path is None and self.server is None

    def __str__(self) -> str:
        if self.server is not None:
            return self.server.render_as_string(hide_password=True)
        return MEMORY if self.path is None else str(self.path)

    def require_writable(self) -> None:
        """Make the folder if need be, and check that SQLite may write there.

        SQLite keeps its journal beside the database, so the *folder* must be writable too: the usual
        fault in a container whose volume belongs to another user.

        :raises UnwritableDatabase: if it may not.
        """
        if self.path is None:
            return
        folder = self.path.parent
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                pass
        except OSError as error:
            raise UnwritableDatabase(
                f"cannot write in the database's folder {folder}: {error.strerror}{_who()}"
            ) from None
        if self.path.is_dir():
            raise UnwritableDatabase(f"the database {self.path} is a folder; give the path of a file")
        if self.path.exists() and not os.access(self.path, os.R_OK | os.W_OK):
            raise UnwritableDatabase(f"cannot write to the database {self.path}: permission denied{_who()}")


def _on_server(url: URL) -> URL:
    """Return a URL of PostgreSQL as asyncpg reads it, which has another word for ``sslmode``."""
    ssl = url.query.get("sslmode")
    if ssl is not None:
        url = url.difference_update_query(["sslmode"]).update_query_dict({"ssl": ssl})
    return url.set(drivername="postgresql+asyncpg")


def _who() -> str:
    """Whom the system refuses, which is what one needs to know to mend the ownership."""
    with contextlib.suppress(AttributeError):  # Windows has no user numbers
        return f" (running as user {os.getuid()})"
    return ""

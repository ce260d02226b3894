"""The world on disk: every thing is a row, written a moment after it changed, in one transaction."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

from .desk import Desk
from .rows import put_back, row_of
from .things import StoredFile
from .wire import decode, encode
from .world import World

__all__ = ["Disk"]

SCHEMA = """
CREATE TABLE IF NOT EXISTS things (kind TEXT NOT NULL, id INTEGER NOT NULL, json BLOB NOT NULL,
    PRIMARY KEY (kind, id)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS files (id INTEGER PRIMARY KEY, name TEXT NOT NULL, type TEXT NOT NULL,
    content BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS origin (url TEXT NOT NULL);
"""
KINDS = ("application", "user", "guild", "channel", "command", "emoji", "message", "interaction")
"""In the order in which they are put back: what is referred to comes first."""

DELAY = 0.2


class Disk:
    """Keeps a world in `playground.sqlite3` of a folder.

    A crash loses at most the last moment, and never leaves half a change: each flush is one transaction.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / "playground.sqlite3"
        self._connection: sqlite3.Connection | None = None
        self._changed: dict[tuple[str, int], None] = {}
        self._timer: asyncio.TimerHandle | None = None

    def open(self, world: World, desk: Desk, origin: str) -> None:
        """Load what is there into `world`, which is replaced by it; or write down the new world.

        Addresses of files are changed to `origin`, since the port may be another one now.
        """
        self.path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(self.path, isolation_level=None)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=NORMAL")
        connection.executescript(SCHEMA)
        self._connection = connection
        self._world, self._desk = world, desk
        if connection.execute("SELECT 1 FROM things LIMIT 1").fetchone() is None:
            for kind, things in (
                ("user", world.users),
                ("guild", world.guilds),
                ("channel", world.channels),
                ("message", world.messages),
                ("command", world.commands),
                ("emoji", world.emojis),
                ("file", world.files),
                ("application", {world.application_id: None}),
            ):
                for thing in things:
                    self._changed[kind, thing] = None
        else:
            self._load(connection, origin)
        connection.execute("DELETE FROM origin")
        connection.execute("INSERT INTO origin VALUES (?)", (origin,))
        world.changed = self._note
        self.flush()

    def _load(self, connection: sqlite3.Connection, origin: str) -> None:
        world = self._world
        world.clear()
        before = connection.execute("SELECT url FROM origin").fetchone()
        old = f'"{before[0]}/'.encode() if before is not None else b""
        new = f'"{origin}/'.encode()
        for file in connection.execute("SELECT id, name, type, content FROM files"):
            world.files[file[0]] = StoredFile(*file)
            world.ids.seen(file[0])
        for kind in KINDS:
            rows = connection.execute("SELECT json FROM things WHERE kind = ? ORDER BY id", (kind,))
            for (text,) in rows:
                row = decode(text.replace(old, new) if old else text)
                if kind == "interaction":
                    self._desk.restore(row)
                    world.ids.seen(int(row["id"]))
                else:
                    put_back(world, kind, row)

    def _note(self, kind: str, thing: int) -> None:
        self._changed[kind, thing] = None
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(DELAY, self.flush)

    def flush(self) -> None:
        """Write down all that changed, now."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._connection is None or not self._changed:
            return
        changed, self._changed = self._changed, {}
        execute = self._connection.execute
        execute("BEGIN IMMEDIATE")
        try:
            for kind, thing in changed:
                if kind == "file":
                    file = self._world.files.get(thing)
                    execute("DELETE FROM files WHERE id = ?", (thing,))
                    if file is not None:
                        execute(
                            "INSERT INTO files VALUES (?, ?, ?, ?)",
                            (file.id, file.name, file.content_type, file.content),
                        )
                    continue
                row = self._desk.row(thing) if kind == "interaction" else row_of(self._world, kind, thing)
                if row is None:
                    execute("DELETE FROM things WHERE kind = ? AND id = ?", (kind, thing))
                else:
                    execute("INSERT OR REPLACE INTO things VALUES (?, ?, ?)", (kind, thing, encode(row)))
            execute("COMMIT")
        except BaseException:
            execute("ROLLBACK")
            self._changed = changed | self._changed
            raise

    def close(self) -> None:
        """Write down all that changed, and let go of the file."""
        self.flush()
        if self._connection is not None:
            self._connection.close()
            self._connection = None

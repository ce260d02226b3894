"""Rows read in the event loop itself, for the smallest questions: the driver's thread and back costs ten times as much.

In WAL mode a reader waits for no writer, and a look-up by primary key takes some 10 µs of a database that is in use
(the operating system has its pages in memory). Whatever may take longer goes through `HeldConnection`.
"""

import contextlib
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any


class Glance:
    """A connection to a database file of SQLite that reads and waits for nothing."""

    def __init__(self, path: Path) -> None:
        self._connection = sqlite3.connect(path, timeout=0, isolation_level=None)
        self._connection.execute("PRAGMA query_only = ON")

    def fetch(self, sql: str, values: Sequence[Any]) -> list[Any] | None:
        """Return the rows of a query; None where that cannot be answered at once: ask properly then."""
        with contextlib.suppress(sqlite3.Error):
            return self._connection.execute(sql, values).fetchall()
        return None

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

"""Who has a SQLite database in use: bots hold it together, and whoever puts another in its place holds it alone.
And who has a data folder, which is for one bot.

The system lets go of what a process held when it ends, however it ends. The lock is a file beside the database,
since a lock of our own on the database itself would undo SQLite's when it is closed.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from musbot.store.errors import UnusableDatabase

try:
    import fcntl
except ImportError:  # Windows: there nothing is held, and a running bot keeps its files from being moved
    fcntl = None  # type: ignore[assignment]


class InUse(UnusableDatabase):
    """Somebody else uses the database, in a way that does not go with what was to be done."""


@contextlib.contextmanager
def held(database: Path | None, *, alone: bool = False) -> Iterator[None]:
    """Hold a database while the block runs.

    :param database: the file; None is one in memory, which nobody else can have.
    :param alone: with nobody beside; else together with others who do not hold it alone.
    :raises InUse: if it cannot be had that way now.
    """
    if database is None or fcntl is None:
        yield
        return
    with database.with_name(f"{database.name}.lock").open("ab") as file:
        try:
            fcntl.flock(file, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
        except OSError:
            raise InUse(
                f"a bot runs on the database {database}: stop it first"
                if alone
                else f"the database {database} is being restored: start again when that is done"
            ) from None
        yield


@contextlib.contextmanager
def alone_in(data: Path) -> Iterator[None]:
    """Hold a data folder while the block runs: two bots in one would take each other's sign of life for their own.

    :raises InUse: if another bot has it.
    """
    if fcntl is None:
        yield
        return
    with (data / "bot.lock").open("ab") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise InUse(
                f"another bot runs in the data folder {data}: stop it, or give each its own (MUSBOT_DATA)"
            ) from None
        yield

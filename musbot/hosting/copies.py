"""Copies of the database: made while the bot runs, looked at before they count, and put back in its place.

A copy is a whole database in one file. It holds people who may have themselves erased later: see
docs/hosting.md on how long to keep it.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from musbot.store.errors import NewerDatabase, UnusableDatabase
from musbot.store.holding import held
from musbot.store.migrate import known_revisions
from musbot.store.schema import metadata

SUFFIX = ".db"
WITH = ("-wal", "-shm")
"""What SQLite keeps beside a database that is open: a part of it."""


SHOW_ANEW = "UPDATE tables SET message_id = NULL WHERE status IN ('open', 'playing')"
"""Lets every table that goes on get a new message when the bot starts. What is in the channels may show what came after
the copy, and is nowhere written down any more."""


class BadCopy(UnusableDatabase):
    """A copy is no whole database of musbot's."""


@dataclass(frozen=True, slots=True)
class Looked:
    """What is in a copy that is in order."""

    path: Path
    revision: str
    rows: Mapping[str, int]
    """How many rows each table has."""

    @property
    def size(self) -> int:
        """Bytes on the disk."""
        return self.path.stat().st_size

    def told(self) -> str:
        """Return it in one line."""
        most = ("tables", "events", "games", "people")
        counts = ", ".join(f"{self.rows.get(name, 0):,} {name}" for name in most)
        return f"{self.path} ({self.size / 1e6:.1f} MB, revision {self.revision}: {counts})"


def make_copy(database: Path, folder: Path, keep: int = 0) -> tuple[Looked, list[Path]]:
    """Copy a database, which may be in use, look whether the copy is whole, and drop copies that are too old.

    :param folder: where copies are kept; made if need be.
    :param keep: how many copies stay, this one among them; 0 for all.
    :returns: the copy, and the older ones that were deleted.
    :raises UnusableDatabase: if there is no copying it; what was there before stays.
    """
    if not database.exists():
        raise UnusableDatabase(f"there is no database {database}")
    target = name_for(database, folder, SUFFIX)
    with new_file(target) as unfinished:
        _copy(database, unfinished)
        look_at(unfinished)
    return look_at(target), drop_old(folder, database, SUFFIX, keep)


def _copy(source: Path, target: Path) -> None:
    """Copy a database whole, with what SQLite keeps beside it."""
    try:
        with contextlib.closing(_opened(source)) as old, contextlib.closing(sqlite3.connect(target)) as new:
            old.backup(new)
            # One file, whoever opens it: without this, opening it would make two more.
            new.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.Error as error:
        raise UnusableDatabase(f"cannot copy the database {source}: {error}") from error


def look_at(path: Path) -> Looked:
    """Look whether a file is a whole database of musbot's.

    :raises BadCopy: if it is not; `NewerDatabase` if it is one of a later musbot.
    """
    with _reading(path) as copy:
        (found,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
        if found != "ok":
            raise BadCopy(f"{path} is damaged: {found}")
        return _looked(path, copy, _revision(path, copy))


def is_current(database: Path) -> bool:
    """Whether a database has the form that this musbot works with; raises what :func:`look_at` does."""
    with _reading(database) as connection:
        return _revision(database, connection) == known_revisions()[0]


@contextlib.contextmanager
def _reading(path: Path) -> Iterator[sqlite3.Connection]:
    if not path.is_file():
        raise BadCopy(f"there is no file {path}")
    try:
        with contextlib.closing(_opened(path)) as connection:
            yield connection
    except sqlite3.Error as error:
        raise BadCopy(f"{path} is no whole database: {error}") from error


def _opened(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)


def _revision(path: Path, copy: sqlite3.Connection) -> str:
    names = {name for (name,) in copy.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if "alembic_version" not in names:
        raise BadCopy(f"{path} is no database of musbot's")
    row = copy.execute("SELECT version_num FROM alembic_version").fetchone()
    revision, known = str(row[0]) if row else "none", known_revisions()
    if revision not in known:
        raise NewerDatabase(
            f"{path} is at revision {revision}, which this musbot (at {known[0]}) does not know: update musbot"
        )
    return revision


def _looked(path: Path, copy: sqlite3.Connection, revision: str) -> Looked:
    if lost := copy.execute("PRAGMA foreign_key_check").fetchone():
        raise BadCopy(f"{path} is damaged: a row of {lost[0]} belongs to one of {lost[2]} that is not there")
    names = {name for (name,) in copy.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    rows = {
        table.name: copy.execute(f'SELECT count(*) FROM "{table.name}"').fetchone()[0]
        for table in metadata.sorted_tables
        if table.name in names
    }
    return Looked(path, revision, rows)


def put_back(copy: Path, database: Path) -> tuple[Looked, Path | None]:
    """Put a copy in the database's place. What was there is kept beside it.

    :returns: the database as it is now, and where the old one is, if there was one.
    :raises BadCopy: if the copy is not whole; `InUse` if a bot runs on the database. Nothing has changed then.
    """
    look_at(copy)
    database.parent.mkdir(parents=True, exist_ok=True)
    with held(database, alone=True), new_file(database, replace=True) as unfinished:
        _copy(copy, unfinished)
        _show_anew(unfinished)
        look_at(unfinished)
        _belongs(unfinished, database if database.exists() else database.parent)
        aside = _put_aside(database) if database.exists() else None
    return look_at(database), aside


def _show_anew(database: Path) -> None:
    with contextlib.closing(sqlite3.connect(database)) as connection:
        connection.execute(SHOW_ANEW)
        connection.commit()


def _belongs(file: Path, example: Path) -> None:
    """Let a file belong to whoever something else belongs to: the bot need not be who restores."""
    whose = example.stat()
    with contextlib.suppress(OSError, AttributeError):  # only root may; Windows has no such thing
        os.chown(file, whose.st_uid, whose.st_gid)
    if example.is_file():
        file.chmod(whose.st_mode & 0o777)


def _put_aside(database: Path) -> Path:
    """Move a database that nobody uses away, with all that belongs to it."""
    aside = database.with_name(f"{database.name}.replaced-{_now()}")
    for ending in ("", *WITH):
        with contextlib.suppress(FileNotFoundError):
            database.with_name(f"{database.name}{ending}").rename(f"{aside}{ending}")
    return aside


def copies_of(database: Path, folder: Path, suffix: str = SUFFIX) -> list[Path]:
    """Return the copies in a folder that :func:`make_copy` made of a database, the oldest first."""
    stamp = "[0-9]" * 8 + "T" + "[0-9]" * 6 + "Z"
    found = folder.glob(f"{database.stem}-{stamp}*{suffix}")
    return sorted(found, key=lambda path: path.name.removesuffix(suffix))


def all_copies(database: Path, folder: Path) -> list[Path]:
    """Return every copy that musbot itself has made of a database, wherever it put it by default."""
    beside = [
        path
        for kind in ("before", "replaced")
        for path in database.parent.glob(f"{database.name}.{kind}-*")
        if not str(path).endswith(WITH)
    ]
    made = [path for suffix in (SUFFIX, ".dump") for path in copies_of(database, folder, suffix)]
    return sorted([*beside, *made])


def name_for(database: Path, folder: Path, suffix: str) -> Path:
    """Return a name for a new copy that none has yet, and make the folder."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UnusableDatabase(f"cannot make the folder {folder}: {error.strerror}") from None
    name = f"{database.stem}-{_now()}"
    target, number = folder / f"{name}{suffix}", 1
    while target.exists():
        number += 1
        target = folder / f"{name}.{number:03}{suffix}"
    return target


def drop_old(folder: Path, database: Path, suffix: str, keep: int) -> list[Path]:
    """Delete all copies but the newest so many; return those that are gone."""
    old = copies_of(database, folder, suffix)[:-keep] if keep else []
    for path in old:
        path.unlink()
    return old


@contextlib.contextmanager
def new_file(target: Path, *, replace: bool = False) -> Iterator[Path]:
    """Write a file beside its place, for the owner's eyes alone, and put it there whole when the block is done.

    :param replace: there may be another one by then, which is replaced.
    """
    unfinished = target.with_name(f"{target.name}.part")
    unfinished.unlink(missing_ok=True)
    try:
        os.close(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        yield unfinished
        with unfinished.open("rb+") as file:
            os.fsync(file.fileno())
        if not replace and target.exists():
            raise UnusableDatabase(f"{target} is there already")
        unfinished.replace(target)
    except OSError as error:
        raise UnusableDatabase(f"cannot write {target}: {error.strerror}") from error
    finally:
        unfinished.unlink(missing_ok=True)


def _now() -> str:
    return time.strftime("%Y%m%dT%H%M%SZ", time.gmtime())

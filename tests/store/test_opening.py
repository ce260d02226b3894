"""Opening: new, old, newer and broken files, and folders one may not write in."""

import asyncio
import logging
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine

from musbot.store import (
    NewerDatabase,
    NewEvent,
    Store,
    UnusableDatabase,
    UnwritableDatabase,
)
from musbot.store import migrate as migration
from musbot.store.address import Address
from musbot.store.schema import metadata

pytestmark = pytest.mark.sqlite("test_server.py has the same for PostgreSQL")

NOBODY = 65534


VERSIONS = Path(migration.__file__).parent / "migrations" / "versions"
HEAD = max(path.name[:4] for path in VERSIONS.glob("0*.py"))
LATER = f"{int(HEAD) + 1:04}"


@pytest.fixture
def address(tmp_path: Path) -> str:
    return str(tmp_path / "data" / "musbot.db")


def revision_of(path: str | Path) -> str:
    with closing(sqlite3.connect(path)) as connection:
        return str(connection.execute("SELECT version_num FROM alembic_version").fetchone()[0])


async def test_the_migrations_build_what_the_schema_describes(address: str) -> None:
    await (await Store.open(address)).close()
    engine = create_engine(f"sqlite:///{address}")
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
    engine.dispose()


def test_the_names_of_the_migrations_say_their_order_as_they_themselves_do() -> None:
    scripts = ScriptDirectory.from_config(migration._config())
    assert migration.known_revisions() == [script.revision for script in scripts.walk_revisions()]


async def test_a_new_database_has_the_pragmas_and_no_copy(address: str) -> None:
    async with await Store.open(address) as store:
        read = [
            await held.run(lambda connection, name=name: connection.exec_driver_sql(f"PRAGMA {name}"))  # type: ignore[misc]
            for held in (store.database.writer, store.database.reader)
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        ]
        read = [each.scalar() for each in read]
    assert read == ["wal", 2, 1, 10_000] * 2
    assert [file.name for file in Path(address).parent.iterdir()] == ["musbot.db"]


async def test_the_same_place_as_a_path_and_as_a_url(address: str) -> None:
    await (await Store.open(address)).close()
    for url in (f"sqlite:///{address}", f"sqlite+aiosqlite:///{address}"):
        await (await Store.open(url)).close()
        assert Address.parse(url).path == Path(address)


async def test_opening_twice_at_once_migrates_once(address: str) -> None:
    stores = await asyncio.gather(*(Store.open(address) for _ in range(4)))
    for store in stores:
        await store.close()
    assert revision_of(address) == HEAD


async def test_an_older_database_is_copied_then_migrated(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with await Store.open(address) as store:
        table_id = await store.create_table(None, 2, [NewEvent("opened", {}, at=1.0)])
    _add_migration(tmp_path, monkeypatch, "op.add_column('people', sa.Column('colour', sa.Text))")

    async with await Store.open(address) as store:
        assert await store.last_seq(table_id) == 1

    assert revision_of(address) == LATER
    assert revision_of(f"{address}.before-{LATER}") == HEAD
    assert [file.name for file in sorted(Path(address).parent.iterdir())] == [
        "musbot.db",
        f"musbot.db.before-{LATER}",
    ]


async def test_a_migration_that_fails_changes_nothing(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await (await Store.open(address)).close()
    _add_migration(
        tmp_path,
        monkeypatch,
        "op.add_column('people', sa.Column('colour', sa.Text)); op.drop_table('absent')",
    )
    with pytest.raises(UnusableDatabase, match="no such table: absent"):
        await Store.open(address)
    assert revision_of(address) == HEAD
    with closing(sqlite3.connect(address)) as connection:
        assert "colour" not in [column[1] for column in connection.execute("PRAGMA table_info(people)")]


def _add_migration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: str) -> None:
    """Pretend that this musbot is one migration ahead."""
    (tmp_path / f"{LATER}_later.py").write_text(
        "import sqlalchemy as sa\nfrom alembic import op\n"
        f"revision, down_revision, branch_labels, depends_on = '{LATER}', '{HEAD}', None, None\n"
        f"def upgrade(): {change}\n"
    )
    monkeypatch.setattr(migration, "_FOLDERS", [VERSIONS, tmp_path])


async def test_a_newer_database_is_left_alone(address: str) -> None:
    await (await Store.open(address)).close()
    with closing(sqlite3.connect(address, isolation_level=None)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0042'")
    with pytest.raises(NewerDatabase, match=rf"revision 0042.*{HEAD}.*update musbot") as refused:
        await Store.open(address)
    assert "\n" not in str(refused.value)
    assert revision_of(address) == "0042"


async def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "musbot.db"
    path.write_text("mus = 1\n" * 1000)
    with pytest.raises(UnusableDatabase, match="file is not a database"):
        await Store.open(str(path))
    assert path.read_text() == "mus = 1\n" * 1000


@pytest.mark.parametrize("address", ["", "mysql://mus:secret@host/mus", "mysql://", "://"])
async def test_an_address_of_another_kind(address: str) -> None:
    with pytest.raises(UnusableDatabase) as refused:
        await Store.open(address)
    assert "secret" not in str(refused.value)
    assert "\n" not in str(refused.value)


async def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file")
    with pytest.raises(UnwritableDatabase, match="cannot write in the database's folder"):
        await Store.open(str(tmp_path / "data" / "musbot.db"))
    with pytest.raises(UnwritableDatabase, match="is a folder"):
        await Store.open(str(tmp_path))


OPEN_AS_NOBODY = """
import asyncio, os, sys
from musbot.store import Store, UnwritableDatabase

async def open_and_close():
    await (await Store.open(sys.argv[1])).close()

if os.getuid() == 0:
    asyncio.run(open_and_close())  # what is imported late may lie where the other user cannot read
    os.setgroups([])
    os.setgid({nobody})
    os.setuid({nobody})
try:
    asyncio.run(open_and_close())
except UnwritableDatabase as error:
    print(error)
"""


@pytest.mark.parametrize("what", ["folder", "file"])
def test_one_may_not_write(what: str) -> None:
    """The folder of a container's volume that belongs to another user, for one (LinkAce#332)."""
    # Not below pytest's own folder, through which the other user may not pass.
    with tempfile.TemporaryDirectory() as above:
        folder = Path(above) / "data"
        address = folder / "musbot.db"
        asyncio.run(open_and_close(str(address)))
        Path(above).chmod(0o755)
        address.chmod(0o444)
        folder.chmod(0o555 if what == "folder" else 0o777)
        result = subprocess.run(
            [sys.executable, "-c", OPEN_AS_NOBODY.format(nobody=NOBODY), str(address)],
            capture_output=True,
            text=True,
            check=False,
        )
        folder.chmod(0o755)
    assert result.stdout.startswith("cannot write "), result
    assert str(folder) in result.stdout
    assert result.stdout.count("\n") == 1
    assert result.stderr == ""


async def open_and_close(address: str) -> None:
    await (await Store.open(address)).close()


async def test_alembic_leaves_the_logging_alone(address: str, caplog: pytest.LogCaptureFixture) -> None:
    handlers = list(logging.getLogger().handlers)
    with caplog.at_level(logging.WARNING):
        await (await Store.open(address)).close()
    assert caplog.records == []
    assert logging.getLogger().handlers == handlers

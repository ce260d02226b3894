"""Copies of a database on a PostgreSQL server: whole, put back wholly, and never under a running bot."""

from __future__ import annotations

import asyncio
import json
import random
import stat
import subprocess
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from musbot.hosting import dumps
from musbot.hosting.copies import BadCopy, Looked
from musbot.hosting.dumps import copy_before_migration, make_dump, put_back
from musbot.store import Store, UnusableDatabase
from musbot.store.address import Address
from musbot.store.errors import NewerDatabase
from musbot.store.holding import InUse
from musbot.table import Tables
from tests.hosting.conftest import run_beside
from tests.postgres import Cluster
from tests.table.players import SHORT, chance, four_friends, play_to_the_end, ticking

LATER = 77
"""Somebody who is known only since the dump was made."""


@pytest.fixture
async def address(cluster: Cluster) -> AsyncIterator[str]:
    """A database with a game that was played and one that is going on."""
    async with cluster.database() as address:
        async with await Store.open(address) as store:
            tables = Tables(store, chance(), ticking())
            await play_to_the_end(tables, await four_friends(tables, SHORT), random.Random(1))
            row = await four_friends(tables, SHORT)
            await store.set_message(row.table_id, 5, 6, 0)
        yield address


async def knows_later(address: str) -> bool:
    async with await Store.open(address) as store:
        return await store.people.get(LATER) is not None


async def dumped(address: str, folder: Path, keep: int = 0) -> tuple[Looked, list[Path]]:
    return await asyncio.to_thread(make_dump, Address.parse(address), folder, keep)


async def test_a_dump_holds_every_row_and_takes_the_place_of_what_came_later(
    address: str, folder: Path
) -> None:
    async with await Store.open(address) as store:
        await store.attend()  # as a bot does
        looked, gone = await dumped(address, folder)
        await store.people.set_pings(LATER, False)
        assert (looked.rows["games"], looked.rows["tables"], gone) == (1, 2, [])
        assert stat.S_IMODE(looked.path.stat().st_mode) == 0o600
        with pytest.raises(InUse, match="stop it first"):
            await asyncio.to_thread(put_back, looked.path, Address.parse(address), folder)
    restored, aside = await asyncio.to_thread(put_back, looked.path, Address.parse(address), folder)
    assert restored == looked
    assert not await knows_later(address)
    async with await Store.open(address) as store:
        (live,) = await store.live_tables()
        assert live.message_id is None, "it is shown anew"
    assert aside is not None
    await asyncio.to_thread(put_back, aside, Address.parse(address), folder)
    assert await knows_later(address)


async def test_only_the_newest_dumps_stay(address: str, folder: Path) -> None:
    first, _ = await dumped(address, folder)
    second, gone = await dumped(address, folder, keep=1)
    assert gone == [first.path]
    assert list(folder.glob("*.dump")) == [second.path]


async def test_a_damaged_dump_changes_nothing(address: str, folder: Path) -> None:
    looked, _ = await dumped(address, folder)
    whole = looked.path.read_bytes()
    for wrong in (whole[: len(whole) // 2], b"no dump at all", b""):
        looked.path.write_bytes(wrong)
        with pytest.raises(BadCopy):
            await asyncio.to_thread(put_back, looked.path, Address.parse(address), folder)
    async with await Store.open(address) as store:
        assert await store.live_tables()


async def test_an_older_database_is_dumped_before_it_is_migrated(address: str, folder: Path) -> None:
    place = Address.parse(address)
    assert await copy_before_migration(place, folder) is None
    await execute(address, "UPDATE alembic_version SET version_num = '0001'")
    made = await copy_before_migration(place, folder)
    assert made is not None
    assert dumps.look_at(made).revision == "0001"
    old = await run_beside("status", MUSBOT_DATABASE=address)
    assert old.returncode == 2
    assert "an older musbot's" in old.stderr
    await execute(address, "UPDATE alembic_version SET version_num = '0999'")
    assert await copy_before_migration(place, folder) is None
    with pytest.raises(NewerDatabase, match="0999"):
        await dumped(address, folder)
    assert list(folder.glob("*.part")) == []


async def execute(address: str, statement: str) -> None:
    async with dumps._connected(Address.parse(address)) as connection:
        await connection.execute(text(statement))


async def test_the_commands(address: str, folder: Path) -> None:
    made = await run_beside("backup", "--keep", "2", MUSBOT_DATABASE=address)
    assert (made.returncode, made.stderr) == (0, "")
    assert "1 games" in made.stdout
    (dump,) = (folder / "data" / "backups").glob("*.dump")
    done = await run_beside("restore", dump, "--yes", MUSBOT_DATABASE=address)
    assert (done.returncode, done.stderr) == (0, "")
    assert "as it was before: " in done.stdout
    status = await run_beside("status", MUSBOT_DATABASE=address)
    assert "2 copies" in status.stdout
    written = await run_beside("export", "out", MUSBOT_DATABASE=address)
    assert written.stdout == "wrote 1 games, 1 results, 0 tournaments to out\n"
    (whole,) = json.loads((folder / "out" / "results.json").read_text("utf-8"))
    assert isinstance(whole["people"][0]["tally"], dict)


async def test_a_password_is_on_no_command_line(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    seen: list[Any] = []

    def watched(command: list[str], **options: Any) -> Any:
        seen.append((command, options["env"]))
        return real(command, **options)

    real = subprocess.run
    monkeypatch.setattr(subprocess, "run", watched)
    address = Address.parse("postgresql://mus:hidden@127.0.0.1:1/mus")
    with pytest.raises(UnusableDatabase, match="pg_dump failed") as refused:
        await asyncio.to_thread(make_dump, address, folder)
    ((command, environment),) = seen
    assert "hidden" not in " ".join(command) + str(refused.value)
    assert environment["PGPASSWORD"] == "hidden"
    assert not list(folder.iterdir())

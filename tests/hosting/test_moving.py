"""A database moves to another one, and back: every row, every number; or nothing moves."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import text

from musbot.hosting import moving
from musbot.hosting.moving import NotMoved, move
from musbot.store import NewEvent, Store
from musbot.store.address import Address
from musbot.store.schema import metadata
from tests.postgres import Cluster
from tests.store.test_privacy import cells, everyone

pytestmark = pytest.mark.sqlite("it moves from one kind to the other")

OPENED = NewEvent("opened", {}, at=1.0)


@pytest.fixture
async def server(cluster: Cluster) -> AsyncIterator[str]:
    async with cluster.database(empty=True) as address:
        yield address


@pytest.fixture
async def file(tmp_path: Path) -> str:
    """A database that holds everything, and whose last table was numbered 4, but is there no more."""
    path = str(tmp_path / "musbot.db")
    async with await Store.open(path) as store:
        await everyone(store)
        table_id = await store.create_table(1, 2, [OPENED])
        await store.write(lambda c: c.execute(text(f"DELETE FROM events WHERE table_id = {table_id}")))
        await store.write(lambda c: c.execute(text(f"DELETE FROM tables WHERE table_id = {table_id}")))
    return path


async def moved(source: str, target: str) -> dict[str, int]:
    return await move(Address.parse(source), Address.parse(target), _nobody, _nobody)


def _nobody(_table: str, _done: int, _total: int) -> None:
    """Nobody is told."""


async def contents(address: str) -> list[str]:
    async with await Store.open(address) as store:
        return sorted(map(repr, await cells(store)))


async def test_to_a_server_and_back(
    file: str, server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moving, "AT_ONCE", 3)
    back = str(tmp_path / "back.db")
    before = await contents(file)

    counts = await moved(file, server)

    assert set(counts) == set(metadata.tables)
    assert {"tables", "events", "games", "people", "results", "standings"} <= {n for n in counts if counts[n]}
    assert await contents(server) == before
    assert await moved(server, back) == counts
    assert await contents(back) == before
    for address in (server, back):
        async with await Store.open(address) as store:
            assert await store.create_table(1, 2, [OPENED]) == 5, "a number is never given twice"


async def test_a_target_with_rows_is_left_alone(file: str, server: str) -> None:
    async with await Store.open(server) as store:
        await store.people.set_language(7, "eu")
        before = await cells(store)
    with pytest.raises(NotMoved, match="not empty: people has rows"):
        await moved(file, server)
    async with await Store.open(server) as store:
        assert await cells(store) == before


async def test_what_is_not_the_same_there_is_not_moved(file: str, server: str) -> None:
    async with await Store.open(server) as store:
        await store.write(
            lambda c: c.execute(
                text(
                    "CREATE FUNCTION spoil() RETURNS trigger AS 'BEGIN NEW.data := ''{}''; RETURN NEW; END' "
                    "LANGUAGE plpgsql"
                )
            )
        )
        await store.write(
            lambda c: c.execute(
                text(
                    "CREATE TRIGGER spoil BEFORE INSERT ON events FOR EACH ROW "
                    "WHEN (NEW.table_id = 2 AND NEW.seq = 2) EXECUTE FUNCTION spoil()"
                )
            )
        )
    with pytest.raises(NotMoved, match="events: the row of table_id 2, seq 2 is not the same there"):
        await moved(file, server)
    async with await Store.open(server) as store:
        assert await cells(store) == [], "all or nothing"


async def test_nothing_is_moved_while_a_bot_runs(file: str, server: str) -> None:
    async with await Store.open(server) as bot:
        await bot.attend()
        with pytest.raises(NotMoved, match="a bot runs on the database postgresql"):
            await moved(file, server)


def test_the_command(tmp_path: Path, file: str, server: str) -> None:
    def musbot(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "musbot.cli", *arguments],
            cwd=tmp_path,
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            check=False,
        )

    done = musbot("migrate-to", server, MUSBOT_DATABASE=file)
    assert done.returncode == 0, done.stderr
    assert "every row was compared" in done.stdout
    again = musbot("migrate-to", server, MUSBOT_DATABASE=file)
    assert again.returncode == 2
    assert "is not empty" in again.stderr
    nothing = musbot("migrate-to", server, MUSBOT_DATABASE="absent.db")
    assert (nothing.returncode, nothing.stderr.count("\n")) == (2, 1)
    assert not (tmp_path / "absent.db").exists()

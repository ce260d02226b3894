"""A database on a server: made, migrated, found again when the server was away, and refused in one line."""

import asyncio
from collections.abc import AsyncIterator

import asyncpg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncConnection

from musbot.store import NewerDatabase, NewEvent, SequenceTaken, ServerLost, Store, UnusableDatabase, postgres
from musbot.store.address import Address
from musbot.store.schema import metadata
from tests.postgres import Cluster, running_cluster
from tests.store.test_opening import HEAD

OPENED = NewEvent("opened", {}, at=1.0)


@pytest.fixture
async def empty(cluster: Cluster) -> AsyncIterator[str]:
    async with cluster.database(empty=True) as address:
        yield address


async def test_the_migrations_build_what_the_schema_describes(empty: str) -> None:
    def compare(connection: Connection) -> list[object]:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return list(compare_metadata(context, metadata))

    await (await Store.open(empty)).close()
    engine = postgres.create_engine(Address.parse(empty))
    async with engine.connect() as connection:
        assert await connection.run_sync(compare) == []
    await engine.dispose()


async def test_opening_several_times_at_once_migrates_once(empty: str) -> None:
    stores = await asyncio.gather(*(Store.open(empty) for _ in range(4)))
    table_id = await stores[0].create_table(1, 2, [OPENED])
    assert [await store.last_seq(table_id) for store in stores] == [1] * 4
    for store in stores:
        await store.close()


async def test_a_newer_database_is_left_alone(empty: str, cluster: Cluster) -> None:
    await (await Store.open(empty)).close()
    name = empty.partition("@/")[2].partition("?")[0]
    beside: asyncpg.Connection = await cluster.connect(name)
    await beside.execute("UPDATE alembic_version SET version_num = '0042'")
    with pytest.raises(NewerDatabase, match=rf"revision 0042.*{HEAD}.*update musbot") as refused:
        await Store.open(empty)
    assert "\n" not in str(refused.value)
    await beside.close()


async def test_a_database_that_is_not_there(cluster: Cluster) -> None:
    with pytest.raises(UnusableDatabase, match='database "absent" does not exist') as refused:
        await Store.open(cluster.url("absent"))
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "address",
    [
        "postgresql+asyncpg://mus:secret@127.0.0.1:1/mus",
        "postgres://mus:secret@127.0.0.1:1/mus?sslmode=disable",
        "postgresql://mus:secret@127.0.0.1:1/mus?nonsense=1",
    ],
)
async def test_a_server_that_is_not_there(address: str) -> None:
    with pytest.raises(UnusableDatabase, match="cannot use the database postgresql") as refused:
        await Store.open(address)
    assert "secret" not in str(refused.value)
    assert "\n" not in str(refused.value)


async def test_the_server_tells_its_version(empty: str) -> None:
    assert (await postgres.version_of(Address.parse(empty)))[0].isdigit()


async def test_a_process_knows_whether_it_is_alone(empty: str) -> None:
    async with await Store.open(empty) as first:
        assert await first.attend()
        async with await Store.open(empty) as second:
            assert not await second.attend()
        async with await Store.open(empty) as third:
            assert not await third.attend()
    async with await Store.open(empty) as fourth:
        assert await fourth.attend()


async def test_who_serves_is_known_and_who_has_gone(empty: str) -> None:
    async with await Store.open(empty) as first:
        assert len(await first.present()) == 1
        async with await Store.open(empty) as second:
            await second.attend()
            both = await first.present()
            assert both == await second.present()
            assert len(both) == 2
        # The server may take a moment to notice.
        async with asyncio.timeout(10):
            while await first.present() == both:  # noqa: ASYNC110 - it comes from outside
                await asyncio.sleep(0.01)
        assert await first.present() < both


async def test_processes_take_turns_and_one_that_dies_keeps_nobody_waiting(empty: str) -> None:
    async with await Store.open(empty) as first, await Store.open(empty) as second:
        await first.take_turn(3600)
        again, other = (asyncio.create_task(each.take_turn(0.01)) for each in (first, second))
        assert len(await second.present()) == 2, "both have asked"
        await asyncio.sleep(0.05)
        assert not again.done()
        assert not other.done()
        again.cancel()
        await first.close()
        await other
        await second.take_turn(0.01)


async def test_a_process_that_hangs_in_the_middle_gives_way_soon(empty: str) -> None:
    async with await Store.open(empty) as store:

        async def told(connection: AsyncConnection) -> list[str]:
            driver = postgres.driver_of(connection)
            names = ("idle_in_transaction_session_timeout", "lock_timeout", "jit")
            return [await driver.fetchval(f"SHOW {name}") for name in names]

        assert await store.read(told) == ["20s", "30s", "off"]


async def test_a_server_that_was_restarted_is_found_again(cluster: Cluster) -> None:
    with running_cluster(durable=True) as own:
        async with own.database() as address, await Store.open(address) as store:
            table_id = await store.create_table(1, 2, [OPENED])
            await asyncio.gather(*(store.last_seq(table_id) for _ in range(20)))
            own.stop()
            with pytest.raises(ServerLost):
                await store.append(table_id, 1, [NewEvent("said", {}, at=2.0)])
            own.start()
            assert len(await store.present()) == 1, "it attends anew"
            assert await store.append(table_id, 1, [NewEvent("said", {}, at=2.0)]) == 2
            with pytest.raises(SequenceTaken):
                await store.append(table_id, 1, [NewEvent("said", {}, at=2.0)])


async def test_whoever_waits_to_write_keeps_no_connection_from_plain_words(empty: str) -> None:
    async with await Store.open(empty) as store, await Store.open(empty) as other:
        table_id = await store.create_table(1, 2, [OPENED])
        begun, go_on = asyncio.Event(), asyncio.Event()

        async def slowly(_: object) -> None:
            begun.set()
            await go_on.wait()

        writing = asyncio.create_task(other.write(slowly))
        await begun.wait()
        waiting = [asyncio.create_task(store.create_table(1, 2, [OPENED])) for _ in range(20)]
        await asyncio.sleep(0)
        assert await store.append(table_id, 1, [NewEvent("said", {}, at=2.0)]) == 2
        assert not any(each.done() for each in waiting)
        go_on.set()
        assert sorted(await asyncio.gather(*waiting)) == list(range(table_id + 1, table_id + 21))
        await writing


async def test_who_has_waited_in_vain_to_write_leaves_a_connection_that_works(
    empty: str, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(postgres._SERVER_SETTINGS, "lock_timeout", "50")
    async with await Store.open(empty) as store:
        table_id = await store.create_table(1, 2, [OPENED])
        hanging: asyncpg.Connection = await cluster.connect(empty.partition("@/")[2].partition("?")[0])
        async with hanging.transaction():
            await hanging.execute("SELECT pg_advisory_xact_lock($1)", postgres.WRITING)
            with pytest.raises(asyncpg.LockNotAvailableError):
                await store.create_table(1, 2, [OPENED])
            assert await store.append(table_id, 1, [NewEvent("said", {}, at=2.0)]) == 2
        await hanging.close()
        assert await store.create_table(1, 2, [OPENED]) > table_id


async def test_a_word_that_waits_for_an_erasure_that_waits_for_it_is_said_after_it(
    empty: str, cluster: Cluster
) -> None:
    async with await Store.open(empty) as store:
        table_id = await store.create_table(1, 2, [OPENED])
        erasing: asyncpg.Connection = await cluster.connect(empty.partition("@/")[2].partition("?")[0])
        waits = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
        # The word is who finds out that they wait for each other, however slow this machine is.
        await erasing.execute("SET deadlock_timeout = '60s'")
        async with erasing.transaction():
            await erasing.execute("SELECT 1 FROM tables FOR UPDATE")
            said = asyncio.create_task(store.append(table_id, 1, [NewEvent("said", {}, at=2.0)]))
            while not await erasing.fetchval(waits):  # noqa: ASYNC110 - it waits on the server
                await asyncio.sleep(0.01)
            await erasing.execute(
                "INSERT INTO events (table_id, seq, kind, data, at) VALUES ($1, 2, 'forgotten', '{}', 3.0)",
                table_id,
            )
        await erasing.close()
        with pytest.raises(SequenceTaken):
            await said

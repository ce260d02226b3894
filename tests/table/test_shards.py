"""Several processes look after the clocks of one store: each those of its own servers, all those of one that died."""

from __future__ import annotations

import pytest

from musbot.shards import Shards, shard_of
from musbot.store import Deadline, NewEvent, Store

OPENED = NewEvent("opened", {}, at=0.0)
SERVERS = [(shard << 22) + 7 for shard in range(4)]
HERE, THERE = Shards((0, 1), 4), Shards((2, 3), 4)


async def tables_due(store: Store) -> list[int]:
    """A table on each of four servers, and one of no server, all due at 100."""
    servers: list[int | None] = [*SERVERS, None]
    due = Deadline(1, due_at=100.0)
    return [await store.create_table(server, 1, [OPENED], deadline=due) for server in servers]


async def claimed(
    store: Store, now: float, shards: Shards | None = None, patience: float = 5.0, most: int = 20
) -> set[int]:
    return {row.table_id for row in await store.claim_due(now, now + 5, most, shards, patience)}


async def test_a_process_takes_what_is_its_own_and_direct_messages_are_of_shard_0(store: Store) -> None:
    one, two, three, four, none = await tables_due(store)

    assert await claimed(store, 99.0) == set()
    assert await claimed(store, 101.0, HERE) == {one, two, none}
    assert await claimed(store, 101.0, HERE) == set(), "nobody is given them twice"
    assert await claimed(store, 101.0, THERE) == {three, four}


async def test_what_nobody_looks_at_is_anybodys(store: Store) -> None:
    one, two, three, four, none = await tables_due(store)
    await claimed(store, 101.0, HERE)

    assert await claimed(store, 105.5, HERE) == {three, four}, "their process must have died"
    assert await claimed(store, 106.5, HERE) == {one, two, none}, "who claimed them has died"
    assert await store.claim_due(111.6, 120.0, 20, THERE, 5.0) != []


async def test_without_shards_all_is_ones_own(store: Store) -> None:
    tables = await tables_due(store)

    assert len(await claimed(store, 101.0, most=3)) == 3
    assert await claimed(store, 101.0, Shards((0,), 1)) < set(tables)


async def test_what_a_process_left_is_found_however_long_others_have_played_on(store: Store) -> None:
    theirs, ours, rested = [
        await store.create_table(SERVERS[shard], 1, [NewEvent("opened", {}, at=at)])
        for shard, at in ((3, 9_000.0), (1, 1_000.0), (0, 500.0))
    ]
    for table in (theirs, ours, rested):
        await store.set_message(table, 1, 2, -1)

    async def found(shards: Shards | None) -> list[int]:
        return [row.table_id for row in await store.lately_live(60, shards)]

    assert await found(HERE) == [ours]
    assert await found(THERE) == await found(None) == [theirs]


@pytest.mark.parametrize(
    ("text", "ids", "count"),
    [("0-3/16", (0, 1, 2, 3), 16), ("5/6", (5,), 6), ("8, 0-1 ,4/12", (0, 1, 4, 8), 12), ("0/1", (0,), 1)],
)
def test_shards_are_read(text: str, ids: tuple[int, ...], count: int) -> None:
    shards = Shards.parse(text)
    assert (shards.ids, shards.count) == (ids, count)
    assert Shards.parse(str(shards)) == shards
    assert shards.is_all is (count == 1)


@pytest.mark.parametrize(
    "text", ["", "3", "0-3", "/4", "4/4", "3-1/4", "-1/4", "a/4", "0/0", "0/99999", "٣/4"]
)
def test_what_is_no_shards_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="shards"):
        Shards.parse(text)


def test_a_server_has_one_shard() -> None:
    assert [shard_of(server, 4) for server in SERVERS] == [0, 1, 2, 3]
    assert shard_of(None, 4) == 0
    assert [THERE.hold(server) for server in [*SERVERS, None]] == [False, False, True, True, False]

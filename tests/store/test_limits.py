"""How many tables there may be, and what it costs to look."""

from __future__ import annotations

import pytest
from sqlalchemy.dialects import sqlite

from musbot.store import Limits, NewEvent, Store, TableStatus, TooManyTables
from musbot.store.limits import room_query

OPENED = NewEvent("opened", {}, at=1.0)


async def test_tables_that_are_over_are_in_nobodys_way(store: Store) -> None:
    limits = Limits(per_channel=1, per_server=2)
    for _ in range(3):
        await store.create_table(1, 2, [OPENED], status=TableStatus.CLOSED)
    await store.create_table(1, 2, [OPENED], limits=limits)
    with pytest.raises(TooManyTables, match="1 tables is all that a channel"):
        await store.create_table(1, 2, [OPENED], limits=limits)
    await store.create_table(1, 3, [OPENED], limits=limits)
    with pytest.raises(TooManyTables, match="2 tables is all that a server"):
        await store.create_table(1, 4, [OPENED], limits=limits)
    for _ in range(3):
        await store.create_table(None, 5, [OPENED], limits=Limits(per_server=2))


@pytest.mark.parametrize("kind", ["sqlite"], indirect=True)
async def test_tables_that_are_over_are_not_looked_at(store: Store) -> None:
    """The plan that SQLite makes: a channel in which people play for years has thousands of them."""
    sql = room_query(1, 2).compile(dialect=sqlite.dialect(), compile_kwargs={"literal_binds": True})
    plan = await store.read(lambda c: c.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}"))
    assert [row[3] for row in plan] == ["SEARCH tables USING INDEX ix_tables_status (status=?)"]

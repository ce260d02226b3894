"""Tables that end without a winner, and people who are erased from them."""

from __future__ import annotations

import pytest

from musbot.store import Store, TableStatus
from musbot.table import Closed, Person, Refusal, Refused, Status, Tables
from tests.table.players import ANE, four_friends


async def test_a_table_whose_place_is_gone_is_closed_and_nobody_wins(tables: Tables, store: Store) -> None:
    """E5: the bot was removed, or the channel deleted."""
    table = await four_friends(tables)
    change = await tables.abandon(table.table_id)
    assert change.events == (Closed(None),)
    assert change.after.status is Status.CLOSED
    row, _ = await store.load(table.table_id)
    assert row.status is TableStatus.CLOSED
    assert await store.games_of_table(table.table_id) == []
    assert (await tables.abandon(table.table_id)).events == (), "once is enough"
    assert await store.tables_of(ANE.person_id) == [], "nobody is stuck at it"


async def test_a_table_in_memory_forgets_who_was_erased(tables: Tables, store: Store) -> None:
    table = await four_friends(tables)
    left = ANE
    await tables.leave(table.table_id, left)
    await store.erase_person(left.person_id)
    await tables.forget()
    again = await tables.get(table.table_id)
    assert again.host < 0
    assert again.seq == table.seq + len((await store.load(table.table_id))[1][table.seq :])
    with pytest.raises(Refused) as refused:
        await tables.close(table.table_id, Person(left.person_id, "Somebody else by now"))
    assert refused.value.reason is Refusal.NOT_HOST

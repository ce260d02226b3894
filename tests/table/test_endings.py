"""Tables that end without a winner, and people who are erased from them."""

from __future__ import annotations

import random

import pytest

from musbot.game.audit import audit
from musbot.game.record import read_record
from musbot.store import Store, TableStatus
from musbot.store.personal import ERASED_NAME
from musbot.table import Closed, Person, Refusal, Refused, Status, Tables
from tests.table.players import ANE, BEÑAT, CARLA, CHANNEL, SHORT, four_friends, play_to_the_end


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


async def test_a_game_from_which_somebody_was_erased_replays_and_is_as_fair_as_before(
    tables: Tables, store: Store
) -> None:
    """K7: others keep their game, with its proof; whatever Ane did at the table is done by nobody."""
    table = await four_friends(tables, SHORT)
    for person in (ANE, BEÑAT):
        table = (await tables.cut_deck(table.table_id, person, "kaixo mundua", table.deal_count + 1)).after
    table = (await play_to_the_end(tables, table, random.Random(5))).after
    offered = (await tables.rematch(table.table_id, CARLA, CHANNEL)).table_id
    (before,) = await store.games_of_table(table.table_id)

    await store.erase_person(ANE.person_id)
    await tables.forget()

    again = await tables.get(table.table_id)
    assert again.names() == (ERASED_NAME, *table.names()[1:])
    assert again.playing.scores == table.playing.scores
    assert ANE.person_id not in (await tables.get(offered)).reserved
    (game,) = await store.games_of_table(table.table_id)
    assert game.record == before.record.replace('"Ane"', f'"{ERASED_NAME}"')
    verdicts = audit(read_record(game.record))
    assert len(verdicts) == table.deal_count
    assert all(verdict.is_fair for verdict in verdicts)

"""A match after the match: one table for all who want it, whoever asks first, and whatever happens meanwhile."""

from __future__ import annotations

import asyncio
import random

import pytest

from musbot.game.actions import Action
from musbot.store import Store
from musbot.table import Refusal, Refused, Status, Table, Tables
from tests.table.players import (
    ANE,
    BEÑAT,
    CARLA,
    CHANNEL,
    FRIENDS,
    SHORT,
    STRANGER,
    ane_and_ais,
    chance,
    four_friends,
    play_to_the_end,
)


async def played(tables: Tables) -> Table:
    """A table at which the four friends have played a match to its end."""
    return (await play_to_the_end(tables, await four_friends(tables, SHORT), random.Random(5))).after


async def test_all_who_ask_for_it_come_to_one_table(tables: Tables, store: Store) -> None:
    over = await played(tables)
    changes = [await tables.rematch(over.table_id, person, CHANNEL) for person in FRIENDS]
    assert len({change.table_id for change in changes}) == 1
    assert changes[-1].after.status is Status.PLAYING
    assert changes[-1].after.people == over.people
    with pytest.raises(Refused) as refused:
        await tables.rematch(over.table_id, STRANGER, CHANNEL)
    assert refused.value.reason is Refusal.NOT_SEATED


async def test_two_who_ask_through_two_processes_at_once_come_to_one_table(
    tables: Tables, store: Store
) -> None:
    elsewhere = Tables(store, chance(2))
    over = await played(tables)
    one, other = await asyncio.gather(
        tables.rematch(over.table_id, ANE, CHANNEL), elsewhere.rematch(over.table_id, BEÑAT, CHANNEL)
    )
    assert one.table_id == other.table_id
    (row,) = await store.live_tables()
    assert set((await tables.get(row.table_id)).people.values()) == {ANE.person_id, BEÑAT.person_id}


async def test_a_table_of_which_the_match_before_could_not_tell_is_not_opened(
    tables: Tables, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    over = await played(tables)

    class Full(OSError):
        pass

    def full_disk(_: object) -> dict[str, object]:
        raise Full

    with monkeypatch.context() as patch:
        patch.setattr("musbot.table.events.Rematched.to_data", full_disk)
        with pytest.raises(Full):
            await tables.rematch(over.table_id, ANE, CHANNEL)
    assert await store.live_tables() == []
    assert (await tables.rematch(over.table_id, ANE, CHANNEL)).after.is_open


async def test_ai_players_sit_down_again(tables: Tables) -> None:
    table = await ane_and_ais(tables, SHORT)
    while table.is_playing:
        action: Action = next(iter(table.playing.legal(1)))
        table = (await tables.act(table.table_id, ANE, action)).after
    again = (await tables.rematch(table.table_id, ANE, CHANNEL)).after
    assert again.status is Status.PLAYING
    assert again.names() == table.names()
    assert again.seats == table.seats
    with pytest.raises(Refused) as refused:
        await tables.rematch(table.table_id, CARLA, CHANNEL)
    assert refused.value.reason is Refusal.NOT_SEATED

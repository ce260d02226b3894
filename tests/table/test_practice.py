"""A practice as the table room knows it: of no channel, for one person, and in nobody's way."""

from __future__ import annotations

import pytest

from musbot.store import Limits, Store
from musbot.table import NOWHERE, Opened, Person, Refused, Status, Tables
from musbot.table.clocks import deadline_of
from tests.table.players import ANE, BEÑAT, chance, everything, ticking


async def test_it_begins_at_once_with_three_ai_players(tables: Tables, store: Store) -> None:
    table = (await tables.practise(ANE, "novice")).after
    assert table.status is Status.PLAYING
    assert table.practice
    assert table.people == {1: ANE.person_id}
    assert [table.seats[seat].level for seat in (2, 3, 4)] == ["novice"] * 3
    assert (table.guild_id, table.channel_id) == (None, NOWHERE)
    found = await tables.practice_of(ANE.person_id)
    assert found is not None
    assert found.table_id == table.table_id
    assert await tables.practice_of(BEÑAT.person_id) is None
    assert everything(await Tables(store).get(table.table_id)) == everything(table)


async def test_nobody_else_may_sit_and_giving_up_ends_it(tables: Tables) -> None:
    table = (await tables.practise(ANE)).after
    with pytest.raises(Refused):
        await tables.join(table.table_id, BEÑAT)
    assert (await tables.leave(table.table_id, ANE)).after.status is Status.CLOSED
    assert await tables.practice_of(ANE.person_id) is None


async def test_practices_are_no_crowd_in_a_channel(store: Store) -> None:
    tables = Tables(store, chance(), ticking(), limits=Limits(per_channel=1))
    for number in range(3):
        await tables.practise(Person(number + 1, "Somebody"))


async def test_nobody_is_reminded_of_a_practice(tables: Tables) -> None:
    table = (await tables.practise(ANE)).after
    deadline = deadline_of(table)
    assert deadline is not None
    assert deadline.remind_at is None


def test_tables_opened_before_there_was_practice_are_none() -> None:
    data = {
        "host": 1,
        "rules": "stargames",
        "options": {},
        "access": {"kind": "anyone", "people": [], "role": None},
        "level": "club",
        "reserved": [],
        "thread": False,
        "clock": 0,
    }
    opened = Opened.from_data(data)
    assert not opened.practice
    assert opened.to_data() == data | {"language": "en"}

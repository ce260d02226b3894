"""Nobody is kept by a table that cannot go on, no crowd of tables grows without end, no process shows an old table."""

from __future__ import annotations

import asyncio

import pytest

from musbot.game import Word
from musbot.store import Limits, NewEvent, Store, TableStatus
from musbot.table import Change, Person, Refusal, Refused, Status, Table, Tables, Unreadable, erase_person
from musbot.table.results import LOST_BY
from tests.table.players import (
    ANE,
    BEÑAT,
    CARLA,
    CHANNEL,
    DANI,
    GUILD,
    MODERATOR,
    STRANGER,
    chance,
    four_friends,
    open_table,
    say_for,
    ticking,
)


async def damaged(store: Store, tables: Tables) -> int:
    """A table of Ane and Beñat, with a clock, in whose log something stands that nobody can read."""
    table_id = await open_table(tables, clock=300)
    table = (await tables.join(table_id, BEÑAT)).after
    await store.append(table_id, table.seq, [NewEvent("acted", {"line": "1 shout"}, 1.0)])
    return table_id


async def status_of(store: Store, table_id: int) -> TableStatus | None:
    row = await store.table(table_id)
    return row.status if row is not None else None


# Damaged tables


async def test_a_damaged_table_lets_its_people_go(store: Store, tables: Tables) -> None:
    table_id = await damaged(store, tables)
    with pytest.raises(Unreadable):
        await tables.get(table_id)
    with pytest.raises(Refused, match="busy") as caught:
        await open_table(tables, clock=300)
    assert caught.value.elsewhere is not None
    assert caught.value.elsewhere.table_id == table_id

    with pytest.raises(Refused) as told:
        await tables.leave(table_id, ANE)

    assert told.value.reason is Refusal.PUT_ASIDE
    assert await open_table(tables, clock=300) > table_id, "Ane may sit down elsewhere"
    assert [row.table_id for row in await store.tables_of(BEÑAT.person_id)] == [table_id]


async def test_a_damaged_table_is_closed_when_its_last_person_has_gone(store: Store, tables: Tables) -> None:
    table_id = await damaged(store, tables)
    for person in (ANE, BEÑAT):
        assert await status_of(store, table_id) is TableStatus.OPEN
        with pytest.raises(Refused, match="put_aside"):
            await tables.leave(table_id, person)

    assert await status_of(store, table_id) is TableStatus.CLOSED
    assert not await store.live_tables()
    assert not await store.due(10**12)


async def test_a_moderator_closes_a_damaged_table_and_nobody_else_does(store: Store, tables: Tables) -> None:
    table_id = await damaged(store, tables)
    with pytest.raises(Unreadable):
        await tables.close(table_id, ANE)
    with pytest.raises(Refused, match="put_aside"):
        await tables.close(table_id, MODERATOR)

    assert await status_of(store, table_id) is TableStatus.CLOSED
    assert not await store.seats_of(table_id)


async def test_the_log_of_a_damaged_table_stays_as_it_is(store: Store, tables: Tables) -> None:
    table_id = await damaged(store, tables)
    before = await store.load(table_id)
    with pytest.raises(Refused):
        await tables.abandon(table_id)

    assert (await store.load(table_id))[1] == before[1]


# Moderators


async def test_a_moderator_removes_a_player_and_an_ai_player_gets_the_cards(tables: Tables) -> None:
    table = await four_friends(tables)
    cards = table.view(2).cards

    change = await tables.unseat(table.table_id, MODERATOR, BEÑAT.person_id)

    assert change.after.seats[2].is_ai
    assert change.after.is_playing
    assert change.before.view(2).cards == cards
    with pytest.raises(Refused, match="removed"):
        await tables.join(table.table_id, BEÑAT)


async def test_a_moderator_empties_a_seat_of_a_lobby(tables: Tables) -> None:
    table_id = await open_table(tables)
    await tables.join(table_id, BEÑAT)

    after = (await tables.unseat(table_id, MODERATOR, BEÑAT.person_id)).after

    assert list(after.people) == [1]


async def test_whoever_removes_the_last_person_closes_the_table(tables: Tables) -> None:
    table_id = await open_table(tables)
    await tables.fill(table_id, ANE)

    after = (await tables.unseat(table_id, MODERATOR, ANE.person_id)).after

    assert after.status is Status.CLOSED


async def test_only_moderators_remove_players_by_themselves(tables: Tables) -> None:
    table = await four_friends(tables)
    for person in (ANE, STRANGER):
        with pytest.raises(Refused, match="not_moderator"):
            await tables.unseat(table.table_id, person, BEÑAT.person_id)
    with pytest.raises(Refused, match="not_at_table"):
        await tables.unseat(table.table_id, MODERATOR, STRANGER.person_id)


async def test_who_was_outvoted_by_one_may_come_back_and_has_lost_nothing(
    tables: Tables, store: Store
) -> None:
    table = await four_friends(tables)
    for person in (CARLA, DANI):
        await tables.leave(table.table_id, person)
    after = (await tables.vote(table.table_id, ANE, BEÑAT.person_id)).after
    assert after.seats[2].is_ai
    await tables.close(table.table_id, MODERATOR)

    (gone,) = (each for each in after.presence.gone if each.person_id == BEÑAT.person_id)
    assert (gone.why, gone.is_away) == ("outvoted", True)
    assert gone.why not in LOST_BY


# Limits


def limited(store: Store, **limits: int) -> Tables:
    return Tables(store, chance(), ticking(), limits=Limits(**limits))


async def test_a_channel_has_so_many_tables_and_no_more_though_a_crowd_asks_at_once(store: Store) -> None:
    tables = limited(store, per_channel=3)
    crowd = [Person(1000 + number, f"Guest {number}") for number in range(20)]

    answers = await asyncio.gather(
        *(tables.open(person, GUILD, CHANNEL) for person in crowd), return_exceptions=True
    )

    opened = [answer for answer in answers if isinstance(answer, Change)]
    refused = [answer for answer in answers if isinstance(answer, Refused)]
    assert (len(opened), len(refused)) == (3, 17)
    assert {(each.reason, each.most) for each in refused} == {(Refusal.CHANNEL_FULL, 3)}
    await tables.open(STRANGER, GUILD, CHANNEL + 1)
    await tables.close(opened[0].table_id, MODERATOR)
    await tables.open(STRANGER, GUILD, CHANNEL)


async def test_a_server_has_so_many_tables_in_all_of_its_channels(store: Store) -> None:
    tables = limited(store, per_server=2)
    await tables.open(ANE, GUILD, CHANNEL)
    await tables.open(ANE, GUILD, CHANNEL + 1)

    with pytest.raises(Refused, match="server_full"):
        await tables.open(BEÑAT, GUILD, CHANNEL + 2)
    await tables.open(BEÑAT, GUILD + 1, CHANNEL + 3)


async def test_a_person_sits_at_so_many_tables_by_opening_and_by_joining(store: Store) -> None:
    tables = limited(store, per_person=2)
    theirs = (await tables.open(BEÑAT, GUILD, CHANNEL)).table_id
    mine = [(await tables.open(ANE, GUILD, CHANNEL)).table_id for _ in range(2)]

    with pytest.raises(Refused, match="person_full"):
        await tables.open(ANE, GUILD, CHANNEL)
    with pytest.raises(Refused, match="person_full"):
        await tables.join(theirs, ANE)
    assert ANE.person_id not in (await tables.get(theirs)).people.values()
    assert await store.seats_of(theirs) == {1: BEÑAT.person_id}

    await tables.leave(mine[0], ANE)
    await tables.join(theirs, ANE)


async def test_a_limit_that_was_lowered_disturbs_nobody_who_sits(store: Store) -> None:
    before = limited(store, per_person=0)
    for _ in range(3):
        table_id = (await before.open(ANE, GUILD, CHANNEL)).table_id
    tables = limited(store, per_person=1)

    await tables.join(table_id, BEÑAT)
    await tables.join(table_id, ANE, 3)

    assert (await tables.get(table_id)).people == {2: BEÑAT.person_id, 3: ANE.person_id}


# More than one process


async def test_every_process_sees_the_table_as_it_is_now(store: Store, tables: Tables) -> None:
    elsewhere = Tables(store, chance(2))
    table = await four_friends(tables)
    assert (await elsewhere.get(table.table_id)).seq == table.seq

    for _ in range(4):
        table = await say_for(tables, table, Word.MUS)
        assert not await tables.overtaken(table.table_id)
        assert await elsewhere.overtaken(table.table_id)
        assert (await elsewhere.get(table.table_id)).seq == table.seq
        assert not await elsewhere.overtaken(table.table_id)
    assert elsewhere.others(table.table_id) == 4
    assert tables.others(table.table_id) == 0


# Erasure


async def test_who_is_erased_leaves_first_and_every_process_forgets_them(
    store: Store, tables: Tables
) -> None:
    elsewhere = Tables(store, chance(2))
    table = await four_friends(tables)
    await tables.cut_deck(table.table_id, DANI, "kaixo", 2)
    assert "Dani" in (await elsewhere.get(table.table_id)).names()

    assert await erase_person(tables, DANI.person_id)

    assert not any((await store.find_person(DANI.person_id)).values())
    for each in (tables, elsewhere):
        after: Table = await each.get(table.table_id)
        assert after.seats[4].is_ai
        assert after.is_playing
        assert DANI.person_id not in {gone.person_id for gone in after.presence.gone}
        assert "Dani" not in repr(after.presence)
    assert (await store.load(table.table_id))[1][-1].kind == "forgotten"


async def test_who_left_before_is_erased_from_what_other_processes_hold(store: Store, tables: Tables) -> None:
    elsewhere = Tables(store, chance(2))
    table = await four_friends(tables)
    await tables.leave(table.table_id, DANI)
    assert "Dani" in repr((await elsewhere.get(table.table_id)).presence)

    assert await erase_person(tables, DANI.person_id)

    assert "Dani" not in repr((await elsewhere.get(table.table_id)).presence)


async def test_an_erasure_puts_no_deadline_off(store: Store, tables: Tables) -> None:
    table_id = await open_table(tables)
    await tables.join(table_id, BEÑAT)
    await tables.leave(table_id, BEÑAT)
    waits = (await tables.get(table_id)).due_at

    assert await erase_person(tables, BEÑAT.person_id)

    assert (await tables.get(table_id)).due_at == waits


async def test_who_sits_at_a_damaged_table_can_be_erased(store: Store, tables: Tables) -> None:
    table_id = await damaged(store, tables)

    assert await erase_person(tables, ANE.person_id)

    assert not any((await store.find_person(ANE.person_id)).values())
    assert await store.tables_of(BEÑAT.person_id)
    assert await store.seats_of(table_id) == {2: BEÑAT.person_id}


async def test_who_never_came_is_erased_without_a_trace(store: Store, tables: Tables) -> None:
    table = await four_friends(tables)
    assert await erase_person(tables, STRANGER.person_id)
    assert (await tables.get(table.table_id)).seq == table.seq
    assert CARLA.person_id in (await tables.get(table.table_id)).people.values()

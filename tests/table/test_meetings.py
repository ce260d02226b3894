"""The tables of tournaments: seats are kept for those who meet there, and for nobody else."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from musbot.game import Options
from musbot.store import Limits, NewEvent, Store, tournaments
from musbot.table import Access, Change, Opened, Person, Refusal, Refused, Sitter, Status, Tables
from musbot.table.clocks import UNTIMED_WAITS
from tests.table.players import ANE, BEÑAT, CARLA, CHANNEL, DANI, GUILD, STRANGER, chance, ticking

KEPT = {ANE.person_id: 1, BEÑAT.person_id: 2, CARLA.person_id: 3, DANI.person_id: 4}
HOST = Person(900, "Host")
AI = {seat: Sitter(name, None, "novice") for seat, name in ((1, "Maritxu"), (3, "Koldo"))}


async def nothing(_connection: AsyncConnection, _table_id: int) -> None:
    """Nothing goes with the table."""


async def opened(tables: Tables, kept: Mapping[int, int] = KEPT, clock: int = 0) -> int:
    access = Access("people", frozenset(kept))
    event = Opened(
        HOST.person_id,
        Options(target=20),
        access,
        "novice",
        dict(kept),
        clock=clock,
        tournament=7,
        meeting=3,
    )
    return (await tables.open_meeting(event, GUILD, CHANNEL, nothing)).table_id


async def all_sit(tables: Tables, table_id: int) -> Change:
    for each in (ANE, BEÑAT, CARLA, DANI):
        change = await tables.join(table_id, each)
    return change


async def refused(doing: object) -> Refusal:
    with pytest.raises(Refused) as caught:
        await doing  # type: ignore[misc]
    return caught.value.reason


async def test_everybody_has_the_seat_that_is_kept_for_them_whatever_they_press(tables: Tables) -> None:
    table_id = await opened(tables)
    await tables.join(table_id, DANI, seat=1)
    table = (await tables.join(table_id, CARLA)).after
    assert table.people == {4: DANI.person_id, 3: CARLA.person_id}
    assert table.public().kept == ((1, ANE.person_id), (2, BEÑAT.person_id))
    assert (await tables.join(table_id, DANI, seat=1)).events == ()
    assert await refused(tables.join(table_id, STRANGER)) is Refusal.TOURNAMENT
    assert await refused(tables.join(table_id, HOST)) is Refusal.TOURNAMENT
    assert await refused(tables.fill(table_id, CARLA)) is Refusal.TOURNAMENT
    assert await refused(tables.invite(table_id, CARLA, STRANGER.person_id)) is Refusal.TOURNAMENT


async def test_the_match_begins_with_the_fourth_who_is_there(tables: Tables) -> None:
    table_id = await opened(tables)
    change = await all_sit(tables, table_id)
    assert change.after.status is Status.PLAYING
    assert (change.after.tournament, change.after.meeting) == (7, 3)


async def test_who_gets_up_before_the_start_leaves_the_table_open(tables: Tables) -> None:
    table_id = await opened(tables)
    await tables.join(table_id, ANE)
    assert (await tables.leave(table_id, ANE)).after.is_open
    await tables.join(table_id, ANE)
    assert (await tables.unseat(table_id, Person(5, "Mod", moderator=True), ANE.person_id)).after.is_open
    table = await tables.get(table_id)
    assert (table.due_at or 0) - table.since == UNTIMED_WAITS, "its tournament knows how long it waits"


async def test_limits_do_not_stop_a_tournament(store: Store) -> None:
    tables = Tables(store, chance(), ticking(), limits=Limits(1, 1, 1))
    await tables.open(ANE, GUILD, CHANNEL)
    first, other = [await opened(tables), await opened(tables)]
    await all_sit(tables, first)
    await tables.join(other, BEÑAT)


async def test_who_sits_at_another_table_with_a_clock_finishes_there_first(tables: Tables) -> None:
    await tables.open(ANE, GUILD, CHANNEL, clock=60)
    table_id = await opened(tables, clock=60)
    assert await refused(tables.join(table_id, ANE)) is Refusal.BUSY


async def test_ai_entrants_sit_down_and_the_match_begins_with_the_people(tables: Tables) -> None:
    table_id = await opened(tables, {BEÑAT.person_id: 2, DANI.person_id: 4})
    for _ in range(2):
        assert (await tables.seat_entrants(table_id, AI)).after.is_open
    await tables.join(table_id, BEÑAT)
    table = (await tables.join(table_id, DANI)).after
    assert table.status is Status.PLAYING
    assert table.names() == ("Maritxu", "Beñat", "Koldo", "Dani")
    assert (await tables.seat_entrants(table_id, AI)).events == ()


async def test_four_ai_entrants_play_a_whole_match(tables: Tables, store: Store) -> None:
    table_id = await opened(tables, {})
    four = {seat: Sitter(f"AI {seat}", None, "novice") for seat in (1, 2, 3, 4)}
    table = (await tables.seat_entrants(table_id, four)).after
    assert table.status is Status.FINISHED
    assert len(await store.games_of_table(table_id)) == 1


async def test_a_substitute_before_the_start(tables: Tables) -> None:
    table_id = await opened(tables)
    await tables.join(table_id, ANE)
    kept = {1: STRANGER.person_id, 2: BEÑAT.person_id}
    for _ in range(2):
        await tables.keep(table_id, kept)
    assert await refused(tables.join(table_id, ANE)) is Refusal.TOURNAMENT
    table = (await tables.join(table_id, STRANGER)).after
    assert table.people == {1: STRANGER.person_id}


async def test_a_substitute_in_the_middle_of_a_match(tables: Tables) -> None:
    table_id = await opened(tables)
    await all_sit(tables, table_id)
    table = (await tables.keep(table_id, {1: STRANGER.person_id})).after
    assert table.seats[1].is_ai
    assert await refused(tables.join(table_id, HOST)) is Refusal.TOURNAMENT
    table = (await tables.join(table_id, STRANGER)).after
    assert table.people[1] == STRANGER.person_id
    assert await refused(tables.join(table_id, ANE)) in (Refusal.FULL, Refusal.SEAT_TAKEN)


async def test_who_was_replaced_does_not_take_the_seat_from_the_substitute(tables: Tables) -> None:
    table_id = await opened(tables, clock=60)
    await all_sit(tables, table_id)
    table = (await tables.keep(table_id, {1: STRANGER.person_id})).after
    assert table.seats[1].is_ai
    assert await refused(tables.join(table_id, ANE)) is Refusal.TOURNAMENT
    assert await refused(tables.come_back(table_id, ANE)) is Refusal.TOURNAMENT
    await tables.keep(table_id, {1: ANE.person_id})
    assert (await tables.come_back(table_id, ANE)).after.people[1] == ANE.person_id, (
        "a host may change their mind"
    )


async def test_a_substitute_does_not_wait_for_who_was_away(tables: Tables) -> None:
    table_id = await opened(tables)
    await all_sit(tables, table_id)
    await tables.vote(table_id, BEÑAT, ANE.person_id)
    await tables.leave(table_id, CARLA)
    await tables.leave(table_id, DANI)
    assert (await tables.vote(table_id, BEÑAT, ANE.person_id)).after.away[1].is_away
    await tables.keep(table_id, {1: STRANGER.person_id})
    assert await refused(tables.come_back(table_id, ANE)) is Refusal.TOURNAMENT
    assert (await tables.join(table_id, STRANGER)).after.people[1] == STRANGER.person_id


async def test_the_last_who_leaves_a_match_is_known_to_have_left(tables: Tables) -> None:
    table_id = await opened(tables)
    await all_sit(tables, table_id)
    for each in (ANE, BEÑAT, CARLA):
        await tables.leave(table_id, each)
    table = (await tables.leave(table_id, DANI)).after
    assert (table.status, table.closed_why) == (Status.CLOSED, "left")


async def test_what_goes_with_a_table_is_written_with_it_or_neither_is(tables: Tables, store: Store) -> None:
    async def fails(_connection: AsyncConnection, _table_id: int) -> None:
        raise ValueError("no")

    event = Opened(1, Options(), Access("people"), "novice", {}, tournament=7, meeting=3)
    with pytest.raises(ValueError, match="no"):
        await tables.open_meeting(event, GUILD, CHANNEL, fails)
    assert await store.live_tables() == []


async def test_a_table_that_begins_or_ends_wakes_its_tournament(tables: Tables, store: Store) -> None:
    first = [NewEvent("created", {}, 0.0)]
    number = await store.write(lambda c: tournaments.create(c, GUILD, CHANNEL, first))
    more = [NewEvent("table", {}, 1.0)]

    async def also(connection: AsyncConnection, table_id: int) -> None:
        await tournaments.append(connection, number, 1, more, wake_at=None, tables={table_id: 3})

    async def due() -> bool:
        return bool(await store.read(lambda c: tournaments.due(c, tables.now())))

    async def looked() -> None:
        (row,) = await store.read(lambda c: tournaments.due(c, tables.now()))
        assert await store.write(lambda c: tournaments.claim(c, row, 2e9))
        assert await store.write(lambda c: tournaments.settle(c, number, 2, 2e9, None))

    event = Opened(HOST.person_id, Options(), Access("people"), "novice", dict(KEPT), tournament=number)
    table_id = (await tables.open_meeting(event, GUILD, CHANNEL, also)).table_id
    assert await store.read(lambda c: tournaments.of_table(c, table_id)) == (number, 3)
    assert not await due()
    await all_sit(tables, table_id)
    await looked()
    await tables.decide(table_id)
    await looked()
    assert not await due()

"""Tournaments in the store: events without holes, one writer at a time, and what is due."""

from __future__ import annotations

import pytest

from musbot.store import NewEvent, Store, tournaments
from musbot.store.tournaments import NoSuchTournament, TournamentMoved


def event(number: int) -> NewEvent:
    return NewEvent("entered", {"entry": number}, float(number))


async def a_tournament(store: Store, guild: int = 1, wake_at: float | None = None) -> int:
    return await store.write(lambda c: tournaments.create(c, guild, 2, [event(1)], wake_at))


async def test_events_come_back_in_their_order(store: Store) -> None:
    number = await a_tournament(store)
    await store.write(lambda c: tournaments.append(c, number, 1, [event(2), event(3)], wake_at=50.0))
    row, events = await store.read(lambda c: tournaments.load(c, number))
    assert events == [event(1), event(2), event(3)]
    assert (row.guild_id, row.channel_id, row.live, row.wake_at) == (1, 2, True, 50.0)


async def test_of_two_writers_the_second_is_told_and_writes_nothing(store: Store) -> None:
    number = await a_tournament(store)
    await store.write(lambda c: tournaments.append(c, number, 1, [event(2)], wake_at=None))
    with pytest.raises(TournamentMoved):
        await store.write(lambda c: tournaments.append(c, number, 1, [event(9)], wake_at=7.0, live=False))
    row, events = await store.read(lambda c: tournaments.load(c, number))
    assert events == [event(1), event(2)]
    assert (row.live, row.wake_at) == (True, None)


async def test_there_is_no_other_tournament(store: Store) -> None:
    with pytest.raises(NoSuchTournament):
        await store.read(lambda c: tournaments.load(c, 5))
    with pytest.raises(NoSuchTournament):
        await store.write(lambda c: tournaments.append(c, 5, 0, [event(1)], wake_at=None))


async def test_a_meeting_has_one_table(store: Store) -> None:
    number = await a_tournament(store)
    tables = [await store.create_table(1, 2, [NewEvent("opened", {}, 1.0)]) for _ in range(2)]
    await store.write(
        lambda c: tournaments.append(c, number, 1, [event(2)], wake_at=None, tables={tables[0]: 4})
    )
    assert await store.read(lambda c: tournaments.of_table(c, tables[0])) == (number, 4)
    assert await store.read(lambda c: tournaments.of_table(c, tables[1])) is None


async def test_what_is_due_is_claimed_once_and_due_again_where_the_claimer_died(store: Store) -> None:
    number = await a_tournament(store, wake_at=100.0)
    await a_tournament(store, wake_at=500.0)
    await a_tournament(store)
    assert await store.read(lambda c: tournaments.due(c, 99.0)) == []
    (row,) = await store.read(lambda c: tournaments.due(c, 100.0))
    assert row.tournament_id == number
    assert await store.write(lambda c: tournaments.claim(c, row, 160.0))
    assert not await store.write(lambda c: tournaments.claim(c, row, 160.0))
    assert await store.read(lambda c: tournaments.due(c, 159.0)) == []
    assert len(await store.read(lambda c: tournaments.due(c, 160.0))) == 1


async def test_live_ones_are_found_by_server(store: Store) -> None:
    first, other = await a_tournament(store), await a_tournament(store, guild=2)
    over = await a_tournament(store)
    await store.write(lambda c: tournaments.append(c, over, 1, [event(2)], wake_at=None, live=False))
    assert [row.tournament_id for row in await store.read(lambda c: tournaments.live(c, 1))] == [first]
    assert [row.tournament_id for row in await store.read(tournaments.live)] == [first, other]

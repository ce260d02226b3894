"""Tournaments of a store: commands in, changes out, one writer at a time, and when somebody has to look."""

from __future__ import annotations

import asyncio
from functools import partial
from random import Random

import pytest

from musbot.club.tournament import Format, Plan, Reason, Refused, Tournament, commands
from musbot.club.tournament.desk import (
    NoSuchTournament,
    TournamentChange,
    Tournaments,
    UnreadableTournament,
)
from musbot.store import NewEvent, Store
from musbot.store import tournaments as rows
from musbot.table import Tables
from tests.club.tournaments import HOST, person

NOON = 1_793_620_000.0


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.time = NOON

    def __call__(self) -> float:
        return self.time


def desk_of(store: Store, clock: Clock) -> Tournaments:
    return Tournaments(store, Tables(store, clock=clock), clock, lambda: Random(1))


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def desk(store: Store, clock: Clock) -> Tournaments:
    return desk_of(store, clock)


async def announced(desk: Tournaments, guild: int = 1, **plan: object) -> int:
    return await desk.create(HOST, Plan("Thursday", **plan), guild, 2)  # type: ignore[arg-type]


async def enter(desk: Tournaments, number: int, *people: int) -> None:
    for each in people:
        await desk.do(number, partial(commands.enter, person=person(each)))


async def test_what_is_done_is_there_for_whoever_looks(desk: Tournaments, store: Store, clock: Clock) -> None:
    told: list[TournamentChange] = []
    desk.watch = told.append
    number = await announced(desk, starts_at=NOON + 600)
    clock.time += 5
    change = await desk.do(number, partial(commands.enter, person=person(1)))
    assert (change.before.pool, change.after.pool) == ((), (1,))
    assert [each.number for each in told] == [number, number]
    assert told[1].events == change.events
    found = await desk_of(store, clock).load(number)
    assert (found.tournament.pool, found.tournament.seq) == ((1,), 2)
    assert (found.row.channel_id, found.row.wake_at) == (2, NOON + 600)


async def test_what_is_refused_writes_nothing(desk: Tournaments) -> None:
    number = await announced(desk)
    await enter(desk, number, 1)
    with pytest.raises(Refused) as refused:
        await enter(desk, number, 1)
    assert refused.value.reason is Reason.ENTERED
    assert (await desk.load(number)).tournament.seq == 2
    with pytest.raises(NoSuchTournament):
        await desk.load(number + 1)


async def test_what_is_over_is_not_live(desk: Tournaments) -> None:
    first, other = await announced(desk), await announced(desk, guild=5)
    assert [each.number for each in await desk.live(1)] == [first]
    await desk.do(first, lambda t: commands.cancel(t, HOST))
    assert [each.number for each in await desk.live()] == [other]


async def test_two_processes_that_enter_people_at_once_lose_nobody(database: str, clock: Clock) -> None:
    async with await Store.open(database) as store, await Store.open(database) as other:
        desks = desk_of(store, clock), desk_of(other, clock)
        number = await announced(desks[0])
        await asyncio.gather(*(enter(desks[each % 2], number, each + 1) for each in range(8)))
        for desk in desks:
            tournament = (await desk.load(number)).tournament
            people = sorted(each.person for each in tournament.people_of(tournament.pool))
            assert people == list(range(1, 9))


async def test_the_time_to_look_is_never_put_off_by_a_command(desk: Tournaments, store: Store) -> None:
    """Whoever has claimed it, or what has happened at a table, must not be overlooked."""
    number = await announced(desk, starts_at=NOON + 600)
    (row,) = await store.read(lambda c: rows.due(c, NOON + 600))
    assert await store.write(lambda c: rows.claim(c, row, NOON + 30))
    await enter(desk, number, 1)
    assert (await desk.load(number)).row.wake_at == NOON + 30
    assert await store.write(lambda c: rows.settle(c, number, 2, NOON + 30, NOON + 600))
    assert (await desk.load(number)).row.wake_at == NOON + 600


async def test_a_claim_is_not_given_back_where_something_has_happened_since(
    desk: Tournaments, store: Store
) -> None:
    number = await announced(desk, starts_at=NOON + 600)
    (row,) = await store.read(lambda c: rows.due(c, NOON + 600))
    await store.write(lambda c: rows.claim(c, row, NOON + 660))
    await desk.do(number, lambda t: commands.cancel(t, HOST))
    assert not await store.write(lambda c: rows.settle(c, number, 2, NOON + 660, None))
    assert (await desk.load(number)).row.wake_at == NOON


async def test_ai_players_enter_by_the_hosts_word(desk: Tournaments) -> None:
    number = await announced(desk)
    names = ("Maritxu", "Koldo")
    with pytest.raises(Refused):
        await desk.do(number, lambda t: commands.enter_ai(t, person(1), names, "novice"))
    await desk.do(number, lambda t: commands.enter_ai(t, HOST, names, "novice"))
    await desk.do(number, lambda t: commands.enter_ai(t, HOST, ("Nerea", "Xabier"), "casual", 31.0))
    tournament = (await desk.load(number)).tournament
    assert tournament.ready == (1, 2)
    assert tournament.entries[1].is_ai
    people = tournament.people_of((1, 2))
    assert [each.level for each in people] == ["novice", "novice", "casual", "casual"]
    assert len({each.person for each in people}) == 4
    assert tournament.entries[2].rating == 31.0


async def test_a_host_begins_it_and_pairs_on(desk: Tournaments) -> None:
    number = await announced(desk, format=Format.ROBIN)
    await enter(desk, number, *range(1, 9))
    with pytest.raises(Refused):
        await desk.do(number, lambda t: commands.start(t, person(1), desk.rng()))
    change = await desk.do(number, lambda t: commands.start(t, HOST, desk.rng()))
    assert (change.after.round, len(change.after.open_meetings)) == (1, 2)
    # The tables open a moment later, so that the pairing can be taken back.
    assert (await desk.load(number)).row.wake_at == NOON + 30


async def test_the_time_for_which_it_is_paused_does_not_count(desk: Tournaments, clock: Clock) -> None:
    number = await announced(desk, format=Format.ARENA, bell=3600)
    await enter(desk, number, *range(1, 5))
    await desk.do(number, lambda t: commands.start(t, HOST, desk.rng()))
    clock.time += 100
    await desk.do(number, lambda t: commands.pause(t, HOST))
    clock.time += 500
    await desk.do(number, lambda t: commands.resume(t, HOST))
    tournament: Tournament = (await desk.load(number)).tournament
    assert tournament.began_at == NOON + 500
    assert tournament.meetings[1].paired_at == NOON + 500


async def test_one_that_cannot_be_read_hides_no_other(desk: Tournaments, store: Store) -> None:
    damaged, sound = await announced(desk), await announced(desk)
    more = [NewEvent("from_a_later_version", {}, NOON)]
    await store.write(lambda c: rows.append(c, damaged, 1, more, wake_at=NOON))
    with pytest.raises(UnreadableTournament):
        await desk.load(damaged)
    assert [each.number for each in await desk.live()] == [sound]


async def test_one_whose_server_is_lost_does_not_come_back(desk: Tournaments, store: Store) -> None:
    number = await announced(desk)
    await store.forget_guild(1)
    await enter(desk, number, 1)
    assert await desk.live() == []
    assert not (await desk.load(number)).goes_on


async def test_no_table_can_have_just_any_clock(desk: Tournaments) -> None:
    with pytest.raises(ValueError, match="clock = 17"):
        await announced(desk, clock=17)

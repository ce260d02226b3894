"""Somebody who has themselves erased leaves their tournaments; what they are told is kept of them tells of these."""

from __future__ import annotations

import json
from functools import partial

import pytest
from sqlalchemy import select

from musbot.club.tournament import Format, Reason, Refused, commands, league
from musbot.club.tournament.erasing import erase
from musbot.store import Store
from musbot.store.schema import honours, tournament_events
from tests.club.running import Evening
from tests.club.tournaments import HOST, person

ANE, BEÑAT, CARLA, DANI, EDU = (10**17 + number for number in (1, 2, 3, 4, 5))


@pytest.fixture
def evening(store: Store) -> Evening:
    return Evening(store)


async def written(store: Store) -> str:
    """All that stands in the events of tournaments and beside them."""
    rows = [
        *await store.database.rows(select(tournament_events.c.data)),
        *await store.database.rows(select(honours)),
    ]
    return json.dumps([list(row) for row in rows], ensure_ascii=False)


async def test_who_is_erased_withdraws_first_and_is_nowhere_afterwards(
    evening: Evening, store: Store
) -> None:
    other = Evening(store, evening.clock)
    await evening.announce(rounds=2)
    other.number = evening.number
    await evening.enter_pair(ANE, BEÑAT)
    await evening.enter_pair(CARLA, DANI)
    await evening.do(partial(commands.cohost, by=HOST, person=ANE))
    await evening.until(lambda t: any(each.table_id for each in t.meetings.values()))
    (meeting,) = (await other.now()).open_meetings
    await evening.sit(meeting)
    assert await erase(evening.desk, ANE)
    assert str(ANE) not in await written(store)
    for each in (evening, other):
        tournament = await each.now()
        assert tournament.entries[1].gone == "withdrew"
        assert tournament.entry_of(ANE) is None
        assert tournament.entry_of(BEÑAT) is not None
        assert tournament.meetings[1].winner == (2,)
    await evening.to_the_end()
    assert (await evening.now()).places


async def test_whose_partner_was_erased_comes_anew_and_not_back(evening: Evening) -> None:
    await evening.announce(rounds=3)
    for first in (ANE, CARLA, 1, 3):
        await evening.enter_pair(first, first + 1)
    await evening.until(lambda t: any(each.table_id for each in t.meetings.values()))
    assert await erase(evening.desk, ANE)
    with pytest.raises(Refused) as refused:
        await evening.do(partial(commands.come_back, person=person(BEÑAT)))
    assert refused.value.reason is Reason.NOT_ENTERED
    await evening.enter_pair(BEÑAT, EDU)
    tournament = await evening.now()
    assert tournament.entry_of(BEÑAT) == tournament.entries[5]


async def test_who_was_asked_to_be_a_partner_says_no_by_being_erased(evening: Evening) -> None:
    await evening.announce()
    await evening.do(partial(commands.enter, person=person(1), partner=ANE))
    assert await erase(evening.desk, ANE)
    tournament = await evening.now()
    assert tournament.entries[1].gone
    await evening.do(partial(commands.enter, person=person(1)))
    assert (await evening.now()).pool == (2,)


async def test_what_is_over_keeps_its_places_without_the_name(evening: Evening, store: Store) -> None:
    await evening.announce(Format.SINGLE)
    await evening.enter_pair(ANE, BEÑAT)
    await evening.enter_pair(CARLA, DANI)
    await evening.until(lambda t: any(each.table_id for each in t.meetings.values()))
    await evening.play_round()
    await evening.to_the_end()
    assert f'"{person(ANE).name}"' in await written(store)
    before = await evening.now()
    assert await erase(evening.desk, ANE)
    after = await Evening(store, evening.clock).desk.load(evening.number)
    assert str(ANE) not in await written(store)
    assert after.tournament.places == before.places
    honoured = {each.person_id for each in league.honours(after.row, after.tournament)}
    assert BEÑAT in honoured
    assert ANE not in honoured


async def test_what_is_kept_of_somebody_tells_of_their_tournaments(evening: Evening, store: Store) -> None:
    await evening.announce()
    await evening.enter_pair(ANE, BEÑAT)
    found = await store.find_person(ANE)
    (entered,) = found["tournament_events"]
    assert (entered["kind"], entered["tournament_id"]) == ("entered", evening.number)
    assert str(BEÑAT) not in json.dumps(found)

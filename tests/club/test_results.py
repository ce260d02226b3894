"""What tables write when a game ends or is abandoned, and who may sit at whose table."""

from __future__ import annotations

import functools
import json
import random

import pytest
from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from musbot.club.friends import TOLD_EVERY, Friends
from musbot.club.profiles import Profiles
from musbot.club.ratings import Ratings
from musbot.store import Store, results
from musbot.store import friends as rows
from musbot.store.results import ResultRow
from musbot.store.schema import games, result_people
from musbot.store.schema import results as result_table
from musbot.table import Access, Person, Refusal, Refused, Tables
from tests.club.evenings import everything
from tests.table.players import (
    ANE,
    BEÑAT,
    CARLA,
    CHANNEL,
    DANI,
    GUILD,
    SHORT,
    STRANGER,
    chance,
    four_friends,
    open_table,
    play_to_the_end,
    ticking,
)


@pytest.fixture
def tables(store: Store) -> Tables:
    return Tables(store, chance(), ticking())


async def result_of(store: Store, table_id: int) -> ResultRow | None:
    return await store.read(lambda connection: results.by_table(connection, table_id))


async def test_a_damaged_record_keeps_no_other_game_from_its_result(
    tables: Tables, store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    twice = [{"seat": 1, "person": 1, "name": "Ane", "level": None}] * 4
    strange = [{"seat": seat, "person": "x", "name": "Ane", "level": None} for seat in (1, 2, 3, 4)]
    damages = (
        {"record": "deal? none"},
        {"players": "[{}]"},
        {"players": "[]"},
        {"players": json.dumps(twice)},
        {"players": json.dumps(strange)},
        {"players": json.dumps([each | {"person": 2**70} for each in strange])},
        {"players": json.dumps([each | {"person": None, "name": None} for each in strange])},
    )
    numbers = []
    for seed in range(len(damages) + 1):
        table = await four_friends(tables, SHORT)
        await play_to_the_end(tables, table, random.Random(seed))
        numbers.append(table.table_id)
    await store.write(lambda connection: connection.execute(delete(result_people)))
    await store.write(lambda connection: connection.execute(delete(result_table)))
    for number, damage in zip(numbers, damages, strict=False):
        statement = update(games).where(games.c.table_id == number).values(**damage)
        await store.write(functools.partial(AsyncConnection.execute, statement=statement))
    assert await Ratings(store).backfill() == 1
    assert await result_of(store, numbers[-1]) is not None
    for number in numbers[:-1]:
        assert await result_of(store, number) is None
        assert f"of table {number} has no result" in caplog.text
    await Ratings(store).recompute()


async def test_a_game_of_four_people_is_rated_and_can_be_derived_again(tables: Tables, store: Store) -> None:
    table = await four_friends(tables, SHORT)
    change = await play_to_the_end(tables, table, random.Random(1))
    found = await result_of(store, table.table_id)
    assert found is not None
    assert found.kind == "rated"
    assert found.guild_id == GUILD
    assert found.winner == change.after.playing.winner
    assert [each.name for each in found.people] == ["Ane", "Beñat", "Carla", "Dani"]
    assert found.people[0].stones == found.people[2].stones

    rows = await store.read(lambda connection: connection.execute(select(result_people)))
    before = [tuple(row)[2:] for row in rows]
    # As if an earlier musbot had played it.
    await store.write(lambda connection: connection.execute(delete(result_people)))
    await store.write(lambda connection: connection.execute(delete(result_table)))
    ratings = Ratings(store)
    assert await ratings.backfill() == 1
    assert await ratings.backfill() == 0
    rows = await store.read(lambda connection: connection.execute(select(result_people)))
    assert [tuple(row)[2:] for row in rows] == before
    await ratings.catch_up()
    assert len((await everything(store))["standings"]) == 24, (
        "4 players, 2 pairs; 2 seasons; here, everywhere"
    )
    profile = await Profiles(store, ratings).get(ANE.person_id)
    assert profile.games == 1
    assert profile.partners[0].name == "Carla"
    assert len(profile.opponents) == 2
    assert profile.hands[0] == len(change.after.playing.deals)


async def test_whoever_leaves_for_good_has_abandoned_the_game(tables: Tables, store: Store) -> None:
    table = await four_friends(tables, SHORT)
    table = (await tables.leave(table.table_id, BEÑAT)).after
    await play_to_the_end(tables, table, random.Random(2))
    found = await result_of(store, table.table_id)
    assert found is not None
    assert found.kind == "abandoned"
    left = found.people[-1]
    assert (left.name, left.seat, left.gone, left.won, left.original) == ("Beñat", 2, "left", False, True)
    await Ratings(store).catch_up()
    assert {row["person_id"] for row in (await everything(store))["changes"]} == {BEÑAT.person_id}


async def test_whoever_comes_back_has_not_left_but_the_game_is_not_rated(
    tables: Tables, store: Store
) -> None:
    table = await four_friends(tables, SHORT)
    await tables.leave(table.table_id, BEÑAT)
    table = (await tables.come_back(table.table_id, BEÑAT)).after
    await play_to_the_end(tables, table, random.Random(3))
    found = await result_of(store, table.table_id)
    assert found is not None
    assert found.kind == "unrated"
    assert len(found.people) == 4


async def test_closing_ones_own_game_is_leaving_it(tables: Tables, store: Store) -> None:
    table = await four_friends(tables, SHORT)
    await tables.close(table.table_id, ANE)
    found = await result_of(store, table.table_id)
    assert found is not None
    assert (found.kind, found.winner, found.game_id) == ("abandoned", None, None)
    assert [each.name for each in found.people if each.gone] == ["Ane"]
    await Ratings(store).catch_up()
    assert {row["person_id"] for row in (await everything(store))["changes"]} == {ANE.person_id}


@pytest.mark.parametrize("by_closing", [False, True])
async def test_the_last_of_four_ends_a_game_as_they_like(
    tables: Tables, store: Store, by_closing: bool
) -> None:
    table = await four_friends(tables, SHORT)
    for person in (BEÑAT, CARLA, DANI):
        await tables.leave(table.table_id, person)
    await (tables.close if by_closing else tables.leave)(table.table_id, ANE)
    found = await result_of(store, table.table_id)
    assert found is not None
    assert found.kind == "abandoned"
    assert [each.name for each in found.people if each.gone] == ["Beñat", "Carla", "Dani"]


async def test_a_game_that_ends_with_its_channel_is_nobodys_loss(tables: Tables, store: Store) -> None:
    table = await four_friends(tables, SHORT)
    await tables.abandon(table.table_id)
    assert await result_of(store, table.table_id) is None


async def test_a_game_with_ai_players_is_kept_and_not_rated(tables: Tables, store: Store) -> None:
    table_id = await open_table(tables, SHORT)
    await tables.join(table_id, BEÑAT)
    table = (await tables.fill(table_id, ANE)).after
    await play_to_the_end(tables, table, random.Random(4))
    found = await result_of(store, table_id)
    assert found is not None
    assert found.kind == "unrated"
    assert [each.is_ai for each in found.people] == [False, False, True, True]


async def test_practice_counts_for_nothing(tables: Tables, store: Store) -> None:
    table = (await tables.practise(ANE, options=SHORT)).after
    await play_to_the_end(tables, table, random.Random(5))
    assert await result_of(store, table.table_id) is None
    assert await Ratings(store).backfill() == 0, "at the next start neither"


async def refused(tables: Tables, table_id: int, person: Person) -> Refusal:
    with pytest.raises(Refused) as error:
        await tables.join(table_id, person)
    return error.value.reason


async def test_friends_ratings_and_the_blocked(tables: Tables, store: Store) -> None:
    friends = Friends(store)
    await friends.put(ANE.person_id, BEÑAT.person_id, "friend", "Beñat")
    await friends.put(BEÑAT.person_id, DANI.person_id, "blocked", "Dani")

    change = await tables.open(ANE, GUILD, CHANNEL, access=Access("friends"))
    assert await refused(tables, change.table_id, CARLA) is Refusal.NO_FRIEND
    await tables.join(change.table_id, BEÑAT)
    await tables.invite(change.table_id, ANE, CARLA.person_id)
    await tables.join(change.table_id, CARLA)
    await tables.invite(change.table_id, ANE, DANI.person_id)
    assert await refused(tables, change.table_id, DANI) is Refusal.BLOCKED, "by somebody who sits there"
    await friends.remove(BEÑAT.person_id, DANI.person_id)
    await tables.join(change.table_id, DANI)

    other = await tables.open(STRANGER, GUILD, CHANNEL, access=Access(lowest=1600))
    assert await refused(tables, other.table_id, CARLA) is Refusal.OTHER_RATING
    third = await tables.open(STRANGER, GUILD, CHANNEL, access=Access(lowest=1400, highest=1500))
    await tables.join(third.table_id, CARLA)
    again = await Tables(store).get(third.table_id)
    assert (again.access.lowest, again.access.highest) == (1400, 1500), "from the log"


async def test_friends_are_told_if_both_want_it_and_not_too_often(store: Store) -> None:
    now = 1000.0
    friends = Friends(store, lambda: now)
    await friends.put(1, 2, "friend", "Two")
    assert await friends.to_tell(1) == frozenset(), "the other has to want it"
    await friends.put(2, 1, "friend", "One")
    await friends.put(3, 1, "friend", "One")
    assert await friends.to_tell(1) == {2}
    assert await friends.to_tell(1) == frozenset(), "a moment ago"
    now += TOLD_EVERY
    await store.people.set_friend_news(2, news=False)
    assert await friends.to_tell(1) == frozenset()
    await store.people.set_friend_news(2, news=True)
    await store.people.set_friend_news(1, news=False)
    assert await friends.to_tell(1) == frozenset()
    await store.people.set_friend_news(1, news=True)
    await friends.put(2, 1, "blocked", "One")
    assert await friends.to_tell(1) == frozenset(), "blocked"
    with pytest.raises(ValueError, match="own"):
        await friends.put(1, 1, "friend")


async def test_a_list_of_friends_that_is_full_takes_the_new_name_of_an_old_friend(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rows, "MOST", 2)
    friends = Friends(store)
    assert await friends.put(1, 2, "friend", "Two")
    assert await friends.put(1, 3, "friend", "Three")
    assert not await friends.put(1, 4, "friend", "Four")
    assert await friends.put(1, 3, "friend", "Tres")
    assert [each.name for each in await friends.lists(1)] == ["Tres", "Two"]

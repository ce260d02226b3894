"""Sitting down, inviting, changing seats, leaving, filling up with AI players, closing."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable

import pytest

from musbot.game import Word
from musbot.game.actions import say
from musbot.store import Store
from musbot.table import Access, Change, Person, Refusal, Refused, Status, Tables
from musbot.table.commands import AI_NAMES
from tests.table.players import (
    ANE,
    BEÑAT,
    CARLA,
    CHANNEL,
    DANI,
    FRIENDS,
    GUILD,
    MODERATOR,
    STRANGER,
    all_say,
    ane_and_ais,
    four_friends,
    open_table,
    whose_turn,
)

ROLE = 4242


async def test_who_opens_a_table_hosts_it_on_seat_1(tables: Tables, store: Store) -> None:
    change = await tables.open(ANE, GUILD, CHANNEL)

    table = change.after
    assert (table.host, table.people, table.status) == (ANE.person_id, {1: ANE.person_id}, Status.OPEN)
    assert table.free_seats == (2, 3, 4)
    assert change.before.seats == {}
    assert await store.seats_of(table.table_id) == {1: ANE.person_id}


async def test_friends_sit_down_in_order_and_the_fourth_starts_the_game(tables: Tables, store: Store) -> None:
    table = await four_friends(tables)

    assert [table.people[seat] for seat in (1, 2, 3, 4)] == [person.person_id for person in FRIENDS]
    assert (table.status, table.deal_count) == (Status.PLAYING, 1)
    assert all(len(table.view(seat).cards) == 4 for seat in (1, 2, 3, 4))
    assert [row.status.value for row in await tables.live()] == ["playing"]
    assert await store.seats_of(table.table_id) == table.people


async def test_of_a_hundred_who_join_at_once_three_find_a_seat(tables: Tables, store: Store) -> None:
    table_id = await open_table(tables)
    crowd = [Person(1000 + number, f"Guest {number}") for number in range(100)]

    answers = await asyncio.gather(
        *(tables.join(table_id, person) for person in crowd), return_exceptions=True
    )

    refused = Counter(answer.reason for answer in answers if isinstance(answer, Refused))
    assert refused == {Refusal.FULL: 97}
    table = await tables.get(table_id)
    assert table.status is Status.PLAYING
    assert len(set(table.people.values())) == 4
    assert await store.seats_of(table_id) == table.people


async def test_joining_twice_is_no_mistake_and_takes_one_seat(tables: Tables) -> None:
    table_id = await open_table(tables)

    changes = await asyncio.gather(*(tables.join(table_id, BEÑAT) for _ in range(5)))

    assert sorted(len(change.events) for change in changes) == [0, 0, 0, 0, 1]
    assert (await tables.get(table_id)).people == {1: ANE.person_id, 2: BEÑAT.person_id}


async def test_joining_again_in_the_middle_of_the_game_changes_nothing(tables: Tables) -> None:
    table = await four_friends(tables)

    change = await tables.join(table.table_id, CARLA)

    assert change.events == ()
    assert change.after is change.before


async def test_friends_choose_their_partners_by_choosing_seats(tables: Tables) -> None:
    table_id = await open_table(tables)
    await tables.join(table_id, BEÑAT, seat=3)

    table = (await tables.join(table_id, CARLA, seat=2)).after

    assert table.people == {1: ANE.person_id, 2: CARLA.person_id, 3: BEÑAT.person_id}


async def test_changing_to_a_free_seat_gives_up_the_other(tables: Tables, store: Store) -> None:
    table_id = await open_table(tables)
    await tables.join(table_id, BEÑAT)

    table = (await tables.join(table_id, BEÑAT, seat=4)).after

    assert table.people == {1: ANE.person_id, 4: BEÑAT.person_id}
    assert await store.seats_of(table_id) == table.people


async def test_nobody_takes_a_seat_that_somebody_has(tables: Tables) -> None:
    table_id = await open_table(tables)

    with pytest.raises(Refused) as refused:
        await tables.join(table_id, BEÑAT, seat=1)

    assert (refused.value.reason, refused.value.seat) == (Refusal.SEAT_TAKEN, 1)


async def test_in_a_game_nobody_changes_seats(tables: Tables) -> None:
    table = await four_friends(tables)

    with pytest.raises(Refused, match="started"):
        await tables.join(table.table_id, BEÑAT, seat=3)


@pytest.mark.parametrize("seat", [-1, 0, 5])
async def test_there_are_four_seats(tables: Tables, seat: int) -> None:
    table_id = await open_table(tables)

    with pytest.raises(ValueError, match=f"seat = {seat}"):
        await tables.join(table_id, BEÑAT, seat)

    assert (await tables.get(table_id)).seq == 3


# Who may sit


async def test_a_table_for_anyone_is_for_strangers_too(tables: Tables) -> None:
    table_id = await open_table(tables)

    assert (await tables.join(table_id, STRANGER)).after.seat_of(STRANGER.person_id) == 2


async def test_a_table_for_some_people_is_for_them_alone(tables: Tables) -> None:
    table_id = await open_table(tables, access=Access("people", frozenset({BEÑAT.person_id})))

    await tables.join(table_id, BEÑAT)
    with pytest.raises(Refused, match="not_invited"):
        await tables.join(table_id, CARLA)


async def test_a_table_for_a_role_is_for_its_members(tables: Tables) -> None:
    table_id = await open_table(tables, access=Access("role", frozenset(), ROLE))

    await tables.join(table_id, Person(BEÑAT.person_id, "Beñat", roles=frozenset({1, ROLE})))
    with pytest.raises(Refused, match="no_role"):
        await tables.join(table_id, Person(CARLA.person_id, "Carla", roles=frozenset({1})))


@pytest.mark.parametrize(
    "access", [Access("people"), Access("role", frozenset(), ROLE)], ids=lambda a: a.kind
)
async def test_whoever_is_invited_may_sit_at_any_table(tables: Tables, access: Access) -> None:
    table_id = await open_table(tables, access=access)
    await tables.invite(table_id, ANE, BEÑAT.person_id)

    assert (await tables.join(table_id, BEÑAT)).after.people[2] == BEÑAT.person_id


async def test_inviting_twice_is_written_once(tables: Tables) -> None:
    table_id = await open_table(tables, access=Access("people"))

    first = await tables.invite(table_id, ANE, BEÑAT.person_id)
    second = await tables.invite(table_id, ANE, BEÑAT.person_id)

    assert (len(first.events), len(second.events)) == (1, 0)


async def test_those_who_sit_invite_and_others_do_not(tables: Tables) -> None:
    table_id = await open_table(tables, access=Access("people", frozenset({BEÑAT.person_id})))
    await tables.join(table_id, BEÑAT)

    await tables.invite(table_id, BEÑAT, CARLA.person_id)
    with pytest.raises(Refused, match="not_seated"):
        await tables.invite(table_id, STRANGER, DANI.person_id)


async def test_the_host_who_left_may_come_back_to_a_closed_circle(tables: Tables) -> None:
    table_id = await open_table(tables, access=Access("people", frozenset({BEÑAT.person_id})))
    await tables.join(table_id, BEÑAT)
    await tables.leave(table_id, ANE)

    assert (await tables.join(table_id, ANE)).after.people == {1: ANE.person_id, 2: BEÑAT.person_id}


async def test_in_a_game_it_is_too_late_to_invite(tables: Tables) -> None:
    table = await four_friends(tables)

    with pytest.raises(Refused, match="started"):
        await tables.invite(table.table_id, ANE, STRANGER.person_id)


# AI players


async def test_ai_players_fill_the_empty_seats_and_the_game_starts(tables: Tables, store: Store) -> None:
    table_id = await open_table(tables)
    await tables.join(table_id, BEÑAT, seat=3)

    table = (await tables.fill(table_id, ANE)).after

    assert table.status is Status.PLAYING
    assert table.people == {1: ANE.person_id, 3: BEÑAT.person_id}
    ais = [table.seats[seat] for seat in (2, 4)]
    assert all(sitter.is_ai and sitter.level == "club" and sitter.name in AI_NAMES for sitter in ais)
    assert ais[0].name != ais[1].name
    assert not table.ai_to_act(), "what AI players have to say is said at once"
    assert await store.seats_of(table_id) == table.people


async def test_an_ai_player_never_has_the_name_of_a_person_at_the_table(tables: Tables) -> None:
    for name in AI_NAMES:
        change = await tables.open(Person(9, name), GUILD, CHANNEL)
        table = (await tables.fill(change.table_id, Person(9, name))).after
        assert len(set(table.names())) == 4


async def test_only_those_who_sit_may_call_ai_players(tables: Tables) -> None:
    table_id = await open_table(tables)

    with pytest.raises(Refused, match="not_seated"):
        await tables.fill(table_id, STRANGER)


async def test_filling_twice_at_once_starts_one_game(tables: Tables) -> None:
    table_id = await open_table(tables)

    answers = await asyncio.gather(*(tables.fill(table_id, ANE) for _ in range(2)), return_exceptions=True)

    refused = [answer for answer in answers if isinstance(answer, Refused)]
    assert [each.reason for each in refused] == [Refusal.STARTED]


# Leaving


async def test_who_leaves_before_the_start_frees_the_seat(tables: Tables, store: Store) -> None:
    table_id = await open_table(tables)
    await tables.join(table_id, BEÑAT)
    await tables.leave(table_id, BEÑAT)

    table = (await tables.join(table_id, CARLA)).after

    assert table.people == {1: ANE.person_id, 2: CARLA.person_id}
    assert [row.table_id for row in await store.tables_of(BEÑAT.person_id)] == []


async def test_the_last_one_to_leave_an_open_table_closes_it(tables: Tables, store: Store) -> None:
    table_id = await open_table(tables)

    table = (await tables.leave(table_id, ANE)).after

    assert (table.status, table.closed_by) == (Status.CLOSED, None)
    assert await tables.live() == []
    assert await store.seats_of(table_id) == {}
    with pytest.raises(Refused, match="closed"):
        await tables.join(table_id, BEÑAT)


async def test_who_leaves_a_game_leaves_the_cards_to_an_ai_player(tables: Tables) -> None:
    table = await four_friends(tables)
    cards = table.view(2).cards

    after = (await tables.leave(table.table_id, BEÑAT)).after

    assert after.seats[2].is_ai
    assert after.playing.deals[0].hands[2] == table.playing.deals[0].hands[2]
    assert set(after.playing.deals[0].hands[2]) == set(cards)
    assert after.status is Status.PLAYING


async def test_who_leaves_when_it_is_their_turn_holds_nobody_up(tables: Tables) -> None:
    table = await four_friends(tables)
    speaker = whose_turn(table)

    change = await tables.leave(table.table_id, speaker)

    assert change.actions, "the AI player spoke at once"
    assert change.actions[0].seat == table.seat_of(speaker.person_id)
    assert not change.after.ai_to_act()
    assert change.after.revision > table.revision


async def test_who_leaves_in_a_discard_has_the_ai_player_drop(tables: Tables) -> None:
    table = await all_say(tables, await four_friends(tables), *[Word.MUS] * 4)

    after = (await tables.leave(table.table_id, CARLA)).after

    assert 3 not in after.playing.to_act
    assert set(after.playing.to_act) == {1, 2, 4}
    assert after.revision == table.revision, "the others' menus are still good"


async def test_the_last_person_to_leave_a_game_closes_it(tables: Tables) -> None:
    table = await four_friends(tables)
    for person in (DANI, ANE, BEÑAT):
        table = (await tables.leave(table.table_id, person)).after
        assert table.status is Status.PLAYING

    table = (await tables.leave(table.table_id, CARLA)).after

    assert (table.status, table.people) == (Status.CLOSED, {3: CARLA.person_id}), (
        "her name stays on the board"
    )
    assert await tables.live() == []


async def test_all_who_leave_at_once_leave_a_closed_table(tables: Tables, store: Store) -> None:
    table = await four_friends(tables)

    await asyncio.gather(*(tables.leave(table.table_id, person) for person in FRIENDS))

    table = await tables.get(table.table_id)
    assert table.status is Status.CLOSED
    assert await store.games_of_table(table.table_id) == []


async def test_who_left_has_no_say_any_more(tables: Tables) -> None:
    table = await four_friends(tables)
    await tables.leave(table.table_id, BEÑAT)

    with pytest.raises(Refused, match="not_seated"):
        await tables.leave(table.table_id, BEÑAT)
    with pytest.raises(Refused, match="not_seated"):
        await tables.act(table.table_id, BEÑAT, say(0, Word.MUS))


async def test_a_stranger_cannot_leave(tables: Tables) -> None:
    table_id = await open_table(tables)

    with pytest.raises(Refused, match="not_seated"):
        await tables.leave(table_id, STRANGER)


# Closing


@pytest.mark.parametrize("by", [ANE, MODERATOR], ids=lambda person: person.name)
async def test_host_and_moderators_close_a_game(tables: Tables, by: Person) -> None:
    table = await four_friends(tables)

    after = (await tables.close(table.table_id, by)).after

    assert (after.status, after.closed_by) == (Status.CLOSED, by.person_id)
    assert await tables.live() == []


@pytest.mark.parametrize("by", [BEÑAT, STRANGER], ids=lambda person: person.name)
async def test_others_do_not_close_a_table(tables: Tables, by: Person) -> None:
    table = await four_friends(tables)

    with pytest.raises(Refused, match="not_host"):
        await tables.close(table.table_id, by)

    assert (await tables.get(table.table_id)).status is Status.PLAYING


async def test_a_closed_table_takes_nothing_any_more(tables: Tables) -> None:
    table = await ane_and_ais(tables)
    await tables.close(table.table_id, ANE)

    commands: list[Callable[[], Awaitable[Change]]] = [
        lambda: tables.close(table.table_id, ANE),
        lambda: tables.leave(table.table_id, ANE),
        lambda: tables.fill(table.table_id, ANE),
        lambda: tables.join(table.table_id, BEÑAT),
        lambda: tables.invite(table.table_id, ANE, BEÑAT.person_id),
    ]
    for command in commands:
        with pytest.raises(Refused, match="closed"):
            await command()

"""What happens over hours: old buttons, several tables, people who are gone, tables that are over."""

from __future__ import annotations

import asyncio
import random
import time

from musbot.playground import Person, buttons_of, text_of
from musbot.store import TableStatus
from tests.e2e.conftest import Rig, running_bot
from tests.e2e.players import Players, mentioned, table_message
from tests.e2e.test_clicks import turn

ACKNOWLEDGED = 6
"""The answer that only says that a click was received."""


async def test_buttons_work_hours_later(rig: Rig) -> None:
    """A10, A12: no button of a live table ever times out; what a dead token cannot edit, the bot edits itself."""
    await rig.open_and_fill()
    rig.playground.realm.clock = lambda: time.time() + 3 * 3600
    message, speaker = turn(rig)
    answer = await speaker.click(message, label="No mus")
    assert answer.acknowledged
    assert f"{speaker.name}: no mus!" in text_of(message)

    rig.playground.realm.clock = lambda: time.time() + 6 * 3600
    rig.bot.stage._displays[1].token = None
    await rig.dani.slash("mus leave")
    await rig.settled()
    assert "🤖" in text_of(message)


async def test_two_tables_at_once_do_not_mix(rig: Rig) -> None:
    """A15: a custom id carries its table and its moment."""
    side = rig.playground.add_channel("side")
    others = [rig.playground.add_person(name) for name in ("Eneko", "Fermín", "Garazi", "Haizea")]
    await rig.open_and_fill()
    await others[0].slash("mus open", side)
    for person in others[1:]:
        await person.click(label="Join", channel=side)
    await rig.settled()
    mine, theirs = table_message(rig.ane), table_message(others[0], side)
    assert mine is not None
    assert theirs is not None
    ids = [{button.custom_id for button in buttons_of(message)} for message in (mine, theirs)]
    assert not ids[0] & ids[1]

    first, second = turn(rig)[1], mentioned(theirs, others)[0]
    answers = await asyncio.gather(first.click(mine, label="Mus"), second.click(theirs, label="No mus"))
    assert all(answer.acknowledged for answer in answers)
    assert f"{first.name}: mus" in text_of(mine)
    assert f"{second.name}: no mus!" in text_of(theirs)
    refused = await second.click(mine, label="Mus")
    assert refused.ephemeral
    assert "no seat" in refused.text


async def test_a_hundred_people_who_join_in_one_channel_fill_twenty_five_tables(rig: Rig) -> None:
    """F3: as SpellBot tests it. Each one has one seat, whatever they pressed at the same time."""
    people = [rig.playground.add_person(f"P{number}") for number in range(100)]
    hosts, joiners = people[:25], people[25:]
    opened = await asyncio.gather(*(host.slash("mus open") for host in hosts))
    lobbies = [answer.message.id for answer in opened if answer.message is not None]
    await rig.settled()
    table_of = {row.message_id: row.table_id for row in await rig.store.live_tables()}
    for person in people:
        person.dms_open = False
    random.Random(1).shuffle(lobbies)

    async def join_somewhere(person: Person, first: int) -> None:
        for number in range(len(lobbies)):
            lobby = lobbies[(first + number) % len(lobbies)]
            answer = await person.click(lobby, custom_id=f"mus:{table_of[lobby]}:0:join", hostile=True)
            assert answer.acknowledged
            if answer.callback_type == ACKNOWLEDGED:
                # It is a busy moment: what came of it follows.
                await asyncio.sleep(0.5)
            if person.id in (await rig.store.seats_of(table_of[lobby])).values():
                return
        raise AssertionError(f"{person.name} found no seat")

    await asyncio.gather(*(join_somewhere(person, number) for number, person in enumerate(joiners)))
    seated = [who for table_id in table_of.values() for who in (await rig.store.seats_of(table_id)).values()]
    assert len(seated) == 100
    assert set(seated) == {person.id for person in people}
    for table_id in table_of.values():
        assert (await rig.store.load(table_id))[0].status is TableStatus.PLAYING


async def test_of_a_hundred_people_who_join_one_table_at_once_three_sit_and_all_are_answered(
    rig: Rig,
) -> None:
    """F3: one outcome, which the lobby, the store and every answer tell alike."""
    await rig.ane.slash("mus open")
    await rig.settled()
    (lobby,) = rig.ane.sees()
    people = [rig.playground.add_person(f"P{number}") for number in range(100)]
    answers = await asyncio.gather(*(person.click(lobby, label="Join") for person in people))
    await rig.settled()
    seats = await rig.store.seats_of(1)
    joined = [person for person in people if person.id in seats.values()]
    assert len(joined) == 3
    assert set(seats.values()) == {rig.ane.id, *(person.id for person in joined)}
    events = (await rig.store.load(1))[1]
    assert sum(event.kind == "sat" for event in events) == 4
    for person, answer in zip(people, answers, strict=True):
        assert answer.acknowledged
        assert answer.ephemeral == (person not in joined)
        if answer.ephemeral:
            assert "seats are taken" in answer.text
    assert all(person.name in text_of(lobby) for person in joined)
    message = table_message(rig.ane)
    assert message is not None
    assert (await mentioned(message, [rig.ane, *joined])[0].click(message, label="Mus")).acknowledged


async def test_who_left_the_server_holds_nobody_up(rig: Rig) -> None:
    """D5, D6: Discord tells a bot without privileged intents nothing of it. The others vote, and play on."""
    await rig.open_and_fill(target=20)
    rig.playground.remove_member(rig.dani)
    await rig.settled()
    players = Players(rig.playground, rig.people, random.Random(2))
    while turn(rig)[1] is not rig.dani:
        await players.turn()
        await rig.settled()
    for person in rig.people[:3]:
        assert (await person.slash("mus remove", player=rig.dani)).acknowledged
    await rig.settled()
    await Players(rig.playground, rig.people[:3], random.Random(3)).play()
    assert len(await rig.store.games_of_table(1)) == 1


async def test_a_finished_table_stays_finished_after_a_restart(rig: Rig) -> None:
    """E3: no message comes back, no button does anything."""
    await rig.open_and_fill(target=20)
    message, _ = turn(rig)
    custom_ids = [button.custom_id for button in buttons_of(message)]
    await Players(rig.playground, rig.people, random.Random(4)).play()
    await rig.settled()
    await rig.bot.close()
    before = len(rig.ane.sees())
    events = (await rig.store.load(1))[1]
    async with running_bot(rig.playground, rig.store) as bot:
        await rig.playground.settled()
        assert len(rig.ane.sees()) == before
        assert await bot.tables.live() == []
        for custom_id_ in custom_ids:
            answer = await rig.ane.click(message, custom_id=custom_id_, hostile=True)
            assert answer.acknowledged
        assert (await rig.store.load(1))[1] == events

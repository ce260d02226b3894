"""Discord's weather, closed doors, and places that go away: no game is lost, and everybody is told."""

from __future__ import annotations

import asyncio
import itertools
import random
import time
from collections.abc import Callable
from typing import Any

import discord
import pytest

from musbot.bot import pauses
from musbot.bot.calls import messages
from musbot.bot.mail import ASKED_AFTER
from musbot.bot.weather import Throttle
from musbot.playground import NotAnswered, Permission, desk, text_of
from musbot.playground.things import Channel
from musbot.store import TableStatus
from tests.e2e.conftest import LONG, Rig
from tests.e2e.players import Players, is_over, table_message
from tests.e2e.test_clicks import cut, turn


async def until(condition: Callable[[], object], within: float = LONG) -> None:
    """Wait for something to come true."""
    async with asyncio.timeout(within):
        while not condition():  # noqa: ASYNC110 - a short poll in a test
            await asyncio.sleep(0.01)


def notices(rig: Rig, word: str) -> list[str]:
    """Who was told something by direct message."""
    return [person.name for person in rig.people if any(word in text_of(m) for m in person.dms())]


async def play_until(rig: Rig, condition: Callable[[], object], seed: int = 4) -> None:
    """Let the four play until something has happened."""
    players = Players(rig.playground, rig.people, random.Random(seed))
    players.calm = True  # an órdago could end the game before it happens
    async with asyncio.timeout(LONG):
        while not condition():
            if table_message(rig.ane) is None:  # it is being posted, or cannot be
                await asyncio.sleep(0.02)
            else:
                await players.turn()


# Permissions, deleted things: G2, G7, E5, E6


async def test_a_permission_revoked_in_play_pauses_the_table_until_it_is_given_back(rig: Rig) -> None:
    """G2, E6: nothing happens that nobody sees."""
    await rig.open_and_fill(target=20)
    channel = rig.playground.channel()
    rig.playground.overwrite(channel, deny=Permission.SEND_MESSAGES | Permission.VIEW_CHANNEL)
    follow_ups = rig.playground.faults.add(
        method="POST", route="/webhooks/*", status=403, code=50013, times=None
    )
    await play_until(rig, lambda: rig.bot.stage.pauses.is_paused(1))
    await rig.settled()
    (_, events) = await rig.store.load(1)
    assert notices(rig, "paused") == [person.name for person in rig.people]

    told = await rig.ane.slash("mus score")
    assert told.acknowledged
    message = table_message(rig.ane)
    if message is not None:
        for person in rig.people:
            refused = await person.click(message, custom_id="mus:1:1:mus", hostile=True)
            assert refused.acknowledged
    assert (await rig.store.load(1))[1] == events, "a paused table takes no words"

    follow_ups.left = 0
    rig.playground.faults.clear()
    rig.playground.overwrite(channel)
    await until(lambda: not rig.bot.stage.pauses.is_paused(1))
    await rig.settled()
    await Players(rig.playground, rig.people, random.Random(5)).play()
    assert len(await rig.store.games_of_table(1)) == 1


async def test_where_it_may_not_post_the_bot_plays_on_by_answering(rig: Rig) -> None:
    """G2: answers to clicks need no permission."""
    await rig.open_and_fill(target=20)
    rig.playground.overwrite(rig.playground.channel(), deny=Permission.SEND_MESSAGES)
    await Players(rig.playground, rig.people, random.Random(6)).play()
    assert len(await rig.store.games_of_table(1)) == 1


async def test_who_presses_a_button_of_a_paused_table_is_told_why_and_tries_again(rig: Rig) -> None:
    """E6: the retry is the next click."""
    await rig.open_and_fill()
    message, speaker = turn(rig)
    faults = rig.playground.faults
    faults.add(method="POST", route="/interactions/*/*/callback", status=404, code=10062, times=1)
    faults.add(method="PATCH", route="/webhooks/*", status=404, code=10015, times=None)
    faults.add(method="PATCH", route="/channels/*", status=403, code=50013, times=None)
    answer = await speaker.click(message, label="No mus")
    assert answer.ephemeral
    assert "paused: I may not write" in answer.text
    assert rig.bot.stage.pauses.is_paused(1)
    assert "no mus!" not in text_of(message)

    faults.clear()
    answer = await speaker.click(message, label="Mus")
    await answer.followed_up()
    assert "goes on now" in text_of(answer.followups[-1])
    assert f"{speaker.name}: no mus!" in text_of(message), "what was said is shown at last"
    assert not rig.bot.stage.pauses.is_paused(1)
    message, speaker = turn(rig)
    await speaker.click(message, label="Hold")


async def test_an_end_that_could_not_be_shown_is_shown_later(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    """E6: a table that is over is not paused; its end is told as soon as it can be."""
    monkeypatch.setattr(pauses, "TRY_AGAIN_AFTER", (0.3,) * 50)
    await rig.open_and_fill(consult=False)
    message, speaker = await cut(rig)
    form = await speaker.click(message, label="Raise")
    await speaker.submit(form.modal, {"amount": ["ordago"]})
    await rig.settled()
    message, rival = turn(rig)
    rig.playground.faults.add(method="POST", route="/channels/*/messages", status=403, code=50013, times=None)
    rig.playground.faults.add(method="POST", route="/webhooks/*", status=404, code=10015, times=None)
    assert (await rival.click(message, label="Call")).acknowledged
    await asyncio.sleep(0.5)
    assert len(await rig.store.games_of_table(1)) == 1
    assert not is_over(rig.ane)
    rig.playground.faults.clear()
    await until(lambda: is_over(rig.ane))
    await asyncio.sleep(0.7)
    assert sum("🏆" in text_of(each) for each in rig.ane.sees()) == 1
    assert rig.bot.stage.pauses._untold == {}


async def test_a_table_message_deleted_in_play_is_posted_again(rig: Rig) -> None:
    """G7."""
    await rig.open_and_fill()
    message, _ = turn(rig)
    rig.playground.delete_message(message)
    await rig.ane.slash("mus leave")
    await rig.settled()
    again = table_message(rig.benat)
    assert again is not None
    assert again.id != message.id
    assert "deal 1" in text_of(again)


async def test_a_channel_deleted_in_play_closes_its_tables_and_nobody_wins(rig: Rig) -> None:
    side = rig.playground.add_channel("side")
    await rig.ane.slash("mus open", side)
    for person in rig.people[1:]:
        await person.click(label="Join", channel=side)
    await rig.settled()
    rig.playground.delete_channel(side)
    await rig.settled()
    row, _ = await rig.store.load(1)
    assert row.status is TableStatus.CLOSED
    assert await rig.store.games_of_table(1) == []
    assert notices(rig, "its channel is gone") == [person.name for person in rig.people]
    answer = await rig.ane.slash("mus open")
    assert not answer.ephemeral, "nobody is stuck at a table that is gone"


async def test_a_channel_that_went_while_the_bot_was_away_closes_its_tables(rig: Rig) -> None:
    side = rig.playground.add_channel("side")
    await rig.ane.slash("mus open", side)
    await rig.settled()
    rig.playground.gateway.drop_connections(resumable=False)
    rig.playground.delete_channel(side)
    await until(lambda: rig.bot.is_ready() and rig.playground.gateway.connected)
    await until(lambda: rig.bot.get_channel(side.id) is None)
    answer = await rig.ane.slash("mus leave")
    assert answer.acknowledged
    row, _ = await rig.store.load(1)
    assert row.status is TableStatus.CLOSED


async def test_a_bot_removed_in_play_leaves_nothing_behind(rig: Rig) -> None:
    """E5: closed, unrated; the server is forgotten, its people are not stuck."""
    await rig.open_and_fill()
    other = rig.playground.add_guild("Another club", *rig.people)
    await rig.settled()
    rig.playground.remove_bot()
    await until(lambda: notices(rig, "I was removed") == [person.name for person in rig.people])
    await rig.settled()
    row, _ = await rig.store.load(1)
    assert row.status is TableStatus.CLOSED
    assert (row.guild_id, row.channel_id, row.message_id) == (None, 0, None)
    assert await rig.store.games_of_table(1) == []

    rig.playground.invite_bot()
    answer = await rig.ane.slash("mus open")
    assert not answer.ephemeral
    assert "Ane" in answer.text
    assert other.id != row.guild_id


async def test_a_bot_removed_while_it_was_not_running_closes_its_tables_at_the_start(rig: Rig) -> None:
    await rig.open_and_fill()
    rig.playground.guild.bot_joined = False
    rig.bot._connection._guilds.clear()
    await rig.bot.places.guilds_left_meanwhile()
    row, _ = await rig.store.load(1)
    assert row.status is TableStatus.CLOSED
    assert row.guild_id is None


# Threads: H2, H4, H6


async def a_thread(rig: Rig) -> Channel:
    """A public thread in the first channel."""
    channel = rig.bot.get_channel(rig.playground.channel().id)
    assert isinstance(channel, discord.TextChannel)
    made = await channel.create_thread(name="Table", type=discord.ChannelType.public_thread)
    return rig.playground.channel(made.id)


async def open_in(rig: Rig, thread: Channel) -> None:
    await rig.ane.slash("mus open", thread)
    for person in rig.people[1:]:
        await person.click(label="Join", channel=thread)
    await rig.settled()


async def test_an_archived_thread_is_opened_again_once_an_hour(rig: Rig) -> None:
    """H2, H6: buttons in an archived thread do not work on a telephone."""
    thread = await a_thread(rig)
    await open_in(rig, thread)
    rig.playground.set_archived(thread)
    await until(lambda: not thread.archived)
    await rig.settled()
    assert not rig.bot.stage.pauses.is_paused(1)

    rig.playground.set_archived(thread)
    await until(lambda: rig.bot.stage.pauses.is_paused(1))
    await rig.settled()
    assert thread.archived, "whoever archives it twice means it"
    assert notices(rig, "locked or archived") == [person.name for person in rig.people]

    rig.playground.set_archived(thread, archived=False)
    await until(lambda: not rig.bot.stage.pauses.is_paused(1))


async def test_a_locked_thread_pauses_its_table_until_it_is_unlocked(rig: Rig) -> None:
    """H4: components in a locked thread cannot be clicked."""
    thread = await a_thread(rig)
    await open_in(rig, thread)
    rig.playground.set_archived(thread, archived=True, locked=True)
    await until(lambda: rig.bot.stage.pauses.is_paused(1))
    await rig.settled()
    assert notices(rig, "locked or archived") == [person.name for person in rig.people]
    message = table_message(rig.ane, thread)
    rig.playground.set_archived(thread, archived=False, locked=False)
    await until(lambda: not rig.bot.stage.pauses.is_paused(1))
    answer = await rig.ane.click(message, label="My hand")
    assert answer.ephemeral


async def test_a_deleted_thread_closes_its_table(rig: Rig) -> None:
    thread = await a_thread(rig)
    await open_in(rig, thread)
    rig.playground.delete_channel(thread)
    await until(lambda: notices(rig, "its channel is gone"))
    assert (await rig.store.load(1))[0].status is TableStatus.CLOSED


async def test_a_table_in_a_thread_is_not_closed_with_another_channel(rig: Rig) -> None:
    thread = await a_thread(rig)
    await open_in(rig, thread)
    rig.playground.delete_channel(rig.playground.add_channel("side"))
    await rig.settled()
    assert (await rig.store.load(1))[0].status is TableStatus.PLAYING


async def test_a_message_whose_answer_was_lost_again_and_again_is_there_once(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    """E2, E6: Discord had posted it at the first try; neither the second try nor the next minute posts another."""
    monkeypatch.setattr(pauses, "TRY_AGAIN_AFTER", (0.3,) * 50)
    monkeypatch.setattr(messages, "PATIENTLY", (0.01, 0.01))
    await rig.ane.slash("mus open")
    for person in rig.people[1:3]:
        await person.click(label="Join")
    await rig.settled()
    route = f"/channels/{rig.playground.channel().id}/messages"
    rig.playground.faults.add(method="POST", route=route, drop="after", times=4)
    assert (await rig.dani.click(label="Join")).acknowledged
    await until(lambda: rig.bot.stage.pauses.why(1) == pauses.WEATHER)
    await until(lambda: not rig.bot.stage.pauses.is_paused(1))
    await rig.settled()
    boards = [message for message in rig.ane.sees() if "deal 1" in text_of(message)]
    assert len(boards) == 1
    assert rig.bot.stage._displays[1].message_id == boards[0].id
    assert len(rig.playground.transcript.calls("POST", "/channels/*/messages")) >= 5


async def test_a_lobby_that_was_answered_with_and_whose_receipt_was_lost_is_there_once(rig: Rig) -> None:
    """E2: the second try is told that there was a first."""
    rig.playground.faults.add(method="POST", route="/interactions/*/*/callback", drop="after", times=1)
    await rig.ane.slash("mus open")
    for person in rig.people[1:]:
        await person.click(label="Join")
    await rig.settled()
    assert len([message for message in rig.ane.sees() if "All seats are taken" in text_of(message)]) == 1
    assert len(rig.ane.sees()) == 2, "the lobby, and the first deal"


# Rate limits and outages: I2, I3, I5


async def test_fifty_clicks_by_one_person_cost_few_calls(rig: Rig) -> None:
    """I2."""
    rig.bot.clicks.throttle = Throttle()
    await rig.open_and_fill()
    message, _ = turn(rig)
    stranger = rig.playground.add_person("Eneko")
    stranger.patience = 5.0
    before = len(rig.playground.transcript.calls("POST", "/interactions/*/*/callback"))
    clicks = [stranger.click(message, label="My hand") for _ in range(50)]
    answers = await asyncio.gather(*clicks, return_exceptions=True)
    made = rig.playground.transcript.calls("POST", "/interactions/*/*/callback")[before:]
    assert len(made) <= 22
    texts = [answer.text for answer in answers if not isinstance(answer, BaseException)]
    assert sum("many clicks" in text for text in texts) == 1
    assert all(isinstance(a, NotAnswered) for a in answers if isinstance(a, BaseException))
    assert (await rig.ane.click(message, label="My hand")).ephemeral, "others are answered"


async def test_edits_that_answer_no_click_are_a_second_apart_and_the_last_one_wins(rig: Rig) -> None:
    """I3."""
    await rig.ane.slash("mus open")
    await rig.settled()
    (message,) = rig.ane.sees()
    display = rig.bot.stage._displays[1]
    for seat in (2, 3, 4, 1, 2, 3, 4, 1, 3):
        display.token = None
        await rig.ane.slash("mus join", table=1, seat=seat)
    await rig.settled()
    edits = rig.playground.transcript.calls("PATCH", "/channels/*/messages/*")
    assert 1 <= len(edits) <= 3
    gaps = [later.at - earlier.at for earlier, later in itertools.pairwise(edits)]
    assert all(gap >= 0.95 for gap in gaps)
    assert "*free* + Ane" in text_of(message)


async def test_a_message_too_old_for_edits_makes_way_for_a_new_one(rig: Rig) -> None:
    """I1: 30046 is answered by a new message, and the old one is left alone."""
    await rig.open_and_fill()
    message, _ = turn(rig)
    rig.bot.stage._displays[1].token = None
    rig.playground.faults.add(
        method="PATCH", route="/channels/*/messages/*", status=400, code=30046, times=None
    )
    await rig.dani.slash("mus leave")
    await rig.settled()
    again = table_message(rig.ane)
    assert again is not None
    assert again.id != message.id
    assert not rig.bot.stage.pauses.is_paused(1)


async def test_a_503_is_tried_again_and_nobody_notices(rig: Rig) -> None:
    """discord.py does not try again after 503."""
    await rig.open_and_fill()
    for method, route in (("POST", "/interactions/*"), ("POST", "/channels/*"), ("PATCH", "/channels/*")):
        rig.playground.faults.add(method=method, route=route, status=503, times=1)
    message, speaker = await cut(rig)
    answer = await speaker.click(message, label="Hold")
    assert answer.acknowledged
    assert not rig.bot.stage.pauses.is_paused(1)


async def test_an_outage_pauses_the_table_until_it_is_over(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    """I5, E6: whether Discord is not there or asks to wait for minutes, the table waits, and nobody is pinged."""
    monkeypatch.setattr(messages, "PATIENTLY", (0.01, 0.01))
    monkeypatch.setattr(pauses, "TRY_AGAIN_AFTER", (0.2,) * 50)
    await rig.open_and_fill(target=20)
    rig.playground.faults.add(method="POST", route="/channels/*/messages", status=503, times=None)
    rig.playground.faults.add(method="POST", route="/webhooks/*", status=404, code=10015, times=None)
    await play_until(rig, lambda: rig.bot.stage.pauses.why(1) == pauses.WEATHER)
    assert notices(rig, "paused") == [], "it may be over in a moment"
    rig.playground.faults.clear()
    await until(lambda: not rig.bot.stage.pauses.is_paused(1))
    await Players(rig.playground, rig.people, random.Random(8)).play()


async def test_refusals_are_counted_and_hands_stop_where_there_were_too_many(
    rig: Rig, caplog: pytest.LogCaptureFixture
) -> None:
    """I4."""
    await rig.open_and_fill(target=20)
    for _ in range(5_000):
        rig.bot.breaker.note(403)
    assert rig.bot.breaker.is_open
    before = len(rig.playground.transcript.calls("POST", "/channels/*/messages"))
    sent = {person.name: len(person.dms()) for person in rig.people}
    await Players(rig.playground, rig.people, random.Random(8)).play()
    assert {person.name: len(person.dms()) for person in rig.people} == sent, "hands wait behind their button"
    assert len(rig.playground.transcript.calls("POST", "/channels/*/messages")) > before
    assert sum("refused" in record.getMessage() for record in caplog.records) == 1


async def test_what_discord_refuses_is_counted_even_where_discord_py_hides_it(rig: Rig) -> None:
    """I4: a 429 that discord.py waits out, and a 403 that is expected."""
    rig.benat.dms_open = False
    rig.playground.faults.add(
        method="POST", route="/users/@me/channels", status=429, retry_after=0.05, times=2
    )
    await rig.open_and_fill()
    assert rig.bot.breaker.total == 3


# Direct messages: B1, B2, B3


async def test_somebody_who_opens_their_messages_gets_hands_again(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    """B3: they ask by pressing My hand, ten minutes later."""
    rig.ane.dms_open = False
    await rig.open_and_fill()
    assert rig.bot.mail.is_closed(rig.ane.id)
    rig.ane.dms_open = True
    await rig.ane.click(label="My hand")
    await rig.settled()
    assert rig.ane.dms() == []

    monkeypatch.setattr(rig.bot.mail, "_clock", lambda: time.time() + ASKED_AFTER)
    await rig.ane.click(label="My hand")
    await rig.settled()
    assert "Your hand" in text_of(rig.ane.dms()[-1])
    answer = await rig.ane.click(label="My hand")
    assert "closed to me" not in answer.text


async def test_messages_closed_in_mid_game_are_noticed_and_remembered_at_the_next_table(rig: Rig) -> None:
    """B2, B3."""
    await rig.open_and_fill()
    for person in rig.people:
        person.dms_open = False
    await Players(rig.playground, rig.people, random.Random(3)).play()
    await rig.settled()
    closed = [person for person in rig.people if rig.bot.mail.is_closed(person.id)]
    assert closed == rig.people
    before = len(rig.playground.transcript.calls("POST", "/channels/*/messages", status=403))
    await rig.open_and_fill()
    assert len(rig.playground.transcript.calls("POST", "/channels/*/messages", status=403)) == before


# The gateway


@pytest.mark.parametrize("resumable", [True, False])
async def test_connections_drop_in_mid_game(rig: Rig, resumable: bool) -> None:
    await rig.open_and_fill(target=20)
    players = Players(rig.playground, rig.people, random.Random(9))
    for number in range(60):
        if is_over(rig.ane):
            break
        if number in (5, 20):
            rig.playground.gateway.drop_connections(resumable=resumable)
            await until(lambda: rig.playground.gateway.connected)
        await players.turn()
    await players.play()
    assert all(answer.acknowledged for answer in players.answers)
    assert len(await rig.store.games_of_table(1)) == 1


async def test_an_interaction_that_arrives_twice_counts_once(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A5: a replay after RESUME may bring what was handled already."""
    await rig.open_and_fill()
    message, speaker = turn(rig)
    dispatch = rig.playground.gateway.dispatch

    def twice(event: str, data: Any, **options: Any) -> bool:
        dispatch(event, data, **options)
        return dispatch(event, data, **options)

    monkeypatch.setattr(rig.playground.gateway, "dispatch", twice)
    answer = await speaker.click(message, label="Mus")
    await rig.settled()
    assert answer.acknowledged
    assert rig.bot.arrivals.twice == 1
    assert text_of(message).count(f"{speaker.name}: mus") == 1
    assert not rig.playground.transcript.calls("POST", "/interactions/*/*/callback", status=400)


async def test_an_interaction_that_arrives_late_does_nothing(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A3: the person saw that it failed, and would not expect it to count all the same."""
    await rig.open_and_fill()
    message, speaker = turn(rig)
    with monkeypatch.context() as late:
        late.setattr(rig.bot.arrivals, "_clock", lambda: time.time() + LONG + 1)
        late.setattr(desk, "ANSWER_WITHIN", 0.3)
        speaker.patience = 0.3
        with pytest.raises(NotAnswered):
            await speaker.click(message, label="Mus")
        assert rig.bot.arrivals.late == 1
        assert f"{speaker.name}: mus" not in text_of(message)
        with pytest.raises(NotAnswered):
            await speaker.slash("mus leave")
        assert rig.bot.arrivals.late == 2
    speaker.patience = LONG
    assert (await speaker.click(message, label="Mus")).acknowledged


async def test_a_table_that_cannot_be_shown_at_all_is_not_opened(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    """D14: nobody has a seat at a table that nobody can see."""
    monkeypatch.setattr(desk, "ANSWER_WITHIN", 0.3)
    rig.playground.faults.add(method="POST", route="/interactions/*", status=404, code=10062, times=None)
    rig.playground.faults.add(method="POST", route="/channels/*", status=403, code=50013, times=None)
    rig.ane.patience = 0.3
    with pytest.raises(NotAnswered):
        await rig.ane.slash("mus open")
    await rig.settled()
    assert await rig.store.live_tables() == []

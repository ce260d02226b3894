"""Work that takes so long that it is acknowledged before: what was to be answered still comes, to whom it is for.

An acknowledged click has a message already, the one that was clicked, which the whole table may see.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import discord
import pytest

from musbot.bot import calls, clicks, readers, table_clicks, tipping
from musbot.bot.drawing import draw
from musbot.playground import Message, Person, selects_of, text_of
from musbot.table import Table
from tests.e2e.conftest import Rig
from tests.e2e.players import mentioned, table_message
from tests.e2e.test_tips import tips_of


@pytest.fixture
def slowly(monkeypatch: pytest.MonkeyPatch) -> Callable[[], asyncio.Event]:
    """Returns what lets things be drawn only when the next click has been acknowledged; that returns when that is."""

    def begin() -> asyncio.Event:
        acknowledged = asyncio.Event()
        silently = calls.answer_silently

        async def answer_silently(interaction: discord.Interaction) -> bool:
            done = await silently(interaction)
            acknowledged.set()
            return done

        async def late(work: Any, *args: Any, **kwargs: Any) -> Any:
            await acknowledged.wait()
            return await draw(work, *args, **kwargs)

        monkeypatch.setattr(clicks, "PATIENCE", 0.0)
        monkeypatch.setattr(calls, "answer_silently", answer_silently)
        for module in (table_clicks, tipping):
            monkeypatch.setattr(module, "draw", late)
        return acknowledged

    return begin


def turn(rig: Rig) -> tuple[Message, Person]:
    """The table message and the person whose turn it is."""
    message = table_message(rig.ane)
    assert message is not None
    return message, mentioned(message, rig.people)[0]


async def test_a_hand_that_takes_long_is_shown_to_its_owner_alone(
    rig: Rig, slowly: Callable[[], asyncio.Event]
) -> None:
    await rig.open_and_fill()
    message, person = turn(rig)
    before = text_of(message)
    slowly()

    await person.click(message, label="My hand")
    await rig.settled()

    assert "Your hand" in text_of(person.last())
    assert person.last().visible_to == person.id
    assert text_of(message) == before


async def test_tips_that_take_long_never_stand_in_the_message_of_the_table(
    rig: Rig, slowly: Callable[[], asyncio.Event]
) -> None:
    await rig.open_and_fill()
    message, person = turn(rig)
    await person.slash("settings me", tips=True)
    slowly()
    others = [each for each in rig.people if each is not person]

    await person.click(message, label="? Tips")
    await rig.settled()
    assert len(tips_of(person)) == 1

    # Whoever has tips is brought new ones as soon as they are to speak again.
    await person.click(message, label="No mus")
    while person is not turn(rig)[1]:
        await turn(rig)[1].click(message, label="Hold")
    await rig.settled()
    assert table_message(rig.ane) is message
    assert all(not tips_of(each) for each in others)


async def test_cards_that_take_long_to_be_dropped_take_the_place_of_those_that_were_held(
    rig: Rig, slowly: Callable[[], asyncio.Event]
) -> None:
    await rig.open_and_fill()
    message, _ = turn(rig)
    for _ in rig.people:
        await turn(rig)[1].click(message, label="Mus")
    hand = (await rig.ane.click(message, label="My hand")).message
    assert hand is not None
    (cards,) = selects_of(hand)
    slowly()

    await rig.ane.select(hand, None, [cards.options[0][1]])
    await rig.settled()

    assert "You drop" in text_of(hand)
    assert not selects_of(hand)


async def test_a_form_that_would_come_too_late_is_to_be_asked_for_again(
    rig: Rig, slowly: Callable[[], asyncio.Event], monkeypatch: pytest.MonkeyPatch
) -> None:
    await rig.open_and_fill()
    message, person = turn(rig)
    await person.click(message, label="No mus")
    message, person = turn(rig)
    acknowledged, get = slowly(), rig.bot.tables.get

    async def late(table_id: int) -> Table:
        await acknowledged.wait()
        return await get(table_id)

    monkeypatch.setattr(rig.bot.tables, "get", late)
    answer = await person.click(message, label="Raise")
    await rig.settled()

    assert answer.modal is None
    assert "try again" in text_of(person.last())
    assert person.last().visible_to == person.id


async def test_a_hand_that_came_late_follows_the_discards_and_never_stands_in_the_message_of_the_table(
    rig: Rig, slowly: Callable[[], asyncio.Event]
) -> None:
    await rig.open_and_fill()
    message, _ = turn(rig)
    for _ in rig.people:
        await turn(rig)[1].click(message, label="Mus")
    slowly()
    await rig.ane.click(message, label="My hand")
    await rig.settled()

    for person in rig.people:
        dm = person.dms()[-1]
        await person.select(dm, None, [selects_of(dm)[0].options[0][1]])
    await rig.settled()

    hand = rig.ane.last()
    assert hand.visible_to == rig.ane.id
    assert "Your hand" in text_of(hand)
    assert "(new)" in text_of(hand)
    assert table_message(rig.ane) is message
    assert "Your hand" not in text_of(message)


@pytest.fixture
def slow_store(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Returns what keeps the store from commands until they have been acknowledged."""

    def begin() -> None:
        acknowledged, defer = asyncio.Event(), discord.InteractionResponse.defer
        known = readers.know

        async def deferred(response: discord.InteractionResponse[Any], **kwargs: Any) -> Any:
            done = await defer(response, **kwargs)
            acknowledged.set()
            return done

        async def know(*args: Any) -> None:
            await asyncio.wait_for(acknowledged.wait(), 20.0)
            await known(*args)

        monkeypatch.setattr(clicks, "PATIENCE", 0.0)
        monkeypatch.setattr(discord.InteractionResponse, "defer", deferred)
        monkeypatch.setattr("musbot.bot.tree.know", know)

    return begin


async def test_a_command_that_takes_long_is_answered_once_and_for_its_reader_alone(
    rig: Rig, slow_store: Callable[[], None]
) -> None:
    await rig.open_and_fill()
    slow_store()

    answer = await rig.ane.slash("mus hand")
    await answer.finished()
    await rig.settled()

    assert "Your hand" in answer.text
    assert answer.ephemeral
    assert not answer.followups


async def test_a_command_that_takes_long_is_refused_for_its_reader_alone(
    rig: Rig, slow_store: Callable[[], None]
) -> None:
    slow_store()

    answer = await rig.ane.slash("mus join")
    await answer.finished()

    assert "table" in answer.text
    assert answer.ephemeral
    assert not answer.followups


async def test_a_table_that_takes_long_to_open_is_seen_by_everybody(
    rig: Rig, slow_store: Callable[[], None]
) -> None:
    slow_store()
    answer = await rig.ane.slash("mus open")
    await answer.followed_up()
    await rig.settled()

    (lobby,) = answer.followups
    assert lobby.visible_to is None
    assert rig.ane.sees() == [lobby]
    await rig.benat.click(lobby, label="Join")
    await rig.settled()
    assert rig.benat.name in text_of(lobby)


async def test_a_practice_that_takes_long_to_begin_can_be_played_in_the_conversation_with_the_bot(
    rig: Rig, slow_store: Callable[[], None]
) -> None:
    slow_store()
    answer = await rig.ane.slash("mus practice", rig.ane.dm())
    await answer.finished()
    await rig.settled()

    assert "Your hand" in answer.text
    assert not answer.ephemeral

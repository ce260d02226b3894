"""Tips at one's turn, by people who read them: they come, are leafed through, put away, turned off, asked for."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator

import pytest

from musbot.bot import tipping
from musbot.playground import Message, Person, Playground, buttons_of, text_of
from musbot.store import Store
from tests.e2e.conftest import NAMES, Rig, running_bot
from tests.e2e.players import mentioned, table_message
from tests.e2e.test_practice import begin, current, turn

CALM = ("cut", "hold", "call", "agree", "fold")
"""What is pressed where it is offered, the first of them: a deal without mus in which every bet is called."""


@pytest.fixture
async def rig(database: str) -> AsyncIterator[Rig]:
    """A club of newcomers."""
    async with (
        Playground() as playground,
        await Store.open(database) as store,
        running_bot(playground, store, newcomer=3) as bot,
    ):
        yield Rig(playground, bot, store, *(playground.person(name) for name in NAMES))


def tips_of(person: Person, channel: object = None) -> list[Message]:
    """The messages of tips that somebody sees."""
    return [message for message in person.sees(channel) if text_of(message).startswith("💡")]


def tip_of(person: Person, channel: object = None) -> Message:
    """The one message of tips that somebody sees."""
    (message,) = tips_of(person, channel)
    return message


def labels(message: Message) -> list[str]:
    return [str(each.label) for each in buttons_of(message)]


def whose_turn(rig: Rig) -> Person:
    message = table_message(rig.ane)
    assert message is not None
    (person,) = mentioned(message, rig.people)
    return person


async def say(rig: Rig) -> Person:
    """Let whoever is to speak say what is calm; returns who that was."""
    message, person = table_message(rig.ane), whose_turn(rig)
    assert message is not None
    offered = {str(each.custom_id).rsplit(":", 1)[-1]: each.custom_id for each in buttons_of(message)}
    await person.click(message, custom_id=offered[next(word for word in CALM if word in offered)])
    await rig.settled()
    return person


async def until_turn_of(rig: Rig, person: Person) -> None:
    for _ in range(40):
        if whose_turn(rig) is person:
            return
        await say(rig)
    raise AssertionError(f"it is never the turn of {person}")


async def deals(rig: Rig) -> int:
    return (await rig.bot.tables.get(1)).deal_count


async def test_through_a_whole_deal_two_have_tips_and_two_have_not(rig: Rig) -> None:
    for person in (rig.benat, rig.dani):
        assert "tips at your turn: no" in (await person.slash("settings me", tips=False)).text
    assert "tips at your turn: yes" in (await rig.carla.slash("settings me", tips=True)).text
    await rig.open_and_fill()
    told = set()
    while await deals(rig) == 1:
        person = whose_turn(rig)
        if person in (rig.ane, rig.carla):
            message = tip_of(person)
            assert message.visible_to == person.id
            assert "**Tip 1 of " in text_of(message)
            table = await rig.bot.tables.get(1)
            lance = table.playing.deal.lance
            assert f"· {lance.value.capitalize() if lance else 'Mus'}\n" in text_of(message)
            told.add(text_of(message))
        assert not tips_of(rig.benat)
        assert not tips_of(rig.dani)
        await say(rig)
    assert len(told) > 2, "each turn has its own"

    for person in (rig.ane, rig.carla):
        await until_turn_of(rig, person)
        seen = person.sees()
        assert "deal 2" in text_of(seen[-2]), "they stand below the table"
        assert seen[-1] is tip_of(person), "and those of the first deal are gone"
    assert not any(text_of(message).startswith("💡") for message in rig.ane.dms())


async def test_arrows_leaf_through_the_tips(rig: Rig) -> None:
    await rig.open_and_fill()
    person = whose_turn(rig)
    message = tip_of(person)
    first = text_of(message)
    count = int(first.split(" of ")[1][0])
    assert 2 <= count <= 3
    assert labels(message)[-3:] == ["▶ Next", "✕ Close", "☑ Show tips?"]

    pages = [first]
    for number in range(2, count + 1):
        await person.click(message, label="▶ Next")
        assert f"**Tip {number} of {count}**" in text_of(message)
        pages.append(text_of(message))
    assert len({page.splitlines()[1] for page in pages}) == count
    await person.click(message, label="▶ Next")
    assert text_of(message) == first
    if count == 3:
        await person.click(message, label="◀ Back")
        assert text_of(message) == pages[-1]
    assert await deals(rig) == 1
    assert whose_turn(rig) is person, "nothing was said by it"


async def test_the_green_cross_puts_them_away_for_the_deal(rig: Rig) -> None:
    await rig.open_and_fill()
    person = whose_turn(rig)
    message = tip_of(person)
    cross = next(each for each in buttons_of(message) if each.label == "✕ Close")
    assert cross.style == 3, "green"
    await person.click(message, label="✕ Close")
    await rig.settled()
    assert not tips_of(person)
    await say(rig)
    while await deals(rig) == 1:
        assert not tips_of(person)
        await say(rig)
    await until_turn_of(rig, person)
    assert tip_of(person)


async def test_turned_off_in_one_press_and_brought_back_by_the_button(rig: Rig) -> None:
    await rig.open_and_fill()
    person = whose_turn(rig)
    message = tip_of(person)
    await person.click(message, label="☑ Show tips?")
    await rig.settled()
    assert "Tips at your turn: **no**" in text_of(message)
    assert labels(message) == ["Always show"]
    known = await rig.store.people.get(person.id)
    assert known is not None
    assert known.tips is False
    while await deals(rig) == 1:
        assert not tips_of(person)
        await say(rig)
    await until_turn_of(rig, person)
    assert not tips_of(person), "off is for good"

    answer = await person.click(table_message(person), label="? Tips")
    await rig.settled()
    assert answer.ephemeral
    assert "💡" in answer.text
    shown = tip_of(person)
    assert labels(shown)[-1] == "Always show"
    await person.click(shown, label="Always show")
    await rig.settled()
    assert labels(tip_of(person))[-1] == "☑ Show tips?"
    before = text_of(tip_of(person))
    await say(rig)
    await until_turn_of(rig, person)
    assert text_of(tip_of(person)) != before, "they come by themselves again"


async def test_after_a_restart_they_come_with_the_next_click(database: str) -> None:
    async with Playground() as playground, await Store.open(database) as store:
        people = [playground.person(name) for name in NAMES]
        async with running_bot(playground, store, newcomer=3) as bot:
            rig = Rig(playground, bot, store, *people)
            await rig.open_and_fill()
            person = whose_turn(rig)
            old = tip_of(person)
            first = text_of(old)
        async with running_bot(playground, store, newcomer=3) as bot:
            rig = Rig(playground, bot, store, *people)
            await rig.settled()
            await person.click(old, label="▶ Next")
            assert text_of(old) != first, "the old message leafs on"
            await say(rig)
            await until_turn_of(rig, person)
            assert tip_of(person) is old, "and goes along"
            told = set()
            for _ in range(12):
                person = whose_turn(rig)
                told |= {person.id} if tips_of(person) else set()
                await say(rig)
            assert len(told) >= 3, "who has said a word since gets them again"


async def test_without_a_living_token_they_wait_behind_the_button(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tipping, "token_lives", lambda _: False)
    await rig.open_and_fill()
    rig.playground.transcript.clear()
    for _ in range(4):
        await say(rig)
    assert not any(tips_of(person) for person in rig.people)
    assert all("callback" in call.route for call in rig.playground.transcript)
    monkeypatch.undo()
    person = whose_turn(rig)
    await person.click(table_message(person), label="My hand")
    await rig.settled()
    assert tip_of(person)


async def test_a_dismissed_message_is_put_away(rig: Rig) -> None:
    await rig.open_and_fill()
    person = whose_turn(rig)
    person.dismiss(tip_of(person))
    await say(rig)
    await until_turn_of(rig, person)
    assert not tips_of(person)


async def test_they_take_nothing_of_the_global_limit_and_one_call_for_a_word(rig: Rig) -> None:
    await rig.open_and_fill()
    transcript = rig.playground.transcript
    for _ in range(12):
        transcript.clear()
        number = await deals(rig)
        await say(rig)
        if await deals(rig) != number:
            continue
        assert transcript.counted == 0, [str(call) for call in transcript if call.counted]
        # At somebody's first turn of a deal, the tips of the deal before are taken away besides.
        kept = [call for call in transcript if call.method != "DELETE"]
        assert len(kept) <= 2, [str(call) for call in transcript]


async def test_whoever_has_played_some_games_is_no_newcomer(rig: Rig) -> None:
    assert "tips at your turn: in your first 3 games" in (await rig.ane.slash("settings me")).text
    assert await rig.bot.stage.tips.wanted(rig.ane.id)
    rig.bot.stage.tips.newcomer = 1
    await rig.open_and_fill()
    assert sum(bool(tips_of(person)) for person in rig.people) == 1
    for person in rig.people[1:]:
        await person.slash("mus leave", table=1)
    await rig.ane.slash("mus close", table=1)
    await rig.settled()
    assert not any(tips_of(person) for person in rig.people), "they go with the game"
    assert not await rig.bot.stage.tips.wanted(rig.ane.id)


async def test_nobody_gets_a_hand_that_is_not_theirs(rig: Rig) -> None:
    """Tips are for those who sit there, and never in a message that others see."""
    await rig.open_and_fill()
    board = table_message(rig.ane)
    assert board is not None
    before = text_of(board)
    stranger = rig.playground.add_person("Eneko")
    refused = await stranger.click(board, label="? Tips")
    assert refused.ephemeral
    assert "no seat" in refused.text
    for action in ("tip-first", "tip-third", "tips-on", "tips-off", "tips-away"):
        await rig.benat.click(board, custom_id=f"mus:1:0:{action}", hostile=True)
        await rig.settled()
        assert text_of(board) == before, action
    assert not board.deleted
    assert not any(text_of(each).startswith("💡") for each in stranger.sees())


async def test_in_a_practice_they_stand_below_the_table(rig: Rig) -> None:
    message = await begin(rig, rig.ane)
    assert message.visible_to == rig.ane.id
    rng = random.Random(3)
    for _ in range(60):
        await turn(rig, rig.ane, rng)
        if "· deal 2" in text_of(current(rig.ane)) and tips_of(rig.ane):
            break
        if "Play again" in {str(each.label) for each in buttons_of(current(rig.ane))}:
            await rig.ane.click(current(rig.ane), label="Play again")
            await rig.settled()
    assert rig.ane.sees()[-1] is tip_of(rig.ane)
    assert not rig.benat.sees()


async def test_in_a_practice_by_direct_message(rig: Rig) -> None:
    dm = rig.ane.dm()
    await begin(rig, rig.ane, dm, level="novice")
    message = tip_of(rig.ane, dm)
    await rig.ane.click(message, label="▶ Next")
    assert "**Tip 2 of" in text_of(message)
    await rig.ane.click(message, label="✕ Close")
    await rig.settled()
    assert not tips_of(rig.ane, dm)
    await rig.ane.click(current(rig.ane, dm), label="? Tips")
    await rig.settled()
    assert tip_of(rig.ane, dm)


async def test_the_hand_in_a_direct_message_has_the_button_too(rig: Rig) -> None:
    await rig.open_and_fill()
    answer = await rig.benat.click(rig.benat.dms()[-1], label="? Tips")
    assert "💡" in answer.text

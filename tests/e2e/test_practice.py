"""``/mus practice``: a whole game against three AI players, seen by one person alone, wherever they are."""

from __future__ import annotations

import random

import pytest

from musbot.game.actions import sign
from musbot.playground import Answer, CannotDo, Message, Person, Playground, buttons_of, selects_of, text_of
from musbot.store import Store
from musbot.table import NOWHERE
from musbot.table import Person as Sitting
from tests.e2e.conftest import NAMES, Rig, running_bot
from tests.e2e.players import WORDS


def current(person: Person, channel: object = None) -> Message:
    """The newest message of a practice that has something to press."""
    for message in reversed(person.sees(channel)):
        if any(button.label in ("Give up", "Play again") for button in buttons_of(message)):
            return message
    raise AssertionError(f"no practice: {[text_of(message)[:60] for message in person.sees(channel)]}")


def labels(message: Message) -> set[str]:
    return {str(button.label) for button in buttons_of(message)}


async def turn(rig: Rig, person: Person, rng: random.Random, channel: object = None) -> Answer:
    """Say or drop something that the message offers."""
    message = current(person, channel)
    if menus := selects_of(message):
        values = [value for _, value in menus[0].options]
        answer = await person.select(message, None, rng.sample(values, rng.randint(1, 4)))
    else:
        words = sorted(labels(message) & set(WORDS) - {"Órdago"})
        assert words, text_of(message)
        word = "No mus" if "No mus" in words and rng.random() < 0.6 else rng.choice(words)
        answer = await person.click(message, label=word)
        if answer.modal is not None:
            answer = await person.submit(answer.modal, {"other": str(rng.choice((2, 5, 8)))})
    await rig.settled()
    return answer


async def play(rig: Rig, person: Person, seed: int, channel: object = None) -> int:
    """Play until the end of the match is shown; returns how often it was the person's turn."""
    rng = random.Random(seed)
    for turns in range(500):
        if "Play again" in labels(current(person, channel)):
            return turns
        await turn(rig, person, rng, channel)
    raise AssertionError("no end in 500 turns")


async def begin(rig: Rig, person: Person, channel: object = None, **options: object) -> Message:
    await person.slash("mus practice", channel, **options)
    await rig.settled()
    return current(person, channel)


async def test_a_whole_game_alone(rig: Rig) -> None:
    message = await begin(rig, rig.ane, level="novice")
    assert message.visible_to == rig.ane.id
    shown = text_of(message)
    assert "Your hand" in shown
    assert shown.count("(novice)") == 3
    names = [each["filename"] for each in message.data["attachments"]]
    assert names == ["table.png", "hand.png"]
    assert "My hand" not in labels(message)

    assert await play(rig, rig.ane, 4) > 5

    end = current(rig.ane)
    assert "🏆" in text_of(end)
    assert sum("Play again" in labels(message) for message in rig.ane.sees()) == 1
    assert all(message.visible_to == rig.ane.id for message in rig.ane.sees())
    assert not rig.benat.sees(), "nobody else has seen anything of it"
    assert not rig.ane.dms(), "and nothing came by direct message"
    (game,) = await rig.store.games_of_table(1)
    assert [player["level"] for player in game.players] == [None, "novice", "novice", "novice"]


async def test_each_deal_has_a_message_and_the_one_before_shows_the_showdown(rig: Rig) -> None:
    await begin(rig, rig.ane)
    rng = random.Random(1)
    for _ in range(200):
        if "· deal 2" in text_of(current(rig.ane)):
            break
        if "Play again" in labels(current(rig.ane)):  # an órdago in the first deal
            await rig.ane.click(current(rig.ane), label="Play again")
            await rig.settled()
        await turn(rig, rig.ane, rng)
    first, second = [each for each in rig.ane.sees() if "Mus · table" in text_of(each)][-2:]
    assert [each["filename"] for each in first.data["attachments"]] == ["showdown.png"]
    assert not buttons_of(first)
    assert "Your hand" not in text_of(first)
    assert "Your hand" in text_of(second)


async def test_play_again_begins_another_at_the_same_level(rig: Rig) -> None:
    await begin(rig, rig.ane, level="casual")
    await play(rig, rig.ane, 9)
    await rig.ane.click(current(rig.ane), label="Play again")
    await rig.settled()
    assert text_of(current(rig.ane)).count("(casual)") == 3
    assert "table 2" in text_of(current(rig.ane))


async def test_a_second_command_shows_the_game_that_is_going_on(rig: Rig) -> None:
    first = await begin(rig, rig.ane, level="novice")
    await turn(rig, rig.ane, random.Random(2))
    again = await begin(rig, rig.ane, level="club")
    assert again.id != first.id
    assert "table 1" in text_of(again)
    assert "You are in the middle of this one, with novice players" in text_of(again)
    await turn(rig, rig.ane, random.Random(3))
    assert len(await rig.store.tables_of(rig.ane.id)) == 1


async def test_a_click_on_the_older_copy_shows_the_game_as_it_is(rig: Rig) -> None:
    old = await begin(rig, rig.ane)
    new = await begin(rig, rig.ane)
    assert old.id != new.id
    word = next(each for each in ("No mus", "Hold", "Agree", "Call") if each in labels(new))
    await rig.ane.click(new, label=word)
    await rig.settled()
    stale = await rig.ane.click(old, label=word)
    await rig.settled()
    assert stale.acknowledged
    revisions = {str(each.custom_id).split(":")[2] for each in buttons_of(old) if each.label in WORDS}
    table = await rig.bot.tables.get(1)
    assert revisions <= {str(table.revision)}
    assert "mus, or no mus?" not in text_of(old) or table.playing.deal.phase.name == "MUS"


async def test_giving_up_asks_first_and_counts_for_nothing(rig: Rig) -> None:
    message = await begin(rig, rig.ane)
    asked = await rig.ane.click(message, label="Give up")
    assert asked.ephemeral
    assert (await rig.store.tables_of(rig.ane.id))[0].channel_id == NOWHERE
    assert asked.message is not None
    await rig.ane.click(asked.message, label="Give up")
    await rig.settled()
    assert not await rig.store.tables_of(rig.ane.id)
    assert "was closed" in text_of(message)
    assert labels(message) == {"Play again"}
    begun = await begin(rig, rig.ane)
    assert "table 2" in text_of(begun)


async def test_two_people_practise_beside_a_table_of_the_channel(rig: Rig) -> None:
    await rig.open_and_fill()
    await begin(rig, rig.ane)
    theirs = await begin(rig, rig.benat)
    assert theirs.visible_to == rig.benat.id
    hand = await rig.ane.slash("mus hand")
    assert "table 1" in hand.text, "commands without a number mean the table of the channel"
    odds = await rig.carla.slash("mus odds", hand="R R 7 1")
    assert "You hold cards" in odds.text


async def test_nobody_else_gets_into_a_practice(rig: Rig) -> None:
    message = await begin(rig, rig.ane)
    for action in ("join", "give-up", "given-up", "signal", "cut", "hand", "again"):
        answer = await rig.benat.click(
            message, custom_id=f"mus:1:{0 if action != 'cut' else 1}:{action}", hostile=True
        )
        await rig.settled()
        assert "Your hand" not in answer.text or "table 2" in answer.text
    table = await rig.bot.tables.get(1)
    assert table.people == {1: rig.ane.id}
    joined = await rig.benat.slash("mus join", table=1)
    assert "no such table" in joined.text
    scored = await rig.benat.slash("mus score", table=1)
    assert "no such table" in scored.text


async def test_the_partners_face_and_ones_own_are_in_the_message(rig: Rig) -> None:
    message = await begin(rig, rig.ane)
    picker = await rig.ane.click(message, label="Signal")
    assert picker.ephemeral
    assert picker.message is not None
    await rig.ane.select(picker.message, None, ["cut"])
    await rig.settled()
    assert "You signalled: cut the mus" in text_of(current(rig.ane))
    rng = random.Random(6)
    for _ in range(200):
        if "Your partner signals" in text_of(current(rig.ane)):
            break
        if "🏆" in text_of(current(rig.ane)):  # an órdago was called before
            await begin(rig, rig.ane)
        await turn(rig, rig.ane, rng)
    assert "Your partner signals" in text_of(current(rig.ane))
    assert not rig.ane.dms()


# Where there is no server, or the bot is no member of it


async def test_in_direct_messages(rig: Rig) -> None:
    message = await begin(rig, rig.ane, rig.ane.dm(), level="novice")
    assert message.visible_to is None
    assert await play(rig, rig.ane, 7, rig.ane.dm()) > 5
    assert not rig.benat.sees()
    refused = await rig.ane.slash("mus open", rig.ane.dm())
    assert "Tables are in servers" in refused.text
    rules = await rig.ane.slash("mus rules", rig.ane.dm())
    assert "Grande" in rules.text


async def test_where_the_bot_is_installed_for_a_person_and_is_no_member(rig: Rig) -> None:
    """Every call there but answers to one's own clicks is refused, and none is made."""
    elsewhere = rig.playground.add_guild("Elsewhere", rig.ane, rig.benat)
    rig.playground.remove_bot(elsewhere)
    await rig.settled()
    channel = next(each for each in rig.playground.world.channels.values() if each.guild_id == elsewhere.id)
    message = await begin(rig, rig.ane, channel, level="novice")
    assert message.visible_to == rig.ane.id
    assert await play(rig, rig.ane, 5, channel) > 5
    refused = await rig.ane.slash("mus open", channel)
    assert "Tables are in servers" in refused.text
    assert refused.ephemeral
    with pytest.raises(CannotDo):
        await rig.ane.slash("privacy show", channel)


# Restarts, and tokens


@pytest.fixture
async def playground() -> Playground:
    return Playground()


async def test_a_click_after_a_restart_goes_on(playground: Playground, database: str) -> None:
    async with playground, await Store.open(database) as store:
        people = [playground.person(name) for name in NAMES]
        async with running_bot(playground, store) as bot:
            rig = Rig(playground, bot, store, *people)
            message = await begin(rig, rig.ane, level="casual")
            await turn(rig, rig.ane, random.Random(1))
        async with running_bot(playground, store) as bot:
            rig = Rig(playground, bot, store, *people)
            await rig.settled()
            assert not rig.benat.sees(), "the new process does not write where it may not"
            await turn(rig, rig.ane, random.Random(2))
            assert current(rig.ane).id == message.id or "· deal 1" not in text_of(current(rig.ane))
            await play(rig, rig.ane, 3)
            assert "🏆" in text_of(current(rig.ane))


async def test_ai_players_that_take_a_moment_are_shown_word_by_word(
    playground: Playground, database: str
) -> None:
    async with playground, await Store.open(database) as store:
        people = [playground.person(name) for name in NAMES]
        async with running_bot(playground, store, ai_pause=0.002) as bot:
            rig = Rig(playground, bot, store, *people)
            await begin(rig, rig.ane)
            assert await play(rig, rig.ane, 3) > 5
            assert "🏆" in text_of(current(rig.ane))


async def test_a_message_whose_token_has_died_waits_for_the_next_click(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    message = await begin(rig, rig.ane)
    before = text_of(message)
    monkeypatch.setattr("musbot.bot.practice.token_lives", lambda _: False)
    table = await rig.bot.tables.get(1)
    await rig.bot.tables.act(1, Sitting(rig.ane.id, "Ane"), sign(0, "cut"))
    await rig.bot.stage.refresh(1)
    assert text_of(message) == before, "there is no token to edit it with"
    assert table.is_playing
    monkeypatch.undo()
    await turn(rig, rig.ane, random.Random(1))
    assert text_of(current(rig.ane)) != before


async def test_a_practice_that_rests_is_forgotten_and_goes_on(rig: Rig) -> None:
    """Whoever walks away from one must not be remembered with all that their last click brought along."""
    await begin(rig, rig.ane, level="novice")

    assert rig.bot.stage.may_forget(1)
    assert not rig.bot.stage.practice._shown

    assert (await turn(rig, rig.ane, random.Random(1))).acknowledged
    assert await play(rig, rig.ane, 4) > 1

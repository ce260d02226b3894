"""Each reads in their language: the table in its own, private answers in that of their reader."""

from __future__ import annotations

import asyncio

import pytest
from discord.app_commands import ContextMenu

from musbot.bot.words import LANGUAGES, words_for
from musbot.playground import buttons_of, selects_of, text_of
from tests.e2e.conftest import LONG, Rig
from tests.e2e.players import mentioned

CALM = ("cut", "hold", "call", "agree", "fold")
"""What is pressed where it is offered, the first of them: a deal without mus in which every bet is called."""


async def play_a_deal(rig: Rig) -> None:
    """Let everybody say what is calm, by the ids of the buttons, until the second deal is there."""
    for _ in range(80):
        await rig.settled()
        if (await rig.bot.tables.get(1)).deal_count == 2:
            return
        message = rig.ane.last()
        (person, *_) = mentioned(message, rig.people)
        offered = {str(each.custom_id).rsplit(":", 1)[-1]: each.custom_id for each in buttons_of(message)}
        word = next(word for word in CALM if word in offered)
        await person.click(message, custom_id=offered[word])
    raise AssertionError(text_of(rig.ane.last()))


async def sit_down(rig: Rig, **options: object) -> None:
    await rig.ane.slash("mus open", **options)
    lobby = rig.ane.last()
    join = next(each.custom_id for each in buttons_of(lobby) if str(each.custom_id).endswith(":join"))
    for person in rig.people[1:]:
        await person.click(lobby, custom_id=join)
    await rig.settled()


@pytest.mark.parametrize("language", [each for each in LANGUAGES if each != "en"])
async def test_a_deal_is_played_in_each_language(rig: Rig, language: str) -> None:
    words = words_for(language)
    await sit_down(rig, language=language)
    await play_a_deal(rig)

    public = "\n".join(text_of(message) for message in rig.ane.sees())
    for english in ("Grande", "Chica", "Pares"):
        assert f"**{words(english)}**" in public
    for left in (" speaks", "answers", "assing gives", "held", "stake ", " deal ", "Table ", "Discard"):
        assert left not in public, left
    labels = {each.label for message in rig.ane.sees() for each in buttons_of(message)}
    assert {words("My hand"), words("No mus")} <= labels


async def test_each_hand_speaks_the_language_of_its_owner(rig: Rig) -> None:
    rig.carla.locale = "sv-SE"
    assert "Euskara" in (await rig.benat.slash("settings me", language="eu")).text

    await sit_down(rig, language="fr")

    assert "**Your hand**" in text_of(rig.ane.dms()[-1])
    assert "**Zure kartak**" in text_of(rig.benat.dms()[-1])
    assert "**Din hand**" in text_of(rig.carla.dms()[-1])
    assert "Zure kartak" in (await rig.benat.slash("mus hand")).text
    assert "Your hand" in (await rig.ane.slash("mus hand")).text


async def test_a_table_opens_in_the_language_of_the_server_or_of_its_host(rig: Rig) -> None:
    rig.ane.locale = "es-ES"
    await rig.ane.slash("mus open")
    assert "mesa 1" in text_of(rig.ane.last())
    await rig.ane.slash("mus close")

    assert "Norsk" in (await rig.ane.slash("settings server", language="nb", rules="classic")).text
    await rig.ane.slash("mus open")

    assert "bord 2" in text_of(rig.ane.last())
    assert (await rig.bot.tables.get(2)).options.preset == "classic"


async def test_whoever_may_not_manage_the_server_changes_nothing_of_it(rig: Rig) -> None:
    refusal = await rig.benat.slash("settings server", language="sv")

    assert refusal.ephemeral
    assert "may manage the server" in refusal.text
    assert "Svenska" not in (await rig.benat.slash("settings server")).text


async def test_tables_open_where_the_server_wants_them(rig: Rig) -> None:
    here = rig.playground.channel()
    elsewhere = rig.playground.add_channel("mus", rig.playground.guild)
    await rig.ane.slash("settings server", allow=elsewhere)

    refusal = await rig.benat.slash("mus open")
    assert refusal.ephemeral
    assert f"<#{elsewhere.id}>" in refusal.text

    await rig.ane.slash("settings server", allow=here)
    assert not (await rig.benat.slash("mus open")).ephemeral


async def test_who_wants_words_alone_gets_no_picture(rig: Rig) -> None:
    await rig.benat.slash("settings me", cards="words", contrast=True)
    await sit_down(rig)

    hand = rig.benat.dms()[-1]
    assert not hand.data["attachments"]
    assert " of " in text_of(hand)
    assert rig.ane.dms()[-1].data["attachments"]


async def test_who_wants_no_direct_messages_gets_none(rig: Rig) -> None:
    await rig.benat.slash("settings me", dms=False)
    await sit_down(rig)

    assert not rig.benat.dms()
    assert "Your hand" in (await rig.benat.slash("mus hand")).text


async def test_a_server_that_invites_the_bot_is_greeted_in_its_language(rig: Rig) -> None:
    guild = rig.playground.add_guild("Lagunak", rig.ane, locale="es-ES")
    channel = next(each for each in rig.playground.world.channels.values() if each.guild_id == guild.id)
    async with asyncio.timeout(LONG):
        while not rig.ane.sees(channel):
            await rig.settled()
    hello = text_of(rig.ane.sees(channel)[-1])
    assert "mus es el juego" in hello.lower()
    assert "`/mus open`" in hello
    rig.ane.locale = "es-ES"
    await rig.ane.click(rig.ane.sees(channel)[-1], label="Aprender")
    await rig.ane.click(rig.ane.sees(channel)[0], label="Ayuda")
    lesson, helping = rig.ane.sees(channel)[-2:]
    assert "### Bienvenida" in text_of(lesson)
    assert {lesson.visible_to, helping.visible_to} == {rig.ane.id}


async def test_help_leads_to_every_command_and_screen_in_two_presses(rig: Rig) -> None:
    commands = {each.qualified_name: each for each in rig.bot._all_commands()}
    assert {"mus learn", "settings me", "musmod void", "privacy show", "leaderboard", "Mus profile"} <= set(
        commands
    )
    told = ""
    answer = await rig.ane.slash("help")
    assert answer.ephemeral
    message = answer.message
    assert message is not None
    (menu,) = selects_of(message)
    for _, topic in menu.options:
        (menu,) = selects_of(message)
        await rig.ane.select(message, menu.custom_id, [topic])
        told += text_of(message)
    for name, command in commands.items():
        written = f"*{name}*" if isinstance(command, ContextMenu) else f"`/{name}` – {command.description}"
        assert written in told, name


@pytest.mark.parametrize(
    ("topic", "label", "found"),
    [
        ("", "Lesson", "### Welcome"),
        ("", "Rules", "## Mus in short"),
        ("", "Tables", "### Tables"),
        ("", "My settings", "language"),
        ("", "Leaderboard", "Rating ·"),
        ("", "Practise", "Your hand"),
        ("play", "Tables", "### Tables"),
        ("play", "Practise", "Your hand"),
        ("learn", "Lesson", "### Welcome"),
        ("learn", "Quiz", "question 1 of 10"),
        ("learn", "Rules", "## Mus in short"),
        ("people", "Leaderboard", "Rating ·"),
        ("people", "My profile", "Ane"),
        ("people", "My games", "game"),
        ("people", "Friends", "friend"),
        ("contests", "Winners", "No tournament was won"),
        ("choose", "My settings", "language"),
        ("choose", "This server", "weekly leaderboard"),
        ("choose", "Back", "What I can do"),
    ],
)
async def test_help_opens_the_screens(rig: Rig, topic: str, label: str, found: str) -> None:
    answer = await rig.ane.slash("help")
    message = answer.message
    assert message is not None
    if topic:
        (menu,) = selects_of(message)
        await rig.ane.select(message, menu.custom_id, [topic])
    await rig.ane.click(message, label=label)
    await rig.settled()
    assert found.lower() in text_of(rig.ane.last()).lower()


async def test_the_weekly_leaderboard_is_chosen_by_those_who_may(rig: Rig) -> None:
    here = rig.playground.channel()
    refusal = await rig.benat.slash("settings server", leaderboard=here)
    assert "may manage the server" in refusal.text
    assert "weekly leaderboard: none" in (await rig.benat.slash("settings server")).text

    assert (
        f"weekly leaderboard: in <#{here.id}>"
        in (await rig.ane.slash("settings server", leaderboard=here)).text
    )
    assert "weekly leaderboard: none" in (await rig.ane.slash("settings server", no_leaderboard=True)).text


async def test_a_channel_that_is_gone_keeps_no_table_from_others(rig: Rig) -> None:
    only = rig.playground.add_channel("mus-tables")
    await rig.ane.slash("settings server", allow=only)
    assert "tables are opened in" in (await rig.ane.slash("mus open")).text

    rig.playground.delete_channel(only)
    await rig.settled()

    assert "all channels" in (await rig.ane.slash("settings server")).text
    assert not (await rig.ane.slash("mus open")).ephemeral

"""``/mus doctor`` and what is said before a table opens: which permission lacks, and what denies it. G1, G4, G10."""

from __future__ import annotations

import discord
import pytest

from musbot.playground import Permission
from musbot.playground.things import Overwrite
from tests.e2e.conftest import Rig

ALL_NEEDED = (
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.SEND_MESSAGES_IN_THREADS
)


async def examined(rig: Rig, channel: object = None) -> str:
    await rig.settled()
    answer = await rig.ane.slash("mus doctor", channel)
    await answer.finished()
    await rig.settled()
    assert answer.ephemeral
    return answer.text


async def test_where_all_is_well(rig: Rig) -> None:
    await rig.open_and_fill()
    text = await examined(rig)
    assert text.count("✅") == 4
    assert "❌" not in text
    assert "**Direct messages**: they reach you." in text
    assert "Live tables here: 1, in all: 1" in text
    assert "musbot 0.1.0" in text
    assert len(rig.ane.dms()) == 2


async def test_closed_messages_are_explained_and_tried_again_at_once(rig: Rig) -> None:
    rig.ane.dms_open = False
    assert "yours are closed to me" in await examined(rig)
    rig.ane.dms_open = True
    assert "they reach you" in await examined(rig), "no need to wait for ten minutes"


async def test_a_role_that_gives_too_little_is_named(rig: Rig) -> None:
    rig.playground.set_bot_permissions(ALL_NEEDED & ~Permission.ATTACH_FILES)
    text = await examined(rig)
    assert "Attach Files (none of my roles gives it)" in text
    opened = await rig.ane.slash("mus open")
    assert opened.ephemeral
    assert "Attach Files (none of my roles gives it)" in opened.text


async def test_an_overwrite_for_the_bot_is_named(rig: Rig) -> None:
    """G10: 50013 although the role has it."""
    channel = rig.playground.channel()
    rig.playground.overwrite(channel, deny=Permission.EMBED_LINKS)
    opened = await rig.ane.slash("mus open")
    assert f"Embed Links (denied by the permissions of <#{channel.id}> for me)" in opened.text
    assert "Attach Files" not in opened.text


@pytest.mark.parametrize("everyone", [True, False])
async def test_an_overwrite_for_a_role_is_named(rig: Rig, everyone: bool) -> None:
    channel, guild = rig.playground.channel(), rig.playground.guild
    managed = next(role for role in guild.roles.values() if role.managed)
    target = guild.id if everyone else managed.id
    channel.overwrites[target] = Overwrite(target, 0, 0, int(Permission.SEND_MESSAGES))
    rig.playground.realm.announce_channel(channel, "UPDATE")
    await rig.settled()
    text = await examined(rig)
    whose = "everyone" if everyone else managed.name
    assert f"Send Messages (denied by the permissions of <#{channel.id}> for {whose})" in text

    # What a role allows goes before what everyone is denied, and the bot's own overwrite before both.
    rig.playground.overwrite(channel, allow=Permission.SEND_MESSAGES)
    await rig.settled()
    assert "Send Messages" not in await examined(rig)


async def test_a_channel_that_the_bot_does_not_see(rig: Rig) -> None:
    channel = rig.playground.channel()
    rig.playground.overwrite(channel, deny=Permission.VIEW_CHANNEL)
    text = await examined(rig)
    assert f"View Channel (denied by the permissions of <#{channel.id}> for me)" in text
    assert "Send Messages (since I cannot see the channel)" in text


async def test_in_a_thread_the_parent_s_overwrites_count(rig: Rig) -> None:
    channel = rig.playground.channel()
    place = rig.bot.get_channel(channel.id)
    assert isinstance(place, discord.TextChannel)
    thread = await place.create_thread(name="Table", type=discord.ChannelType.public_thread)
    rig.playground.overwrite(channel, deny=Permission.SEND_MESSAGES_IN_THREADS)
    await rig.settled()
    text = await examined(rig, thread.id)
    assert f"Send Messages In Threads (denied by the permissions of <#{channel.id}> for me)" in text
    text = await examined(rig)
    assert "for tables in threads of their own I lack Send Messages In Threads" in text
    assert "❌" not in text


async def test_an_administrator_lacks_nothing(rig: Rig) -> None:
    """G4: what Discord says of the bot's rights is trusted."""
    rig.playground.set_bot_permissions(Permission.ADMINISTRATOR)
    rig.playground.overwrite(rig.playground.channel(), deny=Permission.SEND_MESSAGES)
    await rig.settled()
    assert "❌" not in await examined(rig)
    assert not (await rig.ane.slash("mus open")).ephemeral


async def test_a_paused_table_and_a_storm_are_told(rig: Rig) -> None:
    await rig.open_and_fill()
    table = await rig.bot.tables.get(1)
    rig.bot.stage.pauses.pause(table, "for a test")
    for _ in range(5_000):
        rig.bot.breaker.note(403)
    text = await examined(rig)
    assert "**Paused**: table 1" in text
    assert "it refused too many calls" in text

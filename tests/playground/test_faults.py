"""What goes wrong on demand: permissions, closed DMs, deleted things, limits, lost answers."""

from __future__ import annotations

import asyncio
import time
from datetime import timedelta

import aiohttp
import discord
import pytest

from musbot.playground import CannotDo, Permission, Person, Playground, RateLimits, text_of

from .small_bot import SmallBot, running


def text_channel(bot: SmallBot, pg: Playground) -> discord.TextChannel:
    channel = bot.get_channel(pg.channel().id)
    assert isinstance(channel, discord.TextChannel)
    return channel


async def test_closed_dms(pg: Playground, ane: Person) -> None:
    ane.dms_open = False
    answer = await (await ane.slash("mus dm")).finished()
    assert answer.text == "closed: 50007"
    ane.dms_open = True
    assert (await (await ane.slash("mus dm")).finished()).text == "sent"


async def test_no_dms_without_a_server_in_common(pg: Playground, bot: SmallBot, ane: Person) -> None:
    ane.leave()
    with pytest.raises(discord.Forbidden) as caught:
        await (await bot.fetch_user(ane.id)).send("hello")
    assert caught.value.code == 50278


@pytest.mark.parametrize(
    ("denied", "code"),
    [
        (Permission.VIEW_CHANNEL, 50001),
        (Permission.SEND_MESSAGES, 50013),
        (Permission.ATTACH_FILES, 50013),
        (Permission.EMBED_LINKS, 50013),
    ],
)
async def test_a_channel_overwrite_takes_a_permission(
    pg: Playground, bot: SmallBot, denied: Permission, code: int
) -> None:
    pg.overwrite("mus", deny=denied)
    with pytest.raises(discord.Forbidden) as caught:
        await text_channel(bot, pg).send("x", embed=discord.Embed(title="t"), file=discord.File(__file__))
    assert caught.value.code == code


async def test_permissions_are_told_with_the_interaction(pg: Playground, ane: Person, bot: SmallBot) -> None:
    seen: list[discord.Permissions] = []

    @bot.event
    async def on_interaction(interaction: discord.Interaction[SmallBot]) -> None:
        seen.append(interaction.app_permissions)

    await ane.slash("mus count")
    pg.overwrite("mus", deny=Permission.ATTACH_FILES)
    await ane.slash("mus count")
    assert [p.attach_files for p in seen] == [True, False]


async def test_a_role_gives_what_everyone_lacks(pg: Playground, bot: SmallBot) -> None:
    pg.set_bot_permissions(Permission.VIEW_CHANNEL)
    with pytest.raises(discord.Forbidden):
        await text_channel(bot, pg).send("x")
    pg.set_bot_permissions(Permission.VIEW_CHANNEL | Permission.SEND_MESSAGES)
    await text_channel(bot, pg).send("x")


async def test_things_that_are_gone(pg: Playground, bot: SmallBot, ane: Person) -> None:
    channel = text_channel(bot, pg)
    message = await channel.send("soon gone")
    pg.delete_message(message)
    with pytest.raises(discord.NotFound) as caught:
        await message.edit(content="x")
    assert caught.value.code == 10008
    answer = await ane.slash("mus options", target=1)
    with pytest.raises(discord.NotFound) as caught:
        await channel.fetch_message(answer.message.id if answer.message else 0)
    assert caught.value.code == 10008  # an ephemeral message is none of the channel's
    pg.delete_channel("mus")
    with pytest.raises(discord.NotFound) as caught:
        await channel.send("x")
    assert caught.value.code == 10003


async def test_the_bot_is_removed_and_invited_again(pg: Playground, bot: SmallBot, ane: Person) -> None:
    channel = text_channel(bot, pg)
    pg.remove_bot()
    with pytest.raises(discord.Forbidden) as caught:
        await channel.send("x")
    assert caught.value.code == 50001
    await asyncio.sleep(0.02)
    assert not bot.guilds
    pg.invite_bot()
    await asyncio.sleep(0.02)
    assert len(bot.guilds) == 1
    assert (await ane.slash("mus count")).text == "Counted 0"


async def test_a_fault_hits_as_many_calls_as_it_is_told(pg: Playground, bot: SmallBot) -> None:
    channel = text_channel(bot, pg)
    fault = pg.faults.add(method="POST", route="/channels/*/messages", status=403, code=50007, skip=1)
    await channel.send("one")
    with pytest.raises(discord.Forbidden) as caught:
        await channel.send("two")
    assert caught.value.code == 50007
    await channel.send("three")
    assert fault.hits == 1
    assert [text_of(m) for m in pg.person("Ane").sees()] == ["one", "three"]


async def test_a_lost_request_and_a_lost_answer(pg: Playground, bot: SmallBot) -> None:
    channel = text_channel(bot, pg)
    for drop, expected in ((True, 0), ("after", 1)):
        pg.faults.add(method="POST", route="/channels/*/messages", drop=drop)  # type: ignore[arg-type]
        with pytest.raises((aiohttp.ClientError, OSError)):
            await channel.send("x")
        assert len(pg.person("Ane").sees()) == expected


async def test_a_429_is_waited_for_and_tried_again(pg: Playground, bot: SmallBot) -> None:
    pg.faults.add(method="POST", route="/channels/*/messages", status=429, retry_after=0.05)
    started = time.monotonic()
    await text_channel(bot, pg).send("x")
    assert time.monotonic() - started >= 0.05
    assert [e.status for e in pg.transcript.calls("POST", "/channels/*/messages")] == [429, 200]


async def test_a_call_that_was_told_to_wait_is_waited_for(pg: Playground, bot: SmallBot, ane: Person) -> None:
    pg.faults.add(method="POST", route="/channels/*/messages", status=429, retry_after=0.2)
    sending = asyncio.create_task(text_channel(bot, pg).send("late"))
    await asyncio.sleep(0.01)
    await pg.settled()
    assert ane.last().content == "late"
    await sending


async def test_a_bucket_that_is_used_up(pg: Playground, bot: SmallBot) -> None:
    pg.limits.set("POST /channels/{channel_id}/messages", 2, 0.2)
    channel = text_channel(bot, pg)
    started = time.monotonic()
    for number in range(3):
        await channel.send(str(number))
    assert time.monotonic() - started >= 0.15
    # discord.py heeds the headers, so that none was refused.
    assert 429 not in pg.transcript.statuses


async def test_the_global_limit_leaves_out_interactions() -> None:
    async with Playground(limits=RateLimits(overall=6)) as pg, running(pg) as bot:
        ane = pg.person("Ane")
        for _ in range(20):
            await ane.slash("mus count")
        before = pg.transcript.counted
        channel = text_channel(bot, pg)
        await asyncio.gather(*(channel.send(str(n)) for n in range(8)))
        assert pg.transcript.statuses[429] >= 1
        assert pg.transcript.busiest_second() >= 6
        assert pg.transcript.counted - before >= 8
        assert len([m for m in ane.sees() if m.content]) == 8


async def test_who_is_pinged(pg: Playground, bot: SmallBot, ane: Person, benat: Person) -> None:
    channel = text_channel(bot, pg)
    text = f"{ane.mention} {benat.mention} @everyone `{ane.mention}`"
    await channel.send(text)
    assert ane.last().pinged.users == {ane.id, benat.id}
    assert not ane.last().pinged.everyone  # the bot may not mention everyone
    await channel.send(text, allowed_mentions=discord.AllowedMentions.none())
    assert not ane.last().pinged
    await channel.send(
        text, allowed_mentions=discord.AllowedMentions(users=[discord.Object(ane.id)], everyone=False)
    )
    assert ane.last().pinged.users == {ane.id}
    pg.overwrite("mus", allow=Permission.MENTION_EVERYONE)
    await channel.send("@everyone")
    assert ane.last().pinged.everyone


async def test_threads(pg: Playground, bot: SmallBot, ane: Person, benat: Person) -> None:
    channel = text_channel(bot, pg)
    table = await channel.create_thread(name="Table 1", type=discord.ChannelType.public_thread)
    await table.send("hello")
    assert [text_of(m) for m in ane.sees(table)] == ["hello"]
    pair = await channel.create_thread(name="Pair", type=discord.ChannelType.private_thread)
    await pair.add_user(discord.Object(benat.id))
    await pair.send("for two")
    assert benat.sees(pair)
    assert not pg.person("Carla").sees(pair)

    message = await table.send("x")
    pg.set_archived(table)
    with pytest.raises(discord.HTTPException) as caught:
        await message.edit(content="y")
    assert caught.value.code == 50083
    with pytest.raises(CannotDo):
        await ane.slash("mus count", table)
    await table.send("this opens it again")
    assert not pg.channel(table).archived
    pg.set_archived(table, locked=True)
    with pytest.raises(discord.Forbidden) as caught:
        await table.send("locked")
    assert caught.value.code == 160005


async def test_a_thread_is_archived_when_nothing_happens(pg: Playground, bot: SmallBot) -> None:
    thread = await text_channel(bot, pg).create_thread(
        name="Idle", type=discord.ChannelType.public_thread, auto_archive_duration=60
    )
    pg.realm.clock = lambda: pg.world.clock() + 3601
    fetched = await bot.fetch_channel(thread.id)
    assert isinstance(fetched, discord.Thread)
    assert fetched.archived


async def test_a_file_is_kept_or_dropped_by_an_edit(pg: Playground, bot: SmallBot, ane: Person) -> None:
    message = await text_channel(bot, pg).send(
        "x", files=[discord.File(__file__, n) for n in ("a.py", "b.py")]
    )
    message = await message.edit(attachments=[message.attachments[1], discord.File(__file__, "c.py")])
    assert [a.filename for a in message.attachments] == ["b.py", "c.py"]
    assert await message.attachments[1].read() == pg.file(message.attachments[1].id).content
    sent = pg.transcript.calls("POST", "/channels/*/messages")[-1]
    assert [f.name for f in sent.files] == ["a.py", "b.py"]
    assert sent.payload["content"] == "x"


async def test_pins_history_events_and_emoji(pg: Playground, bot: SmallBot) -> None:
    channel = text_channel(bot, pg)
    messages = [await channel.send(str(n)) for n in range(5)]
    await messages[2].pin()
    assert [m.content async for m in channel.pins()] == ["2"]
    assert [m.content async for m in channel.history(limit=3)] == ["", "4", "3"]
    assert [m.content async for m in channel.history(before=messages[2], limit=2)] == ["1", "0"]
    await messages[2].unpin()
    emoji = await bot.create_application_emoji(name="king", image=b"\x89PNG\r\n\x1a\n" + bytes(20))
    assert [e.name for e in await bot.fetch_application_emojis()] == ["king"]
    with pytest.raises(discord.HTTPException, match="name exists"):
        await bot.create_application_emoji(name="king", image=b"\x89PNG\r\n\x1a\n" + bytes(20))
    await emoji.delete()
    event = await channel.guild.create_scheduled_event(
        name="Final",
        start_time=discord.utils.utcnow() + timedelta(hours=1),
        end_time=discord.utils.utcnow() + timedelta(hours=2),
        entity_type=discord.EntityType.external,
        privacy_level=discord.PrivacyLevel.guild_only,
        location="The club",
    )
    assert event.location == "The club"

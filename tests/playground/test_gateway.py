"""Connections that are lost, sessions that are resumed or void, several shards, restarts."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import sqlite3
from collections.abc import Callable
from pathlib import Path

import discord
import discord.gateway
import discord.http
import pytest

from musbot.playground import (
    NotAnswered,
    NotLoopback,
    Person,
    Playground,
    PortInUse,
    point_discord_py_here,
)

from .small_bot import SmallBot, running


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(5):
        while not condition():  # noqa: ASYNC110 - what is waited for sets no event
            await asyncio.sleep(0.005)


async def test_a_dropped_connection_is_resumed_and_nothing_is_missed(pg: Playground, ane: Person) -> None:
    await ane.slash("mus count")
    assert pg.gateway.drop_connections() == 1
    assert (await ane.click(label="Count 0")).text == "Counted 1"  # sent while nobody was connected
    assert (pg.gateway.resumes, pg.gateway.identifies) == (1, 1)


async def test_the_gateway_asks_to_reconnect(pg: Playground, bot: SmallBot, ane: Person) -> None:
    pg.gateway.ask_to_reconnect()
    await until(lambda: pg.gateway.resumes == 1)
    assert (await ane.slash("mus count")).acknowledged


async def test_a_void_session_identifies_again(pg: Playground, bot: SmallBot, ane: Person) -> None:
    pg.gateway.invalidate_sessions()
    await until(lambda: pg.gateway.identifies == 2 and pg.gateway.connected)
    assert (await ane.slash("mus count")).acknowledged


async def test_a_session_that_cannot_be_resumed(pg: Playground, bot: SmallBot, ane: Person) -> None:
    pg.gateway.drop_connections(resumable=False)
    await until(lambda: pg.gateway.identifies == 2 and pg.gateway.connected)
    assert (await ane.slash("mus count")).acknowledged


async def test_heartbeats_are_answered() -> None:
    async with Playground(heartbeat_ms=20) as pg, running(pg) as bot:
        await asyncio.sleep(0.1)
        assert bot.latency < 1


async def test_guilds_are_spread_over_shards() -> None:
    async with Playground(shards=3) as pg:
        guilds = [pg.guild]
        for number in range(5):
            guild = pg.world.add_guild(f"Club {number}", pg.people[0].user)
            pg.world.add_channel(guild, f"table-{number}")
            guilds.append(guild)
        async with running(pg) as bot:
            await until(lambda: len(pg.gateway.sessions) == 3 and len(bot.guilds) == 6)
            for guild in guilds:
                found = bot.get_guild(guild.id)
                assert found is not None
                assert found.shard_id == (guild.id >> 22) % 3
                channel = next(pg.world.channels_of(guild))
                assert (await pg.people[0].slash("mus count", channel)).acknowledged


async def test_nobody_answers_when_no_bot_is_connected(pg: Playground) -> None:
    async with running(pg):
        pass
    ane = pg.person("Ane")
    ane.patience = 0.05
    with pytest.raises(NotAnswered, match="no bot is connected"):
        await ane.slash("mus count")


async def test_another_process_of_the_bot_takes_over(pg: Playground) -> None:
    ane = pg.person("Ane")
    async with running(pg):
        await ane.slash("mus count")
    async with running(pg):
        assert (await ane.click(label="Count 0")).text == "Counted 1"


async def test_a_wrong_token_is_refused() -> None:
    async with Playground(token="right") as pg:
        async with SmallBot() as bot:
            with pytest.raises(discord.LoginFailure):
                await bot.start("wrong")
        assert pg.transcript.statuses[401] == 1


async def test_everything_is_there_after_a_restart(tmp_path: Path) -> None:
    async with Playground(state_dir=tmp_path) as pg:
        ane = pg.person("Ane")
        async with running(pg):
            answer = await ane.slash("mus count")
            await (await ane.slash("mus dm")).finished()
            ane.dms_open = False
        assert answer.message is not None
        last_id = answer.message.id
        commands = dict(pg.world.commands)
    async with Playground(state_dir=tmp_path) as pg:
        ane = pg.person("Ane")
        assert not ane.dms_open
        assert pg.world.commands == commands
        assert pg.message(last_id).id == last_id
        url = ane.dms()[-1].data["attachments"][0]["url"]
        assert url.startswith(pg.origin)
        async with running(pg) as bot:
            async with bot.http._HTTPClient__session.get(url) as response:  # type: ignore[attr-defined]
                assert response.status == 200
                assert len(await response.read()) > 20
            clicked = await ane.click(label="Count 0")
            assert clicked.text == "Counted 1"
            assert clicked.interaction_id > last_id


async def test_what_happened_is_on_disk_a_moment_later_without_a_farewell(tmp_path: Path) -> None:
    async with Playground(state_dir=tmp_path) as pg:
        said = pg.person("Ane").say("kaixo")
        await asyncio.sleep(0.4)
        with contextlib.closing(sqlite3.connect(tmp_path / "playground.sqlite3")) as disk:
            rows = disk.execute("SELECT json FROM things WHERE kind = 'message' AND id = ?", (said.id,))
            assert b"kaixo" in rows.fetchone()[0]


async def test_a_token_works_after_a_restart(tmp_path: Path) -> None:
    async with Playground(state_dir=tmp_path) as pg, running(pg):
        token = (await pg.person("Ane").slash("mus count")).interaction.token
    async with Playground(state_dir=tmp_path) as pg, running(pg) as bot:
        session = bot.http._HTTPClient__session  # type: ignore[attr-defined]
        webhook = discord.Webhook.partial(pg.world.application_id, token, session=session)
        await webhook.send("still here")
        assert pg.person("Ane").last().content == "still here"


async def test_a_port_that_is_taken() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(PortInUse, match=f"port {port}"):
            await Playground(port=port).start()


def test_only_this_machine() -> None:
    with pytest.raises(NotLoopback):
        Playground(host="0.0.0.0")
    with pytest.raises(NotLoopback):
        point_discord_py_here("http://discord.com")


async def test_discord_py_is_pointed_back() -> None:
    before = discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY
    async with Playground() as pg:
        assert pg.origin + "/api/v10" == discord.http.Route.BASE
    assert before == (discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY)

"""The bot in simcord's Discord: another author's reading of the same documentation, to check our own by."""

from __future__ import annotations

import io
import re
from collections.abc import AsyncIterator, Iterator
from typing import Any

import discord
import pytest
from discord.http import Route
from discord.webhook.async_ import async_context

from musbot.bot import clicks, client, metrics
from musbot.bot.calls import wire
from musbot.bot.client import MusBot
from musbot.bot.club import club as weekly
from musbot.club.tournament import runner
from musbot.store import Store
from musbot.table import Tables, sweeper
from simcord.env import Env
from tests.simcord.club import Club
from tests.table.players import chance


@pytest.fixture(scope="session", autouse=True)
def quick_to_settle() -> Iterator[None]:
    """Look whether the bot is done every millisecond: simcord waits for 50, most of which nothing happens in. And
    give a busy machine a minute for what simcord allows five seconds: whoever looks at something more often than that
    is never at rest, see `look_seldom`."""
    defaults, made = Env._settle_internal.__kwdefaults__, Env.__init__.__kwdefaults__
    assert defaults is not None
    assert made is not None
    assert (defaults["idle"], made["settle_timeout"]) == (0.05, 5.0), "simcord has changed: measure again"
    defaults["idle"], made["settle_timeout"] = 0.001, 60.0
    yield
    defaults["idle"], made["settle_timeout"] = 0.05, 5.0


@pytest.fixture(autouse=True)
def look_seldom(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing look at anything as often as once a minute, which simcord would wait for; nor, after each command,
    whether it is answered."""
    for place, name in (
        (metrics, "LOOKED_EVERY"),
        (runner, "NEAREST"),
        (sweeper, "NEAREST"),
        (weekly, "EVERY"),
        (client, "BEAT_EVERY"),
        (clicks, "PATIENCE"),
    ):
        assert isinstance(getattr(place, name), float | int)
        monkeypatch.setattr(place, name, 1000.0)


@pytest.fixture(autouse=True)
def bytes_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """simcord stands in the place of discord.py's requests: it is given what the bytes are made of."""

    def parts(body: wire.Body) -> dict[str, Any]:
        files = [discord.File(io.BytesIO(content), name) for name, content in body.files]
        form = [{"name": "payload_json", "value": body.content.decode()}]
        for number, file in enumerate(files):
            form.append({"name": f"files[{number}]", "value": file.fp, "filename": file.filename})  # type: ignore[dict-item]
        return {"files": files, "form": form} if files else {"json": dict(body.payload)}

    async def call(client: discord.Client, route: Route, body: wire.Body) -> Any:
        return await client.http.request(route, **parts(body))

    async def call_by_token(
        interaction: discord.Interaction, method: str, place: str, body: wire.Body
    ) -> Any:
        first = place.startswith("/callback")
        root, number = ("interactions", interaction.id) if first else ("webhooks", interaction.application_id)
        place, _, query = place.partition("?")
        route = Route(method, f"/{root}/{number}/{interaction.token}{place}")
        given = parts(body)
        told: Any = await async_context.get().request(
            route,
            session=None,  # type: ignore[arg-type]
            payload=given.get("json"),
            multipart=given.get("form"),
            files=given.get("files"),
            params=dict([query.split("=")]) if query else None,
        )
        return told

    monkeypatch.setattr(wire, "_call", call)
    monkeypatch.setattr(wire, "_call_by_token", call_by_token)


@pytest.fixture
async def store(database: str) -> AsyncIterator[Store]:
    async with await Store.open(database) as store:
        yield store


@pytest.fixture
def simcord_bot(store: Store) -> MusBot:
    return musbot_on(store)


@pytest.fixture
async def club(simcord_env: Env, store: Store) -> AsyncIterator[Club]:
    """A server with the bot, five people and a channel; whatever the bot leaves unhandled fails the test."""
    club = Club(simcord_env, lambda: musbot_on(store))
    await simcord_env.settle()
    yield club
    assert unsafe_payloads(simcord_env) == []


def musbot_on(store: Store) -> MusBot:
    """A bot with a store; its cards are the same in every run."""
    bot = MusBot(store, Tables(store, chance()), shard_count=1)
    bot.offers.on = False  # nobody is new here
    bot.stage.tips.newcomer = 0  # nobody here is new to the game
    bot.arrivals._late_after = 60.0  # a busy machine is no slow Discord
    return bot


_MESSAGE = re.compile(r"/messages(/(\d+|@original))?$|/webhooks/\d+/[^/]+$")


def unsafe_payloads(env: Env) -> list[str]:
    """Messages that were sent or edited without saying whom they may ping."""
    found = []
    for request in env.http_requests:
        answer = request.path.endswith("/callback")
        payload = request.json or {}
        if answer and payload["type"] not in (4, 7):
            continue
        payload = payload["data"] if answer else payload
        writes = request.method in ("POST", "PATCH") and (answer or _MESSAGE.search(request.path))
        if writes and (payload.get("allowed_mentions", {}).get("parse") != []):
            found.append(f"{request.method} {request.path}")
    return found

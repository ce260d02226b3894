"""The bot in simcord's Discord: another author's reading of the same documentation, to check our own by."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator

import pytest

from musbot.bot import metrics
from musbot.bot.client import MusBot
from musbot.club.tournament import runner
from musbot.store import Store
from musbot.table import Tables
from simcord.env import Env
from tests.simcord.club import Club
from tests.table.players import chance


@pytest.fixture(scope="session", autouse=True)
def quick_to_settle() -> Iterator[None]:
    """Look whether the bot is done every millisecond: simcord waits for 50, most of which nothing happens in."""
    defaults = Env._settle_internal.__kwdefaults__
    assert defaults is not None
    assert defaults["idle"] == 0.05, "simcord has changed: measure again"
    defaults["idle"] = 0.001
    yield
    defaults["idle"] = 0.05


@pytest.fixture(autouse=True)
def look_seldom(monkeypatch: pytest.MonkeyPatch) -> None:
    """What looks at something every second or three is never at rest for simcord, which waits for that for five."""
    monkeypatch.setattr(metrics, "LOOKED_EVERY", 60.0)
    monkeypatch.setattr(runner, "NEAREST", 60.0)


@pytest.fixture
async def store() -> AsyncIterator[Store]:
    async with await Store.open(":memory:") as store:
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

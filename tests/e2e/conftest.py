"""The bot and the offline Discord, running together as in production; people drive them by what they see."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass

import pytest

from musbot.bot import clicks
from musbot.bot.calls import answers
from musbot.bot.client import MusBot
from musbot.bot.weather import Throttle
from musbot.playground import Person, Playground, desk, people
from musbot.shards import Shards
from musbot.store import Store
from musbot.table import Chance, Tables

NAMES = ("Ane", "Beñat", "Carla", "Dani")
LONG = 60.0
"""Seconds that a busy machine may take for what takes a moment."""


@dataclass
class Rig:
    """A server with four people and the bot."""

    playground: Playground
    bot: MusBot
    store: Store
    ane: Person
    benat: Person
    carla: Person
    dani: Person

    @property
    def people(self) -> list[Person]:
        return [self.ane, self.benat, self.carla, self.dani]

    async def open_and_fill(self, **options: object) -> None:
        """Let Ane open a table and the three others join it."""
        await self.ane.slash("mus open", **options)
        for person in self.people[1:]:
            await person.click(label="Join")
        await self.settled()

    async def settled(self) -> None:
        """Wait until nothing is being sent any more, hands included."""
        await self.playground.settled()
        await self.bot.quiet()
        await self.playground.settled()


@contextlib.asynccontextmanager
async def running_bot(
    playground: Playground,
    store: Store,
    chance: Chance | None = None,
    clock: Callable[[], float] = time.time,
    ai_pause: float = 0.0,
    newcomer: int = 0,
    shards: Shards | None = None,
) -> AsyncIterator[MusBot]:
    """Run the bot in this process until the block is left.

    :param newcomer: games in which people get tips; nobody here is new to the game unless a test says so.
    """
    tables = Tables(store, chance, clock, ai_pause)
    async with MusBot(store, tables, shards=shards, identify_every=0.0, guild_ready_timeout=0.01) as bot:
        bot.clicks.throttle = Throttle(
            burst=1_000_000
        )  # nobody here is slowed down by having a hand and eyes
        bot.stage.tips.newcomer = newcomer
        bot.arrivals._late_after = LONG  # the commands have the same ones
        bot.offers.on = False  # the people here have played before, unless a test says otherwise
        serving = asyncio.create_task(bot.start("token"))
        await playground.bot_ready()
        await bot.wait_until_ready()
        yield bot
        await bot.close()
        await serving


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine is no slow Discord: nobody gives up after seconds unless a test says so."""
    monkeypatch.setattr(desk, "ANSWER_WITHIN", LONG)
    monkeypatch.setattr(people, "PATIENCE", LONG)
    monkeypatch.setattr(clicks, "PATIENCE", LONG)
    monkeypatch.setattr(answers, "LONGEST_TRY", LONG)


@pytest.fixture
async def rig(database: str) -> AsyncIterator[Rig]:
    async with (
        Playground() as playground,
        await Store.open(database) as store,
        running_bot(playground, store) as bot,
    ):
        yield Rig(playground, bot, store, *(playground.person(name) for name in NAMES))

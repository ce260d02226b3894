"""A playground with a small bot on it."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from musbot.playground import Person, Playground

from .small_bot import SmallBot, running


@pytest.fixture
async def pg() -> AsyncIterator[Playground]:
    async with Playground() as playground:
        yield playground


@pytest.fixture
async def bot(pg: Playground) -> AsyncIterator[SmallBot]:
    async with running(pg) as bot:
        yield bot


@pytest.fixture
def ane(pg: Playground, bot: SmallBot) -> Person:
    return pg.person("Ane")


@pytest.fixture
def benat(pg: Playground, bot: SmallBot) -> Person:
    return pg.person("Beñat")

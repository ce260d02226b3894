"""Tables that Discord's weather has paused."""

from __future__ import annotations

import asyncio
from typing import Any, cast
from unittest.mock import AsyncMock, MagicMock

import pytest

from musbot.bot import pauses
from musbot.bot.calls import Barred, Unreachable
from musbot.bot.pauses import WEATHER, Pauses


def table(*, is_live: bool) -> Any:
    return MagicMock(table_id=7, guild_id=1, is_live=is_live)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pauses, "TRY_AGAIN_AFTER", (0.0, 0.0))


async def test_a_table_is_shown_again_however_long_the_weather_lasts() -> None:
    shown = asyncio.Event()
    tries = 0

    async def refresh(table_id: int) -> None:
        nonlocal tries
        tries += 1
        if tries < 7:
            raise Unreachable("Discord answered 503")
        paused.resume(table_id)
        shown.set()

    paused = Pauses(cast(Any, None), cast(Any, None), MagicMock(), refresh)
    paused.pause(table(is_live=True), WEATHER)

    async with asyncio.timeout(20):
        await shown.wait()
    assert not paused.is_paused(7)


async def test_the_end_of_a_table_is_tried_some_times_and_then_left() -> None:
    refresh = AsyncMock(side_effect=Barred("Missing Permissions"))
    tables = MagicMock(get=AsyncMock(return_value=table(is_live=False)))
    paused = Pauses(cast(Any, None), tables, MagicMock(), refresh)

    await paused.not_shown(7, 5, Barred("Missing Permissions"))
    await asyncio.gather(*paused._trying.values())

    assert refresh.await_count == 2
    assert not paused._trying

"""What runs in the background of a bot: its sign of life, and that it is told when something fails there."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, cast
from unittest.mock import AsyncMock, MagicMock

import pytest

from musbot.bot import client
from musbot.bot.client import MusBot


async def test_it_goes_on_after_it_could_not_be_left_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A disk that was full for a minute must not make the bot look dead for ever."""
    left = asyncio.Event()
    outcomes = [OSError("No space left on device"), None]

    def beat(data: Path) -> None:
        outcome = outcomes.pop(0)
        if outcome is not None:
            raise outcome
        left.set()

    monkeypatch.setattr(client, "beat", beat)
    monkeypatch.setattr(client, "BEAT_EVERY", 0.0)
    bot = cast(Any, MagicMock(_data=tmp_path, wait_until_ready=AsyncMock()))

    beating = asyncio.create_task(MusBot._beat(bot))
    waiting = asyncio.create_task(left.wait())
    await asyncio.wait({beating, waiting}, return_when=asyncio.FIRST_COMPLETED)

    assert left.is_set()
    beating.cancel()


async def test_what_fails_in_the_background_is_logged_at_once(caplog: pytest.LogCaptureFixture) -> None:
    async def fail() -> None:
        raise ValueError("the store is gone")

    bot = cast(Any, MagicMock(_background=set()))
    bot._ended = lambda task: MusBot._ended(bot, task)

    MusBot._start(bot, fail())
    await asyncio.wait(bot._background)

    assert not bot._background
    (record,) = caplog.records
    assert record.levelname == "ERROR"
    assert record.exc_info is not None
    assert isinstance(record.exc_info[1], ValueError)

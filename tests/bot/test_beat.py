"""The sign of life that a running bot leaves."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, cast
from unittest.mock import MagicMock

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
    bot = cast(Any, MagicMock(_data=tmp_path))

    beating = asyncio.create_task(MusBot._beat(bot))
    waiting = asyncio.create_task(left.wait())
    await asyncio.wait({beating, waiting}, return_when=asyncio.FIRST_COMPLETED)

    assert left.is_set()
    beating.cancel()

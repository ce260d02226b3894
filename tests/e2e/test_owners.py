"""Those who host the bot: ``/status``, figures for Prometheus, and errors told by direct message."""

from __future__ import annotations

import logging
import random
import re
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from musbot.bot.metrics import Metrics, Page
from musbot.bot.watching import Watch, watched
from musbot.playground import text_of
from tests.e2e.conftest import Rig
from tests.e2e.players import Players

log = logging.getLogger("musbot.test")


@pytest.fixture
async def page(rig: Rig) -> AsyncIterator[str]:
    page = Page(rig.bot.metrics, rig.bot.owners.look)
    yield f"http://127.0.0.1:{await page.open(0)}/metrics"
    await page.close()


async def figures(url: str) -> dict[str, float]:
    """Return what Prometheus would read, by name and labels."""
    async with aiohttp.ClientSession() as session, session.get(url) as answer:
        assert answer.status == 200
        text = await answer.text()
    return {
        sample.name + "".join(f" {label}" for label in sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


async def test_a_game_is_seen_in_the_figures(rig: Rig, page: str) -> None:
    before = await figures(page)
    assert before["musbot_tables playing"] == 0
    await rig.open_and_fill()
    players = Players(rig.playground, rig.people, random.Random(4))
    for _ in range(10):
        await players.turn()
    await rig.settled()
    now = await figures(page)
    assert now["musbot_tables playing"] == 1
    assert now["musbot_servers"] == 1
    assert now["musbot_interactions_total application_command"] == 1
    arrived = sum(value for name, value in now.items() if name.startswith("musbot_interactions_total"))
    assert now["musbot_answer_seconds_count"] == arrived, "every one of them was answered"
    assert now["musbot_answer_seconds_sum"] > 0
    assert now["musbot_discord_calls_total 200"] > 0
    assert now["musbot_direct_messages_waiting"] == 0
    assert "process_resident_memory_bytes" in now


async def test_a_call_that_is_put_off_is_counted(rig: Rig, page: str) -> None:
    rig.playground.faults.add(method="POST", route="/interactions/*/callback", status=429)
    await rig.ane.slash("mus tables")
    now = await figures(page)
    assert sum(value for name, value in now.items() if name.startswith("musbot_rate_limits_total")) >= 1


async def test_the_owner_is_told_how_the_bot_does_and_nobody_else_is(rig: Rig) -> None:
    await rig.open_and_fill()
    answer = await rig.ane.slash("status", rig.ane.dm())
    assert answer.ephemeral
    assert "**Tables**: 1 in play, 0 waiting" in answer.text
    assert re.search(r"\*\*Clicks\*\*: \d+; half of the last were answered in \d+ ms", answer.text)
    assert "**Errors**: none" in answer.text
    other = await rig.benat.slash("status", rig.benat.dm())
    assert other.ephemeral
    assert "for those who host me" in other.text
    assert "Tables" not in other.text


async def test_an_error_reaches_the_owner_once_and_nobody_else(
    rig: Rig, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async def broken(*_: object) -> None:
        raise KeyError("Dani holds four kings")

    monkeypatch.setattr(rig.bot.stage, "answer", broken)
    async with watched(Metrics(), rig.bot.owners, Watch(reports=True)):
        await rig.ane.slash("mus open")
        for person in rig.people[1:]:
            await person.click(label="Join")
        await rig.settled()
    told = [text_of(message) for message in rig.ane.dms()]
    (report,) = [text for text in told if "Something went wrong" in text]
    assert re.search(
        r"`KeyError` in `\S+test_owners\.py:\d+|`KeyError` in `musbot/bot/table_clicks\.py:\d+", report
    )
    assert "At table 1." in report
    assert "four kings" not in report
    for person in rig.people[1:]:
        assert not [message for message in person.dms() if "Something went wrong" in text_of(message)]
    assert rig.bot.metrics.kinds == {"KeyError": 3}
    answer = await rig.ane.slash("status", rig.ane.dm())
    assert "**Errors**: `KeyError` 3" in answer.text


async def test_an_owner_who_takes_no_messages_is_left_alone(rig: Rig) -> None:
    rig.ane.dms_open = False
    async with watched(Metrics(), rig.bot.owners, Watch(reports=True)):
        log.error("something")
        await rig.settled()
    assert rig.bot.metrics.kinds == {"musbot.test": 1}

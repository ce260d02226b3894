"""Errors are counted, and told once an hour for each kind and place, without a word of what they were about."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator

import aiohttp
import pytest

from musbot.bot.owners import report_letter
from musbot.bot.reports import EVERY, Report, Reports
from musbot.bot.words import LANGUAGES, words_for
from musbot.game.cards import parse_card
from musbot.logs import noted
from tests.bot.reading import fits_discord, text_of

log = logging.getLogger("musbot.test")
SECRET = "MTIzNDU2.secret.secret"


class Desk:
    """Counts and collects what is told; time stands still until it is set."""

    def __init__(self) -> None:
        self.now = 0.0
        self.kinds: list[str] = []
        self.told: list[Report] = []
        self.reports = Reports(self.kinds.append, self.tell, lambda: self.now)

    async def tell(self, report: Report) -> None:
        self.told.append(report)
        log.error("this is an error of the report itself")

    async def fail(self, error: str = SECRET) -> None:
        try:
            parse_card(error)
        except ValueError:
            log.exception("with %s", SECRET)
        await self.reports.quiet()


@pytest.fixture
async def desk() -> AsyncIterator[Desk]:
    desk = Desk()
    logging.getLogger().addHandler(desk.reports)
    yield desk
    logging.getLogger().removeHandler(desk.reports)


async def test_each_kind_is_told_once_an_hour(desk: Desk) -> None:
    for minute in range(0, 61, 10):
        desk.now = minute * 60.0
        await desk.fail()
    assert [report.kind for report in desk.told] == ["ValueError", "ValueError"]
    assert [report.repeated for report in desk.told] == [0, 5]
    assert desk.kinds == ["ValueError"] * 7, "all of them are counted"
    log.error("another place")
    await desk.reports.quiet()
    assert desk.told[-1].kind == "musbot.test"
    assert desk.told[-1].place.startswith("test_reports.py:")
    desk.now += EVERY - 1
    await desk.fail()
    assert len(desk.told) == 3


async def test_the_place_is_musbots_own_and_no_text_of_the_error_is_told(desk: Desk) -> None:
    with noted(table=12, interaction=99):
        await desk.fail()
    (report,) = desk.told
    assert report.place.startswith("musbot/game/cards.py:")
    assert report.place.endswith("(parse_card)")
    assert report.numbers == {"table": 12, "interaction": 99}
    for language in LANGUAGES:
        letter = report_letter(report, words_for(language))
        fits_discord(letter)
        text = text_of(letter)
        assert "ValueError" in text
        assert "12" in text
        assert SECRET not in text


async def test_an_error_in_another_thread_is_told_too(desk: Desk) -> None:
    await asyncio.to_thread(log.error, "drawing")
    await desk.reports.quiet()
    assert len(desk.told) == 1


async def test_losing_the_connection_is_weather_and_counted_alone(desk: Desk) -> None:
    discords = logging.getLogger("discord.client")
    for error in (aiohttp.ClientError(), ConnectionResetError(), TimeoutError()):
        discords.error("Attempting a reconnect", exc_info=error)
    discords.error("Ignoring exception in on_interaction", exc_info=KeyError("a"))
    await desk.reports.quiet()
    assert [report.kind for report in desk.told] == ["KeyError"]
    assert desk.kinds == ["ClientError", "ConnectionResetError", "TimeoutError", "KeyError"]


async def test_warnings_are_no_errors(desk: Desk) -> None:
    log.warning("it rains")
    await desk.reports.quiet()
    assert (desk.told, desk.kinds) == ([], [])

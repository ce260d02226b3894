"""Tournaments over weeks: one that comes back every week by itself, and one that is played by correspondence."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from musbot.bot.tournament import live as showing
from musbot.playground import buttons_of, text_of
from tests.e2e.evenings import Evening, an_evening, called

DAY = 86_400


@pytest.fixture
async def evening(database: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Evening]:
    monkeypatch.setattr(showing, "EDITED_EVERY", 0.05)
    async with an_evening(database) as found:
        yield found


async def test_every_week_the_next_one_is_announced_though_the_bot_dies_at_the_end(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    ane, benat, carla, dani = evening.people
    madrid = ZoneInfo("Europe/Madrid")
    await evening.use(
        ane,
        "tournament create",
        name="Thursday Mus",
        format="single",
        start="20:00",
        zone="Europe/Madrid",
        target=20,
        check_in=0,
        repeat="week",
        league="Winter",
    )
    chosen = await evening.host("Co-host")
    await (await ane.select(chosen, None, [str(benat.id)])).finished()
    await evening.fill("novice")
    starts_at = (await evening.now()).plan.starts_at
    assert starts_at is not None
    await evening.later(starts_at - evening.clock())
    assert (await evening.now()).is_playing

    # It is over, and the bot is gone before it has announced anything.
    monkeypatch.setattr(evening.bot.tournaments.runner, "_clear_away", nothing)
    while not (await evening.now()).is_over:
        await evening.later(31)
    assert (await evening.now()).next is None
    await evening.die()
    await evening.start()
    evening.clock.ahead += 61  # what the dead had claimed
    await evening.until(lambda found: found.next == 2)

    coming = await evening.now(2)
    assert coming.plan.starts_at is not None
    first, second = (datetime.fromtimestamp(at, madrid) for at in (starts_at, coming.plan.starts_at))
    assert (second.hour, second.minute) == (20, 0)
    assert second.replace(tzinfo=None) - first.replace(tzinfo=None) == timedelta(days=7)
    (message,) = [
        each for each in ane.sees() if "tour:2:host" in {button.custom_id for button in buttons_of(each)}
    ]
    assert message.data["pinned"]
    assert "**0 pairs** are in." in text_of(message)
    assert len(evening.playground.guild.events) == 2
    assert "Begin now" in {button.label for button in buttons_of(await evening.press(benat, "Host", message))}

    asked = await evening.press(carla, "Enter", message)
    await (await carla.select(asked, None, [str(dani.id)])).finished()
    await evening.settled()
    await (await dani.click(label="Accept")).finished()
    await evening.settled()
    assert f"{carla.name} + {dani.name}" in text_of(message)


async def nothing(_: object) -> None:
    """Leave it to the next bot."""


async def test_a_round_by_correspondence_ends_after_its_days(evening: Evening) -> None:
    ane, benat, carla, dani = evening.people
    await evening.use(
        ane, "tournament create", name="Letters", round_days=3, rounds=1, target=20, start="host"
    )
    assert "3 days for each round" in text_of(evening.message())
    await evening.enter(ane, benat)
    await evening.enter(carla, dani)
    await evening.host("Begin now")
    await evening.later(31)
    (call,) = called(ane)
    opened = (await evening.meeting(ane)).opened_at
    assert f"before <t:{round(opened + DAY)}:f>" in text_of(call)
    for message in (call, evening.message()):
        assert f"The round ends <t:{round(opened + 3 * DAY)}:f>." in text_of(message)
    await evening.sit(ane, benat, carla, dani)
    meeting = await evening.meeting(ane)
    tournament = await evening.later(3 * DAY - 60)
    assert tournament.open_meetings, "it has its three days"

    tournament = await evening.later(60)
    result = tournament.meetings[meeting.number].result
    assert result is not None
    assert result.winner is not None, "for whom is ahead, or was not waited for"
    assert await evening.store.live_tables() == []
    tournament = await evening.later(61)
    assert tournament.phase == "finished"
    assert any("Letters is over!" in text_of(each) for each in ane.sees())
    assert len(called(ane)) == 1

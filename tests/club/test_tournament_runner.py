"""Tournaments that run by themselves, with AI players at real tables of a real store."""

from __future__ import annotations

import pytest

from musbot.club.tournament import Format, Phase
from musbot.store import Store
from tests.club.running import NOON, Evening, check


@pytest.fixture
def evening(store: Store) -> Evening:
    return Evening(store)


async def finished(evening: Evening) -> None:
    """It has come to its end, everybody has a place, and no table is left open."""
    tournament = await evening.to_the_end()
    assert tournament.phase is Phase.FINISHED
    placed = [entry for place in tournament.places for entry in place]
    assert sorted(placed) == sorted(tournament.field)
    assert await evening.store.live_tables() == []
    await check(evening.store, evening.number)


@pytest.mark.parametrize(
    ("format", "meetings"),
    [
        (Format.SWISS, 12),
        (Format.SINGLE, 8),
        (Format.DOUBLE, None),
        (Format.ROBIN, 28),
        (Format.GROUPS, 16),
    ],
)
async def test_eight_pairs_play_it_to_its_end(evening: Evening, format: Format, meetings: int | None) -> None:
    await evening.announce(format)
    await evening.enter_ai(8)
    await finished(evening)
    tournament = await evening.now()
    played = [each for each in tournament.meetings.values() if each.result and each.result.is_played]
    assert len(played) == meetings or (meetings is None and len(played) in (14, 15))
    assert all(each.begun or each.is_over for each in played)
    assert all(max(each.result.stones) >= 20 for each in played if each.result)


async def test_an_arena_is_paired_until_the_bell(evening: Evening) -> None:
    await evening.announce(Format.ARENA, bell=30)
    await evening.enter_ai(9)
    await evening.until(lambda t: t.round >= 3)
    evening.clock.time = NOON + 100
    await finished(evening)
    tournament = await evening.now()
    assert tournament.rang
    assert len(tournament.meetings) >= 6

"""A host fills a field with AI players: as many as make it good to play."""

from __future__ import annotations

import pytest

from musbot.bot.tournament.hosting import coming, filled
from musbot.club.tournament import Format, commands
from tests.club.tournaments import HOST, Evening, person


@pytest.mark.parametrize(
    ("format", "pairs", "alone", "field"),
    [
        (Format.SWISS, 5, 0, 6),
        (Format.SWISS, 0, 0, 4),
        (Format.SWISS, 3, 1, 6),
        (Format.SWISS, 3, 3, 6),
        (Format.SINGLE, 5, 2, 8),
        (Format.DOUBLE, 3, 0, 4),
        (Format.ROBIN, 16, 0, 16),
        (Format.GROUPS, 2, 0, 8),
        (Format.ARENA, 0, 9, 12),
    ],
)
def test_the_field_is_full_and_nobody_is_left_alone(
    format: Format, pairs: int, alone: int, field: int
) -> None:
    evening = Evening(format)
    evening.enter_pairs(pairs)
    for number in range(alone):
        evening.happen(commands.enter(evening.tournament, person(500 + number)))
    evening.happen(filled(evening.tournament, HOST, "novice"))
    assert len(evening.tournament.pool) % 2 == 0
    assert coming(evening.tournament) == field
    evening.begin()
    assert len(evening.tournament.field) == field
    assert evening.tournament.pool == ()
    names = [each.name for each in evening.tournament.people_of(evening.tournament.field)]
    assert len(names) == len(set(names))

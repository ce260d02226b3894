"""What every list and sheet keeps to: its look, its size, its margin, whatever the names."""

from __future__ import annotations

import pytest

from musbot.pictures import (
    bracket_picture,
    groups_picture,
    leaderboard_picture,
    podium_picture,
    profile_picture,
    review_picture,
    schedule_picture,
    scoresheet_picture,
    standings_picture,
    swings_picture,
)
from musbot.pictures.palette import NAMED

from .looks import drawn_in_the_margin, golden, opened, seen
from .samples import (
    CUP,
    DECISION,
    EVENING,
    FOUR_GROUPS,
    GAME,
    LEADERS,
    PLAYER,
    SAMPLES,
    SWISS,
    TALL,
    THREE_SWINGS,
    WINNERS,
    WORST,
    WORST_SAMPLES,
)

MOST_BYTES = 120 * 1024
STRANGE = (WORST, TALL, "\u202e\u200b\ud800", "una y otra vez " * 9)


@pytest.mark.parametrize("name", SAMPLES)
def test_a_sheet_looks_as_it_was_kept(name: str) -> None:
    golden(name, SAMPLES[name]())


@pytest.mark.parametrize("name", SAMPLES)
def test_a_sheet_is_small_and_in_one_palette(name: str) -> None:
    data = SAMPLES[name]()
    image = opened(data)
    assert image.mode == "P"
    assert image.width == 1200
    assert image.height <= 1800
    assert len(data) <= MOST_BYTES


@pytest.mark.parametrize("name", WORST_SAMPLES)
@pytest.mark.parametrize("words", STRANGE, ids=ascii)
def test_any_name_is_drawn_within_the_margin(name: str, words: str) -> None:
    data = WORST_SAMPLES[name](words)
    assert len(data) <= MOST_BYTES
    assert drawn_in_the_margin(seen(data)) == []


def test_every_sheet_can_be_one_of_high_contrast() -> None:
    golden("leaderboard_contrast", leaderboard_picture(LEADERS, contrast=True))
    golden("profile_contrast", profile_picture(PLAYER, contrast=True))
    usual = {NAMED["felt"], NAMED["rim"]}
    for data in (
        bracket_picture(CUP, contrast=True),
        groups_picture(FOUR_GROUPS, contrast=True),
        leaderboard_picture(LEADERS, contrast=True),
        podium_picture(WINNERS, contrast=True),
        profile_picture(PLAYER, contrast=True),
        review_picture(DECISION, contrast=True),
        schedule_picture(EVENING, contrast=True),
        scoresheet_picture(GAME, contrast=True),
        standings_picture(SWISS, contrast=True),
        swings_picture(THREE_SWINGS, contrast=True),
    ):
        assert len(data) <= MOST_BYTES
        colours = {colour for _, colour in seen(data).getcolors(1 << 20) or []}
        assert not colours & usual

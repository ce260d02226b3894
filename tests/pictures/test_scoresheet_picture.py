"""The score sheet of a finished game."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from musbot.pictures.palette import NAMED
from musbot.pictures.scoresheet import (
    DEALS,
    DealScore,
    LanceScore,
    ScoresheetScene,
    scoresheet_pages,
    scoresheet_picture,
)

from .looks import opened, pixels, seen
from .samples import GAME, LONG_GAME, lances


def test_every_part_of_a_score_sheet_is_drawn() -> None:
    changed: dict[str, object] = {
        "pair_names": ("Goierri", "Txapeldunak"),
        "scores": (12, 40),
        "target": 30,
        "target_words": "to 30",
        "games_words": "Games 0–2",
        "deal_head": "#",
        "lance_names": ("Handia", "Txikia", "Pareak", "Jokoa"),
        "deals": GAME.deals[:3],
        "result": "Ñaki + Åse win",
        "winner": 0,
    }
    before = scoresheet_picture(GAME)
    assert set(changed) == {field.name for field in fields(ScoresheetScene)}
    for name, value in changed.items():
        assert scoresheet_picture(replace(GAME, **{name: value})) != before, name  # type: ignore[arg-type]


def test_a_long_game_takes_several_pages_and_the_last_one_says_who_won() -> None:
    assert scoresheet_pages(GAME) == 1
    assert scoresheet_pages(LONG_GAME) == 2
    assert scoresheet_pages(replace(GAME, deals=())) == 1
    first, last = (seen(scoresheet_picture(LONG_GAME, page)) for page in (0, 1))
    assert pixels(first, NAMED["gold"]) < 10_000 < pixels(last, NAMED["gold"])
    for page in (-1, 2):
        with pytest.raises(ValueError, match="page"):
            scoresheet_picture(LONG_GAME, page)


def test_a_page_is_as_high_as_its_deals() -> None:
    heights = [
        opened(scoresheet_picture(replace(GAME, deals=LONG_GAME.deals[:count]))).height
        for count in (1, 5, DEALS)
    ]
    assert heights == sorted(set(heights))


def test_who_won_a_lance_is_told_by_the_shape_of_the_pair() -> None:
    """Drawn in one colour, the two pairs' lances still differ, and nobody's from both."""
    drawn = [
        seen(scoresheet_picture(replace(GAME, deals=(DealScore(1, lance, (0, 0)),)))).convert("1").tobytes()
        for lance in (lances(*["a2"] * 4), lances(*["b2"] * 4), lances(*[""] * 4))
    ]
    assert len(set(drawn)) == 3


def test_a_deal_has_as_many_lances_as_there_are_names() -> None:
    with pytest.raises(ValueError, match="lances"):
        scoresheet_picture(replace(GAME, deals=(DealScore(1, (LanceScore(),), (0, 0)),)))


def test_scores_of_every_target_fit_into_their_column() -> None:
    for target in (20, 30, 40, 60):
        for score in (0, 4, 5, target - 1, target):
            deal = replace(GAME.deals[0], scores=(score, score))
            image = seen(scoresheet_picture(replace(GAME, deals=(deal,), target=target)))
            beyond = image.crop((1140, 204, 1152, 276))
            assert pixels(beyond, NAMED["orange"]) == 0

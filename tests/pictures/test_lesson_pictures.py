"""Hands to be compared, and plain cards: what the lesson and the rules show."""

from __future__ import annotations

import pytest

from musbot.pictures import ComparedScene, cards_picture, comparison_picture
from musbot.pictures.palette import NAMED

from .looks import drawn_in_the_margin, golden, opened, pixels, seen

ROWS = (
    ComparedScene("Ane", (0, 20, 13, 39), "un par de reyes", mano=True),
    ComparedScene("Beñat", (2, 22, 32, 28), "medias de sotas", won=True),
    ComparedScene("Bartholomew Wulfstan", (1, 21, 3, 33), "duples de caballos y sietes", mano=True, won=True),
)
CARDS = tuple((place, str(place)) for place in range(10))


def test_they_look_as_they_were_kept() -> None:
    golden("comparison", comparison_picture(ROWS))
    golden("plain_cards", cards_picture(CARDS))
    golden("comparison_contrast", comparison_picture(ROWS, contrast=True))


def test_they_keep_their_margin() -> None:
    assert not drawn_in_the_margin(seen(comparison_picture(ROWS)))
    assert not drawn_in_the_margin(seen(cards_picture(CARDS)))


def test_a_picture_is_as_high_as_its_hands() -> None:
    heights = [opened(comparison_picture(ROWS[:count])).height for count in (1, 2, 3)]
    assert heights[1] - heights[0] == heights[2] - heights[1] > 185
    assert {opened(comparison_picture(ROWS[:count])).width for count in (1, 2, 3)} == {1000}


def test_only_the_winner_is_marked() -> None:
    asked, told = (seen(comparison_picture((row,))) for row in ROWS[:2])
    assert pixels(asked, NAMED["green"]) == 0
    assert pixels(told, NAMED["green"]) > 1_000


def test_what_is_no_card_is_refused() -> None:
    with pytest.raises(ValueError, match="not a card"):
        comparison_picture((ComparedScene("Ane", (40,)),))
    with pytest.raises(ValueError, match="not a card"):
        cards_picture([(-1, "")])
    with pytest.raises(ValueError, match="not 0"):
        comparison_picture(())
    with pytest.raises(ValueError, match="not 11"):
        cards_picture([(0, "")] * 11)

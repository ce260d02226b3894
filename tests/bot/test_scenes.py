"""What the picture of a table shows: it is drawn at the start of a lance, and must stay true in its course."""

from __future__ import annotations

import pytest

from musbot.bot.scenes import table_scene
from musbot.bot.words import ENGLISH
from musbot.game import Match, Options
from musbot.pictures import TableScene
from tests.bot.reading import table_of
from tests.game.playing import deal_of, hands

HANDS = hands("Ro Rc 1o 1c", "Re Rb 1e Co", "Cc Ce Cb 7o", "7c 6c 5c 4c")
ALL_MUS = "1 mus; 2 mus; 3 mus; 4 mus; "


def scene(said: str, cards: str = HANDS) -> TableScene:
    match = Match(Options(), 1)
    match.deals[0] = deal_of(cards + said)
    table = table_of(match).public()
    assert table.deal is not None
    return table_scene(table, table.deal, ENGLISH)


@pytest.mark.parametrize(
    ("said", "starts"),
    [
        ("", 1),
        ("1 mus", 1),
        ("1 mus; 2 cut", 1),
        ("1 cut; 1 hold; 2 hold", 1),
        (ALL_MUS, None),
        (ALL_MUS + "1 drop 1c; 2 drop Co; 3 drop 7o", None),
    ],
)
def test_whoever_speaks_first_starts_also_when_others_have_spoken_since(
    said: str, starts: int | None
) -> None:
    assert scene(said).turn == starts


def test_the_board_names_the_one_who_is_marked() -> None:
    drawn = scene("1 mus; 2 mus")
    assert drawn.detail == "Ane speaks first"
    assert drawn.turn == drawn.mano == 1


@pytest.mark.parametrize(
    "said", ["1 hold", "1 bet 5; 3 agree", "1 bet 5; 3 agree; 2 bet 7; 4 agree", "1 ordago; 3 agree"]
)
def test_the_board_says_the_same_whatever_is_bet_in_a_lance(said: str) -> None:
    before, after = scene("1 cut"), scene(f"1 cut; {said}")
    assert (after.title, after.detail) == (before.title, before.detail) == ("Grande", "Ane speaks first")


def test_in_pares_the_first_of_those_who_have_it_starts() -> None:
    held = "; ".join(f"{seat} hold" for seat in (1, 2, 3, 4))
    without = hands("7c 6c 5c 4c", "Re Rb 1e Co", "Cc Ce Cb 7o", "Ro Rc 1o 1c")
    assert scene(f"1 cut; {held}; {held}", without).turn == 2
    assert scene(f"1 cut; {held}; {held}; 2 hold", without).turn == 2
